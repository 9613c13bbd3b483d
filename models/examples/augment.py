"""What cameras, lamps and colours do to a picture, done at random to a training picture.

All take and give float32 BGR 0 to 255 unless they say otherwise, and draw from the generator given.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Random = np.random.Generator

# The spread, rad, of a picture's turn where it has an up: with more, a side face passes for the top.
OBLIQUE_TURN = 0.22


def window(
    image: NDArray[np.uint8],
    centre: tuple[float, float],
    side: tuple[float, float],
    turn: float,
    mirror: bool,
    out: int,
) -> tuple[NDArray[np.uint8], Floats]:
    """The `side` (px wide, high) window of a picture round `centre`, turned, as `out` x `out`; and the 2 x 3 map."""
    scale_x, scale_y = out / side[0] * (-1 if mirror else 1), out / side[1]
    cos, sin = np.cos(turn), np.sin(turn)
    matrix = np.array([[cos * scale_x, -sin * scale_x, 0], [sin * scale_y, cos * scale_y, 0]])
    matrix[:, 2] = out / 2 - matrix[:, :2] @ np.array(centre)
    shown = cv2.warpAffine(image, matrix, (out, out), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return cast(NDArray[np.uint8], shown), matrix.astype(np.float32)


def repainted(image: Floats, random: Random, where: Floats) -> Floats:
    """Paints drawn at random in place of the picture's dark and light, `where` (H, W) 0 to 1 says so.

    Red pips on a blue or grey die are as bright as the die and differ from it by colour alone; few photos show such
    dice, but any photo of black pips on white can be made to. One of the two may be swirled of two paints, as pearl
    and marble are. A share of the picture's own colour is kept.
    """
    grey = image @ np.array([0.114, 0.587, 0.299], np.float32)
    low, high = np.percentile(grey[where > 0.5], (3, 97))
    share = np.clip((grey - low) / max(float(high - low), 15.0), -0.1, 1.1).astype(np.float32)[:, :, None]
    dark, light = _paints(image.shape[:2], random)
    if random.random() < 0.5:
        dark, light = light, dark
    own = random.uniform(0, 0.5) * (image - grey[:, :, None])
    mixed = dark + share * (light - dark) + own
    return cast(Floats, np.clip(image + where[:, :, None] * (mixed - image), 0, 255).astype(np.float32))


def _paints(shape: tuple[int, ...], random: Random) -> tuple[Floats, Floats]:
    """Two paints that can be told apart, the first (H, W, 3) perhaps swirled with a third, as float32 BGR."""
    base = random.choice([90.0, 245.0]) if random.random() < 0.5 else 245.0
    one, other, third = random.uniform(5, base, 3), random.uniform(5, 245, 3), random.uniform(5, base, 3)
    while min(np.linalg.norm(other - one), np.linalg.norm(other - third)) < 70:
        other, third = random.uniform(5, 245, 3), random.uniform(5, base, 3)
    body = np.broadcast_to(one, (*shape, 3))
    if random.random() < 0.5:
        coarse = random.standard_normal((int(random.integers(3, 8)),) * 2).astype(np.float32)
        field = np.asarray(cv2.resize(coarse, shape[::-1], interpolation=cv2.INTER_CUBIC))
        swirl = 1 / (1 + np.exp(-np.clip(random.uniform(1, 8) * field, -30, 30)))
        body = body + swirl[:, :, None] * (third - one)
    return body.astype(np.float32), np.asarray(other, np.float32)


def middle(px: int, random: Random) -> Floats:
    """(px, px) 0 to 1: a soft disc about as large as the die in the middle of the reader's crop."""
    rows, columns = np.mgrid[:px, :px].astype(np.float32) - (px - 1) / 2
    radius = random.uniform(0.33, 0.48) * px
    return np.asarray(np.clip((radius - np.hypot(rows, columns)) / 3 + 0.5, 0, 1), np.float32)


def colours(image: Floats, random: Random) -> Floats:
    """Other paint: channels exchanged, the picture grey or negative; then white balance, exposure and tone."""
    kind = random.random()
    if kind < 0.15:
        image = np.repeat(image.mean(axis=2, keepdims=True), 3, axis=2)
    elif kind < 0.25:
        image = repainted(image, random, np.ones(image.shape[:2], np.float32))
    if random.random() < 0.35:
        image = image[:, :, random.permutation(3)]
    if random.random() < 0.2:
        image = 255 - image
    if random.random() < 0.3:
        image = image @ (np.eye(3) + random.normal(0, 0.25, (3, 3))).astype(np.float32)
    gain = np.exp(random.normal(0, 0.12, 3) + random.normal(0, 0.25)).astype(np.float32)
    image = np.clip(image * gain + np.float32(random.normal(0, 12)), 0, 255)
    gamma = float(np.exp(random.normal(0, 0.3)))
    return cast(Floats, (255 * np.power(image / 255, gamma)).astype(np.float32))


def light(image: Floats, random: Random) -> Floats:
    """A soft glare, the edge of a shadow, or light that falls off to one side."""
    if random.random() > 0.35:
        return image
    height, width = image.shape[:2]
    rows, columns = np.mgrid[:height, :width].astype(np.float32)
    rows, columns = rows / height - random.random(), columns / width - random.random()
    kind = random.integers(3)
    if kind == 0:
        glare = np.exp(-(rows**2 + columns**2) / (2 * random.uniform(0.04, 0.3) ** 2))
        return cast(Floats, image + (random.uniform(40, 220) * glare)[:, :, None].astype(np.float32))
    angle = random.uniform(0, 2 * np.pi)
    along = rows * np.sin(angle) + columns * np.cos(angle)
    soft = random.uniform(0.01, 0.15) if kind == 1 else 0.6
    shade = 1 - random.uniform(0.2, 0.65) / (1 + np.exp(-np.clip(along / soft, -30, 30)))
    return cast(Floats, image * shade[:, :, None].astype(np.float32))


