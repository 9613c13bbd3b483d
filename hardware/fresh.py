"""Whether a picture is a new one: a camera that has frozen often sends its last picture again and again."""

from __future__ import annotations

import time

import numpy as np

from hardware.camera import CameraError
from hardware.frame import Image

FROZEN_S = 5.0
"""Seconds of one and the same picture until the camera is said to have frozen. Larger: said later. Smaller: a camera
that makes a picture every few seconds is said to be frozen though it is only slow."""
ROWS = 16
"""Every so many rows of two pictures are compared first. Larger: a new picture is told sooner, a same one later."""


class Fresh:
    """Tells new pictures from the last one again. The noise of a sensor makes every true picture differ."""

    def __init__(self) -> None:
        self._last: bytes | Image | None = None
        self._since_s = time.monotonic()

    def is_new(self, picture: bytes | Image) -> bool:
        """Whether it differs from the one before; a file as it was sent, or an image."""
        if self._last is not None and _same(self._last, picture):
            return False
        self._last = picture
        self.rest()
        return True

    def rest(self) -> None:
        """The camera says itself that nothing is new: it is not frozen."""
        self._since_s = time.monotonic()

    @property
    def frozen(self) -> bool:
        """Whether no new picture came for a while."""
        return time.monotonic() - self._since_s > FROZEN_S


def frozen(name: str) -> CameraError:
    """The error of a camera that goes on sending one and the same picture."""
    return CameraError(
        f"{name} sends the same picture again and again: it has frozen.",
        "Switch the camera off and on, or start its app again.",
    )


def _same(one: bytes | Image, other: bytes | Image) -> bool:
    if isinstance(one, bytes) or isinstance(other, bytes):
        return isinstance(one, bytes) and isinstance(other, bytes) and one == other
    return np.array_equal(one[::ROWS], other[::ROWS]) and np.array_equal(one, other)
