"""Which dice lay still already in the picture in which another one left."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from seen_dice import die
from stage import Cube, Moment, Stage

from hardware.frame import Image
from webui.match.leaving import Leaving, lying
from webui.match.seen import SeenDie, SeenRoll, seen_die

THERE = (Cube(100, 100, 0.3, 4, 0), Cube(200, 150, 1.1, 2, 1), Cube(330, 90, 0.7, 6, 2))


def taken(*dice: Cube, light: float = 1.0, seq: int = 0) -> Image:
    return Stage().frame(Moment(dice, light=(light, light, light)), 0.0, seq).image


def seen(cube: Cube) -> SeenDie:
    return seen_die(replace(die(cube.value), corners_px=cube.corners))


@pytest.mark.parametrize(
    ("before", "stays"),
    [
        (THERE, (0, 1, 2)),
        ((THERE[0], replace(THERE[1], x=260.0), THERE[2]), (0, 2)),
        ((THERE[0], THERE[1], replace(THERE[2], value=1, turn=0.1)), (0, 1)),
        ((THERE[0], replace(THERE[1], y=158.0), replace(THERE[2], x=60.0)), (0,)),
        ((), ()),
    ],
    ids=["all", "one rolls on", "one tumbles", "one slides", "none is there yet"],
)
@pytest.mark.parametrize("light", [1.0, 0.97])
def test_a_die_lay_there_if_the_picture_is_the_same_where_it_lies(
    before: tuple[Cube, ...], stays: tuple[int, ...], light: float
) -> None:
    dice = tuple(map(seen, THERE))
    assert lying(dice, taken(*before, light=light, seq=1), taken(*THERE, seq=3)) == stays


def test_a_throw_comes_to_rest_with_how_its_dice_left() -> None:
    at_rest, moved = taken(*THERE), taken(THERE[0], seq=2)
    way, edge = (((1.0, 2.0), (3.0, 4.0)),), ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0))
    roll = SeenRoll(1, tuple(map(seen, THERE)), *at_rest.shape[1::-1], off_table=1)
    told = Leaving(moved, way, edge).of(roll, at_rest)
    assert (told.way, told.edge, told.lay) == (way, edge, (0,))


def test_of_pictures_of_another_size_and_of_dice_outside_nothing_is_known() -> None:
    dice, image = tuple(map(seen, THERE)), taken(*THERE)
    assert lying(dice, np.ascontiguousarray(image[:, :200]), image) == ()
    beyond = seen(Cube(-80, 100))
    assert lying((beyond, dice[0]), image, image) == (1,)
