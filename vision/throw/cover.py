"""Whether something stands on the table behind which a die may lie hidden: a cup, a book, the wall of a tray.

The cloth is what most of the table looks like: a smooth surface of second order in each of the colours of CIELAB, as
light falls off over it, fitted again and again without what lies far from it. What differs from that over more than
about a die, beside the dice, stands there.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.frame import Image
from vision.nouns import Doubles, Floats
from vision.plane.markers import find_markers
from vision.plane.table import Table

# A die's edge in the small picture that is looked at, px; of smaller ones than the second nothing is seen.
_EDGE_PX, _LEAST_PX = 8.0, 2.0
# In such edges: what is blurred away of the cloth's weave; so near the table's edge nobody looks; what is narrower
# hides no die; and, in their square, with less cloth nothing can be said.
_WEAVE, _MARGIN, _WIDE, _LEAST = 1 / 6, 0.75, 0.8, 9.0
# How much room a die takes with its shadow, and a marker with the white about it, in its own size.
_DIE_ROOM, _MARKER_ROOM = 2.6, 1.4
# What differs from the cloth by less than the first, in units of CIELAB, or than so many times what half of it does by,
# is cloth: where it is fitted, and in the end.
_NEAR, _NEAR_TIMES = 2.0, 2.5
_OTHER, _OTHER_TIMES = 8.0, 4.0
_FITS = 5
# Of 5 x 5 cells, whatever their number: they are printed, and flat.
_MARKERS = cv2.aruco.DICT_5X5_1000

Mask = NDArray[np.uint8]


def may_hide(image: Image, table: Table, dice: Sequence[Floats]) -> bool:
    """Whether something stands there that may hide a die.

    image: (H, W, 3) uint8 BGR. dice: (4, 2) corners, px, of the dice that lie there. A mat's markers hide none.
    """
    x, y = table.polygon_px.mean(axis=0).tolist()
    die_px = table.die_px((x, y))
    if not _LEAST_PX < die_px < min(image.shape[:2]):  # by a plane that cannot be right
        return False
    shrink = min(1.0, _EDGE_PX / die_px)
    edge_px = shrink * die_px
    shrunk = cv2.resize(image, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
    small = np.asarray(shrunk, np.uint8)
    beside = _beside(small, shrink * table.polygon_px, _MARGIN * edge_px)
    for corners in dice:
        _take_out(beside, shrink * corners, _DIE_ROOM)
    for corners in find_markers(image, _MARKERS).values():
        _take_out(beside, shrink * corners, _MARKER_ROOM)
    if cv2.countNonZero(beside) < _LEAST * edge_px**2:
        return False
    other = _unlike_cloth(small, beside, _WEAVE * edge_px)
    return cv2.countNonZero(cv2.morphologyEx(other, cv2.MORPH_OPEN, _disc(_WIDE / 2 * edge_px))) > 0


def _beside(small: Image, polygon_px: Doubles, margin_px: float) -> Mask:
    """Where the table is, but for its margin."""
    inside = np.zeros(small.shape[:2], np.uint8)
    cv2.fillPoly(inside, [np.round(polygon_px).astype(np.int32)], (255,))
    # Beyond the picture there is no table, whatever OpenCV takes to be there.
    return np.asarray(
        cv2.erode(inside, _disc(margin_px), borderType=cv2.BORDER_CONSTANT, borderValue=(0,)), np.uint8
    )


def _take_out(beside: Mask, corners_px: Floats, room: float) -> None:
    """What has these corners takes so much room there."""
    middle = corners_px.mean(axis=0)
    grown = np.round(middle + room * (corners_px - middle)).astype(np.int32)
    cv2.fillConvexPoly(beside, cv2.convexHull(grown), (0,))


def _unlike_cloth(small: Image, beside: Mask, weave_px: float) -> Mask:
    """Where the table looks unlike most of it: 255 there, else 0."""
    calm = cv2.GaussianBlur(small, (0, 0), weave_px).astype(np.float32) / 255
    rows, columns = np.nonzero(beside)
    colours = cv2.cvtColor(calm, cv2.COLOR_BGR2LAB)[rows, columns]
    x, y = columns / beside.shape[1] - 0.5, rows / beside.shape[0] - 0.5
    terms = np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=1)
    away = np.linalg.norm(colours - np.median(colours, axis=0), axis=1)
    for _ in range(_FITS):
        near = away <= max(_NEAR_TIMES * np.median(away), _NEAR)
        surface = np.linalg.lstsq(terms[near], colours[near])[0]
        away = np.linalg.norm(colours - terms @ surface, axis=1)
    other = np.zeros_like(beside)
    other[rows, columns] = np.where(away > max(_OTHER_TIMES * np.median(away), _OTHER), 255, 0)
    return other


def _disc(radius_px: float) -> Mask:
    across = 2 * round(radius_px) + 1
    return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (across, across)), np.uint8)
