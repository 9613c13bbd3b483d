"""Marks on the picture: on any table, for each state its own, never on the view's own picture."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from vision.draw import draw, draw_detections
from vision.nouns import Detection, Track, View, Zone
from vision.table import Table

CORNERS = np.array([[150, 90], [200, 90], [200, 140], [150, 140]], np.float32)


def picture(grey: int) -> np.ndarray:
    return np.full((240, 360, 3), grey, np.uint8)


def die(value: int | None = 4, state: Any = "flat") -> Detection:
    return Detection(CORNERS, value, 0.9, state, 0.9)


def view(zone: Zone = "throw", **of_die: Any) -> View:
    track = Track(1, (0, 0), 0, 1, 0, (0, 0, 0, 0, 0, 0), zone, die(**of_die))
    return View(picture(128), 0.0, (track.detection,), (track,), "settled")


@pytest.mark.parametrize("grey", [0, 128, 255])
def test_marks_show_on_any_table(grey: int) -> None:
    marked = draw_detections(picture(grey), [die()])
    assert (marked.min(), marked.max()) == (0, 255)


def test_the_given_picture_is_left_alone_and_the_die_is_not_painted_over() -> None:
    given = view()
    marked = draw(given)
    assert (given.image == 128).all()
    assert (marked[95:135, 155:195] == 128).all()


def test_each_state_has_a_mark_of_its_own() -> None:
    views = [view(), view(value=None, state="unsure"), view("keep"), view("off")]
    marks = [draw(one) for one in views]
    for n, one in enumerate(marks):
        assert not any((one == other).all() for other in marks[:n])
    assert (draw(view(value=None, state="cocked")) == marks[1]).all()


def test_kept_dice_and_those_off_the_table_carry_no_tag() -> None:
    def black(image: np.ndarray) -> int:
        return int((image[60:100, 195:235] == 0).all(axis=2).sum())

    assert black(draw(view("keep"))) < black(draw(view())) / 2
    assert black(draw(view("off"))) < black(draw(view())) / 2


def test_a_marked_table_has_its_edge_drawn_and_a_whole_picture_has_none() -> None:
    edge = np.array([[20, 20], [340, 20], [340, 220], [20, 220]], float)
    plain = draw(view())
    assert (draw(view(), Table.whole(360, 240)) == plain).all()
    assert (draw(view(), Table(edge, (360, 240), np.diag([0.4, 0.4, 1.0])))[20, 100:140] > 200).all()


def test_a_die_at_the_edge_of_the_picture_is_marked_without_a_fault() -> None:
    for x, y in ((0, 0), (340, 0), (0, 225), (340, 225)):
        corners = CORNERS - CORNERS[0] + np.array([x, y], np.float32)
        assert (draw_detections(picture(90), [Detection(corners, 3, 0.9, "cut", 0.9)]) != 90).any()
