"""What one look at a frame saw of what changes: blobs, and for how long each part of the picture has kept still."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.nouns import Floats, Mask

# Less of a shadow than this is more than a shadow; the streak of a fast die may stay below it.
SHADOW_SOLID = 0.12


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

    @property
    def narrow_px(self) -> float:
        """The shorter side of its box."""
        left, top, right, bottom = self.box_px
        return min(right - left, bottom - top)


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
