"""When is it a roll? Scripted numbers, no pictures: dice at rest, flights, hands, and what is expected."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from vision.episode import HAND_S, STILL_S
from vision.flight import Flight
from vision.footprint import Footprints
from vision.look import Look
from vision.nouns import Detection, DieState, Event, Moving, OffTable, Roll, Trouble, Turned
from vision.rest import Rest
from vision.settle import Settler
from vision.table import Table
from vision.viewpoint import Viewpoint

IMAGE = np.zeros((36, 64, 3), np.uint8)
# Half a millimetre a pixel; the table ends at x = 600, kept dice lie left of 100.
TABLE = Table(
    np.array([[0, 0], [600, 0], [600, 360], [0, 360]], float),
    (640, 360),
    np.diag([0.5, 0.5, 1.0]),
    np.array([[0, 0], [100, 0], [100, 360], [0, 360]], float),
)


def rest(
    number: int, x: float, value: int | None = 4, since: float = 1.0, now: float = 2.0, **more: object
) -> Rest:
    """A die that has lain at (x, 200) since a time and was looked at four times; where it has no value, unsure."""
    square = np.array([[-16, -16], [16, -16], [16, 16], [-16, 16]], np.float32) + np.array(
        [x, 200], np.float32
    )
    ranking = (6, 4, 5, 3, 2, 1) if value is None else (value, *(v for v in range(1, 7) if v != value))
    state: DieState = "unsure" if value is None else "flat"
    found = Detection(square, value, 0.9, state, 0.9, ranking)
    votes = np.full(6, -20.0)
    votes[ranking[0] - 1] = -0.4
    one = Rest(number, found, votes, since, looks=4, seen=4, states=Counter({state: 4}))
    one.still_s = now - since
    for name, content in more.items():
        setattr(one, name, content)
    return one


def flight(
    to: float, end: float = 0.9, start: tuple[float, float] = (320, -40), origin: int | None = None
) -> Flight:
    """A die that flew from `start` to (to, 200) within half a second and was last seen at `end`."""
    path = [
        (end - 0.5 + 0.5 * t, start[0] + (to - start[0]) * t, start[1] + (200 - start[1]) * t)
        for t in np.linspace(0, 1, 16)
    ]
    return Flight(int(to), path, origin, solid=1.0, seen=16, free=14, inside=True, ended=True)


def look_at(time_s: float, **given: Any) -> Look:
    """A frame of TABLE at which nothing is seen but what is given: fields of `Look`."""
    nothing: dict[str, Any] = {
        "image": IMAGE,
        "table": TABLE,
        "rests": (),
        "flights": (),
        "left": (),
        "vanished": 0,
        "stir": False,
        "hand": False,
        "away": False,
        "read": False,
        "sparse": False,
        "footprints": lambda dice, old, table: Footprints(),
        "fresh": lambda corners: 1.0,
    }
    return Look(time_s, **nothing | given)


def settle(
    rests: Sequence[Rest] = (),
    flights: Sequence[Flight] = (),
    expected: int | None = None,
    now: float = 2.0,
    frames: int = 4,
    settler: Settler | None = None,
    table: Table = TABLE,
    **more: object,
) -> list[Event]:
    """Some still frames in which the reader looks, ending at `now`."""
    one = settler or Settler(expected)
    events: list[Event] = []
    for step in range(frames):
        time_s = now - (frames - 1 - step) / 30
        events += one.step(
            look_at(time_s, table=table, rests=rests, flights=flights, stir=step == 0, read=True, **more)
        )
    return events


def rolls(events: Sequence[Event]) -> list[Roll]:
    return [event for event in events if isinstance(event, Roll)]


def test_dice_that_flew_in_and_lie_still_are_one_roll() -> None:
    events = settle([rest(1, 200, 3), rest(2, 300, 5)], [flight(200), flight(300)])
    (roll,) = rolls(events)
    assert roll.faces == (3, 5)
    assert (roll.kept, roll.off_table, roll.asked) == ((), 0, 0)


def test_what_flew_when_the_die_lay_still_already_did_not_bring_it() -> None:
    assert not rolls(settle([rest(1, 200, 3, since=0.5)], [flight(200, end=1.4)]))
    assert rolls(settle([rest(1, 200, 3, since=1.4)], [flight(200, end=1.4)]))


def test_one_die_that_still_turns_holds_the_roll_back() -> None:
    still, turning = rest(1, 200), rest(2, 300, since=2.0 - STILL_S + 0.05)
    assert not rolls(settle([still, turning], [flight(200), flight(300)]))


@pytest.mark.parametrize(("seen", "said"), [(0, 1), (1, 0)])
def test_what_no_look_finds_any_more_holds_the_roll_back_no_longer(seen: int, said: int) -> None:
    ghost = rest(9, 400, 4, since=1.9, looks=3, seen=seen, states=Counter(flat=seen))
    assert len(rolls(settle([rest(1, 200, 3), ghost], [flight(200)], expected=1))) == said


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


def test_the_roll_is_said_once_and_a_still_table_says_nothing_more() -> None:
    settler = Settler()
    dice, flown = [rest(1, 200)], [flight(200)]
    assert len(rolls(settle(dice, flown, settler=settler))) == 1
    assert not settle(dice, flown, now=4.0, frames=30, settler=settler)


def test_dice_that_lay_there_from_the_start_are_no_roll() -> None:
    assert settle([rest(1, 200), rest(2, 300)]) == []


def test_a_die_that_came_from_where_one_lay_is_no_throw() -> None:
    assert settle([rest(2, 300)], [flight(300, start=(200, 200), origin=1)]) == []


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


def test_a_die_that_strikes_another_and_is_lost_in_it_was_thrown() -> None:
    """One lay at x = 200; what came there went on as another flight, so that both seem to have lain there."""

    def seen(*came: Flight, count: int = 2) -> list[tuple[int | None, ...]]:
        dice = [rest(2, 300), rest(3, 450)][:count]
        struck = [flight(x, start=(200, 200), origin=1) for x in (300, 450)][:count]
        return [roll.faces for roll in rolls(settle(dice, [*came, *struck]))]

    assert seen(flight(200, end=0.5)) == [(4, 4)]
    # A hand pushes them; what came was never near; it came later; or only one set out from there.
    creeps, far = flight(200, end=0.5), flight(200, end=0.5)
    creeps.free = 1
    far.path = [(t, x - 150, y) for t, x, y in far.path]
    for others in ([], [creeps], [far], [flight(200, end=2.0)]):
        assert not seen(*others)
    assert not seen(flight(200, end=0.5), count=1)
    # One flight that stopped beside two dice is one.
    beside = [flight(200, end=0.5), flight(300, start=(200, 200), origin=1)]
    assert not rolls(settle([rest(2, 300), rest(3, 335)], beside))


def test_a_die_that_lies_is_not_looked_for_any_more() -> None:
    for lies_at, said in ((205, 1), (420, 0)):
        lost, other = flight(200, end=1.85), flight(420, end=1.6)
        lost.ended, lost.area_px = False, 32.0**2
        assert lost.is_at_large(1.9, TABLE)
        assert len(rolls(settle([rest(1, lies_at, since=1.7)], [lost, other]))) == said


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


def gone(number: int = 9, end: float = 1.0) -> Flight:
    """A die that has just left over the right edge."""
    one = flight(590, end=end, start=(200, 100))
    one.id, one.gone = number, True
    return one


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


def test_a_throw_of_which_a_die_left_keeps_what_was_awaited_of_it_and_no_other_does() -> None:
    settler = Settler(3)
    settler.step(look_at(0.9, flights=[flying(0.9)], stir=True))
    settler.expect(2)  # a die is kept on the page while a hand moves over the table
    settler.step(look_at(1.0, left=[gone(1)], flights=[flying(1.0)], stir=True))
    settler.expect(6)  # that was a bust: the next player's six
    (roll,) = rolls(settle([rest(1, 200, 3)], [flight(200)], settler=settler, now=2.6, frames=40))
    assert (roll.faces, roll.off_table, settler.expected) == ((3,), 1, 6)


def asked_about(settler: Settler) -> list[Rest]:
    """Two dice of a throw of three, beside one that lay there before: which number they are is asked."""
    lay = rest(9, 560, 6, since=0.0, now=1.0, known=True)
    dice, flown = [lay, rest(1, 200, 3), rest(2, 300, 5)], [flight(200), flight(300)]
    flown[0].stopped = flown[1].stopped = True
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


def test_a_number_that_changes_while_a_throw_is_on_its_way_leaves_a_missing_die_a_question() -> None:
    lies = Footprints((1.0, 1.0), boxes=(1.0, 1.0))
    for changed, off in ((False, 1), (True, 0)):
        settler = Settler(2 if changed else 3)
        settler.step(look_at(0.9, flights=[flying(0.9)], stir=True))
        settler.expect(3)
        dice, flown = [rest(1, 200, 3), rest(2, 300, 5)], [flight(200), flight(300)]
        (roll,) = rolls(settle(dice, flown, settler=settler, now=2.6, frames=40, footprints=lambda *_: lies))
        assert (roll.faces, roll.off_table) == ((3, 5), off)


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


def test_a_die_that_is_found_now_and_then_is_there_when_it_was_seen_to_fly_there() -> None:
    hard, ghost = rest(1, 200, None, looks=8, seen=2), rest(2, 300, None, looks=8, seen=2)
    (roll,) = rolls(settle([hard, ghost, rest(3, 400, 5)], [flight(200), flight(400)], now=3.0, frames=90))
    assert roll.faces == (None, 5)


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


def flying(time_s: float) -> Flight:
    one = flight(320, end=time_s)
    one.ended = False
    return one


def test_moving_is_said_once_for_a_throw() -> None:
    settler = Settler()
    events = [
        event
        for step in range(10)
        for event in settler.step(look_at(step / 30, flights=[flying(step / 30)], stir=True))
    ]
    assert events == [Moving(0.0)]


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


def test_with_pictures_far_apart_a_die_that_may_have_left_is_a_question_and_no_bust() -> None:
    for sparse, told in ((False, [1]), (True, [])):
        settler = Settler(2)
        events = list(settler.step(look_at(1.2, left=[gone()], stir=True, sparse=sparse)))
        events += settle([rest(1, 200, 3)], [flight(200), gone()], settler=settler, now=4.0, sparse=sparse)
        assert [event.n for event in events if isinstance(event, OffTable)] == told
        assert [roll.off_table for roll in rolls(events)] == [len(told)]
        assert [event.code for event in events if isinstance(event, Trouble)] == ["count"] * (1 - len(told))


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


def test_what_was_seen_at_an_empty_table_just_before_is_not_told_of() -> None:
    settler, comes = Settler(1), flying(0.3)
    assert not settle(flights=[comes], settler=settler, now=0.45)
    comes.path = [*comes.path, *flight(200).path]
    assert [roll.faces for roll in rolls(settle([rest(1, 200, 3)], [comes], settler=settler))] == [(3,)]


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


@pytest.mark.parametrize(
    ("x", "unlike", "faces"),
    [
        pytest.param(236, 0.04, [], id="the side of the die beside it"),
        pytest.param(236, 0.3, [(2,)], id="a die put beside it"),
        pytest.param(300, 0.04, [(2,)], id="a die of the table's colour"),
    ],
)
def test_what_is_found_beside_a_die_and_looks_as_before_is_a_side_of_it(
    x: float, unlike: float, faces: list[tuple[int, ...]]
) -> None:
    settler = Settler(1)
    settle([rest(1, 200)], settler=settler)
    assert not rolls(settle([rest(1, 200, known=True)], settler=settler, now=2.6, hand=True))
    found = [rest(1, 200, known=True, still_s=2.0), rest(7, x, 2, 3.0, 4.0)]
    said = rolls(settle(found, settler=settler, now=4.6, frames=20, fresh=lambda corners: unlike))
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
    flown = [flight(520, end=2.95), flight(150, end=2.95)]
    flown[1].stopped = True
    dice = [rest(7, 520, 6, 3.0, 4.0), rest(9, 405, 5, 3.0, 4.0)]
    if why == "one lies under another":
        dice = [rest(7, 520, 6, 3.0, 4.0, states=Counter(stacked=4)), dice[1], rest(8, 150, 1, 3.0, 4.0)]
    if why == "fewer are thrown":
        flown = flown[:1]
    (roll,) = rolls(settle(dice, flown, settler=settler, now=4.6))
    assert roll.kept == (5,)


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


def test_a_die_that_was_covered_when_the_others_were_told_of_does_not_stand_in_either() -> None:
    covered = rest(2, 405, 5, 3.0, 4.0, known=True, covered_s=3.5)
    dice, flown = [rest(7, 520, 6, 3.0, 4.0), covered], [flight(520, end=2.95)]
    (roll,) = rolls(settle(dice, flown, expected=2, now=4.2, frames=30))
    assert (roll.faces, roll.kept) == ((6,), (5,))


def test_a_die_whose_looks_disagree_is_asked_about_where_none_shows_what_it_showed() -> None:
    votes = np.full(6, -20.0)
    votes[[0, 4]] = -2.0
    torn = rest(1, 200, 5, known=True, votes=votes)
    assert turned(torn, rest(2, 300, 3, known=True)) == [(2, None, False)]
    votes[[0, 1, 4]] = -20.0, -2.0, -2.0
    assert turned(torn, rest(2, 300, 3, known=True)) == []


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


@pytest.mark.parametrize(
    ("stopped", "away", "start", "threw"),
    [
        (True, 4, (20, 350), True),
        (False, 4, (20, 350), False),
        (True, 40, (20, 350), False),
        (True, 4, (300, 165), False),
    ],
)
def test_a_die_that_flew_over_a_place_that_a_hand_laid_bare_is_thrown(
    stopped: bool, away: float, start: tuple[float, float], threw: bool
) -> None:
    settler = Settler(1)
    settle([rest(1, 300, 3, since=0.1)], settler=settler, now=0.6)
    flown = flight(320 + away, end=1.4, start=start)
    flown.stopped = stopped
    bare = flight(320, end=1.4, start=(285, 200), origin=1)
    bare.stopped = True
    events = settle([rest(2, 320, 4, since=1.4, now=2.4)], [flown, bare], settler=settler, now=2.4)
    assert bool(rolls(events)) == threw


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
