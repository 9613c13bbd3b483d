"""A network camera: Motion-JPEG over HTTP, or RTSP."""

from __future__ import annotations

import itertools
import threading
import time
from collections.abc import Iterator

import cv2

from hardware.address import shown
from hardware.camera import Camera, CameraError
from hardware.frame import Frame, Image
from hardware.video import Video

TIMEOUT_MS = 3000


class Stream(Camera):
    """The newest picture of a network camera.

    A thread of its own drains the connection, because a reader slower than the camera would see the table as it
    was seconds ago (measured: 1.9 s behind after 3 s). Raises CameraError where nobody answers.
    """

    def __init__(self, address: str) -> None:
        self.name = shown(address)
        limits = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, TIMEOUT_MS, cv2.CAP_PROP_READ_TIMEOUT_MSEC, TIMEOUT_MS]
        video = cv2.VideoCapture(address, cv2.CAP_FFMPEG, limits)
        if not video.isOpened():
            raise CameraError(
                f"No pictures come from {self.name}.",
                "Is the camera on, and the address right? Open it in a browser.",
            )
        self._video = Video(video)
        self._news = threading.Condition()
        self._newest: tuple[Image, float, int] | None = None
        self._ended = False
        self._thread = threading.Thread(target=self._drain, name="stream", daemon=True)
        self._thread.start()

    def _drain(self) -> None:
        try:
            for count in itertools.count():
                seen = self._video.read()
                if seen is None or self._video.closed.is_set():
                    break
                with self._news:
                    self._newest = (seen[0], time.monotonic(), count)
                    self._news.notify_all()
        finally:
            # Whoever waits for pictures must learn that none comes, whatever has gone wrong here.
            with self._news:
                self._ended = True
                self._news.notify_all()

    def frames(self) -> Iterator[Frame]:
        seen = -1
        while True:
            with self._news:
                while not self._ended and (self._newest is None or self._newest[2] == seen):
                    self._news.wait()
                if self._video.closed.is_set():
                    return
                if self._ended:
                    raise CameraError(
                        f"The pictures from {self.name} have stopped.", "Is the camera still on?"
                    )
                assert self._newest is not None
                image, time_s, seen = self._newest
            yield Frame(image, time_s, seen)

    def close(self) -> None:
        self._video.close()
        with self._news:
            self._news.notify_all()
        self._thread.join(timeout=2 * TIMEOUT_MS / 1000)
