"""Notices that the camera, or the table under it, was nudged: the whole background lies elsewhere than before.

    nudge = Nudge()
    shift = nudge.step(frame.image, frame.time_s)    # every frame; it looks only about twice a second
    if shift:   the edge of the table is no longer where it was: judge nothing as off the table, raise
                Trouble(shift.code, shift.what, shift.do, ...), and with a printed mat look for its markers again;
    nudge.restart()                             # the table was marked anew: this is how the view is to be from now on

Corners of the background are followed from a picture of how it was. Dice, hands and cups move a few of them, each its
own way; a nudge moves nearly all of them the same way, and they stay there. Dice that shake the camera for a moment
are no nudge: it has to hold for HOLD_S.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from hardware.frame import Image
from vision.nouns import Floats

LONG_SIDE = 480
EVERY_S, HOLD_S = 0.4, 0.8
# A nudge of less than this share of the picture's long side (2 px of 640) moves no edge by much of a die.
LEAST, LEAST_DEG = 0.003, 0.4
# The background speaks with at least so many corners, in so many parts of the picture, so many of them agreeing.
LEAST_CORNERS, LEAST_PARTS, AGREE = 10, 4, 0.4
STALE = 0.8
PARTS = (8, 5)
CORNERS_A_PART = 4
MOST_CORNERS, QUALITY = 800, 0.03
BACK_PX = 0.7
AROUND_PX = (25, 25)
# Grey levels: what differs by less is noise, and no corner to go by.
NOISE = 12
COARSE = 4
AGREE_PX = 1.0


@dataclass(frozen=True)
class Shift:
    """How the view lies now against how it was.

    dx_px, dy_px: where the middle of the picture went, in pixels of the picture given; turn_deg: clockwise;
    share: 0 to 1, how much of the background says so.
    """

    dx_px: float
    dy_px: float
    turn_deg: float
    share: float

    code = "camera-moved"
    what = "The camera has moved."
    do = "Put it back, or mark the table again in Set up. Until then no die counts as off the table."

    def is_more_than(self, least_px: float) -> bool:
        """Whether the view went by more than that, or turned by more than LEAST_DEG."""
        return bool(np.hypot(self.dx_px, self.dy_px) > least_px or abs(self.turn_deg) > LEAST_DEG)


class Nudge:
    """Watches one camera's view. Times are seconds of the source's clock."""

    def __init__(self) -> None:
        self.restart()

    def restart(self) -> None:
        """The next picture shows how the view is to be."""
        # How the view is known now, and how it was at first.
        self._known: _Known | None = None
        self._first: _Known | None = None
        self._looked_s = -EVERY_S
        self._since_s: float | None = None
        self._held: Shift | None = None

    @property
    def suspect(self) -> bool:
        """Whether the view lay elsewhere at the last look, be it only for a moment so far."""
        return self._since_s is not None

    @property
    def _first_is_bare(self) -> bool:
        """Whether the first picture had next to nothing to go by, as a camera's that has just been switched on."""
        return self._first is not None and len(self._first.corners) < LEAST_CORNERS

    def step(self, image: Image, time_s: float) -> Shift | None:
        """image: (H, W, 3) uint8 BGR, the whole picture. A Shift for as long as the view lies elsewhere, else None."""
        if 0 <= time_s - self._looked_s < EVERY_S:
            return self._held
        self._looked_s = time_s
        scale = min(1.0, LONG_SIDE / max(image.shape))
        size = round(image.shape[1] * scale), round(image.shape[0] * scale)
        flat = _flat(np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8))
        if self._known is None or self._known.flat.shape != flat.shape or self._first_is_bare:
            self._known = self._first = _Known(flat, _corners(flat))
            return None
        shift = self._compare(flat, scale, LEAST * max(image.shape))
        if shift is None:
            return self._held
        if shift.is_more_than(LEAST * max(image.shape)):
            self._since_s = time_s if self._since_s is None else self._since_s
            self._held = shift if time_s - self._since_s >= HOLD_S else self._held
        else:
            self._since_s = self._held = None
            if shift.share < STALE:
                # Things were put down and taken away: known by what is there now, but not as being elsewhere.
                self._known = _Known(flat, _corners(flat), shift)
        return self._held

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
    """How a view looked. flat: (h, w), see `_flat`; corners: (N, 1, 2) of it; crept: how it lay then."""

    flat: Image
    corners: Floats
    crept: Shift = Shift(0, 0, 0, 1)

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
        crept, turn_deg = self.crept, float(np.degrees(np.arctan2(c, a)))
        return Shift(dx / scale + crept.dx_px, dy / scale + crept.dy_px, turn_deg + crept.turn_deg, share)


def _flat(small: Image) -> Image:
    """(h, w) the grey picture without its light: each pixel against its surroundings, by their contrast."""
    picture = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY).astype(np.float32)
    high = picture - cv2.blur(picture, AROUND_PX)
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
