"""A USB camera, or the one built into a laptop."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Iterator

import cv2
import numpy as np

from hardware.camera import FPS, SIZE, Camera, CameraError
from hardware.frame import Frame


class UsbCamera(Camera):
    """The camera with this number, asked for 1280 x 720 at 30 frames a second; many give what they like.

    Raises CameraError where there is none, or another program holds it.
    """

    def __init__(self, number: int) -> None:
        self.name = f"usb:{number}"
        self._closed = threading.Event()
        # V4L2 by name: FFmpeg and GStreamer would be tried first on some builds and take seconds to refuse.
        backend = cv2.CAP_V4L2 if sys.platform == "linux" else cv2.CAP_ANY
        self._video = cv2.VideoCapture(number, backend)
        if not self._video.isOpened():
            raise CameraError(
                f"There is no camera {self.name}.",
                "Plug it in, or close the program that uses it, and start again.",
            )
        # Motion-JPEG first: over USB 2 an uncompressed 1280 x 720 comes at 5 to 10 frames a second.
        self._video.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        self._video.set(cv2.CAP_PROP_FRAME_WIDTH, SIZE[0])
        self._video.set(cv2.CAP_PROP_FRAME_HEIGHT, SIZE[1])
        self._video.set(cv2.CAP_PROP_FPS, FPS)
        self._video.set(cv2.CAP_PROP_BUFFERSIZE, 1)

    def frames(self) -> Iterator[Frame]:
        count = 0
        while not self._closed.is_set():
            there, image = self._video.read()
            if not there:
                if self._closed.is_set():
                    return
                raise CameraError(f"The camera {self.name} gives no pictures.", "Plug it in again.")
            yield Frame(np.asarray(image, np.uint8), time.monotonic(), count)
            count += 1

    def close(self) -> None:
        self._closed.set()
        self._video.release()
