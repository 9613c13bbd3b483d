"""One throw of a turn, and what became of it."""

from __future__ import annotations

from dataclasses import dataclass

from engine.line import Line


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
