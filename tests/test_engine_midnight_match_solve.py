"""A match of two at Midnight, solved: against a second solver, by hand, by simulation, and by what must hold."""

from __future__ import annotations

import random
from functools import cache

import numpy as np
import pytest

from engine.advice import advise
from engine.chance import program_dice
from engine.log import Match
from engine.midnight_match_solve import lines_of, solve_match
from engine.midnight_odds import MidnightOdds
from engine.solve import Table
from tests.test_engine_midnight_solve import float_turn

SHARE, CARRY = "1-4-24 match share", "1-4-24 match carry"


@cache
def second(posted: int, won: float, tied: float, lost: float) -> float:
    """The best that the second player can make of a round: what a higher, an equal and a lower score are worth."""
    paid = {1: won, 0: tied, -1: lost}
    return float_turn(lambda score: (paid[int(np.sign(score - posted))], score, 0.0))[0]


def first(won: float, tied: float, lost: float) -> float:
    """What a round that leads to these is worth to the first player, over locked dice, score by score."""
    held = [1 - second(posted, 1 - lost, 1 - tied, 1 - won) for posted in range(25)]
    return float_turn(lambda score: (held[score], score, 0.0))[0]


def worth(tables: dict[str, Table], name: str, rounds: int, carried: int, lead: int) -> float:
    return float(tables[name][rounds, carried, lead + 20])


def test_a_match_of_one_round_is_that_of_a_second_solver(midnight_odds: MidnightOdds) -> None:
    """By hand: won 1, tied a half for each, lost 0."""
    one = first(1.0, 0.5, 0.0)
    assert worth(midnight_odds.tables, SHARE, 1, 0, 0) == pytest.approx(one, abs=1e-9)
    assert worth(midnight_odds.tables, CARRY, 1, 0, 0) == pytest.approx(one, abs=1e-9)


def test_one_round_behind_in_the_last_one_may_still_be_shared(midnight_odds: MidnightOdds) -> None:
    """A lead of one: won or tied it is a match won, lost a match shared."""
    ahead = first(1.0, 1.0, 0.5)
    assert worth(midnight_odds.tables, SHARE, 1, 0, 1) == pytest.approx(ahead, abs=1e-9)


def test_a_round_before_the_last_is_that_of_a_second_solver_also_with_one_carried(
    midnight_odds: MidnightOdds,
) -> None:
    tables = midnight_odds.tables
    won, tied, lost = (worth(tables, CARRY, 1, carried, lead) for carried, lead in ((0, 1), (2, -1), (0, -3)))
    assert (won, lost) == pytest.approx((worth(tables, CARRY, 1, 0, 1), 0.0))
    expected = first(worth(tables, CARRY, 1, 0, 1), tied, 0.0)
    assert worth(tables, CARRY, 2, 1, -1) == pytest.approx(expected, abs=1e-9)


def test_the_lines_of_a_round_are_what_the_second_player_can_do_for_any_worth_of_a_tie(
    midnight_odds: MidnightOdds,
) -> None:
    lines = midnight_odds.tables["1-4-24 lines"]
    for posted, tie in ((0, 0.5), (17, 0.37), (20, 0.81)):
        best = max(value + slope * tie for value, slope in lines[posted])
        assert best == pytest.approx(second(posted, 1.0, tie, 0.0), abs=1e-9)


@pytest.mark.parametrize("variant", ["1-4-24", "2-4-24"])
@pytest.mark.parametrize("ties", ["share", "carry"])
def test_a_lead_never_hurts_and_a_round_that_cannot_matter_changes_nothing(
    midnight_odds: MidnightOdds, variant: str, ties: str
) -> None:
    table = midnight_odds.tables[f"{variant} match {ties}"]
    for rounds in range(1, 11):
        for carried in range(table.shape[1] if ties == "carry" else 1):
            leads = np.arange(-20, 21)
            known = np.abs(leads) <= 20 - rounds - carried
            row = table[rounds, carried][known]
            assert (np.diff(row) >= -1e-12).all()
            decided = np.abs(leads[known]) > rounds + carried
            assert (row[decided] == (np.sign(leads[known][decided]) + 1) / 2).all()


def test_throwing_second_is_the_better_seat_and_the_more_so_the_longer_the_match(
    midnight_odds: MidnightOdds,
) -> None:
    worths = [worth(midnight_odds.tables, SHARE, rounds, 0, 0) for rounds in range(1, 21)]
    assert worths[0] < 0.5
    assert worths[4] == pytest.approx(0.423, abs=5e-4)  # as the README says: 57.7 % for the second
    assert (np.diff(worths) < 0).all()


