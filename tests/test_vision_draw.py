"""Marks on the picture: on any table, for each state its own, never on the picture that was given."""

from __future__ import annotations

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


def test_what_has_no_value_has_a_mark_of_its_own() -> None:
    sure, unsure, cocked = (
        draw_detections(picture(128), [one]) for one in (die(), die(None, "unsure"), die(None, "cocked"))
    )
    assert (sure != unsure).any()
    assert (unsure == cocked).all()


def test_a_die_at_the_edge_of_the_picture_is_marked_without_a_fault() -> None:
    for x, y in ((0, 0), (340, 0), (0, 225), (340, 225)):
        corners = CORNERS - CORNERS[0] + np.array([x, y], np.float32)
        assert (draw_detections(picture(90), [Detection(corners, 3, 0.9, "cut", 0.9)]) != 90).any()
