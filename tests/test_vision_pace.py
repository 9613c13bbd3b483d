"""How fast pictures come, and who is slow where they come too slowly: the camera, or those who look."""

from __future__ import annotations

import pytest

from vision.following.pace import Pace
from vision.nouns import Trouble


def told(fps: float, every: int = 1, first: int = 0) -> tuple[Trouble, ...]:
    """What is said after four seconds of a camera of which every so many pictures are looked at."""
    pace = Pace()
    numbers = range(0, round(4 * fps), every)
    for number in numbers:
        pace.step(100 + number / fps, first + number)
    return pace.troubles(100 + numbers[-1] / fps)


def test_a_camera_that_gives_few_pictures_is_called_slow_and_not_the_machine() -> None:
    (trouble,) = told(5)
    assert trouble.what.startswith("The camera gives only 5 pictures a second:")
    assert "light" in trouble.do
    assert "programs" not in trouble.do


def test_pictures_that_nobody_had_time_for_are_laid_to_the_machine() -> None:
    (trouble,) = told(30, every=6)
    assert trouble.what.startswith("No more than 5 pictures a second can be looked at:")
    assert "programs" in trouble.do


@pytest.mark.parametrize(("every", "says"), [(30, "1 picture a"), (25, "1 picture a"), (15, "2 pictures a")])
def test_one_picture_a_second_is_called_so(every: int, says: str) -> None:
    (trouble,) = told(30, every)
    assert trouble.what.startswith(f"No more than {says} second can be looked at:")


def test_a_slow_camera_on_a_slow_machine_is_the_one_to_mend_first() -> None:
    (trouble,) = told(5, every=2)
    assert trouble.what.startswith("The camera gives only 5")


@pytest.mark.parametrize(("fps", "every"), [(30, 1), (30, 2), (10, 1)])
def test_nothing_is_said_where_they_come_fast_enough(fps: float, every: int) -> None:
    assert told(fps, every) == ()


def test_a_camera_that_is_plugged_in_again_counts_its_pictures_anew() -> None:
    pace = Pace()
    for number in range(40):
        pace.step(number / 5, 1000 + number if number < 20 else number)
    (trouble,) = pace.troubles(40 / 5)
    assert trouble.what.startswith("The camera gives only 5")
