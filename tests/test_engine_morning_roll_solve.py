"""Morning Roll solved, against a second solver written another way, simulation, and published odds."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from engine.chance import program_dice
from engine.game import GAMES
from engine.morning_roll_odds import MorningRollOdds
from engine.morning_roll_solve import CAP, REACH, STEP, far, stop_from, throw_chances
from engine.solve import Goal, best

SCORES = {
    1: (100, 200, 1000, 2000, 4000, 8000),
    2: (0, 0, 200, 400, 800, 1600),
    3: (0, 0, 300, 600, 1200, 2400),
    4: (0, 0, 400, 800, 1600, 3200),
    5: (50, 100, 500, 1000, 2000, 4000),
    6: (0, 0, 600, 1200, 2400, 4800),
}
"""The table of the rules, as it is printed there."""
TOP = 30_000
Throws = dict[int, list[tuple[int, list[tuple[int, int, bool]]]]]
"""Dice -> (how many ordered throws, their keeps: points, dice thrown next, must throw)."""


def kept_score(kept: tuple[int, ...]) -> int:
    """What kept dice score by the printed table; 0 where one of them does not score. No specials."""
    each = [SCORES[face][kept.count(face) - 1] for face in set(kept)]
    return sum(each) if all(each) else 0


def is_special(throw: tuple[int, ...]) -> bool:
    pairs = len(throw) == 6 and sorted(Counter(throw).values()) == [2, 2, 2]
    return pairs or sorted(throw) == [1, 2, 3, 4, 5, 6]


def keeps(throw: tuple[int, ...]) -> set[tuple[int, int, bool]]:
    """(points, dice thrown next, must throw) for every way to keep dice, die by die."""
    found = {(2500, 6, True)} if is_special(throw) else set()
    for taken in product((False, True), repeat=len(throw)):
        kept = tuple(face for face, take in zip(throw, taken, strict=True) if take)
        if kept and not is_special(kept) and kept_score(kept):
            found.add((kept_score(kept), len(throw) - len(kept) or 6, False))
    return found


@pytest.fixture(scope="module")
def all_keeps() -> Throws:
    """For each number of dice: (how many ordered throws, their keeps), all 6**n throws counted one by one."""
    counted = {
        n: Counter(tuple(sorted(throw)) for throw in product(range(1, 7), repeat=n)) for n in range(1, 7)
    }
    return {
        n: [(count, sorted(keeps(throw))) for throw, count in throws.items()] for n, throws in counted.items()
    }


def iterate(
    all_keeps: Throws,
    pay: Callable[[np.ndarray], np.ndarray],
) -> np.ndarray:
    """A second solver: the best turn of at most k throws for growing k, until nothing changes.

    pay: what a final score is worth. Returns worth[dice, score / 50] before a throw. Turns over TOP stop.
    """
    grid = np.arange(0, TOP + 8000 + 50, 50)
    stop = pay(grid.astype(float))
    size = TOP // 50
    worth = np.zeros((7, len(grid)))
    worth[:, size:] = stop[size:]
    while True:
        after = np.maximum(worth, stop)
        new = worth.copy()
        for n, throws in all_keeps.items():
            total = np.zeros(size)
            for count, ways in throws:
                options = [
                    (worth if must else after)[dice, points // 50 : points // 50 + size]
                    for points, dice, must in ways
                ]
                if options:
                    total += count * np.max(options, axis=0)
            new[n, :size] = total / 6**n
        if np.abs(new - worth).max() < 1e-12:
            return new
        worth = new


@pytest.fixture(scope="module")
def second(all_keeps: Throws) -> np.ndarray:
    return iterate(all_keeps, lambda score: score)


def test_the_expected_score_is_that_of_a_second_solver(
    morning_roll_odds: MorningRollOdds, second: np.ndarray
) -> None:
    ours = morning_roll_odds.tables["expected"][:100, 1:]
    assert np.abs(ours.T - second[1:, :100]).max() < 1e-9


def test_a_turn_is_worth_641_points_and_busts_one_time_in_five(morning_roll_odds: MorningRollOdds) -> None:
    assert morning_roll_odds.tables["expected"][0, 6] == pytest.approx(641.0615161974, abs=1e-9)
    assert morning_roll_odds.tables["bust"][0, 6] == pytest.approx(0.2159111407, abs=1e-9)


def test_stopping_is_best_from_these_scores(morning_roll_odds: MorningRollOdds, second: np.ndarray) -> None:
    ours = stop_from(morning_roll_odds.tables["expected"])
    grid = np.arange(second.shape[1]) * 50
    assert ours == {n: int(grid[second[n] <= grid + 1e-9][0]) for n in range(1, 7)}
    assert ours == {1: 350, 2: 300, 3: 450, 4: 1050, 5: 3100, 6: 19950}


@pytest.mark.parametrize("target", [300, 1500, 4000])
def test_the_chance_to_reach_a_score_is_that_of_a_second_solver(
    morning_roll_odds: MorningRollOdds,
    all_keeps: Throws,
    target: int,
) -> None:
    worth = iterate(all_keeps, lambda score: (score >= target).astype(float))
    goal = Goal("reach", "", target)
    for score in range(0, target, 50):
        for dice in range(1, 7):
            assert morning_roll_odds.throwing(score, dice, goal) == pytest.approx(
                worth[dice, score // 50], abs=1e-9
            )


def test_the_chances_of_one_throw_are_those_counted_one_by_one(
    all_keeps: Throws,
) -> None:
    for n, throws in all_keeps.items():
        bust = sum(count for count, ways in throws if not ways)
        over = sum(count for count, ways in throws if any(dice == 6 for _, dice, _ in ways))
        assert throw_chances(n).bust == Fraction(bust, 6**n)
        assert throw_chances(n).roll_over == Fraction(over, 6**n)
        assert throw_chances(n).score == 1 - throw_chances(n).bust


def test_the_chances_to_score_are_the_published_ones_of_farkle() -> None:
    """farkle.games/farkle-odds, for the same combinations. Its sixth, 45480/46656, miscounts: see the test above."""
    published = {1: "2/6", 2: "20/36", 3: "156/216", 4: "1092/1296", 5: "7176/7776"}
    assert {n: throw_chances(n).score for n in published} == {
        n: Fraction(odds) for n, odds in published.items()
    }
    assert throw_chances(6).score == Fraction(45576, 46656)


def test_beyond_the_cap_stopping_is_best_and_a_straight_is_better_declined() -> None:
    score = CAP * STEP
    for dice in range(1, 7):
        start, slope = far(dice)
        assert slope < 1
        assert start + slope * score < score
    start, slope = far(6)
    assert start + slope * (score + 2500) < score + 50


def test_the_pass_down_from_the_cap_agrees_with_the_far_end(morning_roll_odds: MorningRollOdds) -> None:
    for steps in range(CAP - 200, CAP):
        for dice in range(1, 7):
            start, slope = far(dice)
            exact = start + slope * steps * STEP
            assert abs(Fraction(morning_roll_odds.tables["expected"][steps, dice]) - exact) < Fraction(
                1, 10**9
            )


def test_more_points_are_worth_more_but_never_more_than_themselves(
    morning_roll_odds: MorningRollOdds,
) -> None:
    gained = np.diff(morning_roll_odds.tables["expected"][:, 1:], axis=0)
    assert (gained > 0).all()
    assert (gained < STEP).all()


def test_needing_more_is_never_likelier(morning_roll_odds: MorningRollOdds) -> None:
    assert morning_roll_odds.tables["reach"].shape == (REACH + 1, 7)
    assert (np.diff(morning_roll_odds.tables["reach"][:, 1:], axis=0) <= 0).all()


def test_the_distribution_of_scores_has_the_same_mean_and_bust(morning_roll_odds: MorningRollOdds) -> None:
    spread = morning_roll_odds.tables["distribution"]
    assert spread.sum() == pytest.approx(1, abs=1e-12)
    assert spread @ np.arange(len(spread)) * STEP == pytest.approx(
        morning_roll_odds.tables["expected"][0, 6], abs=1e-9
    )
    assert spread[0] == pytest.approx(morning_roll_odds.tables["bust"][0, 6], abs=1e-12)
    assert spread[-1] < 1e-12


def test_2000_simulated_turns_of_best_play_score_what_was_solved(morning_roll_odds: MorningRollOdds) -> None:
    chance = random.Random(20260101)
    goal = Goal("expected", "")
    scores = []
    for _ in range(2000):
        state = GAMES["morning-roll"].new(["Ann"])
        while not state.outcome:
            if state.to_throw:
                state = state.throw(program_dice(state.to_throw, chance))
            else:
                state = state.play(best(morning_roll_odds.worths(state, goal), goal)[0].move)
        scores.append(state.scores["Ann"])
    error = np.std(scores) / np.sqrt(len(scores))
    assert abs(np.mean(scores) - morning_roll_odds.tables["expected"][0, 6]) < 4 * error
