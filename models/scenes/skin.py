"""The paint of one six-sided die: its pips, rings and patterns, as one picture of all its faces."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from models.scenes.dice import DieLook, Pattern, pips
from models.scenes.emblems import emblem
from models.scenes.surfaces import Floats, cloud


@dataclass(frozen=True, eq=False)
class Skin:
    """The atlas pictures: colour (2 T, 3 T, 3), and clear, roughness and metallic (2 T, 3 T, 1), float32 linear; row 0
    is v = 0.
    """

    colour: Floats
    clear: Floats
    roughness: Floats
    metallic: Floats


def skin(look: DieLook, tile: int = 128) -> Skin:
    """Paints the atlas of a die; tile: pixels along a face."""
    colour = np.empty((2 * tile, 3 * tile, 3), np.float32)
    clear, rough, metal = (
        np.full((2 * tile, 3 * tile, 1), share, np.float32)
        for share in (look.clear, look.roughness, look.metallic)
    )
    for face in range(6):
        where = np.s_[face // 3 * tile : (face // 3 + 1) * tile, face % 3 * tile : (face % 3 + 1) * tile]
        if look.values[face] == look.emblem and not look.blank:
            rng = np.random.default_rng([look.seed, 6])
            colour[where] = emblem(_body(look, face, tile), look.paint, rng)
            continue
        mask = _pip_mask(look, face, tile)[..., None]
        colour[where] = _pipped(look, face, mask)
        clear[where] *= 1 - mask
        if look.inlay:
            let_in = mask if look.rim is None else _pip_mask(look, face, tile, look.rim_pips)[..., None]
            rough[where] += let_in * (look.inlay.roughness - look.roughness)
            metal[where] += let_in * (look.inlay.metallic - look.metallic)
            clear[where] *= 1 - let_in
    return Skin(colour, clear, rough, metal)


def _pipped(look: DieLook, face: int, mask: Floats) -> Floats:
    tile = mask.shape[0]
    paint = look.one_paint if look.values[face] == 1 and look.one_paint else look.paint
    ground = _body(look, face, tile)
    if look.rim is not None:
        ring = _pip_mask(look, face, tile, look.rim_pips)[..., None]
        ground = ground * (1 - ring) + np.asarray(look.rim, np.float32) * ring
    return np.asarray(ground * (1 - mask) + np.asarray(paint, np.float32) * mask, np.float32)


def _pip_mask(look: DieLook, face: int, tile: int, wider: float = 1.0) -> Floats:
    """(T, T) 0 to 1: where the paint is. Columns run along u, rows along v."""
    mask = np.zeros((tile, tile), np.float32)
    if look.blank:
        return mask
    line = (np.arange(tile, dtype=np.float32) + 0.5) / tile * 2 - 1
    x, y = np.meshgrid(line, line)
    centres, radius = pips(look, face)
    for cx, cy in centres:
        gap = (radius * wider - np.hypot(x - cx, y - cy)) * tile / 2
        mask = np.maximum(mask, np.clip(gap + 0.5, 0, 1).astype(np.float32))
    return mask


def _body(look: DieLook, face: int, tile: int) -> Floats:
    plain = np.broadcast_to(np.asarray(look.body, np.float32), (tile, tile, 3))
    if look.pattern == "plain":
        return np.asarray(plain, np.float32)
    rng = np.random.default_rng([look.seed, face])
    mix = _pattern(look.pattern, tile, rng)[..., None]
    return np.asarray(plain * (1 - mix) + np.asarray(look.accent, np.float32) * mix, np.float32)


def _pattern(kind: Pattern, tile: int, rng: np.random.Generator) -> Floats:
    if kind == "speckle":
        dots = (rng.random((tile, tile)) > 0.93).astype(np.float32)
        return np.asarray(np.clip(cv2.GaussianBlur(dots, (0, 0), 0.8) * 3, 0, 1), np.float32)
    if kind == "wood":
        grain = cloud((tile, tile), (tile / 40, tile / 3), rng, octaves=3)
        return np.asarray(np.clip(0.5 + 1.2 * grain, 0, 1), np.float32)
    if kind in ("swirl", "halves"):
        return _swept(kind, tile, rng)
    base = cloud((tile, tile), (tile / 2.5, tile / 2.5), rng, octaves=4)
    if kind == "marble":
        return np.asarray(np.clip(1 - np.abs(base) * 6, 0, 1) * 0.8, np.float32)
    return np.asarray(0.5 + 0.5 * np.sin(base * 9), np.float32)


def _swept(kind: Pattern, tile: int, rng: np.random.Generator) -> Floats:
    """Two colours stirred into each other, coarsely or finely, or one half of the die each."""
    cell, angle = tile / rng.uniform(0.8, 2.5), rng.uniform(0, 2 * np.pi)
    base = cloud((tile, tile), (cell, cell), rng, octaves=3)
    y, x = (np.indices(base.shape) / tile * 2 - 1).astype(np.float32)
    across = np.float32(np.cos(angle)) * x + np.float32(np.sin(angle)) * y
    if kind == "halves":
        return np.asarray(np.clip(0.5 + rng.uniform(0.8, 4) * (across + 0.5 * base), 0, 1), np.float32)
    waves = np.sin(rng.uniform(2, 5) * across + rng.uniform(2, 7) * base)
    return np.asarray(np.clip(0.5 + 1.6 * waves, 0, 1), np.float32)
