"""Whether the camera, or the table under it, was moved far: all that lies anew is what lay there, seen from elsewhere.

A nudge is held by `vision/sway.py`, and then everything lies where it lay. What goes further than that shows all dice
elsewhere, as a throw does: but as the background went, so did they.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from hardware.frame import Image
from vision.affine import carried
from vision.landmarks import Landmarks, flattened
from vision.look import Look
from vision.nouns import Die, Doubles
from vision.pyramid import shrink
from vision.rest import Rest

# Pictures are compared with their long side so large, px.
LONG_SIDE = 480
# A die went along with the background where it lies nearer than so many dice to where that says.
SAME_DICE = 0.8


def is_seen_from_elsewhere(before: Image, lay: Sequence[Die], new: Sequence[Rest], look: Look) -> bool:
    """Whether all `new` dice of a look are dice that lay there in the picture before, or lay beyond its rim.

    before: (H, W, 3) uint8 BGR; lay: the dice in it. False where nobody can say where the background went.
    """
    if not lay or not new:
        return False
    went = pan(before, look.image)
    if went is None:
        return False
    ways_px = np.linalg.norm(_centres(lay) - carried(_centres(lay), went), axis=1)
    if ways_px.max() < SAME_DICE * look.table.die_px(new[0].centre_px):
        return False  # what lies where it lay is known for what it is
    strange = _strange(lay, new, went, look)
    return len(strange) < len(new) and not any(_was_in_view(rest, went, look) for rest in strange)


def pan(before: Image, now: Image) -> Doubles | None:
    """(2, 3) from where things are in one picture to where they are in another, px; None where that cannot be said.

    Of all that is seen most goes one way: the background.
    """
    if before.shape != now.shape:
        return None
    height, width = now.shape[:2]
    scale = min(1.0, LONG_SIDE / max(height, width))
    was, here = (flattened(shrink(image, scale)) for image in (before, now))
    shift = Landmarks.of(was, None).shift(here, scale)
    return None if shift is None else shift.matrix((width, height))


def _strange(lay: Sequence[Die], new: Sequence[Rest], went: Doubles, look: Look) -> list[Rest]:
    """The new dice that are none of those that lay there."""
    places, strange = dict(enumerate(carried(_centres(lay), went))), []
    for rest in new:
        near_px = SAME_DICE * look.table.die_px(rest.centre_px)
        away = {
            number: float(np.linalg.norm(place - rest.centre_px))
            for number, place in places.items()
            if rest.vote.value in (None, lay[number].value) or lay[number].value is None
        }
        nearest = min(away, key=away.__getitem__, default=None)
        if nearest is None or away[nearest] > near_px:
            strange.append(rest)
        else:
            del places[nearest]
    return strange


def _was_in_view(rest: Rest, went: Doubles, look: Look) -> bool:
    """Whether the place where this die lies was to be seen before, the whole die of it."""
    back = np.linalg.inv(np.vstack([went, [0, 0, 1]]))
    height, width = look.image.shape[:2]
    corners = carried(rest.detection.corners_px, back)
    return bool(((corners > 0) & (corners < (width, height))).all())


def _centres(dice: Sequence[Die]) -> Doubles:
    """(N, 2) px."""
    return np.array([die.centre_px for die in dice], np.float64)
