"""What has become of dice that were told of? Scripted numbers, no pictures."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from scripted import flight, look_at, rest, rolls, settle

from vision.following.rest import Rest
from vision.nouns import Turned
from vision.throw.settler import Settler


def turned(*later: Rest) -> list[tuple[int, int | None, bool]]:
    """What is asked when dice lie so after a throw of a 2 at 200, beside a 3 at 300 that lay there before."""
    settler = Settler()
    lay = rest(2, 300, 3, since=0.0, known=True)
    assert rolls(settle([rest(1, 200, 2), lay], [flight(200)], settler=settler))
    events = settle(later, settler=settler, now=4.0)
    assert not rolls(events)
    return [(event.was, event.die.value, event.kept) for event in events if isinstance(event, Turned)]


def test_a_thrown_die_that_was_pushed_aside_is_still_one_of_the_throw() -> None:
    settler = Settler()
    other = rest(2, 300, 3)
    assert rolls(settle([rest(1, 200, 2), other], [flight(200), flight(300)], settler=settler))
    pushed = rest(3, 500, 2, since=3.0, now=4.0)
    assert not rolls(settle([pushed, other], settler=settler, now=4.0))
    pushed.votes = rest(3, 500, 6).votes
    events = settle([pushed, other], settler=settler, now=6.0)
    assert [(event.was, event.die.value, event.kept) for event in events if isinstance(event, Turned)] == [
        (2, 6, False)
    ]


def test_a_die_that_shows_another_value_than_it_was_told_with_is_a_question() -> None:
    assert turned(rest(1, 200, 5, known=True), rest(2, 300, 3, known=True)) == [(2, 5, False)]
    assert turned(rest(1, 200, 2, known=True), rest(2, 300, 6, known=True)) == [(3, 6, True)]


def test_a_die_that_a_hand_turned_over_lies_beside_its_place_and_is_asked_about() -> None:
    assert turned(rest(7, 235, 5, since=3.0, now=4.0), rest(2, 300, 3, known=True)) == [(2, 5, False)]


def test_a_die_that_lies_as_it_lay_is_not_asked_about_because_it_is_read_less_well() -> None:
    assert turned(rest(1, 200, None, known=True), rest(2, 300, 3, known=True)) == []


def test_a_die_that_is_cocked_now_has_lost_its_value() -> None:
    one = rest(1, 200, known=True, states=Counter(cocked=4))
    assert turned(one, rest(2, 300, 3, known=True)) == [(2, None, False)]


def test_dice_moved_to_where_others_lay_are_not_taken_for_those_turned_over() -> None:
    settler = Settler()
    dice = [rest(1, 200, 2), rest(2, 300, 3), rest(3, 400, 6)]
    assert rolls(settle(dice, [flight(200), flight(300), flight(400)], settler=settler))
    moved = [
        rest(7, 235, 3, since=3.0, now=4.0),
        rest(8, 330, 6, since=3.2, now=4.0),
        rest(9, 550, 2, since=3.4, now=4.0),
    ]
    assert not settle(moved, settler=settler, now=4.0, hand=False)


@pytest.mark.parametrize(("points_s", "asked"), [(0.5, 0), (3.0, 1)])
def test_a_die_half_under_a_hand_that_points_at_dice_is_asked_about_only_after_a_while(
    points_s: float, asked: int
) -> None:
    settler = Settler()
    under, beside = rest(1, 200, 2), rest(2, 300, 3)
    assert rolls(settle([under, beside], [flight(200), flight(300)], settler=settler))
    settle([under, beside], settler=settler, now=3.0, hand=True)
    under.covered, beside.known = True, True
    beside.states = Counter(cocked=4)
    events = settle([under, beside], settler=settler, now=3.0 + points_s, frames=10)
    assert sum(isinstance(event, Turned) for event in events) == asked


def test_two_dice_pushed_aside_one_after_the_other_are_no_throw_though_one_cannot_be_read_any_more() -> None:
    settler = Settler(2)
    assert rolls(settle([rest(1, 200, 3), rest(2, 400, 5)], [flight(200), flight(400)], settler=settler))
    assert not rolls(settle(settler=settler, now=2.6, hand=True))
    lies, unread = rest(1, 200, 3, known=True, still_s=2.0), rest(7, 560, None, 3.0, 4.0)
    assert not rolls(settle([lies, unread], settler=settler, now=4.0, frames=20))
    assert not rolls(settle(settler=settler, now=5.0, hand=True))
    still = rest(7, 560, None, 3.0, 4.0, known=True, still_s=3.0)
    assert not rolls(settle([still, rest(8, 300, 3, 5.2, 7.0)], settler=settler, now=7.0, frames=40))


def test_dice_seen_again_at_their_places_after_a_shadow_are_the_same_dice() -> None:
    settler = Settler()
    assert rolls(settle([rest(1, 200, 3), rest(2, 300, 5)], [flight(200), flight(300)], settler=settler))
    again = [rest(7, 202, 3, 3.0, 4.0), rest(8, 299, 5, 3.0, 4.0)]
    assert settle(again, [flight(200, end=2.9), flight(300, end=2.9)], settler=settler, now=4.0) == []


def test_a_die_that_lies_where_it_lay_was_not_turned_by_what_seemed_to_come_to_it_from_another() -> None:
    settler = Settler()
    dice = [rest(1, 200, 2), rest(2, 300, 3)]
    assert rolls(settle(dice, [flight(200), flight(300)], settler=settler))
    # The hand that takes up the 2 covers the 3 on its way, and lays it bare.
    hand = flight(300, end=3.1, start=(200, 200), origin=1)
    assert not settle([rest(7, 300, 3, since=3.2, now=4.0)], [hand], settler=settler, now=4.0)


def test_a_die_whose_looks_disagree_is_asked_about_where_none_shows_what_it_showed() -> None:
    votes = np.full(6, -20.0)
    votes[[0, 4]] = -2.0
    torn = rest(1, 200, 5, known=True, votes=votes)
    assert turned(torn, rest(2, 300, 3, known=True)) == [(2, None, False)]
    votes[[0, 1, 4]] = -20.0, -2.0, -2.0
    assert turned(torn, rest(2, 300, 3, known=True)) == []


@pytest.mark.parametrize(
    ("away_px", "hand", "thrown"),
    [(14, False, (3, 1)), (-12, False, (3, 1)), (3, False, (1,)), (14, True, (1,))],
)
def test_a_die_that_comes_near_where_its_value_lay_is_thrown_once_all_were_gone_at_one_look(
    away_px: int, hand: bool, thrown: tuple[int, ...]
) -> None:
    settler = Settler()
    assert rolls(settle([rest(1, 200, 3), rest(2, 300, 5)], [flight(200), flight(300)], settler=settler))
    settler.step(look_at(2.5, hand=hand, read=True))
    new = [rest(7, 200 + away_px, 3, 3.0, 4.0), rest(8, 420, 1, 3.0, 4.0)]
    # What brought the 3 seems to have set out from where the 5 lay.
    came = [flight(200 + away_px, end=2.9, start=(300, 200), origin=2), flight(420, end=2.9)]
    assert [roll.faces for roll in rolls(settle(new, came, settler=settler, now=4.0))] == [thrown]
