"""The table before any die was told of: where a place was seen bare, no die lay; where it was hidden, one may have.

A film begins with a hand in the picture, and the dice come at once: the table is never seen empty for long enough to
be told of. But some looks found no die, and in the picture of such a look the surroundings of a die are as they are
now, so nothing hid its place, and its place is not as it is now.

A hand that lies still in the first picture is taken for a part of the table, and the table for empty. When it goes, the
surroundings of a die that lay under it are others than in every picture before.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.frame import Image
from vision.following.rest import Rest
from vision.nouns import Floats
from vision.throw.look import Look

# Pixels that a kept picture is wide. Larger: slower. Smaller: the surroundings of a small die are a few pixels.
WIDE_PX = 320
# Pixels, odd, over which it is averaged. Larger: the die's own rim changes its surroundings. Smaller: a die that lay
# there while the camera was out of focus is new when it is sharp.
SOFT_PX = 7
# Pictures that are kept, the earliest and the newest. More: slower. Fewer: one without a hand over the place is lost.
MOST = 8
# Edges round a die's middle from where its surroundings begin. Larger: few pixels are left between dice. Smaller: they
# hold the rim of the die.
BESIDE_DICE = 1.3
# Edges up to where they reach. Larger: a hand far away hides the place. Smaller: a finger on it does not.
AROUND_DICE = 2.4
# Grey levels from which a pixel is another. Larger: a hand of the table's colour hides nothing. Smaller: noise does.
OTHER_LEVELS = 16.0
# Grey levels by which the light as a whole may change. Larger: dice that lay there in the first dark pictures of a
# camera are new. Smaller: a camera that sets its exposure sees no place bare.
LIGHT_LEVELS = 40.0
# Share of the surroundings that is as it is now. Larger: the die's own shadow hides the place. Smaller: fingers do not.
ALIKE = 0.5
# Share of the place that is not. Larger: a die of the table's colour lay there. Smaller: one that was not found is new.
ANEW = 0.3

Where = NDArray[np.bool_]


class Bare:
    """Pictures in which no die was found, before any die was told of."""

    def __init__(self) -> None:
        self.pictures: list[Floats] = []

    def step(self, look: Look) -> None:
        """One more frame."""
        if not look.read or look.rests:
            return
        self.pictures.append(_small(look.image))
        if len(self.pictures) > MOST:
            del self.pictures[MOST // 2]

    def forget(self) -> None:
        """Dice were told of."""
        self.pictures.clear()


def were_bare(rests: Sequence[Rest], look: Look, pictures: Iterable[Floats]) -> bool:
    """Whether the place of each of these dice was seen bare in one of the pictures."""
    seen = _Seen.of(look, pictures)
    return all(seen.was_bare(rest) for rest in rests)


def were_hidden(rests: Sequence[Rest], look: Look, pictures: Sequence[Floats]) -> bool:
    """Whether the place of one of these dice was hidden in the first of the pictures, and bare in none.

    Not so where there are none: a die of the table's colour is as its place was.
    """
    if not pictures:
        return False
    seen = _Seen.of(look, pictures)
    return any(
        seen.hidden(rest, then) > 1 - ALIKE
        for then in seen.others[:1]
        for rest in rests
        if not seen.was_bare(rest)
    )


@dataclass(frozen=True, eq=False)
class _Seen:
    """Where pictures are other than now, each (h, w); `free` of dice now; `scale`: their px in one of the look."""

    others: list[Where]
    free: Where
    scale: float

    @classmethod
    def of(cls, look: Look, pictures: Iterable[Floats]) -> _Seen:
        """Those of the pictures whose light is about that of now."""
        now = _small(look.image)
        scale = now.shape[1] / look.image.shape[1]
        boxes = [_box(rest, BESIDE_DICE, scale, now.shape) for rest in look.rests]
        free = ~np.logical_or.reduce([np.zeros(now.shape, np.bool_), *boxes])
        changes = [now - then for then in pictures if then.shape == now.shape]
        return cls(
            [_others(change) for change in changes if abs(np.median(change)) <= LIGHT_LEVELS], free, scale
        )

    def was_bare(self, rest: Rest) -> bool:
        """Whether a die's place is another than it was in a picture in which nothing hid it."""
        return any(self._is_anew(rest, then) and self.hidden(rest, then) <= 1 - ALIKE for then in self.others)

    def hidden(self, rest: Rest, other: Where) -> float:
        """The share of a die's surroundings that is other than it was; nan where none are to be seen."""
        around = self.free & _box(rest, AROUND_DICE, self.scale, other.shape)
        return float(other[around].mean()) if around.any() else math.nan

    def _is_anew(self, rest: Rest, other: Where) -> bool:
        place = _box(rest, 1.0, self.scale, other.shape)
        return bool(place.any() and other[place].mean() >= ANEW)


def _others(change: Floats) -> Where:
    """Where a picture is another than it was, but for its light as a whole."""
    return np.asarray(np.abs(change - np.median(change)) > OTHER_LEVELS)


def _box(rest: Rest, dice: float, scale: float, shape: tuple[int, ...]) -> Where:
    """The pixels of a small picture within the die's box, `dice` times as large."""
    corners = rest.detection.corners_px
    middle, half = corners.mean(axis=0), np.ptp(corners, axis=0) / 2 * dice
    left, top, right, below = np.concatenate([middle - half, middle + half]) * scale
    inside = np.zeros(shape, np.bool_)
    inside[max(0, round(top)) : max(0, round(below)), max(0, round(left)) : max(0, round(right))] = True
    return inside


def _small(image: Image) -> Floats:
    """(h, w) float32, its grey levels, small and smooth."""
    height, width = image.shape[:2]
    size = WIDE_PX, max(1, round(height * WIDE_PX / width))
    small = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
    return cast(
        Floats, cv2.blur(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), (SOFT_PX, SOFT_PX)).astype(np.float32)
    )
