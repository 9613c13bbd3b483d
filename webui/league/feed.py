# Tested by tests/test_webui_league_open.py.
"""The feed: what came and what was done in the league, in the order of time, each entry with a name for ever."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Literal

import sqlalchemy as sql

from webui.league.place import written
from webui.league.refusal import Denied
from webui.storage.league import ACTS, TURNS

SETTLED = timedelta(seconds=2)
"""An entry is told so long after its time: one that is stored later may have an earlier time. Larger: all is told
later. Smaller: a slow one is told to nobody."""
MOST = 200
"""Entries in one answer at most."""
Kind = Literal["act", "turn"]
LONGEST_NUMBER = 18
UTC_ENDS = "+00:00"


@dataclass(frozen=True)
class Entry:
    """Something that came or was done.

    id: its name for ever. at: when, UTC. what: `turn`, or the kind of the act. points: of the turn as it was reported.
    after: where the next answer goes on.
    """

    id: str
    kind: Kind
    at: str
    what: str
    account: str
    day: str | None
    turn: str | None
    points: int | None
    after: str


@dataclass(frozen=True)
class _Place:
    """A place in the feed: after this entry of this time. At one time acts come before turns."""

    at: str = ""
    kind: Kind = "act"
    key: str = ""

    @classmethod
    def read(cls, text: str) -> _Place:
        if not text:
            return cls()
        at, _, name = text.partition("~")
        at = at.replace("Z", UTC_ENDS)
        kind, _, key = name.partition("-")
        try:
            datetime.fromisoformat(at)
        except ValueError:
            kind = ""
        number = key.isascii() and key.isdigit() and len(key) <= LONGEST_NUMBER
        if kind == "turn" and key.isalnum() and len(key) < 40:
            return cls(at, "turn", key)
        if kind == "act" and number:
            return cls(at, "act", key)
        raise Denied("There is no such place in the feed: `after` is what an entry says in `after`.")


def entries(
    connection: sql.Connection, now: datetime, after: str = "", most: int = MOST
) -> tuple[Entry, ...]:
    """The entries after this place, the oldest first. Raises Denied for what is no place."""
    place, until = _Place.read(after), written(now - SETTLED)
    found = [*_acts(connection, place, until, most), *_turns(connection, place, until, most)]
    return tuple(sorted(found, key=lambda entry: (entry.at, entry.kind))[:most])


def newest(connection: sql.Connection, now: datetime) -> str:
    """The place after all that there is now."""
    return _named(written(now - SETTLED), f"turn-{'Z' * 26}")


def _named(at: str, name: str) -> str:
    """A place as it is told: without a plus, which stands for a blank in addresses."""
    return f"{at.replace(UTC_ENDS, 'Z')}~{name}"


def _acts(connection: sql.Connection, place: _Place, until: str, most: int) -> list[Entry]:
    later = ACTS.c.at > place.at
    if place.kind == "act" and place.key:
        later = sql.or_(later, sql.and_(ACTS.c.at == place.at, ACTS.c.id > int(place.key)))
    wanted = sql.select(ACTS).where(later, ACTS.c.at <= until).order_by(ACTS.c.at, ACTS.c.id).limit(most)
    return [
        _entry("act", str(row.id), row.at, row.kind, row, None) for row in connection.execute(wanted).all()
    ]


def _turns(connection: sql.Connection, place: _Place, until: str, most: int) -> list[Entry]:
    if place.kind == "turn":
        same = sql.and_(TURNS.c.came == place.at, TURNS.c.id > place.key)
        later = sql.or_(TURNS.c.came > place.at, same)
    else:
        later = TURNS.c.came >= place.at
    names = (TURNS.c.id, TURNS.c.account, TURNS.c.day, TURNS.c.score, TURNS.c.came)
    wanted = sql.select(*names).where(later, TURNS.c.came <= until)
    rows: Sequence[Any] = connection.execute(wanted.order_by(TURNS.c.came, TURNS.c.id).limit(most)).all()
    return [_entry("turn", row.id, row.came, "turn", row, row.score) for row in rows]


def _entry(kind: Kind, key: str, at: str, what: str, row: Any, points: int | None) -> Entry:
    name = f"{kind}-{key}"
    turn = key if kind == "turn" else row.turn
    return Entry(name, kind, at, what, row.account, row.day, turn, points, _named(at, name))
