"""A video file as a source of frames."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import cv2

from hardware.camera import FPS, Camera, CameraError
from hardware.container import ends_whole, is_bare_stream
from hardware.frame import Frame, Image
from hardware.path import ALLOW, is_there, may_be_read
from hardware.repeats import Repeats
from hardware.transport import ends_in_a_packet, seems_to_end_in_a_picture
from hardware.video import Video, open_film

# The narrowest picture in which dice can be read.
LEAST_SIDE_PX = 32
# How narrow such a picture may be as a share of its length.
LEAST_SHARE = 1 / 30


class Clip(Camera):
    """Frames of a video file, with the times of the clip; or, `paced`, in real time with the clock's times.

    path: any file that FFmpeg reads. Raises CameraError for a file that is missing, empty or no video; frames()
    raises it for one whose pictures are too narrow, or cannot be decoded from somewhere on; and, after the last whole
    picture, for one that is cut off. note: what a person should know of it beside that, a sentence, or "".
    """

    live = False

    def __init__(self, path: Path, paced: bool = False) -> None:
        self.name = f"clip:{path}"
        self._path = path
        self._paced = paced
        self._check_file()
        video = open_film(path)
        if not video.isOpened():
            raise CameraError(
                f"{path} is not a video that can be read.",
                "Is it cut off, or another kind of file? Try an MP4.",
            )
        # A file without a frame rate says 0; an absurd one comes from a damaged header.
        stated = video.get(cv2.CAP_PROP_FPS)
        self.fps = stated if 1 <= stated <= 1000 else FPS
        self.stated_frames = max(0, int(video.get(cv2.CAP_PROP_FRAME_COUNT)))
        self._stated_s = self.stated_frames / stated if stated > 0 else 0.0
        self._video = Video(video)
        # Whether the next picture waits until dice are awaited; nobody has said so before the first match.
        self._waits, self._begun = False, False
        self.note = ""
        if is_bare_stream(path):
            self.note = f"{path} holds no times: {self.fps:g} pictures a second are guessed."
        self._repeats = Repeats(path)

    def _check_file(self) -> None:
        if not may_be_read(self._path):
            raise CameraError(f"{self._path} may not be read.", ALLOW)
        if not is_there(self._path):
            raise CameraError(f"There is no clip {self._path}.", "Check the path.")
        if not self._path.is_file():
            raise CameraError(f"{self._path} is not a file.", "Name one video file.")
        if self._path.stat().st_size == 0:
            raise CameraError(f"{self._path} is empty (0 bytes).", "Copy or record the clip again.")

    def frames(self) -> Iterator[Frame]:
        start_s, last_s, count = time.monotonic(), -1.0, 0
        while not self._video.closed.is_set():
            seen = self._video.read()
            if seen is None:
                if not self._video.closed.is_set():
                    self._check_end(count, last_s)
                return
            # Variable frame rates have true times; a file whose times stand still or jump back is counted instead.
            image, time_s = seen
            self._check_size(image)
            self._check_decoded(image, last_s)
            if time_s <= last_s:
                time_s = last_s + 1 / self.fps
            last_s = time_s
            if self._paced:
                if self._video.closed.wait(max(0.0, start_s + time_s - time.monotonic())):
                    return
                while self._waits and not self._video.closed.is_set():
                    yield Frame(image, time.monotonic(), count)
                    count += 1
                    self._video.closed.wait(1 / self.fps)
                    start_s = time.monotonic() - time_s
                time_s += start_s
            yield Frame(image, time_s, count)
            count += 1

    def expect(self, dice: int, aside: Sequence[int] = (), waits: bool = False) -> None:
        """A paced clip stands still until the first throw is awaited, and goes on for good then."""
        self._begun = self._begun or dice > 0
        self._waits = not self._begun

    def _check_size(self, image: Image) -> None:
        height, width = image.shape[:2]
        if min(width, height) < max(LEAST_SIDE_PX, LEAST_SHARE * max(width, height)):
            raise CameraError(
                f"{self._path} has pictures of {width} x {height} pixels, too narrow for dice.",
                "Record the whole table, with 640 x 480 pixels or more.",
            )

    def _check_decoded(self, image: Image, last_s: float) -> None:
        if self._repeats.fails(image):
            raise CameraError(
                f"{self._path} cannot be decoded from {max(last_s, 0):.1f} s on: it is interlaced, most likely.",
                "What came before was read. Make it progressive: ffmpeg -i CLIP -vf yadif NEW.mp4",
            )

    def _check_end(self, count: int, last_s: float) -> None:
        try:
            self._check_whole(count, last_s)
        except OSError as error:
            raise CameraError(
                f"{self._path} went away at {max(last_s, 0):.1f} s: {error.strerror or error}.",
                "What came before was read. Is its disk still plugged in?",
            ) from None

    def _check_whole(self, count: int, last_s: float) -> None:
        lacks = self._lacks(count, last_s)
        sure = lacks or ends_in_a_packet(self._path)
        if sure or seems_to_end_in_a_picture(self._path):
            is_cut = "is cut off" if sure else "seems to be cut off"
            of = f" of {self._stated_s:.1f}" if lacks else ""
            raise CameraError(
                f"{self._path} {is_cut} at {max(last_s, 0):.1f}{of} s, after {count} pictures.",
                "What came before was read. Copy or record the clip again for the rest.",
            )
        if not count:
            raise CameraError(f"{self._path} shows no picture.", "Is it another kind of file? Try an MP4.")

    def _lacks(self, count: int, last_s: float) -> bool:
        """Whether much is missing of what the file states. It may state a few pictures more than it holds; and where
        they are not evenly spaced many more: as many as would fit into its time. One that was trimmed states what it
        was trimmed from, and is whole.
        """
        if count >= 0.9 * self.stated_frames - 3 or last_s >= 0.9 * self._stated_s - 3 / self.fps:
            return False
        return not (count and ends_whole(self._path))

    def close(self) -> None:
        self._video.close()
