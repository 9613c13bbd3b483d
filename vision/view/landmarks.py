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
from vision.affine import carried
from vision.nouns import Doubles, Floats
from vision.picture.pyramid import AROUND_PX, high_pass
from vision.plane.table import Points
from vision.view.shift import NOWHERE, Shift

# Corners with which the background speaks. More: a plain table says nothing. Fewer: chance does.
LEAST_CORNERS = 10
# Parts of the picture that they lie in. More and fewer: as above.
LEAST_PARTS = 4
# Share of them that agree. Larger: a hand silences it. Smaller: a hand speaks.
AGREE = 0.4
# Correlation with how it was below which what lies beside the table is something else. In three real clips hands leave
# 0.54, and another room, drawn, has 0.1. Larger: hands are another place. Smaller: another place is the table.
UNLIKE = 0.25
# Share of the picture beside the table that it takes to tell. Larger: less is told. Smaller: noise tells.
LEAST_BESIDE = 0.1
# Contrast that it takes to tell, of `flattened`, smoothed: noise alone has 0.5 to 1.8. Larger: less is told. Smaller:
# noise tells.
PLAIN = 2.5
# Pixels over which it is smoothed. Larger: detail is lost. Smaller: noise tells.
SMOOTH_PX = 3.0
# Widths of the table round it where dice come to lie. Larger: less is left to tell by. Smaller: dice are another place.
ROUND = 0.05
# Views are compared with their long side so large at most, px.
LONG_SIDE = 480
PARTS = (8, 5)
CORNERS_A_PART = 4
# Corners that are followed at most. More: slower. Fewer: a hand hides most of them.
MOST_CORNERS = 800
# Share of the best corner's strength that one has at least. Larger: few are found. Smaller: noise is one.
QUALITY = 0.03
BACK_PX = 0.7
# Grey levels: what differs by less is noise, and no corner to go by.
NOISE = 12
COARSE = 4
AGREE_PX = 1.0
# Looks at the corners of a view, each from where the one before says. Fewer: a view that turned is not found.
LOOKS = 3
# Degrees by which a view is guessed to have turned. Wider apart: those between are not found.
TURNS_DEG = (-3.0, 0.0, 3.0)
# Times that it is guessed to have grown. Wider apart: those between are not found.
GROWTHS = (0.965, 1.0, 1.035)
# Times that pictures are halved to follow corners far away. More: each corner sees further around it. Fewer: a large
# move is lost.
FAR = 3
# Times that they are halved to follow those near by. More and fewer: as above.
NEAR = 1
# Grey of a flattened picture where there is nothing to see.
GREY = 128
# Guesses that are looked at closely. More: a view of another place takes longer to be known as one.
JUMPS = 4


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
        way = self._way(now, np.eye(2, 3))
        for guess in [] if way else _jumps(self.flat, now):
            way = way or self._way(now, guess)
        return None if way is None else self._shift(*way, scale)

    def _way(self, now: Image, guess: Doubles) -> tuple[Doubles, float] | None:
        """(2, 3) the one move of the view that most corners went along with, from a guess (2, 3), and their share.

        A view that turned or grew shows corners a little otherwise: too few are found again at first. Those few tell
        how the view would look had it not moved, and there the others are found.
        """
        for _ in range(LOOKS):
            found = self._common(*self._followed(now, guess))
            if found is None:
                return None
            guess, share = found[0], self._share(*found)
            if share >= AGREE:
                return guess, share
        return None

    def _followed(self, now: Image, guess: Doubles) -> tuple[Floats, Floats]:
        """(M, 2), (M, 2): corners that were found again, where they were and where they are, from a guess (2, 3)."""
        if (guess == np.eye(2, 3)).all():
            return _follow(self.flat, now, self.corners, FAR)
        start, end = _follow(self.flat, _back(now, guess), self.corners, NEAR)
        return start, carried(end, guess).astype(np.float32)

    @staticmethod
    def _common(start: Floats, end: Floats) -> tuple[Doubles, Floats] | None:
        """(2, 3) the one move that most corners went along with, and (M, 2) those that did; None of too few."""
        if len(start) < LEAST_CORNERS:
            return None
        found: Any = cv2.estimateAffinePartial2D(
            start, end, method=cv2.RANSAC, ransacReprojThreshold=AGREE_PX
        )
        return None if found[0] is None else (np.asarray(found[0]), start[found[1].ravel() > 0])

    def _share(self, way: Doubles, agree: Floats) -> float:
        """Which share of the corners that are still in view went along; 0 where these are of too few parts."""
        height, width = self.flat.shape
        if len({_part(corner, (height, width)) for corner in agree}) < LEAST_PARTS:
            return 0.0
        there = carried(self.corners.reshape(-1, 2), way)
        in_view = ((there >= 0) & (there < (width, height))).all(axis=1)
        return float(len(agree) / max(int(in_view.sum()), 1))

    def _shift(self, way: Doubles, share: float, scale: float) -> Shift:
        """The same as a shift of the picture that was given, about its middle."""
        height, width = self.flat.shape
        (a, b, right), (c, d, down) = way.tolist()
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
    return np.asarray(np.clip(GREY + 40 * high / contrast, 0, 255), np.uint8)


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


