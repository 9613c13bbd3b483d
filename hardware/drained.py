"""A camera whose pictures a thread takes as they come, so that a slow reader sees the newest one and no backlog."""

from __future__ import annotations

import threading
import time
from abc import abstractmethod
from collections.abc import Iterator

from hardware.camera import Camera, CameraError
from hardware.frame import Frame, Image

JOIN_S = 6.0
"""Seconds that `close` waits for the thread. Larger: a camera that blocks holds up the end of the program."""


class Drained(Camera):
    """A camera that others make by `_pictures`; its maker calls `_start` when the camera answers.

    A reader slower than the camera would else see the table as it was seconds ago (measured: 1.9 s behind after 3 s).
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self._closed = threading.Event()
        self._news = threading.Condition()
        self._newest: Frame | None = None
        self._ended = False
        self._lost: CameraError | None = None
        self._thread = threading.Thread(target=self._drain, name="camera-drain", daemon=True)

    @abstractmethod
    def _pictures(self) -> Iterator[Image]:
        """New pictures as they come, in the camera's own thread; ends or raises CameraError when it is lost."""

    def _start(self) -> None:
        self._thread.start()

    def _drain(self) -> None:
        try:
            for count, image in enumerate(self._pictures()):
                if self._closed.is_set():
                    break
                with self._news:
                    self._newest = Frame(image, time.monotonic(), count)
                    self._news.notify_all()
        except CameraError as error:
            self._lost = error
        finally:
            # Whoever waits for pictures must learn that none comes, whatever has gone wrong here.
            with self._news:
                self._ended = True
                self._news.notify_all()

    def frames(self) -> Iterator[Frame]:
        """The newest picture each time; raises CameraError when no more come."""
        seen = -1
        while (frame := self._after(seen)) is not None:
            seen = frame.seq
            yield frame

    def _after(self, seen: int) -> Frame | None:
        """The newest picture after this one, as soon as it is there; None once the camera is closed."""
        with self._news:
            self._news.wait_for(
                lambda: self._ended or self._closed.is_set() or (self._newest and self._newest.seq != seen)
            )
            if self._closed.is_set():
                return None
            if self._ended:
                raise self._lost or CameraError(
                    f"The pictures from {self.name} have stopped.", "Is the camera still on?"
                )
            return self._newest

    def close(self) -> None:
        """Give the camera back; may be called twice."""
        self._closed.set()
        with self._news:
            self._news.notify_all()
        self._hang_up()
        if self._thread.ident and self._thread is not threading.current_thread():
            self._thread.join(JOIN_S)

    def _hang_up(self) -> None:
        """Let go of what the thread may wait for."""
