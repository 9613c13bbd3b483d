"""Whether the camera, or the table under it, was moved far: all that lies anew is what lay there, seen from elsewhere.

A nudge is held by `vision/view/sway.py`, and then everything lies where it lay. What goes further than that shows all
dice elsewhere, as a throw does: but as the background went, so did they. Over a bare cloth three dice or more tell by
themselves, if none still lies where it lay: a throw that falls just as the one before lay, and whose dice nobody saw
taken up, is one in many thousands.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from hardware.frame import Image
from vision.affine import carried
from vision.following import rests as following
from vision.following.rest import Rest
from vision.nouns import Die, Doubles
from vision.picture.pyramid import shrink
from vision.throw.look import Look
from vision.view.landmarks import LONG_SIDE, Landmarks, flattened

# A die went along with the background where it lies nearer than so many dice to where that says.
SAME_DICE = 0.8
# Dice that lie to each other as before from which they were not thrown. More: a moved camera throws. Fewer: a throw
# like the last is not told.
CONSTELLATION = 3
# Edges within which each does. Larger: a throw like the last is not told. Smaller: a moved camera throws.
LIKE_DICE = 0.5
# Radians by which the view has turned at most. Larger and smaller: as above.
TURNED = 0.2
# Logarithm by which it has grown or shrunk at most. Larger and smaller: as above.
GROWN = 0.1
# Dice that are gone by at most. More: slower. Fewer: of a full table some say nothing.
MOST = 24


def is_seen_from_elsewhere(before: Image, lay: Sequence[Die], rests: Sequence[Rest], look: Look) -> bool:
    """Whether all new dice at rest in a look are dice that lay there in the picture before, or lay beyond its rim.

    before: (H, W, 3) uint8 BGR; lay: the dice in it that nobody was seen to take up; rests: all dice in this look.
    False where nobody can say where the view went.
    """
    new = [rest for rest in rests if not rest.known]
    if not lay or not new:
        return False
    die_px = look.table.die_px(new[0].centre_px)
    went = pan(before, look.image)
    if went is None and len(new) == len(rests):
        went = _of_dice(lay, new, LIKE_DICE * die_px)
    if went is None or _farthest(_centres(lay), went) < following.SAME_DICE * die_px:
        return False  # what lies where it lay is known for what it is
    strange = _strange(lay, new, went, look)
    sure = sum(rest.vote.value is not None and rest not in strange for rest in new)
    return (
        sure > 0
        and 2 * len(strange) <= len(new)
        and not any(_was_in_view(one, went, look) for one in strange)
    )


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


def _of_dice(lay: Sequence[Die], new: Sequence[Rest], near_px: float) -> Doubles | None:
    """(2, 3) the way in which most dice went by which two that lay there become two new ones; None where fewer than
    CONSTELLATION went one way.
    """
    # Points of the plane as complex numbers: to turn and grow is to multiply.
    was, now = (_centres(dice) @ [1, 1j] for dice in (lay[:MOST], new[:MOST]))
    same = np.array([[die.value == rest.vote.value is not None for rest in new[:MOST]] for die in lay[:MOST]])
    old, anew = np.nonzero(same)
    apart = np.subtract.outer(was[old], was[old])
    turns = np.subtract.outer(now[anew], now[anew])[apart != 0] / apart[apart != 0]
    begins = np.nonzero(apart)[1]
    like = (np.abs(np.angle(turns)) < TURNED) & (np.abs(np.log(np.abs(turns) + 1e-9)) < GROWN)
    turns, begins = turns[like], begins[like]
    ways = now[anew[begins]] - turns * was[old[begins]]
    there = turns[:, None] * was + ways[:, None]
    found = ((np.abs(there[:, :, None] - now) < near_px) & same).any(axis=1).sum(axis=1)
    if found.max(initial=0) < CONSTELLATION:
        return None
    turn, way = turns[found.argmax()], ways[found.argmax()]
    return np.array([[turn.real, -turn.imag, way.real], [turn.imag, turn.real, way.imag]])


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
    corners = carried(rest.detection.corners_px, back)
    return bool(((corners > 0) & (corners < look.table.size_px)).all())


def _farthest(points: Doubles, went: Doubles) -> float:
    """How far points (N, 2) go at most, px."""
    return float(np.linalg.norm(points - carried(points, went), axis=1).max())


def _centres(dice: Sequence[Die | Rest]) -> Doubles:
    """(N, 2) px."""
    return np.array([die.centre_px for die in dice], np.float64)
