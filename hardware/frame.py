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
