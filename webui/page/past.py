"""The matches that were played before: what the history lists of each, and one of them turn by turn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from engine.game import MoveError, State
from engine.log import Match
from engine.morning_roll import MorningRoll, Roll, Turn
from webui.match.lines import HEAD, rolls_of, standing
from webui.match.seen import SeenRoll
from webui.page import words
from webui.storage.store import Line, SavedMatch

OPEN = "not finished"
Told = list[tuple[Turn, list[tuple[Roll, SeenRoll | None]]]]


@dataclass(frozen=True)
class Past:
    """One match of the store. begun: by this machine's clock. state: None where its lines cannot be read any more."""

    number: int
    begun: datetime
    lines: tuple[str, ...]
    state: State | None
    asked: bool = False

    @classmethod
    def of(cls, saved: SavedMatch) -> Past:
        """What its lines tell."""
        match = _match_of(saved.lines)
        lines = tuple(line.text for line in saved.lines)
        begun = datetime.fromisoformat(saved.begun).astimezone()
        return cls(saved.number, begun, lines, match.state if match else None, saved.asked)

    @property
    def thrown(self) -> bool:
        """Whether anything has happened in it; a throw that is asked about has."""
        return len(self.lines) > HEAD or self.asked

    @property
    def left(self) -> bool:
        """Whether it can be gone on with: it was not played to its end."""
        return self.state is not None and self.state.outcome is None

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
        return words.result(self.won, max(self.state.scores.values()), len(self.state.players))


def turns_of(saved: SavedMatch, seen: Callable[[int | None], SeenRoll | None]) -> Told:
    """Its turns, each with its rolls and what the camera saw of them; the one that is not finished ends with `OPEN`."""
    match = _match_of(saved.lines)
    if not match or not isinstance(match.state, MorningRoll):
        return []
    stands = [saved.lines[n] for n in standing(saved.lines).stands]
    rolls, state = iter(rolls_of(match.states, stands)), match.state
    begun = (Turn(str(state.player), state.round, state.rolls, OPEN),) if state.rolls else ()
    return [
        (turn, [(roll, seen(next(rolls, None))) for roll in turn.rolls]) for turn in (*state.turns, *begun)
    ]


def _match_of(lines: Sequence[Line]) -> Match | None:
    try:
        return Match.from_lines(line.text for line in lines)
    except MoveError:
        return None
