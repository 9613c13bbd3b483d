# Tested by tests/test_webui_setup.py.
"""The line round a table, as a person draws it: what it encloses, whether it can be an edge, the strip along a side.

Corners are (N, 2) in pixels of the picture, in order; on the page they are in drawing units: the picture is 640 wide
there, whatever the camera gives.
"""

from __future__ import annotations

from itertools import combinations

import cv2
import numpy as np

from hardware.frame import Image
from vision.plane.edges import clockwise
from vision.plane.table import Points
from webui.match.seen import Corners
from webui.page.rings import WIDTH
from webui.setup.table_file import Side

LEAST_TURN = 0.02
"""The share of the area of a table of known size that each of its corners cuts off at least, twice."""
KEEP_SHARE = 0.22


def area(corners: Points) -> float:
    """What the line encloses, square pixels."""
    x, y = corners.T
    return float(abs((x * np.roll(y, -1) - y * np.roll(x, -1)).sum()) / 2)


def breadth(corners: Points, width: int, height: int) -> float:
    """The diameter of the largest circle inside the line, px."""
    inside = np.zeros((height + 2, width + 2), np.uint8)
    cv2.fillPoly(inside, [np.round(corners + 1).astype(np.int32)], 1)
    return 2 * float(cv2.distanceTransform(inside, cv2.DIST_L2, 3).max())


def crosses(corners: Points) -> bool:
    """Whether two sides that do not meet in a corner cross."""
    count = len(corners)

    def side_of(a: int, b: int, c: int) -> float:
        one, other = corners[b % count] - corners[a], corners[c % count] - corners[a]
        return float(one[0] * other[1] - one[1] * other[0])

    return any(
        side_of(a, a + 1, b) * side_of(a, a + 1, b + 1) < 0
        and side_of(b, b + 1, a) * side_of(b, b + 1, a + 1) < 0
        for a, b in combinations(range(count), 2)
        if 1 < b - a < count - 1
    )


def is_rectangle_aslant(corners: Points) -> bool:
    """Whether four corners may be those of a rectangle seen aslant: all turn the same way, and plainly."""
    turns = [_turn(corners[n - 1], corners[n], corners[(n + 1) % 4]) for n in range(4)]
    return max(min(turns), -max(turns)) > LEAST_TURN * area(corners)


def _turn(before: Points, corner: Points, after: Points) -> float:
    """Twice the area of the triangle of three corners; below 0 where the line turns left."""
    into, out = corner - before, after - corner
    return float(into[0] * out[1] - into[1] * out[0])


def keep_strip(corners: Points, side: Side) -> Points:
    """The part of the table along one side of it: beyond a line across it."""
    frame = clockwise(corners) if len(corners) == 4 else _box(corners)
    turns = {"far": 0, "right": 1, "near": 2, "left": 3}
    # Turned so that the strip lies along the first side; the line joins the two sides that meet it.
    a, b, c, d = np.roll(frame, -turns[side], axis=0)
    start, end = a + (d - a) * KEEP_SHARE, b + (c - b) * KEEP_SHARE
    return _beyond(corners, start, end, a)


def _box(corners: Points) -> Points:
    (left, top), (right, bottom) = corners.min(axis=0), corners.max(axis=0)
    return np.array([[left, top], [right, top], [right, bottom], [left, bottom]])


def _beyond(corners: Points, start: Points, end: Points, inside: Points) -> Points:
    """The part of a polygon on the same side of a line as a point (Sutherland and Hodgman's cut, 1974)."""
    along = end - start

    def side(point: Points) -> float:
        return float(along[0] * (point[1] - start[1]) - along[1] * (point[0] - start[0]))

    sign, kept = np.sign(side(inside)), []
    for one, other in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        here, there = sign * side(one), sign * side(other)
        if here >= 0:
            kept.append(one)
        if here * there < 0:
            kept.append(one + (other - one) * here / (here - there))
    return np.array(kept)


def to_px(corners: Corners, image: Image) -> Points:
    """From drawing units to pixels of the picture."""
    return np.asarray(np.array(corners, np.float64) * image.shape[1] / WIDTH, np.float64)


def to_page(corners: Points, image: Image) -> Corners:
    """From pixels of the picture to drawing units."""
    return tuple((round(float(x), 1), round(float(y), 1)) for x, y in corners * WIDTH / image.shape[1])
