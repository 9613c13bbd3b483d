# Tested by tests/test_webui_league_open.py.
"""Webhooks: addresses that are told of each entry of the feed, in order, each signed and with a name for ever.

Signed as Standard Webhooks has it (https://www.standardwebhooks.com): HMAC-SHA-256 over name, time and body. An entry
is told until it is taken; so it may come twice, always by the same name.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import secrets
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sql

from webui.league import feed
from webui.league.accounts import Account, account_of
from webui.league.destinations import tidy_url
from webui.league.league import League
from webui.league.place import new_key, written
from webui.league.refusal import Denied
from webui.league.taking import is_open
from webui.league.wire import NoAnswer, NotSent, Wire
from webui.storage.league_api import HOOKS

FIRST_S = 20.0
LONGEST_S = 3600.0
"""Seconds until the next try, after the first one that failed and at most; each is twice the one before."""
AT_ONCE = 50
"""Entries that one address is told in one go. Larger: others wait longer."""
MOST_HOOKS = 10
PREFIX = "whsec_"


@dataclass(frozen=True)
class Hook:
    """An address as its owner sees it. fails: tries in a row that failed; answer: what it said last."""

    id: str
    url: str
    fails: int
    answer: str


def make(connection: sql.Connection, now: datetime, who: Account, url: str) -> str:
    """Tell this address of what comes from now on; the secret by which it knows us, told once. Raises Denied."""
    if not who.organiser:
        raise Denied("Only who runs the league may do that.", "unknown")
    if len(hooks(connection)) >= MOST_HOOKS:
        raise Denied(f"{MOST_HOOKS} addresses are told already. Take one away first.")
    secret = PREFIX + base64.b64encode(secrets.token_bytes(32)).decode()
    facts = {"id": new_key(), "account": who.id, "url": tidy_url(url), "secret": secret, "fails": 0}
    times = {"made": written(now), "due": written(now), "after": feed.newest(connection, now)}
    connection.execute(HOOKS.insert().values(**facts, **times, answer=""))
    return secret


def hooks(connection: sql.Connection) -> tuple[Hook, ...]:
    """All addresses that are told, the oldest first."""
    rows = connection.execute(sql.select(HOOKS).order_by(HOOKS.c.id)).all()
    return tuple(Hook(row.id, row.url, row.fails, row.answer) for row in rows)


def take_away(connection: sql.Connection, who: Account, hook: str) -> None:
    """Tell this address no more. Raises Denied."""
    if not who.organiser:
        raise Denied("Only who runs the league may do that.", "unknown")
    connection.execute(HOOKS.delete().where(HOOKS.c.id == hook))


def signature(secret: str, name: str, at: int, body: str) -> str:
    """What an address checks a message by."""
    key = base64.b64decode(secret.removeprefix(PREFIX))
    mark = hmac.new(key, f"{name}.{at}.{body}".encode(), hashlib.sha256).digest()
    return f"v1,{base64.b64encode(mark).decode()}"


def tell(league: League, wire: Wire) -> int:
    """Tell every address what it has not taken yet; how many entries were taken. One program at a time does so."""
    with league.place.reading() as connection:
        rows = connection.execute(sql.select(HOOKS).where(HOOKS.c.due <= written(league.now()))).all()
    return sum(_tell_one(league, wire, row) for row in rows)


def _tell_one(league: League, wire: Wire, row: Any) -> int:
    with league.place.reading() as connection:
        owner = account_of(connection, row.account)
        # Nobody is told of the day while it is closed for who asked for it.
        if owner is None or owner.closed or not is_open(connection, league.now(), owner):
            return 0
        found = feed.entries(connection, league.now(), row.after, AT_ONCE)
    for told, entry in enumerate(found):
        answer = _sent(league, wire, row, entry)
        fails = row.fails + 1 if answer else 0
        pause_s = min(LONGEST_S, FIRST_S * 2 ** min(row.fails, 10)) if answer else 0.0
        values: dict[str, Any] = {"fails": fails, "answer": answer[:200]}
        values["due"] = written(league.now() + timedelta(seconds=pause_s))
        with league.place.writing() as connection:
            this = HOOKS.update().where(HOOKS.c.id == row.id)
            connection.execute(this.values(**values, **({} if answer else {"after": entry.after})))
        if answer:
            return told
    return len(found)


def _sent(league: League, wire: Wire, row: Any, entry: feed.Entry) -> str:
    """Send one entry; "" where it was taken, else why it was not."""
    body, at = json.dumps(asdict(entry), separators=(",", ":")), int(league.now().timestamp())
    headers = {
        "Content-Type": "application/json",
        "webhook-id": entry.id,
        "webhook-timestamp": str(at),
        "webhook-signature": signature(row.secret, entry.id, at, body),
    }
    try:
        status = wire.ask("POST", row.url, body=body, headers=headers).status
    except (NotSent, NoAnswer) as error:
        return str(error)
    return "" if 200 <= status < 300 else f"It answers {status}."
