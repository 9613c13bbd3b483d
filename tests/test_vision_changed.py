"""Where a look is worth it: where the picture changed, and where dice are not told of yet."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scripted import TABLE, rest

from vision.following.changed import changed, holds
from vision.following.rests import Tracker
from vision.following.sight import Sight
from vision.nouns import Mask

STEP = 4


def sight(*places: tuple[int, int], side: int = 8) -> Sight:
    """A look at which squares of so many small pixels are unlike before, each with its middle there, px."""
    mask: Mask = np.zeros((90, 160), np.uint8)
    for x, y in places:
        column, row = x // STEP - side // 2, y // STEP - side // 2
        mask[max(row, 0) : row + side, max(column, 0) : column + side] = 255
    still, big = np.full(mask.shape, 9.0, np.float32), np.zeros(mask.shape, np.bool_)
    small = np.zeros((*mask.shape, 3), np.float32)
    return Sight(1.0, STEP, still, big, small, (), (), False, lambda: (mask, mask))


@given(st.lists(st.tuples(st.integers(20, 620), st.integers(20, 340)), min_size=1, max_size=4))
def test_every_place_that_changed_is_looked_at_with_half_a_die_about_it(
    places: list[tuple[int, int]],
) -> None:
    boxes = changed(sight(*places), [], TABLE)
    for x, y in places:
        assert holds(boxes, (x, y))
        assert holds(boxes, (max(x - 30, 0), y))


def test_where_nothing_changed_and_all_is_told_nothing_is_looked_at() -> None:
    assert changed(sight(), [rest(1, 200, known=True)], TABLE) == []
    assert changed(sight((300, 100), side=1), [], TABLE) == []


def test_dice_that_are_not_told_of_or_not_read_since_are_looked_at_where_nothing_changed_too() -> None:
    there = [rest(1, 200), rest(2, 400, known=True), rest(3, 500, known=True, seen=0)]
    boxes = changed(sight(), there, TABLE)
    assert [holds(boxes, one.centre_px) for one in there] == [True, False, True]


def test_where_most_has_changed_the_whole_picture_is_looked_at() -> None:
    assert changed(sight((320, 180), side=160), [], TABLE) is None


@pytest.mark.parametrize("where", [[], [(0.0, 0.0, 100.0, 360.0)]])
def test_a_die_that_a_look_left_out_is_not_missed_by_it(
    where: list[tuple[float, float, float, float]],
) -> None:
    tracker, seen = Tracker(), rest(1, 300, known=True)
    tracker.rests = [seen]
    for _ in range(20):
        tracker.read([], sight(), TABLE, where)
    assert (tracker.rests, seen.looks) == ([seen], 4)
    for _ in range(20):
        tracker.read([], sight(), TABLE)
    assert tracker.rests == []
