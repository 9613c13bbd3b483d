"""What games have in common in which everyone takes whole turns, seat after seat, the same number each."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from engine.customs import Customs
from engine.line import Line
from engine.move import MARKED
from engine.notation import OVER
from engine.roll import Roll
from engine.seated import Seated

DICE = 6


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
class Settings(Customs):
    """The options of a match.   rounds: how many turns each player takes."""

    rounds: int


@dataclass(frozen=True)
class InTurns(Seated):
    """A moment of such a match, as far as all these games agree; see `engine.game.State`.

    turns: the finished ones.   rolls: the turn so far; the last one is the open throw where there is a choice.
    """

    ROLL: ClassVar[type[Roll]] = Roll
    settings: Settings
    turns: tuple[Turn, ...] = ()
    rolls: tuple[Roll, ...] = ()

    @property
    def over(self) -> bool:
        """The last turn has been played."""
        return len(self.turns) == self.settings.rounds * len(self.players)

    @property
    def in_order(self) -> tuple[str, ...]:
        """The players in the order of their turns; while dice are thrown for it, in that of the seats."""
        first = self.first or 0
        return (*self.players[first:], *self.players[:first])

    @property
    def player(self) -> str | None:
        """Whose turn it is."""
        if self.drawing:
            return self.players[self.draw.waiting[0]]
        return None if self.over else self.in_order[len(self.turns) % len(self.players)]

    @property
    def round(self) -> int:
        """The round being played, from 1; after the end the last one."""
        return min(len(self.turns) // len(self.players) + 1, self.settings.rounds)

    @property
    @abstractmethod
    def kept(self) -> tuple[int, ...]:
        """The dice that stay while the others are thrown."""

    @property
    def to_throw(self) -> int:
        if self.drawing:
            return 1
        return 0 if self.over or self.thrown else DICE - len(self.kept)

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
        if self.drawing:
            return f"{self.player}, one die for who begins"
        lines = [str(line) for roll in self.rolls for line in roll.lines]
        return (
            f"{self.player}, after {' / '.join(lines)}" if lines else f"{self.player}, at the start of a turn"
        )

    @property
    def turn_lines(self) -> tuple[Line, ...]:
        """Every line since the first turn began."""
        rolls = [roll for turn in self.turns for roll in turn.rolls] + list(self.rolls)
        return tuple(line for roll in rolls for line in roll.lines)

    def round_scores(self, scores: Sequence[int]) -> list[dict[str, int]]:
        """The finished rounds: each player's score by seat, from the scores of the finished turns in order."""
        seats = len(self.players)
        whole = range(0, len(scores) - seats + 1, seats)
        told = [dict(zip(self.in_order, scores[start : start + seats], strict=True)) for start in whole]
        return [{name: each[name] for name in self.players} for each in told]

    @property
    def _may_leave(self) -> int:
        return self.to_throw or len(self.thrown)

    def _lost(self, number: int) -> Self:
        before = self.rolls[:-1] if self.thrown else self.rolls
        roll = replace(self.rolls[-1], off=number) if self.thrown else self.ROLL((), off=number)
        after = replace(self, rolls=(*before, roll))
        return after._end("off table") if self.settings.off_table == "bust" else after

    @abstractmethod
    def _end(self, end: str) -> Self:
        """The state after the turn so far has ended like this."""
