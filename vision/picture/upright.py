"""Pictures that hang upside down or on their side, and boxes in them. In a turned picture of a table seen aslant a side
face of each die lies where its top face should be, and would be read for it.

How a picture hangs is given as quarter turns: how often it must be turned anticlockwise to stand upright, 0 to 3.
"""

from __future__ import annotations

from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.frame import Image
from vision.affine import carried
from vision.nouns import Floats

_TURNED = {1: cv2.ROTATE_90_COUNTERCLOCKWISE, 2: cv2.ROTATE_180, 3: cv2.ROTATE_90_CLOCKWISE}


def quarter_turns(right: float, down: float) -> int:
    """For a picture in which up is the direction (right, down)."""
    return round(float(np.arctan2(right, -down)) / (np.pi / 2)) % 4


def upright(image: Image, turns: int) -> Image:
    """The picture (H, W, 3), turned anticlockwise so often."""
    return cast(Image, cv2.rotate(image, _TURNED[turns])) if turns else image


def upright_sizes(boxes: Floats, turns: int) -> Floats:
    """Boxes (N, 4 or more), middle and size, as wide and high as they are in the other of the two pictures."""
    return boxes[:, [0, 1, 3, 2, *range(4, boxes.shape[1])]] if turns % 2 else boxes


def carry(turns: int, size: tuple[int, int]) -> NDArray[np.float64]:
    """(3, 3): from px (x, y, 1) of a picture of that size (width, height) to px of it turned anticlockwise so often."""
    width, height = size
    matrix = np.eye(3)
    matrix[:2, :2] = np.linalg.matrix_power(np.array([[0.0, 1.0], [-1.0, 0.0]]), turns)
    matrix[:2, 2] = ((0, 0), (0, width), (width, height), (height, 0))[turns]
    return matrix


def turned_back(boxes: Floats, turns: int, shape: tuple[int, ...]) -> Floats:
    """Boxes (N, 5), middle and size in px of the upright picture, in px of the picture as it hangs, of that shape."""
    if not turns:
        return boxes
    back = upright_sizes(boxes, turns).astype(np.float32)
    hangs = np.asarray(np.linalg.inv(carry(turns, (shape[1], shape[0]))), np.float64)
    back[:, :2] = carried(boxes[:, :2], hangs)
    return back
