# Tested by tests/test_webui_league_table.py.
"""Tables that may report to the league, and who is who at them. Both are asked for at a table and answered on a phone.

A table shows six letters (or the same as a square): whoever is signed in on a phone types them in and says yes. So a
table is paired with a league, and so a player at a table is somebody of the league, once for all.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

import sqlalchemy as sql

from webui.league.accounts import Account
from webui.league.place import new_key, written
from webui.league.refusal import Denied
from webui.league.secret import folded, letters_of, mark_of, named, new_letters, new_secret
from webui.storage.league import ASKED, DEVICES, FACES, TURNS

HERE = "0" * 26
"""The id of the table of this very program: it needs no secret to reach its own league."""
GOOD_FOR = timedelta(minutes=10)
"""How long letters are good. Longer: a guesser has more time."""
SEEN_EVERY = timedelta(minutes=1)
"""How exactly it is noted when a table was last heard of."""
NO_LETTERS = "No table has those letters. They are good for ten minutes and once: look again."


@dataclass(frozen=True)
class Ask:
    """What a table asks a person. letters: to type in. secret: by which the table fetches the answer."""

    id: str
    letters: str
    until: datetime
    secret: str = ""


@dataclass(frozen=True)
class Question:
    """What a person is asked who typed letters in. name: of the table, or of the player at it."""

    id: str
    kind: Literal["table", "face"]
    name: str
    table: str


@dataclass(frozen=True)
class Device:
    """A table. seen: when it was last heard of."""

    id: str
    name: str
    paired: datetime
    seen: datetime
    revoked: bool

    @property
    def mine(self) -> bool:
        """Whether it is the table of this very program."""
        return self.id == HERE


def here(connection: sql.Connection, now: datetime) -> None:
    """Let the table of this program be one of the league's."""
    if connection.execute(sql.select(DEVICES.c.id).where(DEVICES.c.id == HERE)).first() is None:
        facts = {"id": HERE, "name": "This table", "mark": None}
        connection.execute(DEVICES.insert().values(**facts, paired=written(now), seen=written(now)))


def ask_pairing(connection: sql.Connection, now: datetime, name: str) -> Ask:
    """A table asks to be paired. Raises Denied for a name that cannot be."""
    return _ask(connection, now, "table", named(name), None)


def ask_face(connection: sql.Connection, now: datetime, device: str, name: str) -> Ask:
    """A table asks who its player of this name is. Raises Denied."""
    return _ask(connection, now, "face", named(name), device)


def _ask(connection: sql.Connection, now: datetime, kind: str, name: str, device: str | None) -> Ask:
    connection.execute(ASKED.delete().where(ASKED.c.until < written(now - GOOD_FOR)))
    if device:
        connection.execute(ASKED.delete().where(ASKED.c.device == device, ASKED.c.name == name))
    ask = Ask(new_key(), new_letters(), now + GOOD_FOR, new_secret())
    facts = {"id": ask.id, "letters": ask.letters, "kind": kind, "name": name, "device": device}
    connection.execute(
        ASKED.insert().values(**facts, mark=mark_of(ask.secret), until=written(ask.until), by=None)
    )
    return ask


def question(connection: sql.Connection, now: datetime, letters: str) -> Question:
    """What the table with these letters asks. Raises Denied where there is none (any more)."""
    wanted = (
        sql.select(ASKED, DEVICES.c.name.label("table"))
        .outerjoin(DEVICES, DEVICES.c.id == ASKED.c.device)
        .where(ASKED.c.letters == letters_of(letters), ASKED.c.until > written(now), ASKED.c.by.is_(None))
    )
    row = connection.execute(wanted).first()
    if row is None:
        raise Denied(NO_LETTERS, "unknown")
    table = "this table" if row.device == HERE else row.table or row.name
    return Question(row.id, row.kind, row.name, table)


