# Tested by tests/test_webui_eye.py.
"""One place for the newest frame: between the thread that takes pictures and the one that looks."""

from __future__ import annotations

import threading
import time

from hardware.frame import Frame


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

    def show(self, frame: Frame) -> None:
        """This is the newest frame for the screen; it is looked at already."""
        with self._news:
            self._newest, self._fresh = (frame, time.monotonic()), False

    def clear(self) -> None:
        """There is no newest frame: another camera is looked through."""
        with self._news:
            self._newest, self._fresh = None, False

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
