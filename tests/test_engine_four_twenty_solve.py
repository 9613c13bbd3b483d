"""420 solved, against counting of ordered throws, two other ways to work out a race, and simulation."""

from __future__ import annotations

import random
from fractions import Fraction
from functools import cache
from itertools import product

import numpy as np
import pytest

from engine.chance import program_dice
from engine.four_twenty import keeps_of
from engine.four_twenty_odds import FourTwentyOdds
from engine.four_twenty_solve import (
    RESET,
    STEADY,
    after,
    duel_worth,
    hands,
    number_of,
    race,
    race_worth,
    turns_worth,
)
from engine.game import GAMES
from engine.opponents import best_play

ALL_HANDS = hands()


@cache
def follow(kept: tuple[int, ...]) -> dict[tuple[int, ...] | None, Fraction]:
    """Where a choice leads, all ordered throws counted one by one; None is 20, () all that is over."""
    again = 4 - len(kept)
    led: dict[tuple[int, ...] | None, Fraction] = {}
    for throw in product(range(1, 7), repeat=again):
        hand = tuple(sorted(kept + throw))
        key = None if sum(hand) == 20 else () if sum(hand) > 20 else hand
        led[key] = led.get(key, Fraction(0)) + Fraction(1, 6**again)
    return led


def test_there_are_115_hands_and_291_choices() -> None:
    assert len(ALL_HANDS) == 115
    assert ALL_HANDS[0] == RESET
    assert sum(len(keeps_of(hand)) for hand in ALL_HANDS) == 291


def test_every_choice_leads_where_counting_says_and_makes_20_at_least_35_times_in_1296() -> None:
    for hand in ALL_HANDS:
        for kept in keeps_of(hand):
            assert dict(after(kept)) == follow(kept)
            assert follow(kept)[None] >= Fraction(35, 1296)


def test_the_stated_bound_follows_from_the_last_step() -> None:
    assert STEADY * 1296 / 35 < 4e-12


def test_the_first_player_wins_52_7_percent(four_twenty_odds: FourTwentyOdds) -> None:
    assert four_twenty_odds.tables["duel"][0, 0] == pytest.approx(0.5270148584, abs=1e-9)


def test_alone_20_takes_9_93_turns(four_twenty_odds: FourTwentyOdds) -> None:
    assert four_twenty_odds.tables["alone"][0] == pytest.approx(9.9340365554, abs=1e-9)


def test_the_turns_alone_solve_their_linear_equations(four_twenty_odds: FourTwentyOdds) -> None:
    turns = four_twenty_odds.tables["alone"]
    for number, hand in enumerate(ALL_HANDS):
        exact = min(
            1
            + sum(
                float(share) * turns[number_of()[led]]
                for led, share in follow(kept).items()
                if led is not None
            )
            for kept in keeps_of(hand)
        )
        assert turns[number] == pytest.approx(exact, abs=1e-10)


def test_the_chances_to_need_more_turns_add_up_to_the_expected_turns(
    four_twenty_odds: FourTwentyOdds,
) -> None:
    left, turns = four_twenty_odds.tables["left"], four_twenty_odds.tables["alone"]
    assert left[-1].max() < 1e-13
    assert np.abs(left.sum(axis=0) - turns).max() < 1e-9


def test_a_race_of_two_is_the_duel(four_twenty_odds: FourTwentyOdds) -> None:
    """The race is one pass back in time, the duel a fixed point: they agree for all 115 x 115 pairs."""
    for other in ALL_HANDS:
        chance = race((other,), four_twenty_odds.tables["left"])
        column = number_of()[other]
        for hand in ALL_HANDS:
            mine = max(race_worth(kept, chance) for kept in keeps_of(hand))
            assert mine == pytest.approx(four_twenty_odds.tables["duel"][number_of()[hand], column], abs=1e-9)


def test_what_is_best_never_depends_on_the_other_hand(four_twenty_odds: FourTwentyOdds) -> None:
    """The play of fewest turns is also the play of the duel, whatever the other holds."""
    for hand in ALL_HANDS:
        fewest = min(keeps_of(hand), key=lambda kept: turns_worth(kept, four_twenty_odds.tables["alone"]))
        for other in ALL_HANDS:
            worth = {
                kept: duel_worth(kept, other, four_twenty_odds.tables["duel"]) for kept in keeps_of(hand)
            }
            assert worth[fewest] >= max(worth.values()) - 1e-11


def test_the_first_of_three_wins_as_counted_forward(four_twenty_odds: FourTwentyOdds) -> None:
    """Turn by turn: the first makes 20 now, and neither of the others has made it before."""
    state = GAMES["420"].new(["Ann", "Bo", "Cy"])
    left = four_twenty_odds.tables["left"][:, 0]
    counted = sum((left[turn - 1] - left[turn]) * left[turn - 1] ** 2 for turn in range(1, len(left)))
    assert four_twenty_odds.awaited(state, four_twenty_odds.goal("win", state)) == pytest.approx(
        counted, abs=1e-9
    )


def test_simulated_duels_are_won_as_often_as_solved(four_twenty_odds: FourTwentyOdds) -> None:
    chance, games, wins = random.Random(20), 400, 0
    for _ in range(games):
        state = GAMES["420"].new(["Red", "Blue"])
        while not state.outcome:
            if state.to_throw:
                state = state.throw(program_dice(state.to_throw, chance))
            else:
                state = state.play(best_play(state, four_twenty_odds, chance))
        wins += state.outcome.winners == ("Red",)
    solved = four_twenty_odds.tables["duel"][0, 0]
    assert abs(wins / games - solved) < 4 * (solved * (1 - solved) / games) ** 0.5
