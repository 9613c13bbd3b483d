"""The page about 5, 1, 2 on three dice says what the solved game says."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from engine.morning_roll_odds import MorningRollOdds
from engine.morning_roll_solve import CAP, STEP, far
from engine.questions import average, page, reaching, rolling_over

PAGE = Path(__file__).parent.parent / "engine" / "QUESTIONS.md"


def test_the_page_is_what_the_command_makes(morning_roll_odds: MorningRollOdds) -> None:
    assert page(morning_roll_odds) == PAGE.read_text(encoding="utf-8"), (
        "run: ./rollcall advise morning-roll --page > engine/QUESTIONS.md"
    )


def test_to_roll_over_both_are_kept() -> None:
    assert rolling_over() == (Fraction(1, 3), Fraction(7, 27))


def test_for_points_both_are_kept_and_from_200_on_the_turn_ends(morning_roll_odds: MorningRollOdds) -> None:
    answers = {score: average(morning_roll_odds, score).best for score in range(150, CAP * STEP, STEP)}
    assert answers.pop(150) == "keep both, roll one die"
    assert set(answers.values()) == {"keep both and stop"}


def test_beyond_the_cap_stopping_is_best_for_ever() -> None:
    """Rolling one die or two is worth a + b * score there, with b < 1, and less than the score already."""
    for dice in (1, 2):
        start, slope = far(dice)
        assert slope < 1
        assert start + slope * (CAP * STEP) < CAP * STEP


@pytest.mark.parametrize(
    ("missing", "answer"),
    [
        (150, "keep both and stop"),
        (200, "keep the 1, roll two dice"),
        (250, "keep both, roll one die"),
        (20_000, "keep both, roll one die"),
    ],
)
def test_to_reach_a_score_it_depends_on_what_is_missing(
    morning_roll_odds: MorningRollOdds, missing: int, answer: str
) -> None:
    assert reaching(morning_roll_odds, missing).best == answer
