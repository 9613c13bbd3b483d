"""Focus and exposure are held once the picture is good, and let go when light or focus is another.

No camera with a lens to hold can be had here, neither a real one nor one of the kernel's: a made one stands for it.
"""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
import pytest

from hardware.frame import Image
from hardware.held_lens import BY_HAND, EVERY_S, MOST_JUMPS, SETS_ITSELF, STEADY_S, WRONG_S, HeldLens

PICTURES_A_S = 4
HELD = [(cv2.CAP_PROP_AUTOFOCUS, 0.0), (cv2.CAP_PROP_AUTO_EXPOSURE, BY_HAND)]
FREE = [(cv2.CAP_PROP_AUTOFOCUS, 1.0), (cv2.CAP_PROP_AUTO_EXPOSURE, SETS_ITSELF)]


def table(grey: float = 110, blur: int = 0, seed: int = 1) -> Image:
    """A table with things on it, in this light, and so far out of focus."""
    image = np.full((360, 640, 3), grey, np.float32)
    for x, y in np.random.default_rng(seed).integers(0, (600, 320), (30, 2)):
        image[y : y + 30, x : x + 30] *= 1.3
    whole = np.clip(image, 0, 255).astype(np.uint8)
    return np.asarray(cv2.blur(whole, (blur, blur)), np.uint8) if blur else whole


class Lens:
    """A camera that remembers what it is told, and a clock."""

    def __init__(self, has_controls: bool = True) -> None:
        self.told: list[tuple[int, float]] = []
        self.now_s = 100.0
        self.has_controls = has_controls
        self.held = HeldLens(self.tell, "linux")

    def tell(self, which: int, value: float) -> bool:
        self.told.append((which, value))
        return self.has_controls

    def show(self, seconds: float, picture: Callable[[float], Image] | Image) -> None:
        """This, for so long."""
        for _ in range(round(PICTURES_A_S * seconds)):
            self.now_s += 1 / PICTURES_A_S
            self.held.see(picture if isinstance(picture, np.ndarray) else picture(self.now_s), self.now_s)


@pytest.fixture
def lens() -> Lens:
    return Lens()


def test_a_good_and_steady_picture_is_held_and_not_before_it_is_steady(lens: Lens) -> None:
    lens.show(STEADY_S - 2 * EVERY_S, table())
    assert lens.told == FREE
    lens.show(4 * EVERY_S, table())
    assert lens.told == FREE + HELD
    lens.show(60, table())
    assert lens.told == FREE + HELD


@pytest.mark.parametrize("grey", [20, 250])
def test_a_picture_too_dark_or_too_bright_is_not_held(lens: Lens, grey: int) -> None:
    lens.show(30, table(grey))
    assert lens.told == FREE


@pytest.mark.parametrize(
    "picture",
    [
        lambda now_s: table(grey=100 + 20 * np.sin(now_s)),
        lambda now_s: table(blur=2 + int(6 * (1 + np.sin(now_s)))),
    ],
    ids=["exposure", "focus"],
)
def test_a_lens_that_still_hunts_is_not_held(lens: Lens, picture: Callable[[float], Image]) -> None:
    lens.show(20, picture)
    assert lens.told == FREE


@pytest.mark.parametrize(
    "other", [table(grey=60), table(grey=180), table(blur=9)], ids=["dark", "bright", "blur"]
)
def test_in_another_light_or_out_of_focus_it_sets_itself_and_is_held_again(lens: Lens, other: Image) -> None:
    lens.show(30, table())
    lens.show(WRONG_S / 2, other)
    assert lens.told == FREE + HELD, "a hand over the table is none"
    lens.show(WRONG_S, other)
    assert lens.told == FREE + HELD + FREE
    lens.show(STEADY_S + 2 * EVERY_S, table())
    assert lens.told == FREE + HELD + FREE + HELD


def test_a_camera_that_jumps_when_it_is_held_is_soon_left_alone(lens: Lens) -> None:
    def picture(now_s: float) -> Image:
        return table(grey=50 if lens.told[-2:] == HELD else 110)

    lens.show(120, picture)
    assert lens.told == FREE + (HELD + FREE) * MOST_JUMPS


def test_light_that_changes_many_times_in_a_year_is_followed_each_time(lens: Lens) -> None:
    for number in range(6):
        lens.show(40, table(grey=70 if number % 2 else 150))
    assert lens.told == FREE + (HELD + FREE) * 5 + HELD


def test_a_camera_without_such_controls_and_another_system_go_on_as_they_are() -> None:
    without = Lens(has_controls=False)
    without.show(10, table())
    assert without.told == FREE + HELD
    elsewhere = Lens()
    elsewhere.told.clear()
    held = HeldLens(elsewhere.tell, "win32")
    held.see(table(), 1.0)
    assert not elsewhere.told
