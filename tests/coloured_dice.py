"""Dice of any colour drawn on a cloth, as a lamp from one side lights them."""

from __future__ import annotations

import math
from collections.abc import Iterable

import cv2
import numpy as np
from stage import PIPS

from hardware.frame import Image

BGR = tuple[int, int, int]
COLOURS: dict[str, BGR] = {
    "white": (235, 240, 240),
    "black": (35, 30, 30),
    "red": (40, 35, 190),
    "blue": (170, 80, 35),
    "green": (60, 130, 40),
    "yellow": (40, 200, 230),
}
CLOTH: BGR = (70, 95, 60)


def cloth(
    width: int, height: int, dice: Iterable[tuple[float, float, float, int, BGR]], dim: float = 1.0
) -> Image:
    """A picture of these dice: middle x and y, side, face, colour of the body, each turned by its place.

    dim: the light at the right edge, for 1 at the left one.
    """
    image = np.full((height, width, 3), CLOTH, np.uint8)
    for x, y, side, face, colour in dice:
        angle = (x * 7 + y * 3) % 90 / 180 * math.pi
        c, s = math.cos(angle), math.sin(angle)
        corners = [(x + side / 2 * (a * c - b * s), y + side / 2 * (a * s + b * c)) for a, b in _CORNERS]
        cv2.fillConvexPoly(image, np.array(corners).round().astype(np.int32), colour, cv2.LINE_AA)
        pip = (20, 20, 20) if sum(colour) > 300 else (240, 240, 240)
        for a, b in PIPS[face]:
            at = (round(x + side / 4 * (a * c - b * s)), round(y + side / 4 * (a * s + b * c)))
            cv2.circle(image, at, max(1, round(side / 10)), pip, -1, cv2.LINE_AA)
    light = np.linspace(1, dim, width)[None, :, None]
    noise = np.random.default_rng(4).normal(0, 3, image.shape)
    return np.clip(image * light + noise, 0, 255).astype(np.uint8)


_CORNERS = ((-1, -1), (1, -1), (1, 1), (-1, 1))
