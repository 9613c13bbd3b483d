"""Where a look for dice is worth it: where the picture is unlike before the throw, and where dice are not told of yet.

A box is (left, top, right, bottom), px of the picture.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import cv2
import numpy as np

from vision.following.rest import Rest
from vision.following.sight import Sight
from vision.nouns import Box, Floats, Mask
from vision.plane.table import Point, Table

# Edges of a die by which a box reaches beyond what has changed in it. Larger: more is looked at. Smaller: a die of
# nearly the table's colour, of which little is seen to change, is cut off.
BESIDE_DICE = 0.5
# Squares of a die's edge below which what has changed is noise. Larger: a die of nearly the table's colour is not
# looked for. Smaller: a noisy picture is looked at as a whole.
SPECK_DICE = 0.05
# Share of the picture above which it is looked at as a whole. Larger: many looks at parts take longer than one.
# Smaller: more of the picture is looked at than needs to be.
WHOLE = 0.6


def changed(sight: Sight, rests: Iterable[Rest], table: Table) -> list[Box] | None:
    """The boxes outside of which no die can have come to lie; None where that is most of the picture.

    rests: all dice that lie there; of those that were told of and keep still nothing new is to be learnt.
    """
    mask, _ = sight.news()
    boxes = [*_of(mask, sight.step, table), *(_about(rest, table) for rest in rests if is_open(rest))]
    apart = _joined(boxes)
    room = sum((right - left) * (bottom - top) for left, top, right, bottom in apart)
    return None if room > WHOLE * mask.size * sight.step**2 else apart


def is_open(rest: Rest) -> bool:
    """Whether a look may tell more of a die: it was not told of, or was not read since something covered it."""
    return not rest.known or rest.seen == 0


def holds(boxes: Sequence[Box] | None, point_px: Point) -> bool:
    """Whether a place is in one of the boxes; None: the whole picture."""
    x, y = point_px
    return boxes is None or any(
        left <= x <= right and top <= y <= bottom for left, top, right, bottom in boxes
    )


def _of(mask: Mask, step: int, table: Table) -> list[Box]:
    """The boxes about all that is 255 in a small picture, of `step` px to a pixel, but for specks."""
    _, _, stats, middles = cv2.connectedComponentsWithStats(mask)
    boxes = []
    for (left, top, width, height, area), (x, y) in zip(
        stats[1:].tolist(), middles[1:].tolist(), strict=True
    ):
        edge_px = table.die_px((x * step, y * step))
        if area * step**2 >= SPECK_DICE * edge_px**2:
            beside = BESIDE_DICE * edge_px
            low, high = (left * step - beside, top * step - beside), (left + width, top + height)
            boxes.append((*low, high[0] * step + beside, high[1] * step + beside))
    return boxes


def _about(rest: Rest, table: Table) -> Box:
    """The box about a die."""
    corners: Floats = rest.detection.corners_px
    beside = BESIDE_DICE * table.die_px(rest.centre_px)
    (left, top), (right, bottom) = corners.min(axis=0).tolist(), corners.max(axis=0).tolist()
    return left - beside, top - beside, right + beside, bottom + beside


def _joined(boxes: Sequence[Box]) -> list[Box]:
    """The boxes, with one in place of each two that overlap."""
    apart: list[Box] = []
    for box in boxes:
        while (other := next((one for one in apart if _overlap(one, box)), None)) is not None:
            apart.remove(other)
            both = np.array([box, other])
            box = (*both[:, :2].min(axis=0).tolist(), *both[:, 2:].max(axis=0).tolist())
        apart.append(box)
    return apart


def _overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
