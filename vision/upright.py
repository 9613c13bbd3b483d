"""Pictures that hang upside down or on their side, and boxes in them. In a turned picture of a table seen aslant a side
face of each die lies where its top face should be, and would be read for it.

How a picture hangs is given as quarter turns: how often it must be turned anticlockwise to stand upright, 0 to 3.
"""

from __future__ import annotations

from typing import cast

import cv2
import numpy as np

from hardware.frame import Image
from vision.nouns import Floats

_TURNED = {1: cv2.ROTATE_90_COUNTERCLOCKWISE, 2: cv2.ROTATE_180, 3: cv2.ROTATE_90_CLOCKWISE}


def quarter_turns(right: float, down: float) -> int:
    """For a picture in which up is the direction (right, down)."""
    return round(float(np.arctan2(right, -down)) / (np.pi / 2)) % 4


def upright(image: Image, turns: int) -> Image:
    """The picture (H, W, 3), turned anticlockwise so often."""
    return cast(Image, cv2.rotate(image, _TURNED[turns])) if turns else image


def upright_sizes(boxes: Floats, turns: int) -> Floats:
    """Boxes (N, 4 or more), middle and size, as wide and high as they are in the upright picture, where they hang."""
    return boxes[:, [0, 1, 3, 2, *range(4, boxes.shape[1])]] if turns % 2 else boxes


def turned_back(boxes: Floats, turns: int, shape: tuple[int, ...]) -> Floats:
    """Boxes (N, 5), middle and size in px of the upright picture, in px of the picture as it hangs, of that shape."""
    height, width = shape[:2]
    x, y, w, h, score = boxes.T
    hangs = {
        0: (x, y, w, h),
        1: (width - y, x, h, w),
        2: (width - x, height - y, w, h),
        3: (y, height - x, h, w),
    }[turns]
    return np.stack([*hangs, score], axis=1).astype(np.float32)
