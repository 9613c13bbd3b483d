"""Luck and cost: they add up, they are fair, and they are read off known turns."""

from __future__ import annotations

import random

import numpy as np
import pytest

from engine.chance import program_dice
from engine.four_twenty_odds import FourTwentyOdds
from engine.game import State
from engine.log import Match
from engine.luck import review, summed
from engine.midnight_odds import MidnightOdds
from engine.morning_roll_odds import MorningRollOdds
from engine.morning_roll_points import totals
from engine.opponents import OPPONENTS
from engine.solve import Odds, percentile, plays


@pytest.fixture(scope="module")
def every_odds(
    morning_roll_odds: MorningRollOdds, midnight_odds: MidnightOdds, four_twenty_odds: FourTwentyOdds
) -> dict[str, Odds]:
    return {"morning-roll": morning_roll_odds, "midnight": midnight_odds, "420": four_twenty_odds}


def told(game: str, lines: str, *players: str) -> Match:
    match = Match.new(game, players)
    for line in lines.split(" / "):
        match = match.add(line)
    return match


def played(game: str, players: list[str], odds: Odds, seed: int, style: int, **options: object) -> Match:
    """A match in which everybody plays one style of the game."""
    chance, match = random.Random(seed), Match.new(game, players, **options)
    while not match.state.outcome:
        state = match.state
        if state.to_throw:
            match = match.add(" ".join(["throw", *map(str, program_dice(state.to_throw, chance))]))
        else:
            match = match.add(str(OPPONENTS[game][style].choose(state, odds, chance)))
    return match


@pytest.mark.parametrize(("game", "mean"), [("morning-roll", 641.0615161974), ("midnight", 18.6763371958)])
@pytest.mark.parametrize("style", [0, 1])
def test_start_plus_luck_minus_cost_is_the_score(
    every_odds: dict[str, Odds], game: str, mean: float, style: int
) -> None:
    odds = every_odds[game]
    match = played(game, ["Ann", "Bo"], odds, 5, style, rounds=4)
    points = odds.measure(match.state)
    reviews = review(match, odds, points)
    assert len(reviews) == 8
    for turn in match.state.turns:
        seen = reviews[turn.round, turn.player]
        assert mean + seen.luck - seen.cost == pytest.approx(turn.score, abs=1e-6)


@pytest.mark.parametrize("game", ["morning-roll", "midnight"])
@pytest.mark.parametrize("style", [0, 1])
def test_over_a_match_worth_plus_luck_minus_cost_is_the_sum_of_the_scores(
    every_odds: dict[str, Odds], game: str, style: int
) -> None:
    odds = every_odds[game]
    match = played(game, ["Ann", "Bo"], odds, 11, style, rounds=5, begins=2)
    wholes = summed(match, odds)
    assert list(wholes) == ["Ann", "Bo"]
    for name, whole in wholes.items():
        scored = sum(turn.score for turn in match.state.turns if turn.player == name)
        assert whole.score == pytest.approx(scored, abs=1e-6)
        assert whole.score == pytest.approx(whole.worth + whole.luck - whole.cost)
        assert whole.unit == "expected points"
        assert whole.cost >= 0
        assert 0 <= whole.percentile <= 100


def test_over_a_match_of_420_the_winners_turns_are_worth_minus_luck_plus_cost(
    every_odds: dict[str, Odds],
) -> None:
    odds = every_odds["420"]
    match = played("420", ["Ann", "Bo"], odds, 9, 1)
    winner = match.state.rounds[0].winners[0]
    whole = summed(match, odds)[winner]
    assert whole.score == pytest.approx(sum(turn.player == winner for turn in match.state.turns), abs=1e-6)


@pytest.mark.parametrize("game", ["morning-roll", "midnight", "420"])
def test_dice_thrown_for_who_begins_are_no_luck(every_odds: dict[str, Odds], game: str) -> None:
    odds = every_odds[game]
    options = {} if game == "420" else {"rounds": 2}
    plain = played(game, ["Ann", "Bo"], odds, 3, 1, first="seats", **options)
    head, players, *lines = plain.lines
    drawn = Match.from_lines(
        [head.replace("first=seats", "first=lowest"), players, "throw 2", "throw 5", *lines]
    )
    assert summed(drawn, odds) == summed(plain, odds)
    for index in (2, 3):
        assert summed(Match.from_lines(drawn.lines[:index]), odds) == {}


