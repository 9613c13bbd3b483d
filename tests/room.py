"""A drawn table with things on it, as a camera sees it that may be nudged, or sway."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np

from hardware.frame import Image
from vision.nouns import Doubles

SIZE = (640, 360)
RIM = 80


@cache
def room(seed: int) -> Image:
    """A table with a tray, books and wood, larger than the picture by RIM on every side."""
    random = np.random.default_rng(seed)
    height, width = SIZE[1] + 2 * RIM, SIZE[0] + 2 * RIM
    grain = random.normal(0, 50, (height, width, 3)).astype(np.float32)
    wood = np.array([90, 120, 150]) + cv2.GaussianBlur(grain, (0, 0), 9, sigmaY=1.5)
    scene = np.clip(wood, 0, 255).astype(np.uint8)
    cv2.rectangle(scene, (RIM + 90, RIM + 50), (RIM + 460, RIM + 310), (60, 70, 60), -1)
    cv2.rectangle(scene, (RIM + 110, RIM + 70), (RIM + 440, RIM + 290), (70, 110, 70), -1)
    for _ in range(20):
        x, y = int(random.integers(20, width - 60)), int(random.integers(20, height - 40))
        colour = random.integers(30, 230, 3).tolist()
        cv2.rectangle(scene, (x, y), (x + 30, y + 14), colour, -1)
    return scene


def seen(scene: Image, right: float = 0, down: float = 0, turn_deg: float = 0, grown: float = 1) -> Image:
    """What the camera sees after its picture of the room went so far, turned clockwise and grew."""
    move = moved(right - RIM, down - RIM, turn_deg, grown, RIM)
    return np.asarray(cv2.warpAffine(scene, move, SIZE), np.uint8)


def moved(right: float = 0, down: float = 0, turn_deg: float = 0, grown: float = 1, rim: int = 0) -> Doubles:
    """(2, 3): where the points of the first picture are after that; of one that is larger by `rim`."""
    move = cv2.getRotationMatrix2D((rim + SIZE[0] / 2, rim + SIZE[1] / 2), -turn_deg, grown)
    move[:, 2] += right, down
    return move
