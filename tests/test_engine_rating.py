"""Ratings: against the whole sum over strengths, against strengths that are known, and what must hold anyway."""

from __future__ import annotations

import math
from random import Random

import numpy as np
import pytest

from engine.rating import AVERAGE, POINTS, PRIOR, Rating, rate

WIN = (("Ann",), ("Bo",))
LOSS = (("Bo",), ("Ann",))


def by_sum(wins: float, losses: float) -> tuple[float, float]:
    """The mean and the deviation of the difference of two strengths, in points, summed over all differences."""
    differences = np.linspace(-8, 8, 200_001)
    log = -(differences**2) / 2 / (2 * (PRIOR / POINTS) ** 2)
    log -= wins * np.log1p(np.exp(-differences)) + losses * np.log1p(np.exp(differences))
    weight = np.exp(log - log.max())
    mean = (weight * differences).sum() / weight.sum()
    deviation = math.sqrt((weight * (differences - mean) ** 2).sum() / weight.sum())
    return mean * POINTS, deviation * POINTS


def difference(ratings: object, doubt: bool = False) -> float:
    spread, strengths = ratings.spread, ratings.strengths  # type: ignore[attr-defined]
    if doubt:
        return POINTS * math.sqrt(spread[0][0] + spread[1][1] - 2 * spread[0][1])
    return POINTS * (strengths[0] - strengths[1])


@pytest.mark.parametrize(("wins", "losses"), [(1, 0), (3, 1), (10, 10), (30, 5)])
def test_of_two_players_the_ratings_are_those_of_the_whole_sum(wins: int, losses: int) -> None:
    ratings = rate([WIN] * wins + [LOSS] * losses)
    mean, deviation = by_sum(wins, losses)
    assert difference(ratings) == pytest.approx(mean, abs=6)
    assert difference(ratings, doubt=True) == pytest.approx(deviation, rel=0.05)


@pytest.mark.parametrize(("wins", "losses"), [(1, 0), (3, 1), (30, 5)])
def test_the_chance_of_the_next_match_is_that_of_the_whole_sum(wins: int, losses: int) -> None:
    differences = np.linspace(-8, 8, 20_001)
    log = -(differences**2) / 2 / (2 * (PRIOR / POINTS) ** 2)
    log -= wins * np.log1p(np.exp(-differences)) + losses * np.log1p(np.exp(differences))
    weight = np.exp(log - log.max())
    chance = (weight / (1 + np.exp(-differences))).sum() / weight.sum()
    ratings = rate([WIN] * wins + [LOSS] * losses)
    assert ratings.chance("Ann", "Bo") == pytest.approx(chance, abs=0.01)
    assert ratings.chance("Ann", "Bo") + ratings.chance("Bo", "Ann") == pytest.approx(1)


def test_before_any_match_there_is_nobody_and_after_a_tie_all_are_average() -> None:
    assert rate([]).names == ()
    assert rate([(("Ann",),)]).names == ()
    assert rate([(("Ann", "Bo"),)])["Ann"].value == pytest.approx(AVERAGE)


def test_a_tie_is_half_a_win_for_each() -> None:
    one, other = rate([WIN, LOSS]), rate([(("Ann", "Bo"),)] * 2)
    assert one.strengths == pytest.approx(other.strengths)
    assert one["Ann"].doubt == pytest.approx(other["Ann"].doubt)


def test_the_ratings_are_level_around_1500_and_the_doubt_shrinks_with_every_match() -> None:
    doubts = [rate([(("Ann",), ("Bo",), ("Cy",))] * matches)["Bo"].doubt for matches in (1, 2, 5, 20)]
    assert doubts == sorted(doubts, reverse=True)
    assert doubts[0] < PRIOR
    ratings = rate([(("Ann",), ("Bo",), ("Cy",))] * 5)
    assert sum(ratings[name].value for name in ratings.names) == pytest.approx(3 * AVERAGE)
    assert ratings["Ann"].value > ratings["Bo"].value > ratings["Cy"].value


def test_the_order_of_the_matches_makes_no_difference() -> None:
    orders = [WIN, LOSS, (("Cy",), ("Ann", "Bo")), (("Bo",), ("Cy",), ("Ann",)), WIN]
    one, other = rate(orders), rate(orders[::-1])
    for name in ("Ann", "Bo", "Cy"):
        assert one[name].value == pytest.approx(other[name].value, abs=1e-6)


def test_a_corrected_match_changes_the_ratings_as_if_it_had_been_played_so() -> None:
    assert rate([WIN, WIN, LOSS, WIN]) == rate([WIN, WIN, LOSS, WIN])
    assert rate([WIN, WIN])["Ann"].value > rate([WIN, LOSS])["Ann"].value


def test_known_strengths_lie_within_two_doubts_as_often_as_they_should() -> None:
    """200 evenings of six players whose strengths are drawn, four of them at a time, in 30 matches."""
    random, within, close = Random(7), 0, 0
    for _ in range(200):
        strengths = {f"P{number}": random.gauss(0, PRIOR / POINTS) for number in range(6)}
        orders = []
        for _ in range(30):
            left, order = random.sample(sorted(strengths), 4), []
            while left:
                weights = [math.exp(strengths[name]) for name in left]
                order.append((random.choices(left, weights)[0],))
                left.remove(order[-1][0])
            orders.append(order)
        ratings = rate(orders)
        for name, strength in strengths.items():
            off = abs(ratings[name].value - AVERAGE - POINTS * strength) / ratings[name].doubt
            within, close = within + (off < 2), close + (off < 1)
    assert 0.93 < within / 1200 < 0.98
    assert 0.63 < close / 1200 < 0.74


def test_a_club_of_forty_is_rated_at_once() -> None:
    random = Random(1)
    names = [f"P{number}" for number in range(40)]
    ratings = rate([[(name,) for name in random.sample(names, 5)] for _ in range(200)])
    assert len(ratings.names) == 40
    assert all(isinstance(ratings[name], Rating) for name in names)
