"""Notices that the camera, or the table under it, was nudged: the whole background lies elsewhere than before, or is
another one altogether.

    nudge = Nudge()
    moved = nudge.step(frame.image, frame.time_s)    # every frame; it looks only about twice a second
    if moved:   the edge of the table is no longer where it was: judge nothing as off the table, raise
                Trouble(moved.code, moved.what, moved.do, ...), and with a printed mat look for its markers again;
    nudge.restart()                             # the table was marked anew: this is how the view is to be from now on

Corners of the background are followed from a picture of how it was. Dice, hands and cups move a few of them, each its
own way; a nudge moves nearly all of them the same way, and they stay there. Dice that shake the camera for a moment
are no nudge: it has to hold for HOLD_S. A camera that went far, was turned or hangs the other way shows none of them
where they were, nor anywhere: it sees something else, and so does one with somebody's back before it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, ClassVar

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.frame import Image
from vision.nouns import Floats
from vision.pyramid import AROUND_PX, high_pass
from vision.table import Points

LONG_SIDE = 480
EVERY_S, HOLD_S, ELSEWHERE_S = 0.4, 0.8, 2.0
# A nudge of less than this share of the picture's long side (2 px of 640) moves no edge by much of a die.
LEAST, LEAST_DEG = 0.003, 0.4
# Nor does one that is larger or smaller by so much; a lens that focuses anew grows its picture by as much.
LEAST_GROWN = 0.02
# The background speaks with at least so many corners, in so many parts of the picture, so many of them agreeing.
LEAST_CORNERS, LEAST_PARTS, AGREE = 10, 4, 0.4
STALE = 0.8
# Something else is seen where what lies beside the table is less like it was than this, a correlation. So much of the
# picture it takes to tell, with so much contrast (of `_flat`, smoothed: noise alone has 0.5 to 1.8); so far round the
# table, in its widths, dice come to lie. In three real clips hands leave 0.54, and another room, drawn, has 0.1.
UNLIKE, LEAST_BESIDE, PLAIN, SMOOTH_PX, ROUND = 0.25, 0.1, 2.5, 3.0, 0.05
# In a picture that is darker than that (median) there is nothing to see but noise.
DARK = 25.0
# Pictures whose width over height is alike but for that show as much of the table.
SAME_SHAPE = 0.01
PARTS = (8, 5)
CORNERS_A_PART = 4
MOST_CORNERS, QUALITY = 800, 0.03
BACK_PX = 0.7
# Grey levels: what differs by less is noise, and no corner to go by.
NOISE = 12
COARSE = 4
AGREE_PX = 1.0


@dataclass(frozen=True)
class Moved:
    """That the table is not where it was marked: what to say, and to do, as a Trouble has it."""

    what: ClassVar[str] = "The camera has moved."
    do: ClassVar[str] = (
        "Put it back, or mark the table again in Set up. Until then no die counts as off the table."
    )
    code: ClassVar[str] = "camera-moved"


@dataclass(frozen=True)
class Elsewhere(Moved):
    """Nothing of what was seen is where it was, nor can it be said where it went."""

    what = "The camera sees something else."
    do = (
        "Clear its view, put it back, or mark the table again in Set up. "
        "Until then no die counts as off the table."
    )


@dataclass(frozen=True)
class Shift(Moved):
    """How the view lies now against how it was.

    dx_px, dy_px: where the middle of the picture went, in pixels of the picture given; turn_deg: clockwise;
    grown: how many times as large what it shows is; share: 0 to 1, how much of the background says so.
    """

    dx_px: float
    dy_px: float
    turn_deg: float
    grown: float
    share: float

    def is_more_than(self, least_px: float) -> bool:
        """Whether the view went by more than that, turned by more than LEAST_DEG or grew by more than LEAST_GROWN."""
        turned, grown = abs(self.turn_deg) > LEAST_DEG, abs(np.log(self.grown)) > LEAST_GROWN
        return bool(np.hypot(self.dx_px, self.dy_px) > least_px or turned or grown)

    def after(self, before: Shift) -> Shift:
        """How the view lies now, where it lay so before."""
        return Shift(
            self.dx_px + before.dx_px,
            self.dy_px + before.dy_px,
            self.turn_deg + before.turn_deg,
            self.grown * before.grown,
            self.share,
        )


NOWHERE = Shift(0, 0, 0, 1, 1)


class Nudge:
    """Watches one camera's view. Times are seconds of the source's clock.

    unsure: whether too little of what is known was seen at the last look to say where it lies.
    """

    def __init__(self) -> None:
        self.restart()

    def restart(self, table_px: Points | None = None) -> None:
        """The next picture shows how the view is to be.

        table_px: (N, 2), the edge of the table in it, px: what lies on it comes and goes. Where that is not known, it
        is not noticed that something else is seen.
        """
        self._table_px = table_px
        # How the view is known now, and how it was at first.
        self._known: _Known | None = None
        self._first: _Known | None = None
        self._looked_s = -math.inf
        # How it lies elsewhere by the newest looks, since when, and what is believed of it.
        self._seen: Moved | None = None
        self._since_s = 0.0
        self._held: Moved | None = None
        self.unsure = False

    @property
    def suspect(self) -> bool:
        """Whether the view lay elsewhere at the last look, be it only for a moment so far."""
        return self._seen is not None

    @property
    def _first_is_bare(self) -> bool:
        """Whether the first picture had next to nothing to go by, as a camera's that has just been switched on."""
        return self._first is not None and len(self._first.corners) < LEAST_CORNERS

    def step(self, image: Image, time_s: float) -> Moved | None:
        """image: (H, W, 3) uint8 BGR, the whole picture. How it lies elsewhere, for as long as it does, else None."""
        if 0 <= time_s - self._looked_s < EVERY_S:
            return self._held
        self._looked_s = time_s
        small, scale = self._small(image)
        flat = _flat(small)
        if self._is_unknown(flat):
            self._begin(flat, scale)
            return None
        least_px = LEAST * max(image.shape)
        shift = self._compare(flat, scale, least_px)
        self.unsure = shift is None
        if shift is None:
            self._lost(small, flat, time_s)
        elif shift.is_more_than(least_px):
            self._hold(shift, time_s, HOLD_S)
        else:
            self._agree(flat, scale, shift)
        return self._held

    def _is_unknown(self, flat: Image) -> bool:
        """Whether nothing is known that this picture can be compared with."""
        return self._known is None or self._known.flat.shape != flat.shape or self._first_is_bare

    def _begin(self, flat: Image, scale: float) -> None:
        """This is how the view is to be."""
        self._known = self._first = self._as_now(flat, scale)
        self._seen = self._held = None

    def _lost(self, small: Image, flat: Image, time_s: float) -> None:
        """Nobody can say where the view lies: it may be another one, or be so no longer."""
        if np.median(small) > DARK and self._is_another(flat):
            self._hold(Elsewhere(), time_s, ELSEWHERE_S)
        elif isinstance(self._seen, Elsewhere):
            # What stood before it has gone; how it lay before that is as true as it was.
            before = None if isinstance(self._held, Elsewhere) else self._held
            self._seen = before
            self._held = before

    def _agree(self, flat: Image, scale: float, shift: Shift) -> None:
        """The view lies where it lay."""
        self._seen = self._held = None
        if shift.share < STALE:
            # Things were put down and taken away: known by what is there now, but not as being elsewhere.
            self._known = self._as_now(flat, scale, shift)

    def _small(self, image: Image) -> tuple[Image, float]:
        """The picture as large as it is looked at, as the known one but for a rounding; and by how much smaller."""
        height, width = image.shape[:2]
        scale = min(1.0, LONG_SIDE / max(image.shape))
        size = round(width * scale), round(height * scale)
        if self._known is not None and is_same_shape(size, self._known.flat.shape[::-1]):
            size = self._known.flat.shape[1], self._known.flat.shape[0]
        small = np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)
        return small, size[0] / width

    def _as_now(self, flat: Image, scale: float, crept: Shift = NOWHERE) -> _Known:
        """The view as it is now; scale: of `flat` to the picture that was given."""
        table = None if self._table_px is None else self._table_px * scale
        return _Known(flat, _corners(flat), _beside(flat, table), crept)

    def _hold(self, moved: Moved, time_s: float, hold_s: float) -> None:
        """It lies elsewhere; that is believed once it has for so long."""
        if type(moved) is not type(self._seen):
            self._since_s = time_s
        self._seen = moved
        if time_s - self._since_s >= hold_s:
            self._held = moved

    def _is_another(self, now: Image) -> bool:
        """Whether next to nothing is where it was, neither lately nor at first: what is put down leaves more."""
        assert self._known is not None
        assert self._first is not None
        return self._known.is_another(now) and (self._first is self._known or self._first.is_another(now))

    def _compare(self, now: Image, scale: float, least_px: float) -> Shift | None:
        """Where the background went; None where too little of it is seen to say."""
        assert self._known is not None
        assert self._first is not None
        shift = self._known.shift(now, scale)
        if self._known is not self._first and (shift is None or shift.is_more_than(least_px)):
            # What it was known by may have been a hand: does it look as at first again?
            first = self._first.shift(now, scale)
            if first is not None:
                self._known, shift = self._first, first
        return shift


@dataclass(frozen=True, eq=False)
class _Known:
    """How a view looked. flat: (h, w), see `_flat`; corners: (N, 1, 2) of it; crept: how it lay then.

    beside: (h, w) what of it lies beside the table.
    """

    flat: Image
    corners: Floats
    beside: NDArray[np.bool_]
    crept: Shift

    def shift(self, now: Image, scale: float) -> Shift | None:
        """Where the background went since; None where too little of it is seen to say."""
        if len(self.corners) < LEAST_CORNERS:
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


def is_same_shape(one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    """Whether two sizes (width, height) are of one shape, as the modes of a camera round it."""
    return abs(one[0] * other[1] / (one[1] * other[0]) - 1) <= SAME_SHAPE


def _flat(small: Image) -> Image:
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
