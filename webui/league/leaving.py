# Tested by tests/test_webui_league_open.py.
"""All that is a player's own: to take along as a file, and to have deleted.

What stays of one who had all deleted is the score of each turn, under no name: the places of the others hang on it, and
so does the hash of each day. Of the report stays its SHA-256, by which the day can still be verified.
"""

from __future__ import annotations

import json
import zipfile
from collections.abc import Iterator
from dataclasses import asdict
from datetime import date, datetime
from typing import IO, Any

import sqlalchemy as sql

from webui.league import proofs
from webui.league.accounts import Account, folded_of_deleted
from webui.league.chain import body_mark
from webui.league.league import League
from webui.league.place import written
from webui.league.refusal import Denied
from webui.league.secret import is_password
from webui.league.tokens import tokens
from webui.league.turns import turns_of
from webui.storage.league import (
    ACCOUNTS,
    ACTS,
    ASKED,
    AWAY,
    FACES,
    INVITATIONS,
    LUCK,
    PICTURES,
    RESETS,
    SESSIONS,
    TURNS,
    ZONES,
)
from webui.storage.league_api import TOKENS


def pack(league: League, who: Account, file: IO[bytes]) -> None:
    """Write all that is this player's into a ZIP file: `all.jsonl`, and the pictures. Raises StoreError."""
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
        with league.place.reading() as connection:
            lines = list(_lines(connection, league.now(), who))
            wanted = (
                sql.select(PICTURES.c.turn, PICTURES.c.n)
                .join(TURNS, TURNS.c.id == PICTURES.c.turn)
                .where(TURNS.c.account == who.id)
            )
            pictures = connection.execute(wanted.order_by(PICTURES.c.turn, PICTURES.c.n)).all()
        packed.writestr("all.jsonl", "".join(f"{line}\n" for line in lines))
        for turn, n in pictures:
            with league.place.reading() as connection:
                found = proofs.picture(connection, turn, n, True, league.bucket)
            if found:
                packed.writestr(f"pictures/{turn}-{n}.jpg", found, zipfile.ZIP_STORED)


def _lines(connection: sql.Connection, now: datetime, who: Account) -> Iterator[str]:
    """Each thing that is theirs as one JSON object: what it is, and its facts. No secret is among them."""
    account = {"id": who.id, "name": who.name, "joined": who.joined, "organiser": who.organiser}
    yield _line("account", account)
    for first, zone in who.home.zones:
        yield _line("zone", {"first": first, "zone": zone})
    for day in connection.execute(sql.select(AWAY.c.day).where(AWAY.c.account == who.id)).scalars():
        yield _line("away", {"day": day})
    for table in connection.execute(sql.select(FACES).where(FACES.c.account == who.id)):
        yield _line("face", {"table": table.device, "name": table.folded, "since": table.since})
    for token in tokens(connection, now, who.id):
        yield _line("token", asdict(token))
    for turn in turns_of(connection, date.min, date.max, who.id):
        yield _line("turn", asdict(turn))
    for act in connection.execute(sql.select(ACTS).where(ACTS.c.account == who.id).order_by(ACTS.c.id)):
        yield _line("act", dict(act._mapping))


def _line(what: str, facts: dict[str, Any]) -> str:
    return json.dumps({"is": what, **facts}, default=str, ensure_ascii=False)


def delete(league: League, who: Account, password: str) -> None:
    """Delete all that is this player's, for ever. Raises Denied, StoreError; nothing was changed then."""
    if who.organiser:
        raise Denied("You run the league, which needs you: nobody could open a day any more.")
    with league.place.reading() as connection:
        stored = connection.execute(sql.select(ACCOUNTS.c.password).where(ACCOUNTS.c.id == who.id)).scalar()
        mine = sql.select(TURNS.c.id).where(TURNS.c.account == who.id)
        pictures = connection.execute(
            sql.select(PICTURES.c.turn, PICTURES.c.n).where(PICTURES.c.turn.in_(mine))
        ).all()
    if not is_password(stored, password):
        raise Denied("The password is not right.", "unknown")
    proofs.forget([(turn, n) for turn, n in pictures], league.bucket)
    with league.place.writing() as connection:
        _delete(connection, league.now(), who)


def _delete(connection: sql.Connection, now: datetime, who: Account) -> None:
    mine = sql.select(TURNS.c.id).where(TURNS.c.account == who.id)
    connection.execute(PICTURES.delete().where(PICTURES.c.turn.in_(mine)))
    nothing = {"score": 0, "luck": 0.0, "cost": 0.0, "choices": 0, "dear": []}
    connection.execute(LUCK.update().where(LUCK.c.turn.in_(mine)).values(facts=nothing))
    bodies = connection.execute(
        sql.select(TURNS.c.id, TURNS.c.body).where(TURNS.c.account == who.id, TURNS.c.body != "")
    )
    for turn, body in bodies.all():
        values = {"body": "", "body_mark": body_mark(body), "comment": ""}
        connection.execute(TURNS.update().where(TURNS.c.id == turn).values(**values))
    for table in (SESSIONS, RESETS, AWAY, FACES, TOKENS, ZONES):
        connection.execute(table.delete().where(table.c.account == who.id))
    connection.execute(ASKED.update().where(ASKED.c.by == who.id).values(by=None))
    connection.execute(INVITATIONS.delete().where(INVITATIONS.c.by == who.id))
    name = f"Somebody {who.id[-6:]}"
    values = {"name": name, "folded": folded_of_deleted(who.id), "password": "", "closed": written(now)}
    connection.execute(ACCOUNTS.update().where(ACCOUNTS.c.id == who.id).values(**values))
    connection.execute(ZONES.insert().values(account=who.id, first=date.min.isoformat(), zone="Etc/UTC"))
    facts = {"kind": "delete", "account": who.id, "old": "", "new": "", "reason": "", "by": who.id}
    connection.execute(ACTS.insert().values(**facts, day=None, turn=None, at=written(now)))
