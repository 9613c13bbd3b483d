# Tested by tests/test_webui_history.py.
"""The matches that were played before: what the history lists of each, and one of them turn by turn."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from engine.evening import BOUGHT_AT_ONCE
from engine.game import MoveError, State, Turn
from engine.line import Head
from engine.log import Match
from engine.roll import Roll
from webui.match.guests import Guests
from webui.match.lines import HEAD, rolls_of, standing
from webui.match.seen import SeenRoll
from webui.page import words
from webui.page.game import GamePage
from webui.storage.store import Line, SavedMatch

OPEN = "not finished"
REMEMBERED = 40
"""Newest matches whose players and options are offered again. More: older ones. Fewer: a faster page."""


@dataclass(frozen=True)
class RollTold:
    """One throw of an earlier turn. number: what it gave, in figures. what: what became of it. seen: by the camera."""

    thrown: tuple[int, ...]
    off: int
    number: str
    what: str
    seen: SeenRoll | None


@dataclass(frozen=True)
class TurnTold:
    """One turn of an earlier match. end: how it ended, in a word. by: who said what it shows, "" for the camera."""

    player: str
    round: int
    end: str
    number: str
    by: str
    rolls: tuple[RollTold, ...]


@dataclass(frozen=True)
class Past:
    """One match of the store. begun: by this machine's clock. match: None where its lines cannot be read any more."""

    number: int
    begun: datetime
    lines: tuple[str, ...]
    match: Match | None
    asked: bool = False

    @classmethod
    def of(cls, saved: SavedMatch) -> Past:
        """What its lines tell."""
        match = _match_of(saved.lines)
        lines = tuple(line.text for line in saved.lines)
        begun = datetime.fromisoformat(saved.begun).astimezone()
        return cls(saved.number, begun, lines, match, saved.asked)

    @property
    def state(self) -> State | None:
        """Where it stands; None where its lines cannot be read any more."""
        return self.match.state if self.match else None

    @property
    def game(self) -> str:
        """The name of its game; "" where its lines cannot be read."""
        return self._head.game if self._head else ""

    @property
    def options(self) -> dict[str, str]:
        """Its options by name, as its first line has them."""
        return {name: str(value) for name, value in self._head.options.items()} if self._head else {}

    @property
    def _head(self) -> Head | None:
        try:
            return Head.read(*self.lines[:HEAD]) if len(self.lines) >= HEAD else None
        except MoveError:
            return None

    @property
    def thrown(self) -> bool:
        """Whether anything has happened in it; a throw that is asked about has."""
        return len(self.lines) > HEAD or self.asked

    @property
    def left(self) -> bool:
        """Whether it can be gone on with: it was not played to its end."""
        return self.state is not None and self.state.outcome is None

    def is_put_aside(self, on_table: int | None) -> bool:
        """Whether it was left unfinished, and another match is on the table."""
        return self.left and self.number != on_table

    @property
    def day(self) -> str:
        """When it was begun, in words."""
        return words.moment(self.begun)

    @property
    def won(self) -> tuple[str, ...]:
        """Who has won; nobody in a match that was left."""
        return self.state.outcome.winners if self.state and self.state.outcome else ()

    @property
    def result(self) -> str:
        """How it ended, in a few words."""
        if self.state is None:
            return words.UNREADABLE
        if self.game in BOUGHT_AT_ONCE and self.state.outcome:
            return f"{self.state.outcome.places[-1][0]} buys the drinks"
        return words.result(self.won, max(self.state.scores.values()), len(self.state.players))


def remembered(past: Sequence[Past], guests: Guests) -> list[tuple[str, ...]]:
    """The players of these matches who are not to be forgotten, match by match."""
    return [
        tuple(name for name in each.state.players if name not in guests.of(each.number))
        for each in past
        if each.state
    ]


def turns_of(
    saved: SavedMatch, page: GamePage, seen: Callable[[int | None], SeenRoll | None]
) -> list[TurnTold]:
    """Its turns, each with its rolls and what the camera saw of them; the one that is not finished ends with `OPEN`."""
    match = _match_of(saved.lines)
    if not match:
        return []
    stands = [saved.lines[n] for n in standing(saved.lines).stands]
    state, pictures = match.state, map(seen, rolls_of(match.states, stands))
    told = [_turn(page, turn.player, turn.round, turn.rolls, turn, pictures) for turn in state.turns]
    if state.rolls:
        told.append(_turn(page, str(state.player), state.round, state.rolls, None, pictures))
    return told


def _turn(
    page: GamePage,
    player: str,
    number: int,
    rolls: Sequence[Roll],
    turn: Turn | None,
    pictures: Iterator[SeenRoll | None],
) -> TurnTold:
    shown = []
    for place, roll in enumerate(rolls, 1):
        end = turn.end if turn is not None and place == len(rolls) else ""
        worth, what = page.roll_told(roll, place == 1, end)
        if not what and turn is None and not roll.off:
            what = "nothing kept yet"
        shown.append(RollTold(roll.thrown, roll.off, worth, what, next(pictures, None)))
    marked = words.not_by_camera(roll.by for roll in rolls) if turn is None or turn.marked else ""
    end = turn.end if turn is not None else OPEN
    return TurnTold(player, number, end, page.turn_number(rolls, turn), marked, tuple(shown))


def _match_of(lines: Sequence[Line]) -> Match | None:
    try:
        return Match.from_lines(line.text for line in lines)
    except MoveError:
        return None
