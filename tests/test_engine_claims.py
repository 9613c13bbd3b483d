"""Every figure and every claim about odds in the four rule texts, checked: right, rounded, or wrong.

`right`: exactly so. `rounded`: the nearest figure with as many digits. `wrong`: anything else,
even if it was only cut off.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from engine.dice import Faces, chance, parts, throws
from engine.four_twenty import keeps_of as keeps_420
from engine.four_twenty_odds import FourTwentyOdds
from engine.four_twenty_solve import after, duel_worth, hands, turns_worth
from engine.game import GAMES, Move
from engine.log import Match
from engine.midnight import score_of
from engine.midnight_odds import MidnightOdds
from engine.midnight_solve import needed
from engine.morning_roll_odds import MorningRollOdds
from engine.morning_roll_points import keeps_of, special_of
from engine.morning_roll_solve import dice_after, throw_chances
from engine.questions import average, rolling_over
from engine.solve import Goal, best

EXPECTED = Goal("expected", "expected points")


def verdict(printed: str, exact: Fraction | int) -> str:
    """What to say of a figure such as "55%", "95.7%" or "24"."""
    number = Fraction(printed.rstrip("%")) / (100 if printed.endswith("%") else 1)
    if number == exact:
        return "right"
    digits = len(printed.rstrip("%").partition(".")[2]) + (2 if printed.endswith("%") else 0)
    return "rounded" if round(exact, digits) == number else "wrong"


ONE_SCORES = chance(2, lambda faces: sum(face in (1, 5) for face in faces) == 1)
OVER_ONE, OVER_TWO = rolling_over()
TWENTY = dict(after(()))[None]


def both_keys_after(dice: int) -> Fraction:
    """A 1 and a 4 among so many dice, by inclusion and exclusion, as Wikipedia has it."""
    return 1 - (2 * Fraction(5, 6) ** dice - Fraction(4, 6) ** dice)


MORNING_ROLL = [
    ("On 2d6, 55% of rolls are successful", "55%", throw_chances(2).score, "wrong"),
    ("only an 11% chance of both dice scoring", "11%", throw_chances(2).roll_over, "rounded"),
    ("on 1d6, only 33% of rolls will be successful", "33%", throw_chances(1).score, "rounded"),
    ("100% of those successful rolls will roll over", "100%", OVER_ONE / throw_chances(1).score, "right"),
    ("11% + (44% * 33%): one of two dice scores", "44%", ONE_SCORES, "rounded"),
    ("rolling over from a 2d6 starting point: 25%", "25%", OVER_TWO, "wrong"),
    ("that of on a 1d6 (33%)", "33%", OVER_ONE, "rounded"),
    ("an 11% chance at rolling over", "11%", throw_chances(2).roll_over, "rounded"),
    ("for an additional 44% of busting: over the whole attempt", "44%", OVER_ONE - OVER_TWO, "wrong"),
    ("the first throw of 2d6 busts 44%", "44%", throw_chances(2).bust, "rounded"),
]
MIDNIGHT = [
    ("the maximum score is 24 (6+6+6+6)", "24", score_of((1, 4, 6, 6, 6, 6), "1-4-24"), "right"),
    ("the player scores 20 (6+3+5+6)", "20", score_of((1, 4, 6, 3, 5, 6), "1-4-24"), "right"),
    ("21 (=6+5+4+3+2+1) throws of the dice", "21", sum(range(7)), "right"),
    ("the chance of scoring as approximately 95.7%", "95.7%", both_keys_after(21), "rounded"),
    ("your score is 6+5+6+6 = 23", "23", score_of((1, 4, 6, 5, 6, 6), "1-4-24"), "right"),
]
FOUR_TWENTY = [
    ("(6, 5, 5, 4) is a winning hand", "20", 6 + 5 + 5 + 4, "right"),
    ("win on your first turn, with a probability of 2.7%", "2.7%", TWENTY, "rounded"),
    ("about 1 in 37 plays", "37", 1 / TWENTY, "rounded"),
    ("(6, 5, 4, 1): a foundation of 15", "15", 6 + 5 + 4, "right"),
    ("(6, 5, 5, 1): a foundation of 16", "16", 6 + 5 + 5, "right"),
]


@pytest.mark.parametrize(("claim", "printed", "exact", "says"), MORNING_ROLL + MIDNIGHT + FOUR_TWENTY)
def test_a_printed_figure_is(claim: str, printed: str, exact: Fraction | int, says: str) -> None:
    assert verdict(printed, exact) == says, f"{claim}: exactly {exact}, {float(exact):.4%}"


# ---- Morning Roll


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


# ---- Midnight: Wikipedia


@pytest.mark.parametrize(
    ("dice", "printed"), [(6, "41.8%"), (5, "74.2%"), (4, "87.2%"), (3, "92.6%"), (2, "94.8%"), (1, "95.7%")]
)
def test_rounded_the_chance_of_both_keys_after_each_throw(dice: int, printed: str) -> None:
    """Wikipedia's first table, by going through the strategy throw by throw, and by its formula."""
    thrown = sum(range(dice, 7))
    assert both_keys_after(thrown) == keys_by_strategy(dice)
    assert verdict(printed, both_keys_after(thrown)) == "rounded"


