"""Which dice have left the table? Scripted numbers, no pictures."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from scripted import flight, gone, look_at, rest, rolls, settle

from vision.nouns import OffTable, Roll, Trouble
from vision.throw.settler import Settler


def test_a_die_that_left_is_said_at_once_and_counted_in_the_roll() -> None:
    settler = Settler(2)
    first = settler.step(look_at(1.2, left=[gone()], stir=True))
    assert [(event.n, event.time_s) for event in first if isinstance(event, OffTable)] == [(1, 1.2)]
    events = settle([rest(1, 200, 3)], [flight(200), gone()], settler=settler)
    assert not [event for event in events if isinstance(event, OffTable)]
    (roll,) = rolls(events)
    assert (roll.faces, roll.off_table, roll.why) == ((3,), 1, "A die left the table.")


def test_a_die_at_rest_beyond_the_edge_is_off_the_table() -> None:
    events = settle([rest(1, 200, 3), rest(2, 630, 5)], [flight(200), flight(630)])
    assert [type(event) for event in events] == [OffTable, Roll]
    (roll,) = rolls(events)
    assert (roll.faces, roll.off_table) == ((3,), 1)


def test_a_throw_whose_dice_all_left_is_a_roll_without_faces() -> None:
    settler = Settler(1)
    settler.step(look_at(1.0, left=[gone()], stir=True))
    (roll,) = rolls(settle(settler=settler, now=2.0))
    assert (roll.faces, roll.off_table) == ((), 1)


def test_no_more_dice_are_said_to_have_left_than_were_thrown() -> None:
    settler = Settler(1)
    events = settler.step(look_at(1.0, left=[gone(1), gone(2)], stir=True))
    assert [event.n for event in events if isinstance(event, OffTable)] == [1]


@pytest.mark.parametrize(("stops", "off"), [(False, 1), (True, 0)])
def test_a_missing_die_is_gone_where_one_may_have_left_but_not_where_one_stopped_unread(
    stops: bool, off: int
) -> None:
    leaving = flight(575, start=(200, 100))
    dice, flown = [rest(1, 200, 3)], [flight(200), leaving, *([flight(400)] if stops else [])]
    for one in flown[2:]:
        one.stopped = True
    events = settle(dice, flown, expected=2, now=2.6, frames=90)
    (roll,) = rolls(events)
    assert (roll.faces, roll.off_table) == ((3,), off)


@pytest.mark.parametrize(
    ("start_x", "to_x", "off"),
    [(200, 552, 1), (500, 552, 0), (200, 566, 1), (530, 566, 0), (520, 590, 1)],
    ids=["fast", "slow", "fast, nearer the edge", "slow, nearer the edge", "slow, at the edge"],
)
def test_a_die_that_was_lost_inside_left_only_if_it_was_about_to_reach_the_edge(
    start_x: float, to_x: float, off: int
) -> None:
    lost = flight(to_x, start=(start_x, 190))
    events = settle([rest(1, 200, 3)], [flight(200), lost], expected=2, now=2.6, frames=90)
    (roll,) = rolls(events)
    assert (roll.faces, roll.off_table) == ((3,), off)
    asked = [event for event in events if isinstance(event, Trouble) and event.code == "count"]
    assert len(asked) == 1 - off


@pytest.mark.parametrize(
    ("start", "to_x", "off"),
    [((200, 190), 552, 0), ((200, 190), 566, 0), ((300, -40), 560, 0), ((520, 190), 590, 1)],
    ids=["fast", "fast, nearer the edge", "aslant", "at the edge"],
)
def test_what_was_lost_inside_beside_something_else_is_a_part_of_that_and_no_die_that_left(
    start: tuple[float, float], to_x: float, off: int
) -> None:
    lost = flight(to_x, start=start)
    lost.merged = True
    events = settle([rest(1, 200, 3)], [flight(200), lost], expected=2, now=2.6, frames=90)
    (roll,) = rolls(events)
    assert (roll.faces, roll.off_table) == ((3,), off)
    asked = [event for event in events if isinstance(event, Trouble) and event.code == "count"]
    assert len(asked) == 1 - off


@pytest.mark.parametrize(("lies_x", "off"), [(200, 1), (573, 0)])
def test_a_flight_that_ended_where_a_die_lies_at_the_edge_was_that_die(lies_x: float, off: int) -> None:
    flown = [flight(200), flight(575, start=(200, 100))]
    (roll,) = rolls(settle([rest(1, lies_x, 3)], flown, expected=2, now=2.6, frames=90))
    assert (roll.faces, roll.off_table) == ((3,), off)


@pytest.mark.parametrize(("lay_x", "emptied", "off"), [(400, False, 1), (400, True, 0), (150, False, 0)])
def test_what_is_laid_bare_where_a_die_lay_is_no_die_that_stopped_unread(
    lay_x: float, emptied: bool, off: int
) -> None:
    settler = Settler(1)
    lay, flew = rest(1, lay_x, 6, since=-9, now=-8), flight(lay_x, end=-9.1)
    assert rolls(settle([lay], [flew], settler=settler, now=-8))
    if emptied:  # its place was seen bare before the throw
        settle(settler=settler, now=-3, frames=30)
    settler.expect(2)
    bare, leaving = flight(400), flight(575, start=(200, 100))
    bare.stopped = True
    flown = [flight(200), leaving, bare]
    (roll,) = rolls(settle([rest(2, 200, 3)], flown, settler=settler, now=2.6, frames=90))
    assert (roll.faces, roll.off_table) == ((3,), off)


def test_with_pictures_far_apart_a_die_that_may_have_left_is_a_question_and_no_bust() -> None:
    for sparse, told in ((False, [1]), (True, [])):
        settler = Settler(2)
        events = list(settler.step(look_at(1.2, left=[gone()], stir=True, sparse=sparse)))
        events += settle([rest(1, 200, 3)], [flight(200), gone()], settler=settler, now=4.0, sparse=sparse)
        assert [event.n for event in events if isinstance(event, OffTable)] == told
        assert [roll.off_table for roll in rolls(events)] == [len(told)]
        assert [event.code for event in events if isinstance(event, Trouble)] == ["count"] * (1 - len(told))


def test_a_die_that_is_told_of_does_not_leave_again_after_the_roll() -> None:
    settler, out = Settler(2), gone()
    dice, flown = [rest(1, 200, 3)], [flight(200), out]
    events = settle(dice, flown, settler=settler, now=3.2, frames=60)
    assert sum(event.n for event in events if isinstance(event, OffTable)) == 0
    assert [roll.off_table for roll in rolls(events)] == [0]
    assert settler.step(look_at(3.3, rests=dice, flights=flown, left=[out])) == ()


def test_a_die_that_rolls_on_over_the_floor_is_no_second_throw() -> None:
    settler = Settler(2)
    settler.step(look_at(1.2, left=[gone()], stir=True))
    dice = [rest(1, 200, 3)]
    assert len(rolls(settle(dice, [flight(200), gone()], settler=settler))) == 1
    floor = rest(4, 660, 6, since=2.6, now=3.0)
    dice[0].known = True
    assert settle([*dice, floor], [flight(660, end=2.5)], settler=settler, now=3.0) == []


def test_off_the_table_comes_with_the_last_picture_of_the_die_and_its_way() -> None:
    out, last = gone(), np.ones((36, 64, 3), np.uint8)
    out.picture = last
    (event,) = Settler().step(look_at(1.2, left=[out], stir=True))
    assert isinstance(event, OffTable)
    assert event.picture is last
    (way,) = event.tracks
    assert way.shape == (16, 3)
    assert way[-1] == pytest.approx([1.0, 590, 200])


def test_a_die_that_a_hand_may_hide_at_the_edge_is_a_question_and_no_bust() -> None:
    for hidden, off in ((False, 1), (True, 0)):
        edge = flight(575, start=(200, 100))
        edge.hidden = hidden
        (roll,) = rolls(settle([rest(1, 200, 3)], [flight(200), edge], expected=2, now=2.6, frames=90))
        assert roll.off_table == off


@pytest.mark.parametrize(
    ("what", "hand", "free", "start", "end", "seen", "off"),
    [
        ("no hand was there to be taken for a die", False, 1, (200, 100), 0.9, 16, 1),
        ("the picture's edge cut it off all the time, as it does an arm", True, 1, (200, 100), 0.9, 16, 0),
        ("it flew past the table by itself", True, 2, (200, 100), 0.9, 16, 1),
        ("it was as slow as fingers are", True, 2, (480, 100), 0.9, 16, 0),
        ("it came when the others lay still", True, 2, (200, 100), 1.6, 16, 0),
        ("it was seen for less than two dice of its way", True, 2, (200, 100), 0.9, 3, 0),
    ],
)
def test_an_arm_that_leaves_the_picture_takes_no_die_along(
    what: str, hand: bool, free: int, start: tuple[float, float], end: float, seen: int, off: int
) -> None:
    whole = flight(575, start=start, end=end)
    settler, leaves = Settler(2), replace(whole, path=whole.path[-seen:], inside=False, free=free, seen=seen)
    settler.step(look_at(0.5, hand=hand, stir=True))
    (roll,) = rolls(settle([rest(1, 200, 3)], [flight(200), leaves], settler=settler, now=2.6, frames=90))
    assert roll.off_table == off, what


@pytest.mark.parametrize("expected", [3, None])
def test_a_die_that_was_never_seen_cannot_have_left(expected: int | None) -> None:
    settler = Settler(expected)
    events = list(settler.step(look_at(1.0, left=[gone()], stir=True, met=False)))
    crossed = [flight(590, start=(200, 100))]
    events += settle(flights=crossed, settler=settler, now=2.6, frames=40, met=False)
    assert not [event for event in events if isinstance(event, OffTable | Roll)]


@pytest.mark.parametrize(("crossing", "off"), [(1, 1), (4, 2), (5, 0), (30, 0)])
def test_where_more_crosses_the_table_than_dice_and_shadows_could_the_picture_moves(
    crossing: int, off: int
) -> None:
    crossed = [flight(590, start=(200 + number, 100)) for number in range(crossing)]
    events = settle(flights=crossed, expected=2, now=2.6, frames=40)
    assert sum(event.n for event in events if isinstance(event, OffTable)) == off


def test_of_a_die_that_was_seen_to_leave_it_is_known_where_when_and_how_far() -> None:
    settler = Settler(2)
    (event,) = settler.step(look_at(1.2, left=[gone(end=1.1)], stir=True))
    assert isinstance(event, OffTable)
    (roll,) = rolls(settle([rest(1, 200, 3)], [flight(200)], settler=settler))
    for (die,) in (event.gone, roll.gone):
        assert (die.how, die.time_s, die.at_px) == ("seen", 1.1, (590.0, 200.0))
        # Half a millimetre a pixel; the table ends at x = 600; what is half a die above it is seen further out.
        assert die.beyond_mm == pytest.approx(-5, abs=4)
        away = f"{-die.beyond_mm:.0f} mm inside the table's edge"
        assert die.why == f"A die was seen to leave: at last it was {away}."


def test_of_a_die_that_lies_beyond_the_edge_it_is_known_where_and_how_far() -> None:
    events = settle([rest(1, 200, 3), rest(2, 630, 5)], [flight(200), flight(630)])
    (roll,) = rolls(events)
    (die,) = roll.gone
    assert (die.how, die.at_px) == ("beyond", (630.0, 200.0))
    assert die.beyond_mm == pytest.approx(15, abs=4)
    assert die.why == f"A die lies {die.beyond_mm:.0f} mm beyond the table's edge."


def test_of_a_die_that_crossed_the_edge_unseen_it_is_known_where_it_was_last() -> None:
    dice, flown = [rest(1, 200, 3)], [flight(200), flight(575, start=(200, 100))]
    (roll,) = rolls(settle(dice, flown, expected=2, now=2.6, frames=90))
    (die,) = roll.gone
    assert (die.how, die.at_px) == ("crossed", (575.0, 200.0))
    assert die.beyond_mm == pytest.approx(-12.5, abs=4)
    assert "on its way out" in die.why


@pytest.mark.parametrize("seen", [0, 1, 2])
def test_as_many_are_gone_as_are_off_the_table_each_with_how(seen: int) -> None:
    settler = Settler(3 if seen else 2)
    for number in range(seen):
        settler.step(look_at(1.0 + number / 30, left=[gone(number)], stir=True))
    lying = [rest(1, 200, 3), *([] if seen else [rest(2, 630, 5)])]
    came = [flight(200), *([] if seen else [flight(630)])]
    (roll,) = rolls(settle(lying, came, settler=settler, now=2.6, frames=40))
    assert len(roll.gone) == roll.off_table == max(seen, 1)
    assert {die.how for die in roll.gone} == ({"seen"} if seen else {"beyond"})


@pytest.mark.parametrize(("known", "hand", "off"), [(False, False, 1), (True, False, 1), (False, True, 0)])
@pytest.mark.parametrize("stays", [2, 1, 0])
def test_a_die_that_leaves_soon_after_others_were_taken_up_was_thrown_if_all_was_calm_in_between(
    stays: int, known: bool, hand: bool, off: int
) -> None:
    lay = [rest(number, 100 + 90 * number) for number in range(1, stays + 2)]
    settler = Settler()
    settle(lay, [flight(one.centre_px[0]) for one in lay], settler=settler)
    settler.expect(stays + 1 if known else None)
    settler.step(look_at(3.0, vanished=stays + 1, stir=True))
    settler.step(look_at(3.3, hand=hand, stir=hand))
    out = gone(end=3.7)
    events = [*settler.step(look_at(3.9, left=[out], flights=[out], stir=True))]
    assert sum(event.n for event in events if isinstance(event, OffTable)) == off
    new = [rest(7 + number, 150 + 90 * number, 1, 3.8, 5.0) for number in range(stays)]
    flown = [*(flight(one.centre_px[0], end=3.75) for one in new), out]
    events = settle(new, flown, settler=settler, now=5.0, frames=40)
    if stays or off:
        assert [(roll.faces, roll.off_table) for roll in rolls(events)] == [((1,) * stays, off)]