def answer(connection: sql.Connection, now: datetime, letters: str, who: Account) -> Question:
    """This person says yes. The letters are used up. Raises Denied."""
    asked = question(connection, now, letters)
    row = connection.execute(sql.select(ASKED).where(ASKED.c.id == asked.id)).one()
    done = ASKED.update().where(ASKED.c.id == asked.id, ASKED.c.by.is_(None))
    if connection.execute(done.values(by=who.id, letters=None)).rowcount != 1:
        raise Denied(NO_LETTERS, "unknown")
    if asked.kind == "face":
        _be(connection, now, row.device, row.name, who)
    return asked


def _be(connection: sql.Connection, now: datetime, device: str, name: str, who: Account) -> None:
    face = {"device": device, "folded": folded(name)}
    connection.execute(FACES.delete().filter_by(**face))
    connection.execute(FACES.insert().values(**face, account=who.id, since=written(now)))


def fetch_token(connection: sql.Connection, now: datetime, ask: str, secret: str) -> str | None:
    """The secret of a table that was paired, once; None while nobody has answered. Raises Denied when it is over."""
    wanted = sql.select(ASKED).where(
        ASKED.c.id == ask, ASKED.c.mark == mark_of(secret), ASKED.c.kind == "table"
    )
    row = connection.execute(wanted).first()
    if row is None or (row.by is None and row.until <= written(now)):
        raise Denied(NO_LETTERS, "unknown")
    if row.by is None:
        return None
    connection.execute(ASKED.delete().where(ASKED.c.id == ask))
    token = new_secret()
    facts = {"id": new_key(), "name": row.name, "mark": mark_of(token), "by": row.by}
    connection.execute(DEVICES.insert().values(**facts, paired=written(now), seen=written(now)))
    return token


def device_of(connection: sql.Connection, token: str) -> Device | None:
    """The table that this secret is of; None where there is none, or it was revoked."""
    wanted = sql.select(DEVICES).where(DEVICES.c.mark == mark_of(token), DEVICES.c.revoked.is_(None))
    row = connection.execute(wanted).first()
    return _device(row) if row else None


def note_seen(connection: sql.Connection, now: datetime, device: Device) -> None:
    """A table was heard of."""
    connection.execute(DEVICES.update().where(DEVICES.c.id == device.id).values(seen=written(now)))


def devices(connection: sql.Connection) -> tuple[Device, ...]:
    """All tables, the newest first."""
    rows = connection.execute(sql.select(DEVICES).order_by(DEVICES.c.paired.desc())).all()
    return tuple(map(_device, rows))


def revoke(connection: sql.Connection, now: datetime, device: str) -> None:
    """Take no report of this table any more."""
    connection.execute(DEVICES.update().where(DEVICES.c.id == device).values(revoked=written(now)))


def _device(row: sql.Row[tuple[object, ...]]) -> Device:
    facts = row._mapping
    paired, seen = (datetime.fromisoformat(str(facts[name])) for name in ("paired", "seen"))
    return Device(str(facts["id"]), str(facts["name"]), paired, seen, facts["revoked"] is not None)


def faces(connection: sql.Connection, device: str) -> dict[str, str]:
    """The account of each player who is known at this table, by the name as it is compared."""
    rows = connection.execute(sql.select(FACES).where(FACES.c.device == device))
    return {row.folded: row.account for row in rows}


def is_known(connection: sql.Connection, account: str) -> bool:
    """Whether any table knows this player."""
    return (
        connection.execute(sql.select(FACES.c.device).where(FACES.c.account == account)).first() is not None
    )


def forget_face(connection: sql.Connection, device: str, account: str) -> None:
    """This player is not known at this table any more."""
    connection.execute(FACES.delete().where(FACES.c.device == device, FACES.c.account == account))


def reporter(connection: sql.Connection, turn: str) -> str | None:
    """The table that has reported this turn."""
    return connection.execute(sql.select(TURNS.c.device).where(TURNS.c.id == turn)).scalar()
