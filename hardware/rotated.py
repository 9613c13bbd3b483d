"""A camera that hangs upside down or on its side, its pictures turned so that people see the table upright."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import cast

import cv2

from hardware.camera import Camera, Through
from hardware.frame import Frame, Image

# Degrees clockwise.
ROTATIONS = (0, 90, 180, 270)
_HOW = {90: cv2.ROTATE_90_CLOCKWISE, 180: cv2.ROTATE_180, 270: cv2.ROTATE_90_COUNTERCLOCKWISE}


class Rotated(Through):
    """Another live camera, turned clockwise by 0, 90, 180 or 270 degrees."""

    def __init__(self, camera: Camera, degrees: int) -> None:
        super().__init__(camera)
        self._degrees = degrees

    def turn(self, degrees: int) -> None:
        """Turn each picture by so much, from the next frame on."""
        self._degrees = degrees

    def frames(self) -> Iterator[Frame]:
        """Its frames, turned."""
        for frame in self._camera.frames():
            how = _HOW.get(self._degrees)
            yield frame if how is None else replace(frame, image=cast(Image, cv2.rotate(frame.image, how)))


def rotated(camera: Camera, degrees: int) -> Camera:
    """The camera as it hangs; a film shows its table as it should be, and stays as it is."""
    return Rotated(camera, degrees) if camera.live else camera
