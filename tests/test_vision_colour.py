"""The colour of a die's body is told by what lies between its pips, and tells sets of dice apart."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from coloured_dice import BGR, CLOTH, COLOURS, cloth

from vision.nouns import Floats
from vision.picture.colour import Colour, body_colour, differ

SIDE = 30
PLACES = [(x, y) for x in range(40, 620, 96) for y in range(40, 460, 84)]


def box(x: float, y: float) -> Floats:
    """The upright box of a die that is turned by an eighth: it shows much of the cloth."""
    half = SIDE * 0.707
    return np.array(
        [[x - half, y - half], [x + half, y - half], [x + half, y + half], [x - half, y + half]], np.float32
    )


def told(colour: BGR, dim: float) -> list[Colour]:
    """What is told of dice with every face, all over a table."""
    dice = [(x, y, SIDE, n % 6 + 1, colour) for n, (x, y) in enumerate(PLACES)]
    image = cloth(640, 480, dice, dim)
    return [each for each in (body_colour(image, box(x, y)) for x, y in PLACES) if each]


@pytest.mark.parametrize("name", COLOURS)
def test_dice_of_one_set_do_not_differ_whatever_they_show_and_where_light_is_uneven(name: str) -> None:
    colours = told(COLOURS[name], dim=0.75)
    assert len(colours) == len(PLACES)
    assert not [pair for pair in combinations(colours, 2) if differ(*pair)]


@pytest.mark.parametrize(("one", "other"), list(combinations(COLOURS, 2)))
def test_dice_of_two_colours_differ_wherever_they_lie(one: str, other: str) -> None:
    every = [(a, b) for a in told(COLOURS[one], dim=0.75) for b in told(COLOURS[other], dim=0.75)]
    assert [pair for pair in every if not differ(*pair)] == []


def test_of_a_die_too_small_or_out_of_the_picture_no_colour_is_told_and_none_differs() -> None:
    image = np.full((48, 64, 3), CLOTH, np.uint8)
    small = np.array([[10, 10], [13, 10], [13, 13], [10, 13]], np.float32)
    assert body_colour(image, small) is None
    assert body_colour(image, small * 10 + 500) is None
    assert not differ(None, (0, 128, 128))