def test_the_solver_gives_the_tables_that_are_kept(midnight_odds: MidnightOdds) -> None:
    lines = lines_of(1)
    shared = solve_match(1, lines, carry=False)[:, :1]
    assert np.allclose(shared, midnight_odds.tables[SHARE], atol=1e-12)


def match_of(rounds: int, ties: str, *lines: str) -> Match:
    match = Match.new("midnight", ["Ann", "Bo"], rounds=rounds, ties=ties)
    for line in lines:
        match = match.add(line)
    return match


def test_before_a_turn_the_goal_is_worth_what_the_match_is_worth(midnight_odds: MidnightOdds) -> None:
    for ties, name in (("share", SHARE), ("none", SHARE), ("carry", CARRY)):
        match = match_of(5, ties)
        goal = midnight_odds.goal("match", match.state)
        assert midnight_odds.awaited(match.state, goal) == pytest.approx(
            worth(midnight_odds.tables, name, 5, 0, 0), abs=1e-9
        )


def test_what_the_first_gains_the_second_loses(midnight_odds: MidnightOdds) -> None:
    match = match_of(3, "carry", "throw 1 4 5 5 5 2", "keep 1 4 5 5 5 2")
    goal = midnight_odds.goal("match", match.state)
    ann = midnight_odds.worths(match.states[1], goal, [match.standing[1].move])[0].value
    assert midnight_odds.awaited(match.state, goal) == pytest.approx(1 - ann, abs=1e-9)


def test_in_one_round_a_tie_counts_half_where_the_goal_win_counts_it_whole(
    midnight_odds: MidnightOdds,
) -> None:
    match = match_of(1, "share", "throw 1 4 6 6 6 6", "keep 1 4 6 6 6 6", "throw 1 4 6 6 6 6")
    for goal, value in (("win", 1.0), ("match", 0.5)):
        advice = advise(match.state, midnight_odds, midnight_odds.goal(goal, match.state))
        assert advice.worths[-1].value == value
        assert str(advice.best[0]) == "keep 1 4 6 6 6 6"


def test_the_advice_of_the_match_is_not_always_that_of_the_round(midnight_odds: MidnightOdds) -> None:
    """One behind in the last round: a tie wins the round, and loses the match."""
    lines = ["throw 1 4 6 6 6 6", "keep 1 4 6 6 6 6", "throw 1 4 5 5 2 2", "keep 1 4 5 5 2 2"]
    match = match_of(2, "share", *lines, "throw 1 4 6 6 5 5", "keep 1 4 6 6 5 5", "throw 1 4 6 6 6 4")
    win, whole = (
        advise(match.state, midnight_odds, midnight_odds.goal(goal, match.state)) for goal in ("win", "match")
    )
    assert win.worths[-1].value == 1.0  # 22 ties, and a tie is a round won
    assert whole.worths[-1].value == 0.0  # but Ann would still lead by one
    assert whole.best != win.best


def test_with_more_players_it_says_what_it_is_based_on_and_a_tie_counts_half(
    midnight_odds: MidnightOdds,
) -> None:
    match = Match.new("midnight", ["Ann", "Bo", "Cy"], rounds=1)
    goal = midnight_odds.goal("match", match.state)
    assert goal.basis == "winning this round, a tie counted half"
    three = [
        midnight_odds.awaited(match.state, midnight_odds.goal(each, match.state)) for each in ("win", "match")
    ]
    strict = Match.new("midnight", ["Ann", "Bo", "Cy"], rounds=1, ties="none")
    assert midnight_odds.awaited(strict.state, midnight_odds.goal("win", strict.state)) < three[1] < three[0]


def test_alone_the_match_is_the_score(midnight_odds: MidnightOdds) -> None:
    state = Match.new("midnight", ["Ann"]).state
    assert midnight_odds.goal("match", state).name == "expected"


@pytest.mark.parametrize("ties", ["share", "carry"])
def test_simulated_matches_are_won_as_often_as_solved(midnight_odds: MidnightOdds, ties: str) -> None:
    chance, won, matches = random.Random(2424), 0.0, 100
    for _ in range(matches):
        match = match_of(2, ties)
        state = match.state
        while not state.outcome:
            if state.to_throw:
                state = state.throw(program_dice(state.to_throw, chance))
            else:
                goal = midnight_odds.goal("match", state)
                state = state.play(advise(state, midnight_odds, goal).best[0])
        winners = state.outcome.winners or state.players
        won += ("Ann" in winners) / len(winners)
    solved = worth(midnight_odds.tables, SHARE if ties == "share" else CARRY, 2, 0, 0)
    assert abs(won / matches - solved) < 4 * 0.5 / matches**0.5
