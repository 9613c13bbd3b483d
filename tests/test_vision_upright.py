"""How a picture hangs: turned pictures, and boxes in them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.picture.upright import quarter_turns, turned_back, upright, upright_sizes


@given(st.integers(0, 3), st.integers(0, 20), st.integers(0, 30), st.integers(1, 9), st.integers(1, 9))
def test_what_lies_in_a_box_of_the_upright_picture_lies_in_it_turned_back(
    turns: int, left: int, top: int, wide: int, high: int
) -> None:
    picture = np.zeros((40, 30, 3), np.uint8)
    picture[top : top + high, left : left + wide] = 255
    rows, columns = np.nonzero(upright(picture, turns)[:, :, 0])
    low, high_ = np.array([columns.min(), rows.min()]), np.array([columns.max(), rows.max()]) + 1
    box = np.array([[*(low + high_) / 2, *(high_ - low), 0.5]], np.float32)
    rows, columns = np.nonzero(picture[:, :, 0])
    x, y = (columns.min() + columns.max() + 1) / 2, (rows.min() + rows.max() + 1) / 2
    size = columns.max() + 1 - columns.min(), rows.max() + 1 - rows.min()
    np.testing.assert_allclose(turned_back(box, turns, picture.shape), [[x, y, *size, 0.5]])
    there = turned_back(box, turns, picture.shape)
    np.testing.assert_allclose(upright_sizes(there, turns)[:, 2:], box[:, 2:])


@pytest.mark.parametrize("turns", range(4))
def test_a_picture_turned_so_often_shows_up_at_its_top(turns: int) -> None:
    picture = np.zeros((9, 9, 3), np.uint8)
    picture[0, 4] = 255
    hangs = np.ascontiguousarray(np.rot90(picture, -turns))
    row, column = np.argwhere(hangs[:, :, 0])[0] - 4
    assert quarter_turns(float(column), float(row)) == turns
    np.testing.assert_array_equal(upright(hangs, turns), picture)


@given(st.floats(-0.7, 0.7), st.integers(0, 3))
def test_a_picture_a_little_aslant_counts_as_upright(aslant: float, turns: int) -> None:
    way = turns * np.pi / 2 + aslant
    assert quarter_turns(float(np.sin(way)), float(-np.cos(way))) == turns
