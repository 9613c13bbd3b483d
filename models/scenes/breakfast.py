"""The table of the demo: warm oak in the morning, a cup of coffee, the table's edge and the floor beyond it."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from models.scenes.camera import Camera
from models.scenes.dice import DieLook, Mesh
from models.scenes.physics import Block
from models.scenes.studio import Lamp, Paint, Thing, lathe, plain, rectangle
from models.scenes.surfaces import oak, tiles

CAMERA = Camera((0.0, -0.175, 0.462), (0.0, -0.006, 0.0), 40.0, (1280, 720))
LAMPS = (Lamp((-0.58, 0.32, 0.62), 0.11, (28.0, 25.6, 21.5)),)
SKY = (0.36, 0.375, 0.40)
LOOK = DieLook(body=(0.80, 0.75, 0.64), drill=0.07, turns=(0, 1, 0, 1, 0, 0))
EDGE_M = 0.140
FLOOR_M = 0.72
CUP = (-0.153, 0.074)
BLOCKS = (Block((*CUP, 0.006), (0.062, 0.006)), Block((*CUP, 0.03), (0.036, 0.03)))
KEEP_LINE_M = -0.105
BEVEL_M = 0.003


def marks() -> dict[str, Any]:
    """Where things are in the picture: corners of the table and of its keep zone in px, and the dice's size in mm."""
    # The camera is not rolled: a line of equal y on the table is a row of the picture.
    y = np.linspace(-0.2, 0.3, 5001)
    rows = CAMERA.project(np.stack([0 * y, y, 0 * y], axis=1))[:, 1]
    far, near = (float(y[np.argmin(np.abs(rows - row))]) for row in (0, CAMERA.size[1]))

    def corners(left: float, right: float) -> list[list[float]]:
        points = np.array([[left, far, 0], [right, far, 0], [right, near, 0], [left, near, 0]], float)
        wide, high = CAMERA.size
        inside = np.clip(CAMERA.project(points), 0, (wide - 1, high - 1))
        return [[round(float(px), 1), round(float(py), 1)] for px, py in inside]

    return {"table_px": corners(-0.2, EDGE_M), "keep_px": corners(-0.2, KEEP_LINE_M), "die_mm": 16}


@cache
def things() -> tuple[Thing, ...]:
    """All that stays where it is."""
    rng = np.random.default_rng(7)
    wood = Paint(oak((1800, 2400), 4.5, rng), roughness=0.42, specular=0.35)
    floor = Paint(tiles((1200, 1200), 0.8, rng), roughness=0.5)
    china = Paint(plain((0.56, 0.555, 0.53)), roughness=0.18)
    coffee = Paint(plain((0.030, 0.013, 0.006)), roughness=0.08)
    x, y = CUP
    return (
        Thing(_table_top(), wood),
        Thing(rectangle(-0.4, 1.1, -0.75, 0.75, -FLOOR_M), floor),
        Thing(lathe(_SAUCER), china, place=(x, y, 0.0)),
        Thing(lathe(_CUP), china, place=(x, y, 0.0)),
        Thing(_handle(), china, place=(x, y, 0.0)),
        Thing(lathe(((0.0, 0.0), (0.031, 0.0))), coffee, place=(x, y, 0.044)),
    )


_SAUCER = ((0.0, 0.003), (0.036, 0.003), (0.044, 0.005), (0.058, 0.011), (0.061, 0.0125), (0.062, 0.012),
           (0.060, 0.010), (0.045, 0.0005), (0.0, 0.0))  # fmt: skip
_CUP = ((0.0, 0.008), (0.020, 0.009), (0.028, 0.022), (0.0325, 0.050), (0.0335, 0.0515), (0.0345, 0.0515),
        (0.0355, 0.050), (0.031, 0.022), (0.022, 0.005), (0.0, 0.004))  # fmt: skip


def _table_top() -> Mesh:
    """A slab with its right edge rounded; the grain runs on over the edge."""
    left, near, far = -0.40, -0.25, 0.15
    bend = np.linspace(0, np.pi / 2, 8)
    x = np.concatenate([[left], EDGE_M - BEVEL_M + BEVEL_M * np.sin(bend), [EDGE_M]])
    z = np.concatenate([[0.0], BEVEL_M * (np.cos(bend) - 1), [-0.028]])
    lean = np.concatenate([[0.0], bend, [np.pi / 2]])
    along = np.concatenate([[0.0], np.cumsum(np.hypot(np.diff(x), np.diff(z)))])
    rows = [np.stack([x, np.full_like(x, y), z], axis=1) for y in (near, far)]
    normal = np.stack([np.sin(lean), np.zeros_like(x), np.cos(lean)], axis=1)
    uv = [np.stack([along / along[-1], np.full_like(x, v)], axis=1) for v in (0.0, 1.0)]
    n, i = len(x), np.arange(len(x) - 1)
    triangles = np.concatenate([np.stack([i, i + 1, i + n + 1], 1), np.stack([i, i + n + 1, i + n], 1)])
    return Mesh(
        np.concatenate(rows).astype(np.float32),
        np.concatenate([normal, normal]).astype(np.float32),
        np.concatenate(uv).astype(np.float32),
        triangles.astype(np.uint32),
    )


def _handle(steps: int = 24, around: int = 12) -> Mesh:
    """A half ring that stands on the cup's right side."""
    bend, turn = np.meshgrid(
        np.linspace(-1.75, 1.75, steps), np.linspace(0, 2 * np.pi, around), indexing="ij"
    )
    out = 0.013 + 0.0032 * np.cos(turn)
    points = np.stack(
        [0.032 + out * np.cos(bend), 0.0042 * np.sin(turn), 0.031 + out * np.sin(bend)], axis=-1
    )
    normal = np.stack([np.cos(turn) * np.cos(bend), np.sin(turn), np.cos(turn) * np.sin(bend)], axis=-1)
    c, s = np.cos(-0.6), np.sin(-0.6)
    spin = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
    index = np.arange(steps * around).reshape(steps, around)
    a, b, d, e = index[:-1, :-1], index[1:, :-1], index[1:, 1:], index[:-1, 1:]
    triangles = np.concatenate(
        [np.stack([a, b, d], -1).reshape(-1, 3), np.stack([a, d, e], -1).reshape(-1, 3)]
    )
    return Mesh(
        (points.reshape(-1, 3) @ spin.T).astype(np.float32),
        (normal.reshape(-1, 3) @ spin.T).astype(np.float32),
        np.zeros((steps * around, 2), np.float32),
        triangles.astype(np.uint32),
    )
