"""A camera that hangs otherwise: its pictures turned, all else as it was."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from hardware.camera import Camera
from hardware.frame import Frame
from hardware.rotated import ROTATIONS, rotated


class Hanging(Camera):
    """Shows one picture that is wider than high, bright at its top left corner."""

    def __init__(self, live: bool = True) -> None:
        self.name, self.live, self.instead, self.closed = "usb:3", live, True, False

    def frames(self) -> Iterator[Frame]:
        picture = np.zeros((4, 6, 3), np.uint8)
        picture[0, 0] = 255
        yield Frame(picture, 12.5, 7)

    def close(self) -> None:
        self.closed = True


@pytest.mark.parametrize(
    ("degrees", "size", "corner"),
    [(0, (4, 6), (0, 0)), (90, (6, 4), (0, 3)), (180, (4, 6), (3, 5)), (270, (6, 4), (5, 0))],
)
def test_the_picture_is_turned_clockwise(
    degrees: int, size: tuple[int, int], corner: tuple[int, int]
) -> None:
    assert degrees in ROTATIONS
    with rotated(Hanging(), degrees) as camera:
        (frame,) = camera.frames()
    assert frame.image.shape == (*size, 3)
    assert frame.image[corner].tolist() == [255, 255, 255]
    assert (frame.time_s, frame.seq) == (12.5, 7)


def test_a_turned_camera_is_the_same_camera_and_is_closed_like_it() -> None:
    hanging = Hanging()
    camera = rotated(hanging, 180)
    assert (camera.name, camera.live, camera.demo, camera.instead) == ("usb:3", True, False, True)
    camera.close()
    assert hanging.closed


def test_a_film_is_not_turned() -> None:
    film = Hanging(live=False)
    assert rotated(film, 180) is film
