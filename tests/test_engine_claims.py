"""Every figure and every claim about odds in the four rule texts, checked: right, rounded, or wrong.

`right`: exactly so. `rounded`: the nearest figure with as many digits. `wrong`: anything else,
even if it was only cut off.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine.dice import Faces, chance
from engine.four_twenty import keeps_of as keeps_420
from engine.four_twenty_odds import FourTwentyOdds
from engine.four_twenty_solve import after, duel_worth, hands, turns_worth
from engine.midnight import score_of
from engine.midnight_odds import MidnightOdds
from engine.morning_roll_solve import throw_chances
from engine.questions import rolling_over


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
