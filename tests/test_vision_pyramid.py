from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from vision.picture.pyramid import Pyramid, high_pass, shrink


def test_shrinking_averages() -> None:
    board = np.zeros((8, 8, 3), np.uint8)
    board[::2, ::2] = board[1::2, 1::2] = 200
    assert np.all(shrink(board, 0.5) == 100)


@given(st.lists(st.floats(0.02, 1.5), min_size=1, max_size=4), st.integers(1, 90), st.integers(1, 90))
def test_what_was_asked_for_before_changes_no_size(scales: list[float], height: int, width: int) -> None:
    picture = np.random.default_rng(0).integers(0, 255, (height, width, 3)).astype(np.uint8)
    before = picture.copy()
    pyramid = Pyramid(picture)
    for scale in scales:
        at = pyramid.at(scale)
        assert np.array_equal(at, shrink(picture, scale))
        assert at.shape == (max(1, round(height * scale)), max(1, round(width * scale)), 3)
    assert np.array_equal(picture, before)


def test_light_that_changes_slowly_across_the_picture_falls_away() -> None:
    grey = np.random.default_rng(0).uniform(0, 255, (60, 80)).astype(np.float32)
    ramp = np.linspace(-60, 60, 80, dtype=np.float32)
    inside = np.s_[12:-12, 12:-12]
    assert np.allclose(high_pass(grey + ramp)[inside], high_pass(grey)[inside], atol=1e-3)
