"""What moves, and how the table looked before."""

from __future__ import annotations

import numpy as np
import pytest
from lit_table import DIE_PX, picture

from vision.following.motion import Motion


def test_what_was_unlike_before_is_told_until_it_is_remembered() -> None:
    motion = Motion()
    for number in range(40):
        motion.look(picture(1.0, number, die=60 * (number >= 10)), number / 30, DIE_PX)
    changed, solid = motion.look(picture(1.0, 40, die=60), 41 / 30, DIE_PX).news()
    assert changed[84:92, 154:162].all()
    assert solid[84:92, 154:162].all()
    assert changed.astype(bool).sum() < 1.5 * 16 * 16
    motion.remember()
    changed, _ = motion.look(picture(1.0, 42, die=60), 42 / 30, DIE_PX).news()
    assert not changed.any()


def test_the_table_before_outlives_a_hand_over_more_than_half_of_it() -> None:
    motion = Motion()
    for number in range(40):
        motion.look(picture(1.0, number), number / 30, DIE_PX)
    motion.remember()
    lights: list[bool] = []
    for number in range(40, 50):
        hand = picture(1.0, number)
        hand[:, :220] = (120, 140, 205)
        lights.append(motion.look(hand, number / 30, DIE_PX).light)
    assert any(lights)
    for number in range(50, 60):
        sight = motion.look(picture(1.0, number, die=60), number / 30, DIE_PX)
    changed, _ = sight.news()
    assert changed[84:92, 154:162].all()
    assert changed.astype(bool).sum() < 1.5 * 16 * 16


def test_no_hand_stays_behind_where_one_was_over_more_than_half_of_the_table() -> None:
    motion, number = Motion(), 0
    for _ in range(40):
        number += 1
        motion.look(picture(1.0, number), number / 30, DIE_PX)
    motion.remember()
    # It comes, rests, and draws back a little from frame to frame.
    for reach in (*(220,) * 30, *range(220, 0, -12), *(0,) * 10):
        number += 1
        hand = picture(1.0, number)
        hand[:, :reach] = (120, 140, 205)
        sight = motion.look(hand, number / 30, DIE_PX)
    assert not sight.hands
    assert not sight.big.any()


@pytest.mark.parametrize("size", [(2, 2), (5, 3), (300, 2), (1280, 9), (9, 1280)])
def test_no_picture_is_too_narrow_to_look_at(size: tuple[int, int]) -> None:
    motion = Motion()
    for number in range(3):
        assert not motion.look(np.full((*size, 3), 90 + number, np.uint8), number / 30, DIE_PX).hands


@pytest.mark.parametrize("rests", [False, True])
def test_a_place_at_the_edge_that_a_hand_has_emptied_is_no_hand_and_a_finger_that_rests_there_is_for_long(
    rests: bool,
) -> None:
    motion, number = Motion(), 0

    def frames(count: int, lies: bool, hand: bool) -> bool:
        nonlocal number
        for _ in range(count):
            number += 1
            shown = picture(1.0, number)
            shown[160:, 150:164] = (20, 20, 20) if lies else shown[160:, 150:164]
            shown[90:, 120:190] = (120, 140, 205) if hand else shown[90:, 120:190]
            shown[160:, 150:164] = (90, 100, 235) if rests and not lies else shown[160:, 150:164]
            sight = motion.look(shown, number / 30, DIE_PX)
        return bool(sight.hands)

    assert not frames(40, lies=True, hand=False)
    assert frames(15, lies=True, hand=True)
    assert frames(60, lies=False, hand=False) == rests
    assert not frames(90, lies=False, hand=False)
