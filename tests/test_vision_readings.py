from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.plane.viewpoint import Somewhere
from vision.reading.net import ModelError
from vision.reading.readings import Limits, Readings, as_others, decide, one_size

LIMITS = Limits(temperature=1.0, look=0.2, die=0.5, ask=0.8, tilted=0.5)


def readings(*rows: tuple[float, float, float, float]) -> Readings:
    """Rows of x, side, chance of a 3, chance of nothing."""
    boxes = np.array([[x, 50, side, side, 0.9] for x, side, _, _ in rows], np.float32).reshape(-1, 5)
    chances = np.zeros((len(rows), 7), np.float32)
    for index, (_, _, three, nothing) in enumerate(rows):
        chances[index, 2], chances[index, 6] = three, nothing
        chances[index, 3] = 1 - three - nothing
    return Readings(boxes, chances, np.zeros((len(rows), 2), np.float32))


def test_what_it_is_not_sure_of_has_no_value_but_a_ranking() -> None:
    (die,) = decide(readings((50, 30, 0.55, 0.05)), LIMITS, (100, 100, 3))
    assert (die.value, die.state) == (None, "unsure")
    assert die.ranking[:2] == (3, 4)
    assert die.value_p == pytest.approx(0.55, abs=0.01)


@given(st.sampled_from([20.0, 100.0, 400.0]), st.integers(0, 5000), st.permutations(range(6)))
def test_dice_come_as_a_text_is_read_however_large_they_are(side: float, down: int, order: list[int]) -> None:
    # Two rows of three, each a little aslant.
    places = [((i % 3) * 2 * side, down + (i // 3) * 1.5 * side + (i % 3 - 1) * 0.2 * side) for i in range(6)]
    found = readings(*[(0.0, side, 0.99, 0.0)] * 6)
    found.boxes[:, :2] = [places[i] for i in order]
    dice = decide(found, LIMITS, (9999, 9999, 3))
    assert [die.centre_px for die in dice] == [pytest.approx(place, abs=0.01) for place in places]


@pytest.mark.parametrize(("sure", "value"), [(0.85, None), (0.93, None), (0.97, 1)])
def test_a_1_must_be_surer_than_another_value(sure: float, value: int | None) -> None:
    found = readings((50, 30, sure, 0.0))
    (die,) = decide(found, LIMITS, (100, 100, 3))
    assert (die.value, die.state) == (3, "flat")
    found.chances[:] = np.roll(found.chances, -2, axis=1)
    (die,) = decide(found, LIMITS, (100, 100, 3))
    assert (die.value, die.state) == (value, "flat" if value else "unsure")


def test_what_is_probably_no_die_is_left_out() -> None:
    assert decide(readings((50, 30, 0.3, 0.7)), LIMITS, (100, 100, 3)) == ()


def test_a_cocked_die_has_no_value_however_clear_the_pips() -> None:
    found = readings((50, 30, 0.99, 0.0))
    found.stances[0] = 0.4, 0.3
    (die,) = decide(found, LIMITS, (100, 100, 3))
    assert (die.value, die.state) == (None, "cocked")
    (die,) = decide(found, LIMITS.over(Somewhere((100, 100))), (100, 100, 3))
    assert (die.value, die.state) == (3, "flat")


def test_a_die_over_the_edge_of_the_picture_is_cut() -> None:
    (die,) = decide(readings((10, 30, 0.4, 0.1)), LIMITS, (100, 100, 3))
    assert (die.value, die.state) == (None, "cut")


def test_a_die_that_leans_has_no_value_though_the_picture_cuts_it() -> None:
    found = readings((10, 30, 0.99, 0.0))
    assert [die.value for die in decide(found, LIMITS, (100, 100, 3))] == [3]
    found.stances[0] = 0.9, 0.05
    (die,) = decide(found, LIMITS, (100, 100, 3))
    assert (die.value, die.state) == (None, "cocked")


def test_dice_of_one_photo_have_one_size() -> None:
    found = readings((50, 30, 0.99, 0), (100, 34, 0.99, 0), (150, 9, 0.95, 0), (200, 80, 0.95, 0))
    assert one_size(found, 0.97).boxes[:, 0].tolist() == [50, 100]
    assert len(one_size(found, 0.999).boxes) == 4


@pytest.mark.parametrize(("score", "left"), [(0.5, [50]), (0.9, [50, 100])])
def test_how_large_dice_are_is_told_by_what_is_about_as_likely_a_die_as_the_likeliest(
    score: float, left: list[int]
) -> None:
    found = readings((50, 30, 0.97, 0.0), (100, 70, 0.97, 0.0))
    found.boxes[1, 4] = score
    assert one_size(found, 0.9).boxes[:, 0].tolist() == left


@pytest.mark.parametrize(
    ("side", "kept"), [(12, True), (15, True), (62, True), (80, True), (9, False), (99, False)]
)
def test_a_1_of_another_size_is_a_die_where_it_is_as_likely_one_as_the_others_and_the_size_is_one_that_dice_have(
    side: float, kept: bool
) -> None:
    found = readings((50, 30, 0.99, 0), (100, 32, 0.99, 0), (150, 31, 0.99, 0), (260, side, 0.97, 0))
    found.chances[3] = np.roll(found.chances[3], -2)  # a 1
    assert (260 in one_size(found, 0.9).boxes[:, 0]) == kept
    found.boxes[3, 4] = 0.5
    assert 260 not in one_size(found, 0.9).boxes[:, 0]


def test_what_is_unmistakable_is_a_die_of_any_size_though_the_detector_makes_little_of_it_but_a_lone_pip_is_not() -> (
    None
):
    found = readings(
        (50, 30, 0.99, 0), (100, 34, 0.99, 0), (150, 9, 0.99, 0), (200, 80, 0.97, 0), (260, 30, 0.99, 0)
    )
    found.boxes[3:, 4] = 0.5, 0.2
    assert [die.centre_px[0] for die in decide(found, LIMITS, (1000, 1000, 3))] == [50, 100, 150, 260]
    found.chances[[2, 4]] = np.roll(found.chances[[2, 4]], -2, axis=1)
    assert found.unmistakable.tolist() == [True, True, False, False, False]
    assert [die.centre_px[0] for die in decide(found, LIMITS, (1000, 1000, 3))] == [50, 100]


def values(*rows: tuple[float, float, float, float]) -> list[int | None]:
    return [die.value for die in decide(readings(*rows), LIMITS, (1000, 1000, 3))]


SURE, DOUBTED = (50, 30, 0.99, 0.0), (150, 31, 0.6, 0.4)


def test_what_is_as_large_as_two_dice_that_are_sure_is_likelier_one_too() -> None:
    assert values(DOUBTED) == [None]
    assert values(SURE, DOUBTED) == [3, None]
    assert values(SURE, (100, 32, 0.99, 0.0), DOUBTED) == [3, 3, 3]
    assert values(SURE, (100, 32, 0.99, 0.0), (150, 48, 0.6, 0.4)) == [3, 3, None]


def test_what_was_no_die_becomes_one_by_its_size_only_if_its_value_is_sure_then() -> None:
    sure = SURE, (100, 30, 0.99, 0.0)
    assert values(*sure, (150, 30, 0.45, 0.55)) == [3, 3, 3]
    assert values(*sure, (150, 30, 0.2, 0.55)) == [3, 3]


def test_a_die_is_none_of_the_others_and_what_differs_by_half_is_no_company() -> None:
    for found in (
        readings(SURE, (100, 30, 0.9, 0.1)),
        readings(SURE, (100, 30, 0.99, 0.0), (150, 44, 0.6, 0.4)),
    ):
        np.testing.assert_allclose(as_others(found, LIMITS).chances[-1], found.chances[-1], rtol=1e-5)


def test_a_side_of_a_die_is_as_large_as_the_others_and_no_likelier_for_it() -> None:
    sure = SURE, (100, 30, 0.99, 0.0)
    assert values(*sure, (125, 30, 0.6, 0.4)) == [3, 3, 3]
    assert values(*sure, (118, 30, 0.6, 0.4)) == [3, 3, None]


def test_the_value_is_as_likely_as_before_among_the_six() -> None:
    found = readings(SURE, (100, 30, 0.99, 0.0), DOUBTED)
    after = as_others(found, LIMITS)
    before, now = found.chances[2, :6], after.chances[2, :6]
    np.testing.assert_allclose(now / now.sum(), before / before.sum(), rtol=1e-5)
    assert after.chances[2].sum() == pytest.approx(1)


def test_missing_or_wrong_limits_are_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="missing"):
        Limits.open(tmp_path / "reader.json")
    (tmp_path / "reader.json").write_text(json.dumps({"temperature": 1}))
    with pytest.raises(ModelError, match="does not hold"):
        Limits.open(tmp_path / "reader.json")
