"""A network camera over HTTP: Motion-JPEG, or one picture that is asked for again and again."""

from __future__ import annotations

import time
from abc import abstractmethod
from collections.abc import Iterator
from contextlib import closing, suppress

from hardware.camera import Camera, CameraError
from hardware.drained import Drained
from hardware.frame import Image
from hardware.fresh import Fresh, frozen
from hardware.jpeg import decode_jpeg
from hardware.parts import LARGEST, Parts, boundary_of
from hardware.site import LOST, Answer, Site
from hardware.stream import Stream

POLL_S = 0.1
"""Seconds between two single pictures. Larger: a die on its way is missed. Smaller: a small camera gets hot."""
UNREADABLE_S = 2.0
"""Seconds of nothing but broken pictures until that is said. Smaller: a short fault on the line is said, too."""
CHUNK = 65_536
"""Bytes that are read at once, at most."""


def open_web_camera(address: str) -> Camera:
    """The network camera at this http:// or https:// address, by what it answers.

    Parts of a stream are Motion-JPEG, one JPEG is a picture to be asked for again; anything else is FFmpeg's. Raises
    CameraError where nobody answers, a password is missing, or the answer is a web page.
    """
    site = Site(address)
    answer = site.ask()
    kind = answer.headers.get_content_type()
    boundary = boundary_of(answer.headers.get("Content-Type", ""))
    if kind.startswith("multipart/") and boundary:
        return MotionJpeg(site, answer, boundary)
    if kind in ("image/jpeg", "image/jpg"):
        return SinglePictures(site, answer)
    answer.close()
    if kind == "text/html":
        raise CameraError(
            f"{site.name} is a web page, not a picture.",
            "Name the address of its pictures: it often ends in /video, /mjpeg or /shot.jpg.",
        )
    return Stream(address)


class WebCamera(Drained):
    """The newest picture of a camera over HTTP. One that is broken, cut off or noise is left out, and only that one."""

    def __init__(self, site: Site, answer: Answer) -> None:
        super().__init__(site.name)
        self._site, self._answer = site, answer

    @abstractmethod
    def _files(self) -> Iterator[bytes | None]:
        """The files of its pictures as they come; None where it says that it has no newer one."""

    def _pictures(self) -> Iterator[Image]:
        fresh, good_s = Fresh(), time.monotonic()
        with closing(self._answer), suppress(*LOST):
            for data in self._files():
                if data is None:
                    self._quiet_s = good_s = time.monotonic()
                    fresh.rest()
                elif fresh.is_new(data) and (image := decode_jpeg(data)) is not None:
                    good_s = time.monotonic()
                    yield image
                self._trouble = self._wrong(fresh.frozen, time.monotonic() - good_s)

    def _wrong(self, has_frozen: bool, bad_s: float) -> CameraError | None:
        """What is wrong while pictures come and none of them is new and whole."""
        if has_frozen:
            return frozen(self.name)
        if bad_s < UNREADABLE_S:
            return None
        return CameraError(
            f"The pictures from {self.name} arrive broken.",
            "Is the Wi-Fi weak there? Bring the camera nearer to it.",
        )


class MotionJpeg(WebCamera):
    """One answer without an end, of which each part is a JPEG."""

    def __init__(self, site: Site, answer: Answer, boundary: bytes) -> None:
        super().__init__(site, answer)
        self._boundary = boundary
        self._start()

    def _files(self) -> Iterator[bytes | None]:
        yield from Parts(lambda: b"" if self._closed.is_set() else self._answer.read1(CHUNK), self._boundary)


class SinglePictures(WebCamera):
    """An address that gives one JPEG each time, as the /shot.jpg of an app does."""

    def __init__(self, site: Site, answer: Answer) -> None:
        super().__init__(site, answer)
        self._start()

    def _files(self) -> Iterator[bytes | None]:
        newest: Answer | None = self._answer
        tag = ""
        while not self._closed.wait(POLL_S):
            if newest:
                with closing(newest):
                    tag = newest.headers.get("ETag", "")
                    yield newest.read(LARGEST)
            else:
                yield None
            newest = self._site.newer(tag)
