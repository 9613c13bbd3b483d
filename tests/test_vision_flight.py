"""Flights: which moving blob is which die."""

from __future__ import annotations

import itertools
from dataclasses import replace

import numpy as np
import pytest

from vision.flight import Flights, is_over
from vision.sight import Blob, Sight
from vision.table import Table

TABLE = Table.whole(1280, 720, 64)
IMAGE = np.zeros((720, 1280, 3), np.uint8)


def blob(x: float, y: float, moving: bool) -> Blob:
    """A solid thing as large as a die."""
    return Blob((x, y), (x - 32, y - 32, x + 32, y + 32), 64.0 * 64, 0.9 if moving else 0.0, 1.0, False)


def sight(time_s: float, *blobs: Blob) -> Sight:
    small, none = np.zeros((180, 320, 3), np.float32), np.zeros((180, 320), np.uint8)
    return Sight(time_s, 4, small[..., 0], none > 0, small, blobs, (), False, lambda: (none, none))


def followed(*seen: tuple[Blob, ...], fps: float = 30, start: int = 0) -> Flights:
    """Frames at so many pictures a second, from that one on."""
    flights = Flights()
    for number, blobs in enumerate(seen, start):
        flights.step(sight(number / fps, *blobs), TABLE, (), IMAGE)
    return flights


def test_what_starts_to_move_elsewhere_is_not_the_die_that_has_just_come_to_rest() -> None:
    rolling = [(blob(400 + 10 * step, 300, True),) for step in range(8)]
    resting = [(blob(475, 300, False),)] * 3
    elsewhere = [(blob(475, 300, False), blob(760, 300, True))] * 2
    die, other = followed(*rolling, *resting, *elsewhere).flights
    assert die.stopped
    assert abs(die.at_px[0] - 470) < 1
    assert other.origin is None
    assert abs(other.at_px[0] - 760) < 1


def test_a_mark_that_lies_still_from_its_first_picture_on_does_not_jump() -> None:
    left_behind = Blob((400, 300), (368, 268, 432, 332), 64.0 * 64, 0.9, 1.0, False)
    lies = replace(left_behind, fresh=0.0)
    mark, other = followed((left_behind,), (lies, blob(560, 300, True))).flights
    assert (mark.at_px, other.at_px) == ((400, 300), (560, 300))


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


def test_a_die_that_was_lost_for_a_moment_is_found_again_further_on() -> None:
    rolling = [(blob(300 + 30 * step, 300, True),) for step in range(8)]
    further = [(), (), (blob(300 + 30 * 10, 300, True),)]
    flights = followed(*rolling, *further).flights
    assert len(flights) == 1
    assert abs(flights[0].at_px[0] - 600) < 1


def gone(xs: list[float | None]) -> list[bool]:
    """Whether what was seen at these places, one a frame (None: nowhere), has left when it was missing for a while."""
    frames = [() if x is None else (blob(x, 300, True),) for x in xs] + [()] * 12
    return [flight.gone for flight in followed(*frames).flights]


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


@pytest.mark.parametrize(
    ("box", "fresh", "over"),
    [
        ((0, 40, 60, 250), 0.5, True),
        pytest.param((0, 40, 7, 250), 0.5, False, id="the edge of a tray, where the camera shakes"),
        pytest.param((0, 40, 60, 250), 0.0, False, id="a thing that lies there"),
        pytest.param((400, 40, 470, 250), 0.5, False, id="beside the table"),
    ],
)
def test_a_hand_is_over_the_table_where_it_moves_and_is_no_sliver(
    box: tuple[float, float, float, float], fresh: float, over: bool
) -> None:
    polygon = np.array([[0, 0], [380, 0], [380, 270], [0, 270]], float)
    table = replace(Table.whole(480, 270), polygon_px=polygon).with_die(24)
    middle = ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)
    assert is_over(Blob(middle, box, 5000.0, fresh, 1.0, True), table) == over