def _jumps(before: Image, now: Image) -> list[Doubles]:
    """(2, 3) how the picture may have gone as a whole, likeliest first: for jumps larger than the eye of a corner."""
    middle = (now.shape[1] / 2, now.shape[0] / 2)
    guesses = [cv2.getRotationMatrix2D(middle, turn, grown) for turn in TURNS_DEG for grown in GROWTHS]
    found = sorted((_slid(before, now, np.asarray(guess)) for guess in guesses), key=lambda one: -one[0])
    return [guess for _, guess in found[:JUMPS]]


def _slid(before: Image, now: Image, guess: Doubles) -> tuple[float, Doubles]:
    """How alike the pictures are at best where the view turned and grew as guessed, (2, 3), and slid; and that move."""
    size = now.shape[1] // COARSE, now.shape[0] // COARSE
    small = (cv2.resize(each, size, interpolation=cv2.INTER_AREA) for each in (before, _back(now, guess)))
    was, current = small
    right, down = size[0] // 5, size[1] // 5
    if not (right and down):
        return 0.0, np.eye(2, 3)  # too narrow to be looked for elsewhere
    likeness = cv2.matchTemplate(current, was[down:-down, right:-right], cv2.TM_CCOEFF_NORMED)
    _, most, _, (x, y) = cv2.minMaxLoc(likeness)
    slid = carried(np.array([x - right, y - down]) * COARSE, guess)
    return most, np.column_stack([guess[:, :2], slid])


def _back(now: Image, way: Doubles) -> Image:
    """The picture as it would look had the view not gone that way, (2, 3); grey where that is not known."""
    size, how = now.shape[::-1], cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpAffine(now, way, size, flags=how, borderValue=(GREY,)), np.uint8)


def _follow(before: Image, now: Image, corners: Floats, levels: int) -> tuple[Floats, Floats]:
    """(M, 2), (M, 2): corners that were found again, where they were and where they are, by so many levels."""
    options: dict[str, Any] = {"winSize": (15, 15), "maxLevel": levels, "flags": cv2.OPTFLOW_USE_INITIAL_FLOW}
    there, found, _ = cv2.calcOpticalFlowPyrLK(before, now, corners, corners.copy(), **options)
    back, again, _ = cv2.calcOpticalFlowPyrLK(now, before, there, corners.copy(), **options)
    off = np.linalg.norm(back - corners, axis=-1).ravel()
    good = (found.ravel() > 0) & (again.ravel() > 0) & (off < BACK_PX)
    return corners[good].reshape(-1, 2), np.asarray(there, np.float32)[good].reshape(-1, 2)


def _part(point: Floats, shape: tuple[int, ...]) -> tuple[int, int]:
    height, width = shape
    return int(point[0] * PARTS[0] // width), int(point[1] * PARTS[1] // height)
