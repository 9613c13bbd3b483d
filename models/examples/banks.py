"""Training examples, cut out once: patches with a die in the middle, patches with none, and whole photos.

A patch shows `REACH` times the size of its die (or of what might be taken for one), so that it can still be turned,
moved and scaled by chance before the reader's crop is cut from it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.examples.augment import Random, window
from models.examples.negatives import Clutter
from models.examples.photos import HIDDEN, Photo
from models.nets import NONE
from vision.picture.pyramid import shrink

Patch = NDArray[np.uint8]

PATCH_PX = 96
REACH = 2.3
_LEAST_PX = 15.0  # below that the labels themselves are often wrong


@dataclass(frozen=True, eq=False)
class Bank:
    """patches: (N, 96, 96, 3) uint8 BGR; values: (N,) 1 to 6, 0 where there is no readable die. overhead: (N,)."""

    patches: Patch
    values: NDArray[np.int64]
    overhead: NDArray[np.bool_]

    @property
    def classes(self) -> NDArray[np.int64]:
        """What the reader's net should answer: 0 to 5 for the values, `NONE` for nothing to read."""
        return np.where(self.values > 0, self.values - 1, NONE)


EMPTY = Bank(np.zeros((0, PATCH_PX, PATCH_PX, 3), np.uint8), np.zeros(0, np.int64), np.zeros(0, np.bool_))

Row = tuple[Patch, int, bool]  # patch, value, overhead


def joined(one: Bank, other: Bank) -> Bank:
    """Both banks as one."""
    return Bank(
        np.concatenate([one.patches, other.patches]),
        np.concatenate([one.values, other.values]),
        np.concatenate([one.overhead, other.overhead]),
    )


def collect(rows: Iterable[Row]) -> Bank:
    """A bank of the rows."""
    patches, values, overhead = zip(*rows, strict=True)
    return Bank(np.stack(patches), np.array(values, np.int64), np.array(overhead, np.bool_))


def cut(image: Patch, x: float, y: float, side: float, times: float = REACH, px: int = PATCH_PX) -> Patch:
    """The patch round (x, y) for a die of `side` px, averaged down where it is larger than the patch.

    times: the patch's side over the die's; px: its side.
    """
    scale = min(1.0, 1.4 * px / (times * side))
    reach = times * side
    left, top = max(0, int(x - reach)), max(0, int(y - reach))
    right, low = min(image.shape[1], int(x + reach) + 1), min(image.shape[0], int(y + reach) + 1)
    near = shrink(image[top:low, left:right], scale)
    where = ((x - left) * scale, (y - top) * scale)
    return window(near, where, (reach * scale, reach * scale), 0.0, False, px)[0]


def dice(photos: Iterable[Photo]) -> Iterator[Row]:
    """Every labelled die of the photos that is not cocked."""
    for photo in photos:
        image = photo.open()
        for index, (x, y, w, h, value) in enumerate(photo.dice.tolist()):
            side, level = float(np.sqrt(w * h)), photo.states is None or photo.states[index, 0] < 0.5
            if side >= _LEAST_PX and value != HIDDEN and level:
                yield cut(image, x, y, side), int(value), photo.overhead


def no_dice(photos: Iterable[Photo], random: Random, each: int) -> Iterator[Row]:
    """`each` patches of every photo that show parts of dice, several, one much too small, or what lies beside."""
    for photo in photos:
        image = photo.open()
        for _ in range(each):
            place = _place(photo, random)
            if place is not None:
                yield cut(image, *place), 0, photo.overhead


def others(photos: Iterable[Photo]) -> Iterator[Row]:
    """Every boxed thing that is no die and about as wide as high: figures, blank cubes, polyhedra, buttons, keys."""
    for photo in photos:
        boxes = photo.others if photo.others is not None else np.zeros((0, 4), np.float32)
        sides, shapes = np.sqrt(boxes[:, 2] * boxes[:, 3]), boxes[:, 2] / np.maximum(boxes[:, 3], 1)
        alike = boxes[(sides >= _LEAST_PX) & (shapes > 0.5) & (shapes < 2)]
        if not len(alike):
            continue
        image = photo.open()
        for x, y, w, h in alike.tolist():
            yield cut(image, x, y, float(np.sqrt(w * h))), 0, photo.overhead


def _place(photo: Photo, random: Random) -> tuple[float, float, float] | None:
    """Centre and size of something in the photo that is not one whole die; None if chance found none."""
    if not len(photo.dice):
        return None
    x, y, w, h, _ = photo.dice[random.integers(len(photo.dice))].tolist()
    side = float(np.sqrt(w * h))
    angle, kind = random.uniform(0, 2 * np.pi), random.integers(5)
    if kind == 0:  # a piece of a die, one or two pips large
        off = random.uniform(0.12, 0.45) * side
        return x + off * np.cos(angle), y + off * np.sin(angle), random.uniform(0.2, 0.4) * side
    if kind == 1:  # a die much too small for the box
        off = random.uniform(0, 0.5) * side
        return x + off * np.cos(angle), y + off * np.sin(angle), random.uniform(2.0, 3.2) * side
    if kind == 2 or not photo.background:  # its edge, or the gap to its neighbour
        off = random.uniform(0.65, 1.1) * side
    else:  # anywhere
        return _anywhere(photo, random, side)
    place = (x + off * np.cos(angle), y + off * np.sin(angle), random.uniform(0.7, 1.2) * side)
    return place if _clear(photo, place, 0.55) else None


def _anywhere(photo: Photo, random: Random, side: float) -> tuple[float, float, float] | None:
    place = (
        random.uniform(0, photo.size[0]),
        random.uniform(0, photo.size[1]),
        side * float(np.exp(random.uniform(np.log(0.3), np.log(1.5)))),
    )
    return place if _clear(photo, place, 0.8) else None


def _clear(photo: Photo, place: tuple[float, float, float], sides: float) -> bool:
    """Whether no die has its middle within `sides` of its own size of the place."""
    away = np.hypot(photo.dice[:, 0] - place[0], photo.dice[:, 1] - place[1])
    inside = 0 < place[0] < photo.size[0] and 0 < place[1] < photo.size[1]
    return inside and bool(np.all(away > sides * np.sqrt(photo.dice[:, 2] * photo.dice[:, 3])))


def clutter(source: Clutter, random: Random, count: int) -> Iterator[Row]:
    """`count` patches of clutter; in two of three, something lies in the middle as large as a die would be."""
    for _ in range(count):
        image = source.picture(random, PATCH_PX)
        if random.random() < 0.67:
            source.lay(image, random, PATCH_PX / REACH * random.uniform(0.7, 1.2), middle=True)
        yield image, 0, True
