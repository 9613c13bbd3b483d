"""What one look at a frame saw of what changes: blobs, and for how long each part of the picture has kept still."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.nouns import Floats, Mask
from vision.plane.table import Point, Table

# Less of a shadow than this is more than a shadow; the streak of a fast die may stay below it.
SHADOW_SOLID = 0.12
# What is thinner than this is no die and no hand.
THIN_DICE = 0.4
# A blob of which less than this changed lately is a thing that lies there.
HAND_FRESH = 0.05


@dataclass(frozen=True)
class Blob:
    """A connected part of the picture that is not the table: a die that moves, a hand, a shadow.

    Pixels of the full picture: centre_px (x, y); box_px left, top, right, bottom; area_px its own pixels.
    fresh: share of it that changed within the last 0.1 s. solid: share that is more than a shadow.
    at_edge: it touches the edge of the picture. arm_s: for how long it has, too large for a die, or what is left of it.
    """

    centre_px: tuple[float, float]
    box_px: tuple[float, float, float, float]
    area_px: float
    fresh: float
    solid: float
    at_edge: bool
    arm_s: float = 0.0

    @property
    def moving(self) -> bool:
        """Whether it moved within the last 0.1 s."""
        return self.fresh >= 0.25

    def is_sliver(self, table: Table) -> bool:
        """Whether it is too thin for a die or a hand: the edge of a tray, where the camera shakes."""
        left, top, right, bottom = self.box_px
        return min(right - left, bottom - top) < THIN_DICE * table.die_px(self.centre_px)

    def lies_at(self, place: Point, table: Table) -> bool:
        """Whether it keeps still at a place, as a die at rest does."""
        near = table.distance_mm(self.centre_px, place) < table.die_mm
        return near and not self.moving and not self.is_sliver(table)

    def is_near(self, point_px: Point, table: Table, dice: float = 1.0) -> bool:
        """Whether its box comes within so many dice of a point."""
        left, top, right, bottom = self.box_px
        margin = dice * table.die_px(point_px)
        x, y = point_px
        return left - margin < x < right + margin and top - margin < y < bottom + margin

    def is_over(self, table: Table) -> bool:
        """Whether it, a hand, is over the table: not a thing that lies there, nor what shakes at the picture's edge."""
        if self.fresh <= HAND_FRESH or self.is_sliver(table):
            return False
        left, top, right, bottom = self.box_px
        low, high = table.polygon_px.min(axis=0), table.polygon_px.max(axis=0)
        return bool(left < high[0] and right > low[0] and top < high[1] and bottom > low[1])


@dataclass(frozen=True, eq=False)
class Sight:
    """What one look saw.

    still: (h, w) float32, seconds for which each pixel of the small picture has kept its colour; the memory
        itself, so it holds until the next look.
    big: (h, w) bool, where a hand or something as large is. step: pixels of the picture to one small pixel.
    small: (h, w, 3) float32 BGR, brightness as at `Motion`'s start. light: the light changed just now.
    news: gives two (h, w) masks, 255 where the picture is unlike before the throw, and where by more than a shadow;
        it looks at the memory itself, too.
    """

    time_s: float
    step: int
    still: Floats
    big: NDArray[np.bool_]
    small: Floats
    blobs: tuple[Blob, ...]
    hands: tuple[Blob, ...]
    light: bool
    news: Callable[[], tuple[Mask, Mask]]

    def window(self, corners_px: Floats, margin: int = 0) -> tuple[slice, slice]:
        """Rows and columns of the small picture inside these corners, with a margin in small pixels."""
        low = corners_px.min(axis=0) / self.step - margin
        high = corners_px.max(axis=0) / self.step + margin
        height, width = self.still.shape
        x0, y0 = min(max(int(low[0]), 0), width - 1), min(max(int(low[1]), 0), height - 1)
        x1, y1 = max(int(np.ceil(high[0])), x0 + 1), max(int(np.ceil(high[1])), y0 + 1)
        return slice(y0, y1), slice(x0, x1)

    def still_s(self, corners_px: Floats) -> float:
        """For how long the picture inside these corners has kept still; single noisy pixels do not count."""
        return float(np.quantile(self.still[self.window(corners_px)], 0.06, method="lower"))

    def covered(self, corners_px: Floats) -> bool:
        """Whether a hand, or something as large, is over a part of these corners."""
        return bool(self.big[self.window(corners_px)].mean() > 0.1)

    def patch(self, corners_px: Floats) -> Floats:
        """(h, w, 3) the small picture inside these corners."""
        return self.small[self.window(corners_px)].copy()
