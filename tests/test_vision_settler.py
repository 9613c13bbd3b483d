"""When is it a roll? Scripted numbers, no pictures: dice at rest, flights, hands, and what is expected."""

from __future__ import annotations

from collections import Counter

from scripted import flight, flying, gone, look_at, rest, rolls, settle

from vision.nouns import Moving
from vision.throw.settler import Settler


def test_dice_that_flew_in_and_lie_still_are_one_roll() -> None:
    events = settle([rest(1, 200, 3), rest(2, 300, 5)], [flight(200), flight(300)])
    (roll,) = rolls(events)
    assert roll.faces == (3, 5)
    assert (roll.kept, roll.off_table, roll.asked) == ((), 0, 0)


def test_the_roll_is_said_once_and_a_still_table_says_nothing_more() -> None:
    settler = Settler()
    dice, flown = [rest(1, 200)], [flight(200)]
    assert len(rolls(settle(dice, flown, settler=settler))) == 1
    assert not settle(dice, flown, now=4.0, frames=30, settler=settler)


def test_dice_known_from_before_are_kept_and_so_are_those_in_the_keep_zone() -> None:
    lay, zone, new = rest(1, 200, 1, known=True), rest(2, 50, 5, since=0.0), rest(3, 300, 2)
    (roll,) = rolls(settle([lay, zone, new], [flight(300)]))
    assert (roll.faces, sorted(map(str, roll.kept))) == ((2,), ["1", "5"])
    assert [die.zone for die in roll.dice] == ["throw", "throw", "keep"]


def test_a_die_without_a_value_is_asked_about_and_never_guessed() -> None:
    (roll,) = rolls(settle([rest(1, 200, None), rest(2, 300, 5)], [flight(200), flight(300)]))
    assert roll.faces == (None, 5)
    assert roll.asked == 1
    assert roll.dice[0].ranking[0] == 6


def test_a_cocked_die_has_no_value() -> None:
    (roll,) = rolls(settle([rest(1, 200, states=Counter(cocked=4))], [flight(200)]))
    assert (roll.faces, roll.dice[0].state) == ((None,), "cocked")


def test_a_throw_of_which_a_die_left_keeps_what_was_awaited_of_it_and_no_other_does() -> None:
    settler = Settler(3)
    settler.step(look_at(0.9, flights=[flying(0.9)], stir=True))
    settler.expect(2)  # a die is kept on the page while a hand moves over the table
    settler.step(look_at(1.0, left=[gone(1)], flights=[flying(1.0)], stir=True))
    settler.expect(6)  # that was a bust: the next player's six
    (roll,) = rolls(settle([rest(1, 200, 3)], [flight(200)], settler=settler, now=2.6, frames=40))
    assert (roll.faces, roll.off_table, settler.expected) == ((3,), 1, 6)


def test_moving_is_said_once_for_a_throw() -> None:
    settler = Settler()
    events = [
        event
        for step in range(10)
        for event in settler.step(look_at(step / 30, flights=[flying(step / 30)], stir=True))
    ]
    assert events == [Moving(0.0)]


def test_what_was_seen_at_an_empty_table_just_before_is_not_told_of() -> None:
    settler, comes = Settler(1), flying(0.3)
    assert not settle(flights=[comes], settler=settler, now=0.45)
    comes.path = [*comes.path, *flight(200).path]
    assert [roll.faces for roll in rolls(settle([rest(1, 200, 3)], [comes], settler=settler))] == [(3,)]
