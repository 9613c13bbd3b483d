"""That a view lies elsewhere than it did: by how much, or nobody knows where."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from vision.nouns import Doubles

# Degrees below which a view has not turned: it moves no edge of a table by much of a die. Larger: a nudge is not said.
# Smaller: noise is a nudge.
LEAST_DEG = 0.4
# Share below which it has not grown: a lens that focuses anew grows its picture by as much. Larger and smaller: as
# above.
LEAST_GROWN = 0.02


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

    def matrix(self, size: tuple[int, int]) -> Doubles:
        """(2, 3) from where things were to where they are now, px; size: (width, height) of the picture given."""
        middle, turn = np.array(size) / 2, np.radians(self.turn_deg)
        turned = self.grown * np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        return np.column_stack([turned, middle + np.array([self.dx_px, self.dy_px]) - turned @ middle])

    def after(self, before: Shift) -> Shift:
        """How the view lies now, where it lay so before."""
        return Shift(
            self.dx_px + before.dx_px,
            self.dy_px + before.dy_px,
            self.turn_deg + before.turn_deg,
            self.grown * before.grown,
            self.share,
        )


# A view that lies as it did.
NOWHERE = Shift(0, 0, 0, 1, 1)
