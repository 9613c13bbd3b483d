"""Dice drawn in a millisecond: any paint, ink and pips, from overhead to low, on any ground.

Plain shading, so no substitute for photos or rendered pictures: they teach what pips of other makes look like, big
ones, close ones, faint ones, and cubes with figures or nothing on them, which are no pip dice.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.frame import Image
from models.examples.augment import Random
from models.examples.banks import PATCH_PX, REACH, Row
from models.examples.makes import Make
from models.examples.negatives import Clutter, paste
from models.scenes.pips import PARALLEL_TWO, SPOTS, Layout

Points = NDArray[np.float64]
_FACE_PX = 48
# How often each value is on top, 1 to 6: what makers lay out otherwise comes oftener.
_VALUES = (0.28, 0.24, 0.11, 0.11, 0.11, 0.15)
# Share of the pictures in which dice of two sizes lie.
TWO_SIZES = 0.4
# How many times larger one is than the other, from and to.
LARGER = (1.0, 2.5)
# Corners of the unit cube's faces, in turn: top, then the four sides.
_CUBE = np.array([[x, y, z] for z in (0, 1) for x, y in ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))])
_FACES = [(4, 5, 6, 7), (0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7)]


@dataclass(frozen=True)
class Stand:
    """Where the camera is: its height over the table (rad), its distance in dice, and where the lamp is (rad)."""

    height: float
    distance: float
    lamp: float

    @classmethod
    def any(cls, random: Random) -> Stand:
        """From straight above, in half the cases, to 30 degrees over the table."""
        height = (
            np.pi / 2 - abs(random.normal(0, 0.1)) if random.random() < 0.5 else random.uniform(0.52, 1.4)
        )
        return cls(float(height), random.uniform(5, 25), random.uniform(0, 2 * np.pi))


def draw_die(make: Make, stand: Stand, random: Random, px: float) -> tuple[Image, int, tuple[float, float]]:
    """A die of about `px` px (BGRA, with its shadow, middle in the middle), its top value (0: none), its box."""
    size = int(2 * px) + 8
    corners = _seen(stand, random.uniform(0, 2 * np.pi))
    low, high = corners.min(axis=0), corners.max(axis=0)
    scale = 1.6 * px / float(np.sqrt(np.prod(high - low)))
    spots = (corners - (low + high) / 2) * scale + 0.8 * size
    canvas = np.zeros((int(1.6 * size), int(1.6 * size), 4), np.uint8)
    top, sides = _values(random)
    for face, value in zip(_FACES, (top, *sides), strict=True):
        quad = spots[list(face)]
        if _turns_clockwise(quad):
            _lay_face(canvas, quad, _face(make, value, random), _brightness(face, stand, corners))
    _trim(canvas, spots, make.round * scale / 1.6)
    die = cv2.resize(canvas, (size, size), interpolation=cv2.INTER_AREA)
    wide, high_px = ((high - low) * scale / 1.6).tolist()
    return _with_shadow(cast(Image, die), stand, random), top if make.faces == "pips" else 0, (wide, high_px)


def _seen(stand: Stand, turn: float) -> Points:
    """The cube's eight corners in the picture, in sides of a die, y down."""
    cos, sin = np.cos(turn), np.sin(turn)
    x = _CUBE[:, 0] * cos - _CUBE[:, 1] * sin
    y = _CUBE[:, 0] * sin + _CUBE[:, 1] * cos
    z = _CUBE[:, 2] - 0.5
    down = y * np.sin(stand.height) - z * np.cos(stand.height)
    near = y * np.cos(stand.height) + z * np.sin(stand.height)
    zoom = stand.distance / (stand.distance - near)
    return np.stack([x * zoom, down * zoom], axis=1)


def _values(random: Random) -> tuple[int, tuple[int, int, int, int]]:
    top = int(random.choice(6, p=_VALUES)) + 1
    first, second = (int(v) for v in random.permutation([v for v in (1, 2, 3) if v not in (top, 7 - top)]))
    first, second = (v if random.random() < 0.5 else 7 - v for v in (first, second))
    return top, (first, second, 7 - first, 7 - second)


