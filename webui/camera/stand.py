# Tested by tests/test_webui_steady.py.
"""When the camera moved last, as its picture tells: bumped and followed, or moved away and found again."""

from __future__ import annotations

import numpy as np

from vision.affine import carried
from vision.nouns import Doubles

LEAST = 0.005
"""Share of the long side that the picture moves by when people say that the camera moved. Larger: a bump is not told.
Smaller: a table that somebody leans on is told."""
HERE: Doubles = np.eye(3)[:2]
"""Where a view lies that stands as it was known."""


class Stand:
    """How one camera stands. moved_s: when it moved last, seconds of its clock; None while it never did."""

    def __init__(self) -> None:
        self.moved_s: float | None = None
        self._place: Doubles | None = None

    def look(self, sway: Doubles | None, size: tuple[int, ...], is_lost: bool, time_s: float) -> None:
        """See where the view lies now; size: (width, height), pixels.

        sway: (2, 3) as a View has it. is_lost: nobody knows where the table lies in it.
        """
        place = HERE if sway is None else sway
        width, height = size
        corners = np.array([[0, 0], [width, 0], [0, height], [width, height]])
        before = place if self._place is None else self._place
        away = np.linalg.norm(carried(corners, place) - carried(corners, before), axis=1).max()
        if is_lost or away > LEAST * max(size):
            self._place, self.moved_s = place, time_s
        elif self._place is None:
            self._place = place