def gloss(image: Floats, random: Random) -> Floats:
    """White reflections of lamps on polished edges: arcs, lines and spots, and the rim of the face."""
    if random.random() > 0.3:
        return image
    height, width = image.shape[:2]
    shine = np.zeros((height, width), np.float32)
    for _ in range(int(random.integers(1, 6))):
        where = (int(random.integers(width)), int(random.integers(height)))
        axes = (int(random.integers(1, 18)), int(random.integers(1, 18)))
        start, sweep = float(random.uniform(0, 360)), float(random.uniform(20, 130))
        thick = -1 if max(axes) < 5 else int(random.integers(1, 3))
        cv2.ellipse(
            shine, where, axes, float(random.uniform(0, 180)), start, start + sweep, 1.0, thick, cv2.LINE_AA
        )
    if random.random() < 0.5:
        _rim(shine, random)
    shine = np.asarray(cv2.GaussianBlur(shine, (0, 0), random.uniform(0.3, 1.0)), np.float32)
    return image + random.uniform(80, 240) * shine[:, :, None].astype(np.float32)


def _rim(shine: Floats, random: Random) -> None:
    """Draw some of the outline of a square with round corners, as large as a face in the reader's crop."""
    half = random.uniform(7, 17)
    sharp = random.uniform(2.5, 8)  # the exponent of a superellipse
    around = np.linspace(0, 2 * np.pi, 49)[: int(random.integers(8, 50))] + random.uniform(0, 2 * np.pi)
    cos, sin = np.cos(around), np.sin(around)
    reach = half * (np.abs(cos) ** sharp + np.abs(sin) ** sharp) ** (-1 / sharp)
    turn = random.uniform(0, np.pi)
    x = reach * np.cos(around + turn) + shine.shape[1] / 2 + random.normal(0, 2)
    y = reach * np.sin(around + turn) + shine.shape[0] / 2 + random.normal(0, 2)
    points = np.round(np.stack([x, y], axis=1) * 16).astype(np.int32)
    cv2.polylines(
        shine, [points], False, float(random.uniform(0.3, 1)), int(random.integers(1, 3)), cv2.LINE_AA, 4
    )


def lens(image: Floats, random: Random, worst: float = 1.3) -> Floats:
    """Out of focus, moving, seen with too few pixels, or sharpened too much."""
    height, width = image.shape[:2]
    if random.random() < 0.3:
        image = cv2.GaussianBlur(image, (0, 0), random.uniform(0.3, worst))  # type: ignore[assignment]
    if random.random() < 0.12:
        image = cast(Floats, cv2.filter2D(image, -1, _streak(random, worst)))
    if random.random() < 0.25:
        part = random.uniform(0.28, 0.9)
        small = cv2.resize(image, (int(width * part), int(height * part)), interpolation=cv2.INTER_AREA)
        image = cast(Floats, cv2.resize(small, (width, height), interpolation=cv2.INTER_LINEAR))
    if random.random() < 0.15:
        blurred = cv2.GaussianBlur(image, (0, 0), 1.2)
        image = cast(Floats, image + random.uniform(0.4, 1.6) * (image - blurred))
    return image


def _streak(random: Random, worst: float) -> Floats:
    length = int(2 + 3 * random.random() * worst)
    kernel = np.zeros((2 * length + 1, 2 * length + 1), np.float32)
    angle = random.uniform(0, np.pi)
    away = (round(float(length * np.cos(angle))), round(float(length * np.sin(angle))))
    cv2.line(kernel, (length - away[0], length - away[1]), (length + away[0], length + away[1]), 1.0)
    return cast(Floats, kernel / kernel.sum())


def sensor(image: Floats, random: Random) -> Floats:
    """Shot and read noise, salt and pepper, clipping, JPEG."""
    if random.random() < 0.5:
        spread = random.uniform(0, 11) + random.uniform(0, 0.4) * np.sqrt(np.clip(image, 0, 255))
        image = image + random.standard_normal(image.shape, np.float32) * spread.astype(np.float32)
    if random.random() < 0.04:
        specks = random.random(image.shape[:2]) < random.uniform(0.002, 0.03)
        image = image.copy()
        image[specks] = random.choice([0.0, 255.0])
    clipped = np.clip(image, 0, 255)
    if random.random() < 0.25:
        quality = [cv2.IMWRITE_JPEG_QUALITY, int(random.integers(25, 92))]
        coded = cv2.imencode(".jpg", clipped.astype(np.uint8), quality)[1]
        clipped = cv2.imdecode(coded, cv2.IMREAD_COLOR).astype(np.float32)  # type: ignore[union-attr]
    return clipped


STEPS: tuple[Callable[[Floats, Random], Floats], ...] = (colours, gloss, light, lens, sensor)


def spoil(image: NDArray[np.uint8] | Floats, random: Random) -> Floats:
    """All of it, in the order in which light meets paint, lamp, lens and sensor."""
    picture: Floats = image.astype(np.float32)
    for step in STEPS:
        picture = step(picture, random)
    return picture