def test_the_percentile_of_a_match_is_that_of_as_many_turns_together(midnight_odds: MidnightOdds) -> None:
    """Against sums of drawn turns of best play."""
    spread = midnight_odds.tables["1-4-24 distribution"]
    five, random_ = plays(spread, 5), np.random.default_rng(5)
    drawn = random_.choice(25, size=(200_000, 5), p=spread / spread.sum()).sum(axis=1)
    for result in (70, 90, 105):
        expected = 100 * ((drawn < result).mean() + (drawn == result).mean() / 2)
        luck = result - 5 * float(spread @ np.arange(25))
        assert percentile(five, 1, luck, fewest=False) == pytest.approx(expected, abs=0.5)
    assert five.sum() == pytest.approx(1)


def test_luck_over_matches_is_fair_and_its_percentile_spread_evenly(
    morning_roll_odds: MorningRollOdds,
) -> None:
    seen = [
        summed(played("morning-roll", ["Ann"], morning_roll_odds, seed, 0, rounds=5), morning_roll_odds)[
            "Ann"
        ]
        for seed in range(60)
    ]
    assert np.mean([whole.percentile for whole in seen]) == pytest.approx(50, abs=4 * 29 / 60**0.5)
    assert abs(np.mean([whole.luck for whole in seen])) < 4 * np.std([w.luck for w in seen]) / 60**0.5


@pytest.mark.parametrize("seed", range(40))
def test_it_adds_up_where_players_count_their_dice_for_less(
    morning_roll_odds: MorningRollOdds, seed: int
) -> None:
    chance, match = random.Random(seed), Match.new("morning-roll", ["Ann"], rounds=5)
    while not match.state.outcome:
        match = match.add(any_line(match.state, chance))
    reviews = review(match, morning_roll_odds, morning_roll_odds.measure(match.state))
    for turn in match.state.turns:
        seen = reviews[turn.round, "Ann"]
        assert 641.0615161974 + seen.luck - seen.cost == pytest.approx(turn.score, abs=1e-6)


def any_line(state: State, chance: random.Random) -> str:
    """A throw, heavy with 1s so that they make combinations, or any move with any total that its dice can count."""
    if state.to_throw:
        return " ".join(["throw", *(chance.choice("1115523") for _ in range(state.to_throw))])
    move = chance.choice(state.moves)
    return f"{move} points={chance.choice(totals(move.faces))}"


def test_dice_counted_for_less_cost_what_they_were_counted_short(morning_roll_odds: MorningRollOdds) -> None:
    match = told("morning-roll", "throw 1 1 1 2 3 4 / stop 1 1 1 points=300", "Ann")
    goal = morning_roll_odds.goal(None, match.state)
    seen = review(match, morning_roll_odds, goal)[1, "Ann"]
    whole = told("morning-roll", "throw 1 1 1 2 3 4 / stop 1 1 1", "Ann")
    assert seen.cost == pytest.approx(review(whole, morning_roll_odds, goal)[1, "Ann"].cost + 700)


def test_start_minus_luck_plus_cost_is_the_number_of_turns_at_420(every_odds: dict[str, Odds]) -> None:
    odds = every_odds["420"]
    match = played("420", ["Ann", "Bo"], odds, 9, 1)
    winner = match.state.rounds[0].winners[0]
    seen = review(match, odds, odds.measure(match.state))[1, winner]
    turns = sum(turn.player == winner for turn in match.state.turns)
    assert 9.9340365554 - seen.luck + seen.cost == pytest.approx(turns, abs=1e-6)
    assert seen.unit == "expected turns"


@pytest.mark.parametrize("game", ["morning-roll", "midnight", "420"])
def test_best_play_costs_nothing(every_odds: dict[str, Odds], game: str) -> None:
    odds = every_odds[game]
    match = played(game, ["Ann", "Bo", "Cy"], odds, 2, 0)
    reviews = review(match, odds, odds.goal(None, match.state))
    assert {player for _, player in reviews} == {"Ann", "Bo", "Cy"}
    for (_, player), seen in reviews.items():
        # The last turn of Morning Roll is for the match, and may cost points.
        if (game, player) != ("morning-roll", "Cy"):
            assert seen.cost == pytest.approx(0, abs=1e-9)
        assert 0 <= seen.percentile <= 100


