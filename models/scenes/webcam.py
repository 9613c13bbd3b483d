"""A webcam's pictures: few new ones a second, noise, colours that drift, blocks of JPEG; and a hand that holds it."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.frame import Image

Doubles = NDArray[np.float64]
# New pictures a second, and how often each comes up.
RATES = (6, 10, 15, 30)
RATES_OFTEN = (0.2, 0.25, 0.3, 0.25)
# The share of the time between two pictures for which the shutter is open, from and to.
OPEN = (0.2, 0.6)
# The noise, a share of full scale, from and to.
NOISE = (0.01, 0.045)
# How far blue and red drift, a share, at most; and how long a swing takes, s, from and to.
DRIFT = 0.08
SWING_S = (3.0, 12.0)
# How good its JPEG is, from and to.
QUALITY = (45, 85)
# How far a hand that holds it sways, a share of the width, and turns, degrees, at most; and how often films are held.
SWAY = 0.012
TURN_DEG = 0.8
HELD_OFTEN = 0.3


@dataclass(frozen=True)
class Webcam:
    """How one webcam sees: `rate` new pictures a second, each open for `open_s`; `held`: how much it sways, 0 to 1."""

    rate: int
    open_s: float
    noise: float
    drift: float
    swing_s: float
    quality: int
    held: float
    phase: float

    @classmethod
    def any(cls, rng: np.random.Generator) -> Webcam:
        """A webcam out of the blue."""
        rate = int(rng.choice(RATES, p=RATES_OFTEN))
        return cls(
            rate,
            float(rng.uniform(*OPEN)) / rate,
            float(rng.uniform(*NOISE)),
            float(rng.uniform(0, DRIFT)),
            float(rng.uniform(*SWING_S)),
            int(rng.integers(*QUALITY)),
            float(rng.uniform(0.3, 1.0)) if rng.random() < HELD_OFTEN else 0.0,
            float(rng.uniform(0, 2 * np.pi)),
        )

    def sway(self, time_s: float, size: tuple[int, int]) -> Doubles:
        """(2, 3): where a point of the picture of a camera that stands still lies in its picture then."""
        swing = [
            np.sin(2 * np.pi * pace * time_s + self.phase * turn)
            for pace, turn in ((0.31, 1), (0.23, 2), (0.17, 3))
        ]
        right, down, turn = np.array(swing) - np.sin(np.array([1, 2, 3]) * self.phase)
        middle, angle = (size[0] / 2, size[1] / 2), self.held * TURN_DEG * turn / 2
        matrix = np.asarray(cv2.getRotationMatrix2D(middle, angle, 1.0), np.float64)
        moved = self.held * SWAY * size[0] * np.array([[0, 0, right], [0, 0, down]]) / 2
        return np.asarray(matrix + moved)

    def taken(self, picture: Image, time_s: float, rng: np.random.Generator) -> Image:
        """What its sensor makes of a picture, and its JPEG."""
        height, width = picture.shape[:2]
        if self.held:
            moved = self.sway(time_s, (width, height))
            picture = np.asarray(
                cv2.warpAffine(picture, moved, (width, height), borderMode=cv2.BORDER_REPLICATE)
            )
        cool = 1 + self.drift * np.sin(2 * np.pi * time_s / self.swing_s + self.phase)
        light = picture * np.array([cool, 1.0, 2 - cool], np.float32)
        fine = rng.standard_normal(picture.shape, np.float32)
        coarse = cv2.resize(rng.standard_normal((height // 4, width // 4, 3), np.float32), (width, height))
        noisy = light + 255 * np.float32(self.noise) * (0.7 * fine + 0.5 * coarse)
        _, packed = cv2.imencode(
            ".jpg", np.clip(noisy, 0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, self.quality]
        )
        return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)
