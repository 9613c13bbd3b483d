"""What stood in the first pictures and left is bare table soon; what still stands there is not."""

from __future__ import annotations

import numpy as np
import pytest
from lit_table import DIE_PX, picture
from stage import Moment, hand_over, laid, play, still, thrown

from hardware.frame import Image
from vision.following.motion import Motion
from vision.following.sight import Sight
from vision.view.ghost import ghosts

SKIN, CUP, BOOK = (120, 140, 205), (200, 60, 40), (30, 200, 220)
THINGS = {
    "fingertips at the rim": (np.s_[0:40, 60:130], SKIN),
    "a sleeve in the corner": (np.s_[110:180, 0:90], BOOK),
    "a cup on the table": (np.s_[50:140, 110:200], CUP),
    "a book across the table": (np.s_[60:120, 0:320], BOOK),
}


def seen(thing: str, first: int, last: int, until: int) -> Sight:
    """What the last of so many pictures shows, a thing being there from one to another of them."""
    motion, (where, colour) = Motion(), THINGS[thing]
    for number in range(until):
        image: Image = picture(1.0, number)
        if first <= number < last:
            image[where] = colour
        sight = motion.look(image, number / 30, DIE_PX)
    return sight


@pytest.mark.parametrize("thing", THINGS)
def test_what_stood_in_the_first_pictures_and_left_is_no_hand(thing: str) -> None:
    assert not seen(thing, 0, 3, 45).big.any()


@pytest.mark.parametrize("thing", THINGS)
def test_what_came_later_and_stands_there_is_a_hand_as_long_as_it_does(thing: str) -> None:
    big = seen(thing, 30, 120, 120).big
    assert big[THINGS[thing][0]].mean() > 0.9


@pytest.mark.parametrize("like_the_table", [0.2, 0.4])
def test_a_hand_that_rests_is_not_eaten_where_a_part_of_it_looks_like_the_table_beside_it(
    like_the_table: float,
) -> None:
    table = np.full((180, 320, 3), 100, np.float32)
    ground, now = table.copy(), table.copy()
    # The table under one end of the hand is darker, and that end as bright as the table beside it.
    wide = round(160 * like_the_table)
    ground[60:120, 80 : 80 + wide] = 40
    now[60:120, 80 + wide : 240] = 180
    things = np.where((now != ground).any(axis=2), 255, 0).astype(np.uint8)
    still = things > 0
    assert not ghosts(now, ground, things, still, DIE_PX).any()
    # Once it has gone, that end of the table is all that is unlike.
    bare = np.where((table != ground).any(axis=2), 255, 0).astype(np.uint8)
    assert ghosts(table, ground, bare, bare > 0, DIE_PX)[bare > 0].mean() > 120


# --- what comes of it: a throw beside it is told -------------------------------------------------


FINGERS = ((150.0, -20.0, 260.0, 60.0),)
CUP_THERE = ((90.0, 60.0, 210.0, 220.0),)
SLEEVE = ((-20.0, 150.0, 130.0, 300.0),)


@pytest.mark.parametrize("there", [FINGERS, CUP_THERE, SLEEVE], ids=["fingers", "cup", "sleeve"])
@pytest.mark.parametrize("dice", [2, None])
def test_a_throw_is_told_where_something_stood_in_the_first_pictures(
    there: tuple[tuple[float, float, float, float], ...], dice: int | None
) -> None:
    script = [*still(Moment(hands=there), 0.1), *still(Moment(), 0.2), *thrown([3, 5])]
    assert play(script, dice=dice, before_s=0).rolls == [(3, 5)]


@pytest.mark.parametrize("dice", [2, None])
def test_dice_that_are_gathered_leave_no_hand_beside_which_the_next_throw_is_not_told(
    dice: int | None,
) -> None:
    first = laid([1, 4])
    gathered = [*hand_over(first[-1], Moment()), *still(Moment(), 0.3)]
    again = thrown([6, 2], first=1)
    assert play([*first, *gathered, *again], dice=dice).rolls == [(1, 4), (2, 6)]


def test_dice_that_a_film_cut_takes_away_leave_no_hand() -> None:
    script = [*still(Moment(hands=FINGERS), 0.07)]
    for value in (1, 2, 3):
        script += [*still(Moment(), 0.3), *thrown([value], first=value)]
    assert play(script, before_s=0).rolls == [(1,), (2,), (3,)]