def keys_by_strategy(last: int) -> Fraction:
    """Throw 6, 5, ... `last` dice, keeping a key when it comes, else any one die: the chance to have both keys."""
    none, one, both = Fraction(1), Fraction(0), Fraction(0)
    for dice in range(6, last - 1, -1):
        neither = Fraction(4, 6) ** dice
        two = both_keys_after(dice)
        missed = Fraction(5, 6) ** dice
        both += none * two + one * (1 - missed)
        none, one = none * neither, none * (1 - neither - two) + one * missed
    return both


SECOND_TABLE = [
    (6, "95.7%", None),
    (5, "87.2%", "93.5%"),
    (4, "69.4%", "83.8%"),
    (3, "41.8%", "66.5%"),
    (2, "13.9%", "42.1%"),
    (1, "0.0%", "16.7%"),
]


@pytest.mark.parametrize(("dice", "neither", "either"), SECOND_TABLE)
def test_rounded_the_greatest_chance_to_score_with_fewer_dice(
    midnight_odds: MidnightOdds, dice: int, neither: str, either: str | None
) -> None:
    """Wikipedia's second table, from the solved game. That of one die and no key, 0.0%, is exactly right."""
    assert f"{chance_to_score(midnight_odds, dice, has=0):.1%}" == neither
    assert (chance_to_score(midnight_odds, dice, has=0) == 0) == (dice == 1)
    if either:
        assert f"{chance_to_score(midnight_odds, dice, has=1):.1%}" == either
        assert f"{chance_to_score(midnight_odds, dice, has=2):.1%}" == either


def chance_to_score(odds: MidnightOdds, dice: int, has: int) -> float:
    """With so many dice to throw and 1s beside the keys that are kept."""
    others = 6 - dice - has.bit_count()
    return float(odds.tables["1-4-24 scores"][0, dice, has, others, 1])


def test_right_that_strategy_is_the_best_to_score(midnight_odds: MidnightOdds) -> None:
    solved = midnight_odds.tables["1-4-24 scores"][0, 6, 0, 0, 1]
    assert solved == pytest.approx(float(both_keys_after(21)), abs=1e-12)


# ---- Midnight: PlayPalace


def best_keeps(odds: MidnightOdds, position: tuple[int, int], total: int, faces: Faces) -> list[Faces]:
    """The keeps with the highest expected score (1-4-24)."""
    n, has = position
    worth = {}
    for kept in parts(faces)[1:]:
        has_then, added = needed(kept, has, 1)
        worth[kept] = odds.tables["1-4-24 scores"][0, n - len(kept), has_then, min(24, total + added), 0]
    return [kept for kept in worth if worth[kept] >= max(worth.values()) - 1e-9]


def choices(qualified_only: bool = False) -> Iterator[tuple[tuple[int, int], int, Faces]]:
    """Every position of a turn with two or more dice to throw, and every throw there."""
    for n, has in product(range(6, 1, -1), range(4)):
        others = 6 - n - has.bit_count()
        if others >= 0 and (has == 3 or not qualified_only):
            for total, (faces, _) in product(range(others, 6 * others + 1), throws(n)):
                yield (n, has), total, faces


def test_right_the_1_and_the_4_are_locked_as_soon_as_they_come(midnight_odds: MidnightOdds) -> None:
    for (n, has), total, faces in choices():
        keys = {key for bit, key in ((1, 1), (2, 4)) if key in faces and not has & bit}
        assert any(keys <= set(kept) for kept in best_keeps(midnight_odds, (n, has), total, faces))


def test_right_once_qualified_6s_are_gold_5s_solid_and_no_2_or_3_is_kept_freely(
    midnight_odds: MidnightOdds,
) -> None:
    """All 6s are kept. 5s are kept with three dice or fewer; with four beside nothing else a 5 may be the one die."""
    for (n, has), total, faces in choices(qualified_only=True):
        for kept in best_keeps(midnight_odds, (n, has), total, faces):
            assert kept.count(6) == faces.count(6)
            assert n > 3 or kept.count(5) == faces.count(5)
            assert len(kept) == 1 or min(kept) > 3
            assert max(kept) == max(faces)


