"""What is done to real clips to see whether they were right by luck, and how that is judged."""

from __future__ import annotations

import numpy as np
import pytest

from hardware.frame import Frame
from models.measure.disturbances import DISTURBANCES
from models.measure.disturbed import Followed, frames

RESTS = [[3], [2, 2, 5]]
LOST = ("every second picture", "every third picture", "a third is lost", "gaps of half a second")


@pytest.mark.parametrize(
    ("rolls", "gone", "verdict"),
    [
        (((3,), (5, 2, 2)), 0, "right"),
        (((3,), (2, None, 2)), 0, "asked"),
        (((None,), (None, None, None)), 0, "asked"),
        (((3,), (5, 2, 2)), 1, "wrong"),
        (((3,),), 0, "wrong"),
        (((3,), (5, 2, 2), (1,)), 0, "wrong"),
        (((3,), (5, 2)), 0, "wrong"),
        (((3,), (5, 2, None, 2)), 0, "wrong"),
        (((3,), (5, 5, None)), 0, "wrong"),
        (((5, 2, 2), (3,)), 0, "wrong"),
    ],
)
def test_a_clip_is_right_where_each_rest_is_one_roll_of_its_values(
    rolls: tuple[tuple[int | None, ...], ...], gone: int, verdict: str
) -> None:
    assert Followed(rolls, gone).verdict(RESTS) == verdict


@pytest.mark.parametrize("name", DISTURBANCES)
def test_each_disturbance_gives_pictures_that_can_be_looked_at(name: str) -> None:
    picture = np.random.default_rng(0).integers(0, 256, (60, 80, 3)).astype(np.uint8)
    source = [Frame(picture, number / 10, number) for number in range(90)]
    seen = list(frames(source, DISTURBANCES[name]))
    assert [frame.seq for frame in seen] == list(range(len(seen)))
    takes, slower = DISTURBANCES[name].takes, DISTURBANCES[name].slower
    taken = [number for number in range(90) if takes(number)]
    assert (len(taken) < 90) == (name in LOST)
    assert [frame.time_s for frame in seen] == pytest.approx([number / 10 * slower for number in taken])
    same = all(np.array_equal(frame.image, picture) for frame in seen)
    assert same == (name in ("as it is", "slower", "faster", *LOST))
    # Each time the same.
    again = list(frames(source, DISTURBANCES[name]))
    assert all(np.array_equal(one.image, two.image) for one, two in zip(seen, again, strict=True))


def test_dice_are_where_they_were_in_a_mirror() -> None:
    picture = np.zeros((2, 3, 3), np.uint8)
    picture[0, 0] = 200
    (seen,) = frames([Frame(picture, 0.0, 0)], DISTURBANCES["mirrored"])
    assert seen.image[0, 2].tolist() == [200, 200, 200]
