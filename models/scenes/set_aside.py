"""The dice that lie aside in the demo: a picture of each value, at each place."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.frame import Image
from models.scenes import breakfast, film
from models.scenes.dice import cube_corners, turn_up

Doubles = NDArray[np.float64]
HALF_M = 0.008
# Where dice that were kept lie, m, each with its turn about the vertical, degrees; the first is taken first.
ASIDE = (
    (-0.155, -0.019, 38.0),
    (-0.154, -0.085, 12.0),
    (-0.121, -0.020, -17.0),
    (-0.119, -0.053, 44.0),
    (-0.122, -0.086, -40.0),
    (-0.158, -0.052, -31.0),  # touches the picture's edge, and more than five are never kept
)
ASIDE_QUALITY = 92
# Pixels round a die aside and its shadow that are taken with it.
ROOM_PX = 3
HERE = Path("build/demo")


def put_aside(out: Path) -> dict[str, Any]:
    """Writes the pictures of the dice aside, one below the other: the bare table, then 1 to 6. Where they lie, px."""
    places = _boxes_px()
    left, top, right, bottom = (
        min(box[0] for box in places),
        min(box[1] for box in places),
        max(box[2] for box in places),
        max(box[3] for box in places),
    )
    pictures = [empty(), *(aside(value) for value in range(1, 7))]
    stack = np.concatenate([picture[top:bottom, left:right] for picture in pictures])
    cv2.imwrite(str(out / "aside.jpg"), stack, [cv2.IMWRITE_JPEG_QUALITY, ASIDE_QUALITY])
    return {"at": [left, top], "size": [right - left, bottom - top], "places": places}


def _boxes_px() -> list[list[int]]:
    """Round the die at each place and its shadow, which falls to the right and down: left, top, right, bottom, px.

    A box ends where the next die begins: what is taken of one place shows nothing of another.
    """
    bodies = [
        cube_corners(pose.turn, pose.place, HALF_M, breakfast.LOOK.rounding) for pose in map(_one, ASIDE)
    ]
    dice = [_round(breakfast.CAMERA.project(body)) for body in bodies]
    whole = [
        _round(np.concatenate([breakfast.CAMERA.project(np.concatenate([b, *film.shadows(b)]))]))
        for b in bodies
    ]
    return [
        _until_the_next(box, die, [other for other in dice if other is not die])
        for box, die in zip(whole, dice, strict=True)
    ]


def _one(place: tuple[float, float, float]) -> film.Pose:
    return _set_aside(1, *place)


def _round(points: Doubles) -> list[int]:
    low, high = np.floor(points.min(axis=0)) - ROOM_PX, np.ceil(points.max(axis=0)) + ROOM_PX
    low, high = np.maximum(low, 0), np.minimum(high, breakfast.CAMERA.size)
    return [int(value) for value in (*low, *high)]


def _until_the_next(box: list[int], die: list[int], others: list[list[int]]) -> list[int]:
    left, top, right, bottom = box
    for a, b, c, d in others:
        beside, below = b < bottom and d > top, a < right and c > left
        if beside and a >= die[2]:
            right = min(right, a)
        elif below and b >= die[3]:
            bottom = min(bottom, b)
    return [left, top, right, bottom]


def empty() -> Image:
    """The bare table."""
    path = HERE / "empty.png"
    if not path.exists():
        HERE.mkdir(parents=True, exist_ok=True)
        cv2.imwrite(str(path), film.plate(()).image)
    return read(path)


def aside(value: int) -> Image:
    """The table, at each place aside a die that shows this value."""
    path = HERE / f"aside{value}.png"
    if not path.exists():
        HERE.mkdir(parents=True, exist_ok=True)
        picture = film.picture(film.plate(()), [[_set_aside(value, *place) for place in ASIDE]], 120, value)
        cv2.imwrite(str(path), picture)
    return read(path)


def _set_aside(value: int, x: float, y: float, turn_deg: float) -> film.Pose:
    turn = turn_up(breakfast.LOOK, np.eye(3), value)
    return film.Pose(np.array([x, y, HALF_M]), _spin(np.radians(turn_deg)) @ turn)


def _spin(angle: float) -> Doubles:
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])


def read(path: Path) -> Image:
    """A picture that was made before."""
    picture = cv2.imread(str(path))
    if picture is None:
        raise ValueError(f"{path} is not a whole picture; delete it and start again")
    return np.asarray(picture, np.uint8)
