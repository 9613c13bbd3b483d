"""Records a camera into films, with the true time of every picture, so that they can be looked at again."""

from __future__ import annotations

import contextlib
import logging
import shutil
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from hardware.camera import Camera, Through
from hardware.film import Film
from hardware.frame import Frame

log = logging.getLogger("rollcall")

LARGEST_MB = 2000
# Seconds of the longest piece of a table that is recorded as it goes on. Larger: more is lost with a spoilt piece.
PIECE_S = 30.0
# How many of the largest pieces there is room for. Larger: a longer past, on a larger disk.
ROOM_FOR = 8
PIECES = "piece-*.mkv"
# Megabytes of the disk that are left to the matches. Larger: recording stops sooner.
LEFT_MB = 200
MB = 1_000_000


@dataclass(frozen=True)
class Recorded:
    """What came of it. why: it ended: "asked" (so many seconds), "large", "disk" (nearly full) or "over" (a clip)."""

    path: Path
    pictures: int
    missed: int
    seconds: float
    bytes: int
    why: str


def record(camera: Camera, path: Path, seconds: float, largest_mb: float = LARGEST_MB) -> Recorded:
    """Record so many seconds of a camera; less where the film would grow too large or the disk too full.

    missed: pictures that the camera counted and that did not reach us. Raises CameraError, and OSError where the
    file cannot be written; what was recorded until then can be read. Without a picture there is no file.
    """
    film = Film(path)
    why, first_s, last_s, first, last = "over", 0.0, 0.0, 0, -1
    try:
        for frame in camera.frames():
            if film.count == 0:
                first_s, first = frame.time_s, frame.seq
            if frame.time_s - first_s > seconds:
                why = "asked"
                break
            if film.bytes >= largest_mb * MB or shutil.disk_usage(path.parent).free < LEFT_MB * MB:
                why = "large" if film.bytes >= largest_mb * MB else "disk"
                break
            film.add(frame)
            last_s, last = frame.time_s, frame.seq
    finally:
        film.close()
        if film.count == 0:
            # Empty, it would only stand in the way of the next try.
            path.unlink(missing_ok=True)
    return Recorded(path, film.count, last - first + 1 - film.count, last_s - first_s, film.bytes, why)


class Recording(Through):
    """Another camera that is recorded while it is looked through: the newest pieces, the oldest go first.

    folder: where they lie, as piece-DATE-TIME-MS.mkv of PIECE_S each or less, `largest_mb` in all. What cannot be
    written ends the recording and nothing else.
    """

    def __init__(self, camera: Camera, folder: Path, largest_mb: float = LARGEST_MB) -> None:
        super().__init__(camera)
        self.table = camera.table
        self._folder, self._largest_mb = folder, largest_mb
        self._film: Film | None = None
        self._start_s = 0.0
        self._ended = False

    def frames(self) -> Iterator[Frame]:
        """Its frames, each written down as it passes."""
        try:
            for frame in self._camera.frames():
                self._keep(frame)
                yield frame
        finally:
            self._end_piece()

    def _keep(self, frame: Frame) -> None:
        if self._ended:
            return
        try:
            if self._is_over(frame.time_s):
                self._begin_piece(frame.time_s)
            assert self._film is not None
            self._film.add(frame)
        except OSError as error:
            self._ended = True
            log.warning("the table is no longer recorded in %s: %s", self._folder, error.strerror)
            self._end_piece()

    def _is_over(self, time_s: float) -> bool:
        """Whether a new piece begins: the one before is long or large enough, or the camera's time went back."""
        film = self._film
        return film is None or not 0 <= time_s - self._start_s < PIECE_S or film.bytes >= self._piece_bytes

    @property
    def _piece_bytes(self) -> float:
        return self._largest_mb * MB / ROOM_FOR

    def _begin_piece(self, time_s: float) -> None:
        """Raises OSError, also where the disk is nearly full."""
        self._end_piece()
        self._folder.mkdir(parents=True, exist_ok=True)
        pieces = self._pieces()
        while pieces and sum(size for _, size, _ in pieces) + self._piece_bytes > self._largest_mb * MB:
            pieces.pop(0)[2].unlink(missing_ok=True)
        if shutil.disk_usage(self._folder).free < LEFT_MB * MB:
            raise OSError(0, "the disk is nearly full")
        now_s = time.time()
        name = f"{time.strftime('%Y%m%d-%H%M%S', time.localtime(now_s))}-{int(now_s % 1 * 1000):03}"
        self._film = Film(self._folder / PIECES.replace("*", name))
        self._start_s = time_s

    def _pieces(self) -> list[tuple[float, int, Path]]:
        """When each was written last, its bytes, and the file; the oldest first."""
        found = []
        for piece in self._folder.glob(PIECES):
            with contextlib.suppress(FileNotFoundError):  # somebody has just put it elsewhere
                about = piece.stat()
                found.append((about.st_mtime, about.st_size, piece))
        return sorted(found)

    def _end_piece(self) -> None:
        """Close the film by another hand: a slow disk would keep the camera waiting."""
        film, self._film = self._film, None
        if film:
            threading.Thread(target=_close, args=(film,), name="recorder-close").start()

    def expect(self, dice: int, aside: Sequence[int] = (), waits: bool = False) -> None:
        """Tell the camera."""
        self._camera.expect(dice, aside, waits)


def _close(film: Film) -> None:
    try:
        film.close()
    except OSError as error:
        log.warning("a piece of the recording may end early: %s", error.strerror)
