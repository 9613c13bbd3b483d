"""Pictures that are one and the same to the bit: a film that stands still, or a decoder that fails without a word?

OpenCV 5.0 gives the picture before once more for a frame that is interlaced, and says that all is well. What was coded
tells the two apart: a picture that repeats the one before takes hardly a byte, or the very bytes of that one.
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from statistics import median

import numpy as np

from hardware.frame import Image
from hardware.video import Video, open_film

# Pictures in a row that are the same before anybody asks why. Larger: a few interlaced ones are passed on. Smaller: the
# file is read twice for every film that repeats a picture.
SAME = 5
# Share of the largest picture's bytes below which one repeats the one before. Larger: interlaced pictures of a slow
# scene are passed on. Smaller: a film that stands still is refused.
REPEATS = 1 / 40
# Every so many pixels of a picture are compared, along and down.
STEP_PX = 4


@dataclass
class Repeats:
    """Watches the pictures of one film for such that only seem to stand still."""

    path: Path
    _last: Image | None = None
    _run: int = 0
    _count: int = field(default=0)

    def fails(self, image: Image) -> bool:
        """Take in the next picture, (H, W, 3) uint8: whether it and those before were coded, but not decoded."""
        now = image[::STEP_PX, ::STEP_PX].copy()
        same = self._last is not None and np.array_equal(self._last, now)
        self._last, self._run, self._count = now, self._run + 1 if same else 0, self._count + 1
        if self._run != SAME - 1:
            return False
        return not self._packets.repeat(self._count - SAME + 1, self._count)

    @cached_property
    def _packets(self) -> Packets:
        return Packets.of(self.path)


@dataclass(frozen=True)
class Packets:
    """How the pictures of a film are coded. sizes: bytes of each; sums: a checksum of each."""

    sizes: tuple[int, ...]
    sums: tuple[int, ...]

    @staticmethod
    def of(path: Path) -> Packets:
        """Those of a file; none where it cannot be read so."""
        film = Video(open_film(path, coded=True))
        sizes, sums = list[int](), list[int]()
        while (seen := film.read()) is not None:
            sizes.append(seen[0].size)
            sums.append(zlib.crc32(seen[0].tobytes()))
        film.close()
        return Packets(tuple(sizes), tuple(sums))

    def repeat(self, first: int, end: int) -> bool:
        """Whether most of the pictures from `first` to before `end` are coded as repeats; also where nobody can say."""
        sizes, sums = self.sizes[first:end], self.sums[max(0, first - 1) : end]
        if not sizes:
            return True
        return median(sizes) <= REPEATS * max(self.sizes) or len(set(sums)) <= len(sums) / 2
