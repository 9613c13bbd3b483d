"""What a camera would have seen, for tests of everything after vision."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from hardware.frame import Image
from vision.nouns import Die, DieState, OffTable, Roll, Zone
from webui.match.seen import SeenRoll, seen_roll


def picture(width: int = 64, height: int = 48, shade: int = 90) -> Image:
    """A plain picture."""
    return np.full((height, width, 3), shade, np.uint8)


def die(value: int | None, zone: Zone = "throw", place: int = 0) -> Die:
    """A die at rest; None for one that must be asked about, most likely a 6, then a 4."""
    corners = np.array([[0, 0], [8, 0], [8, 8], [0, 8]], np.float32) + 9 * place
    first = (6, 4) if value is None else (value,)
    ranking = (*first, *(face for face in range(1, 7) if face not in first))
    return Die(
        value,
        0.6 if value is None else 0.99,
        "unsure" if value is None else "flat",
        zone,
        corners,
        ranking,
        place,
    )


def roll(faces: Sequence[int | None], kept: Sequence[int | None] = (), off: int = 0, why: str = "") -> Roll:
    """A throw at rest, with these dice in the throw zone and those in the keep zone."""
    dice = [die(face, "throw", place) for place, face in enumerate(faces)]
    dice += [die(face, "keep", place) for place, face in enumerate(kept, len(faces))]
    return Roll(1.0, tuple(faces), tuple(kept), off, why, picture(), tuple(dice))


def off_table(n: int = 1) -> OffTable:
    """Dice that have just left the table."""
    return OffTable(0.5, n, "A die went over the near edge.", picture(shade=30))


def seen_throw(
    faces: Sequence[int | None], state: DieState = "unsure", number: int = 1, kept: Sequence[int] = ()
) -> SeenRoll:
    """A throw as the store keeps it. state: how the dice lie that have no value."""
    seen = seen_roll(roll(faces, kept), number, has_picture=False)
    return replace(seen, dice=tuple(die if die.value else replace(die, state=state) for die in seen.dice))
