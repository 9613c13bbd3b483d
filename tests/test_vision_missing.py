"""Where are dice that are awaited and not seen? Scripted numbers, no pictures."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from scripted import TABLE, flight, flying, gone, look_at, rest, rolls, settle

from vision.following.rest import Rest
from vision.nouns import Roll, Trouble
from vision.plane.viewpoint import Viewpoint
from vision.throw.footprint import Footprints
from vision.throw.settler import Settler


def stacked(number: int, x: float) -> Rest:
    return rest(number, x, states=Counter(stacked=4))


@pytest.mark.parametrize("leaves", [False, True])
def test_a_die_on_another_hides_it_and_that_is_no_bust_though_another_may_have_left(leaves: bool) -> None:
    settler = Settler(3)
    may_have_left = flight(575, start=(200, 100))
    if leaves:
        settler.step(look_at(1.2, left=[gone()], stir=True))
    dice = [stacked(1, 200), *([] if leaves else [rest(2, 300, 5)])]
    roll, trouble = settle(dice, [flight(200), flight(300), may_have_left], settler=settler)
    assert isinstance(roll, Roll)
    assert isinstance(trouble, Trouble)
    assert (roll.faces[0], roll.off_table) == (None, leaves)
    assert (trouble.code, "under" in trouble.do) == ("count", True)


def test_more_dice_than_one_die_can_hide_are_gone_where_one_may_have_left() -> None:
    flown = [flight(200), flight(575, start=(200, 100))]
    (roll,) = rolls(settle([stacked(1, 200)], flown, expected=3, now=2.6, frames=90))
    assert (roll.faces, roll.off_table) == ((None,), 1)


def test_a_number_that_changes_while_a_throw_is_on_its_way_leaves_a_missing_die_a_question() -> None:
    lies = Footprints((1.0, 1.0), boxes=(1.0, 1.0))
    for changed, off in ((False, 1), (True, 0)):
        settler = Settler(2 if changed else 3)
        settler.step(look_at(0.9, flights=[flying(0.9)], stir=True))
        settler.expect(3)
        dice, flown = [rest(1, 200, 3), rest(2, 300, 5)], [flight(200), flight(300)]
        (roll,) = rolls(settle(dice, flown, settler=settler, now=2.6, frames=40, footprints=lambda *_: lies))
        assert (roll.faces, roll.off_table) == ((3, 5), off)


@pytest.mark.parametrize(
    ("x", "change", "off"),
    [
        pytest.param(400, {}, 0, id="lost on its way, well inside: something stands there"),
        pytest.param(590, {}, 1, id="lost at the edge"),
        pytest.param(560, {}, 1, id="fast, and soon at the edge"),
        pytest.param(310, {}, 1, id="lost where a die lies: it is that one"),
        pytest.param(400, {"born_s": -0.4}, 1, id="of the time before this throw"),
        pytest.param(400, {"free": 0}, 1, id="never seen by itself: fingers"),
        pytest.param(400, {"origin": 7}, 1, id="a die that lay there and was moved"),
    ],
)
def test_a_die_that_is_lost_well_inside_the_table_is_hidden_and_no_bust(
    x: float, change: dict[str, float], off: int
) -> None:
    lies = Footprints((1.0, 1.0), boxes=(1.0, 1.0))
    lost = flight(x)
    lost.area_px = TABLE.die_px((x, 200)) ** 2
    for name, value in change.items():
        setattr(lost, name, value)
    dice, flown = [rest(1, 200, 3), rest(2, 300, 5)], [flight(200), flight(300), lost]
    events = settle(dice, flown, expected=3, now=2.6, frames=40, footprints=lambda *_: lies)
    (roll,) = rolls(events)
    assert (roll.faces, roll.off_table) == ((3, 5), off)
    assert type(roll.off_table) is int, "it is stored as JSON"
    assert [event.code for event in events if isinstance(event, Trouble)] == ["count"] * (1 - off)


def test_a_missing_die_is_waited_for_and_then_a_question_not_a_bust() -> None:
    settler = Settler(2)
    dice, flown = [rest(1, 200, 3)], [flight(200)]
    settler.step(look_at(0.9, flights=[flying(0.9)], stir=True))
    assert not rolls(settle(dice, flown, settler=settler, now=1.38))
    events = settle(dice, flown, settler=settler, now=2.6)
    assert [type(event) for event in events] == [Roll, Trouble]
    assert events[0].off_table == 0  # type: ignore[union-attr]
    assert events[1].what == "1 die seen, 2 expected."  # type: ignore[union-attr]
    assert settler.troubles == (events[1],)


@pytest.mark.parametrize(
    ("awaited", "measured", "face"), [(2, False, None), (2, True, 3), (1, False, 3), (None, False, 3)]
)
def test_the_one_die_that_is_seen_of_two_may_lie_on_the_other_unless_a_measured_table_tells(
    awaited: int | None, measured: bool, face: int | None
) -> None:
    table = replace(TABLE, measured=measured)
    (roll,) = rolls(settle([rest(1, 200, 3)], [flight(200)], awaited, now=2.6, frames=30, table=table))
    assert roll.faces == (face,)
    assert roll.dice[0].ranking[0] == 3


@pytest.mark.parametrize(
    ("flew", "room", "face", "off"),
    [
        pytest.param(True, 1.2, 3, 1, id="it flew there, so it lies on none"),
        pytest.param(True, 1.5, None, 0, id="two may lie there"),
        pytest.param(False, 1.2, None, 0, id="it may have fallen on the other"),
    ],
)
def test_one_of_two_is_gone_where_the_other_flew_there_and_takes_the_room_of_one(
    flew: bool, room: float, face: int | None, off: int
) -> None:
    settler, table = Settler(2), replace(TABLE, measured=False)
    settler.step(look_at(0.9, table=table, flights=[flying(0.9)], stir=True))
    rooms, flown = Footprints((room,), boxes=(1.0,)), [flight(200)] if flew else []
    events = settle(
        [rest(1, 200, 3)],
        flown,
        settler=settler,
        now=2.6,
        frames=45,
        table=table,
        footprints=lambda *_: rooms,
    )
    (roll,) = rolls(events)
    assert (roll.faces, roll.off_table) == ((face,), off)
    assert isinstance(events[-1], Trouble) == (off == 0)


@pytest.mark.parametrize(("flew", "off"), [(True, 1), (False, 0)])
def test_where_the_room_of_a_die_cannot_be_told_none_is_gone_unless_that_one_flew_there(
    flew: bool, off: int
) -> None:
    dice, rooms = [rest(1, 200, 3), rest(2, 300, 5), rest(3, 400, 6)], Footprints((1.0, 1.0, None))
    flown = [flight(200), *([flight(400)] if flew else [])]
    events = settle(dice, flown, 4, now=2.6, frames=45, footprints=lambda *_: rooms)
    (roll,) = rolls(events)
    assert (roll.faces, roll.off_table) == ((3, 5, 6), off)


@pytest.mark.parametrize(("flew", "off"), [(True, 1), (False, 0)])
def test_where_all_dice_fell_straight_down_none_rolled_away(flew: bool, off: int) -> None:
    settler = Settler(3)
    settler.step(look_at(0.9, flights=[flying(0.9)], stir=True))
    dice, rooms = [rest(1, 200, 3), rest(2, 300, 5)], Footprints((1.0, 1.1), boxes=(1.0, 1.0))
    flown = [flight(300)] if flew else []
    events = settle(dice, flown, settler=settler, now=2.6, frames=45, footprints=lambda *_: rooms)
    (roll,) = rolls(events)
    assert (roll.faces, roll.off_table) == ((3, 5), off)
    assert isinstance(events[-1], Trouble) == (off == 0)


@pytest.mark.parametrize(("larger", "face"), [(1.0, 3), (1.2, None)])
def test_the_one_die_seen_of_two_on_a_measured_table_may_lie_on_the_other_where_it_looks_larger(
    larger: float, face: int | None
) -> None:
    seen = rest(1, 200, 3)
    size = larger * 40 * TABLE.die_mm / Viewpoint.of(TABLE).edge_seen_mm((200.0, 200.0), 40)
    square = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]], np.float32) * size + 200
    seen.detection = replace(seen.detection, corners_px=square.astype(np.float32))
    table = replace(TABLE, measured=True)
    (roll,) = rolls(settle([seen], [flight(200)], 2, now=2.6, frames=30, table=table))
    assert roll.faces == (face,)


def test_one_of_two_that_is_found_late_leaves_no_doubt_of_the_other() -> None:
    settler, table = Settler(2), replace(TABLE, measured=False)
    first, flown = rest(1, 200, 3), [flight(200), flight(300)]
    assert not rolls(settle([first], flown, settler=settler, now=1.3, table=table))
    late = [first, rest(2, 300, 5, since=1.2, now=1.7)]
    (roll,) = rolls(settle(late, flown, settler=settler, now=1.7, table=table))
    assert roll.faces == (3, 5)


def test_where_the_missing_die_was_seen_to_leave_none_must_lie_under_another() -> None:
    settler = Settler(3)
    settler.step(look_at(1.2, left=[gone()], stir=True))
    rooms = Footprints((1.0, 1.6))
    dice, flown = [rest(1, 200, 3), rest(2, 300, 5)], [flight(200), flight(300)]
    (roll,) = rolls(settle(dice, flown, settler=settler, now=2.6, footprints=lambda *_: rooms))
    assert (roll.faces, roll.off_table) == ((3, 5), 1)


@pytest.mark.parametrize(("rooms", "off"), [((1.0, 1.0), 2), ((1.0, 1.9), 1)])
def test_two_that_are_missing_left_together_only_where_no_die_takes_the_room_of_two(
    rooms: tuple[float, float], off: int
) -> None:
    settler = Settler(4)
    settler.step(look_at(1.2, left=[gone()], stir=True))
    dice, flown = [rest(1, 200, 3), rest(2, 300, 5)], [flight(200), flight(300)]
    seen = Footprints(rooms)
    events = settle(dice, flown, settler=settler, now=2.6, footprints=lambda *_: seen)
    (roll,) = rolls(events)
    assert roll.off_table == off
    assert isinstance(events[-1], Trouble) == (off == 1)


def test_dice_under_a_hand_have_not_left_with_the_one_that_did() -> None:
    settler = Settler(4)
    settler.step(look_at(1.2, left=[gone()], stir=True))
    covered = [rest(number, 100.0 * number, 2, covered=True, looks=0, seen=0) for number in (4, 5)]
    (roll,) = rolls(settle([rest(1, 200, 3), *covered], [flight(200)], settler=settler, now=2.6, frames=30))
    assert (roll.faces, roll.off_table) == ((3,), 1)


def test_a_die_that_lies_as_it_lay_may_be_the_missing_one_so_none_has_left() -> None:
    settler = Settler(2)
    before = [rest(1, 200, 3), rest(2, 400, 5)]
    assert rolls(settle(before, [flight(200), flight(400)], settler=settler))
    assert not rolls(settle(settler=settler, now=2.6, hand=True))
    same = rest(2, 400, 5, 1.0, 2.0, known=True, covered_s=2.8, still_s=1.0)
    flown = [flight(520, end=2.95), flight(575, end=2.95, start=(200, 100))]
    events = settle([rest(7, 520, 6, 3.0, 4.0), same], flown, settler=settler, now=4.6, frames=40)
    (roll,) = rolls(events)
    assert (roll.faces, roll.kept, roll.off_table) == ((6,), (5,), 0)
    assert isinstance(events[-1], Trouble)