def _turns_clockwise(quad: Points) -> bool:
    (ax, ay), (bx, by) = quad[1] - quad[0], quad[2] - quad[1]
    return bool(ax * by - ay * bx > 1)


def _brightness(face: tuple[int, ...], stand: Stand, corners: Points) -> float:
    if face == _FACES[0]:
        return 1.0
    away = corners[list(face)].mean(axis=0)
    return 0.72 + 0.22 * float(np.cos(np.arctan2(away[1], away[0]) - stand.lamp))


def _face(make: Make, value: int, random: Random) -> Image:
    """One face, (48, 48, 3)."""
    page = np.full((_FACE_PX, _FACE_PX, 3), make.paint, np.float32)
    if make.marble:
        veins = cv2.resize(random.standard_normal((7, 7, 3), np.float32), (_FACE_PX, _FACE_PX))
        page += make.marble * np.asarray(veins)
    image = np.clip(page, 0, 255).astype(np.uint8)
    if make.faces == "figures":
        text = str(random.choice([*"123456789AKQXW?#"]))
        cv2.putText(image, text, (12, 37), cv2.FONT_HERSHEY_DUPLEX, 1.2, make.ink, 3, cv2.LINE_AA)
    elif make.faces == "pips":
        _pips(image, make, value, random)
    return np.ascontiguousarray(np.rot90(image, int(random.integers(4))))


def _pips(image: Image, make: Make, value: int, random: Random) -> None:
    radius = make.one if value == 1 else make.pip
    if make.clear:
        _pips_below(image, make, 7 - value, random)
    if make.disc:
        _dot(image, (0.5, 0.5), make.disc, make.inlay)
    spots = _spots(make, value, random)
    if make.halo:
        for spot in spots:
            _dot(image, spot, make.halo * radius, make.inlay)
    for spot in spots:
        _dot(image, spot, radius, make.ink)
        if make.ring:
            _dot(image, spot, 0.5 * radius, make.paint)


def _pips_below(image: Image, make: Make, value: int, random: Random) -> None:
    """What is seen of the opposite face through a clear die: its pips in the die's own colour, smaller and moved."""
    paint, ink = np.array(make.paint), np.array(make.ink)
    seen = paint * random.uniform(0.7, 1.7) * ink / max(float(ink.max()), 1.0)
    colour = np.clip(paint + make.clear * (ink - paint) * 0.5 + make.clear * (seen - paint), 0, 255)
    (x, y), nearer = random.normal(0, 0.07, 2), random.uniform(0.7, 0.95)
    for along, across in _spots(make, value, random):
        spot = 0.5 + x + nearer * (along - 0.5), 0.5 + y + nearer * (across - 0.5)
        _dot(image, spot, nearer * make.pip, (float(colour[0]), float(colour[1]), float(colour[2])))


def _spots(make: Make, value: int, random: Random) -> list[tuple[float, float]]:
    """Where the pips of a face are, in sides of it, either way round."""
    mirror = random.choice([-1, 1])
    apart = make.two if value == 2 else make.spread
    rows = make.rows if value == 6 else 1.0
    return [
        (0.5 + mirror * along * apart * make.narrow * rows, 0.5 + across * apart)
        for across, along in _layout(make, value)
    ]


def _layout(make: Make, value: int) -> Layout:
    """The layout of a face; which way it lies is chance, as the face is turned."""
    return PARALLEL_TWO if value == 2 and make.parallel else SPOTS[value]


def _dot(image: Image, at: tuple[float, float], radius: float, colour: tuple[float, float, float]) -> None:
    """A disc, place and radius in sides of the face."""
    where = (round(at[0] * _FACE_PX * 16), round(at[1] * _FACE_PX * 16))
    cv2.circle(image, where, round(radius * _FACE_PX * 16), colour, -1, cv2.LINE_AA, 4)


def _lay_face(canvas: Image, quad: Points, face: Image, brightness: float) -> None:
    edge = _FACE_PX - 0.5
    source = np.array([[-0.5, -0.5], [edge, -0.5], [edge, edge], [-0.5, edge]], np.float32)
    matrix = cv2.getPerspectiveTransform(source, quad.astype(np.float32))
    shaded = np.clip(face.astype(np.float32) * brightness, 0, 255).astype(np.uint8)
    solid = np.dstack([shaded, np.full(face.shape[:2], 255, np.uint8)])
    laid = cv2.warpPerspective(solid, matrix, (canvas.shape[1], canvas.shape[0]))
    np.copyto(canvas, laid, where=laid[:, :, 3:] > 127)


