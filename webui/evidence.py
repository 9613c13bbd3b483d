"""The pictures of throws, as JPEG files in the data folder; the oldest make room for new ones."""

from __future__ import annotations

import secrets
from collections.abc import Collection
from datetime import UTC, datetime
from pathlib import Path

import cv2

from hardware.frame import Image


class Evidence:
    """A folder of pictures with a limit. Names begin with the time, so that their order is their age.

    limit_bytes: of all pictures together. quality: of JPEG, 0 to 100. `has` and `read` are for any thread, the rest
    for one at a time.
    """

    def __init__(self, folder: Path, limit_bytes: int, quality: int) -> None:
        self._folder = folder
        self._limit_bytes = limit_bytes
        self._quality = quality
        folder.mkdir(parents=True, exist_ok=True)
        self._sizes = {path.name: path.stat().st_size for path in sorted(folder.glob("*.jpg"))}

    def keep(self, image: Image) -> str:
        """Write the picture and return its name. Raises OSError, with no half-written file left."""
        jpeg = as_jpeg(image, self._quality)
        self._make_room(len(jpeg))
        name = f"{datetime.now(UTC):%Y%m%d-%H%M%S-%f}-{secrets.token_hex(3)}.jpg"
        half = self._folder / f"{name}.half"
        try:
            half.write_bytes(jpeg)
            half.replace(self._folder / name)
        except OSError:
            half.unlink(missing_ok=True)
            raise
        self._sizes[name] = len(jpeg)
        return name

    def _make_room(self, size: int) -> None:
        for name in sorted(self._sizes):
            if sum(self._sizes.values()) + size <= self._limit_bytes:
                return
            (self._folder / name).unlink(missing_ok=True)
            del self._sizes[name]

    def forget(self, name: str) -> None:
        """Remove this picture; "" is none."""
        if self._sizes.pop(name, None) is not None:
            (self._folder / name).unlink(missing_ok=True)

    def forget_all_but(self, known: Collection[str]) -> None:
        """Remove pictures that no roll knows of: we were killed between the picture and its line."""
        for path in [
            *self._folder.glob("*.half"),
            *(self._folder / name for name in self._sizes if name not in known),
        ]:
            path.unlink(missing_ok=True)
            self._sizes.pop(path.name, None)

    def has(self, name: str) -> bool:
        """Whether this picture is (still) there; "" is none."""
        return bool(name) and (self._folder / name).is_file()

    def read(self, name: str) -> bytes | None:
        """The picture as JPEG; None where there is none (any more)."""
        try:
            return (self._folder / name).read_bytes() if name else None
        except OSError:
            return None


def as_jpeg(image: Image, quality: int, width: int = 0) -> bytes:
    """The picture as JPEG, made smaller where it is wider than `width` pixels (0: as it is)."""
    if width and image.shape[1] > width:
        height = max(1, round(image.shape[0] * width / image.shape[1]))
        image = cv2.resize(image, (width, height), interpolation=cv2.INTER_AREA)  # type: ignore[assignment]
    done, jpeg = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
    if not done:
        raise OSError("the picture could not be packed as JPEG")
    return jpeg.tobytes()
