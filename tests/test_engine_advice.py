"""Advice: states in, worths, best moves and words out."""

from __future__ import annotations

import random

import pytest

from engine.advice import SOLVERS, advise, odds_of
from engine.chance import program_dice
from engine.dice import throws
from engine.four_twenty_odds import FourTwentyOdds
from engine.game import GAMES, State
from engine.log import Match
from engine.midnight_odds import MidnightOdds
from engine.morning_roll_odds import MorningRollOdds
from engine.solve import BOUND, GoalError, Odds, from_bytes, to_bytes


@pytest.fixture(scope="module")
def every_odds(
    morning_roll_odds: MorningRollOdds, midnight_odds: MidnightOdds, four_twenty_odds: FourTwentyOdds
) -> dict[str, Odds]:
    return {"morning-roll": morning_roll_odds, "midnight": midnight_odds, "420": four_twenty_odds}


def reach(game: str, lines: str, *players: str, **options: object) -> State:
    match = Match.new(game, players or ("Ann",), **options)
    for line in lines.split(" / "):
        match = match.add(line)
    return match.state


def why(odds: Odds, state: State, goal: str | None = None) -> str:
    return advise(state, odds, odds.goal(goal, state)).why


def random_states(game: str, players: list[str], seed: int, **options: object) -> list[State]:
    """States of random play, in order, to the end of the match."""
    chance = random.Random(seed)
    states = [GAMES[game].new(players, **options)]
    while not states[-1].outcome:
        state = states[-1]
        if state.to_throw:
            states.append(state.throw(program_dice(state.to_throw, chance)))
        else:
            states.append(state.play(state.moves[chance.randrange(len(state.moves))]))
    return states


GOALS_ALONE = [("morning-roll", "expected"), ("morning-roll", "reach=700"), ("midnight", "expected")]
GOALS_ALONE += [("midnight", "qualify"), ("midnight", "reach=17")]


@pytest.mark.parametrize(("game", "goal_text"), GOALS_ALONE)
def test_awaited_dice_are_worth_the_average_of_the_best_moves_after_them(
    every_odds: dict[str, Odds], game: str, goal_text: str
) -> None:
    odds = every_odds[game]
    states = [state for seed in range(40) for state in random_states(game, ["Ann"], seed, rounds=1)]
    asked = [state for state in states if 2 <= state.to_throw <= 4][:15]
    assert len(asked) == 15
    for state in asked:
        goal = odds.goal(goal_text, state)
        total = 0.0
        for faces, count in throws(state.to_throw):
            worths = odds.worths(state.throw(faces), goal)
            total += count * max((worth.value for worth in worths), default=0.0)
        assert odds.awaited(state, goal) == pytest.approx(total / 6**state.to_throw, abs=BOUND)


@pytest.mark.parametrize("ties", ["share", "carry"])
@pytest.mark.parametrize("variant", ["1-4-24", "2-4-24"])
def test_the_chance_to_win_a_round_is_the_average_of_the_best_moves_after_the_throw(
    every_odds: dict[str, Odds], variant: str, ties: str
) -> None:
    odds = every_odds["midnight"]
    states = random_states("midnight", ["Ann", "Bo", "Cy"], 3, rounds=2, variant=variant, ties=ties)
    for state in [state for state in states if 2 <= state.to_throw <= 4]:
        goal = odds.goal(None, state)
        assert goal.unit == "win probability"
        total = sum(
            count * max(worth.value for worth in odds.worths(state.throw(faces), goal))
            for faces, count in throws(state.to_throw)
        )
        assert odds.awaited(state, goal) == pytest.approx(total / 6**state.to_throw, abs=BOUND)


def test_the_chance_to_win_at_420_is_what_the_other_player_does_not_have(every_odds: dict[str, Odds]) -> None:
    odds = every_odds["420"]
    states = random_states("420", ["Red", "Blue"], 5)
    for state in [state for state in states if 1 <= state.to_throw <= 3][:40]:
        goal = odds.goal(None, state)
        total = 0.0
        for faces, count in throws(state.to_throw):
            after = state.throw(faces)
            others = max((worth.value for worth in odds.worths(after, goal)), default=0.0)
            total += count * (
                1.0 if after.outcome else 1 - (odds.awaited(after, goal) if after.to_throw else others)
            )
        assert odds.awaited(state, goal) == pytest.approx(total / 6**state.to_throw, abs=BOUND)


