"""Notices that the camera, or the table under it, was nudged: the whole background lies elsewhere than before, or is
another one altogether.

    nudge = Nudge()
    moved = nudge.step(frame.image, frame.time_s)    # every frame; it looks only about twice a second
    if moved:   the edge of the table is no longer where it was: judge nothing as off the table, raise
                Trouble(moved.code, moved.what, moved.do, ...), and with a printed mat look for its markers again;
    nudge.restart()                             # the table was marked anew: this is how the view is to be from now on

Where the view lies, `vision/view/landmarks.py` tells. Dice that shake the camera for a moment are no nudge: it has to
hold for HOLD_S.
"""

from __future__ import annotations

import math

import cv2
import numpy as np

from hardware.frame import Image
from vision.plane.table import Points
from vision.view.landmarks import LONG_SIDE, Landmarks, flattened
from vision.view.shift import NOWHERE, Elsewhere, Moved, Shift

# Seconds between looks at whether the camera was nudged. Larger: said later. Smaller: slower.
EVERY_S = 0.4
# Seconds for which it lies elsewhere before that is believed. Larger: said later. Smaller: dice that shake the table
# are a nudge.
HOLD_S = 0.8
# Seconds for which it shows another place before that is said. Larger: said later. Smaller: somebody who leans over is
# another place.
ELSEWHERE_S = 2.0
# A nudge of less than this share of the picture's long side (2 px of 640) moves no edge by much of a die.
LEAST = 0.003
# Where fewer of its landmarks say where the view lies, it is known by what is there now.
STALE = 0.8
# In a picture that is darker than that (median) there is nothing to see but noise.
DARK = 25.0
# Pictures whose width over height is alike but for that show as much of the table.
SAME_SHAPE = 0.01


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
        self._known: Landmarks | None = None
        self._first: Landmarks | None = None
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

    def step(self, image: Image, time_s: float) -> Moved | None:
        """image: (H, W, 3) uint8 BGR, the whole picture. How it lies elsewhere, for as long as it does, else None."""
        if 0 <= time_s - self._looked_s < EVERY_S:
            return self._held
        self._looked_s = time_s
        small, scale = self._small(image)
        flat = flattened(small)
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
        known, first = self._known, self._first
        return known is None or first is None or known.flat.shape != flat.shape or first.are_few

    def _begin(self, flat: Image, scale: float) -> None:
        """This is how the view is to be."""
        self._known = self._first = self._landmarks(flat, scale)
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
            self._known = self._landmarks(flat, scale, shift)

    def _small(self, image: Image) -> tuple[Image, float]:
        """The picture as large as it is looked at, as the known one but for a rounding; and by how much smaller."""
        height, width = image.shape[:2]
        scale = min(1.0, LONG_SIDE / max(image.shape))
        size = round(width * scale), round(height * scale)
        if self._known is not None and is_same_shape(size, self._known.flat.shape[::-1]):
            size = self._known.flat.shape[1], self._known.flat.shape[0]
        small = np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)
        return small, size[0] / width

    def _landmarks(self, flat: Image, scale: float, crept: Shift = NOWHERE) -> Landmarks:
        """What the view is known by now; scale: of `flat` to the picture that was given."""
        return Landmarks.of(flat, None if self._table_px is None else self._table_px * scale, crept)

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


def is_same_shape(one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    """Whether two sizes (width, height) are of one shape, as the modes of a camera round it."""
    return abs(one[0] * other[1] / (one[1] * other[0]) - 1) <= SAME_SHAPE
