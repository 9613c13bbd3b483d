"""What the Morning Roll text claims about good play, claim by claim: right or wrong.

Its figures are in test_engine_claims.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import pytest

from engine.dice import Faces, throws
from engine.game import Move
from engine.log import Match
from engine.morning_roll_odds import MorningRollOdds
from engine.morning_roll_points import keeps_of, special_of
from engine.morning_roll_solve import dice_after, throw_chances
from engine.questions import average, rolling_over
from engine.solve import Goal

EXPECTED = Goal("expected", "expected points")
OVER_ONE, OVER_TWO = rolling_over()


def test_right_rolling_two_is_slightly_better_than_a_coin_toss() -> None:
    assert Fraction(1, 2) < throw_chances(2).score < Fraction(3, 5)


def test_right_two_or_fewer_dice_are_more_dangerous() -> None:
    busts = [throw_chances(n).bust for n in range(1, 7)]
    assert busts == sorted(busts, reverse=True)


def test_right_rolling_over_from_two_dice_is_rarer_than_from_one() -> None:
    assert Fraction(7, 27) == OVER_TWO
    assert OVER_TWO < OVER_ONE == Fraction(1, 3)


def test_right_5_1_2_on_three_dice_both_are_kept_to_roll_over(morning_roll_odds: MorningRollOdds) -> None:
    """And for points on average keeping one is never best either: see QUESTIONS.md."""
    assert OVER_ONE > OVER_TWO
    for score in range(150, 20_001, 50):
        ways = average(morning_roll_odds, score)
        assert max(ways.both, ways.stop) > max(ways.one, ways.five)


def without_combination(n: int) -> Iterator[Faces]:
    for faces, _ in throws(n):
        if not special_of(faces) and all(faces.count(face) < 3 for face in faces):
            yield faces


def rolling_best(odds: MorningRollOdds, score: int, faces: Faces) -> Move | None:
    """The best keep to roll on with, None where stopping is as good or better."""
    rolled = {
        keep: odds.throwing(score + (keep.points or 0), dice_after(len(faces), len(keep.faces)), EXPECTED)
        for keep in keeps_of(faces)
    }
    top = max(rolled, key=rolled.__getitem__, default=None)
    stop = score + max((keep.points or 0 for keep in rolled), default=0)
    return top if top and rolled[top] > stop else None


SCORES_SO_FAR = {6: range(1), 5: range(50, 101, 50), 4: range(100, 3001, 50), 3: range(150, 3001, 50)}
"""Turn scores with which so many dice are thrown (from six again, after rolling over, nothing else comes up)."""


def test_right_without_triples_only_one_die_is_kept_unless_that_skips_rolling_two(
    morning_roll_odds: MorningRollOdds,
) -> None:
    """Whoever rolls on keeps one die, except to come to one die or to roll over."""
    for n, scores in SCORES_SO_FAR.items():
        for faces, score in product(without_combination(n), scores):
            keep = rolling_best(morning_roll_odds, score, faces)
            assert keep is None or len(keep.faces) == 1 or dice_after(n, len(keep.faces)) in (1, 6)


@pytest.mark.parametrize("score", [50, 100])
def test_right_of_1_5_2_2_3_on_five_dice_only_the_1_is_kept(
    morning_roll_odds: MorningRollOdds, score: int
) -> None:
    keep = rolling_best(morning_roll_odds, score, (1, 2, 2, 3, 5))
    assert keep == Move("keep", (1,))


def test_right_fewer_dice_kept_bust_less_often() -> None:
    """Keep the 1 and roll four rather than 1 and 5 and roll three; only rolling over is safer still."""
    assert throw_chances(4).bust < throw_chances(3).bust
    assert throw_chances(6).bust == min(throw_chances(n).bust for n in range(1, 7))


def test_right_of_1_2_3_5_5_6_only_the_1_is_kept(morning_roll_odds: MorningRollOdds) -> None:
    assert rolling_best(morning_roll_odds, 0, (1, 2, 3, 5, 5, 6)) == Move("keep", (1,))


def test_wrong_a_5_beside_a_1_is_kept_only_to_stop_or_to_skip_rolling_two(
    morning_roll_odds: MorningRollOdds,
) -> None:
    """It is also kept to roll over, and then always: 1 and 5 on two dice, 1 1 5 or 1 5 5 on three."""
    reasons = set()
    for n, scores in {**SCORES_SO_FAR, 2: range(200, 3001, 50)}.items():
        for faces, score in product(without_combination(n), scores):
            keep = rolling_best(morning_roll_odds, score, faces) if {1, 5} <= set(faces) else None
            if keep and 5 in keep.faces:
                reasons.add(dice_after(n, len(keep.faces)))
    assert reasons == {1, 6}


@pytest.mark.parametrize(("faces", "both"), [((1, 2, 2, 2, 4, 6), 300), ((1, 3, 3, 3, 4, 6), 400)])
def test_right_a_low_triple_is_left_for_the_1_alone(
    morning_roll_odds: MorningRollOdds, faces: Faces, both: int
) -> None:
    """Worth 407, more than taking all and stopping, and more than the triple and three dice."""
    assert rolling_best(morning_roll_odds, 0, faces) == Move("keep", (1,))
    worth = morning_roll_odds.throwing(100, 5, EXPECTED)
    assert worth == pytest.approx(406.76, abs=0.005)
    assert worth > max(both, morning_roll_odds.throwing(both - 100, 3, EXPECTED))


def test_right_one_would_be_nuts_not_to_take_a_combination_of_1s_or_5s(
    morning_roll_odds: MorningRollOdds,
) -> None:
    for n in range(3, 7):
        for (faces, _), score in product(throws(n), range(0, 3001, 150)):
            for face in (1, 5):
                if faces.count(face) >= 3:
                    worths = {
                        keep.faces: max(
                            0 if special_of(keep.faces) else score + (keep.points or 0),
                            morning_roll_odds.throwing(
                                score + (keep.points or 0), dice_after(n, len(keep.faces)), EXPECTED
                            ),
                        )
                        for keep in keeps_of(faces)
                    }
                    assert max(worths, key=worths.__getitem__).count(face) >= 3


def test_right_the_examples_of_the_morning_roll_rules() -> None:
    heather = Match.new("morning-roll", ["Heather"])
    for line in ("throw 1 2 2 3 5 6", "keep 1", "throw 1 4 4 4 6", "stop 1 4 4 4"):
        heather = heather.add(line)
    assert heather.state.scores == {"Heather": 600}
    assert keeps_of((2, 2, 3, 4, 6)) == ()
    assert keeps_of((3, 4)) == ()


def test_right_heather_did_well_to_stop(morning_roll_odds: MorningRollOdds) -> None:
    assert morning_roll_odds.throwing(600, 1, EXPECTED) < 600
