"""The one type that leaves `hardware`: a picture and when it was taken."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]


@dataclass(frozen=True, eq=False)
class Frame:
    """One picture from a camera or a clip.

    image: (H, W, 3) uint8, BGR, read-only, origin at the top left, x to the right, y down.
    time_s: seconds of capture; monotonic for a camera, the time within the clip for a clip.
    seq: 0, 1, 2, ... as the source counted them; a gap means that pictures were dropped.
    """

    image: Image
    time_s: float
    seq: int

    def __post_init__(self) -> None:
        if self.image.ndim != 3 or self.image.shape[2] != 3 or self.image.dtype != np.uint8:
            raise ValueError(
                f"a frame's image must be (H, W, 3) uint8, got {self.image.shape} {self.image.dtype}"
            )
        self.image.flags.writeable = False


BLACK = 12
"""Grey level, 0 to 255, that no spot of a black picture reaches. Larger: a dark room is called black. Smaller: the
noise of a sensor under its cap is called a picture."""
STEP_PX = 16


def is_black(image: Image) -> bool:
    """Whether nothing at all is seen in a picture: by every 16th of its pixels, along and down."""
    return bool(image[::STEP_PX, ::STEP_PX].max(initial=0) < BLACK)