@pytest.mark.parametrize("game", list(GAMES))
def test_a_best_move_is_marked_wherever_there_is_a_choice(every_odds: dict[str, Odds], game: str) -> None:
    odds = every_odds[game]
    for state in random_states(game, ["Ann", "Bo", "Cy"], 11):
        advice = advise(state, odds, odds.goal(None, state))
        assert bool(advice.best) == bool(state.moves) == bool(advice.why)
        assert [worth.move for worth in advice.worths] == list(state.moves)
        values = {worth.move: worth.value for worth in advice.worths}
        for move, value in values.items():
            assert (move in advice.best) == (value >= max(values.values()) - BOUND)


def test_the_fewest_turns_are_the_best_alone(every_odds: dict[str, Odds]) -> None:
    odds = every_odds["420"]
    state = reach("420", "throw 6 5 5 1 / throw 6 5 4 1", "Red", "Blue")
    advice = advise(state, odds, odds.goal("solitaire", state))
    assert [str(move) for move in advice.best] == ["keep 5 5 6"]
    assert min(worth.value for worth in advice.worths) == pytest.approx(8.6227, abs=5e-5)


def test_the_words_of_a_stop(every_odds: dict[str, Odds]) -> None:
    state = reach("morning-roll", "throw 1 5 5 2 3 4 / keep 1 5 5 / throw 1 5 2")
    expected = "Stop: 350. Rolling 1 (keep 1 5): 67 % to bust, worth 334 on average."
    assert why(every_odds["morning-roll"], state) == expected


def test_the_words_of_a_roll(every_odds: dict[str, Odds]) -> None:
    state = reach("morning-roll", "throw 1 2 2 3 5 6")
    assert why(every_odds["morning-roll"], state) == (
        "Rolling 5 (keep 1): 8 % to bust, worth 407 on average. Stop: 150. "
        "Rolling 5 (keep 5): 8 % to bust, worth 373 on average."
    )


def test_the_words_of_a_straight_and_of_rolling_over(every_odds: dict[str, Odds]) -> None:
    odds = every_odds["morning-roll"]
    straight = why(odds, reach("morning-roll", "throw 6 5 4 3 2 1"))
    assert straight.startswith("Taking the straight and rolling all 6, as one must: 2 % to bust, worth 2,943")
    over = why(odds, reach("morning-roll", "throw 1 1 1 5 5 5"))
    assert over.startswith(
        "Keeping 1 1 1 5 5 5 and rolling all 6 again: 2 % to bust, worth 1,994 on average."
    )


def test_the_words_of_a_target(every_odds: dict[str, Odds]) -> None:
    odds = every_odds["morning-roll"]
    state = reach("morning-roll", "throw 1 1 1 2 3 4")
    assert why(odds, state, "reach=1000").startswith("Stop: 1,000, enough for 1,000. ")
    assert "to reach 1,500. Stop: 1,000, short of 1,500." in why(odds, state, "reach=1500")


def test_the_words_of_midnight(every_odds: dict[str, Odds]) -> None:
    odds = every_odds["midnight"]
    alone = reach("midnight", "throw 3 1 5 4 2 6 / keep 1 4 6 / throw 2 5 3")
    assert (
        why(odds, alone)
        == "Keep 5, throw 2: worth 19.2 on average. Keep 3 5, throw 1: worth 17.5 on average."
    )
    first = reach("midnight", "throw 3 1 5 4 2 6", "Ann", "Bo")
    assert why(odds, first).startswith("Keep 1 4 6, throw 3: ")
    assert "to win the round" in why(odds, first)
    assert "to qualify" in why(odds, first, "qualify")
    assert "for 20 or more" in why(odds, first, "reach=20")


def test_a_round_that_cannot_be_won_is_played_for_points(every_odds: dict[str, Odds]) -> None:
    lines = "throw 1 4 6 6 6 6 / keep 1 4 6 6 6 6 / throw 1 4 6 6 3 2 / keep 1 4 2 / throw 6 6 2"
    state = reach("midnight", lines, "Ann", "Bo")
    advice = advise(state, every_odds["midnight"], every_odds["midnight"].goal(None, state))
    assert len(advice.best) == len(state.moves)
    assert str(advice.best[0]) == "keep 6 6"
    assert advice.why.startswith("All moves are worth the same now. Keep 6 6, throw 1: 0 % to win the round")


def test_the_words_of_420(every_odds: dict[str, Odds]) -> None:
    odds = every_odds["420"]
    state = reach("420", "throw 6 5 5 1 / throw 4 3 3 2", "Red", "Blue")
    assert why(odds, state) == (
        "Keep 5 5 6, throw 1: 17 % for 20 now, 33 % to go over, 60 % to win. "
        "Keep 5 6, throw 2: 11 % for 20 now, 17 % to go over, 59 % to win."
    )
    over = reach("420", "throw 6 6 6 6 / throw 4 3 3 2", "Red", "Blue")
    assert why(odds, over).endswith("There is no other move.")


