"""Midnight solved, against exact Fractions over kept dice, simulation, and published figures."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import combinations, product

import numpy as np
import pytest

from engine import midnight_turn_solve
from engine.chance import program_dice
from engine.game import GAMES
from engine.log import Match
from engine.midnight import KEYS, score_of
from engine.midnight_odds import MidnightOdds
from engine.midnight_solve import SEATS, solve_round
from engine.midnight_turn_solve import Places, needed, solve_turn
from engine.opponents import best_play
from engine.solve import Table

Paid = tuple[Fraction, ...]
TIES = ("share", "carry")


@cache
def ordered(n: int) -> dict[tuple[int, ...], int]:
    """The multisets of n dice with how many of all ordered throws show them, counted one by one."""
    counted: dict[tuple[int, ...], int] = {}
    for throw in product(range(1, 7), repeat=n):
        key = tuple(sorted(throw))
        counted[key] = counted.get(key, 0) + 1
    return counted


@cache
def next_kept(kept: tuple[int, ...], thrown: tuple[int, ...]) -> set[tuple[int, ...]]:
    """What may lie locked after a keep; a last die is always kept."""
    numbers = range(1, len(thrown) + 1)
    return {tuple(sorted(kept + picked)) for k in numbers for picked in combinations(thrown, k)}


def exact_turn(pay: Callable[[int], Paid], variant: str = "1-4-24") -> Callable[[tuple[int, ...]], Paid]:
    """A second solver: recursion over the locked dice themselves, every keep, in Fractions.

    pay: what a final score is worth, compared first by its first part, then by its second; more parts ride along.
    """

    @cache
    def worth(kept: tuple[int, ...]) -> Paid:
        if len(kept) == 6:
            return pay(score_of(kept, variant))
        total = tuple(Fraction(0) for _ in pay(0))
        for thrown, count in ordered(6 - len(kept)).items():
            top = max((worth(after) for after in next_kept(kept, thrown)), key=lambda parts: parts[:2])
            total = tuple(sum_ + count * part for sum_, part in zip(total, top, strict=True))
        return tuple(part / 6 ** (6 - len(kept)) for part in total)

    return worth


POSITIONS = [
    (),
    (1,),
    (3,),
    (6,),
    (1, 4),
    (4, 6),
    (2, 3),
    (1, 4, 6),
    (5, 6, 6),
    (1, 4, 5, 6),
    (1, 4, 2, 6, 6),
]


def solved(table: Table, kept: tuple[int, ...], low: int, column: int) -> float:
    has, total = needed(kept, 0, low)
    return float(table[0, 6 - len(kept), has, min(total, 24), column])


@pytest.mark.parametrize("variant", ["1-4-24", "2-4-24"])
@pytest.mark.parametrize(
    ("column", "pay"),
    [
        (0, lambda score: (Fraction(score),)),
        (1, lambda score: (Fraction(score > 0),)),
        (18, lambda score: (Fraction(score >= 18),)),
    ],
    ids=["expected", "qualify", "reach 18"],
)
def test_a_turn_is_worth_what_exact_fractions_say(
    midnight_odds: MidnightOdds, variant: str, column: int, pay: Callable[[int], Paid]
) -> None:
    worth = exact_turn(pay, variant)
    low = KEYS[variant][0]
    for kept in POSITIONS:
        ours = solved(midnight_odds.tables[f"{variant} scores"], kept, low, column)
        assert ours == pytest.approx(float(worth(tuple(sorted(kept)))[0]), abs=1e-9)


def test_the_highest_expected_score_is_the_published_23_46_when_all_six_dice_count() -> None:
    """Scott Hemphill and David Bevan, MathGroup mailing list, May 2010: the score is the sum of all six dice."""
    score = np.arange(25.0)
    paid = np.stack([np.where(score > 0, score + 5, 0.0), score])[:, :, None]
    assert solve_turn(1, paid)[0, 6, 0, 0, 0] == pytest.approx(23.46, abs=0.005)


def test_a_turn_is_worth_18_68_points(midnight_odds: MidnightOdds) -> None:
    assert midnight_odds.tables["1-4-24 scores"][0, 6, 0, 0, 0] == pytest.approx(18.6763371958, abs=1e-9)


def test_a_common_strategy_scores_as_in_100_million_published_turns() -> None:
    """bruteforcex.blogspot.com/2010/08/1-4-24-simulation.html: keys first, then 6s, else the highest die."""

    def keep(kept: tuple[int, ...], thrown: tuple[int, ...]) -> tuple[int, ...]:
        keys = tuple(key for key in (1, 4) if key in thrown and key not in kept)
        left = list(thrown)
        for key in keys:
            left.remove(key)
        qualified = {1, 4} <= {*kept, *keys}
        return keys + tuple(face for face in left if face == 6 and qualified) or (max(left),)

    @cache
    def scores(kept: tuple[int, ...]) -> np.ndarray:
        if len(kept) == 6:
            return np.eye(25)[score_of(kept, "1-4-24")]
        throws = ordered(6 - len(kept)).items()
        return sum(
            count * scores(tuple(sorted(kept + keep(kept, thrown)))) for thrown, count in throws
        ) / 6 ** (6 - len(kept))

    published = {0: 4324214, 15: 4420645, 18: 11863564, 19: 14150677, 21: 11259056, 23: 6549697, 24: 4516738}
    for score, times in published.items():
        assert scores(())[score] * 1e8 == pytest.approx(times, abs=5 * times**0.5)


def test_where_nobody_wins_a_tie_a_round_is_played_as_where_it_is_carried(
    midnight_odds: MidnightOdds,
) -> None:
    none, carry, share = (
        Match.new("midnight", ["Ann", "Bo"], ties=ties)
        .add("throw 1 4 5 5 2 2")
        .add("keep 1 4 5 5 2 2")
        .add("throw 1 4 6 6 2 2")
        for ties in ("none", "carry", "share")
    )
    values = [
        [worth.value for worth in midnight_odds.worths(each.state, midnight_odds.goal("win", each.state))]
        for each in (none, carry, share)
    ]
    assert values[0] == values[1] != values[2]


@pytest.mark.parametrize("ties", TIES)
@pytest.mark.parametrize("posted", [17, 21])
def test_the_chance_that_a_score_holds_against_one_player_is_exact(
    midnight_odds: MidnightOdds, ties: str, posted: int
) -> None:
    """The last player plays to win, and among equal chances for points, in Fractions without any tolerance."""
    share = ties == "share"

    def pay(score: int) -> Paid:
        wins = score >= posted if share else score > posted
        holds = score <= posted if share else score < posted
        return Fraction(wins), Fraction(score), Fraction(holds)

    win, _, holds = exact_turn(pay)(())
    last, before = midnight_odds.tables[f"1-4-24 {ties}"][:2]
    assert solved(last, (), 1, posted) == pytest.approx(float(win), abs=1e-9)
    assert float(before[0, 0, 3, posted, 0]) == pytest.approx(float(holds), abs=1e-9)


@pytest.mark.parametrize("ties", TIES)
def test_the_last_player_wins_by_reaching_or_beating_the_best_score(
    midnight_odds: MidnightOdds, ties: str
) -> None:
    scores, last = midnight_odds.tables["1-4-24 scores"], midnight_odds.tables[f"1-4-24 {ties}"][0]
    for posted in range(25):
        target = max(1, posted + (ties == "carry"))
        expected = scores[0, 6, 0, 0, target] if target <= 24 else 0.0
        assert last[0, 6, 0, 0, posted] == pytest.approx(expected, abs=1e-12)


def test_more_players_to_come_and_more_points_to_beat_never_help(midnight_odds: MidnightOdds) -> None:
    for variant, ties in product(KEYS, TIES):
        start = midnight_odds.tables[f"{variant} {ties}"][:, 0, 6, 0, 0, :]
        assert start.shape == (SEATS, 25)
        assert (np.diff(start, axis=0) <= 1e-12).all()
        assert (np.diff(start, axis=1) <= 1e-12).all()


def test_a_higher_score_never_wins_less(midnight_odds: MidnightOdds) -> None:
    """What the solver takes for granted when it looks only at the highest sum for the same dice left and keys."""
    for variant, ties in product(KEYS, TIES):
        paid = midnight_odds.tables[f"{variant} {ties}"][:, 0, 0, 3, 4:, :]
        assert (np.diff(paid, axis=1) >= 0).all()


def test_no_two_chances_lie_between_a_tie_and_a_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that taking 1e-14 for a tie never takes a real difference for one, nor rounding for a difference."""
    chosen, between = midnight_turn_solve._chosen, 0

    def watched(offered: list[Table], starts: Places, sizes: Places) -> list[Table]:
        nonlocal between
        best = np.maximum.reduceat(offered[0], starts)
        apart = np.repeat(best, sizes, axis=0) - offered[0]
        between += int(((apart > 2e-15) & (apart < 5e-14)).sum())
        return chosen(offered, starts, sizes)

    monkeypatch.setattr(midnight_turn_solve, "_chosen", watched)
    for ties in TIES:
        solve_round(1, ties)
    assert between == 0


