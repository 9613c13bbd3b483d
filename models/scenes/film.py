"""Moving pictures of the demo: few samples where dice move, a clean plate of the table everywhere else.

A frame is the plate, shaded by the smoothed ratio of the noisy render to the plate (shadows are smooth, the wood's
grain is kept from the plate), with the dice themselves taken from the render.
"""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.frame import Image
from models.scenes import breakfast, studio
from models.scenes.camera import Floats, Sensor, develop
from models.scenes.dice import cube_corners, mesh
from models.scenes.skin import skin

Doubles = NDArray[np.float64]
Bools = NDArray[np.bool_]
SENSOR = Sensor(exposure=0.35, vignette=0.0)
HALF_M = 0.008
DICE = 6
PARKED = np.array([0.0, 0.0, -3.0])


@dataclass(frozen=True, eq=False)
class Pose:
    """place (3,) m and turn (3, 3), die to world."""

    place: Doubles
    turn: Doubles


@dataclass(frozen=True, eq=False)
class Plate:
    """A staged table with the dice that lie there for good, its clean picture, and six more dice to be placed."""

    scene: Any
    light: Floats
    image: Image


def same(a: Sequence[Pose], b: Sequence[Pose]) -> bool:
    """Whether nobody could see a difference (a tenth of a pixel)."""
    return len(a) == len(b) and all(
        np.abs(p.place - q.place).max() < 3e-5 and np.abs(p.turn - q.turn).max() < 3e-3
        for p, q in zip(a, b, strict=True)
    )


@cache
def _die() -> studio.Thing:
    paint = studio.Paint(skin(breakfast.LOOK, 192).colour, breakfast.LOOK.roughness)
    return studio.Thing(mesh(breakfast.LOOK, 60), paint, HALF_M)


def _put(scene: Any, poses: Sequence[Pose]) -> None:
    spare = [Pose(PARKED + np.array([0.1 * i, 0, 0]), np.eye(3)) for i in range(DICE)]
    studio.put(scene, [(pose.place, pose.turn) for pose in [*poses, *spare][:DICE]])


