"""Measuring what teaching gives: no die of a photo is both taught and judged."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from models.measure.teaching import Die, drawn, plot
from vision.reading.labels import Label, Labelled

CROP = np.zeros((48, 48, 3), np.uint8)


@settings(max_examples=30, deadline=None)
@given(st.lists(st.integers(1, 6), min_size=1, max_size=12), st.integers(0, 30), st.integers(0, 99))
def test_a_photo_is_taught_or_judged_and_never_both(counts: list[int], number: int, seed: int) -> None:
    dice = []
    for place, count in enumerate(counts):
        photo = Labelled(Path(f"{place}.jpg"), "rig", ())
        dice += [Die(photo, Label((9.0 * each, 0, 30, 30), 1, 30), CROP) for each in range(count)]
    taught, photos = drawn(dice, number, np.random.default_rng(seed))
    assert len(taught) == min(number, len(dice))
    assert not {die.photo.path for die in taught} & {photo.path for photo in photos}


def test_the_plot_has_a_line_for_untaught_and_one_for_taught() -> None:
    assert plot([(0, 40.0, 40.0), (20, 40.0, 10.0)]).count("<polyline") == 2
