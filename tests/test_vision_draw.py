"""Marks on the picture: on any table, for each state its own, never on the picture that was given."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
import pytest

from vision.draw import draw_detections
from vision.nouns import Detection

CORNERS = np.array([[150, 90], [200, 90], [200, 140], [150, 140]], np.float32)


def picture(grey: int) -> np.ndarray:
    return np.full((240, 360, 3), grey, np.uint8)


def die(value: int | None = 4, state: Any = "flat") -> Detection:
    return Detection(CORNERS, value, 0.9, state, 0.9)


@pytest.mark.parametrize("grey", [0, 128, 255])
def test_marks_show_on_any_table(grey: int) -> None:
    marked = draw_detections(picture(grey), [die()])
    assert (marked.min(), marked.max()) == (0, 255)


def test_the_given_picture_is_left_alone_and_the_die_is_not_painted_over() -> None:
    given = picture(128)
    marked = draw_detections(given, [die()])
    assert (given == 128).all()
    assert (marked[95:135, 155:195] == 128).all()


def test_each_state_has_a_ring_and_a_tag_of_its_own_that_need_no_colour() -> None:
    dice = (die(), die(None, "unsure"), die(None, "cocked"), die(None, "stacked"))
    marked = [draw_detections(picture(128), [one]) for one in dice]
    assert all((one[:, :, 0] == one[:, :, channel]).all() for one in marked for channel in (1, 2))
    for one, other in combinations(marked, 2):
        assert (one[:80] != other[:80]).any(), "the tags"
    for one, other in combinations(marked[:3], 2):
        assert (one[105:, :185] != other[105:, :185]).any(), "the rings"


def test_a_word_is_whole_also_at_the_edge_of_the_picture() -> None:
    in_the_middle = draw_detections(picture(128), [die(None, "cocked")])
    corners = CORNERS + np.array([135, 0], np.float32)
    at_the_edge = draw_detections(picture(128), [Detection(corners, None, 0.9, "cocked", 0.9)])
    of_words = [int((one[:77] == 255).all(axis=2).sum()) for one in (in_the_middle, at_the_edge)]
    assert of_words[1] == pytest.approx(of_words[0], rel=0.15)


def test_a_die_at_the_edge_of_the_picture_is_marked_without_a_fault() -> None:
    for x, y in ((0, 0), (340, 0), (0, 225), (340, 225)):
        corners = CORNERS - CORNERS[0] + np.array([x, y], np.float32)
        assert (draw_detections(picture(90), [Detection(corners, 3, 0.9, "cut", 0.9)]) != 90).any()