@cache
def plate(kept: tuple[Pose, ...], samples: int = 96) -> Plate:
    """Stages the table with the kept dice and takes its clean picture."""
    lying = [replace(_die(), turn=pose.turn, place=tuple(pose.place)) for pose in kept]
    fixed = [*breakfast.things(), *lying]
    scene = studio.stage(fixed, breakfast.LAMPS, breakfast.SKY, _die(), DICE)
    _put(scene, ())
    parts = [studio.shoot(scene, breakfast.CAMERA, 16, seed) for seed in range(max(1, samples // 16))]
    light = np.asarray(np.mean(parts, axis=0), np.float32)
    return Plate(scene, light, developed(light))


def picture(base: Plate, shots: Sequence[Sequence[Pose]], samples: int, seed: int) -> Image:
    """One developed frame, BGR: the mean over the shots (sub-frames while the shutter is open).

    samples: rays a pixel of the dice in each shot; where their shadows may be, a third as many do.
    """
    out = base.image.copy()
    dice, near = _masks(shots)
    rows, columns = np.flatnonzero(near.any(axis=1)), np.flatnonzero(near.any(axis=0))
    if len(rows) == 0:
        return out
    here = np.s_[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    noisy, clean = (
        _traced(base, shots, (dice > 0, near > 0), samples, seed)[here],
        np.maximum(base.light[here], 1e-3),
    )
    solid, close = dice[here][..., None], near[here][..., None]
    weight = (1 - solid) * close + 1e-4
    ratio = np.where(close > 0, noisy, clean) / clean
    smooth = cv2.GaussianBlur(ratio * weight, (0, 0), 2.5) / cv2.GaussianBlur(weight, (0, 0), 2.5)[..., None]
    shaded = clean * (1 - close + close * smooth)
    out[here] = developed(np.asarray(noisy * solid + shaded * (1 - solid), np.float32))
    return out


def developed(light: Floats) -> Image:
    """The camera's picture of this light; the same wherever in the picture it falls."""
    return develop(light, SENSOR, np.random.default_rng(0))


def _traced(
    base: Plate, shots: Sequence[Sequence[Pose]], where: tuple[Bools, Bools], samples: int, seed: int
) -> Floats:
    """(H, W, 3): the mean light at the pixels asked for, 0 elsewhere."""
    dice, near = (np.flatnonzero(mask).astype(np.int32) for mask in (where[0], where[1] & ~where[0]))
    few = max(1, samples // 3)
    pixels = np.concatenate([np.repeat(dice, samples), np.repeat(near, few)])
    width, height = breakfast.CAMERA.size
    corner = np.stack([pixels % width, pixels // width], axis=1).astype(np.float32)
    rng, total = np.random.default_rng(seed), np.zeros((len(pixels), 3), np.float32)
    for number, poses in enumerate(shots):
        _put(base.scene, poses)
        points = corner + rng.random(corner.shape, np.float32)
        total += studio.trace(base.scene, breakfast.CAMERA, points, seed * 97 + number)
    out, split = np.zeros((height * width, 3), np.float32), len(dice) * samples
    out[dice] = total[:split].reshape(-1, samples, 3).mean(axis=1) / len(shots)
    out[near] = total[split:].reshape(-1, few, 3).mean(axis=1) / len(shots)
    return out.reshape(height, width, 3)


def _masks(shots: Sequence[Sequence[Pose]]) -> tuple[Floats, Floats]:
    """Where dice are in any shot, and where their shadows may be: (H, W), 0 to 1, with soft edges."""
    width, height = breakfast.CAMERA.size
    dice, near = np.zeros((height, width), np.uint8), np.zeros((height, width), np.uint8)
    for poses in shots:
        for pose in poses:
            body = cube_corners(pose.turn, pose.place, HALF_M, breakfast.LOOK.rounding)
            _fill(dice, body)
            # Below the table's top there is nothing near that a shadow could fall on.
            _fill(near, np.concatenate([body, *shadows(body)]) if pose.place[2] > 0 else body)
    wide = cv2.dilate(dice, np.ones((3, 3), np.uint8))
    round_it = cv2.dilate(near, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (27, 27)))
    soft = _soft(wide, 0.8)
    return soft, np.maximum(_soft(round_it, 5), soft)


def _soft(mask: Any, sigma: float) -> Floats:
    """A 0 to 255 mask as 0 to 1 with blurred edges, cut off where it is next to nothing."""
    blurred = cv2.GaussianBlur(np.asarray(mask, np.float32) / 255, (0, 0), sigma)
    return np.asarray(np.where(blurred < 0.004, 0, blurred), np.float32)


def _fill(mask: NDArray[np.uint8], points: Doubles) -> None:
    pixels = breakfast.CAMERA.project(points)
    cv2.fillConvexPoly(mask, cv2.convexHull(np.round(pixels).astype(np.int32)), 255)


def shadows(body: Doubles) -> list[Doubles]:
    """The outline's shadows on the table from the corners of each lamp."""
    out = []
    for lamp in breakfast.LAMPS:
        for dx, dy in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
            light = np.add(lamp.place, (dx * lamp.half, dy * lamp.half, 0))
            share = body[:, 2:3] / (light[2] - body[:, 2:3])
            out.append((body + (body - light) * share) * [1, 1, 0])
    return out


def encode(paths: Sequence[Path], fps: int, starts_s: Sequence[float], out: Path, quality: int = 30) -> None:
    """Packs the frames by the ffmpeg program (H.264); a key frame at each start lets a player jump there."""
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as listing:
        for path in paths:
            listing.write(f"file '{path.resolve()}'\nduration {1 / fps:.6f}\n")
        listing.flush()
        keys = ",".join(f"{start:.3f}" for start in starts_s)
        source = ["-f", "concat", "-safe", "0", "-r", str(fps), "-i", listing.name]
        codec = [
            "-c:v",
            "libx264",
            "-preset",
            "slow",
            "-crf",
            str(quality),
            "-pix_fmt",
            "yuv420p",
            "-threads",
            "1",
        ]
        extra = ["-force_key_frames", keys, "-movflags", "+faststart", "-r", str(fps)]
        subprocess.run(["ffmpeg", "-y", "-loglevel", "error", *source, *codec, *extra, str(out)], check=True)
