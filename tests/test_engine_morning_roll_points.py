"""What dice score in Morning Roll: every hand of one to six dice against a second formulation."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations, combinations_with_replacement, permutations

import pytest

from engine.morning_roll_points import keeps_of, special_of, totals

# The table of the rule text, column by column, as it is printed there.
PRINTED = {
    1: {1: 100, 3: 1000, 4: 2000, 5: 4000, 6: 8000},
    2: {3: 200, 4: 400, 5: 800, 6: 1600},
    3: {3: 300, 4: 600, 5: 1200, 6: 2400},
    4: {3: 400, 4: 800, 5: 1600, 6: 3200},
    5: {1: 50, 3: 500, 4: 1000, 5: 2000, 6: 4000},
    6: {3: 600, 4: 1200, 5: 2400, 6: 4800},
}
PRINTED_PAIRS = {1: 200, 5: 100}
HANDS = [hand for number in range(1, 7) for hand in combinations_with_replacement(range(1, 7), number)]


@cache
def ways_to_count(dice: tuple[int, ...]) -> frozenset[int]:
    """Second formulation: take a printed group away, in every way, until no die is left.

    A face forms at most one group of three or more (as RULINGS has it: the combination, the rest singly).
    """
    if sorted(dice) == [1, 2, 3, 4, 5, 6]:
        return frozenset({2500})
    if len(dice) == 6 and all(dice[place] == dice[place + 1] for place in (0, 2, 4)) and len(set(dice)) == 3:
        return frozenset({2500})
    return frozenset(_take(Counter(dice), frozenset()))


def _take(dice: Counter[int], grouped: frozenset[int]) -> set[int]:
    left = +dice
    if not left:
        return {0}
    found = set()
    face = min(left)
    for size, points in PRINTED[face].items():
        if size <= left[face] and (size == 1 or face not in grouped):
            rest = left - Counter({face: size})
            found |= {points + more for more in _take(rest, grouped | {face} if size > 1 else grouped)}
    return found


def test_there_are_462_hands_of_six_dice_and_923_of_one_to_six() -> None:
    assert len([hand for hand in HANDS if len(hand) == 6]) == 462
    assert len(HANDS) == 923


def test_keeps_and_points_of_all_923_hands_agree_with_taking_printed_groups_away() -> None:
    for hand in HANDS:
        places = range(len(hand))
        chosen = {
            tuple(hand[place] for place in some) for n in range(1, 7) for some in combinations(places, n)
        }
        expected = {dice: max(ways_to_count(dice)) for dice in chosen if ways_to_count(dice)}
        assert {move.faces: move.points for move in keeps_of(hand)} == expected, hand
        assert set(totals(hand)) == ways_to_count(hand), hand


def test_the_printed_table_of_points_holds() -> None:
    for face, row in PRINTED.items():
        for number, points in row.items():
            assert totals((face,) * number)[0] == points
    for face in (1, 2, 3, 4, 5, 6):
        assert totals((face, face)) == ((PRINTED_PAIRS[face],) if face in PRINTED_PAIRS else ())


def test_all_720_straights_and_no_pairs_of_one_value_are_special() -> None:
    assert all(special_of(order) == "straight" for order in permutations((1, 2, 3, 4, 5, 6)))
    assert {special_of(hand) for hand in HANDS if len(hand) < 6} == {None}
    boxcars = [hand for hand in HANDS if special_of(hand) == "boxcars"]
    assert len(boxcars) == 20
    assert all(set(Counter(hand).values()) == {2} for hand in boxcars)


def test_every_throw_without_1_5_or_a_special_or_three_alike_is_a_bust() -> None:
    for hand in HANDS:
        scores = 1 in hand or 5 in hand or max(Counter(hand).values()) >= 3 or special_of(hand) is not None
        assert bool(keeps_of(hand)) == scores


@pytest.mark.parametrize("faces", [(3, 3, 3, 3, 6, 6), (4, 4, 4, 4, 4, 4), (2, 2, 2, 2, 5, 5)])
def test_four_or_six_of_a_kind_are_no_pairs_of_boxcars(faces: tuple[int, ...]) -> None:
    assert special_of(faces) is None
    assert totals(faces)[:1] != (2500,)


def test_1s_and_5s_of_a_combination_may_be_counted_singly_or_in_part() -> None:
    assert totals((5, 5, 5)) == (500, 150)
    assert totals((1, 1, 1, 1)) == (2000, 1100, 400)
