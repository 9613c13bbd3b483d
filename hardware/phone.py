"""A phone as the camera: it sends its pictures itself, one after the other."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Iterator

from hardware.camera import Camera, CameraError
from hardware.frame import Frame, Image

LIVE_S = 1.5
"""Seconds that a picture is shown again and again. A phone sends the next one at once when something moves, and two a
second while nothing does; one at half speed. Larger: one that fell asleep seems to look on for longer. Smaller: the
pictures seem to stop in between."""
REPEAT_S = 0.08
"""Seconds between two showings. Larger: the pictures seem to come too slowly to follow a die over the edge."""
ASLEEP_S = 3.0
"""Seconds without a sign of the phone until it is said to be away. Larger: said later. Smaller: a weak Wi-Fi is said
to be a phone asleep."""
_NONE_YET = CameraError(
    "No phone sends pictures yet.", "The page Camera shows how a phone comes to the table."
)
_ASLEEP = CameraError(
    "The phone sends no pictures: it sleeps, or shows another page.",
    "Wake it and go back to its page. The match waits.",
)


class PhoneCamera(Camera):
    """Pictures that are put in from outside; the newest one wins, and one that nobody took in time is lost.

    There is nothing to open: it waits for a phone, and says so.
    """

    patient = True

    def __init__(self) -> None:
        self.name = "phone"
        self._news = threading.Condition()
        self._newest: tuple[Image, float, int] | None = None
        self._once = False
        self._closed = False

    def put(self, image: Image, moves: bool = False) -> float:
        """This is what the phone sees now, (H, W, 3) uint8 BGR, upright: its time, monotonic seconds.

        moves: something moved in it; it is shown once then, since rolling dice that are shown again seem to lie.
        A frame of this time or a later one shows this picture or a newer one.
        """
        with self._news:
            now_s = time.monotonic()
            self._newest, self._once = (image, now_s, self._newest[2] + 1 if self._newest else 0), moves
            self._news.notify_all()
            return now_s

    @property
    def trouble(self) -> CameraError | None:
        """The error that no phone has come yet, or that it went away."""
        heard_s = max(self._quiet_s, self._newest[1] if self._newest else -math.inf)
        if heard_s == -math.inf:
            return _NONE_YET
        return _ASLEEP if time.monotonic() - heard_s > ASLEEP_S else None

    def rest(self) -> None:
        """The phone says that it is there and has no new picture to send: the last one is shown no more."""
        with self._news:
            self._quiet_s, self._once = time.monotonic(), True

    def frames(self) -> Iterator[Frame]:
        """The newest picture as soon as it is there; again and again as long as it is fresh."""
        seen, count = -1, 0
        while (newest := self._after(seen)) is not None:
            image, time_s, number = newest
            yield Frame(image, time_s, count)
            seen, count = number, count + 1

    def _after(self, seen: int) -> tuple[Image, float, int] | None:
        """The next picture to show, when it is due; None once the camera is closed."""
        with self._news:
            while not self._closed:
                self._news.wait_for(lambda: self._closed or self._is_due(seen), REPEAT_S)
                if self._is_due(seen):
                    return self._newest
                if self._newest and not self._once and (now_s := time.monotonic()) < self._newest[1] + LIVE_S:
                    return self._newest[0], now_s, seen
            return None

    def _is_due(self, seen: int) -> bool:
        return self._newest is not None and self._newest[2] != seen

    def close(self) -> None:
        """Wait for no more pictures; may be called twice."""
        with self._news:
            self._closed = True
            self._news.notify_all()
