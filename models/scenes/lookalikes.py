"""Everyday things with spots, holes or studs where a die has pips: keys, bricks, cards, feet, screws, sockets; hands.

A maker gives a thing that lies round the origin, as large as such things are, whatever the dice near it, and how far it
reaches round its middle, m.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from models.scenes import studio
from models.scenes.dice import Mesh
from models.scenes.emblems import GLYPHS
from models.scenes.hands import complexion, held_out, laid_out
from models.scenes.leaning import about_z
from models.scenes.pips import SPOTS
from models.scenes.surfaces import RGB, Floats
from models.scenes.variety import colour

Doubles = NDArray[np.float64]
Made = tuple[studio.Thing, float]
WORDS = ("fn", "ctrl", "alt", "tab", "esc", "F5", "End", "<-", ":;", "+=", "..", "8*")


def keyboard(rng: np.random.Generator) -> Made:
    """One key cap, or some in rows."""
    across, along = (1, 1) if rng.random() < 0.3 else (int(rng.integers(2, 7)), int(rng.integers(1, 4)))
    half, high = float(rng.uniform(0.006, 0.0088)), float(rng.uniform(0.001, 0.004))
    base, ink = colour(rng, (0, 0.5), (0.03, 0.95)), colour(rng, (0, 0.4), (0.02, 1.0))
    cells = max(across, along)
    atlas = np.full((64 * cells, 64 * cells, 3), base, np.float32)
    keys = []
    for i in range(across):
        for j in range(along):
            where = np.s_[64 * j : 64 * j + 64, 64 * i : 64 * i + 64]
            text = str(rng.choice(WORDS)) if rng.random() < 0.3 else str(rng.choice(list(GLYPHS)))
            atlas[where] = _legend(atlas[where].copy(), text, ink, rng)
            place = np.array([(i - (across - 1) / 2), (j - (along - 1) / 2), 0]) * 2.15 * half
            keys.append(_key(half, high, place + np.array([0, 0, high]), (i / cells, j / cells), 1 / cells))
    paint = studio.Paint(atlas, float(rng.uniform(0.25, 0.7)))
    return studio.Thing(joined(keys), paint, 1.0, about_z(rng.uniform(0, 2 * np.pi))), 1.6 * half * (
        across + along
    )


def _legend(tile: Floats, text: str, ink: RGB, rng: np.random.Generator) -> Floats:
    """Print as on a key: small, in the middle or a corner, all keys alike the same way up."""
    mask = np.zeros(tile.shape[:2], np.uint8)
    spot = (int(rng.choice((10, 22))), int(rng.choice((28, 44))))
    cv2.putText(mask, text, spot, 0, float(rng.uniform(0.5, 0.9)) / len(text) ** 0.5, 255, 2, 16)
    share = mask[::-1].astype(np.float32)[..., None] / 255
    return np.asarray(tile * (1 - share) + np.asarray(ink, np.float32) * share, np.float32)


def _key(half: float, high: float, place: Doubles, corner: tuple[float, float], cell: float) -> Mesh:
    shape = studio.box((half, half, high))
    vertices = shape.vertices.astype(float)
    vertices[vertices[:, 2] > 0, :2] *= 0.8
    uv = np.full_like(shape.uv, 0.02)
    uv[16:20] = shape.uv[16:20]  # the top carries the print, the sides none of it
    uv = (np.array(corner) + uv * cell).astype(np.float32)
    return Mesh((vertices + place).astype(np.float32), shape.normals, uv, shape.triangles)


def brick(rng: np.random.Generator) -> Made:
    """A toy brick with studs in rows."""
    rows, columns = int(rng.integers(1, 3)), int(rng.integers(1, 5))
    pitch = float(rng.choice((0.004, 0.008, 0.016), p=(0.15, 0.7, 0.15)))
    half = (columns * pitch / 2, rows * pitch / 2, 0.4 * pitch * float(rng.choice((0.5, 1.5))))
    parts = [_placed(studio.box(half), (0, 0, half[2]))]
    r, h = 0.3 * pitch, 0.2 * pitch
    stud = studio.lathe([(0.0, h), (0.95 * r, h), (r, 0.9 * h), (r, 0.0)], 24)
    parts += [
        _placed(stud, ((i - (columns - 1) / 2) * pitch, (j - (rows - 1) / 2) * pitch, 2 * half[2]))
        for i in range(columns)
        for j in range(rows)
    ]
    paint = studio.Paint(studio.plain(colour(rng, (0, 1), (0.05, 0.95))), float(rng.uniform(0.1, 0.35)))
    return studio.Thing(joined(parts), paint, 1.0, about_z(rng.uniform(0, 2 * np.pi))), float(
        np.hypot(*half[:2])
    )


def card(rng: np.random.Generator) -> Made:
    """A playing card: its marks lie much like pips."""
    half = (0.0315, 0.044, 0.0002)
    picture = np.full((176, 126, 3), rng.uniform(0.75, 0.95), np.float32)
    ink: RGB = (0.6, 0.02, 0.03) if rng.random() < 0.5 else (0.015, 0.015, 0.02)
    count, mark = int(rng.integers(1, 7)), str(rng.choice(("heart", "diamond", "club")))
    for x, y in SPOTS[count]:
        _suit(picture, (63 + (0 if count < 4 else 30) * int(x), 88 + 52 * int(y)), mark, ink)
    corners = np.zeros(picture.shape[:2], np.uint8)
    for spot in ((6, 22), (106, 166)):
        cv2.putText(corners, "A23456"[count - 1], spot, 0, 0.6, 255, 2, 16)
    picture[corners > 127] = ink
    paint = studio.Paint(picture, float(rng.uniform(0.15, 0.5)))
    return studio.Thing(
        studio.box(half), paint, 1.0, about_z(rng.uniform(0, 2 * np.pi)), (0, 0, half[2])
    ), 0.054


def _suit(picture: Floats, middle: tuple[int, int], mark: str, ink: RGB) -> None:
    x, y = middle
    if mark == "diamond":
        cv2.fillPoly(picture, [np.array([[x, y - 15], [x + 11, y], [x, y + 15], [x - 11, y]])], ink, 16)
        return
    lobes = ((-6, -4), (6, -4)) if mark == "heart" else ((-7, 3), (7, 3), (0, -7))
    for a, b in lobes:
        cv2.circle(picture, (x + a, y + b), 7, ink, -1, 16)
    tip = np.array([[x - 12, y - 1], [x + 12, y - 1], [x, y + 15]])
    cv2.fillPoly(
        picture, [tip if mark == "heart" else np.array([[x, y], [x - 6, y + 15], [x + 6, y + 15]])], ink, 16
    )


def foot(rng: np.random.Generator) -> Made:
    """A rubber foot, a cap or a washer: a round thing with a round hole."""
    r = float(rng.uniform(0.003, 0.014))
    h, hole = r * float(rng.uniform(0.15, 0.8)), float(rng.uniform(0.15, 0.5))
    deep = h * float(rng.choice((0.05, 0.6)))
    profile = [(0.0, deep), (hole * r, deep), (1.1 * hole * r, h), (0.8 * r, h), (r, 0.75 * h), (r, 0.0)]
    tone = colour(rng, (0, 0.6), (0.02, 0.4) if rng.random() < 0.7 else (0.4, 0.95))
    metal = float(rng.random() < 0.25)
    paint = studio.Paint(studio.plain(tone), float(rng.uniform(0.15, 0.7)), metal)
    return studio.Thing(studio.lathe(profile, 40), paint, 1.0), r


def screw(rng: np.random.Generator) -> Made:
    """A screw's or rivet's head, a chip with a cross or a slot."""
    r = float(rng.uniform(0.002, 0.008))
    dome = [(r * np.sin(a), 0.5 * r * np.cos(a)) for a in np.linspace(0, np.pi / 2, 12)]
    base, dark = colour(rng, (0, 0.4), (0.3, 0.95)), colour(rng, (0, 0.3), (0.01, 0.2))
    picture = np.full((64, 64, 3), base, np.float32)
    wide = int(rng.integers(4, 10))
    reach = int(rng.integers(8, 26))
    cv2.line(picture, (32 - reach, 32), (32 + reach, 32), dark, wide, 16)
    if rng.random() < 0.6:
        cv2.line(picture, (32, 32 - reach), (32, 32 + reach), dark, wide, 16)
    shape = studio.lathe(dome, 40)
    flat = (shape.vertices[:, :2] / (2 * r) + 0.5).astype(np.float32)
    paint = studio.Paint(picture, float(rng.uniform(0.15, 0.5)), float(rng.random() < 0.6))
    return studio.Thing(
        Mesh(shape.vertices, shape.normals, flat, shape.triangles),
        paint,
        1.0,
        about_z(rng.uniform(0, 2 * np.pi)),
    ), r


def socket(rng: np.random.Generator) -> Made:
    """A plug, a box or a remote control: a block with a few holes or knobs printed on it."""
    wide = float(rng.uniform(0.009, 0.022))
    # Long: a square one with holes would be a die but for its sides.
    half = (wide, wide * float(rng.uniform(1.6, 3.0)), float(rng.uniform(0.004, 0.012)))
    base, dark = colour(rng, (0, 0.4), (0.1, 0.95)), colour(rng, (0, 0.8), (0.01, 0.5))
    high = max(48, int(96 * half[1] / half[0]))
    picture = np.full((high, 96, 3), base, np.float32)
    if rng.random() < 0.4:
        cv2.circle(picture, (48, high // 2), int(min(46, high // 2 - 2)), dark, 2, 16)
    columns, rows = int(rng.integers(1, 4)), int(rng.integers(1, 4))
    for i in range(columns):
        for j in range(rows):
            spot = (int(96 * (i + 1) / (columns + 1)), int(high * (j + 1) / (rows + 1)))
            cv2.circle(picture, spot, int(rng.integers(4, 9)), dark, -1, 16)
    shape = studio.box(half)
    uv = np.full_like(shape.uv, 0.01)
    uv[16:20] = shape.uv[16:20]
    body = Mesh(shape.vertices, shape.normals, uv, shape.triangles)
    paint = studio.Paint(picture, float(rng.uniform(0.2, 0.6)))
    return studio.Thing(body, paint, 1.0, about_z(rng.uniform(0, 2 * np.pi)), (0, 0, half[2])), float(
        np.hypot(*half[:2])
    )


def hand(rng: np.random.Generator) -> Made:
    """Four fingers and a thumb with the back of a hand, laid on the table; its arm is out of sight."""
    whole = held_out(float(rng.uniform(0.05, 0.3)), rng)
    lying = laid_out(replace(whole, bones=whole.bones[:-1], sleeve=whole.bones[0]), 0.0, np.pi, 0.0, 0.0)
    lying = lying.moved(np.eye(3), np.array([0.0, -0.09, 0.0]))
    paint = studio.Paint(complexion(rng), 0.55, specular=0.3)
    return studio.Thing(lying.skin(), paint, 1.0, about_z(rng.uniform(0, 2 * np.pi))), 0.115


def joined(parts: Sequence[Mesh]) -> Mesh:
    """Several meshes as one."""
    starts = np.cumsum([0, *(len(part.vertices) for part in parts[:-1])])
    return Mesh(
        np.concatenate([part.vertices for part in parts]),
        np.concatenate([part.normals for part in parts]),
        np.concatenate([part.uv for part in parts]),
        np.concatenate(
            [part.triangles + np.uint32(start) for part, start in zip(parts, starts, strict=True)]
        ).astype(np.uint32),
    )


def _placed(shape: Mesh, place: tuple[float, float, float]) -> Mesh:
    return Mesh(shape.vertices + np.array(place, np.float32), shape.normals, shape.uv, shape.triangles)


MAKERS: dict[str, Callable[[np.random.Generator], Made]] = {
    "keyboard": keyboard,
    "brick": brick,
    "card": card,
    "foot": foot,
    "screw": screw,
    "socket": socket,
    "hand": hand,
}
