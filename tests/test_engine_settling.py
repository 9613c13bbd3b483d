"""Debts are settled: everybody gets what is due, in the fewest payments."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.settling import MOST_EXACT, Payment, payments

NETS = st.lists(st.integers(-6, 6), max_size=6).map(
    lambda debts: {f"P{place}": debt for place, debt in enumerate([*debts, -sum(debts)])}
)


def most_groups(debts: tuple[int, ...]) -> int:
    """Into how many groups that add up to nothing these debts can be parted, by trying every first group."""
    if not debts:
        return 0
    first, rest = debts[0], debts[1:]
    best = 0
    for size in range(len(rest) + 1):
        for some in combinations(range(len(rest)), size):
            if first + sum(rest[place] for place in some) == 0:
                left = tuple(debt for place, debt in enumerate(rest) if place not in some)
                best = max(best, 1 + most_groups(left))
    return best


@given(NETS)
def test_after_the_payments_nobody_owes_anything(net: dict[str, int]) -> None:
    left = dict(net)
    for payment in payments(net):
        assert payment.amount > 0
        assert net[payment.payer] < 0 < net[payment.receiver]
        left[payment.payer] += payment.amount
        left[payment.receiver] -= payment.amount
    assert not any(left.values())


@settings(deadline=None)
@given(NETS)
def test_the_payments_are_the_fewest(net: dict[str, int]) -> None:
    debts = tuple(debt for debt in net.values() if debt)
    assert len(payments(net)) == len(debts) - most_groups(debts)


def test_pairs_and_groups_are_found_where_paying_the_largest_first_would_miss_them() -> None:
    assert len(payments({"A": -4, "B": -3, "C": -3, "D": 5, "E": 5})) == 4
    assert len(payments({"A": -2, "B": -3, "C": 5, "D": -7, "E": 4, "F": 3})) == 4
    assert len(payments({"A": -5, "B": 3, "C": 2, "D": -5, "E": 5})) == 3


def test_the_largest_payment_is_named_first() -> None:
    assert payments({"Ann": -5, "Bo": 4, "Zoë": 1}) == (Payment("Ann", "Bo", 4), Payment("Ann", "Zoë", 1))


def test_equal_payments_are_named_in_the_order_of_the_players() -> None:
    assert payments({"Ann": 1, "Bo": -2, "Cy": 1}) == (Payment("Bo", "Ann", 1), Payment("Bo", "Cy", 1))
    assert payments({"Cy": -1, "Bo": 2, "Ann": -1}) == (Payment("Cy", "Bo", 1), Payment("Ann", "Bo", 1))


def test_where_all_are_even_nobody_pays() -> None:
    assert payments({"Ann": 0, "Bo": 0}) == ()
    assert payments({}) == ()


def test_debts_that_do_not_add_up_are_refused() -> None:
    with pytest.raises(ValueError, match="debts add up to nothing, and these add up to 1"):
        payments({"Ann": 1})


def test_a_crowd_is_settled_too() -> None:
    crowd = {f"P{place}": debt for place, debt in enumerate(range(1, 2 * MOST_EXACT))}
    crowd["Z"] = -sum(crowd.values())
    assert len(payments(crowd)) == len(crowd) - 1
