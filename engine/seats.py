"""What games have in common in which everyone takes whole turns, seat after seat, the same number each."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import ClassVar, Self

from engine.line import Head, Line
from engine.move import MARKED
from engine.notation import OVER, check_off


@dataclass(frozen=True)
class Roll:
    """One throw of a turn and what became of it.

    thrown: the faces in the order they were given, empty where dice left the table before they were read.
    by: see `move.BY`.   kept: the dice chosen from it in rising order; empty while the choice is open, where
    nothing was left to choose, and after `off`.   off: how many dice left the table.
    """

    thrown: tuple[int, ...]
    by: str | None = None
    kept: tuple[int, ...] = ()
    off: int = 0

    @property
    def left(self) -> tuple[int, ...]:
        """The thrown dice that were not kept, in the order they were thrown."""
        left = list(self.thrown)
        for face in self.kept:
            left.remove(face)
        return tuple(left)

    @property
    def choice(self) -> Line:
        """The line of what was kept."""
        return Line("keep", self.kept)

    @property
    def lines(self) -> tuple[Line, ...]:
        """This roll as lines of a match."""
        thrown = (Line("throw", self.thrown, self.by),) if self.thrown else ()
        kept = (self.choice,) if self.kept else ()
        return (*thrown, *kept, *((Line("off", number=self.off),) if self.off else ()))


@dataclass(frozen=True)
class Turn:
    """A finished turn.   round: counted from 1.   end: why it ended, in a word or two."""

    player: str
    round: int
    rolls: tuple[Roll, ...]
    end: str

    @property
    def marked(self) -> bool:
        """True where dice of this turn were typed in or thrown by the program."""
        return any(roll.by in MARKED for roll in self.rolls)


@dataclass(frozen=True)
class Settings:
    """The options of a match: turns for each player, and what a die off the table does (`again` or `bust`)."""

    rounds: int
    off_table: str


@dataclass(frozen=True)
class InTurns(ABC):
    """A moment of such a match, as far as all these games agree; see `engine.game.State`.

    turns: the finished ones.   rolls: the turn so far; the last one is the open throw where there is a choice.
    """

    NAME: ClassVar[str]
    ROLL: ClassVar[type[Roll]] = Roll
    players: tuple[str, ...]
    settings: Settings
    turns: tuple[Turn, ...] = ()
    rolls: tuple[Roll, ...] = ()

    @property
    def options(self) -> dict[str, int | str]:
        """Every option of the match with its value."""
        return asdict(self.settings)

    @property
    def over(self) -> bool:
        """The last turn has been played."""
        return len(self.turns) == self.settings.rounds * len(self.players)

    @property
    def player(self) -> str | None:
        """Whose turn it is."""
        return None if self.over else self.players[len(self.turns) % len(self.players)]

    @property
    def round(self) -> int:
        """The round being played, from 1; after the end the last one."""
        return min(len(self.turns) // len(self.players) + 1, self.settings.rounds)

    @property
    @abstractmethod
    def to_throw(self) -> int:
        """How many dice are awaited."""

    @property
    def thrown(self) -> tuple[int, ...]:
        """The open throw in the order it was thrown; empty while dice are awaited."""
        last = self.rolls[-1] if self.rolls else Roll(())
        return () if last.kept or last.off else last.thrown

    @property
    def bust(self) -> bool:
        """The last thing that happened was a bust: nothing scored, or a die off the table that costs the turn."""
        return not self.rolls and bool(self.turns) and self.turns[-1].end in ("bust", "off table")

    @property
    def position(self) -> str:
        """Whose turn it is, and the turn so far in the notation of a match."""
        if self.over:
            return OVER
        lines = [str(line) for roll in self.rolls for line in roll.lines]
        return (
            f"{self.player}, after {' / '.join(lines)}" if lines else f"{self.player}, at the start of a turn"
        )

    @property
    def lines(self) -> tuple[str, ...]:
        """The match so far in its notation."""
        head = Head(self.NAME, self.players, self.options)
        rolls = [roll for turn in self.turns for roll in turn.rolls] + list(self.rolls)
        return (*head.lines, *(str(line) for roll in rolls for line in roll.lines))

    def round_scores(self, scores: Sequence[int]) -> list[dict[str, int]]:
        """The finished rounds: each player's score, from the scores of the finished turns in order."""
        seats = len(self.players)
        whole = range(0, len(scores) - seats + 1, seats)
        return [dict(zip(self.players, scores[start : start + seats], strict=True)) for start in whole]

    def off(self, number: int) -> Self:
        """The state after dice left the table in the throw that is open or awaited. Raises IllegalMove."""
        check_off(number, self.to_throw or len(self.thrown), self.position)
        before = self.rolls[:-1] if self.thrown else self.rolls
        roll = replace(self.rolls[-1], off=number) if self.thrown else self.ROLL((), off=number)
        after = replace(self, rolls=(*before, roll))
        return after._end("off table") if self.settings.off_table == "bust" else after

    @abstractmethod
    def _end(self, end: str) -> Self:
        """The state after the turn so far has ended like this."""


def best_of(scores: dict[str, int]) -> tuple[str, ...]:
    """Who has the highest score, by seat."""
    return tuple(name for name, score in scores.items() if score == max(scores.values()))