def test_luck_is_fair_and_percentiles_are_spread_evenly(morning_roll_odds: MorningRollOdds) -> None:
    """Over 300 turns of the weaker style, so that costs must not leak into luck."""
    goal = morning_roll_odds.goal("expected", Match.new("morning-roll", ["Ann"]).state)
    seen = []
    for seed in range(15):
        match = played("morning-roll", ["Ann"], morning_roll_odds, 100 + seed, 1, rounds=20)
        seen += list(review(match, morning_roll_odds, goal).values())
    luck = [each.luck for each in seen]
    assert abs(np.mean(luck)) < 4 * np.std(luck) / len(luck) ** 0.5
    assert np.mean([each.percentile for each in seen]) == pytest.approx(50, abs=4 * 29 / len(seen) ** 0.5)


def test_a_bad_choice_is_named_with_its_cost(morning_roll_odds: MorningRollOdds) -> None:
    match = told("morning-roll", "throw 1 2 2 3 5 6 / keep 1 5 / throw 1 2 3 4 / stop 1", "Ann")
    goal = morning_roll_odds.goal(None, match.state)
    seen = review(match, morning_roll_odds, goal)[1, "Ann"]
    assert [(str(choice.chosen), str(choice.best)) for choice in seen.choices] == [
        ("keep 1 5", "keep 1"),
        ("stop 1", "keep 1"),
    ]
    assert seen.choices[0].cost == pytest.approx(406.7599 - 314.3006, abs=1e-3)
    assert seen.choices[0].position == "Ann, after throw 1 2 2 3 5 6"
    assert seen.cost == pytest.approx(sum(choice.cost for choice in seen.choices))


def test_costs_are_in_the_goal_asked_for(midnight_odds: MidnightOdds) -> None:
    match = told("midnight", "throw 1 4 6 6 2 3 / keep 1 4 2 / throw 6 6 6 / keep 6 6 6", "Ann", "Bo")
    wins, points = (
        review(match, midnight_odds, midnight_odds.goal(goal, match.state))[1, "Ann"]
        for goal in ("win", "expected")
    )
    assert 0 < wins.cost < 1 < points.cost
    assert wins.luck == points.luck > 0


def test_an_unfinished_turn_is_not_reviewed(morning_roll_odds: MorningRollOdds) -> None:
    match = told("morning-roll", "throw 1 2 2 3 5 6 / keep 1", "Ann")
    goal = morning_roll_odds.goal(None, match.state)
    assert review(match, morning_roll_odds, goal) == {}


def test_what_was_undone_does_not_count(morning_roll_odds: MorningRollOdds) -> None:
    straight = told("morning-roll", "throw 1 2 2 3 5 6 / stop 1 5", "Ann")
    detour = told(
        "morning-roll", "throw 6 6 6 6 6 6 / undo / throw 1 2 2 3 5 6 / keep 5 / undo / stop 1 5", "Ann"
    )
    goal = morning_roll_odds.goal(None, straight.state)
    assert review(straight, morning_roll_odds, goal) == review(detour, morning_roll_odds, goal)


def test_a_die_off_the_table_takes_back_what_the_throw_gave(morning_roll_odds: MorningRollOdds) -> None:
    again = Match.new("morning-roll", ["Ann"], off_table="again")
    for line in ("throw 1 1 1 1 1 1", "off 1", "throw 1 2 2 3 5 6", "stop 1 5"):
        again = again.add(line)
    plain = told("morning-roll", "throw 1 2 2 3 5 6 / stop 1 5", "Ann")
    goal = morning_roll_odds.goal(None, plain.state)
    lucks = [review(match, morning_roll_odds, goal)[1, "Ann"].luck for match in (again, plain)]
    assert lucks[0] == pytest.approx(lucks[1])
    lost = told("morning-roll", "throw 1 1 1 1 1 1 / off 1", "Ann")
    assert review(lost, morning_roll_odds, goal)[1, "Ann"].luck == pytest.approx(-641.0615, abs=1e-3)


def test_a_percentile_counts_the_less_lucky_and_half_of_the_equal() -> None:
    die = np.full(7, 1 / 6)
    die[0] = 0
    assert percentile(die, 1, 2.5, fewest=False) == pytest.approx(100 * 5.5 / 6)
    assert percentile(die, 1, -2.5, fewest=False) == pytest.approx(100 * 0.5 / 6)
    assert percentile(die, 1, 0, fewest=False) == pytest.approx(50)
    assert percentile(die, 1, 2.5, fewest=True) == pytest.approx(100 * 5.5 / 6)
