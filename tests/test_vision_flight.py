"""Flights: what moves is a die on its way, or left the table, or is neither."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as some
from moving_blobs import IMAGE, TABLE, blob, followed, sight

from vision.following.flight import Flight
from vision.following.flights import Flights
from vision.following.sight import Blob
from vision.plane.table import Table


def test_the_shadow_of_a_hand_that_comes_where_a_finger_was_is_no_die_on_its_way() -> None:
    finger = [(blob(300 + 12 * step, 300, True),) for step in range(8)]
    shadow = [(replace(blob(390 + 6 * step, 310, True), solid=0.02),) for step in range(6)]
    (pale,) = followed(*finger, *shadow).flights
    assert not pale.is_flying(pale.last_s, TABLE)
    (flight,) = followed(*finger, *[(blob(390 + 6 * step, 310, True),) for step in range(6)]).flights
    assert flight.is_flying(flight.last_s, TABLE)


def test_what_moves_beside_the_table_and_was_never_over_it_is_no_die_on_its_way() -> None:
    marked = Table(TABLE.polygon_px * (0.5, 1), TABLE.size_px, TABLE.plane, measured=False)
    (beside,) = followed(*[(blob(900 + 12 * step, 300, True),) for step in range(8)]).flights
    assert beside.is_flying(beside.last_s, TABLE)
    assert not replace(beside, inside=False).is_flying(beside.last_s, marked)
    assert replace(beside, inside=True).is_flying(beside.last_s, marked)  # it rolls on beyond the edge


def test_a_die_that_spins_for_long_at_the_end_of_its_way_has_come_all_that_way() -> None:
    flown, spins = [300 + 40 * step for step in range(8)], [580 + step % 2 * 12 for step in range(150)]
    (flight,) = followed(*[(blob(x, 300, True),) for x in [*flown, *spins]], fps=60).flights
    assert len(flight.path) < len(flown) + len(spins)
    assert flight.travelled_mm(TABLE) == pytest.approx(TABLE.distance_mm((300, 300), (592, 300)))
    assert flight.born_s == flight.path[0][0]


def gone(xs: list[float | None]) -> list[bool]:
    """Whether what was seen at these places, one a frame (None: nowhere), has left when it was missing for a while."""
    frames = [() if x is None else (blob(x, 300, True),) for x in xs] + [()] * 12
    return [flight.gone for flight in followed(*frames).flights]


def on_its_way(places: Sequence[float], fps: float) -> Flight:
    """A flight that was seen at these places, px, all at one height, picture after picture."""
    (flight,) = followed(*[(blob(300 + step, 300, True),) for step in range(3)]).flights
    return replace(flight, path=[(step / fps, x, 300.0) for step, x in enumerate(places)])


MM = 1 / TABLE.distance_mm((0, 0), (1, 0))  # px


@pytest.mark.parametrize("fps", [10, 15, 30, 60])
@pytest.mark.parametrize(("mm_s", "crept"), [(60, True), (120, True), (300, False), (900, False)])
@pytest.mark.parametrize("leaps", [False, True])
def test_what_a_hand_pushes_creeps_and_what_flies_does_not(
    mm_s: float, crept: bool, leaps: bool, fps: int
) -> None:
    way = [300 + MM * mm_s * step / fps for step in range(fps)]
    assert on_its_way([100.0, *way] if leaps else way, fps).crept(TABLE) == crept


@given(
    fps=some.sampled_from([10, 15, 30, 60]),
    mm_s=some.floats(400, 2000),
    brakes_s=some.floats(0.1, 0.4),
    phase=some.floats(0, 1),
)
def test_a_die_that_rolls_in_and_brakes_has_not_crept_whatever_the_camera_sees_of_it(
    fps: int, mm_s: float, brakes_s: float, phase: float
) -> None:
    times = [min((step + phase) / fps, brakes_s) for step in range(fps)]
    way = [300 + MM * mm_s * (time_s - time_s**2 / (2 * brakes_s)) for time_s in times]
    assert not on_its_way(way, fps).crept(TABLE)


def test_of_the_last_bit_of_its_way_nobody_can_tell_whether_a_die_crept() -> None:
    last = on_its_way([300 + 0.1 * MM * step for step in range(60)], 30)
    assert last.travelled_mm(TABLE) < 0.7 * TABLE.die_mm
    assert not last.crept(TABLE)


def test_a_die_whose_fast_part_is_kept_no_more_has_not_crept_though_it_spins_for_long() -> None:
    flown, spins = [300 + 40 * step for step in range(8)], [580 + step % 2 * 1.0 for step in range(150)]
    (flight,) = followed(*[(blob(x, 300, True),) for x in [*flown, *spins]], fps=60).flights
    assert not flight.crept(TABLE)


def test_what_leaves_the_picture_has_flown_all_the_way_and_not_leapt_from_where_it_lingered() -> None:
    assert gone([700 + 45 * step for step in range(12)]) == [True]
    slowing = [700 + 60 * step - 1.5 * step**2 for step in range(12)]
    assert gone(slowing) == [True]
    lingered = [1000 + 6 * (step % 2) for step in range(10)]
    assert gone([*lingered, 1090, 1180]) == [False]


@pytest.mark.parametrize(("gap_s", "left"), [(0.1, True), (0.3, False)])
def test_what_went_on_while_there_were_no_pictures_is_not_seen_to_leave(gap_s: float, left: bool) -> None:
    flights, time_s = Flights(), 0.0
    for step in range(12):
        time_s += gap_s if step == 6 else 1 / 30
        flights.step(sight(time_s, blob(700 + 45 * step, 300, True)), TABLE, (), IMAGE)
    for _ in range(9):
        time_s += 1 / 30
        flights.step(sight(time_s), TABLE, (), IMAGE)
    assert any(flight.gone for flight in flights.flights) == left


def test_what_leaps_and_halts_at_the_edge_is_no_die_that_leaves() -> None:
    way = [800 + 95 * step for step in range(5)]
    assert gone(way) == [True]
    assert gone([*way, 1187]) == [False]
    twice = [x for x in way for _ in range(2)]
    assert gone(twice) == [True]


def test_what_leaps_faster_than_dice_are_thrown_is_no_die_that_leaves() -> None:
    assert gone([410, 800, 1190]) == [True]
    assert gone([330, 760, 1190]) == [False]


@pytest.mark.parametrize(("fps", "pictures"), [(15, 2), (25, 3), (30, 3), (60, 3)])
def test_what_two_pictures_showed_may_be_two_things_unless_a_slow_camera_shows_no_more(
    fps: float, pictures: int
) -> None:
    way = [(blob(x, 300, True),) for x in (900, 1045, 1190)]
    for shown, start in itertools.product((2, 3), range(20)):
        (flight,) = followed(*way[-shown:], *[()] * 30, fps=fps, start=start).flights
        assert flight.gone == (shown >= pictures)


@pytest.mark.parametrize(("beside", "left"), [(0, True), (6, True), (10, False)])
def test_what_was_beside_a_hand_for_nearly_all_of_its_way_is_no_die_that_leaves(
    beside: int, left: bool
) -> None:
    flights, hand = Flights(), Blob((700, 300), (400, 100, 1100, 500), 9e4, 0.9, 1.0, False)
    for step in range(24):
        die = (blob(700 + 45 * step, 300, True),) if step < 12 else ()
        beside_it = replace(hand, box_px=(0, 100, 1300, 500)) if 2 <= step < 2 + beside else None
        one = sight(step / 30, *die)
        flights.step(replace(one, hands=() if beside_it is None else (beside_it,)), TABLE, (), IMAGE)
    assert [flight.gone for flight in flights.flights] == [left]


def test_what_shows_now_here_and_now_there_is_no_die_that_leaves() -> None:
    way = [700 + 45 * step for step in range(12)]
    assert gone([None if step == 6 else x for step, x in enumerate(way)]) == [True]
    assert gone([None if step in (3, 4, 6, 7, 9) else x for step, x in enumerate(way)]) == [False]
