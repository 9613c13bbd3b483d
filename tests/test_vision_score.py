from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from vision.nouns import Detection
from vision.reading.labels import Label
from vision.reading.score import Tally, pairs, score


def found(x: float, y: float, side: float, value: int | None) -> Detection:
    half = side / 2
    corners = [[x - half, y - half], [x + half, y - half], [x + half, y + half], [x - half, y + half]]
    state = "flat" if value else "unsure"
    return Detection(np.array(corners, np.float32), value, 0.9, state, 0.9)


def label(x: float, y: float, side: float, value: int) -> Label:
    return Label((x - side / 2, y - side / 2, side, side), value, side)


def test_a_photo_read_rightly_is_all_right() -> None:
    one = score([label(50, 50, 40, 3)], [found(52, 49, 44, 3)]).tally
    assert one == Tally(photos=1, dice=1, right=1, all_right=1)


def test_a_wrong_value_a_question_and_a_missed_die_are_told_apart() -> None:
    labels = [label(50, 50, 40, 3), label(150, 50, 40, 4), label(250, 50, 40, 5)]
    one = score(labels, [found(50, 50, 40, 2), found(150, 50, 40, None)]).tally
    assert one == Tally(photos=1, dice=3, wrong=1, asked=1, missed=1)


def test_a_value_where_no_die_is_is_a_ghost_and_a_doubt_there_a_question() -> None:
    one = score([], [found(50, 50, 40, 2), found(150, 50, 40, None)]).tally
    assert one == Tally(photos=1, ghosts=1, questions=1)


def test_a_tight_box_round_one_pip_is_paired_with_the_box_of_its_die() -> None:
    pip = Label((60, 40, 12, 11), 1, 24.0, tight=True)
    assert score([pip], [found(60, 65, 90, 1)]).tally.right == 1
    assert score([Label((60, 40, 12, 11), 1, 24.0)], [found(60, 65, 90, 1)]).tally.missed == 1


def test_two_detections_of_one_die_are_a_right_one_and_a_ghost() -> None:
    one = score([label(50, 50, 40, 3)], [found(50, 50, 40, 3), found(60, 60, 40, 3)]).tally
    assert (one.right, one.ghosts, one.all_right) == (1, 1, 0)


def test_touching_dice_are_not_mixed_up() -> None:
    labels = [label(50, 50, 40, 1), label(90, 50, 40, 6)]
    one = score(labels, [found(88, 50, 40, 6), found(49, 50, 40, 1)]).tally
    assert one.right == 2


def test_small_dice_are_counted_apart() -> None:
    one = score([label(50, 50, 20, 3)], [found(50, 50, 20, 4)])
    assert one.tally == Tally(photos=1, small=1, small_wrong=1)
    assert [mistake[0] for mistake in one.mistakes] == ["wrong"]


@given(
    st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9), st.integers(1, 6)), max_size=12),
    st.lists(
        st.tuples(st.integers(0, 9), st.integers(0, 9), st.sampled_from([None, 1, 2, 3, 4, 5, 6])),
        max_size=12,
    ),
)
def test_every_label_and_every_detection_is_counted_once(
    labels: list[tuple[int, int, int]], dice: list[tuple[int, int, int | None]]
) -> None:
    tally = score(
        [label(20 * x, 20 * y, 40, value) for x, y, value in labels],
        [found(20 * x, 20 * y, 40, value) for x, y, value in dice],
    ).tally
    assert tally.dice == len(labels) == tally.right + tally.wrong + tally.asked + tally.missed
    paired = tally.right + tally.wrong + tally.asked
    assert paired + tally.ghosts + tally.questions == len(dice)


def test_what_lies_nearest_to_a_label_goes_with_it_and_half_a_die_away_is_near() -> None:
    two = [Label((0, 0, 40, 40), 3, 40.0), Label((40, 0, 40, 40), 5, 40.0)]
    # The first could be either's; it is nearer to the second.
    assert pairs(two, [found(42, 20, 40, 5), found(20, 20, 40, 3)]) == {0: 1, 1: 0}
    assert pairs(two[:1], [found(39, 20, 40, 3)]) == {0: 0}
    assert pairs(two[:1], [found(46, 20, 40, 3)]) == {}
