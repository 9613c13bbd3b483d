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

# Pixels of a die's edge in the small picture that is looked at. Larger: slower. Smaller: a book's edge is not seen.
_EDGE_PX = 8.0
# Pixels of a die's edge below which nothing is said. Larger: nothing is said of far tables. Smaller: noise hides dice.
_LEAST_PX = 2.0
# Edges over which the cloth's weave is blurred away. Larger: thin things are lost. Smaller: the weave hides dice.
_WEAVE = 1 / 6
# Edges from the table's edge within which nobody looks. Larger: a thing at the edge hides dice unseen. Smaller: the rim
# of a tray does.
_MARGIN = 0.75
# Edges of the narrowest thing that hides a die. Larger: a phone hides none. Smaller: a pen does.
_WIDE = 0.8
# Squares of an edge of cloth that it takes to say anything. Larger: nothing is said of small trays. Smaller: a book is
# taken for the cloth.
_LEAST = 9.0
# Edges that a die takes with its shadow. Larger: things beside dice are not seen. Smaller: shadows hide dice.
_DIE_ROOM = 2.6
# Sides that a marker takes with the white about it. Larger: things beside it are not seen. Smaller: the mat hides dice.
_MARKER_ROOM = 1.4
# Units of CIELAB within which what is seen is cloth, as it is fitted. Larger: things count as cloth. Smaller: a shade
# of it does not.
_NEAR = 2.0
# Times what half of it differs by, within which it is. Larger and smaller: as above.
_NEAR_TIMES = 2.5
# Units of CIELAB from which it is something else, in the end. Larger: a thing of the cloth's colour hides none.
# Smaller: a stain does.
_OTHER = 8.0
# Times what half of it differs by, from which it is. Larger and smaller: as above.
_OTHER_TIMES = 4.0
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
