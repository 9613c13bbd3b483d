from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from test_vision_readings import LIMITS, readings

from hardware.frame import Image
from vision.nouns import Floats
from vision.picture.upright import upright
from vision.plane.viewpoint import Somewhere
from vision.reading.detector import Detector
from vision.reading.reader import Reader
from vision.reading.readings import Readings, decide
from vision.reading.squeeze import SQUEEZES, agreed, is_half_told, squeezed, squeezed_back

SHAPE = (100, 400, 3)
SURE, ALSO, THIRD = (50, 30, 0.99, 0.0), (150, 30, 0.95, 0.0), (250, 30, 0.99, 0.0)
DOUBTFUL, DOUBTFUL_TOO, MISSED = (150, 30, 0.6, 0.0), (250, 30, 0.6, 0.0), (150, 30, 0.1, 0.85)


@given(st.integers(60, 900), st.integers(60, 900), st.sampled_from(SQUEEZES))
def test_boxes_come_back_from_a_squeezed_picture_to_where_the_dice_are(
    width: int, height: int, wider: float
) -> None:
    picture = np.zeros((height, width, 3), np.uint8)
    x, y = width // 3, height // 2
    picture[y - 10 : y + 10, x - 10 : x + 10] = 255
    seen = squeezed(picture, wider)
    assert seen.shape[1] / seen.shape[0] == pytest.approx(width / height * wider, rel=0.03)
    assert seen.shape[0] * seen.shape[1] == pytest.approx(height * width, rel=0.03)
    rows, columns = np.nonzero(seen[:, :, 0] > 127)
    found = [columns.mean() + 0.5, rows.mean() + 0.5, np.ptp(columns) + 1, np.ptp(rows) + 1, 0.7]
    (back,) = squeezed_back(np.array([found], np.float32), wider, picture.shape).tolist()
    assert back == pytest.approx([x, y, 20, 20, 0.7], abs=1.7)


def test_the_copies_of_a_huge_photo_are_no_larger_than_a_phones_photo() -> None:
    seen = squeezed(np.zeros((6000, 8000, 3), np.uint8), 4 / 3)
    assert seen.shape[0] * seen.shape[1] == pytest.approx(12e6, rel=0.001)
    half = seen.shape[1] / 8000
    (back,) = squeezed_back(
        np.array([[2000, 1500, 40, 30, 0.9]], np.float32), 4 / 3, (6000, 8000, 3)
    ).tolist()
    assert back == pytest.approx([2000 / half, 2000 / half, 40 / half, 40 / half, 0.9], rel=1e-3)


def values(*looks: list[tuple[float, float, float, float]]) -> list[int | None]:
    first, *others = [readings(*rows) for rows in looks]
    return [die.value for die in decide(agreed(first, others, LIMITS), LIMITS, SHAPE)]


def test_what_must_be_asked_is_told_as_the_surest_look_has_it() -> None:
    assert values([SURE, DOUBTFUL], [SURE, ALSO], [SURE]) == [3, 3]
    assert values([SURE, DOUBTFUL], [SURE, DOUBTFUL], [SURE, DOUBTFUL]) == [3, None]
    assert values([SURE, DOUBTFUL]) == [3, None]


def test_other_looks_neither_add_dice_nor_lose_any() -> None:
    assert values([SURE, DOUBTFUL, THIRD], [SURE, MISSED], []) == [3, None, 3]
    assert values([SURE, DOUBTFUL], [SURE, ALSO, THIRD], [SURE, ALSO, THIRD]) == [3, 3]
    parted = (140, 20, 0.99, 0.0), (158, 20, 0.99, 0.0)
    assert values([SURE, ALSO, DOUBTFUL_TOO], [SURE, *parted, THIRD]) == [3, 3, 3]


def test_a_die_that_another_look_sees_beside_it_says_nothing_of_it() -> None:
    beside = (172, 30, 0.99, 0.0)
    assert values([SURE, DOUBTFUL], [SURE, beside], [SURE, beside]) == [3, None]


@given(st.data())
def test_there_are_as_many_dice_after_looking_squeezed_as_before(data: st.DataObject) -> None:
    def look() -> Readings:
        rows = []
        for at in range(8):
            sure = data.draw(st.sampled_from([0.99, 0.9, 0.7, 0.4, 0.1]))
            nothing = data.draw(st.sampled_from([0.0, 0.3, 0.6, 0.9])) * (1 - sure)
            rows.append((60.0 + 90 * at, float(data.draw(st.integers(24, 60))), sure, nothing))
        found = readings(*rows)
        turns = data.draw(st.lists(st.integers(0, 5), min_size=8, max_size=8))
        found.chances[:, :6] = [
            np.roll(row[:6], turn) for row, turn in zip(found.chances, turns, strict=True)
        ]
        return found

    first = look()
    before = decide(first, LIMITS, (100, 800, 3))
    after = decide(agreed(first, [look(), look()], LIMITS), LIMITS, (100, 800, 3))
    assert [die.centre_px for die in after] == [die.centre_px for die in before]