def test_wrong_to_beat_a_15_takes_16_where_a_tie_wins_too(midnight_odds: MidnightOdds) -> None:
    """Right under `ties=carry`. Under PlayPalace's own rule, `share`, a 15 wins the round as well."""
    for ties, needed_score in (("share", 15), ("carry", 16)):
        chance_to_win = midnight_odds.tables[f"1-4-24 {ties}"][0, 0, 6, 0, 0, 15]
        reach = midnight_odds.tables["1-4-24 scores"][0, 6, 0, 0, needed_score]
        assert chance_to_win == pytest.approx(reach, abs=1e-12)


def test_right_modest_scores_beat_swinging_between_0_and_24(midnight_odds: MidnightOdds) -> None:
    """Nobody can make 24 in more than 10.0 % of turns; a 14 every round wins the other 90."""
    assert midnight_odds.tables["1-4-24 scores"][0, 6, 0, 0, 24] == pytest.approx(0.09999, abs=5e-6)


def test_wrong_14_to_16_is_enough_against_best_play(midnight_odds: MidnightOdds) -> None:
    """Whoever plays for points makes 17 or more in 84 turns of 100."""
    spread = midnight_odds.tables["1-4-24 distribution"]
    assert np.sum(spread[17:]) == pytest.approx(0.8392, abs=5e-5)


def test_right_the_keeps_of_the_example_turn_are_the_best_ones(midnight_odds: MidnightOdds) -> None:
    state = GAMES["midnight"].new(["You"])
    for throw, keep in (((3, 1, 5, 4, 2, 6), "keep 1 4 6"), ((2, 5, 3), "keep 5"), ((6, 6), "keep 6 6")):
        state = state.throw(throw)
        assert str(best(midnight_odds.worths(state, EXPECTED), EXPECTED)[0].move) == keep
        state = state.play(keep)
    assert [turn.score for turn in state.turns] == [23]


# ---- 420: the designer's strategy paragraph, claim by claim


def duel_best(odds: FourTwentyOdds, hand: Faces, other: Faces) -> Faces:
    return max(keeps_420(hand), key=lambda kept: duel_worth(kept, other, odds.tables["duel"]))


def test_right_with_6_5_4_1_she_rerolls_the_1_whatever_the_other_holds(
    four_twenty_odds: FourTwentyOdds,
) -> None:
    assert {duel_best(four_twenty_odds, (1, 4, 5, 6), other) for other in hands()} == {(4, 5, 6)}


def test_right_6_5_4_is_an_ideal_foundation(four_twenty_odds: FourTwentyOdds) -> None:
    """With 15 four faces stay in play and one wins; 16 and 17 go over on two and on three faces."""
    alone = four_twenty_odds.tables["alone"]
    turns = {
        total: turns_worth(kept, alone) for total, kept in ((15, (4, 5, 6)), (16, (5, 5, 6)), (17, (5, 6, 6)))
    }
    assert turns[15] < turns[16] < turns[17]


def test_right_with_6_5_5_1_against_6_5_4_1_just_the_1_is_rerolled(four_twenty_odds: FourTwentyOdds) -> None:
    assert duel_best(four_twenty_odds, (1, 5, 5, 6), (1, 4, 5, 6)) == (5, 5, 6)


def test_wrong_with_6_5_5_1_against_4_3_3_2_one_would_reroll_6_and_1(
    four_twenty_odds: FourTwentyOdds,
) -> None:
    """Just the 1 is better here too: 59.9 % against 57.4 %. Nothing is gained by having time."""
    win = four_twenty_odds.tables["duel"]
    just_the_1, the_6_and_1 = (duel_worth(kept, (2, 3, 3, 4), win) for kept in ((5, 5, 6), (5, 5)))
    assert just_the_1 == pytest.approx(0.5988, abs=5e-5)
    assert the_6_and_1 == pytest.approx(0.5742, abs=5e-5)


def test_wrong_risk_is_balanced_against_the_opponents_hand(four_twenty_odds: FourTwentyOdds) -> None:
    """For each of the 114 hands the best reroll is the same against all 115."""
    for hand in hands()[1:]:
        assert len({duel_best(four_twenty_odds, hand, other) for other in hands()}) == 1


def test_wrong_there_are_problems_of_choosing_between_two_dice_and_three(
    four_twenty_odds: FourTwentyOdds,
) -> None:
    """Wherever two dice may be rerolled, rerolling three is never the best; the problem is whether one or two."""
    asked = [hand for hand in hands()[1:] if any(len(kept) == 2 for kept in keeps_420(hand))]
    assert {len(duel_best(four_twenty_odds, hand, ())) for hand in asked} == {2, 3}


def test_right_a_lot_of_luck_and_a_little_strategy(four_twenty_odds: FourTwentyOdds) -> None:
    """Throwing all four every time takes 37.0 turns on average, the best play 9.9."""
    assert Fraction(1296, 35) == 1 / TWENTY
    assert four_twenty_odds.tables["alone"][0] == pytest.approx(9.934, abs=5e-4)
