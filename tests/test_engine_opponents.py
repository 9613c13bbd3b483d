"""The program as a player: legal, pure, named; the weaker style is weaker."""

from __future__ import annotations

import random

import pytest

from engine.advice import advise
from engine.chance import program_dice
from engine.four_twenty_odds import FourTwentyOdds
from engine.game import GAMES, Move, State
from engine.log import Match
from engine.luck import review
from engine.midnight_odds import MidnightOdds
from engine.morning_roll_odds import MorningRollOdds
from engine.opponents import OPPONENTS, Opponent, best_play
from engine.solve import Odds

NO_ODDS = FourTwentyOdds({})
"""The weaker styles look at no odds."""


@pytest.fixture(scope="module")
def every_odds(
    morning_roll_odds: MorningRollOdds, midnight_odds: MidnightOdds, four_twenty_odds: FourTwentyOdds
) -> dict[str, Odds]:
    return {"morning-roll": morning_roll_odds, "midnight": midnight_odds, "420": four_twenty_odds}


def play(game: str, styles: dict[str, Opponent], odds: Odds, seed: int) -> State:
    """A match between styles, the players being the names of the styles."""
    chance = random.Random(seed)
    state = GAMES[game].new(list(styles))
    while not state.outcome:
        if state.to_throw:
            state = state.throw(program_dice(state.to_throw, chance), by="program")
        else:
            state = state.play(styles[str(state.player)].choose(state, odds, chance))
    return state


def test_every_game_has_best_play_and_a_weaker_style_with_a_name_and_a_sentence() -> None:
    assert list(OPPONENTS) == list(GAMES)
    for styles in OPPONENTS.values():
        assert len(styles) >= 2
        assert len({style.name for style in styles}) == len(styles)
        assert all(style.style.endswith(".") and "\n" not in style.style for style in styles)


@pytest.mark.parametrize("game", list(GAMES))
def test_a_match_between_them_ends_and_is_marked_as_thrown_by_the_program(
    every_odds: dict[str, Odds], game: str
) -> None:
    styles = {style.name: style for style in OPPONENTS[game]}
    for seed in range(3):
        state = play(game, styles, every_odds[game], seed)
        assert all(turn.marked for turn in state.turns)


@pytest.mark.parametrize("game", list(GAMES))
def test_the_same_chance_makes_the_same_match(every_odds: dict[str, Odds], game: str) -> None:
    styles = {style.name: style for style in OPPONENTS[game]}
    assert play(game, styles, every_odds[game], 4) == play(game, styles, every_odds[game], 4)


@pytest.mark.parametrize(("game", "least"), [("morning-roll", 50.0), ("midnight", 0.05), ("420", 0.05)])
def test_the_weaker_style_gives_something_away_and_best_play_nothing(
    every_odds: dict[str, Odds], game: str, least: float
) -> None:
    """What their choices cost a turn (in 420 a round): points in Morning Roll, else chances to win the round."""
    best, weaker = OPPONENTS[game]
    odds, cost, plays = every_odds[game], {best.name: 0.0, weaker.name: 0.0}, 0
    for seed in range(20):
        match = Match.from_lines(play(game, {best.name: best, weaker.name: weaker}, odds, seed).lines)
        for (_, name), seen in review(match, odds, odds.goal(None, match.state)).items():
            plays += name == weaker.name
            cost[name] += seen.cost
    assert cost[best.name] == pytest.approx(0, abs=1e-6)
    assert cost[weaker.name] / plays > least


def choice(game: str, *throws_and_moves: str) -> Move:
    """What the weaker style does after these lines (Ann first, Bo second)."""
    state = GAMES[game].new(["Ann", "Bo"])
    for line in throws_and_moves:
        kind, *faces = line.split()
        state = state.throw(tuple(map(int, faces))) if kind == "throw" else state.play(line)
    return OPPONENTS[game][1].choose(state, NO_ODDS, random.Random(0))


