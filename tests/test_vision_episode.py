"""When is a throw over? Scripted numbers, no pictures: dice that lie, or do not yet, flights and hands."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from scripted import TABLE, flight, flying, look_at, rest, rolls, settle

from vision.following.flight import Flight
from vision.nouns import Event, Roll
from vision.throw.episode import HAND_S, STILL_S
from vision.throw.settler import Settler


def test_one_die_that_still_turns_holds_the_roll_back() -> None:
    still, turning = rest(1, 200), rest(2, 300, since=2.0 - STILL_S + 0.05)
    assert not rolls(settle([still, turning], [flight(200), flight(300)]))


@pytest.mark.parametrize(("seen", "said"), [(0, 1), (1, 0)])
def test_what_no_look_finds_any_more_holds_the_roll_back_no_longer(seen: int, said: int) -> None:
    ghost = rest(9, 400, 4, since=1.9, looks=3, seen=seen, states=Counter(flat=seen))
    assert len(rolls(settle([rest(1, 200, 3), ghost], [flight(200)], expected=1))) == said


@pytest.mark.parametrize("passed", [0, 1, 3])
@pytest.mark.parametrize("shadow_s", [0.2, 0.25])
def test_places_that_dice_passed_make_no_throw_over_whose_dice_have_just_come_under_a_shadow(
    passed: int, shadow_s: float
) -> None:
    settler, events = Settler(2), list[Event]()
    settle(settler=settler, now=0.4)
    die = rest(1, 200, since=1.5, now=1.5, looks=0, seen=0, states=Counter())
    places = [rest(5 + n, 300 + 60 * n, looks=3, seen=0, states=Counter()) for n in range(passed)]
    for time_s in np.arange(1.4, 2.6, 1 / 30):
        lain_s = time_s - 1.5
        die.covered, die.still_s = bool(lain_s < shadow_s), max(0.0, lain_s)
        if not die.covered:
            die.looks, die.seen, die.states, die.lay = 4, 4, Counter(flat=4), True
        look = look_at(
            time_s,
            rests=[die, *places] if die.covered else [die],
            flights=[moving(0.9, 1.45)],
            stir=bool(lain_s < 0.3),
            hand=bool(0.1 < lain_s < shadow_s),
            read=True,
        )
        events += settler.step(look)
    assert [len(roll.dice) for roll in rolls(events)] == [1]


def test_a_die_that_leans_is_watched_for_longer() -> None:
    flown = [flight(200, end=1.4)]
    for now, said in ((1.5 + STILL_S + 0.05, 0), (1.5 + 2 * STILL_S, 1)):
        leaning = rest(1, 200, since=1.5, now=now, states=Counter(cocked=4))
        assert len(rolls(settle([leaning], flown, now=now))) == said


def test_without_three_looks_there_is_no_roll() -> None:
    assert not rolls(settle([rest(1, 200, looks=2, seen=2)], [flight(200)]))
    assert not rolls(settle([rest(1, 200)], [flight(200)], frames=2))


@pytest.mark.parametrize(("share", "said"), [(0.7, 1), (0.4, 0)])
def test_at_the_end_of_a_clip_a_throw_that_lay_still_for_most_of_the_time_is_said(
    share: float, said: int
) -> None:
    settler = Settler()
    dice, flown = [rest(1, 200, 3, since=2.0 - share * STILL_S, looks=2, seen=2)], [flight(200, end=1.6)]
    assert not rolls(settle(dice, flown, settler=settler))
    last = look_at(2.0, rests=dice, flights=flown)
    assert [roll.faces for roll in rolls(settler.finish(last))] == [(3,)] * said
    assert not rolls(settler.finish(last))


def test_a_moving_hand_holds_the_roll_back_until_the_dice_were_seen_without_it() -> None:
    settler = Settler()
    dice, flown = [rest(1, 200, since=1.6)], [flight(200, end=1.5)]
    assert not rolls(settle(dice, flown, settler=settler, hand=True))
    assert len(rolls(settle(dice, flown, settler=settler, now=2.3))) == 1


def test_a_hand_that_stays_beside_dice_that_lie_still_for_a_second_holds_nothing_back() -> None:
    for now, said in ((1.55 + HAND_S, 0), (1.65 + HAND_S, 1)):
        settler, dice = Settler(), [rest(1, 200, since=1.6, now=now)]
        assert len(rolls(settle(dice, [flight(200, end=1.5)], settler=settler, now=now, hand=True))) == said


@pytest.mark.parametrize(("expected", "said"), [(1, 1), (2, 0), (None, 0)])
def test_a_hand_that_is_away_from_all_dice_holds_nothing_back_where_all_awaited_ones_lie(
    expected: int | None, said: int
) -> None:
    # The others may still be in it.
    dice, flown = [rest(1, 200, since=1.6)], [flight(200, end=1.5)]
    assert not rolls(settle(dice, flown, expected, hand=True))
    assert len(rolls(settle(dice, flown, expected, hand=True, away=True))) == said


def test_a_die_under_a_hand_that_stays_is_waited_for() -> None:
    settler, events = Settler(3), list[Event]()
    flown = [flight(x, end=1.5) for x in (200, 300, 400)]
    dice = [rest(n, 200 + 100 * n, since=1.6, lay=True) for n in range(3)]
    for time_s in np.arange(1.8, 3.5, 1 / 30):
        dice[2].covered = under = bool(time_s < 3.2)
        dice[2].looks = dice[2].seen = 0 if under else 4
        for die in dice:
            die.still_s = time_s - 1.6
        look = look_at(time_s, rests=dice, flights=flown, stir=True, hand=under, read=True)
        events += settler.step(look)
    assert [roll.faces for roll in rolls(events)] == [(4, 4, 4)]


def moving(born: float, now: float, solid: float = 1.0) -> Flight:
    """What came into view at a time and still moves, far from any die."""
    path = [(born + (now - born) * t, 500.0, 20 + 60 * t) for t in np.linspace(0, 1, 8)]
    return Flight(900, path, None, solid=solid, seen=8, free=8, inside=True)


def shadowed(born: float, lain: float, expected: int | None, count: int = 2) -> list[Roll]:
    """What is rolled where something that came into view at `born` moves beside dice that lie since `lain`."""
    settler, now, flown = (
        Settler(expected),
        lain + 0.4,
        [flight(200 + 100 * n, lain - 0.1) for n in range(count)],
    )
    dice = [rest(n, 200 + 100 * n, since=lain, now=now) for n in range(count)]
    began = lain - 0.8
    assert not settle((), [on_its_way(flown[0], began)], now=began, frames=1, settler=settler)
    events: list[Event] = []
    for time_s in np.arange(now - 0.2, now, 1 / 30):
        events += settle(dice, [*flown, moving(born, time_s)], now=time_s, frames=1, settler=settler)
    return rolls(events)


def on_its_way(one: Flight, now: float) -> Flight:
    """The same flight, on its way at `now`."""
    path = [(now - 0.1 + 0.1 * t, x, y) for t, (_, x, y) in zip(np.linspace(0, 1, 16), one.path, strict=True)]
    return Flight(one.id, path, None, solid=1.0, seen=1, free=1, inside=True)


def test_what_comes_into_view_when_all_dice_lie_still_does_not_hold_the_roll_back() -> None:
    assert [roll.faces for roll in shadowed(2.05, 2.0, None)] == [(4, 4)]
    # What was there before they lay may be a die of theirs, and so may all where one is awaited still.
    assert not shadowed(1.9, 2.0, None)
    assert not shadowed(2.05, 2.0, 3)
    assert not shadowed(1.9, 2.0, 2)
    assert [roll.faces for roll in shadowed(2.05, 2.0, 2)] == [(4, 4)]


def test_dice_that_come_late_belong_to_the_throw_as_long_as_some_are_awaited() -> None:
    settler, events, lie = Settler(5), list[Event](), [rest(n, 120 + 70 * n, since=1.0) for n in range(3)]
    first = [flight(120 + 70 * n, end=0.9) for n in range(3)]
    for time_s in np.arange(0.5, 2.6, 1 / 30):
        late = [moving(1.3, time_s)] if 1.3 < time_s < 2.1 else []
        came = [rest(n, 330 + 70 * n, since=2.1) for n in (3, 4)] if time_s > 2.15 else []
        for die in (*lie, *came):
            die.still_s = time_s - die.arrived_s
        flying = [on_its_way(one, time_s) for one in first] if time_s < 1.0 else first
        rests = [*lie, *came] if time_s > 1.0 else []
        look = look_at(time_s, rests=rests, flights=[*flying, *late], stir=True, read=True)
        events += settler.step(look)
    assert [len(roll.faces) for roll in rolls(events)] == [5]


def test_dice_that_a_hand_comes_to_gather_are_read_before_it_covers_them() -> None:
    for hand_came, said in ((2.16, 1), (1.9, 0)):
        settler, events = Settler(1), list[Event]()
        dice = [rest(1, 200, since=2.0, looks=2, seen=2)]
        for time_s in np.arange(1.8, 2.19, 1 / 30):
            dice[0].still_s = time_s - 2.0
            look = look_at(
                time_s,
                rests=dice if time_s > 2.0 else (),
                flights=[flight(200, end=1.9)],
                stir=True,
                hand=time_s > hand_came,
                read=True,
            )
            events += settler.step(look)
        assert len(rolls(events)) == said, hand_came


@pytest.mark.parametrize(("expected", "said"), [(None, 0), (1, 1)])
def test_where_nobody_knows_how_many_dice_come_one_under_a_hand_is_waited_for(
    expected: int | None, said: int
) -> None:
    flown = [flight(200), flight(300)]
    assert len(rolls(settle([rest(1, 200), rest(2, 300, covered=True, lay=True)], flown, expected))) == said
    # Not for one that was never seen to lie there.
    flown = [flight(200), flight(300)]
    assert rolls(settle([rest(1, 200), rest(2, 300, covered=True, lay=False)], flown, expected))


def test_a_die_that_lies_is_not_looked_for_any_more() -> None:
    for lies_at, said in ((205, 1), (420, 0)):
        lost, other = flight(200, end=1.85), flight(420, end=1.6)
        lost.ended, lost.area_px = False, 32.0**2
        assert lost.is_at_large(1.9, TABLE)
        assert len(rolls(settle([rest(1, lies_at, since=1.7)], [lost, other]))) == said


def test_a_die_that_comes_in_while_the_first_lies_still_belongs_to_the_same_throw() -> None:
    settler, first, late = Settler(), rest(1, 200, 3, since=0.5, now=0.8), flying(0.95)
    settler.step(look_at(0.3, flights=[flying(0.3)], stir=True))
    come = [flight(200, end=0.4)]
    assert not rolls(settle([first], come, settler=settler, now=0.85))
    settler.step(look_at(0.95, rests=[first], flights=[*come, late], stir=True))
    second = rest(2, 320, 5, since=1.1, now=1.5)
    (roll,) = rolls(settle([first, second], [*come, late], settler=settler, now=1.5))
    assert roll.faces == (3, 5)
    assert roll.span_s == (pytest.approx(-0.1), 1.1)
