"""The live picture of the pages: the newest frame as JPEG."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass
from typing import cast

import cv2

from hardware.frame import Image
from hardware.jpeg import encode_jpeg
from webui.camera.slot import Slot
from webui.config import Settings

# Widths that pictures are made in, px; a page gets the next one above what it shows. More of them: more work where
# several pages look on. Fewer: more is sent than is shown.
WIDTHS = (320, 480, 640, 960)


class LivePicture:
    """The newest frame as JPEG, made at most `picture_rate` times a second in each width however many pages ask."""

    def __init__(self, slot: Slot, settings: Settings) -> None:
        self._slot = slot
        self._settings = settings
        self._lock = threading.Lock()
        self._made: dict[int, Made] = {}

    def newest(self, width: int | None = None) -> tuple[bytes, float] | None:
        """The picture and its age in seconds; None before the first. width: px that are shown of it, None for all."""
        size = self._size(width)
        with self._lock:
            newest, made = self._slot.newest(), self._made.get(size)
            if newest and (made is None or made.is_due(newest[1])):
                image = _narrowed(newest[0].image, size)
                due_s = time.monotonic() + 1 / self._settings.picture_rate
                made = Made(encode_jpeg(image, self._settings.picture_quality), newest[1], due_s)
                self._made[size] = made
            return (made.jpeg, time.monotonic() - made.came_s) if made else None

    def _size(self, width: int | None) -> int:
        """The width that is made for a page which shows so much."""
        most = self._settings.picture_width
        return next((each for each in WIDTHS if each < most and width is not None and width <= each), most)


@dataclass(frozen=True)
class Made:
    """A picture: of the frame that came at this time, not to be made anew before it is due, both s."""

    jpeg: bytes
    came_s: float
    due_s: float

    def is_due(self, newest_s: float) -> bool:
        """Whether there is a newer frame, and it is time for its picture."""
        return newest_s != self.came_s and time.monotonic() >= self.due_s


def _narrowed(image: Image, width: int) -> Image:
    """The picture, made smaller where it is wider than so many pixels."""
    if image.shape[1] <= width:
        return image
    height = max(1, round(image.shape[0] * width / image.shape[1]))
    return cast(Image, cv2.resize(image, (width, height), interpolation=cv2.INTER_AREA))
