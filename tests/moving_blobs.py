"""Things that move, picture by picture, as flights follow them."""

from __future__ import annotations

import numpy as np

from vision.following.flights import Flights
from vision.following.sight import Blob, Sight
from vision.plane.table import Table

TABLE = Table.whole(1280, 720, 64)
IMAGE = np.zeros((720, 1280, 3), np.uint8)


def blob(x: float, y: float, moving: bool) -> Blob:
    """A solid thing as large as a die."""
    return Blob((x, y), (x - 32, y - 32, x + 32, y + 32), 64.0 * 64, 0.9 if moving else 0.0, 1.0, False)


def sight(time_s: float, *blobs: Blob) -> Sight:
    small, none = np.zeros((180, 320, 3), np.float32), np.zeros((180, 320), np.uint8)
    return Sight(time_s, 4, small[..., 0], none > 0, small, blobs, (), False, lambda: (none, none))


def followed(*seen: tuple[Blob, ...], fps: float = 30, start: int = 0) -> Flights:
    """Frames at so many pictures a second, from that one on."""
    flights = Flights()
    for number, blobs in enumerate(seen, start):
        flights.step(sight(number / fps, *blobs), TABLE, (), IMAGE)
    return flights
