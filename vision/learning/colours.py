"""The colours and the size of a set's dice: what is like them, and by how much that speaks for a die."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.learning.example import NO_DIE, Example
from vision.nouns import Floats
from vision.picture.crop import CROP_PX

# The middle of a crop, which is die and no ground: every second px.
_INSIDE = slice(CROP_PX // 4, 3 * CROP_PX // 4, 2)
# How much the spread of colours counts beside the colour. Larger: pips count more.
_SPREAD_COUNTS = 0.5
# Times the usual distance between neighbouring examples that the set reaches beyond them. Larger: other dice pass for
# it. Smaller: another light hides it.
_USUAL_TIMES = 1.5
# Units of CIELAB that it reaches beyond that. Larger and smaller: the same.
_NEAR_LAB = 10.0
# Share of the examples whose distance to the next counts as usual.
_USUAL_SHARE = 0.9
# Logarithm of odds by which the set's colours speak for a die. Larger: finds more dice, and more ghosts.
_COLOUR_SPEAKS = 1.0
# Logarithm of odds by which its size speaks for a die whose colours are right. Larger: the same.
_SIZE_SPEAKS = 1.0
# Logarithm by which a die of the set's size is larger or smaller at most. Larger: others pass for it, by size alone.
_SAME_SIZE = 0.3


@dataclass(frozen=True, eq=False)
class Colours:
    """known: (N, 6) colours of the set's examples; reach: how far from one of them counts; share: the usual size of a
    die over the longer side of its picture, 0 where nobody knows.
    """

    known: Floats
    reach: float
    share: float

    @classmethod
    def of(cls, examples: Sequence[Example]) -> Colours:
        """Those of a set with at least one die."""
        dice = [each for each in examples if each.value != NO_DIE]
        known = colours(np.array([each.crop for each in dice], np.float32))
        apart = distances(known, known) + np.diag(np.full(len(known), np.inf))
        nearest = apart.min(axis=1)
        usual = float(np.quantile(nearest, _USUAL_SHARE)) if len(known) > 1 else 0.0
        shares = [each.share for each in dice if each.share > 0]
        share = float(np.median(shares)) if shares else 0.0
        return cls(known, _USUAL_TIMES * usual + _NEAR_LAB, share)

    def away(self, crops: Floats) -> Floats:
        """(N,) how far crops (N, 48, 48, 3) are from the set, in its reach; up to 1 is of the set."""
        return np.asarray(distances(colours(crops), self.known).min(axis=1, initial=np.inf) / self.reach)

    def like(self, crops: Floats) -> NDArray[np.bool_]:
        """(N,) which crops may show a die of the set."""
        return np.asarray(self.away(crops) <= 1)

    def speak(self, boxes: Floats, like: NDArray[np.bool_], longest_px: int) -> Floats:
        """(N,) logarithms of odds by which colour and size speak for a die, in each of boxes (N, 4 or more), px, of
        which those that are like have the colours.
        """
        shares = np.sqrt(boxes[:, 2] * boxes[:, 3]) / longest_px
        alike = np.abs(np.log(np.maximum(shares, 1e-6) / max(self.share, 1e-6))) <= _SAME_SIZE
        return np.asarray(like * (_COLOUR_SPEAKS + _SIZE_SPEAKS * alike), np.float32)


def colours(crops: Floats) -> Floats:
    """(N, 6) of crops (N, 48, 48, 3): the usual colour of the middle in CIELAB, and how far it spreads."""
    if not len(crops):
        return np.zeros((0, 6), np.float32)
    middles = np.asarray(crops[:, _INSIDE, _INSIDE], np.float32) / 255
    lab = cv2.cvtColor(middles.reshape(1, -1, 3), cv2.COLOR_BGR2LAB).reshape(len(crops), -1, 3)
    return np.concatenate([np.median(lab, axis=1), _SPREAD_COUNTS * lab.std(axis=1)], axis=1)


def distances(some: Floats, others: Floats) -> Floats:
    """(N, M) between rows (N, 6) and (M, 6)."""
    return np.asarray(np.linalg.norm(some[:, None] - others[None], axis=2), np.float32)
