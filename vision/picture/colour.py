"""The colour of a die's body: by it the dice of two players are told apart where their places are not enough."""

from __future__ import annotations

import cv2
import numpy as np

from hardware.frame import Image
from vision.nouns import Floats

Colour = tuple[int, int, int]
"""Lightness, green to red, blue to yellow: CIELAB as OpenCV has it in 8 bits, each 0 to 255."""

# Share of a die's side in its middle that is looked at. Larger: the table counts, too, where a die is turned in its
# box. Smaller: the pips in the middle count for more.
MIDDLE = 0.6
# Pixels of that part's side below which no colour is told. Larger: small dice have none. Smaller: a few pixels tell it.
LEAST_PX = 4
# What a step of lightness counts beside one of colour. Larger: a die in the shade is another's. Smaller: grey is white.
LIGHTNESS = 0.3
# Steps of colour between two dice that are surely of two sets. Larger: fewer sets are told apart. Smaller: two dice of
# one set are called of two where light is uneven.
APART = 25.0


def body_colour(image: Image, corners_px: Floats) -> Colour | None:
    """The median colour in the middle of a die, which is that of its body: pips take less than half of it.

    image: (H, W, 3) uint8 BGR. corners_px: (4, 2), px. None where the die is too small, or out of the picture.
    """
    low, high = corners_px.min(axis=0), corners_px.max(axis=0)
    middle, half = (low + high) / 2, MIDDLE * (high - low) / 2
    (left, top), (right, bottom) = np.maximum(middle - half, 0).astype(int), (middle + half).astype(int)
    piece = image[top : bottom + 1, left : right + 1]
    if min(piece.shape[:2]) < LEAST_PX:
        return None
    lightness, red, yellow = np.median(cv2.cvtColor(piece, cv2.COLOR_BGR2LAB).reshape(-1, 3), axis=0)
    return int(lightness), int(red), int(yellow)


def differ(one: Colour | None, other: Colour | None) -> bool:
    """Whether these are surely the colours of two sets of dice; False where one is not known."""
    return one is not None and other is not None and steps_between(one, other) > APART


def steps_between(one: Colour, other: Colour) -> float:
    """How far apart two colours are, in steps of colour."""
    lightness, red, yellow = (a - b for a, b in zip(one, other, strict=True))
    return float(np.hypot(LIGHTNESS * lightness, np.hypot(red, yellow)))
