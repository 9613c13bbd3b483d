"""How dice left the table in a throw that is on its way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from hardware.frame import Image
from webui.match.seen import Corners, SeenDie, SeenRoll

ALIKE = 14.0
"""Shades of grey, of 255, by which a die may differ from one picture to the other and lie as it lay. Larger: a die is
ringed that still rolled there. Smaller: a shadow takes the ring off."""


@dataclass(frozen=True, eq=False)
class Leaving:
    """How dice left the table in the throw that is on its way: the newest picture of one, and where each went.

    told: the number of the roll that the line tells of which the match has of it already; None without one.
    """

    picture: Image
    way: tuple[Corners, ...]
    edge: Corners
    told: int | None = None

    def of(self, seen: SeenRoll, picture: Image) -> SeenRoll:
        """The throw that came to rest, with how its dice left. picture: of the dice at rest."""
        lay = lying(seen.thrown, self.picture, picture)
        return replace(seen, way=self.way, edge=self.edge, lay=lay)


def lying(dice: Sequence[SeenDie], before: Image, after: Image) -> tuple[int, ...]:
    """The dice, by their place among these, that lay already in the picture before as they lie in the one after."""
    if before.shape != after.shape:
        return ()
    return tuple(n for n, die in enumerate(dice) if _differ(die.corners, before, after) < ALIKE)


def _differ(corners: Corners, before: Image, after: Image) -> float:
    """By how many shades of grey the two differ where this die lies, in the mean."""
    x, y, wide, high = cv2.boundingRect(np.array(corners, np.float32))
    there = slice(max(y, 0), max(y + high, 0)), slice(max(x, 0), max(x + wide, 0))
    if before[there].size == 0:
        return np.inf
    return float(np.mean(cv2.absdiff(before[there], after[there])))
