"""The live picture of the pages: the newest frame as JPEG."""

from __future__ import annotations

import threading
import time
from typing import cast

import cv2

from hardware.frame import Image
from hardware.jpeg import encode_jpeg
from webui.camera.slot import Slot
from webui.config import Settings


class LivePicture:
    """The newest frame as JPEG, made at most `picture_rate` times a second however many pages ask."""

    def __init__(self, slot: Slot, settings: Settings) -> None:
        self._slot = slot
        self._settings = settings
        self._lock = threading.Lock()
        self._made: tuple[bytes, float] = b"", 0.0
        self._due_s = 0.0

    def newest(self) -> tuple[bytes, float] | None:
        """The picture and its age in seconds; None before the first."""
        with self._lock:
            newest = self._slot.newest()
            if newest and time.monotonic() >= self._due_s and newest[1] != self._made[1]:
                self._due_s = time.monotonic() + 1 / self._settings.picture_rate
                image = _narrowed(newest[0].image, self._settings.picture_width)
                self._made = encode_jpeg(image, self._settings.picture_quality), newest[1]
            jpeg, came_s = self._made
            return (jpeg, time.monotonic() - came_s) if jpeg else None


def _narrowed(image: Image, width: int) -> Image:
    """The picture, made smaller where it is wider than so many pixels."""
    if image.shape[1] <= width:
        return image
    height = max(1, round(image.shape[0] * width / image.shape[1]))
    return cast(Image, cv2.resize(image, (width, height), interpolation=cv2.INTER_AREA))
