# Tested by tests/test_webui_eye.py.
"""What is wrong with a camera that is open: what it knows itself, or that its picture is black."""

from __future__ import annotations

import time

from hardware.camera import Camera, CameraError
from hardware.frame import Frame, is_black

BLACK_S = 2.0
"""Seconds of black pictures until that is said. Larger: said later. Smaller: a hand before the lens is said, too."""


class Wrong:
    """Looks at a camera now and then."""

    def __init__(self) -> None:
        self._bright_s = time.monotonic()

    def of(self, camera: Camera, frame: Frame | None) -> CameraError | None:
        """What is wrong with it now; frame: its newest one. A film is as it was recorded."""
        if camera.trouble or not camera.live:
            return camera.trouble
        if frame is None or not is_black(frame.image):
            self._bright_s = time.monotonic()
        if time.monotonic() - self._bright_s < BLACK_S:
            return None
        return CameraError(
            f"The picture of {camera.name} is black.", "Is a cap or a shutter before its lens?"
        )
