"""What dice are thrown on: pictures of wood, cloth, felt, stone and tiles, made from noise.

All are (H, W, 3) float32, linear light 0 to 1, red first.
"""

from __future__ import annotations

from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
RGB = tuple[float, float, float]
Kind = Literal["wood", "felt", "cloth", "stone", "plain", "leather", "tartan"]
KINDS: tuple[Kind, ...] = ("wood", "felt", "cloth", "stone", "plain", "leather", "tartan")


def cloud(
    shape: tuple[int, int], cell: tuple[float, float], rng: np.random.Generator, octaves: int = 4
) -> Floats:
    """(H, W) smooth noise of about unit range round 0; cell: size of the largest blobs in px (down, across)."""
    total = np.zeros(shape, np.float32)
    for octave in range(octaves):
        rows = max(2, int(shape[0] / cell[0] * 2**octave) + 2)
        cols = max(2, int(shape[1] / cell[1] * 2**octave) + 2)
        seeds = rng.standard_normal((min(rows, shape[0]), min(cols, shape[1]))).astype(np.float32)
        total += cv2.resize(seeds, (shape[1], shape[0]), interpolation=cv2.INTER_CUBIC) * 0.5**octave
    return np.asarray(total / 2, np.float32)


def linear(srgb: RGB) -> Floats:
    """A colour as people write it (0 to 1, sRGB) in linear light."""
    return np.asarray(np.power(np.asarray(srgb, np.float32), 2.2), np.float32)


def oak(
    shape: tuple[int, int], px_per_mm: float, rng: np.random.Generator, tone: RGB = (0.74, 0.53, 0.33)
) -> Floats:
    """Planks with the grain along x: slow bands, long fibres, short dark pores, thin seams."""
    across = np.arange(shape[0], dtype=np.float32)[:, None] / px_per_mm
    warp = cloud(shape, (60 * px_per_mm, 260 * px_per_mm), rng, 2)
    plank = np.floor((across + 37) / 95).astype(int)
    shade = rng.normal(0, 0.035, 64).astype(np.float32)[plank % 64]
    shift = rng.uniform(0, 90, 64).astype(np.float32)[plank % 64]
    rings = np.sin((across + shift + 9 * warp) * 1.15 + 2.5 * np.sin((across + shift + 6 * warp) * 0.21))
    fibres = cloud(shape, (1.2 * px_per_mm, 90 * px_per_mm), rng, 3)
    pores = np.clip(cloud(shape, (0.7 * px_per_mm, 16 * px_per_mm), rng, 2) - 0.62, 0, 1)
    light = 1 + shade + 0.045 * rings + 0.06 * fibres - 0.30 * pores
    seam = np.abs((across + 37) / 95 - plank) * 95
    light = light * (1 - 0.55 * np.exp(-((np.minimum(seam, 95 - seam) / 0.35) ** 2)))
    warm = np.stack([light**0.9, light, light**1.25], axis=-1)
    return np.asarray(np.clip(linear(tone) * warm**1.6, 0.001, 0.95), np.float32)


def tiles(shape: tuple[int, int], px_per_mm: float, rng: np.random.Generator, side_mm: float = 200) -> Floats:
    """A floor of grey-blue tiles with darker joints."""
    y, x = (np.indices(shape).astype(np.float32) / px_per_mm) % side_mm
    joint = np.minimum(np.minimum(x, side_mm - x), np.minimum(y, side_mm - y)) < 2.0
    light = (1 + 0.10 * cloud(shape, (40 * px_per_mm, 40 * px_per_mm), rng)) * np.where(joint, 0.55, 1.0)
    return np.asarray(np.clip(linear((0.42, 0.46, 0.49)) * light[..., None], 0.001, 0.95), np.float32)
