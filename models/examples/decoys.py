"""Things taken for dice, drawn on the spot: numbered polyhedra, gilded cubes, studs, logos, cords on dotted cloth.

A piece is a BGRA picture, to be laid on something (`models.examples.negatives`).
"""

from __future__ import annotations

from functools import cache
from itertools import combinations, product

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.frame import Image
from models.examples.augment import Random

Piece = NDArray[np.uint8]
Points = NDArray[np.float64]
Colour = tuple[float, float, float]

_TIMES = 3  # drawn so much larger than wanted, then averaged down
_WORDS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789:.!&+"
_FONTS = (
    cv2.FONT_HERSHEY_SIMPLEX,
    cv2.FONT_HERSHEY_DUPLEX,
    cv2.FONT_HERSHEY_TRIPLEX,
    cv2.FONT_HERSHEY_SCRIPT_COMPLEX,
)
GOLD: tuple[Colour, ...] = ((60.0, 165.0, 215.0), (90.0, 190.0, 235.0), (40.0, 120.0, 170.0))
_FLAT = 1e-6


def decoy(random: Random, px: int) -> Piece:
    """(px, px, 4): one of them, somehow turned."""
    draw = (_polyhedron, _polyhedron, _gilded, _studs, _logo)[int(random.integers(5))]
    big = draw(random, _TIMES * px)
    return np.asarray(cv2.resize(big, (px, px), interpolation=cv2.INTER_AREA), np.uint8)


def _polyhedron(random: Random, px: int) -> Piece:
    """A die of 4, 8, 10, 12 or 20 faces with its numbers."""
    corners = _solids()[int(random.integers(len(_solids())))]
    return _numbered(corners, random, px, edge=None)


def _gilded(random: Random, px: int) -> Piece:
    """A cube with figures whose edges and figures are of gold or of another paint."""
    gold = GOLD[int(random.integers(len(GOLD)))] if random.random() < 0.7 else _tint(random)
    return _numbered(_cube(), random, px, edge=gold)


def _numbered(corners: Points, random: Random, px: int, edge: Colour | None) -> Piece:
    """A convex solid lying on one of its faces, seen from above or aslant, a figure on each face that is seen."""
    piece = np.zeros((px, px, 4), np.uint8)
    faces = faces_of(corners)
    spun = corners @ _standing(corners[faces[0]], random).T
    spots = spun[:, :2] * 0.46 * px / float(np.abs(spun[:, :2]).max()) + px / 2
    paint = np.array(_tint(random))
    ink = edge or (_contrary(paint) if random.random() < 0.7 else _tint(random))
    for face in faces:
        normal = _normal(spun[face])
        if normal[2] < 0.08:
            continue
        shade = np.clip(paint * (0.55 + 0.5 * normal[2] + random.normal(0, 0.04)), 0, 255)
        outline = np.round(16 * spots[face]).astype(np.int32)
        cv2.fillPoly(piece, [outline], (*shade.tolist(), 255), cv2.LINE_AA, 4)
        _figure(piece, spots[face], normal, ink, random)
        if edge is not None:
            wide = max(1, round(px * random.uniform(0.015, 0.05)))
            cv2.polylines(piece, [outline], True, (*edge, 255), wide, cv2.LINE_AA, 4)
    return piece


