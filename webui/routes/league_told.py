# Tested by tests/test_webui_league_open.py.
"""What the league tells programs: nouns, from which the OpenAPI document is made."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime

from webui.league import feed
from webui.league.turn import Turn


@dataclass(frozen=True)
class Me:
    """Whose token it is, and whether the league is open for them now."""

    id: str
    name: str
    zone: str
    today: date
    open: bool


@dataclass(frozen=True)
class TurnTold:
    """A turn as it counts now. lines: as a match; none in a list of turns."""

    id: str
    account: str
    player: str
    day: date
    points: int
    reported: int
    dice: str
    came: datetime
    late: bool
    withdrawn: bool
    comment: str
    lines: tuple[str, ...]


@dataclass(frozen=True)
class Day:
    """The turns of a day that count, the first one first."""

    day: date
    turns: tuple[TurnTold, ...]


@dataclass(frozen=True)
class Stands:
    """A player's year."""

    place: int
    account: str
    player: str
    total: int
    turns: int
    busts: int
    best: int
    streak: int


@dataclass(frozen=True)
class Year:
    """The standings of a year, or some of them. players: how many there are."""

    year: int
    players: int
    standings: tuple[Stands, ...]


@dataclass(frozen=True)
class Feed:
    """Entries of the feed. after: where the next answer goes on."""

    entries: tuple[feed.Entry, ...]
    after: str


@dataclass(frozen=True)
class Reported:
    """What became of a report."""

    state: str
    sentence: str
    turn: str


def turn_told(turn: Turn, names: dict[str, str], lines: tuple[str, ...] = ()) -> TurnTold:
    """A turn as it is told. names: of the accounts, by their ids."""
    said = "" if turn.hidden else turn.comment
    return TurnTold(
        turn.id,
        turn.account,
        names.get(turn.account, ""),
        turn.day,
        turn.score,
        turn.reported,
        turn.mark,
        turn.came,
        turn.late,
        turn.withdrawn,
        said,
        lines,
    )
