"""A network camera that only FFmpeg understands: RTSP, or a film that is sent over HTTP."""

from __future__ import annotations

from collections.abc import Iterator

import cv2

from hardware.address import shown
from hardware.drained import Drained
from hardware.frame import Image
from hardware.fresh import Fresh, frozen
from hardware.site import no_pictures
from hardware.video import Video

TIMEOUT_MS = 3000
"""Milliseconds without an answer until the camera is lost. Larger: said later. Smaller: a weak Wi-Fi loses it often."""


class Stream(Drained):
    """The newest picture of a network camera. Raises CameraError where nobody answers.

    OpenCV asks an RTSP camera for TCP first: over UDP each lost packet is a torn picture.
    """

    def __init__(self, address: str) -> None:
        super().__init__(shown(address))
        limits = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, TIMEOUT_MS, cv2.CAP_PROP_READ_TIMEOUT_MSEC, TIMEOUT_MS]
        video = cv2.VideoCapture(address, cv2.CAP_FFMPEG, limits)
        if not video.isOpened():
            raise no_pictures(self.name)
        self._video = Video(video)
        self._start()

    def _pictures(self) -> Iterator[Image]:
        fresh = Fresh()
        while (seen := self._video.read()) is not None:
            self._trouble = frozen(self.name) if fresh.frozen else None
            if fresh.is_new(seen[0]):
                yield seen[0]

    def _hang_up(self) -> None:
        self._video.close()
