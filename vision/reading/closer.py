# Tested by tests/test_vision_reader.py.
"""How close a photo is looked at next, of which nobody knows how large its dice are."""

from __future__ import annotations

from vision.nouns import Floats
from vision.plane.viewpoint import Camera
from vision.reading.boxes import sides
from vision.reading.stance import usual_px

BEST_PX = 30.0
"""The size at which the detector sees best."""
_LEAST_CLOSER = 1.25  # a closer look is at least so much closer
# Times the size of the smallest die below which the usual one is of the same size. Larger: small dice beside large ones
# are missed. Smaller: photos are looked at closer than they need.
_OF_ONE_SIZE = 1.35
# Times the size of the smallest die that the usual one counts at most: it decides how close a photo is looked at.
# Larger: slower, and more ghosts. Smaller: small dice are missed.
_LARGER = 2.5


def seen_closer(boxes: Floats, camera: Camera | None) -> float:
    """How large, px, the dice are by which the next look is chosen, of boxes it is sure of; 0 where there are none.

    A photo may show dice of two sizes, and the smaller ones must be seen, too; the dice over a table are of one.
    """
    if camera is not None or not len(boxes):
        return usual(boxes)
    smallest, usual_px = float(sides(boxes).min()), usual(boxes)
    return usual_px if usual_px < _OF_ONE_SIZE * smallest else max(smallest, usual_px / _LARGER)


def usual(boxes: Floats) -> float:
    """The usual size of these boxes, px; 0 where there are none."""
    return usual_px(boxes) if len(boxes) else 0.0


def closer(side: int, most: int, usual_px: float) -> int:
    """How large the longer side is at the next look: dice of the usual size are then seen best, if there are any."""
    wanted = round(side * BEST_PX / usual_px) if usual_px else most
    return min(most, max(wanted, round(_LEAST_CLOSER * side)))
