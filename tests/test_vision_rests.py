"""Dice at rest: which is which, votes, and what a look at a die counts for."""

from __future__ import annotations

import numpy as np
import pytest

from vision.following.rests import Tracker
from vision.following.sight import Sight
from vision.nouns import Detection, DieState
from vision.plane.table import Table

TABLE = Table.whole(640, 360, 32)


def detection(
    x: float, y: float, value: int | None = 4, p: float = 0.9, state: DieState | None = None
) -> Detection:
    square = np.array([[-16, -16], [16, -16], [16, 16], [-16, 16]], np.float32)
    ranking = (4, 6, 5, 3, 2, 1) if value is None else (value, *(v for v in range(1, 7) if v != value))
    lies = state or ("unsure" if value is None else "flat")
    return Detection(square + np.array([x, y], np.float32), value, p, lies, 0.99, ranking)


def sight(time_s: float, still_s: float = 1.0, hand: bool = False, grey: float = 100.0) -> Sight:
    """A picture all of which has kept still for so long, a hand over all of it or none."""
    none = np.zeros((180, 320), np.uint8)
    return Sight(
        time_s,
        2,
        np.full((180, 320), still_s, np.float32),
        np.full((180, 320), hand),
        np.full((180, 320, 3), grey, np.float32),
        (),
        (),
        False,
        lambda: (none, none),
    )


def look(tracker: Tracker, time_s: float, *found: Detection, still_s: float = 1.0) -> None:
    now = sight(time_s, still_s)
    tracker.watch(now)
    tracker.read(found, now, TABLE)


def test_what_is_seen_under_a_hand_beside_a_die_does_not_start_its_votes_again() -> None:
    tracker = Tracker()
    for step in range(4):
        now = sight(step * 0.1)
        now.big[:, 58:] = True  # of the picture at half its size
        tracker.watch(now)
        tracker.read([detection(90, 100, 3), detection(124, 100, None)], now, TABLE)
    assert [(rest.looks, rest.vote.value) for rest in tracker.rests] == [(4, 3)]


def test_a_die_keeps_its_number_though_its_detections_scatter_and_change_order() -> None:
    tracker = Tracker()
    look(tracker, 0.0, detection(100, 100), detection(134, 100))
    numbers = {rest.id: rest.centre_px for rest in tracker.rests}
    look(tracker, 0.1, detection(137, 103), detection(98, 102))
    assert {rest.id: round(rest.centre_px[0]) for rest in tracker.rests} == {
        number: {100: 98, 134: 137}[round(x)] for number, (x, _) in numbers.items()
    }


def test_the_vote_of_several_looks_outweighs_a_misreading() -> None:
    tracker = Tracker()
    for step, value in enumerate([4, 6, 4, 4]):
        look(tracker, step * 0.1, detection(100, 100, value, 0.9))
    assert tracker.rests[0].vote.value == 4


def test_a_die_whose_looks_do_not_agree_has_no_value() -> None:
    tracker = Tracker()
    for step, value in enumerate([4, 6, 6, 4]):
        look(tracker, step * 0.1, detection(100, 100, value, 0.9))
    assert (tracker.rests[0].vote.value, tracker.rests[0].state) == (None, "unsure")


@pytest.mark.parametrize(("apart", "value"), [(34, 3), (60, 1)])
def test_what_was_read_of_two_dice_together_does_not_count_for_either(apart: float, value: int) -> None:
    tracker = Tracker()
    for step in range(4):
        look(tracker, step * 0.1, detection(100, 100, 1))
    for step in range(2):
        look(tracker, 0.5 + step * 0.1, detection(100, 100, 3), detection(100 + apart, 100, 5))
    first, second = (rest.vote.value for rest in tracker.rests)
    assert (first, second) == (value, 5)


