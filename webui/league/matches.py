"""Matches of any game that tables bring to the league, so that one page shows all tables.

A match is its lines. It is brought again whenever they have changed, and the newest lines stand: so a correction at a
table carries through.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Any

import sqlalchemy as sql

from engine.log import Match
from engine.move import MoveError
from webui.json_text import read_json
from webui.league.place import written
from webui.league.refusal import Denied
from webui.storage.league import DEVICES
from webui.storage.league_matches import BROUGHT
from webui.storage.saved import Line, SavedMatch

MOST_LINES = 5_000
"""Lines of one match at most. Smaller: a very long match is refused."""
MOST_BYTES = 400_000
"""Bytes of one match as it is brought, at most. Smaller: a very long match is refused."""
AHEAD = timedelta(days=1)
"""How far the clock of a table may be ahead. Larger: a wrong clock puts its matches before all others for longer."""
NO_MATCH = "That is no match: a number, when it was begun, and its lines."


@dataclass(frozen=True)
class Brought:
    """One match as its table knows it. begun: UTC."""

    number: int
    begun: datetime
    lines: tuple[str, ...]

    @classmethod
    def of(cls, saved: SavedMatch) -> Brought:
        """A match of this table."""
        begun = datetime.fromisoformat(saved.begun).astimezone(UTC)
        return cls(saved.number, begun, tuple(line.text for line in saved.lines))

    @classmethod
    def read(cls, body: str) -> Brought:
        """A match from JSON: `number`, `begun` (ISO, with its zone), `lines`. Raises Denied for what is none."""
        try:
            facts = read_json(body)
            number, begun, lines = facts["number"], datetime.fromisoformat(facts["begun"]), facts["lines"]
            begun = begun.astimezone(UTC) if begun.tzinfo else begun.replace(tzinfo=UTC)
            well = (
                isinstance(number, int)
                and 0 < number < 2**31
                and all(isinstance(line, str) for line in lines)
            )
            if not well or len(lines) > MOST_LINES or len(body) > MOST_BYTES:
                raise Denied(NO_MATCH)
            Match.from_lines(lines)
        except MoveError as error:
            raise Denied(f"The lines of that match do not fit together: {error}") from None
        except (ValueError, TypeError, KeyError, OverflowError):
            raise Denied(NO_MATCH) from None
        return cls(number, begun, tuple(lines))

    @property
    def body(self) -> str:
        """The match as it is brought: JSON that `read` reads."""
        return json.dumps(
            {"number": self.number, "begun": self.begun.isoformat(), "lines": self.lines}, ensure_ascii=False
        )

    @property
    def mark(self) -> str:
        """The SHA-256 of its lines, as hex: another one where anything in it has changed."""
        return sha256("\n".join(self.lines).encode()).hexdigest()

    @property
    def over(self) -> bool:
        """Whether it was played to its end."""
        try:
            return Match.from_lines(list(self.lines)).state.outcome is not None
        except MoveError:
            return False


@dataclass(frozen=True)
class FarMatch:
    """One match of another table. table: its name."""

    table: str
    saved: SavedMatch


def keep(connection: sql.Connection, now: datetime, device: str, brought: Brought) -> None:
    """Keep a match of this table; the newest lines stand. Raises Denied."""
    if brought.begun > now + AHEAD:
        raise Denied("That match begins tomorrow or later: look at the clock of the table.")
    key = {"device": device, "number": brought.number, "begun": written(brought.begun)}
    facts: dict[str, Any] = {"lines": list(brought.lines), "came": written(now)}
    if connection.execute(BROUGHT.update().filter_by(**key).values(**facts)).rowcount == 0:
        connection.execute(BROUGHT.insert().values(**key, **facts))


def far_matches(connection: sql.Connection, most: int) -> tuple[FarMatch, ...]:
    """The newest matches of other tables, the newest first; those of a table that was taken away, too."""
    rows = connection.execute(
        sql.select(BROUGHT, DEVICES.c.name)
        .join(DEVICES, DEVICES.c.id == BROUGHT.c.device)
        .order_by(BROUGHT.c.begun.desc(), BROUGHT.c.number.desc())
        .limit(most)
    )
    return tuple(
        FarMatch(str(row.name), SavedMatch(row.number, row.begun, tuple(map(Line, row.lines))))
        for row in rows
    )
