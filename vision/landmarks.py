"""The landmarks of a view: corners of its background, by which it is told where the view went.

They are followed from a picture of how it was. Dice, hands and cups move a few of them, each its own way; a nudge of
the camera moves nearly all of them the same way. A camera that went far, was turned or hangs the other way shows none
of them where they were, nor anywhere: it sees something else, and so does one with somebody's back before it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.frame import Image
from vision.moved import NOWHERE, Shift
from vision.nouns import Floats
from vision.pyramid import AROUND_PX, high_pass
from vision.table import Points

# The background speaks with at least so many corners, in so many parts of the picture, so many of them agreeing.
LEAST_CORNERS, LEAST_PARTS, AGREE = 10, 4, 0.4
# Something else is seen where what lies beside the table is less like it was than this, a correlation. So much of the
# picture it takes to tell, with so much contrast (of `flattened`, smoothed: noise alone has 0.5 to 1.8); so far round
# the table, in its widths, dice come to lie. In three real clips hands leave 0.54, and another room, drawn, has 0.1.
UNLIKE, LEAST_BESIDE, PLAIN, SMOOTH_PX, ROUND = 0.25, 0.1, 2.5, 3.0, 0.05
# Views are compared with their long side so large at most, px.
LONG_SIDE = 480
PARTS = (8, 5)
CORNERS_A_PART = 4
MOST_CORNERS, QUALITY = 800, 0.03
BACK_PX = 0.7
# Grey levels: what differs by less is noise, and no corner to go by.
NOISE = 12
COARSE = 4
AGREE_PX = 1.0


@dataclass(frozen=True, eq=False)
class Landmarks:
    """What a view is known by. flat: (h, w), see `flattened`; corners: (N, 1, 2) of it; crept: how the view lay then.

    beside: (h, w) what of it lies beside the table.
    """

    flat: Image
    corners: Floats
    beside: NDArray[np.bool_]
    crept: Shift

    @staticmethod
    def of(flat: Image, table_px: Points | None, crept: Shift = NOWHERE) -> Landmarks:
        """Those of a view; table_px: (N, 2) the edge of the table in it, None if that is not known."""
        return Landmarks(flat, _corners(flat), _beside(flat, table_px), crept)

    @property
    def are_few(self) -> bool:
        """Whether there is next to nothing to go by, as in the first picture of a camera just switched on."""
        return len(self.corners) < LEAST_CORNERS

    def shift(self, now: Image, scale: float) -> Shift | None:
        """Where the view went since; None where too little of it is seen to say.

        now: (h, w), `flattened`; scale: of it to the picture that was given.
        """
        if self.are_few:
            return None
        near = self._agreed(*_follow(self.flat, now, self.corners, np.zeros(2, np.float32)), scale)
        return near or self._agreed(*_follow(self.flat, now, self.corners, _jump(self.flat, now)), scale)

    def _agreed(self, start: Floats, end: Floats, scale: float) -> Shift | None:
        """The one move of the view that most corners went along with."""
        if len(start) < LEAST_CORNERS:
            return None
        found: Any = cv2.estimateAffinePartial2D(
            start, end, method=cv2.RANSAC, ransacReprojThreshold=AGREE_PX
        )
        if found[0] is None:
            return None
        agree = found[1].ravel() > 0
        height, width = self.flat.shape
        there = cv2.transform(self.corners, found[0]).reshape(-1, 2)
        in_view = ((there >= 0) & (there < (width, height))).all(axis=1)
        share = float(agree.sum() / max(int(in_view.sum()), 1))
        if share < AGREE or len({_part(corner, (height, width)) for corner in start[agree]}) < LEAST_PARTS:
            return None
        (a, b, right), (c, d, down) = found[0].tolist()
        x, y = width / 2, height / 2
        dx, dy = a * x + b * y + right - x, c * x + d * y + down - y
        turn_deg, grown = float(np.degrees(np.arctan2(c, a))), float(np.hypot(a, c))
        return Shift(dx / scale, dy / scale, turn_deg, grown, share).after(self.crept)

    def is_another(self, now: Image) -> bool:
        """Whether it is another view now: nothing beside the table looks as it did."""
        if np.count_nonzero(self.beside) < LEAST_BESIDE * self.beside.size:
            return False
        was, current = (cv2.GaussianBlur(each, (0, 0), SMOOTH_PX)[self.beside] for each in (self.flat, now))
        if min(was.std(), current.std()) < PLAIN:
            return False
        return bool(np.corrcoef(was, current)[0, 1] < UNLIKE)


def flattened(small: Image) -> Image:
    """(h, w) the grey picture without its light: each pixel against its surroundings, by their contrast."""
    high = high_pass(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY).astype(np.float32))
    # The running sums of a box filter leave a trace below 0 where there is no contrast at all.
    contrast = np.sqrt(np.maximum(cv2.blur(high * high, AROUND_PX), 0)) + NOISE
    return np.asarray(np.clip(128 + 40 * high / contrast, 0, 255), np.uint8)


def _corners(flat: Image) -> Floats:
    """(N, 1, 2) the best corners, a few from each part of the picture: dice on a bare table do not outvote it."""
    found: Any = cv2.goodFeaturesToTrack(flat, MOST_CORNERS, QUALITY, 6)
    taken: dict[tuple[int, int], list[Floats]] = {}
    for corner in [] if found is None else found:
        near = taken.setdefault(_part(corner[0], flat.shape), [])
        if len(near) < CORNERS_A_PART:
            near.append(corner)
    return np.array([corner for near in taken.values() for corner in near], np.float32).reshape(-1, 1, 2)


def _beside(flat: Image, table: Points | None) -> NDArray[np.bool_]:
    """(h, w) what lies beside the table, (N, 2) px, and not just beyond its edge; nothing where that is not known."""
    covered = np.zeros(flat.shape, np.uint8)
    if table is None:
        return np.asarray(covered > 0)
    edge, wide = table.astype(np.int32), 2 * ROUND * float(np.ptp(table[:, 0]))
    cv2.fillPoly(covered, [edge], (255,))
    cv2.polylines(covered, [edge], True, (255,), max(1, round(wide)))
    return np.asarray(covered == 0)


def _jump(before: Image, now: Image) -> Floats:
    """How far the picture went as a whole, for jumps larger than what the eye of each corner sees."""
    size = before.shape[1] // COARSE, before.shape[0] // COARSE
    was, current = (cv2.resize(each, size, interpolation=cv2.INTER_AREA) for each in (before, now))
    right, down = size[0] // 5, size[1] // 5
    if not (right and down):
        return np.zeros(2, np.float32)  # too narrow to be looked for elsewhere
    likeness = cv2.matchTemplate(current, was[down:-down, right:-right], cv2.TM_CCOEFF_NORMED)
    x, y = cv2.minMaxLoc(likeness)[3]
    return np.array([x - right, y - down], np.float32) * COARSE


def _follow(before: Image, now: Image, corners: Floats, guess: Floats) -> tuple[Floats, Floats]:
    """(M, 2), (M, 2): corners that were found again, where they were and where they are."""
    ahead = corners + guess
    options: dict[str, Any] = {"winSize": (15, 15), "maxLevel": 3, "flags": cv2.OPTFLOW_USE_INITIAL_FLOW}
    there, found, _ = cv2.calcOpticalFlowPyrLK(before, now, corners, ahead, **options)
    back, again, _ = cv2.calcOpticalFlowPyrLK(now, before, there, corners.copy(), **options)
    off = np.linalg.norm(back - corners, axis=-1).ravel()
    good = (found.ravel() > 0) & (again.ravel() > 0) & (off < BACK_PX)
    return corners[good].reshape(-1, 2), np.asarray(there, np.float32)[good].reshape(-1, 2)


def _part(point: Floats, shape: tuple[int, ...]) -> tuple[int, int]:
    height, width = shape
    return int(point[0] * PARTS[0] // width), int(point[1] * PARTS[1] // height)