def test_what_looks_take_for_different_values_is_asked_and_does_not_vanish() -> None:
    def told(first: Readings, *others: Readings) -> list[int | None]:
        return [die.value for die in decide(agreed(first, others, LIMITS), LIMITS, SHAPE)]

    five = readings(SURE, (150, 30, 0.6, 0.35))
    five.chances[1, :6] = np.roll(five.chances[1, :6], 2)
    assert told(readings(SURE, DOUBTFUL), readings(SURE, ALSO), five) == [3, None]
    assert told(readings(SURE, ALSO, DOUBTFUL_TOO), five, five) == [3, None, None]
    five.chances[1] = 0.1, 0.1, 0.1, 0.1, 0.3, 0.1, 0.2  # sure of nothing: contradicts nobody
    assert told(readings(SURE, DOUBTFUL), readings(SURE, ALSO), five) == [3, 3]


def test_only_a_picture_of_which_some_dice_are_sure_and_some_are_not_is_worth_it() -> None:
    for rows, worth in (([SURE, DOUBTFUL], True), ([SURE, ALSO], False), ([DOUBTFUL], False), ([], False)):
        assert is_half_told(readings(*rows), LIMITS) == worth


def squares_only() -> tuple[Detector, Any]:
    """Nets that find what is no ground: a 3 where it is dark, else a 5, of which it is sure if it is no oblong."""

    def find(pictures: NDArray[Any]) -> Floats:
        _, height, width, _ = pictures.shape
        grid = np.full((1, 5, height // 8, width // 8), -9, np.float32)
        for kind in (pictures[0, :, :, 0] < 40, pictures[0, :, :, 0] > 200):
            rows, columns = (at + 0.5 for at in np.nonzero(kind))
            if not len(rows):
                continue
            row, column = rows.mean() / 8, columns.mean() / 8
            sizes = np.log(np.ptp(columns) / 32), np.log(np.ptp(rows) / 32)
            grid[0, :, int(row), int(column)] = 5, column % 1 - 0.5, row % 1 - 0.5, *sizes
        return grid

    def read(crops: NDArray[Any]) -> Floats:
        logits = np.zeros((len(crops), 7), np.float32)
        for crop, row in zip(crops, logits, strict=True):
            shown = crop[0] - crop[0, 0, 0]
            sides = [np.count_nonzero(np.abs(shown).max(axis=axis) > 0.4) for axis in (0, 1)]
            square = 0.85 < sides[0] / sides[1] < 1.18
            row[2 if shown[24, 24] < 0 else 4] = 14 if square or shown[24, 24] < 0 else 3
        return logits

    return Detector(find), read


def half_squeezed() -> Image:
    """640 x 640, with a dark square at (200, 200) and something bright, 70 px wide and 52 high, at (440, 400)."""
    picture = np.full((640, 640, 3), 90, np.uint8)
    picture[170:230, 170:230], picture[374:426, 405:475] = 10, 250
    return picture


def test_a_die_that_is_not_read_as_it_is_is_read_in_a_squeezed_photo_but_not_over_a_table() -> None:
    reader = Reader(*squares_only(), LIMITS)
    dark, bright = reader.read(half_squeezed())
    assert (dark.value, bright.value) == (3, 5)
    assert bright.centre_px == pytest.approx((440, 400), abs=3)
    (asked,) = [
        die for die in reader.read(half_squeezed(), camera=Somewhere((640, 640))) if die.value is None
    ]
    assert asked.ranking[0] == 5


@pytest.mark.parametrize("turns", [1, 2, 3])
def test_a_photo_that_hangs_otherwise_is_squeezed_as_it_stands(
    turns: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    reader, hung = Reader(*squares_only(), LIMITS), upright(half_squeezed(), -turns % 4)
    stood = lambda image, _found: (turns, reader._looked(image, turns, None, None))  # noqa: E731
    monkeypatch.setattr(reader, "_stood_up", stood)
    assert sorted(die.value or 0 for die in reader.read(hung)) == [3, 5]
    monkeypatch.setattr("vision.reading.reader.is_half_told", lambda *_: False)
    assert sorted(die.value or 0 for die in reader.read(hung)) == [0, 3]


def test_where_the_size_of_dice_is_known_nothing_is_squeezed() -> None:
    reader = Reader(*squares_only(), LIMITS)
    assert sorted(die.value or 0 for die in reader.read(half_squeezed(), size_px=60.0)) == [0, 3]
