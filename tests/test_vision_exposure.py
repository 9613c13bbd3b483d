"""What a change of the light says of dice: nothing."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from lit_table import DIE_PX, picture

from hardware.frame import Image
from vision.following.motion import Motion


def seen_after(lights: list[float], die: float) -> int:
    """How many blobs a die makes that lies there at once after these lights, at 30 pictures a second."""
    motion = Motion()
    for number, light in enumerate(lights):
        motion.look(picture(light, number), number / 30, DIE_PX)
    return len(motion.look(picture(lights[-1], 999, die), len(lights) / 30, DIE_PX).blobs)


def test_a_lamp_that_goes_out_at_once_and_comes_back_slowly_blinds_nobody() -> None:
    cycle = [*[1.0] * 40, *[0.03] * 15, 0.06, 0.12, 0.25, 0.5, 0.8]
    assert seen_after([*cycle, *cycle, *[1.0] * 60], die=40) == seen_after([1.0] * 60, die=40) == 1


def test_an_exposure_that_swings_by_less_than_a_grey_level_a_picture_moves_nothing() -> None:
    motion = Motion()
    for number in range(160):
        light = 1 - 0.25 * np.sin(max(number - 10, 0) / 70)
        sight = motion.look(picture(float(light), number, grain=0.3), number / 60, DIE_PX)
        assert not sight.light
        assert not [blob for blob in sight.blobs if blob.moving], number


def coarse(shown: Image, now: Image) -> Image:
    """A film's next picture: squares of 16 px that have changed by little on the mean are left as they were."""
    left = np.abs(now.astype(np.float32) - shown).mean(axis=2)
    blocks = cv2.resize(left[:176], (20, 11), interpolation=cv2.INTER_AREA) < 3.0
    same = cv2.resize(blocks.astype(np.uint8), (320, 176), interpolation=cv2.INTER_NEAREST) > 0
    out = now.copy()
    out[:176][same] = shown[:176][same]
    return out


def test_an_exposure_that_swings_in_a_film_which_leaves_most_of_a_picture_as_it_was_moves_nothing() -> None:
    motion, shown = Motion(), picture(1.0, 0, grain=0.3)
    for number in range(240):
        light = 1 + 0.1 * np.sin(number / 15)
        shown = coarse(shown, picture(float(light), number, grain=0.3))
        sight = motion.look(shown, number / 60, DIE_PX)
        assert not sight.light
        assert not sight.blobs, number
    assert len(motion.look(picture(float(light), 999, die=40), 4.0, DIE_PX).blobs) == 1


def flickering(number: int, share: float, speed: float, die: float = 0.0) -> Image:
    """The table under a lamp that draws bands of such a share across it, moving by so much of one in each picture."""
    bands = 1 + share * np.sin(2 * np.pi * (1.3 * np.arange(180) / 180 + speed * number))
    return np.clip(picture(1.0, number, die) * bands[:, None, None], 0, 255).astype(np.uint8)


@pytest.mark.parametrize("speed", [0.37, 0.05, -0.1])
@pytest.mark.parametrize("share", [0.08, 0.2])
def test_the_bands_of_a_flickering_lamp_move_nothing_and_hide_no_die(share: float, speed: float) -> None:
    motion = Motion()
    for number in range(60):
        sight = motion.look(flickering(number, share, speed), number / 30, DIE_PX)
        if number > 30:
            assert not sight.blobs
    assert float(sight.still.min()) > 0.9
    for number in range(60, 64):
        sight = motion.look(
            flickering(number, share, speed, die=45 if share < 0.1 else 60), number / 30, DIE_PX
        )
        (blob,) = sight.blobs
        assert blob.centre_px == pytest.approx((158, 88), abs=3)


@pytest.mark.parametrize(("from_x", "to_x"), [(60, 280), (12, 312)])
def test_under_a_flickering_lamp_a_hand_that_waits_is_seen_where_it_is_and_nowhere_else(
    from_x: int, to_x: int
) -> None:
    motion = Motion()
    for number in range(60):
        motion.look(flickering(number, 0.08, 0.37), number / 30, DIE_PX)
    for number in range(60, 90):
        shown = flickering(number, 0.08, 0.37)
        top = max(60, 180 - 8 * (number - 60))
        shown[top:, from_x:to_x] = 0.5 * shown[top:, from_x:to_x] + np.array([90, 110, 150])
        sight = motion.look(shown, number / 30, DIE_PX)
        # While it comes in, the rows that it has just reached may seem to change as a whole.
        for blob in (*sight.blobs, *sight.hands) if number > 76 else ():
            left, upper, right, _ = blob.box_px
            assert left >= from_x - 4
            assert upper >= top - 4
            assert right <= to_x + 4
    boxes = np.array([hand.box_px for hand in sight.hands])
    assert (*boxes[:, :2].min(axis=0), *boxes[:, 2:].max(axis=0)) == pytest.approx(
        (from_x, 60, to_x, 180), abs=4
    )


def test_what_lies_across_the_whole_picture_is_no_band() -> None:
    motion = Motion()
    for number in range(40):
        motion.look(picture(1.0, number), number / 30, DIE_PX)
    shown = picture(1.0, 40).astype(np.float32)
    shown[60:120] *= 1.25
    sight = motion.look(np.clip(shown, 0, 255).astype(np.uint8), 40 / 30, DIE_PX)
    boxes = np.array([thing.box_px for thing in (*sight.blobs, *sight.hands)])
    assert (*boxes[:, :2].min(axis=0), *boxes[:, 2:].max(axis=0)) == pytest.approx((0, 60, 320, 120), abs=3)
