# Tested by tests/test_webui_run.py.
"""What systemd is told: that the pages are served, and that the table is still looked at (sd_notify(3))."""

from __future__ import annotations

import os
import socket
import threading
import time
from contextlib import suppress

BEAT_S = 5.0
"""Seconds between two signs of life at least. Larger: fewer messages; it must stay well below WatchdogSec."""


def notify(state: str) -> None:
    """Send one state, such as READY=1, to systemd; to nobody where it has not started us."""
    place = os.environ.get("NOTIFY_SOCKET", "")
    if not place:
        return
    with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.connect(f"\0{place[1:]}" if place.startswith("@") else place)
        line.send(state.encode())


class Heart:
    """Says now and then that the program lives. What is to be watched calls `beat` as often as it likes."""

    def __init__(self) -> None:
        self._next_s = 0.0

    def beat(self) -> None:
        """One more sign of life, if the last one was some time ago."""
        if time.monotonic() >= self._next_s:
            self._next_s = time.monotonic() + BEAT_S
            notify("WATCHDOG=1")

    def by_itself(self) -> None:
        """Beat for as long as the program runs, where nothing looks at a table."""

        def go_on() -> None:
            while True:
                self.beat()
                time.sleep(BEAT_S)

        threading.Thread(target=go_on, name="heart", daemon=True).start()
