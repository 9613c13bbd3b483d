"""A turn of 420: the dice that stay, and one throw of the others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.line import Line
from engine.move import MARKED
from engine.roll import Roll

GOAL = 20


def lines_of(stays: tuple[int, ...] | None, rolls: Sequence[Roll]) -> tuple[Line, ...]:
    """What stays and what was thrown, as lines of a match."""
    keep = () if stays is None else (Line("keep", stays),)
    return (*keep, *(line for roll in rolls for line in roll.lines))


@dataclass(frozen=True)
class Turn:
    """A finished turn.

    round: from 1.   stays: the dice that were kept, None where the round began with this throw.   rolls: the throw,
    and before it one for each time that dice left the table.   final: the hand after it, each die in its place; empty
    where it was lost.
    """

    player: str
    round: int
    stays: tuple[int, ...] | None
    rolls: tuple[Roll, ...]
    final: tuple[int, ...]

    @property
    def kept(self) -> tuple[int, ...]:
        """The dice that stayed while the others were thrown."""
        return self.stays or ()

    @property
    def thrown(self) -> tuple[int, ...]:
        """The dice thrown, in the order they were given; empty where the hand was lost."""
        return self.rolls[-1].thrown

    @property
    def score(self) -> int:
        """The sum of the hand; 0 where it was lost."""
        return sum(self.final)

    @property
    def qualified(self) -> bool:
        """The hand is twenty."""
        return self.score == GOAL

    @property
    def end(self) -> str:
        """`twenty`, `short`, `over` or `off table`."""
        if not self.final:
            return "off table"
        return "twenty" if self.qualified else "short" if self.score < GOAL else "over"

    @property
    def marked(self) -> bool:
        """True where dice of this turn were typed in or thrown by the program."""
        return any(roll.by in MARKED for roll in self.rolls)

    @property
    def lines(self) -> tuple[Line, ...]:
        """This turn as lines of a match."""
        return lines_of(self.stays, self.rolls)
