"""Whether the camera, or the table under it, was moved far: all that lies anew is what lay there, seen from elsewhere.

A nudge is held by `vision/sway.py`, and then everything lies where it lay. What goes further than that shows all dice
elsewhere, as a throw does: but as the background went, so did they. Over a bare cloth three dice or more tell by
themselves: no throw falls as the one before lay.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations, product

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
# So many dice lie to each other as before only if nobody threw them, in a view that turned by less, in radians, and
# grew or shrank by less, in logarithms.
CONSTELLATION, TURNED, GROWN = 3, 0.35, 0.15


def is_seen_from_elsewhere(before: Image, lay: Sequence[Die], new: Sequence[Rest], look: Look) -> bool:
    """Whether all `new` dice of a look are dice that lay there in the picture before, or lay beyond its rim.

    before: (H, W, 3) uint8 BGR; lay: the dice in it. False where nobody can say where the background went.
    """
    if not lay or not new:
        return False
    went = pan(before, look.image)
    ways = _of_dice(lay, new) if went is None else [went]
    least = CONSTELLATION if went is None else 1
    return any(_explains(way, lay, new, look, least) for way in ways)


def _explains(went: Doubles, lay: Sequence[Die], new: Sequence[Rest], look: Look, least: int) -> bool:
    """Whether every new die went this way, so many of them at least, or came into view."""
    ways_px = np.linalg.norm(_centres(lay) - carried(_centres(lay), went), axis=1)
    if ways_px.max() < SAME_DICE * look.table.die_px(new[0].centre_px):
        return False  # what lies where it lay is known for what it is
    strange = _strange(lay, new, went, look)
    return len(new) - len(strange) >= least and not any(_was_in_view(rest, went, look) for rest in strange)


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


def _of_dice(lay: Sequence[Die], new: Sequence[Rest]) -> Iterator[Doubles]:
    """(2, 3) each: the ways in which two dice that lay there may have become two new ones."""
    for one, other in product(permutations(lay, 2), permutations(new, 2)):
        values = [(die.value, rest.vote.value) for die, rest in zip(one, other, strict=True)]
        if any(was is None or was != now for was, now in values):
            continue
        (a, b), (c, d) = ([complex(*each.centre_px) for each in pair] for pair in (one, other))
        turn = (d - c) / (b - a) if b != a else 0
        if abs(turn) > 0 and abs(np.log(abs(turn))) < GROWN and abs(np.angle(turn)) < TURNED:
            rest_of = c - turn * a
            yield np.array([[turn.real, -turn.imag, rest_of.real], [turn.imag, turn.real, rest_of.imag]])


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


def _centres(dice: Sequence[Die]) -> Doubles:
    """(N, 2) px."""
    return np.array([die.centre_px for die in dice], np.float64)
