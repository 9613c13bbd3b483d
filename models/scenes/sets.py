"""The sets of the clips: table, mat, dice, camera and lamp, drawn by seed; and what of the table the camera sees."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from models.scenes.camera import Camera
from models.scenes.dice import RGB, DieLook
from models.scenes.incidents import Doubles, Place
from models.scenes.physics import Bed, Block
from models.scenes.stage import Set
from models.scenes.surfaces import Kind, table, tiles

SIZES = ((512, 384), (512, 384), (512, 288))
GROUNDS: tuple[Kind, ...] = ("wood", "felt", "cloth", "stone", "plain", "leather")
HALF_ACROSS_DEG = 20.0
REACH_M = 0.6
"""How far the table reaches where its edge is out of sight."""


@dataclass(frozen=True, eq=False)
class Scene:
    """A set and the place in it; measured: the plane is known in millimetres, as from a printed mat; blur_px: the
    lens's."""

    stage: Set
    place: Place
    measured: bool
    blur_px: float


def scene(rng: np.random.Generator, books: int) -> Scene:
    """Draws a scene; with so many books, on whose edges dice come to lie cocked."""
    half, look = float(rng.uniform(0.006, 0.009)), readable_look(rng)
    camera, wide = _camera(half, rng)
    bare = rng.random() < 0.4
    bed = _bed(0.72 * wide if bare else REACH_M, rng)
    mat = _mat(wide, wide * camera.size[1] / camera.size[0], rng)
    area = (bed.left, bed.right, bed.near, bed.far) if bare else mat
    stage = _stage(camera, look, half, bed, None if bare else mat, rng)
    measured, blur_px = bool(not bare and rng.random() < 0.5), float(rng.uniform(0.45, 0.8))
    if books:
        lying = tuple(_book(wide, half, rng) for _ in range(books))
        stage = replace(stage, bed=replace(bed, blocks=lying))
    return Scene(stage, Place(camera, stage.bed, area, half, look), measured, blur_px)


def _camera(half: float, rng: np.random.Generator) -> tuple[Camera, float]:
    """A camera that leans by up to 32 degrees, and half the width that it sees of the table, in metres."""
    away, lean = float(rng.uniform(20, 26)) * 2 * half, np.radians(rng.uniform(2, 32))
    size = SIZES[int(rng.integers(len(SIZES)))]
    place = (0.0, -away * float(np.sin(lean)), away * float(np.cos(lean)))
    return Camera(place, (0, 0, 0), 2 * HALF_ACROSS_DEG, size), away * float(
        np.tan(np.radians(HALF_ACROSS_DEG))
    )


def _bed(right: float, rng: np.random.Generator) -> Bed:
    """A table whose right edge is there, in metres; on the other sides it ends out of the picture."""
    return Bed(
        right=right,
        left=-REACH_M,
        near=-REACH_M,
        far=REACH_M,
        drop=float(rng.choice((0.05, 0.7))),
        bounce=float(rng.uniform(0.3, 0.5)),
        friction=float(rng.uniform(0.25, 0.4)),
    )


def _mat(wide: float, high: float, rng: np.random.Generator) -> tuple[float, float, float, float]:
    """Left, right, near and far edge of a mat, in metres, from half the width and height that the camera sees."""
    inner = float(rng.uniform(0.66, 0.88))
    return (-inner * wide, inner * wide, -0.93 * inner * high, 0.88 * inner * high)


def _stage(
    camera: Camera,
    look: DieLook,
    half: float,
    bed: Bed,
    mat: tuple[float, float, float, float] | None,
    rng: np.random.Generator,
) -> Set:
    """The set with its paints and its lamp."""
    tops = [
        table(GROUNDS[int(rng.integers(len(GROUNDS)))], (512, 512), 1.0, tone(rng), rng) for _ in range(2)
    ]
    return Set(
        camera,
        look,
        half,
        bed,
        tops[0],
        tiles((256, 256), 0.2, rng),
        tops[1],
        mat,
        lamp=(float(rng.uniform(-0.5, 0.5)), float(rng.uniform(-0.3, 0.6)), 0.8),
        even=float(rng.uniform(0.35, 0.6)),
        skin=_scaled((0.86, 0.64, 0.52), float(rng.uniform(0.35, 1.0))),
        china=tone(rng),
        cloth=tone(rng),
    )


def readable_look(rng: np.random.Generator) -> DieLook:
    """A make that is easy to read: motion is judged here, not the reader."""
    pip, pitch = float(rng.uniform(0.15, 0.2)), float(rng.uniform(0.47, 0.56))
    colours = ((0.80, 0.74, 0.62), (0.85, 0.85, 0.85), (0.02, 0.02, 0.02), (0.45, 0.01, 0.02), (0.01, 0.12, 0.03),
               (0.01, 0.03, 0.30), (0.30, 0.02, 0.20), (0.75, 0.60, 0.05), (0.45, 0.70, 0.85))  # fmt: skip
    body = colours[int(rng.choice(len(colours), p=(0.2, 0.2, *(0.6 / 7,) * 7)))]
    light = sum(body) > 1.2
    return DieLook(
        body=body,
        paint=(0.012, 0.011, 0.010) if light else (0.85, 0.85, 0.82),
        rounding=float(rng.uniform(0.08, 0.4)),
        pitch=pitch,
        two_pitch=pitch,
        pip=pip,
        one_pip=pip * float(rng.uniform(1.0, 1.5)),
        drill=float(rng.uniform(0.0, 0.08)),
        left_handed=bool(rng.random() < 0.5),
        turns=tuple(int(t) for t in rng.integers(0, 4, 6)),  # type: ignore[arg-type]
    )


def tone(rng: np.random.Generator) -> RGB:
    """Of a top or a thing: of middling brightness, grey or coloured."""
    red, green, blue = rng.uniform(0.15, 0.85) * (1 - rng.uniform(0, 0.4, 3))
    return (float(red), float(green), float(blue))


def _scaled(rgb: RGB, by: float) -> RGB:
    return (rgb[0] * by, rgb[1] * by, rgb[2] * by)


def _book(wide: float, half: float, rng: np.random.Generator) -> Block:
    high = half * float(rng.uniform(0.15, 0.4))
    x, y = rng.uniform(-0.6, 0.6) * wide, rng.uniform(-0.4, 0.4) * wide
    return Block((float(x), float(y), high), (half * 3, half * 2.2, high), float(rng.uniform(0, 180)))


def ground(place: Place) -> Doubles:
    """(4, 2) m: where the rays through the corners of the picture meet the table: top left first, clockwise."""
    width, height = place.camera.size
    px = np.array([[0, 0], [width, 0], [width, height], [0, height]], float)
    rays = np.column_stack([(px - [width / 2, height / 2]) / place.camera.focal, np.ones(4)]) @ np.array(
        place.camera.axes
    )
    eye = np.array(place.camera.place)
    return np.asarray((eye - rays * (eye[2] / rays[:, 2:]))[:, :2])


def marked(place: Place) -> Doubles:
    """(n, 2) px: the edge of the table as a person would mark it: what of it lies in the picture, clockwise."""
    left, right, near, far = place.area
    whole = np.array([[left, far], [right, far], [right, near], [left, near]], np.float32)
    _, both = cv2.intersectConvexConvex(whole, ground(place).astype(np.float32))
    corners = both.reshape(-1, 2).astype(float)
    middle = corners.mean(axis=0)
    order = np.argsort(np.arctan2(*(corners - middle)[:, ::-1].T))[::-1]
    return place.camera.project(np.column_stack([corners[order], np.zeros(len(corners))]))
