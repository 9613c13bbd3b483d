"""One place for the newest frame: between the thread that takes pictures and the one that looks, and for pages."""

from __future__ import annotations

import threading
import time

from hardware.frame import Frame
from webui.config import Settings
from webui.evidence import as_jpeg


class Slot:
    """Holds the newest frame. Whoever is slow misses frames; nobody waits for a backlog."""

    def __init__(self) -> None:
        self._news = threading.Condition()
        self._fresh = False
        self._newest: tuple[Frame, float] | None = None

    def put(self, frame: Frame) -> None:
        """This is the newest frame now."""
        with self._news:
            self._newest = frame, time.monotonic()
            self._fresh = True
            self._news.notify_all()

    def take(self, timeout_s: float) -> Frame | None:
        """The newest frame, if nobody took it yet; waits for one at most so long."""
        with self._news:
            self._news.wait_for(lambda: self._fresh, timeout_s)
            fresh, self._fresh = self._fresh, False
            return self._newest[0] if fresh and self._newest else None

    def newest(self) -> tuple[Frame, float] | None:
        """The newest frame and when it came (monotonic seconds); None before the first."""
        with self._news:
            return self._newest


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
                jpeg = as_jpeg(newest[0].image, self._settings.picture_quality, self._settings.picture_width)
                self._made = jpeg, newest[1]
            jpeg, came_s = self._made
            return (jpeg, time.monotonic() - came_s) if jpeg else None
