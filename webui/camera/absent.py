# Tested by tests/test_webui_eye.py.
"""No camera, as a person may choose on the page: the dice are typed in."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator

from hardware.camera import Camera
from hardware.frame import Frame

ABSENT = "none"


class Absent(Camera):
    """Gives no picture, and nothing is wrong with that."""

    name, live, patient = ABSENT, False, True

    def __init__(self) -> None:
        self._closed = threading.Event()

    def frames(self) -> Iterator[Frame]:
        """None, until it is closed."""
        self._closed.wait()
        yield from ()

    @property
    def quiet_s(self) -> float:
        """Now: it has nothing new, always."""
        return time.monotonic()

    def close(self) -> None:
        """Wait no more."""
        self._closed.set()
