"""Records a camera into a film, with the true time of every picture, so that it can be looked at again."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

from hardware.camera import Camera
from hardware.film import Film

LARGEST_MB = 2000
# So much of the disk is left to the matches.
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
