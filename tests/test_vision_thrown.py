"""Which dice were thrown? Scripted numbers, no pictures: dice at rest, flights, hands, and what is expected."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from scripted import flight, flying, look_at, rest, rolls, settle

from vision.following.flight import Flight
from vision.following.rest import Rest
from vision.nouns import Event, Roll, Trouble, Turned
from vision.throw.settler import Settler
from vision.throw.wait import LIES


def test_dice_that_lay_there_from_the_start_are_no_roll() -> None:
    assert settle([rest(1, 200), rest(2, 300)]) == []


def test_a_die_that_came_from_where_one_lay_is_no_throw() -> None:
    assert settle([rest(2, 300)], [flight(300, start=(200, 200), origin=1)]) == []


def asked_about(settler: Settler) -> list[Rest]:
    """Two dice of a throw of three, beside one that lay there before: which number they are is asked."""
    lay = rest(9, 560, 6, since=0.0, now=1.0, known=True)
    dice, flown = (
        [lay, rest(1, 200, 3), rest(2, 300, 5)],
        [flight(200, stopped=True), flight(300, stopped=True)],
    )
    events = settle(dice, flown, settler=settler, now=2.6, frames=40)
    assert [roll.faces for roll in rolls(events)] == [(3, 5)]
    settler.expect(3, counting=True)
    return dice


@pytest.mark.parametrize(
    ("values", "counting", "said"),
    [
        ((5, 1), True, [(3, 5, 1)]),
        ((None, 1), True, [(3, None, 1)]),
        ((5,), True, []),
        ((5, 1, 1), True, []),
        ((5, 1), False, []),
    ],
)
def test_the_dice_of_a_throw_of_another_number_are_its_as_soon_as_a_hand_has_laid_out_as_many_as_are_awaited(
    values: tuple[int | None, ...], counting: bool, said: list[tuple[int | None, ...]]
) -> None:
    settler = Settler(3)
    *untouched, _ = asked_about(settler)
    settler.expect(3, counting)
    settle(untouched, hand=True, settler=settler, now=4.0)
    spread = [rest(20 + n, 290 + 90 * n, value, 4.5, 6.0) for n, value in enumerate(values)]
    events = settle([*untouched, *spread], settler=settler, now=6.0, frames=40)
    events += settle([*untouched, *spread], settler=settler, now=9.0, frames=40)
    assert [roll.faces for roll in rolls(events)] == said


@pytest.mark.parametrize("why", ["a kept die moved", "from the floor", "the hand is there", "a side", "anew"])
def test_dice_that_may_be_none_of_the_throw_do_not_complete_it(why: str) -> None:
    settler = Settler(3)
    lay, one, other = asked_about(settler)
    if why == "anew":  # another pipeline, that has seen nothing thrown
        settler = Settler(3)
        settler.expect(3, counting=True)
    settle([one], settler=settler, now=4.0, hand=True)
    new = rest(20, 560 if why == "from the floor" else 350, 1, 4.5, 6.0, known=why == "a side")
    lie = [one, other, new] if why in ("a kept die moved", "anew") else [lay, one, other, new]
    events = settle(lie, settler=settler, now=6.0, frames=40, hand=why == "the hand is there")
    assert not rolls(events)


def test_dice_that_somebody_asks_for_are_told_as_they_lie_and_once_only() -> None:
    settler = Settler(3)
    dice = asked_about(settler)
    assert not settle(dice, settler=settler, now=4.0)
    settler.read_again()
    (roll, trouble) = settle(dice, settler=settler, now=6.0, frames=40)
    assert isinstance(roll, Roll)
    assert isinstance(trouble, Trouble)
    assert (roll.faces, roll.kept, roll.off_table, trouble.code) == ((3, 5), (6,), 0, "count")
    assert not settle(dice, settler=settler, now=9.0, frames=40)


@pytest.mark.parametrize(("all_thrown", "said"), [(False, []), (True, [(3, 5)])])
def test_dice_that_nobody_saw_thrown_are_told_when_asked_for_only_where_none_can_be_a_kept_one(
    all_thrown: bool, said: list[tuple[int, ...]]
) -> None:
    settler, dice = Settler(3), [rest(1, 200, 3), rest(2, 300, 5)]
    assert not rolls(settle(dice, settler=settler, now=2.6, frames=40))
    settler.read_again(all_thrown)
    assert [roll.faces for roll in rolls(settle(dice, settler=settler, now=5.0, frames=40))] == said


@pytest.mark.parametrize(("awaited", "hand", "thrown"), [(2, False, 1), (5, False, 0), (2, True, 0)])
def test_dice_that_were_not_seen_to_stop_are_thrown_when_all_awaited_ones_come_at_once_without_a_hand(
    awaited: int, hand: bool, thrown: int
) -> None:
    settler = Settler(awaited)
    settler.step(look_at(0.9, flights=[flying(0.9)], stir=True, hand=hand))
    assert len(rolls(settle([rest(1, 150), rest(2, 500)], settler=settler, now=2.4))) == thrown


@pytest.mark.parametrize(("awaited", "off"), [(3, 1), (2, 0), (None, 0)])
def test_of_the_awaited_dice_that_were_not_seen_to_stop_some_may_lie_beyond_the_edge(
    awaited: int | None, off: int
) -> None:
    settler = Settler(awaited)
    settler.step(look_at(0.9, flights=[flying(0.9)], stir=True))
    (roll,) = rolls(settle([rest(1, 150), rest(2, 500), rest(3, 625)], settler=settler, now=2.4))
    assert (roll.faces, roll.off_table) == ((4, 4), off)


def test_dice_that_lay_there_before_anything_moved_were_not_thrown() -> None:
    for since, thrown in ((0.5, 0), (1.0, 1)):
        settler = Settler(2)
        settler.step(look_at(0.9, flights=[flying(0.9)], stir=True))
        dice = [rest(1, 150, since=since), rest(2, 500, since=since)]
        assert len(rolls(settle(dice, settler=settler, now=2.4))) == thrown


# --- what went wrong once ------------------------------------------------------------------------


def quiet(settler: Settler, now: float) -> None:
    """An empty table that is seen to be empty."""
    for step in range(4):
        assert not settler.step(look_at(now - (3 - step) / 30, stir=step == 0, read=True))


@pytest.mark.parametrize(("awaited", "thrown"), [(2, 1), (None, 1), (5, 0)])
def test_dice_that_lie_there_when_the_hand_has_gone_are_a_throw_where_the_table_was_empty(
    awaited: int | None, thrown: int
) -> None:
    settler = Settler(awaited)
    quiet(settler, 0.5)
    assert not rolls(settle(settler=settler, now=1.4, hand=True))
    assert len(rolls(settle([rest(1, 200, 3), rest(2, 300, 5)], settler=settler, now=4.0))) == thrown


def test_dice_that_are_found_a_moment_after_the_hand_has_gone_are_a_throw() -> None:
    settler = Settler(2)
    quiet(settler, 0.5)
    assert not settle(settler=settler, now=1.4, hand=True)
    assert not settle(settler=settler, now=1.5, frames=3)
    dice = [rest(1, 200, 3, since=1.42), rest(2, 300, 5, since=1.42)]
    assert [roll.faces for roll in rolls(settle(dice, settler=settler, now=2.0, frames=15))] == [(3, 5)]


@pytest.mark.parametrize(("values", "thrown"), [((2, 6), 1), ((5, 3), 0), ((5, None), 0)])
def test_dice_that_a_hand_has_moved_are_a_throw_only_where_they_show_other_values(
    values: tuple[int, int | None], thrown: int
) -> None:
    settler = Settler(2)
    assert rolls(settle([rest(1, 200, 3), rest(2, 300, 5)], [flight(200), flight(300)], settler=settler))
    assert not rolls(settle(settler=settler, now=2.6, hand=True))
    moved = [rest(7, 420, values[0], 3.0, 4.0), rest(8, 520, values[1], 3.0, 4.0)]
    assert len(rolls(settle(moved, settler=settler, now=4.0))) == thrown


@pytest.mark.parametrize(
    ("way_px", "away_px", "free", "thrown"), [(10, 2, 14, 1), (3, 2, 14, 0), (10, 40, 14, 0), (10, 2, 6, 0)]
)
def test_a_gathered_die_that_shows_its_value_again_was_thrown_where_it_was_seen_to_roll_be_it_a_little(
    way_px: float, away_px: float, free: int, thrown: int
) -> None:
    settler = Settler(1)
    assert rolls(settle([rest(1, 200, 3)], [flight(200)], settler=settler))
    assert not rolls(settle(settler=settler, now=2.6, hand=True))
    last = flight(420 + away_px, end=3.1, start=(420 + away_px - way_px, 200))
    last.stopped, last.free = True, free
    events = settle([rest(7, 420, 3, 3.0, 4.0)], [last], settler=settler, now=4.0)
    assert len(rolls(events)) == thrown


@pytest.mark.parametrize(
    ("value", "leaps", "hand", "said"),
    [
        (6, True, True, "Turned"),
        (6, False, True, "Roll"),
        (6, True, False, "Roll"),
        (3, True, True, ""),
        (3, False, True, "Roll"),
    ],
)
def test_a_die_turned_over_beside_its_place_is_asked_about_though_a_hand_laid_bare_here_and_there_seems_a_flight(
    value: int, leaps: bool, hand: bool, said: str
) -> None:
    settler = Settler(2)
    lay = [rest(1, 200, 3), rest(2, 400, 5)]
    assert rolls(settle(lay, [flight(200), flight(400)], settler=settler))
    lies, turned = rest(2, 400, 5, known=True, now=4.0), rest(7, 235, value, 3.0, 4.0)
    assert not rolls(settle([lies], settler=settler, now=2.6, frames=1, hand=hand))
    flown = flight(235, end=3.1)
    if leaps:
        flown.path = [flown.path[0], *((time_s, 235, 200) for time_s, _, _ in flown.path[1:])]
    flown.stopped = True
    events = settle([lies, turned], [flown], settler=settler, now=4.0)
    assert {type(event).__name__ for event in events} - {"Trouble"} == ({said} if said else set())


def pushed_there(to: float, mm_s: float, leap_px: float = 0.0) -> Flight:
    """Something that went 120 px to (to, 200) so fast, after one leap of so many px, and stopped there by 3.1 s."""
    steps = round(120 / (2 * mm_s / 15))
    path = [(3.1 - (steps - step) / 15, to - 120 * (1 - step / steps), 200.0) for step in range(steps + 1)]
    start = (path[0][0] - 1 / 15, path[0][1] - leap_px, 200.0)
    one = Flight(
        77, [start, *path] if leap_px else path, None, solid=1.0, seen=9, free=9, inside=True, ended=True
    )
    one.stopped = True
    return one


@pytest.mark.parametrize("hand", [False, True])
@pytest.mark.parametrize(
    ("mm_s", "leap_px", "thrown"), [(60, 0.0, 0), (60, 90.0, 0), (400, 0.0, 1), (400, 90.0, 1)]
)
def test_dice_that_only_crept_to_where_they_show_what_they_showed_were_pushed_be_it_by_fingers_alone(
    mm_s: float, leap_px: float, thrown: int, hand: bool
) -> None:
    settler = Settler(2)
    lay = [rest(1, 200, 3), rest(2, 300, 5)]
    assert rolls(settle(lay, [flight(200), flight(300)], settler=settler))
    moved = [rest(7, 420, 3, 3.0, 4.0), rest(8, 540, 5, 3.0, 4.0)]
    events = settle(moved, [pushed_there(420, mm_s, leap_px)], settler=settler, now=4.0, hand=hand, frames=20)
    assert len(rolls(events)) == thrown


def test_a_die_that_was_taken_up_and_crept_in_sight_was_thrown_though_it_shows_what_it_showed() -> None:
    settler = Settler(1)
    assert rolls(settle([rest(1, 200, 3)], [flight(200)], settler=settler))
    assert not rolls(settle(settler=settler, now=2.6, hand=True, frames=2))
    assert not rolls(settle(settler=settler, now=3.4, frames=20))  # its place is seen empty
    crept = pushed_there(540, 60)
    events = settle([rest(7, 420, 3, 4.2, 5.0)], [crept], settler=settler, now=5.0, frames=20)
    assert len(rolls(events)) == 1


@pytest.mark.parametrize("seen", [{"stopped": False}, {"free": 2}], ids=["not seen to stop", "mostly hidden"])
def test_a_die_that_flew_in_was_thrown_though_no_hand_was_seen_and_it_shows_what_it_showed(
    seen: dict[str, object],
) -> None:
    settler = Settler(1)
    assert rolls(settle([rest(1, 200, 3)], [flight(200)], settler=settler))
    came = replace(flight(420, end=3.1), **{"stopped": True} | seen)  # type: ignore[arg-type]
    events = settle([rest(7, 420, 3, 3.0, 4.0)], [came], settler=settler, now=4.0, frames=20)
    assert len(rolls(events)) == 1


def six_thrown() -> Settler:
    """Six dice were thrown, at 100, 180 ... with 1 to 6."""
    settler = Settler(6)
    thrown = [rest(number, 20 + 80 * number, number) for number in range(1, 7)]
    assert rolls(settle(thrown, [flight(one.centre_px[0]) for one in thrown], settler=settler))
    return settler


def taken_up(awaited: int, *lie: Rest) -> Settler:
    """Six dice were thrown; but for those that lie there a hand has taken them up."""
    settler = six_thrown()
    settler.expect(awaited)
    assert not settle(lie, settler=settler, now=2.6, hand=True, frames=2)
    assert not settle(lie, settler=settler, now=3.4, frames=20)
    return settler


def lying(number: int, now: float = 5.0) -> Rest:
    """One of those six, where it lay."""
    return rest(number, 20 + 80 * number, number, known=True, now=now)


@pytest.mark.parametrize(
    ("places", "shown", "faces", "turned"),
    [
        pytest.param((560, 280, 220, 140), (6, 2, 3, 3), (2, 3, 3), [], id="as it lay"),
        pytest.param((560, 280, 220, 140), (1, 2, 3, 3), (2, 3, 3), [(6, 1, True)], id="turned over near by"),
        pytest.param((360, 280, 220, 140), (1, 2, 3, 3), (1, 2, 3, 3), [], id="too far"),
        pytest.param((560, 280, 220, 140), (None, 2, 3, 3), (2, 3, 3), [(6, None, True)], id="not read"),
    ],
)
def test_of_more_dice_than_are_awaited_the_one_that_lies_where_a_struck_one_did_or_shows_its_value_was_not_thrown(
    places: tuple[int, ...],
    shown: tuple[int | None, ...],
    faces: tuple[int, ...],
    turned: list[tuple[int, int | None, bool]],
) -> None:
    settler = taken_up(3, *map(lying, (4, 5, 6)))
    new = [rest(20 + n, x, value, 4.2, 5.0) for n, (x, value) in enumerate(zip(places, shown, strict=True))]
    came = flight(560, end=4.1, start=(500, 200), origin=6)
    events = settle([lying(4), lying(5), *new], [came], settler=settler, now=5.0, frames=20)
    ((roll,), asked) = rolls(events), [event for event in events if isinstance(event, Turned)]
    assert (roll.faces, len(roll.kept)) == (faces, 6 - len(faces))
    assert roll.kept.count(None) == len(turned)
    assert [(event.was, event.die.value, event.kept) for event in asked] == turned


@pytest.mark.parametrize(("later_s", "thrown"), [(0.3, 1), (1.5, 0)])
def test_dice_that_were_taken_up_and_show_what_they_showed_were_thrown_where_they_came_to_rest_at_once(
    later_s: float, thrown: int
) -> None:
    settler = taken_up(2, *map(lying, (1, 2, 3, 4)))
    there = [lying(number, 6.0) for number in (1, 2, 3, 4)]
    new = [rest(20, 560, 5, 4.2, 6.0), rest(21, 140, 6, 4.2 + later_s, 6.0)]
    assert len(rolls(settle([*there, *new], settler=settler, now=6.0, frames=20))) == thrown


@pytest.mark.parametrize(("awaited", "later_s", "thrown"), [(6, 0.3, 6), (None, 0.3, 6), (None, 0.7, 5)])
def test_of_gathered_dice_that_nobody_saw_fly_one_that_lies_in_the_keep_zone_came_with_the_others_or_was_set_aside(
    awaited: int | None, later_s: float, thrown: int
) -> None:
    settler = taken_up(6)
    settler.expect(awaited)
    shown = (5, 4, 1, 6, 1)
    new = [rest(20 + n, 140 + 80 * n, value, 4.2, 6.5) for n, value in enumerate(shown)]
    (roll,) = rolls(settle([rest(30, 50, 2, 4.2 + later_s, 6.5), *new], settler=settler, now=6.5, frames=20))
    assert (len(roll.faces), 2 in roll.faces) == (thrown, thrown == 6)


def test_a_die_that_flew_past_one_that_lies_where_it_lay_did_not_set_out_from_there() -> None:
    settler = taken_up(1, *map(lying, (1, 2, 3, 4, 5)))
    there = [lying(number) for number in (1, 2, 3, 4, 5)]
    past = flight(580, end=4.1, start=(430, 200), origin=5, stopped=True)
    (roll,) = rolls(settle([*there, rest(20, 580, 2, 4.1, 5.0)], [past], settler=settler, now=5.0))
    assert (roll.faces, len(roll.kept)) == ((2,), 5)


@pytest.mark.parametrize(("away_px", "faces"), [(8, (6,)), (0, ())])
def test_a_die_that_was_taken_up_and_lies_about_as_it_lay_is_new_if_it_lies_a_little_otherwise(
    away_px: float, faces: tuple[int, ...]
) -> None:
    settler = taken_up(1, *map(lying, (1, 2, 3, 4, 5)))
    there = [lying(number) for number in (1, 2, 3, 4, 5)]
    last = flight(500 + away_px, end=4.1, start=(480 + away_px, 200))
    last.free, last.stopped = 14 if away_px else 0, True
    said = rolls(settle([*there, rest(20, 500 + away_px, 6, 4.1, 5.0)], [last], settler=settler, now=5.0))
    assert [roll.faces for roll in said] == ([faces] if faces else [])


def test_a_die_carried_from_where_a_hand_keeps_still_is_no_throw() -> None:
    settler = taken_up(1, *map(lying, (1, 2, 3, 4, 5, 6)))
    there = [lying(number) for number in (1, 2, 3, 4, 5)]
    under_hand = replace(lying(6), covered=True)
    carried = rest(20, 60, 6, 4.1, 5.0)
    assert not rolls(settle([*there, under_hand, carried], settler=settler, now=5.0, frames=20))


@pytest.mark.parametrize(("awaited", "faces"), [(2, (3, 5)), (1, (5,)), (None, (5,))])
def test_a_die_that_comes_to_rest_in_the_keep_zone_was_thrown_where_it_is_awaited(
    awaited: int | None, faces: tuple[int, ...]
) -> None:
    settler = Settler(awaited)
    events = settle([rest(1, 50, 3), rest(2, 300, 5)], [flight(300)], settler=settler, frames=20)
    assert [roll.faces for roll in rolls(events)] == [faces]


@pytest.mark.parametrize(
    ("awaited", "lie", "faces"), [(4, 2, []), (2, 2, [(2, 6)]), pytest.param(4, 1, [(2, 6)], id="a mark")]
)
def test_two_dice_moved_by_a_hand_are_no_throw_of_four_while_two_that_are_awaited_too_lie_untouched(
    awaited: int, lie: int, faces: list[tuple[int, ...]]
) -> None:
    settler = Settler(4)
    before = [rest(number, 100 * number, 3 + number % 2) for number in (1, 2, 3, 4)]
    assert rolls(settle(before, [flight(one.centre_px[0]) for one in before], settler=settler))
    settler.expect(awaited)
    assert not rolls(settle(settler=settler, now=2.6, hand=True))
    untouched = [replace(one, known=True, still_s=2.0) for one in before[4 - lie :]]
    moved = [rest(7, 150, 2, 3.0, 4.0), rest(8, 250, 6, 3.0, 4.0)]
    said = rolls(settle([*untouched, *moved], settler=settler, now=4.6, frames=20))
    assert [roll.faces for roll in said] == faces


def test_a_die_found_late_that_lay_there_is_kept_and_the_next_throw_is_read() -> None:
    settler = Settler(1)
    assert rolls(settle([rest(1, 200, 3)], [flight(200)], settler=settler))
    late = rest(5, 236, 5, 2.2, 3.0)
    told = rest(1, 200, 3, known=True, still_s=2.0)
    new = rest(7, 520, 6, 3.0, 4.0)
    (roll,) = rolls(
        settle([told, late, new], [flight(520, end=2.95)], settler=settler, now=4.2, fresh=lambda c: 0.02)
    )
    assert (roll.faces, roll.kept) == ((6,), (3, 5))


@pytest.mark.parametrize("followed", [False, True])
@pytest.mark.parametrize(
    ("awaited", "before_x", "x", "faces", "kept"),
    [
        pytest.param(2, 400, 405, (6, 5), (), id="all were gathered, and this one fell about where it lay"),
        pytest.param(2, 400, 400, (6,), (5,), id="just as it lay: it was left there"),
        pytest.param(1, 400, 405, (6,), (5,), id="fewer were thrown than lay there"),
        pytest.param(2, 80, 85, (6,), (5,), id="in the keep zone"),
    ],
)
def test_a_die_about_as_it_lay_before_was_thrown_where_all_that_lay_there_were(
    awaited: int, before_x: float, x: float, faces: tuple[int, ...], kept: tuple[int, ...], followed: bool
) -> None:
    settler = Settler(2)
    before = [rest(1, 200, 3), rest(2, before_x, 5)]
    settle(before, [flight(200), flight(before_x)], settler=settler, now=2.5, frames=20)
    settler.expect(awaited)
    assert not rolls(settle(settler=settler, now=3.0, hand=True))
    same = rest(8, x, 5, 3.0, 4.0)
    if followed:
        same = rest(2, x, 5, 1.0, 2.0, known=True, covered_s=3.0, still_s=1.0)
    dice, flown = [rest(7, 520, 6, 3.0, 4.0), same], [flight(520, end=2.95)]
    events = settle(dice, flown, settler=settler, now=4.2, frames=30)
    (roll,) = rolls(events)
    assert (roll.faces, roll.kept) == (faces, kept)
    assert len(roll.faces) == awaited or isinstance(events[-1], Trouble)
    assert roll.span_s[0] > 2.0


def came(x: float, origin: int | None = None) -> Flight:
    """A die that flew to x by itself, or from where another lay, and stopped there."""
    start = (320, -40) if origin is None else (20 + 80 * origin, 200)
    return flight(x, end=4.1, start=start, origin=origin, stopped=True)


def anew(*places: tuple[float, int], since: float = 4.2, first: int = 20) -> list[Rest]:
    """Dice that have come to lie at x, showing a value, numbered from the first."""
    return [rest(first + n, x, value, since, 6.0) for n, (x, value) in enumerate(places)]


def striking(awaited: int | None, shows: int) -> list[Event]:
    """Beside 4, 5 and 6 three dice are thrown, one of which strikes the 6, stops where it lay. shows: the 6 then."""
    settler = taken_up(3, *map(lying, (4, 5, 6)))
    settler.expect(awaited)
    new = anew((570, shows), (490, 3), (220, 1), (140, 1))
    ways = [came(490), came(220), came(140), came(570, origin=6)]
    there = [lying(4, 6.0), lying(5, 6.0)]
    return settle([*there, *new], ways, settler=settler, now=6.0, frames=30)


@pytest.mark.parametrize("awaited", [3, None])
def test_a_die_that_strikes_one_and_stops_about_where_that_lay_is_not_the_struck_one(
    awaited: int | None,
) -> None:
    events = striking(awaited, 2)
    ((roll,), (turned,)) = rolls(events), [event for event in events if isinstance(event, Turned)]
    assert (roll.faces, roll.kept, turned.die.value) == ((3, 1, 1), (4, 5, None), 2)
    assert roll.bumped == (), "it is asked about"


@pytest.mark.parametrize("awaited", [3, None])
def test_a_kept_die_that_a_throw_moves_and_does_not_turn_over_is_told_as_bumped_and_kept_its_value(
    awaited: int | None,
) -> None:
    events = striking(awaited, 6)
    (roll,) = rolls(events)
    assert (roll.faces, roll.kept, roll.bumped) == ((3, 1, 1), (4, 5, 6), (6,))
    assert not any(isinstance(event, Turned) for event in events)


def test_a_known_side_of_a_bumped_die_is_not_named_beside_it() -> None:
    settler = taken_up(3, *map(lying, (4, 5, 6)))
    new = anew((540, 6), (300, 3), (220, 1), (140, 1))
    ways = [came(300), came(220), came(140), came(540, origin=6)]
    side = rest(30, 520, 6, 4.2, 6.0, known=True)
    events = settle([lying(4, 6.0), lying(5, 6.0), side, *new], ways, settler=settler, now=6.0, frames=30)
    assert [roll.bumped for roll in rolls(events)] == [(6,)]


def test_a_kept_die_that_a_hand_slid_before_the_throw_was_not_bumped() -> None:
    settler = taken_up(3, *map(lying, (4, 5, 6)))
    there = [lying(4, 6.0), lying(5, 6.0)]
    assert not settle(there, settler=settler, now=3.8, hand=True, frames=2)
    slid = rest(20, 560, 6, 3.9, 6.0)
    new = anew((300, 3), (220, 1), (140, 1), since=5.0, first=21)
    ways = [flight(x, end=4.9, start=(320, -40), stopped=True) for x in (300, 220, 140)]
    (roll,) = rolls(settle([*there, slid, *new], ways, settler=settler, now=6.0, frames=30))
    assert roll.bumped == ()


@pytest.mark.parametrize(("x", "bumped"), [(514, (6,)), (505, ())])
@pytest.mark.parametrize("hand", [False, True])
def test_a_kept_die_moved_by_less_than_its_edge_was_bumped_unless_a_hand_was_there(
    x: float, bumped: tuple[int, ...], hand: bool
) -> None:
    settler = taken_up(3, *map(lying, (4, 5, 6)))
    new = anew((300, 3), (220, 1), (140, 1))
    there = [lying(4, 6.0), lying(5, 6.0), rest(6, x, 6, 4.3, 6.0, known=True)]
    if hand:
        assert not settle(there[:2], settler=settler, now=4.0, hand=True, frames=2)
    events = settle([*there, *new], [came(300), came(220), came(140)], settler=settler, now=6.0, frames=30)
    (roll,) = rolls(events)
    assert (roll.kept, roll.bumped) == ((4, 5, 6), () if hand else bumped)


def test_where_none_was_taken_up_and_nobody_counts_a_die_and_one_that_it_turned_over_are_one_throw() -> None:
    settler = Settler()
    assert rolls(settle([rest(1, 300, 3)], [flight(300)], settler=settler))
    new = [rest(7, 250, 2, 4.2, 5.0), rest(8, 420, 2, 4.2, 5.0)]
    ways = [came(250), replace(came(420), origin=1)]
    (roll,) = rolls(settle(new, ways, settler=settler, now=5.0, frames=30))
    assert (roll.faces, roll.kept) == ((2, 2), ())


def test_the_nearer_of_two_dice_that_nobody_saw_come_is_the_struck_one() -> None:
    settler = taken_up(3, *map(lying, (4, 5, 6)))
    new = anew((610, 2), (540, 3), (220, 1), (140, 1))
    there = [lying(4, 6.0), lying(5, 6.0)]
    events = settle([*there, *new], [came(220), came(140)], settler=settler, now=6.0, frames=30)
    assert [event.die.value for event in events if isinstance(event, Turned)] == [3]


@pytest.mark.parametrize("awaited", [3, None])
def test_dice_that_came_by_themselves_were_not_turned_over_where_one_more_was_taken_up(
    awaited: int | None,
) -> None:
    settler = taken_up(3, *map(lying, (4, 5, 6)))
    settler.expect(awaited)
    settler.step(look_at(4.0, rests=[lying(4, 4.0), lying(5, 4.0)], hand=True, stir=True))
    places = ((560, 1), (220, 3), (140, 3), (280, 2))
    new = anew(*places)
    there = [lying(4, 6.0), lying(5, 6.0)]
    events = settle([*there, *new], [came(x) for x, _ in places], settler=settler, now=6.0, frames=30)
    (roll,) = rolls(events)
    assert (roll.faces, roll.kept) == ((1, 3, 3, 2), (4, 5))
    assert not any(isinstance(event, Turned) for event in events)


def test_of_seven_dice_where_all_six_are_awaited_none_was_struck() -> None:
    settler = taken_up(6, *map(lying, (4, 5, 6)))
    settler.step(look_at(4.0, hand=True, stir=True))
    places = [130 + 70 * n for n in range(7)]
    new = [rest(20 + n, x, 1 + n % 3, 4.2, 6.0) for n, x in enumerate(places)]
    events = settle(new, [came(x) for x in places], settler=settler, now=6.0, frames=30)
    (roll,) = rolls(events)
    assert (len(roll.faces), roll.kept) == (7, ())
    assert not any(isinstance(event, Turned) for event in events)


def test_a_die_that_fell_about_where_one_of_its_value_lay_is_not_that_one_where_another_lies_nearer() -> None:
    settler = taken_up(3, *map(lying, (4, 5, 6)))
    near = rest(20, 515, 6, 4.2, 5.0)
    flown = [flight(x, end=4.1) for x in (515, 220, 140)]
    others = [rest(22, 220, 3, 4.2, 5.0), rest(23, 140, 2, 4.2, 5.0), lying(4), lying(5)]
    assert not settle([near, *others], flown, settler=settler, now=4.6)
    # Only now the 6 that was struck is found.
    struck = rest(21, 502, 6, 4.2, 5.0)
    (roll,) = rolls(settle([near, *others, struck], flown, settler=settler, now=5.0, frames=9))
    assert (roll.faces, roll.kept) == ((6, 3, 2), (4, 5, 6))


@pytest.mark.parametrize(
    ("kept_px", "seen", "faces", "kept"),
    [
        pytest.param(0, False, [1, 5, 5, 5], [4, 6], id="one lies otherwise"),
        pytest.param(6, True, [1, 5, 5, 5], [4, 6], id="one of two came by itself"),
        pytest.param(6, False, [5, 5, 5], [1, 4, 6], id="nobody knows which"),
    ],
)
def test_where_more_dice_lie_about_as_before_than_were_left_the_one_that_came_or_lies_otherwise_was_thrown(
    kept_px: float, seen: bool, faces: list[int], kept: list[int]
) -> None:
    settler = six_thrown()
    settler.expect(4)
    # A hand is there until they have come to rest: no place was seen empty.
    assert not rolls(settle(settler=settler, now=6.0, hand=True))
    places = ((340 + kept_px, 4), (111, 1), (240, 5), (300, 5), (500, 6), (570, 5))
    lie = [rest(30 + n, x, value, 6.2, 7.0) for n, (x, value) in enumerate(places)]
    more = [flight(x, end=6.1) for x in (240, 300, 570, *((111,) if seen else ()))]
    events = settle(lie, more, settler=settler, now=7.4, frames=30)
    (roll,) = rolls(events)
    assert (sorted(roll.faces), sorted(roll.kept)) == (faces, kept)
    assert any(isinstance(event, Trouble) for event in events) == (len(faces) < 4)


def test_kept_dice_that_a_hand_has_nudged_do_not_stand_in_for_thrown_ones() -> None:
    settler = six_thrown()
    settler.expect(4)
    assert not rolls(settle(settler=settler, now=6.0, hand=True))
    places = ((344, 4), (424, 5), (504, 6), (150, 2), (230, 3))
    lie = [rest(30 + n, x, value, 6.2, 7.4) for n, (x, value) in enumerate(places)]
    events = settle(lie, [flight(150, end=6.1), flight(230, end=6.1)], settler=settler, now=7.4, frames=30)
    (roll,) = rolls(events)
    assert (roll.faces, roll.kept) == ((2, 3), (4, 5, 6))
    assert any(isinstance(event, Trouble) for event in events)


def after_a_throw() -> Settler:
    """Three dice were thrown, are awaited again, and a hand has been over the table since."""
    settler = Settler(3)
    before = [rest(1, 200, 3), rest(2, 300, 2), rest(3, 400, 5)]
    assert rolls(settle(before, [flight(200), flight(300), flight(400)], settler=settler))
    assert not rolls(settle(before, settler=settler, now=2.6, hand=True))
    return settler


@pytest.mark.parametrize(
    ("shifts", "values", "thrown"),
    [
        pytest.param((0, 1, 0), (3, 2, 5), False, id="put back just as they lay"),
        pytest.param((0, 9, 0), (3, 2, 5), True, id="one lies elsewhere"),
        pytest.param((0, 1, 0), (3, 6, 5), True, id="one shows another value"),
    ],
)
def test_dice_that_all_lie_just_as_they_lay_were_not_thrown(
    shifts: tuple[int, ...], values: tuple[int, ...], thrown: bool
) -> None:
    settler = after_a_throw()
    # Their places were seen empty.
    settle(settler=settler, now=4.0, frames=40)
    places = [x + shift for x, shift in zip((200, 300, 400), shifts, strict=True)]
    back = [rest(7 + k, x, value, 5.0, 6.0) for k, (x, value) in enumerate(zip(places, values, strict=True))]
    fingers = [flight(x, end=4.95) for x in places]
    assert bool(rolls(settle(back, fingers, settler=settler, now=6.5, frames=40))) == thrown


@pytest.mark.parametrize(
    ("free", "untouched", "thrown"),
    [
        pytest.param(3, True, False, id="turned over by fingers"),
        pytest.param(14, True, True, id="seen to fly"),
        pytest.param(3, False, True, id="the others were hidden, too"),
    ],
)
def test_of_awaited_dice_that_lie_untouched_none_was_thrown_but_one_that_was_seen_to_fly(
    free: int, untouched: bool, thrown: bool
) -> None:
    settler = after_a_throw()
    covered_s = 0.0 if untouched else 3.3
    others = [
        rest(number, x, value, 1.0, 4.0, known=True, covered_s=covered_s)
        for number, x, value in ((1, 200, 3), (2, 300, 2))
    ]
    flown = flight(520, end=2.95)
    flown.stopped, flown.free = True, free
    said = settle([*others, rest(7, 520, 6, 3.0, 4.0)], [flown], settler=settler, now=4.6, frames=40)
    assert bool(rolls(said)) == thrown


@pytest.mark.parametrize("why", ["one lies under another", "one stopped unread", "fewer are thrown"])
def test_no_die_that_lay_there_stands_in_for_a_thrown_one_that_is_not_seen(why: str) -> None:
    settler = Settler(3)
    before = [rest(1, 200, 3), rest(2, 300, 2), rest(3, 400, 5)]
    assert rolls(settle(before, [flight(200), flight(300), flight(400)], settler=settler))
    settler.expect(2 if why == "fewer are thrown" else 3)
    assert not rolls(settle(settler=settler, now=2.6, hand=True))
    flown = [flight(520, end=2.95), flight(150, end=2.95, stopped=True)]
    dice = [rest(7, 520, 6, 3.0, 4.0), rest(9, 405, 5, 3.0, 4.0)]
    if why == "one lies under another":
        dice = [rest(7, 520, 6, 3.0, 4.0, states=Counter(stacked=4)), dice[1], rest(8, 150, 1, 3.0, 4.0)]
    if why == "fewer are thrown":
        flown = flown[:1]
    (roll,) = rolls(settle(dice, flown, settler=settler, now=4.6))
    assert roll.kept == (5,)


def test_a_die_that_was_covered_when_the_others_were_told_of_does_not_stand_in_either() -> None:
    covered = rest(2, 405, 5, 3.0, 4.0, known=True, covered_s=3.5)
    dice, flown = [rest(7, 520, 6, 3.0, 4.0), covered], [flight(520, end=2.95)]
    (roll,) = rolls(settle(dice, flown, expected=2, now=4.2, frames=30))
    assert (roll.faces, roll.kept) == ((6,), (5,))


@pytest.mark.parametrize(("values", "said"), [((4, 6), 0), ((6, 4), 0), ((4, 3), 1), ((5, 3), 1)])
def test_dice_that_moved_away_and_show_other_values_were_taken_up_and_thrown(
    values: tuple[int, int], said: int
) -> None:
    settler = Settler(2)
    lay = [rest(1, 200, 4), rest(2, 300, 6)]
    assert len(rolls(settle(lay, [flight(200), flight(300)], settler=settler))) == 1
    settle((), vanished=2, now=2.5, frames=1, settler=settler)
    settle((), hand=True, now=2.9, settler=settler)
    new = [rest(3, 400, values[0], since=3.0, now=3.6), rest(4, 500, values[1], since=3.0, now=3.6)]
    assert len(rolls(settle(new, now=3.6, settler=settler))) == said


@pytest.mark.parametrize(("awaited", "kept"), [(3, (4, 5, 6)), (None, (4, 5, 6))], ids=["told", "hands-free"])
def test_a_struck_die_is_not_thrown_where_others_were_taken_up_be_it_unknown_how_many_are_awaited(
    awaited: int | None, kept: tuple[int, ...]
) -> None:
    settler = taken_up(3, *map(lying, (4, 5, 6)))
    settler.expect(awaited)
    new = [
        rest(20 + n, x, value, 4.2, 5.0)
        for n, (x, value) in enumerate(((560, 6), (220, 3), (140, 3), (280, 1)))
    ]
    came = [flight(140, end=4.1, stopped=True), flight(220, end=4.1, stopped=True)]
    (roll,) = rolls(settle([lying(4), lying(5), *new], came, settler=settler, now=5.0, frames=40))
    assert (sorted(value or 0 for value in roll.faces), tuple(sorted(value or 0 for value in roll.kept))) == (
        [1, 3, 3],
        kept,
    )


def test_gathered_dice_that_show_their_values_again_were_thrown_though_a_die_beside_them_was_struck() -> None:
    settler = taken_up(3, *map(lying, (4, 5, 6)))
    settler.expect(None)
    # The hand that lets them go hides their way; the 6 lies elsewhere now.
    places = ((560, 6), (220, 3), (140, 2), (280, 1))
    new = [rest(20 + n, x, value, 4.2, 5.0) for n, (x, value) in enumerate(places)]
    (roll,) = rolls(settle([lying(4), lying(5), *new], settler=settler, now=5.0, frames=40))
    assert (roll.faces, roll.kept) == ((3, 2, 1), (4, 5, 6))


def test_of_three_dice_set_aside_of_which_one_was_seen_to_be_taken_up_none_was_thrown() -> None:
    settler = taken_up(1, *map(lying, (1, 2, 3, 4, 5)))
    aside = [rest(20 + value, 20 + 40 * value, value, 4.2, 5.0) for value in (4, 5, 6)]
    said = settle([*map(lying, (1, 2, 3)), *aside], settler=settler, now=5.0, hand=True, away=True, frames=20)
    assert not rolls([*said, *settle([*map(lying, (1, 2, 3)), *aside], settler=settler, now=6.0, frames=20)])


@pytest.mark.parametrize(("values", "thrown"), [((3, 5), 0), ((3, 4), 1)])
def test_of_three_dice_that_a_hand_sets_aside_the_first_two_are_no_throw_of_two_while_it_moves_the_third(
    values: tuple[int, int], thrown: int
) -> None:
    settler = Settler(4)
    dice = [rest(n, 100 * n, value) for n, value in ((1, 2), (2, 3), (3, 5), (4, 1))]
    assert rolls(settle(dice, [flight(one.centre_px[0]) for one in dice], settler=settler))
    settler.expect(2)
    assert not rolls(settle(settler=settler, now=2.6, hand=True))
    aside = [rest(7, 250, values[0], 3.0, 4.4), rest(8, 350, values[1], 3.0, 4.4)]
    lies = rest(1, 100, 2, known=True, now=4.4)
    said = settle([lies, *aside], settler=settler, now=4.4, hand=True, away=True, frames=40)
    assert len(rolls(said)) == thrown


def test_where_all_dice_are_seen_none_lies_under_what_seems_to_cover_one() -> None:
    settler = taken_up(3, *map(lying, (3, 4, 5, 6)))
    settler.expect(None)
    # The 3 was taken up, too, and a shadow lies where it lay.
    shadow = replace(lying(3, 6.0), covered=True, seen=0, looks=0)
    new = [rest(20 + n, 130 + 60 * n, value, 4.2, 6.0) for n, value in enumerate((4, 1, 6))]
    there = [shadow, *(lying(number, 6.0) for number in (4, 5, 6))]
    (roll,) = rolls(settle([*there, *new], settler=settler, now=6.0, frames=30))
    assert roll.faces == (4, 1, 6)


def test_of_dice_that_all_lie_elsewhere_those_that_show_what_two_showed_are_the_struck_ones_of_a_hidden_throw() -> (
    None
):
    settler = six_thrown()
    settler.expect(None)
    # A hand is there until they have come to rest: no place was seen empty.
    assert not rolls(settle(settler=settler, now=4.0, hand=True))
    places = ((140, 3), (220, 3), (300, 3), (380, 4), (460, 5), (540, 4))
    new = [rest(20 + n, x, value, 4.2, 5.0) for n, (x, value) in enumerate(places)]
    struck = [flight(380, 4.1, (340, 200), origin=4), flight(460, 4.1, (420, 200), origin=5)]
    (roll,) = rolls(settle(new, struck, settler=settler, now=5.4, frames=40))
    assert (roll.faces, roll.kept) == ((3, 3, 3, 4), (4, 5))


@pytest.mark.parametrize(("values", "thrown"), [((1, 2, 3), 0), ((1, 2, 4), 1)], ids=["aside", "others"])
def test_three_dice_set_aside_are_no_throw_of_one_though_they_are_more_than_are_awaited(
    values: tuple[int, ...], thrown: int
) -> None:
    settler = taken_up(1, *map(lying, (1, 2, 3, 4, 5, 6)))
    there = [lying(number) for number in (4, 5, 6)]
    aside = [rest(20 + n, 140 + 210 * n, value, 4.2, 5.0) for n, value in enumerate(values)]
    assert len(rolls(settle([*there, *aside], settler=settler, now=5.0, frames=20))) == thrown


def test_a_die_that_strikes_one_with_its_value_into_the_keep_zone_was_thrown_by_itself() -> None:
    settler = taken_up(1, *map(lying, (1, 2, 3, 4, 5)))
    settler.expect(1)
    there = [lying(number) for number in (2, 3, 4, 5)]
    new = [rest(20, 60, 1, 4.2, 5.0), rest(21, 130, 4, 4.2, 5.0)]
    came = [flight(60, end=4.1, stopped=True), flight(130, end=4.1, stopped=True)]
    (roll,) = rolls(settle([*there, *new], came, settler=settler, now=5.0, frames=40))
    assert roll.faces == (4,)


def test_a_thrown_die_that_shows_what_one_did_that_it_struck_was_not_put_down() -> None:
    settler = taken_up(1, *map(lying, (1, 2, 3, 4, 5)))
    there = [lying(number) for number in (1, 2, 3, 4)]
    assert not settle([*there, lying(5)], settler=settler, now=4.0, hand=True)
    new = [rest(20, 540, 5, 4.2, 5.0), rest(21, 450, 5, 4.2, 5.0)]
    came = flight(540, end=4.1)
    # The hand hid most of its way, so that it seemed to leap.
    came.path = [came.path[0], *((time_s, 540, 200) for time_s, _, _ in came.path[1:])]
    came.stopped = True
    (roll,) = rolls(settle([*there, *new], [came], settler=settler, now=5.0, frames=40))
    assert (roll.faces, len(roll.kept)) == ((5,), 5)


@pytest.mark.parametrize(
    ("value", "at", "awaited", "thrown"),
    [
        pytest.param(2, 535, 1, 1, id="another value"),
        pytest.param(6, 535, 1, 0, id="its own: it was put back"),
        pytest.param(6, 580, 1, 1, id="its own elsewhere, and one is awaited"),
        pytest.param(6, 580, None, 0, id="its own elsewhere, and nobody says what is awaited"),
    ],
)
def test_the_one_gathered_die_was_thrown_though_nobody_saw_it_roll_if_it_shows_another_value_or_lies_elsewhere(
    value: int, at: float, awaited: int | None, thrown: int
) -> None:
    settler = taken_up(1, *map(lying, (1, 2, 3, 4, 5)))
    settler.expect(awaited)
    there = [lying(number) for number in (1, 2, 3, 4, 5)]
    back = rest(20, at, value, 4.2, 5.0)
    assert len(rolls(settle([*there, back], settler=settler, now=5.0, frames=40))) == thrown


@pytest.mark.parametrize(("hand", "said"), [(False, [(6,)]), (True, [])], ids=["struck", "moved by a hand"])
def test_the_one_gathered_die_was_thrown_where_it_lies_beside_a_die_that_it_struck_but_not_one_a_hand_moved(
    hand: bool, said: list[tuple[int, ...]]
) -> None:
    settler = taken_up(1, *map(lying, (1, 2, 3, 4, 5)))
    new = [rest(20, 425, 6, 4.2, 5.0), rest(21, 460, 5, 4.2, 5.0)]
    lie = [*map(lying, (1, 2, 3, 4)), *new]
    events = settle(lie, settler=settler, now=5.0, hand=hand, away=hand, frames=20)
    events += settle(lie, settler=settler, now=6.0, frames=20)
    assert [roll.faces for roll in rolls(events)] == said


def flat(number: int, x: float, value: int, since: float = 4.2) -> Rest:
    """A die that lies there since then, and was seen flat at each look."""
    return rest(number, x, value, since, 7.0, flat_s=since)


@pytest.mark.parametrize(
    ("awaited", "lie", "again"),
    [
        pytest.param(1, [flat(20, 501, 6)], None, id="one just where it lay: it was put back"),
        pytest.param(1, [flat(20, 520, 6)], (6,), id="one near where it lay"),
        pytest.param(1, [flat(20, 520, 6), flat(21, 446, 5)], (6,), id="and a hand has moved another"),
        pytest.param(
            2, [flat(20, 480, 6), flat(21, 560, 5, 5.8)], (5, 6), id="two, one long after the other"
        ),
        pytest.param(2, [flat(20, 40, 6), flat(21, 560, 5, 5.8)], None, id="one of two kept"),
    ],
)
def test_dice_that_were_taken_up_as_many_as_are_awaited_and_show_their_values_elsewhere_are_spoken_of(
    awaited: int, lie: list[Rest], again: tuple[int, ...] | None
) -> None:
    count = 6 - awaited - (len(lie) - awaited)
    settler = taken_up(awaited, *map(lying, range(1, 7 - awaited)))
    there = [*(lying(number, 7.0) for number in range(1, count + 1)), *lie]
    settle(there, settler=settler, now=4.4, hand=True, frames=4)
    events = settle(there, settler=settler, now=7.9, frames=60)
    assert not rolls(events), "nobody knows whether a hand threw them"
    spoken = [event.what for event in events if isinstance(event, Trouble)]
    assert spoken == ([LIES.what] if again else [])
    if again:
        settler.read_again()
        (roll,) = rolls(settle(there, settler=settler, now=8.5, frames=15))
        assert tuple(sorted(face or 0 for face in roll.faces)) == again
        assert settler.troubles == ()


@pytest.mark.parametrize(
    ("awaited", "lie", "spoken"),
    [
        pytest.param(1, [flat(20, 260, 3)], True, id="one, two edges from where it lay"),
        pytest.param(1, [flat(20, 201, 3)], False, id="one just where it lay: it was put back"),
        pytest.param(2, [flat(20, 260, 3), flat(21, 340, 5, 5.5)], True, id="two, one long after the other"),
        pytest.param(2, [flat(20, 260, 3), flat(21, 301, 5)], False, id="one of two lies where it lay"),
    ],
)
def test_dice_that_all_went_under_a_hand_and_show_their_values_elsewhere_are_spoken_of_though_no_place_was_told_empty(
    awaited: int, lie: list[Rest], spoken: bool
) -> None:
    settler = Settler(awaited)
    places = list(zip((200, 300), (3, 5), strict=True))[:awaited]
    dice = [rest(number, x, value) for number, (x, value) in enumerate(places, 1)]
    assert rolls(settle(dice, [flight(x) for x, _ in places], awaited, settler=settler))
    hidden = [rest(number, x, value, known=True, covered=True) for number, (x, value) in enumerate(places, 1)]
    assert not settle(hidden, settler=settler, now=4.1, hand=True)
    events = settle(lie, settler=settler, now=7.9, frames=60)
    assert not rolls(events), "nobody knows whether a hand threw them"
    assert [each.what for each in events if isinstance(each, Trouble)] == [LIES.what] * spoken
    if spoken:
        settler.read_again()
        assert len(rolls(settle(lie, settler=settler, now=8.5, frames=15))) == 1


def test_of_dice_of_which_one_was_set_aside_while_others_were_thrown_that_one_is_kept() -> None:
    settler = taken_up(2, *map(lying, (1, 2, 3, 4, 5, 6)))
    there = [lying(number) for number in (3, 4, 5, 6)]
    # The hand left no time to see its places empty: 1 lies in the keep zone, the other shows a 2 again.
    new = [rest(20, 40, 1, 4.2, 5.0), rest(21, 218, 2, 4.2, 5.0), rest(22, 560, 4, 4.2, 5.0)]
    came = [flight(218, end=4.1, stopped=True), flight(560, end=4.1, stopped=True)]
    (roll,) = rolls(settle([*there, *new], came, settler=settler, now=5.0, frames=40))
    assert sorted(value or 0 for value in roll.faces) == [2, 4]


@pytest.mark.parametrize("alone", [False, True], ids=["", "seen by itself before the others came"])
def test_a_die_that_was_set_aside_is_none_of_a_throw_though_one_of_its_dice_is_missing(alone: bool) -> None:
    settler = six_thrown()
    settler.expect(5)
    aside = rest(20, 40, 1, 3.0, 5.0, alone=alone)
    thrown = [rest(20 + n, 60 + 90 * n, value, 4.2, 5.0) for n, value in ((1, 2), (2, 5), (3, 5), (4, 6))]
    came = [flight(one.centre_px[0], end=4.1, stopped=True) for one in thrown]
    (roll,) = rolls(settle([aside, *thrown], came, settler=settler, now=5.5, frames=60))
    assert (sorted(value or 0 for value in roll.faces), roll.kept) == ([2, 5, 5, 6], (1,))


def test_a_die_that_is_seen_to_roll_into_the_keep_zone_after_the_others_is_part_of_their_throw() -> None:
    settler = six_thrown()
    settler.expect(5)
    last = rest(20, 40, 1, 4.8, 5.4)
    thrown = [rest(20 + n, 60 + 90 * n, value, 4.2, 5.4) for n, value in ((1, 2), (2, 5), (3, 5), (4, 6))]
    came = [
        flight(40, end=4.75, stopped=True),
        *(flight(one.centre_px[0], end=4.1, stopped=True) for one in thrown),
    ]
    (roll,) = rolls(settle([last, *thrown], came, settler=settler, now=5.5, frames=60))
    assert (sorted(value or 0 for value in roll.faces), roll.kept) == ([1, 2, 5, 5, 6], ())


def test_a_die_of_the_keep_zone_that_is_laid_back_is_no_throw_though_one_is_awaited() -> None:
    settler = Settler(2)
    lay = [rest(1, 40, 1), rest(2, 300, 5)]
    settle(lay, settler=settler)
    settler.expect(1)
    settle([rest(2, 300, 5, known=True, now=2.6)], settler=settler, now=2.6, hand=True, frames=2)
    settle([rest(2, 300, 5, known=True, now=3.4)], settler=settler, now=3.4, frames=20)
    back = [rest(2, 300, 5, known=True, now=5.0), rest(20, 480, 1, 4.2, 5.0)]
    assert not rolls(settle(back, settler=settler, now=5.0, frames=40))


def test_a_kept_die_that_a_hand_lays_elsewhere_is_no_throw_of_the_one_that_is_awaited() -> None:
    settler = Settler(1)
    kept, lies = rest(1, 140, 1, since=0.0, now=1.0, known=True), rest(2, 300, 5)
    (roll,) = rolls(settle([kept, lies], [flight(300, stopped=True)], settler=settler, frames=40))
    assert (roll.faces, roll.kept) == ((5,), (1,))
    settler.expect(1)
    untouched = rest(2, 300, 5, known=True, now=5.0)
    settle([untouched], settler=settler, now=2.6, hand=True, frames=2)
    settle([untouched], settler=settler, now=3.4, frames=20)
    assert not rolls(settle([untouched, rest(20, 480, 1, 4.2, 5.0)], settler=settler, now=5.0, frames=40))


@pytest.mark.parametrize(
    ("lies", "thrown"), [(True, 0), (False, 1)], ids=["the awaited one lies there", "it came"]
)
def test_a_die_that_a_hand_puts_into_the_keep_zone_is_no_throw_while_the_awaited_one_lies_there(
    lies: bool, thrown: int
) -> None:
    settler = Settler(2)
    flown = [flight(200, stopped=True), flight(300, stopped=True)]
    assert rolls(settle([rest(1, 200, 4), rest(2, 300, 6)], flown, settler=settler))
    settler.expect(1)
    untouched = [rest(1, 200, 4, known=True, now=5.0)] if lies else []
    settle(untouched, settler=settler, now=2.6, hand=True, frames=2)
    settle(untouched, settler=settler, now=3.4, frames=20)
    settle(untouched, settler=settler, now=3.8, hand=True, frames=2)
    put, came = rest(20, 60, 6, 4.2, 5.0), flight(60, end=4.1, start=(300, 200), stopped=True)
    assert len(rolls(settle([*untouched, put], [came], settler=settler, now=5.0, frames=40))) == thrown


def test_dice_set_aside_with_one_that_was_put_back_are_no_throw_of_the_one_that_is_awaited() -> None:
    settler = Settler(3)
    lay = [rest(1, 200, 1), rest(2, 300, 5), rest(3, 400, 6)]
    assert rolls(settle(lay, [flight(x, stopped=True) for x in (200, 300, 400)], settler=settler))
    settler.expect(1)
    settle((), settler=settler, now=2.6, hand=True, frames=2)
    settle((), settler=settler, now=3.4, frames=20)
    settle((), settler=settler, now=3.8, hand=True, frames=2)
    there = [rest(20, 470, 1, 4.2, 5.0), rest(21, 540, 6, 4.2, 5.0), rest(22, 306, 5, 4.2, 5.0)]
    assert not rolls(settle(there, settler=settler, now=5.0, frames=60))


def test_a_die_that_came_into_the_keep_zone_with_the_others_is_part_of_their_throw() -> None:
    settler = six_thrown()
    settler.expect(5)
    thrown = [
        rest(20 + n, 40 + 90 * n, value, 4.2, 5.0) for n, value in ((0, 1), (1, 2), (2, 5), (3, 5), (4, 6))
    ]
    came = [flight(one.centre_px[0], end=4.1, stopped=True) for one in thrown]
    (roll,) = rolls(settle(thrown, came, settler=settler, now=5.5, frames=60))
    assert (sorted(value or 0 for value in roll.faces), roll.kept) == ([1, 2, 5, 5, 6], ())


@pytest.mark.parametrize(("hand", "said"), [(False, ["unread"]), (True, [])])
def test_where_dice_have_come_to_rest_and_none_can_be_read_that_is_said(hand: bool, said: list[str]) -> None:
    settler = Settler(2)
    quiet(settler, 0.5)
    came = [flight(200, end=1.1, stopped=True), flight(300, end=1.1, stopped=True)]
    for one in came:
        one.ended = False
    settle((), came, settler=settler, now=1.1, frames=16, hand=hand)
    for one in came:
        one.ended = True
    settle((), came, settler=settler, now=2.5, frames=40)
    assert [trouble.code for trouble in settler.troubles] == said
    again = flying(3.0)
    settle((), [*came, again], settler=settler, now=3.0, frames=2)
    assert settler.troubles == ()
