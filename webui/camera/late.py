# Tested by tests/test_webui_late.py.
"""Notices a camera that is plugged in while the demo plays because none was found."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress

from hardware.camera import CameraError
from hardware.usb import plugged
from webui.health import Health

EVERY_S = 3.0
"""Seconds between two looks. Larger: a camera is noticed later. Smaller: more work on every machine without one."""
THERE = "camera-there"
"""The code of the trouble that says so."""


class Late:
    """Belongs to the thread that looks. there: the numbers of the cameras that are there. clock: monotonic seconds."""

    def __init__(
        self, there: Callable[[], frozenset[int]] = plugged, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._there, self._clock = there, clock
        self._known, self._due_s = there(), clock() + EVERY_S

    def step(self) -> str:
        """The name of a camera that was not there at the last look; "" where there is none, or it is not time yet."""
        if self._clock() < self._due_s:
            return ""
        self._due_s = self._clock() + EVERY_S
        before, self._known = self._known, self._there()
        new = sorted(self._known - before)
        return f"usb:{new[0]}" if new else ""

    def take(self, playing: bool, use: Callable[[str], None], health: Health) -> None:
        """Look through a new camera in place of the demo; while a match is on, say only that it is there.

        use: looks through the camera of this name; raises CameraError.
        """
        name = self.step()
        if not name:
            return
        if not playing:
            with suppress(CameraError):
                use(name)
                return
        what = f"The camera {name} was plugged in; the demo still plays."
        health.start("camera", THERE, what, "Look through it on the page Camera.")
