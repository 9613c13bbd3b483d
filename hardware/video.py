"""A video that one thread reads and another may close: OpenCV crashes where it is released under a running read."""

from __future__ import annotations

import threading
from pathlib import Path

import cv2
import numpy as np

from hardware.frame import Image
from hardware.path import in_utf8


def open_film(path: Path, coded: bool = False) -> cv2.VideoCapture:
    """A capture of a file, by FFmpeg; one that is not opened where that cannot read it.

    coded: its pictures are read as they are coded, each as (1, N) bytes.
    """
    how = [cv2.CAP_PROP_FORMAT, -1] if coded else []
    try:
        with in_utf8(path) as name:
            return cv2.VideoCapture(name, cv2.CAP_FFMPEG, how)
    except OSError:
        return cv2.VideoCapture()


class Video:
    """An open capture of OpenCV. `read` is for one thread, `close` for any, at any time; `closed` is set then."""

    def __init__(self, capture: cv2.VideoCapture) -> None:
        self._capture = capture
        self.closed = threading.Event()
        self._reading = threading.Lock()

    def read(self) -> tuple[Image, float] | None:
        """The next picture, (H, W, 3) uint8 BGR, and its time in the video, s; None at the end and once closed."""
        try:
            with self._reading:
                there, image = (False, None) if self.closed.is_set() else self._capture.read()
                if not there:
                    return None
                return np.asarray(image, np.uint8), self._capture.get(cv2.CAP_PROP_POS_MSEC) / 1000
        finally:
            if self.closed.is_set():
                self._release()

    def tell(self, which: int, value: float) -> bool:
        """Set a property of OpenCV's; whether the source has it and took the value. False once closed."""
        with self._reading:
            return not self.closed.is_set() and bool(self._capture.set(which, value))

    def close(self) -> None:
        """Release it: at once, or as soon as the picture that is being read is there. Twice is once."""
        self.closed.set()
        self._release()

    def _release(self) -> None:
        # Whoever holds the lock sees afterwards that it is closed.
        if self._reading.acquire(blocking=False):
            self._capture.release()
            self._reading.release()
