"""A folder into which photos are put: a camera on a cable, a phone that copies its photos there."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from hardware.camera import Camera, CameraError, NoSuchCamera
from hardware.frame import Frame, Image
from hardware.photo import PhotoError, open_photo

LOOK_S = 0.5
"""Seconds between two looks into the folder. Larger: a photo is read later. Smaller: more work for the disk."""
TRIES = 10
"""Looks until a photo that cannot be read is given up: it may still be on its way into the folder."""
ENDINGS = (".jpg", ".jpeg", ".png", ".webp", ".tif", ".tiff", ".bmp", ".avif")


class Photos(Camera):
    """The newest photo in a folder, each as a frame; between two the folder says that nothing is new.

    Raises NoSuchCamera where there is no such folder; frames() raises CameraError when it went away.
    """

    patient = True

    def __init__(self, folder: Path) -> None:
        self.name = f"photos:{folder}"
        self._folder = folder
        self._closed = threading.Event()
        self._tries = 0
        if not folder.is_dir():
            raise NoSuchCamera(f"There is no folder {folder}.", "Name the folder that photos are put into.")

    def frames(self) -> Iterator[Frame]:
        """Each newest photo once; one that cannot be read is left out, and said."""
        last: tuple[float, str] | None = None
        count = 0
        while not self._closed.is_set():
            newest = self._newest()
            image = self._read(newest[1]) if newest and newest != last else None
            if image is not None or self._tries > TRIES:
                last, self._tries = newest, 0
            if image is not None:
                yield Frame(image, time.monotonic(), count)
                count += 1
            self._quiet_s = time.monotonic()
            self._closed.wait(LOOK_S)

    def _newest(self) -> tuple[float, str] | None:
        """When the newest photo was written, and its name; None in an empty folder."""
        found = []
        try:
            for path in self._folder.iterdir():
                if path.suffix.lower() in ENDINGS:
                    with suppress(FileNotFoundError):  # it has just been put elsewhere
                        found.append((path.stat().st_mtime, path.name))
        except OSError:
            raise CameraError(
                f"The folder {self._folder} went away.", "Plug its disk in again, or make the folder."
            ) from None
        return max(found, default=None)

    def _read(self, name: str) -> Image | None:
        try:
            image = open_photo(self._folder / name)
        except PhotoError as error:
            self._tries += 1
            if self._tries > TRIES:
                self._trouble = CameraError(f"The photo {name} cannot be read.", str(error))
            return None
        self._trouble = None
        return image

    def close(self) -> None:
        """Look no more."""
        self._closed.set()
