"""The judge of whole turns: it tells what was thrown from what lay there, and counts each throw once."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from models.measure.sessions import Played, judge, report
from vision.nouns import Die, Event, OffTable, Roll, Trouble, Turned

PICTURE = np.zeros((4, 4, 3), np.uint8)
SQUARE = np.array([[0, 0], [20, 0], [20, 20], [0, 20]], float)


def lies(number: int, value: int) -> dict[str, Any]:
    """A die at 50 pixels times its number."""
    corners = (SQUARE + np.array([50 * number, 0])).tolist()
    return {"id": number, "corners": corners, "value": value, "state": "flat"}


def seen(number: int, value: int | None) -> Die:
    corners = (SQUARE + np.array([50 * number, 0])).astype(np.float32)
    return Die(value, 0.9, "flat", "throw", corners, (1, 2, 3, 4, 5, 6), number)


def roll(time_s: float, thrown: dict[int, int | None], kept: dict[int, int | None]) -> Roll:
    dice = tuple(seen(number, value) for number, value in (*thrown.items(), *kept.items()))
    return Roll(time_s, tuple(thrown.values()), tuple(kept.values()), 0, "", PICTURE, dice)


def throw(starts_s: float, thrown: dict[int, int], beside: dict[int, int]) -> dict[str, Any]:
    return {
        "manner": "hand",
        "dice": len(thrown),
        "pressed_s": starts_s - 1,
        "starts_s": starts_s,
        "rest_s": starts_s + 1,
        "thrown": [lies(*die) for die in thrown.items()],
        "beside": [lies(*die) for die in beside.items()],
        "struck": [],
    }


# Two dice, then one of them again, beside the other.
TRUTH = {"way": "slid", "throws": [throw(1.0, {1: 4, 2: 5}, {}), throw(9.0, {3: 2}, {1: 4})]}
FIRST = roll(2.3, {1: 4, 2: 5}, {})


def judged(*events: Event) -> Played:
    """What is said of the second throw, where the first was told well."""
    first, second = judge("x", TRUTH, [FIRST, *events])
    assert first.good
    return second


def test_a_throw_that_was_told_once_and_well_has_no_fault() -> None:
    assert judged(roll(10.3, {3: 2}, {1: 4})).good


@pytest.mark.parametrize(
    ("event", "right", "silent"),
    [
        (roll(10.3, {3: 3}, {1: 4}), False, True),
        (roll(10.3, {3: None}, {1: 4}), False, False),
        (roll(10.3, {3: 2, 1: 4}, {}), False, True),
        (roll(10.3, {1: 4}, {3: 2}), False, True),
        (roll(10.3, {1: 2}, {3: 4}), True, False),
    ],
    ids=["another value", "asked", "a kept one too", "the kept one", "the same values"],
)
def test_what_a_player_would_be_told_wrongly_counts_and_only_that(
    event: Roll, right: bool, silent: bool
) -> None:
    played = judged(event)
    assert (played.all_right, played.silent) == (right, silent)


def test_a_wrong_number_of_dice_that_is_asked_about_is_not_silent() -> None:
    asked = Trouble("count", "2 dice seen, 1 expected.", "Spread the dice.", 10.3)
    played = judged(roll(10.3, {3: 2, 1: 4}, {}), asked)
    assert (played.all_right, played.silent) == (False, False)


def test_rolls_before_the_rest_and_besides_and_dice_said_to_leave_or_to_be_turned_are_counted() -> None:
    left = OffTable(10.1, 1, "A die left the table.", PICTURE)
    turned = Turned(12.0, 4, seen(1, 5), True, PICTURE)
    played = judged(roll(9.5, {3: 2}, {1: 4}), left, roll(10.3, {3: 2}, {1: 4}), turned)
    assert (played.rolls, played.early, played.off, played.said) == (2, 1, 1, 1)
    assert not played.good
    told = report([played])
    assert "exactly one Roll: 0 (0.0 %)" in told
    assert "Rolls besides: 1" in told
    assert "dice said to have been turned that were not: 1" in told


def test_what_is_told_between_two_throws_counts_with_the_first() -> None:
    first, second = judge("x", TRUTH, [FIRST, roll(5.0, {1: 4}, {}), roll(10.3, {3: 2}, {1: 4})])
    assert (first.rolls, second.rolls) == (2, 1)


def test_a_throw_that_was_not_told_is_none() -> None:
    played = judged()
    assert (played.rolls, played.all_right, played.silent, played.missed) == (0, False, False, 1)
