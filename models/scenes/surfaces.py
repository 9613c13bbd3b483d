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
Kind = Literal["wood", "felt", "cloth", "stone", "plain", "leather", "tartan", "dots", "print"]
KINDS: tuple[Kind, ...] = ("wood", "felt", "cloth", "stone", "plain", "leather", "tartan", "dots", "print")


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


def table(
    kind: Kind, shape: tuple[int, int], px_per_mm: float, tone: RGB, rng: np.random.Generator
) -> Floats:
    """A table top of a kind; tone: its main colour, sRGB 0 to 1."""
    base = linear(tone)
    light = np.ones(shape, np.float32)
    if kind == "wood":
        return oak(shape, px_per_mm, rng, tone)
    if kind in ("felt", "leather", "stone"):
        fine = {"felt": 0.5, "leather": 1.8, "stone": 7.0}[kind] * px_per_mm
        depth = {"felt": 0.16, "leather": 0.25, "stone": 0.18}[kind]
        light += depth * cloud(shape, (fine, fine), rng, 3) + 0.06 * cloud(
            shape, (90 * px_per_mm,) * 2, rng, 2
        )
    if kind == "cloth":
        light += _weave(shape, px_per_mm * float(rng.uniform(0.5, 1.6)), rng)
    picture = base * light[..., None]
    if kind == "tartan":
        picture = picture * _tartan(shape, px_per_mm, rng)
    if kind in ("dots", "print"):
        ink = linear(tuple(rng.uniform(0.02, 1.0, 3)))
        mask = (_dots if kind == "dots" else _print)(shape, px_per_mm, rng)[..., None]
        picture = picture * (1 - mask) + ink * mask
    return np.asarray(np.clip(picture, 0.002, 0.95), np.float32)


def _weave(shape: tuple[int, int], cell: float, rng: np.random.Generator) -> Floats:
    y, x = np.indices(shape, np.float32)
    threads = np.sin(2 * np.pi * x / cell) * np.sin(2 * np.pi * y / cell)
    return np.asarray(0.15 * threads + 0.10 * cloud(shape, (cell * 4, cell * 4), rng, 3), np.float32)


def _tartan(shape: tuple[int, int], px_per_mm: float, rng: np.random.Generator) -> Floats:
    def bands(length: int) -> Floats:
        repeat = rng.uniform(18, 60) * px_per_mm
        place = (np.arange(length) % repeat) / repeat
        edges = np.sort(rng.random(7))
        shades = rng.uniform(0.25, 1.5, (8, 3))
        return np.asarray(shades[np.searchsorted(edges, place)], np.float32)

    return np.asarray((bands(shape[0])[:, None] + bands(shape[1])[None]) / 2, np.float32)


def _dots(shape: tuple[int, int], px_per_mm: float, rng: np.random.Generator) -> Floats:
    pitch, radius = rng.uniform(5, 22) * px_per_mm, rng.uniform(0.12, 0.3)
    y, x = np.indices(shape, np.float32) / np.float32(pitch)
    x = x + 0.5 * (np.floor(y) % 2) * float(rng.random() < 0.5)
    gap = radius - np.hypot(x % 1 - 0.5, y % 1 - 0.5)
    return np.asarray(np.clip(gap * pitch + 0.5, 0, 1), np.float32)


def _print(shape: tuple[int, int], px_per_mm: float, rng: np.random.Generator) -> Floats:
    """Lines of letters and digits, rings and boxes: a newspaper, a game board, a tablecloth with a pattern."""
    mask = np.zeros(shape, np.uint8)
    scale = rng.uniform(2.5, 12) * px_per_mm
    letters = np.array(list("ABCDEFGHKLMNPRSTUVXYZabcdefghkmnoprstuvxyz0123456789:;.%&?! "))
    for row in np.arange(scale, shape[0], scale * 1.7):
        text = "".join(rng.choice(letters, int(shape[1] / scale * 1.5)))
        font = int(rng.integers(0, 8))
        cv2.putText(
            mask,
            text,
            (int(rng.uniform(0, scale)), int(row)),
            font,
            scale / 24,
            255,
            max(1, int(scale / 9)),
            16,
        )
    for _ in range(int(rng.integers(0, 14))):
        centre = (int(rng.integers(0, shape[1])), int(rng.integers(0, shape[0])))
        radius = int(rng.uniform(1, 30) * px_per_mm)
        cv2.circle(mask, centre, radius, 255, int(rng.choice((-1, max(1, radius // 6)))), 16)
    # Row 0 lies at the near edge (v = 0): turned over, so that it can be read from there.
    return np.asarray(mask[::-1].astype(np.float32) / 255, np.float32)
