"""How a die that lies flat is turned in its picture, by its edges: what rings are drawn by. No value depends on it."""

from __future__ import annotations

import cv2
import numpy as np

from hardware.frame import Image
from vision.nouns import Floats

# Side of the piece that is looked at, over the side of the die's box. Larger: its neighbours count. Smaller: its edges
# are cut off.
ROOM = 1.12
# Share of the piece's side in the middle that does not count: there are pips, not edges.
PIPS = 0.45
# Share of the edges' strength that must agree on one angle, 0 to 1. Larger: more dice keep an upright ring. Smaller:
# rings follow the grain of the table.
AGREED = 0.12
# Pixels of a box below which no angle is asked for.
LEAST_PX = 12.0


def turned(image: Image, corners_px: Floats) -> Floats:
    """The corners of the square in this box that is turned as the die is; the same corners where that is not plain.

    image: (H, W, 3) uint8 BGR. corners_px: (4, 2), an upright box, clockwise from the upper left, px. The square has
    the box's middle and reaches to its sides, so that what is worked out by the box holds for it.
    """
    low, high = corners_px.min(axis=0), corners_px.max(axis=0)
    side, angle = float((high - low).mean()), _angle(image, low, high)
    if angle is None:
        return corners_px
    c, s = np.cos(angle), np.sin(angle)
    half = side / (abs(c) + abs(s)) / 2
    square = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half @ np.array([[c, s], [-s, c]])
    return np.asarray((low + high) / 2 + square, np.float32)


def _angle(image: Image, low: Floats, high: Floats) -> float | None:
    """The angle of the strongest edges, radians, -pi/4 to pi/4; None where they do not agree on one.

    A quarter turn changes nothing: four times the angle of each gradient is what is averaged, by the square of its
    strength.
    """
    middle, half = (low + high) / 2, ROOM * (high - low) / 2
    (left, top), (right, bottom) = np.maximum(middle - half, 0).astype(int), (middle + half).astype(int)
    piece = image[top : bottom + 1, left : right + 1]
    if min(piece.shape[:2]) < LEAST_PX:
        return None
    grey = cv2.GaussianBlur(cv2.cvtColor(piece, cv2.COLOR_BGR2GRAY), (0, 0), 1.0).astype(np.float32)
    across, down = cv2.Scharr(grey, cv2.CV_32F, 1, 0), cv2.Scharr(grey, cv2.CV_32F, 0, 1)
    strength = np.hypot(across, down) * _edges_only(piece.shape[0], piece.shape[1])
    # A gradient to the power of four has four times its angle; over its length squared, its strength squared.
    votes = (across + 1j * down) ** 4 / np.maximum(across**2 + down**2, 1e-6) * (strength > 0)
    total = float((strength**2).sum())
    if total == 0 or abs(votes.sum()) < AGREED * total:
        return None
    return float(np.angle(votes.sum()) / 4)


def _edges_only(high: int, wide: int) -> Floats:
    """(high, wide): 1 where a die's edges may be, 0 where its pips are."""
    y, x = np.abs(np.linspace(-1, 1, high))[:, None], np.abs(np.linspace(-1, 1, wide))[None]
    return np.asarray(np.hypot(x, y) > PIPS, np.float32)