def test_the_distribution_of_scores_has_the_same_mean(midnight_odds: MidnightOdds) -> None:
    for variant in KEYS:
        spread = midnight_odds.tables[f"{variant} distribution"]
        assert spread.sum() == pytest.approx(1, abs=1e-12)
        assert spread @ np.arange(25) == pytest.approx(
            midnight_odds.tables[f"{variant} scores"][0, 6, 0, 0, 0], abs=1e-9
        )


@pytest.mark.parametrize("ties", TIES)
def test_three_players_in_turn_are_those_of_a_second_solver(midnight_odds: MidnightOdds, ties: str) -> None:
    """Worked back from the last player over locked dice, with every keep, one posted score at a time."""
    share, holds = ties == "share", dict.fromkeys(range(25), 1.0)
    for to_come in range(3):
        first = float_turn(lambda score, holds=holds: (holds[score] * (score > 0), score, 0.0))[0]
        assert midnight_odds.tables[f"1-4-24 {ties}"][to_come, 0, 6, 0, 0, 0] == pytest.approx(
            first, abs=1e-9
        )
        if to_come < 2:
            holds = {score: holds[score] * holds_against_one(score, holds, share) for score in range(25)}


def holds_against_one(posted: int, holds: dict[int, float], share: bool) -> float:
    """The chance that the next player, playing to win, does not pass (`share`) or reach a posted score."""

    def pay(score: int) -> tuple[float, float, float]:
        leads = score > 0 and (score >= posted if share else score > posted)
        return holds[score] * leads, score, float(score <= posted if share else score < posted)

    return float_turn(pay)[2] if posted else 0.0


