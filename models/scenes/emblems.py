"""Marks that makers print where one expects pips: figures, letters, stars, hearts, rings, crests."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from models.scenes.surfaces import RGB, Floats

GLYPHS = "0123456789ABCDEFGHKLMPRSTXYZ?!&%#@+*<>="


def stamped(tile: Floats, glyph: str, ink: RGB, rng: np.random.Generator) -> Floats:
    """The (T, T, 3) tile with a figure or letter in its middle, turned by quarter turns."""
    side = tile.shape[0]
    font, scale = int(rng.integers(0, 5)), side / 96 * rng.uniform(1.4, 2.4) / len(glyph) ** 0.5
    thick = max(1, int(side / 96 * rng.integers(4, 10)))
    (wide, high), _ = cv2.getTextSize(glyph, font, scale, thick)
    mask = np.zeros((side, side), np.uint8)
    cv2.putText(mask, glyph, ((side - wide) // 2, (side + high) // 2), font, scale, 255, thick, 16)
    share = np.rot90(mask[::-1], int(rng.integers(0, 4))).astype(np.float32)[..., None] / 255
    return np.asarray(tile * (1 - share) + np.asarray(ink, np.float32) * share, np.float32)


def emblem(tile: Floats, ink: RGB, rng: np.random.Generator) -> Floats:
    """The tile with a star, a heart, a crest or a ring, full or in outline."""
    out, side = np.ascontiguousarray(tile), tile.shape[0]
    shape = (_star, _heart, _crest)[int(rng.choice(3, p=(0.6, 0.2, 0.2)))](rng)
    points = (side / 2 + side * rng.uniform(0.22, 0.4) * shape).round().astype(np.int32)
    if rng.random() < 0.6:
        cv2.fillPoly(out, [points], ink, 16)
    else:
        cv2.polylines(out, [points], True, ink, int(rng.integers(2, 8)), 16)
    if rng.random() < 0.3:
        # A ring round it all, thin: a full disc would be a pip.
        cv2.circle(out, (side // 2, side // 2), int(side * rng.uniform(0.4, 0.46)), ink, 3, 16)
    return out


def _star(rng: np.random.Generator) -> NDArray[np.float64]:
    points = int(rng.integers(3, 8))
    angle = np.arange(2 * points) * np.pi / points + rng.uniform(0, 1)
    away = np.where(np.arange(2 * points) % 2, rng.uniform(0.25, 0.6), 1.0)
    return np.stack([away * np.cos(angle), away * np.sin(angle)], axis=1)


def _heart(rng: np.random.Generator) -> NDArray[np.float64]:
    t = np.linspace(0, 2 * np.pi, 40)
    x, y = np.sin(t) ** 3, (13 * np.cos(t) - 5 * np.cos(2 * t) - 2 * np.cos(3 * t) - np.cos(4 * t)) / 16
    return np.stack([x, y * rng.choice((-1, 1))], axis=1)


def _crest(rng: np.random.Generator) -> NDArray[np.float64]:
    """Some closed wavy line, the same on the left as on the right: a skull, a bear, a house's mark from afar."""
    angle = np.linspace(-np.pi, np.pi, 60)
    away = 0.7 + sum(rng.normal(0, 0.35 / k**0.5) * np.cos(k * angle) for k in range(2, 8))
    away = 0.15 + 0.85 * np.abs(away) / np.abs(away).max()
    return np.stack([away * np.sin(angle), away * np.cos(angle)], axis=1)
