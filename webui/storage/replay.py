# Tested by tests/test_webui_eye.py.
"""The last seconds before dice lie still: small pictures in memory, packed as an animated picture."""

from __future__ import annotations

import io
from collections import deque
from itertools import pairwise

import cv2
import numpy as np
from PIL import Image as Pillow

from hardware.frame import Image

LONGER = 480
RATE = 8.0
"""Pictures a second; no side over LONGER pixels, in QUALITY, three seconds take about 50 kB and 50 ms of one core."""
SECONDS = 3.0
LATE_S = 12.0
"""A throw is told up to so long after its dice lie still: a hand may linger, or somebody asks for it anew."""
LAST_S = 1.2
"""The last picture stands for so long before it begins again."""
QUALITY = 50
KEPT_QUALITY = 85
"""The JPEG quality of the pictures in memory: a tenth as large as plain ones. Larger: more memory. Smaller: blocks."""

Reel = tuple[tuple[float, Image], ...]
"""Pictures, small, with their times in seconds of the source's clock; oldest first."""


class Ring:
    """The newest pictures of one source, up to 5 MB. For one thread."""

    def __init__(self) -> None:
        # As JPEG.
        self._pictures: deque[tuple[float, bytes]] = deque(maxlen=round(RATE * (SECONDS + LATE_S)))
        self._shape: tuple[int, ...] = ()
        self._due_s = float("-inf")

    def put(self, image: Image, time_s: float) -> None:
        """See the newest picture; it is taken when it is due. A clock that jumps back, or another size, begins anew."""
        if self._pictures and time_s < self._pictures[-1][0]:
            self._pictures.clear()
            self._due_s = time_s
        if time_s < self._due_s:
            return
        self._due_s = max(self._due_s + 1 / RATE, time_s + 0.5 / RATE)
        small = _small(image)
        if self._shape != small.shape:
            self._pictures.clear()
            self._shape = small.shape
        self._pictures.append((time_s, _coded(small)))

    def reel(self, until_s: float) -> Reel:
        """The pictures of the last SECONDS before this moment."""
        return tuple(
            (time_s, _decoded(coded))
            for time_s, coded in tuple(self._pictures)
            if until_s - SECONDS <= time_s <= until_s
        )


def _coded(picture: Image) -> bytes:
    return cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, KEPT_QUALITY])[1].tobytes()


def _decoded(coded: bytes) -> Image:
    return np.asarray(cv2.imdecode(np.frombuffer(coded, np.uint8), cv2.IMREAD_COLOR), np.uint8)


def _small(image: Image) -> Image:
    height, width = image.shape[:2]
    share = min(1.0, LONGER / max(height, width))
    size = max(1, round(share * width)), max(1, round(share * height))
    # Linear, at a fifth of the price of averaging: these are looked at in motion.
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_LINEAR), np.uint8)


def pack(reel: Reel) -> bytes:
    """The reel as an animated WebP at the speed it was seen, over and over."""
    times_s = [time_s for time_s, _ in reel]
    lengths_s = [*(after - before for before, after in pairwise(times_s)), LAST_S]
    first, *others = [Pillow.fromarray(np.ascontiguousarray(image[:, :, ::-1])) for _, image in reel]
    packed = io.BytesIO()
    first.save(
        packed,
        "WEBP",
        save_all=True,
        append_images=others,
        duration=[max(1, round(1000 * length_s)) for length_s in lengths_s],
        loop=0,
        quality=QUALITY,
        method=0,
    )
    return packed.getvalue()