def _trim(canvas: Image, spots: Points, radius: float) -> None:
    """Round the outline off and close the seams between faces, in place."""
    mask = np.zeros(canvas.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, cv2.convexHull(spots.astype(np.float32)).astype(np.int32), 255)
    soft = cv2.GaussianBlur(mask, (0, 0), max(0.6, 0.6 * radius))
    seams = (mask > 0) & (canvas[:, :, 3] == 0)
    canvas[seams, :3] = cv2.blur(canvas, (5, 5))[seams, :3]
    canvas[:, :, 3] = np.where(soft > 127, 255, 0)


def _with_shadow(die: Image, stand: Stand, random: Random) -> Image:
    """Lay the die over its own blurred shadow."""
    size = die.shape[0]
    shift = random.uniform(0, 0.09) * size
    move = np.array([[1, 0, shift * np.cos(stand.lamp)], [0, 1, shift * np.sin(stand.lamp)]], np.float32)
    dark = cv2.warpAffine(np.ascontiguousarray(die[:, :, 3]), move, (size, size))
    soft = cv2.GaussianBlur(dark, (0, 0), max(0.5, random.uniform(0.01, 0.06) * size))
    shadow = soft.astype(np.float32) * np.float32(random.uniform(0, 0.65))
    alpha = die[:, :, 3].astype(np.float32)
    out = die.copy()
    out[:, :, :3] = die[:, :, :3] * (alpha / 255)[:, :, None]
    out[:, :, 3] = np.maximum(alpha, shadow)
    return out


def patches(clutter: Clutter, random: Random, count: int) -> list[Row]:
    """Rows for a bank: a drawn die in the middle of each patch, often with neighbours of the same make."""
    rows: list[Row] = []
    for _ in range(count):
        image = clutter.ground(random, PATCH_PX)
        make, stand = Make.any(random), Stand.any(random)
        side = PATCH_PX / REACH
        for _ in range(int(random.choice([0, 0, 1, 2]))):
            own = side * _larger(random) if random.random() < 0.3 * TWO_SIZES else side
            angle, away = random.uniform(0, 6.3), random.uniform(0.5, 1.0) * (side + own)
            neighbour = draw_die(make, stand, random, own)[0]
            x, y = PATCH_PX / 2 + away * np.cos(angle), PATCH_PX / 2 + away * np.sin(angle)
            paste(image, neighbour, int(x), int(y))
        die, value, _ = draw_die(make, stand, random, side)
        paste(image, die, PATCH_PX // 2, PATCH_PX // 2)
        rows.append((image, value, stand.height > 1.35))
    return rows


def table(clutter: Clutter, random: Random, px: int, side: float) -> tuple[Image, NDArray[np.float32]]:
    """A `px` x `px` picture of drawn dice of about `side` px among clutter; and the dice, as `photos` has them."""
    image = clutter.picture(random, px)
    stand, makes = Stand.any(random), [Make.any(random) for _ in range(3)]
    sides = [side, side * _larger(random) if random.random() < TWO_SIZES else side]
    dice: list[tuple[float, float, float, float, float]] = []
    for _ in range(int(random.integers(1, 9))):
        (x, y), own = random.uniform(0, px, 2).tolist(), sides[random.integers(2)]
        if any(np.hypot(x - u, y - v) < 0.55 * (own + max(wide, high)) for u, v, wide, high, _ in dice):
            continue
        die, value, (wide, high) = draw_die(makes[random.integers(3)], stand, random, own)
        paste(image, die, round(x), round(y))
        if value:
            dice.append((round(x), round(y), wide, high, value))
    return image, np.array(dice, np.float32).reshape(-1, 5)


def _larger(random: Random) -> float:
    """By how much one die is larger than another in the same picture, or smaller."""
    times = float(random.uniform(*LARGER))
    return times if random.random() < 0.5 else 1 / times
