"""A picture at smaller sizes, averaged so that pips do not flicker out; or without its light."""

from __future__ import annotations

from typing import cast

import cv2
import numpy as np

from hardware.frame import Image
from vision.nouns import Floats

# The surroundings of a pixel: the width and height of a box, odd.
AROUND_PX = (25, 25)


class Pyramid:
    """One picture at any size; what was halved for one size is not halved again for the next."""

    def __init__(self, image: Image) -> None:
        """image: (H, W, C) uint8 or float32."""
        self.image = image
        self._halves = [image]

    def at(self, scale: float) -> Image:
        """It `scale` times as large."""
        height, width = self.image.shape[:2]
        size = (max(1, round(width * scale)), max(1, round(height * scale)))
        if size == (width, height):
            return self.image
        # Halves are what OpenCV averages fastest, five times as fast as one large step; what is left to do is less
        # than half, and each pixel of it comes from all four round its place.
        often = 0
        while min(self._half(often).shape[1] // size[0], self._half(often).shape[0] // size[1]) >= 2:
            often += 1
        return cast(Image, cv2.resize(self._half(often), size, interpolation=cv2.INTER_LINEAR))

    def _half(self, often: int) -> Image:
        """It, halved so often."""
        while len(self._halves) <= often:
            half = cv2.resize(self._halves[-1], None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
            self._halves.append(cast(Image, half))
        return self._halves[often]


def shrink(image: Image, scale: float) -> Image:
    """The picture `scale` times as large."""
    return Pyramid(image).at(scale)


def high_pass(grey: Floats) -> Floats:
    """Each pixel of a grey picture (H, W) against the mean of its surroundings: light that changes falls away."""
    return np.asarray(grey - cv2.blur(grey, AROUND_PX), np.float32)