def test_the_banker_keeps_all_that_scores_and_stops_at_300() -> None:
    assert choice("morning-roll", "throw 1 5 2 2 3 4") == Move("keep", (1, 5))
    assert choice("morning-roll", "throw 1 5 2 2 2 4") == Move("stop", (1, 2, 2, 2, 5))
    assert choice("morning-roll", "throw 1 1 2 3 4 6", "keep 1 1", "throw 1 2 3 4") == Move("stop", (1,))
    assert choice("morning-roll", "throw 1 2 3 4 5 6") == Move("keep", (1, 2, 3, 4, 5, 6))


def test_the_sixer_takes_keys_and_6s_or_the_highest_die() -> None:
    assert choice("midnight", "throw 3 1 5 4 2 6") == Move("keep", (1, 4, 6))
    assert choice("midnight", "throw 1 1 5 3 2 2") == Move("keep", (1,))
    assert choice("midnight", "throw 5 3 2 2 3 5") == Move("keep", (5,))


def test_the_twosome_holds_a_pair_that_makes_10() -> None:
    assert choice("420", "throw 6 5 5 1", "throw 1 2 3 4") == Move("keep", (5, 5))
    assert choice("420", "throw 6 4 5 1", "throw 1 2 3 4") == Move("keep", (4, 6))
    assert choice("420", "throw 6 3 3 1", "throw 1 2 3 4") == Move("keep")


def test_program_dice_are_fair_throws() -> None:
    chance = random.Random(1)
    seen = [face for _ in range(2000) for face in program_dice(3, chance)]
    expected = len(seen) / 6
    assert (
        sum((seen.count(face) - expected) ** 2 / expected for face in range(1, 7)) < 15.1
    )  # 1 % point, 5 degrees
    assert set(seen) == {1, 2, 3, 4, 5, 6}


LAST_TURNS = (
    # Ann's turn, Bo's throw; what is best then, and what is said of it
    (
        "throw 1 1 1 2 3 4 / stop 1 1 1 / throw 6 6 6 2 3 4",
        "keep 6 6 6",
        "Based on the match: 1,050 in this turn",
    ),
    ("throw 1 2 2 3 3 4 / stop 1 / throw 1 2 2 3 3 4", "keep 1", "Stop: 100, short of 150"),
    ("throw 1 2 2 3 3 4 / stop 1 / throw 5 5 2 3 3 4 / keep 5 / throw 1 2 3 3 4", "stop 1", "enough for 150"),
    ("throw 2 2 3 3 4 6 / throw 1 5 2 3 3 4", "stop 1 5", "Stop: 150, enough for 50"),
)


@pytest.mark.parametrize(("lines", "best", "why"), LAST_TURNS)
def test_the_last_turn_of_a_match_is_played_to_win_it(
    morning_roll_odds: MorningRollOdds, lines: str, best: str, why: str
) -> None:
    match = Match.new("morning-roll", ["Ann", "Bo"])
    for line in lines.split(" / "):
        match = match.add(line)
    assert str(best_play(match.state, morning_roll_odds, random.Random(1))) == best
    goal = morning_roll_odds.goal(None, match.state)
    assert why in advise(match.state, morning_roll_odds, goal).why


def test_a_turn_after_which_others_come_and_one_played_alone_are_for_points(
    morning_roll_odds: MorningRollOdds,
) -> None:
    for names, rounds in ((["Ann"], 1), (["Ann", "Bo"], 1), (["Ann", "Bo"], 2)):
        state = GAMES["morning-roll"].new(names, rounds=rounds)
        assert morning_roll_odds.goal(None, state).name == "expected"


def test_luck_is_of_points_in_the_last_turn_too(morning_roll_odds: MorningRollOdds) -> None:
    match = Match.new("morning-roll", ["Ann", "Bo"]).add("throw 2 2 3 3 4 6")
    assert morning_roll_odds.measure(match.state).name == "expected"


def test_a_lead_beyond_what_is_solved_is_played_for_points(morning_roll_odds: MorningRollOdds) -> None:
    match = Match.new("morning-roll", ["Ann", "Bo"])
    for line in (*["throw 1 1 1 1 1 1", "keep 1 1 1 1 1 1"] * 3, "throw 1 2 2 3 3 4", "stop 1"):
        match = match.add(line)
    assert morning_roll_odds.goal(None, match.state).name == "expected"