def _figure(piece: Piece, face: Points, normal: Points, ink: Colour, random: Random) -> None:
    """Write a number on a face, turned and pressed together as the face is."""
    reach = float(np.sqrt(cv2.contourArea(face.astype(np.float32))))
    text = str(int(random.integers(1, 21 if len(face) != 4 else 10)))
    layer = np.zeros((64, 64, 4), np.uint8)
    (wide, high), _ = cv2.getTextSize(text, _FONTS[1], 1.1, 3)
    cv2.putText(
        layer, text, ((64 - wide) // 2, (64 + high) // 2), _FONTS[1], 1.1, (*ink, 255), 3, cv2.LINE_AA
    )
    turn, zoom = random.uniform(0, 2 * np.pi), reach * random.uniform(0.6, 1.0) / 64
    spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    away = np.arctan2(normal[1], normal[0])
    axes = np.array([[np.cos(away), -np.sin(away)], [np.sin(away), np.cos(away)]])
    matrix = zoom * axes @ np.diag([max(float(normal[2]), 0.1), 1.0]) @ axes.T @ spin
    shift = face.mean(axis=0) - matrix @ np.array([32.0, 32.0])
    laid = cv2.warpAffine(layer, np.column_stack([matrix, shift]), (piece.shape[1], piece.shape[0]))
    share = laid[:, :, 3:].astype(np.float32) / 255
    piece[:, :, :3] = piece[:, :, :3] + share * (np.array(ink, np.float32) - piece[:, :, :3])


def _standing(base: Points, random: Random) -> Points:
    """(3, 3): turns a solid so that this face lies below, spun by chance, seen from above or from up to 60 degrees."""
    down = -_normal(base)
    side = np.cross(down, [0.3, 0.5, 0.8])
    side /= np.linalg.norm(side)
    upright = np.stack([side, np.cross(down, side), down])
    spin, lean = random.uniform(0, 2 * np.pi), max(0.0, random.uniform(-0.5, 1.0))
    about = np.array([[np.cos(spin), -np.sin(spin), 0], [np.sin(spin), np.cos(spin), 0], [0, 0, 1]])
    over = np.array([[1, 0, 0], [0, np.cos(lean), -np.sin(lean)], [0, np.sin(lean), np.cos(lean)]])
    return np.asarray(over @ about @ upright)


def faces_of(corners: Points) -> list[list[int]]:
    """The faces of a convex solid round its middle, (N, 3): the corners of each in turn, seen from outside."""
    planes: dict[tuple[int, ...], list[int]] = {}
    for three in combinations(range(len(corners)), 3):
        normal = _normal(corners[list(three)])
        if not np.any(normal):
            continue
        high = (corners - corners[three[0]]) @ normal
        if high.max() < _FLAT or high.min() > -_FLAT:
            on = tuple(int(i) for i in np.nonzero(np.abs(high) < _FLAT)[0])
            planes[on] = _in_turn(corners, on)
    return list(planes.values())


def _in_turn(corners: Points, face: tuple[int, ...]) -> list[int]:
    middle = corners[list(face)].mean(axis=0)
    out = middle / np.linalg.norm(middle)
    one = corners[face[0]] - middle
    other = np.cross(out, one)
    angles = [float(np.arctan2((corners[i] - middle) @ other, (corners[i] - middle) @ one)) for i in face]
    return [i for _, i in sorted(zip(angles, face, strict=True))]


def _normal(face: Points) -> Points:
    """The direction, of length 1, that a face (N, 3) looks to; zeros where its first corners lie in a line."""
    normal = np.cross(face[1] - face[0], face[2] - face[1])
    long = float(np.linalg.norm(normal))
    return normal / long if long > _FLAT else np.zeros(3)


@cache
def _cube() -> Points:
    return np.array(list(product((-1.0, 1.0), repeat=3)))


@cache
def _solids() -> tuple[Points, ...]:
    """Tetrahedron, octahedron, the ten kites of a d10, dodecahedron and icosahedron; the last two kinds oftener."""
    golden = (1 + np.sqrt(5)) / 2
    tetra = np.array([[1, 1, 1], [1, -1, -1], [-1, 1, -1], [-1, -1, 1]], float)
    octa = np.concatenate([np.eye(3), -np.eye(3)])
    icosa = np.array(
        [np.roll([0.0, a, b * golden], shift) for shift in range(3) for a, b in product((-1, 1), repeat=2)]
    )
    dodeca = np.concatenate(
        [
            _cube(),
            *(
                np.roll([0.0, a / golden, b * golden], shift)[None]
                for shift in range(3)
                for a, b in product((-1, 1), repeat=2)
            ),
        ]
    )
    return tetra, octa, _kites(), _kites(), dodeca, icosa, icosa


def _kites() -> Points:
    """The corners of a pentagonal trapezohedron: ten round the middle, up and down by turns, and two poles."""
    angles = np.arange(10) * np.pi / 5
    # The height that makes each kite flat, for poles at 1: (1 - cos 36) / (1 + cos 36).
    up = (1 - np.cos(np.pi / 5)) / (1 + np.cos(np.pi / 5))
    ring = np.stack([np.cos(angles), np.sin(angles), up * np.where(np.arange(10) % 2, 1, -1)], axis=1)
    return np.concatenate([ring, [[0, 0, 1], [0, 0, -1]]])


def _studs(random: Random, px: int) -> Piece:
    """A plate with round studs in rows, of its own paint, lit from one side; or a strip of rivets."""
    piece = np.zeros((px, px, 4), np.uint8)
    rows, columns = (int(count) for count in random.integers(1, 5, 2))
    columns += rows == columns < 3  # a square with one stud or four would be a die for any eye
    pitch = 0.66 * px / max(rows, columns, 2)
    middle = np.array([px / 2, px / 2])
    turn, lamp = random.uniform(0, 2 * np.pi), random.uniform(0, 2 * np.pi)
    axes = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    half = np.array([columns, rows]) * pitch / 2
    plate = (np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half) @ axes + middle
    paint = np.array(_tint(random))
    if random.random() < 0.8:
        cv2.fillPoly(piece, [plate.astype(np.int32)], (*paint.tolist(), 255), cv2.LINE_AA)
    away = 0.06 * pitch * np.array([np.cos(lamp), np.sin(lamp)])
    radius = pitch * random.uniform(0.2, 0.36)
    for across, along in product(range(columns), range(rows)):
        at = (np.array([across - (columns - 1) / 2, along - (rows - 1) / 2]) * pitch) @ axes + middle
        for shift, gain in ((1, 0.55), (-1, 1.35), (0, 1.02)):
            shade = np.clip(paint * gain + (20 if gain > 1 else 0), 0, 255).tolist()
            x, y = (at + shift * away).tolist()
            cv2.circle(piece, (round(x), round(y)), round(radius), (*shade, 255), -1, cv2.LINE_AA)
    return piece


def _logo(random: Random, px: int) -> Piece:
    """A badge with a word or two, or a word alone with dots, as printed on mats, boxes and lids."""
    piece = np.zeros((px, px, 4), np.uint8)
    paint, ink = _tint(random), _tint(random)
    half = np.array([0.47, random.uniform(0.14, 0.47)]) * px
    if random.random() < 0.6:
        low, high = (np.round(px / 2 - half).astype(int), np.round(px / 2 + half).astype(int))
        if random.random() < 0.5:
            cv2.rectangle(piece, low.tolist(), high.tolist(), (*paint, 255), -1)
        else:
            axes = (round(half[0]), round(half[1]))
            cv2.ellipse(piece, (px // 2, px // 2), axes, 0, 0, 360, (*paint, 255), -1, cv2.LINE_AA)
    for line in range(int(random.integers(1, 3))):
        text = "".join(random.choice(list(_WORDS), int(random.integers(1, 8))))
        font = _FONTS[int(random.integers(len(_FONTS)))]
        scale = 0.03 * px / max(2.0, len(text)) * random.uniform(0.8, 1.5)
        (wide, tall), _ = cv2.getTextSize(text, font, scale, 1)
        where = ((px - wide) // 2, round(px / 2 + tall * (0.5 + 1.4 * line * random.choice([-1, 1]))))
        cv2.putText(piece, text, where, font, scale, (*ink, 255), max(1, px // 40), cv2.LINE_AA)
    for _ in range(int(random.integers(0, 4))):
        x, y = (px / 2 + random.uniform(-0.4, 0.4, 2) * px).tolist()
        cv2.circle(piece, (round(x), round(y)), round(px * random.uniform(0.02, 0.07)), (*ink, 255), -1)
    matrix = cv2.getRotationMatrix2D((px / 2, px / 2), random.uniform(0, 360), 0.9)
    return np.asarray(cv2.warpAffine(piece, matrix, (px, px)), np.uint8)


def dotted_cloth(random: Random, px: int) -> Image:
    """(px, px, 3): cloth with dots in rows, and perhaps a cord or two laid over it."""
    page = np.full((px, px, 3), _tint(random), np.uint8)
    pitch = px * random.uniform(0.06, 0.3)
    turn, radius = random.uniform(0, np.pi), pitch * random.uniform(0.1, 0.3)
    axes, ink = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]]), _tint(random)
    reach = int(px / pitch) + 1
    shifted = random.random() < 0.5
    for across, along in product(range(-reach, reach + 1), repeat=2):
        x, y = (np.array([across + 0.5 * (shifted and along % 2), along]) * pitch @ axes + px / 2).tolist()
        if -radius < x < px + radius and -radius < y < px + radius:
            cv2.circle(page, (round(16 * x), round(16 * y)), round(16 * radius), ink, -1, cv2.LINE_AA, 4)
    for _ in range(int(random.integers(0, 3))):
        _cord(page, random)
    return page


def _cord(page: Image, random: Random) -> None:
    """A cord with its shadow across the page, in place."""
    px = page.shape[0]
    along = np.linspace(-0.1, 1.1, 24)
    bend = random.uniform(-0.3, 0.3, 3)
    across = random.random() + sum(b * np.sin((i + 1) * 2 * along) for i, b in enumerate(bend))
    line = np.stack([along, across], axis=1) * px
    if random.random() < 0.5:
        line = line[:, ::-1]
    wide, paint = max(2, round(px * random.uniform(0.01, 0.06))), np.array(_tint(random))
    for shift, gain, width in ((0.4, 0.3, 1.0), (0.0, 1.0, 1.0), (-0.15, 1.3, 0.4)):
        colour = np.clip(paint * gain, 0, 255).tolist()
        spots = np.round(line + shift * wide).astype(np.int32)
        cv2.polylines(page, [spots], False, colour, max(1, round(wide * width)), cv2.LINE_AA)


def _tint(random: Random) -> Colour:
    b, g, r = random.uniform(10, 250, 3)
    return float(b), float(g), float(r)


def _contrary(paint: Points) -> Colour:
    return (15.0, 15.0, 15.0) if paint.mean() > 120 else (240.0, 240.0, 240.0)
