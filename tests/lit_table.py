"""A table in more or less light, as a noisy camera sees it."""

from __future__ import annotations

import cv2
import numpy as np

from hardware.frame import Image

DIE_PX = 16.0
GROUND = cv2.resize(np.random.default_rng(0).integers(60, 140, (45, 80, 3)).astype(np.float32), (320, 180))


def picture(light: float, seed: int, die: float = 0.0, grain: float = 2.0) -> Image:
    """The table in so much light, perhaps with a die brighter than it by so much; grain: of the noise."""
    table = GROUND.copy()
    table[80:96, 150:166] += die
    noise = np.random.default_rng(seed).normal(0, grain, table.shape)
    return np.clip(table * light + noise, 0, 255).astype(np.uint8)