def test_at_420_every_other_hand_counts(every_odds: dict[str, Odds]) -> None:
    odds = every_odds["420"]
    strong = reach("420", "throw 6 5 5 1 / throw 6 5 4 1 / throw 6 5 4 1", "Red", "Blue", "Green")
    weak = reach("420", "throw 6 5 5 1 / throw 2 2 2 1 / throw 6 5 4 1", "Red", "Blue", "Green")
    goal = odds.goal(None, strong)
    assert odds.worths(strong, goal)[-1].value < odds.worths(weak, goal)[-1].value
    assert why(odds, strong).endswith(" Based on others playing as in the game of two.")


def test_midnight_with_more_players_than_were_solved_says_so(every_odds: dict[str, Odds]) -> None:
    odds = every_odds["midnight"]
    names = ["Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus"]
    state = reach("midnight", "throw 3 1 5 4 2 6", *names)
    assert why(odds, state).endswith(" Based on at most 5 players still to come.")
    assert "Based on" not in why(odds, reach("midnight", "throw 3 1 5 4 2 6", *names[:6]))


@pytest.mark.parametrize(
    ("game", "goal", "says"),
    [
        ("morning-roll", "win", "there is no goal 'win' in this game; choose one of: expected, reach=POINTS"),
        ("morning-roll", "reach", "there is no goal 'reach'"),
        ("morning-roll", "expected=5", "there is no goal 'expected=5'"),
        ("morning-roll", "reach=0", "a whole number from 1 to 20000"),
        ("morning-roll", "reach=1e3", "a whole number from 1 to 20000"),
        ("midnight", "reach=25", "a whole number from 1 to 24"),
        ("midnight", "reach=" + "9" * 5000, "a whole number from 1 to 24"),
        ("420", "expected", "choose one of: win, solitaire"),
    ],
)
def test_a_goal_that_the_game_does_not_have_is_said(
    every_odds: dict[str, Odds], game: str, goal: str, says: str
) -> None:
    with pytest.raises(GoalError) as refused:
        every_odds[game].goal(goal, GAMES[game].new(["Ann", "Bo"]))
    assert says in str(refused.value)
    assert len(str(refused.value)) < 200


@pytest.mark.parametrize("zeros", [1, 8, 5000])
def test_a_goal_may_begin_with_noughts_and_is_no_smaller_for_them(
    every_odds: dict[str, Odds], zeros: int
) -> None:
    state = GAMES["morning-roll"].new(["Ann"])
    odds = every_odds["morning-roll"]
    assert odds.goal(f"reach={'0' * zeros}1500", state) == odds.goal("reach=1500", state)
    with pytest.raises(GoalError, match="give a whole number"):
        odds.goal(f"reach={'0' * zeros}1150000", state)


def test_winning_alone_at_midnight_means_points(every_odds: dict[str, Odds]) -> None:
    assert every_odds["midnight"].goal("win", GAMES["midnight"].new(["Ann"])).name == "expected"


@pytest.mark.parametrize("game", list(GAMES))
def test_odds_of_another_game_are_refused(every_odds: dict[str, Odds], game: str) -> None:
    wrong = next(each for name, each in every_odds.items() if name != game)
    state = random_states(game, ["Ann", "Bo"], 1)[1]
    with pytest.raises(TypeError, match="this needs a state of"):
        wrong.awaited(state, wrong.goal(None, state))


@pytest.mark.parametrize("game", list(GAMES))
def test_solved_tables_survive_as_bytes(every_odds: dict[str, Odds], game: str) -> None:
    kept = to_bytes(every_odds[game].tables)
    again = odds_of(game, from_bytes(kept))
    state = random_states(game, ["Ann", "Bo"], 2)[1]
    assert again.worths(state, again.goal(None, state)) == every_odds[game].worths(
        state, again.goal(None, state)
    )


@pytest.mark.parametrize("cut", [0, 1, 100, 5000, -1, -200])
def test_bytes_that_are_not_whole_are_refused(four_twenty_odds: FourTwentyOdds, cut: int) -> None:
    kept = to_bytes(four_twenty_odds.tables)
    with pytest.raises(ValueError, match="no whole set"):
        from_bytes(kept[:cut])


def test_every_game_has_a_solver() -> None:
    assert list(SOLVERS) == list(GAMES)