@pytest.mark.parametrize(("waverings", "state"), [(3, "flat"), (12, "unsure")])
def test_a_die_found_now_here_and_now_there_in_a_still_picture_is_unsure_and_not_read_anew_for_ever(
    waverings: int, state: DieState
) -> None:
    tracker = Tracker()
    places = [100 + 14 * (step % 2) for step in range(waverings)]
    for step, x in enumerate([*places, places[-1], places[-1]]):
        look(tracker, step * 0.05, detection(x, 100, 3))
    (rest,) = tracker.rests
    assert (rest.looks >= 3, rest.state) == (True, state)


def test_a_die_that_moved_is_read_anew_however_often() -> None:
    tracker = Tracker()
    for step in range(12):
        look(tracker, step * 0.05, detection(100 + 14 * (step % 2), 100, 3), still_s=0.02)
    for step in range(3):
        look(tracker, 1 + step * 0.05, detection(114, 100, 5), still_s=0.1 + step * 0.05)
    assert (tracker.rests[0].state, tracker.rests[0].vote.value) == ("flat", 5)


def test_a_die_that_most_looks_do_not_commit_to_has_no_value() -> None:
    tracker = Tracker()
    for step, value in enumerate([4, None, None]):
        look(tracker, step * 0.1, detection(100, 100, value, 0.5))
    vote = tracker.rests[0].vote
    assert (vote.value, vote.state, vote.ranking[0]) == (None, "unsure", 4)


@pytest.mark.parametrize(
    ("looks", "state", "value"),
    [
        (["cocked", "flat", "flat", "flat"], "flat", 4),
        (["flat", "flat", "flat", "cocked"], "flat", 4),
        (["flat", "cocked", "stacked", "flat"], "cocked", None),
        (["cocked", "cocked", "cocked", "flat"], "cocked", None),
        (["stacked", "cocked", "stacked", "unsure"], "stacked", None),
        (["flat", "flat", "flat", "unsure"], "flat", 4),
        (["unsure", "unsure", "cocked", "flat", "flat"], "unsure", None),
    ],
)
def test_how_a_die_lies_is_the_vote_of_its_looks(
    looks: list[DieState], state: DieState, value: int | None
) -> None:
    tracker = Tracker()
    for step, lies in enumerate(looks):
        look(tracker, step * 0.1, detection(100, 100, 4 if lies == "flat" else None, state=lies))
    vote = tracker.rests[0].vote
    assert (vote.state, vote.value) == (state, value)


def test_looks_at_a_moving_picture_are_no_votes() -> None:
    tracker = Tracker()
    look(tracker, 0.0, detection(100, 100, 2), still_s=0.0)
    look(tracker, 0.1, detection(100, 100, 5), still_s=0.1)
    assert tracker.rests[0].seen == 1
    assert tracker.rests[0].vote.value == 5


def test_a_die_under_a_hand_is_remembered_and_an_empty_place_is_not() -> None:
    tracker = Tracker()
    look(tracker, 0.0, detection(100, 100))
    for step in range(1, 20):
        tracker.watch(sight(step * 0.1, still_s=0.0, hand=True))
    assert len(tracker.rests) == 1
    for step in range(20, 23):
        tracker.watch(sight(step * 0.1, grey=180.0))
    assert tracker.rests == []


def test_a_ghost_that_is_not_seen_again_is_forgotten() -> None:
    tracker = Tracker()
    look(tracker, 0.0, detection(100, 100), detection(400, 200))
    for step in range(1, 8):
        look(tracker, step * 0.1, detection(100, 100))
    assert [round(rest.centre_px[0]) for rest in tracker.rests] == [100]


def test_a_die_that_two_looks_found_lay_there_though_a_hand_comes_before_a_third() -> None:
    tracker = Tracker()
    lay = []
    for step, hand in enumerate((False, False, True)):
        now = sight(1.0 + step / 15, hand=hand)
        tracker.watch(now)
        tracker.read([] if hand else [detection(100, 100)], now, TABLE)
        lay.append([rest.lay for rest in tracker.rests])
    assert lay == [[False], [True], [True]]
