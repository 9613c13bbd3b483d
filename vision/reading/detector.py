"""Where are the dice? A picture goes in, upright boxes of whole dice come out.

The net is a small fully convolutional detector at stride 8 (`models/nets.py`): it takes (1, H, W, 4), BGR 0 to 255 and
one channel that counts nothing (in 8-bit integers nets of four channels run faster than of three), and gives
(1, 5, H/8, W/8): a logit that a die's centre lies in the cell, the offset of the centre from the middle of the cell
(cells), and the natural logarithm of width and height over 32 px.
It knows dice of `BAND` px only; larger dice are found in the same picture made smaller.
"""

from __future__ import annotations

import itertools
import statistics
from collections.abc import Sequence
from pathlib import Path
from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.frame import Image
from vision.nouns import Box, Floats
from vision.picture.pyramid import Pyramid, shrink
from vision.reading.net import Run, open_checked

STRIDE = 8
UNIT_PX = 32.0
BAND = (13.0, 100.0)
# Pixels of the tiles in which a large picture is looked at. Larger: more memory. Smaller: slower.
_TILE_PX = 1536
# Pixels beside a tile on which its answer hangs. Larger: slower. Smaller: other dice than in the whole picture are
# found.
_MARGIN_PX = 112
# Pixels, as the net sees them, by which a part of a picture is looked at beyond its edge: what stands beside a die
# tells, too. Larger: looks at parts take longer. Smaller: dice at their edges are missed.
_ABOUT_PX = 30.0
# Score from which a box likely is of a die. Larger: dice that touch stay one. Smaller: other things are parted.
_LIKELY = 0.3
# Logarithm by which a box of two dice is longer than usual. Larger: dice that touch stay one. Smaller: slower.
_LONGER = 0.2
# Logarithm by which it is more oblong. Larger and smaller: as above.
_OBLONG = 0.17
# Pixels that it is high in a closer look. Larger: slower. Smaller: two dice stay one.
_CLOSE_PX = 64.0
# So many boxes tell what is usual: those of one picture are all oblong where it was taken aslant.
_USUAL = 3


class Detector:
    """Finds dice of any size in a picture."""

    def __init__(self, run: Run) -> None:
        self._run = run

    @classmethod
    def open(cls, path: Path, threads: int = 1) -> Detector:
        """The detector whose weights lie at `path`, in 8-bit integers if they lie beside it; raises ModelError."""
        return cls(open_checked(path, threads, (1, 64, 64, 4), (1, 5, 8, 8), "detector's net"))

    def find(
        self,
        picture: Pyramid,
        long_side: int,
        least: float,
        levels: int = 4,
        band: tuple[float, float] = BAND,
    ) -> Floats:
        """Boxes of dice: (N, 5) float32, centre x, y, width, height in px of the picture, and the score 0 to 1.

        It is looked at with its longer side `long_side` px long and at up to `levels` - 1 halves of that; at each,
        only boxes within `band` px count. Scores below `least` are left out.
        """
        found = [np.zeros((0, 5), np.float32)]
        scale = min(long_side / max(picture.image.shape[:2]), 4.0)
        small = picture.at(scale)
        for level in range(levels):
            if level > 0:
                small, scale = shrink(small, 0.5), scale / 2
            boxes = self._level(small, least)
            side = np.sqrt(boxes[:, 2] * boxes[:, 3])
            boxes = boxes[(side >= band[0]) & (side <= band[1])]
            found.append(np.asarray(boxes / np.array([scale, scale, scale, scale, 1]), np.float32))
            if max(small.shape[:2]) < 2 * STRIDE * 8:
                break
        return np.concatenate(found)

    def find_in(
        self, image: Image, where: Sequence[Box], scale: float, least: float, band: tuple[float, float]
    ) -> Floats:
        """The same of the dice whose middles lie in some parts of a picture, looked at `scale` times as large."""
        found, about = [np.zeros((0, 5), np.float32)], _ABOUT_PX / scale
        for left, top, right, bottom in where:
            x, y = max(0, int(left - about)), max(0, int(top - about))
            part = image[y : max(0, int(bottom + about)), x : max(0, int(right + about))]
            if min(part.shape[:2]) * scale < STRIDE:
                continue
            boxes = self.find(Pyramid(part), round(max(part.shape[:2]) * scale), least, 1, band)
            boxes = boxes + np.array([x, y, 0, 0, 0], np.float32)
            inside = (boxes[:, :2] >= (left, top)) & (boxes[:, :2] <= (right, bottom))
            found.append(np.asarray(boxes[inside.all(axis=1)], np.float32))
        return np.concatenate(found)

    def parted(self, image: Image, boxes: Floats) -> Floats:
        """The boxes of dice in a picture, (N, 5), with two in place of each that is found to be of two that touch."""
        two = {int(i): self._two_in(image, boxes[i]) for i in np.nonzero(_oblong(boxes))[0]}
        two = {i: each for i, each in two.items() if len(each) == 2}
        if not two:
            return boxes
        return np.concatenate([np.delete(boxes, list(two), axis=0), *two.values()])

    def _two_in(self, image: Image, box: Floats) -> Floats:
        """The boxes of the two likeliest dice whose middles lie in that box, seen closer; fewer if there are fewer."""
        x, y, wide, high = (float(side) for side in box[:4])
        reach = 1.2 * max(wide, high)
        left, top = max(0, int(x - reach)), max(0, int(y - reach))
        part = image[top : int(y + reach), left : int(x + reach)]
        close = round(max(part.shape[:2]) * _CLOSE_PX / min(wide, high))
        found = self.find(Pyramid(part), close, _LIKELY, 1, (0.55 * _CLOSE_PX, 1.6 * _CLOSE_PX))
        found = found[suppress(found, found[:, 4], 0.4, 0.5)] + np.array([left, top, 0, 0, 0], np.float32)
        inside = (np.abs(found[:, :2] - box[:2]) < box[2:4] / 2).all(axis=1)
        smaller = found[:, 2] * found[:, 3] < box[2] * box[3]
        return np.asarray(found[inside & smaller][:2], np.float32)

    def _level(self, small: Image, least: float) -> Floats:
        height, width = small.shape[:2]
        corners = itertools.product(range(0, height, _TILE_PX), range(0, width, _TILE_PX))
        boxes = np.concatenate([self._tile(small, top, left, least) for top, left in corners])
        inside: Floats = boxes[(boxes[:, 0] < width) & (boxes[:, 1] < height)]
        return inside

    def _tile(self, small: Image, top: int, left: int, least: float) -> Floats:
        """The boxes whose cells lie in the tile that begins there, in px of the whole picture."""
        above, before = max(0, top - _MARGIN_PX), max(0, left - _MARGIN_PX)
        below, behind = top + _TILE_PX, left + _TILE_PX
        seen = small[above : below + _MARGIN_PX, before : behind + _MARGIN_PX]
        padding = (0, -seen.shape[0] % 16, 0, -seen.shape[1] % 16)
        seen = cast(Image, cv2.copyMakeBorder(seen, *padding, cv2.BORDER_REPLICATE))
        grid = self._run(cv2.cvtColor(seen, cv2.COLOR_BGR2BGRA)[None])[0]
        own = np.s_[
            (top - above) // STRIDE : (below - above) // STRIDE,
            (left - before) // STRIDE : (behind - before) // STRIDE,
        ]
        return peaks(grid, least, own) + np.array([before, above, 0, 0, 0], np.float32)