def float_turn(pay: Callable[[int], tuple[float, float, float]]) -> tuple[float, float, float]:
    """`exact_turn` in floats: quicker, with 1e-13 for a tie."""
    known: dict[tuple[int, ...], tuple[float, float, float]] = {}

    def worth(kept: tuple[int, ...]) -> tuple[float, float, float]:
        if kept not in known:
            known[kept] = pay(score_of(kept, "1-4-24")) if len(kept) == 6 else average(kept)
        return known[kept]

    def average(kept: tuple[int, ...]) -> tuple[float, float, float]:
        first = second = third = 0.0
        for thrown, count in ordered(6 - len(kept)).items():
            options = [worth(after) for after in next_kept(kept, thrown)]
            top = max(option[0] for option in options)
            chosen = max(
                (option for option in options if option[0] >= top - 1e-13), key=lambda option: option[1]
            )
            first, second, third = (
                first + count * chosen[0],
                second + count * chosen[1],
                third + count * chosen[2],
            )
        return first / 6 ** (6 - len(kept)), second / 6 ** (6 - len(kept)), third / 6 ** (6 - len(kept))

    return worth(())


def test_the_first_of_three_wins_simulated_rounds_as_often_as_solved(midnight_odds: MidnightOdds) -> None:
    chance, wins, rounds = random.Random(424), 0, 160
    for _ in range(rounds // 20):
        state = GAMES["midnight"].new(["Ann", "Bo", "Cy"], rounds=20)
        while not state.outcome:
            if state.to_throw:
                state = state.throw(program_dice(state.to_throw, chance))
            else:
                state = state.play(best_play(state, midnight_odds, chance))
        wins += sum("Ann" in each.winners for each in state.rounds)
    solved_win = midnight_odds.tables["1-4-24 share"][2, 0, 6, 0, 0, 0]
    assert abs(wins / rounds - solved_win) < 4 * (solved_win * (1 - solved_win) / rounds) ** 0.5
