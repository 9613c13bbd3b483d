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
from vision.reading.faces import Sizes

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
# Logarithm by which a die of the set's size is larger or smaller than all examples at most. Larger: others pass for it,
# by size alone.
_SAME_SIZE = 0.3
# The same for what may be of the set at all. Larger: specks of a cloth in the set's colours pass for its dice. Smaller:
# the set is not known from another place.
_MAY_BE_SIZE = 0.5


@dataclass(frozen=True, eq=False)
class Colours:
    """known: (N, 6) colours of the set's examples; reach: how far from one of them counts.

    shares: the sizes of the smallest and the largest example over the longer side of the picture; None: nobody knows.
    """

    known: Floats
    reach: float
    shares: tuple[float, float] | None

    @classmethod
    def of(cls, examples: Sequence[Example]) -> Colours:
        """Those of a set with at least one die."""
        dice = [each for each in examples if each.value != NO_DIE]
        known = colours(np.array([each.crop for each in dice], np.float32))
        apart = distances(known, known) + np.diag(np.full(len(known), np.inf))
        nearest = apart.min(axis=1)
        usual = float(np.quantile(nearest, _USUAL_SHARE)) if len(known) > 1 else 0.0
        shares = [each.share for each in dice if each.share > 0]
        return cls(known, _USUAL_TIMES * usual + _NEAR_LAB, (min(shares), max(shares)) if shares else None)

    def away(self, crops: Floats) -> Floats:
        """(N,) how far crops (N, 48, 48, 3) are from the set, in its reach; up to 1 is of the set."""
        return np.asarray(distances(colours(crops), self.known).min(axis=1, initial=np.inf) / self.reach)

    def like(self, crops: Floats) -> NDArray[np.bool_]:
        """(N,) which crops may show a die of the set."""
        return np.asarray(self.away(crops) <= 1)

    def of_set(self, crops: Floats, boxes: Floats, sizes: Sizes) -> NDArray[np.bool_]:
        """(N,) which crops, of boxes (N, 4 or more), px, may show a die of the set by colour and size.

        Where the size of dice is known, colour is enough: the set may have been taught from another place.
        """
        anyway = sizes.known or self.shares is None
        return self.like(crops) & (anyway | self._sized(boxes, sizes, _MAY_BE_SIZE))

    def speak(self, boxes: Floats, like: NDArray[np.bool_], sizes: Sizes) -> Floats:
        """(N,) logarithms of odds by which colour and size speak for a die, in each of boxes (N, 4 or more), px, of
        which those that are like may be of the set.
        """
        alike = self._sized(boxes, sizes, _SAME_SIZE)
        return np.asarray(like * (_COLOUR_SPEAKS + _SIZE_SPEAKS * alike), np.float32)

    def _sized(self, boxes: Floats, sizes: Sizes, beyond: float) -> NDArray[np.bool_]:
        """(N,) which boxes are as large as the examples, or by such a logarithm beyond them at most; none where nobody
        knows how large they are.
        """
        least, most = self.shares or (np.inf, 0.0)
        sides = np.sqrt(boxes[:, 2] * boxes[:, 3]) / sizes.longest_px
        return np.asarray((sides >= least * np.exp(-beyond)) & (sides <= most * np.exp(beyond)))


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