def _oblong(boxes: Floats) -> NDArray[np.bool_]:
    """(N,) which boxes may be of two dice that touch: longer than usual, and of another shape."""
    likely, logs = boxes[:, 4] >= _LIKELY, np.log(np.maximum(boxes[:, 2:4], 1.0))
    shape, longer = logs[:, 0] - logs[:, 1], logs.max(axis=1)
    if np.count_nonzero(likely) < _USUAL:
        return np.asarray(likely & (np.abs(shape) > _OBLONG))
    other = np.abs(shape - statistics.median(shape[likely].tolist())) > _OBLONG
    return np.asarray(
        likely & other & (longer > statistics.median(logs[likely].mean(axis=1).tolist()) + _LONGER)
    )


def peaks(grid: Floats, least: float, within: tuple[slice, slice] = np.s_[:, :]) -> Floats:
    """The local maxima of the net's answer (5, h, w) as boxes (N, 5) in px of the picture it was given.

    within: the rows and columns of cells that count.
    """
    logits = grid[0]
    highest = cv2.dilate(logits, np.ones((3, 3), np.uint8))
    counts = np.zeros(logits.shape, np.bool_)
    counts[within] = True
    rows, columns = np.nonzero((logits >= highest) & (logits >= np.log(least / (1 - least))) & counts)
    logs = np.clip(grid[3:5, rows, columns], -3, 3)
    return np.stack(
        [
            (columns + 0.5 + grid[1, rows, columns]) * STRIDE,
            (rows + 0.5 + grid[2, rows, columns]) * STRIDE,
            UNIT_PX * np.exp(logs[0]),
            UNIT_PX * np.exp(logs[1]),
            1 / (1 + np.exp(-logits[rows, columns])),
        ],
        axis=1,
    ).astype(np.float32)


def overlaps(boxes: Floats) -> tuple[Floats, Floats]:
    """Of boxes (N, 4+) centre, size: (N, N) area shared over area of both together, and over that of the smaller."""
    low, high = boxes[:, :2] - boxes[:, 2:4] / 2, boxes[:, :2] + boxes[:, 2:4] / 2
    sides = np.minimum(high[:, None], high[None]) - np.maximum(low[:, None], low[None])
    shared = np.prod(np.clip(sides, 0, None), axis=2)
    area = boxes[:, 2] * boxes[:, 3]
    union = area[:, None] + area[None] - shared
    smaller = np.maximum(np.minimum(area[:, None], area[None]), 1e-6)
    return shared / np.maximum(union, 1e-6), shared / smaller


def suppress(boxes: Floats, rank: Floats, joint: float, inside: float) -> NDArray[np.intp]:
    """Which boxes to keep, best `rank` first: none that overlaps a better one by `joint` or lies `inside` one."""
    both, part = overlaps(boxes)
    order = np.argsort(-rank, kind="stable")
    if not np.triu((both >= joint) | (part >= inside), 1).any():
        return order  # as in most pictures
    kept: list[int] = []
    for index in order:
        if all(both[index, other] < joint and part[index, other] < inside for other in kept):
            kept.append(int(index))
    return np.array(kept, dtype=np.intp)
