"""Where the dice and lots of the program come from. The engine holds no source of chance: it is handed one."""

from __future__ import annotations

from typing import Protocol

from engine.dice import Faces


class Chance(Protocol):
    """A source of chance. `random.Random` is one."""

    def randrange(self, stop: int, /) -> int:
        """A whole number from 0 to stop - 1."""


def program_dice(number: int, chance: Chance) -> Faces:
    """Dice thrown by the program ("internet dice"); the throw is to be written down with by=program."""
    return tuple(1 + chance.randrange(6) for _ in range(number))
