"""The lowest die begins. Its throws are part of the match: lines of one die each, before the first turn."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from engine.roll import Roll


@dataclass(frozen=True)
class Draw:
    """One die each in the order of the seats; whoever is level with the lowest throws again, until one is lowest.

    seats: how many there are; 0 where who begins is settled otherwise.   rolls: of one die each, in order; in one of
    them no die, where it left the table.
    """

    seats: int = 0
    rolls: tuple[Roll, ...] = ()

    @cached_property
    def _now(self) -> tuple[tuple[int, ...], int, bool]:
        """The seats between which it is open, how many of them have thrown, and whether they were level."""
        among, level = tuple(range(self.seats)), False
        faces = [roll.thrown[0] for roll in self.rolls if roll.thrown]
        while len(among) > 1 and len(faces) >= len(among):
            thrown, faces, level = faces[: len(among)], faces[len(among) :], True
            among = tuple(seat for seat, face in zip(among, thrown, strict=True) if face == min(thrown))
        return among, len(faces), level

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats that have still to throw, the next one first; empty when it is settled."""
        among, thrown, _ = self._now
        return among[thrown:] if len(among) > 1 else ()

    @property
    def level(self) -> tuple[int, ...]:
        """The seats that were level and throw again; empty the first time round, and when it is settled."""
        among, _, level = self._now
        return among if level and len(among) > 1 else ()

    @property
    def lowest(self) -> int | None:
        """The seat that begins; None while that is open, or where it is settled otherwise."""
        among, _, _ = self._now
        return among[0] if len(among) == 1 else None
