"""A clip on which nothing happens."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np


def empty_clip(path: Path, pictures: int, fps: float) -> Path:
    """Write so many pictures of an empty table, 160 x 96, each a shade from the next."""
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), fps, (160, 96))
    for number in range(pictures):
        writer.write(np.full((96, 160, 3), 90 + number % 2, np.uint8))
    writer.release()
    return path
