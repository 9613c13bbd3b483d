"""The Raspberry Pi's camera, by picamera2."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from typing import Any

import cv2
import numpy as np

from hardware.camera import FPS, SIZE, Camera, CameraError, CameraTaken
from hardware.frame import Frame, Image

# A capture that has not come after this long never will (libcamera can block for ever): the camera is opened anew.
PATIENCE_S = 2.0
_RESTART = "Check the ribbon cable on both ends, then start again."


class PiCamera(Camera):
    """The Pi's camera at about 1280 x 720 and 30 frames a second.

    number: which camera, on a board with two. Raises CameraError where picamera2 or the camera is missing, or another
    program holds it; frames() raises it when pictures stop.
    """

    def __init__(self, number: int = 0) -> None:
        self.name = "pi"
        self._closed = threading.Event()
        self._camera = _open(number)
        try:
            self._configure()
            self._camera.start()
        except (OSError, RuntimeError) as error:  # no memory for its pictures, or libcamera gave up
            self.close()
            raise CameraError(f"The Pi's camera does not start ({error}).", _RESTART) from error

    def _configure(self) -> None:
        camera = self._camera
        from libcamera import ColorSpace

        # Full range, as a photo has it: libcamera's default for video is the limited range, and thresholds tuned on
        # one shift on the other.
        camera.configure(
            camera.create_video_configuration(
                main={"size": SIZE, "format": "RGB888"},
                colour_space=ColorSpace.Sycc(),
                controls=self._controls(),
            )
        )
        # What was asked for is not always what comes (NV12 in place of RGB888, other sizes): read it back.
        self._main: dict[str, Any] = camera.camera_configuration()["main"]
        if self._main["format"] not in _TO_BGR:
            self.close()
            raise CameraError(
                f"The Pi's camera gives {self._main['format']} pictures, which are not known here.", _RESTART
            )

    def _controls(self) -> dict[str, Any]:
        known = self._camera.camera_controls
        wanted: dict[str, Any] = {"FrameRate": FPS, "AfMode": 2}  # 2: autofocus goes on, where there is one
        return {name: value for name, value in wanted.items() if name in known}

    def frames(self) -> Iterator[Frame]:
        count = 0
        next_s = time.monotonic()
        while not self._closed.wait(max(0.0, next_s - time.monotonic())):
            next_s = time.monotonic() + 0.9 / FPS
            yield Frame(self._capture(), time.monotonic(), count)
            count += 1

    def _capture(self) -> Image:
        try:
            job = self._camera.capture_request(wait=False)
            request = self._camera.wait(job, timeout=PATIENCE_S)
        except (
            Exception
        ) as error:  # picamera2 raises bare RuntimeError, TimeoutError and others for one cause
            raise CameraError(f"The Pi's camera gives no pictures ({error!r}).", _RESTART) from error
        try:
            return _TO_BGR[self._main["format"]](request.make_array("main"), self._main["size"])
        finally:
            request.release()

    def close(self) -> None:
        """Stop and give the camera back; where libcamera blocks in it, after a while without it."""
        self._closed.set()
        closer = threading.Thread(target=self._camera.close, name="pi-camera-close", daemon=True)
        closer.start()
        closer.join(timeout=PATIENCE_S)


def _open(number: int) -> Any:
    try:
        from picamera2 import Picamera2
    except ImportError:
        raise CameraError(
            "picamera2 is not installed.", "On a Pi: sudo apt install python3-picamera2, then delete .venv."
        ) from None
    if number >= len(Picamera2.global_camera_info()):
        raise CameraError("The Pi sees no camera.", "Check the ribbon cable on both ends, then start again.")
    try:
        return Picamera2(number)
    except RuntimeError as error:
        raise CameraTaken(
            f"The Pi's camera does not open ({error}).", "Close the program that uses it, then start again."
        ) from error


def _rgb888(array: Image, size: tuple[int, int]) -> Image:
    # libcamera names the bytes from the right: RGB888 lies in memory as B, G, R.
    return np.ascontiguousarray(array[: size[1], : size[0]])


def _nv12(array: Image, size: tuple[int, int]) -> Image:
    """NV12 (H * 3/2, stride) to BGR, full range, BT.601: OpenCV's own conversion assumes the limited range."""
    width, height = size
    luma = array[:height, :width].astype(np.float32)
    pairs = array[height : height + height // 2, :width].reshape(height // 2, width // 2, 2)
    chroma = np.asarray(cv2.resize(pairs, (width, height), interpolation=cv2.INTER_LINEAR), np.float32) - 128
    u, v = chroma[..., 0], chroma[..., 1]
    bgr = np.stack([luma + 1.772 * u, luma - 0.344136 * u - 0.714136 * v, luma + 1.402 * v], axis=-1)
    return np.clip(bgr + 0.5, 0, 255).astype(np.uint8)


_TO_BGR = {"RGB888": _rgb888, "NV12": _nv12}
