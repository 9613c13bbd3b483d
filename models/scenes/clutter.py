"""What lies about and is no die with pips: numeral and blank cubes, polyhedra, cards, coins, buttons, beads, pens."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray
from scipy.spatial import ConvexHull

from models.scenes import dice, lookalikes, studio
from models.scenes import skin as skins
from models.scenes.dice import Mesh
from models.scenes.emblems import GLYPHS, emblem, stamped
from models.scenes.leaning import about_z
from models.scenes.surfaces import Floats, table
from models.scenes.variety import colour, die_look

Doubles = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Piece:
    """A thing that is no die: what it is, its picture in space, and how far it reaches round its middle, m."""

    kind: str
    thing: studio.Thing
    reach: float

    @property
    def high(self) -> float:
        """How high above the table its highest point is, m."""
        return float(self.thing.arrays()[0][:, 2].max())


def piece(kind: str, size: float, rng: np.random.Generator) -> Piece:
    """One piece lying on the table round the origin; size: the edge of the dice near it, m."""
    return replace(_SIZED[kind](size, rng), kind=kind) if kind in _SIZED else Piece(kind, *_MAKERS[kind](rng))


def _paint(picture: Floats, rng: np.random.Generator) -> studio.Paint:
    return studio.Paint(picture, roughness=float(rng.uniform(0.15, 0.6)))


def _cube(size: float, rng: np.random.Generator) -> Piece:
    look = replace(die_look(rng), blank=True)
    shape, skin = dice.mesh(look, 24), skins.skin(look, 32)
    paint = studio.Paint(skin.colour, look.roughness, look.metallic)
    return Piece(
        "",
        studio.Thing(shape, paint, size / 2, about_z(rng.uniform(0, 2 * np.pi)), (0, 0, size / 2)),
        size * 0.75,
    )


def _numeral(size: float, rng: np.random.Generator) -> Piece:
    """A cube with digits and letters."""
    return _marked(size, lambda tile, ink: stamped(tile, str(rng.choice(list(GLYPHS))), ink, rng), rng)


def _pictured(size: float, rng: np.random.Generator) -> Piece:
    """A cube with stars, rings, bars and hearts: emblems in the place of pips."""
    return _marked(size, lambda tile, ink: emblem(tile, ink, rng), rng)


def _marked(size: float, mark: Callable[[Floats, dice.RGB], Floats], rng: np.random.Generator) -> Piece:
    look = replace(die_look(rng), blank=True)
    atlas = np.ascontiguousarray(skins.skin(look, 96).colour)
    for face in range(6):
        tile = atlas[face // 3 * 96 : face // 3 * 96 + 96, face % 3 * 96 : face % 3 * 96 + 96]
        tile[:] = mark(tile.copy(), look.paint)
    paint = studio.Paint(atlas, look.roughness, look.metallic)
    return Piece(
        "",
        studio.Thing(
            dice.mesh(look, 24), paint, size / 2, about_z(rng.uniform(0, 2 * np.pi)), (0, 0, size / 2)
        ),
        size * 0.75,
    )


def _solid(kind: str) -> Doubles:
    golden = (1 + 5**0.5) / 2
    if kind == "d4":
        return np.array([[1, 1, 1], [1, -1, -1], [-1, 1, -1], [-1, -1, 1]], float)
    if kind == "d8":
        return np.concatenate([np.eye(3), -np.eye(3)])
    if kind == "d10":
        ring = [[np.cos(a), np.sin(a), 0.105 * (-1) ** i] for i, a in enumerate(np.arange(10) * np.pi / 5)]
        return np.array([*ring, [0, 0, 1.0], [0, 0, -1.0]])
    signs = [(a, b) for a in (-1, 1) for b in (-1, 1)]
    icosa = [p for a, b in signs for p in ((0, a, b * golden), (a, b * golden, 0), (b * golden, 0, a))]
    if kind == "d20":
        return np.array(icosa, float)
    corners = [(a, b, c) for a in (-1, 1) for b, c in signs]
    rest = [
        p
        for a, b in signs
        for p in ((0, a / golden, b * golden), (a / golden, b * golden, 0), (b * golden, 0, a / golden))
    ]
    return np.array([*corners, *rest], float)


def _polyhedron(size: float, rng: np.random.Generator) -> Piece:
    """A d4 to d20 resting on a face, with numerals: flat triangles, grouped by plane."""
    points = _solid(str(rng.choice(("d4", "d8", "d10", "d12", "d20"))))
    points = points / np.linalg.norm(points, axis=1).max()
    hull = ConvexHull(points)
    planes = np.unique(np.round(hull.equations, 4), axis=0)
    down = planes[int(rng.integers(len(planes)))][:3]
    turn = about_z(rng.uniform(0, 2 * np.pi)) @ _to_down(down / np.linalg.norm(down))
    shape = _faceted(points, hull, planes)
    base, ink = colour(rng, (0, 1), (0.1, 0.95)), colour(rng, (0, 0.3), (0.02, 1.0))
    cells = [
        stamped(np.full((64, 64, 3), base, np.float32), str(rng.integers(1, 21)), ink, rng) for _ in range(16)
    ]
    atlas = np.concatenate([np.concatenate(cells[4 * r : 4 * r + 4], axis=1) for r in range(4)], axis=0)
    scale = size * float(rng.uniform(0.6, 0.85))
    lowest = float((points @ turn.T)[:, 2].min())
    return Piece("", studio.Thing(shape, _paint(atlas, rng), scale, turn, (0, 0, -lowest * scale)), scale)


def _to_down(normal: Doubles) -> Doubles:
    """The rotation that turns a direction straight down."""
    axis, cosine = np.cross(normal, [0, 0, -1]), -normal[2]
    if np.linalg.norm(axis) < 1e-6:
        return np.eye(3) if cosine > 0 else np.diag([1.0, -1.0, -1.0])
    turned, _ = cv2.Rodrigues(axis / np.linalg.norm(axis) * np.arccos(np.clip(cosine, -1, 1)))
    return np.asarray(turned, float)


def _faceted(points: Doubles, hull: ConvexHull, planes: Doubles) -> Mesh:
    vertices: list[Doubles] = []
    normals: list[Doubles] = []
    uv: list[Doubles] = []
    triangles: list[NDArray[np.int64]] = []
    for simplex, equation in zip(hull.simplices, np.round(hull.equations, 4), strict=True):
        face = int(np.argmin(np.abs(planes - equation).sum(axis=1)))
        normal = equation[:3] / np.linalg.norm(equation[:3])
        corners = points[simplex]
        if np.dot(np.cross(corners[1] - corners[0], corners[2] - corners[0]), normal) < 0:
            corners = corners[::-1]
        on = points[np.abs(points @ normal - points[simplex[0]] @ normal) < 1e-3]
        middle = on.mean(axis=0)
        across = (on[0] - middle) / np.linalg.norm(on[0] - middle)
        flat = np.stack([(corners - middle) @ across, (corners - middle) @ np.cross(normal, across)], axis=1)
        cell = np.array([face % 4, face // 4 % 4]) + 0.5
        triangles.append(np.arange(3, dtype=np.int64) + len(vertices) * 3)
        vertices.append(corners)
        normals.append(np.tile(normal, (3, 1)))
        uv.append((cell + flat * 0.5 / np.abs(on - middle).max()) / 4)
    stack = [np.concatenate(part).astype(np.float32) for part in (vertices, normals, uv)]
    return Mesh(stack[0], stack[1], stack[2], np.array(triangles, np.uint32))


def _sheet(rng: np.random.Generator) -> lookalikes.Made:
    """A card, a note or a box with print, sometimes with spots in the places of pips."""
    wide, deep = (float(v) for v in rng.uniform(0.012, 0.045, 2))
    half = (wide, deep, float(rng.choice((0.0003, 0.001, 0.008))))
    tone = tuple(rng.uniform(0.5, 1.0, 3)) if rng.random() < 0.7 else tuple(rng.uniform(0.02, 0.5, 3))
    kind = str(rng.choice(("print", "dots", "tartan", "plain")))
    scale = 96 / (2 * half[0] * 1000)
    picture = table(kind, (96, 96), scale * rng.uniform(0.6, 1.5), tone, rng)  # type: ignore[arg-type]
    turn = about_z(rng.uniform(0, 2 * np.pi))
    return studio.Thing(studio.box(half), _paint(picture, rng), 1.0, turn, (0, 0, half[2])), float(
        np.hypot(wide, deep)
    )


def _coin(rng: np.random.Generator) -> lookalikes.Made:
    r = float(rng.uniform(0.008, 0.0165))
    edge = ((0.0, 0.0016), (0.8 * r, 0.0016), (0.84 * r, 0.0022), (0.97 * r, 0.0022), (r, 0.0018), (r, 0.0))
    return _round(edge, rng), r


def _bead(rng: np.random.Generator) -> lookalikes.Made:
    """A bead or a marble."""
    r = float(rng.uniform(0.003, 0.0125))
    return _round([(r * np.sin(a), r + r * np.cos(a)) for a in np.linspace(0.02, np.pi, 24)], rng), r


def _round(profile: Sequence[tuple[float, float]], rng: np.random.Generator) -> studio.Thing:
    shine = bool(rng.random() < 0.4)
    tone = studio.plain(colour(rng, (0, 1), (0.05, 0.95)))
    return studio.Thing(
        studio.lathe(profile, 48), studio.Paint(tone, float(rng.uniform(0.08, 0.5)), float(shine))
    )


def _cup(rng: np.random.Generator) -> lookalikes.Made:
    """A mug, a cup or a tumbler, 55 to 95 mm across and 60 to 120 high, with a drink in it or without."""
    r, high, wall = float(rng.uniform(0.0275, 0.0475)), float(rng.uniform(0.06, 0.12)), 0.003
    foot, full = r * float(rng.uniform(0.7, 1.0)), float(rng.choice((0.06, rng.uniform(0.5, 0.9))))
    inner = foot + (r - foot) * full - wall
    profile = [(0.0, full * high), (inner, full * high), (inner, full * high), (r - wall, high - 0.001)]
    profile += [(r - wall / 2, high), (r, high - 0.001), (foot, 0.002), (foot - 0.002, 0.0)]
    china, drink = colour(rng, (0, 0.9), (0.1, 0.95)), colour(rng, (0.2, 0.9), (0.03, 0.5))
    picture = np.full((56, 8, 3), china, np.float32)
    if full > 0.1:
        picture[:10] = drink  # as far out as the first two points of the profile
    if rng.random() < 0.4:
        picture[44:47] = colour(rng, (0, 1), (0.05, 0.95))
    shape, reach = studio.lathe(profile, 64), r
    if rng.random() < 0.5:
        wide = float(rng.uniform(0.018, 0.028))
        shape, reach = lookalikes.joined([shape, _handle((r + foot) / 2 - wall, high, wide)]), r + wide
    paint = studio.Paint(picture, float(rng.uniform(0.08, 0.5)))
    return studio.Thing(shape, paint, 1.0, about_z(rng.uniform(0, 2 * np.pi))), reach


def _handle(start: float, high: float, wide: float) -> Mesh:
    """Half a ring that stands out to +x from there, m."""
    bow, round_it = np.linspace(-np.pi / 2, np.pi / 2, 17), np.linspace(0, 2 * np.pi, 13)
    out = np.stack([np.cos(bow), np.zeros(17), np.sin(bow)], axis=1)
    path = np.array([start, 0, 0.52 * high]) + out * (wide, 0, 0.3 * high)
    normals = np.cos(round_it)[None, :, None] * out[:, None] + np.sin(round_it)[None, :, None] * np.array(
        [0, 1, 0]
    )
    vertices = path[:, None] + 0.005 * normals
    index = np.arange(17 * 13).reshape(17, 13)
    a, b, c, d = (part.ravel() for part in (index[:-1, :-1], index[1:, :-1], index[1:, 1:], index[:-1, 1:]))
    triangles = np.concatenate([np.stack([a, b, c], 1), np.stack([a, c, d], 1)])
    points, along = (part.reshape(-1, 3).astype(np.float32) for part in (vertices, normals))
    return Mesh(points, along, np.full((17 * 13, 2), (0.5, 0.7), np.float32), triangles.astype(np.uint32))


def _button(rng: np.random.Generator) -> lookalikes.Made:
    """A disc with two or four holes: the worst of the look-alikes."""
    radius = float(rng.uniform(0.0045, 0.014))
    base, ink = colour(rng, (0, 1), (0.1, 0.95)), colour(rng, (0, 0.4), (0.02, 0.3))
    picture = np.full((96, 96, 3), base, np.float32)
    away = int(rng.integers(10, 20))
    for x, y in ((1, 1), (-1, -1), (1, -1), (-1, 1))[: int(rng.choice((2, 4)))]:
        cv2.circle(picture, (48 + x * away, 48 + y * away), int(rng.integers(5, 9)), ink, -1, 16)
    shape = studio.lathe([(0.0, 0.0022), (radius * 0.97, 0.0022), (radius, 0.001), (radius, 0.0)], 48)
    flat = (shape.vertices[:, :2] / (2 * radius) + 0.5).astype(np.float32)
    turn = about_z(rng.uniform(0, 2 * np.pi))
    return studio.Thing(replace(shape, uv=flat), _paint(picture, rng), 1.0, turn), radius


def _pen(rng: np.random.Generator) -> lookalikes.Made:
    radius, length = float(rng.uniform(0.0035, 0.006)), float(rng.uniform(0.07, 0.15))
    shape = studio.lathe(
        [(0.0, length / 2), (radius, length / 2 - radius), (radius, -length / 2), (0.0, -length / 2)], 24
    )
    lying = about_z(rng.uniform(0, 2 * np.pi)) @ np.array([[0, 0, 1], [0, 1, 0], [-1, 0, 0]], float)
    paint = _paint(studio.plain(colour(rng, (0, 1), (0.05, 0.95))), rng)
    return studio.Thing(shape, paint, 1.0, lying, (0, 0, radius)), length / 2


# Cubes and polyhedra are about as large as the dice, as those of one set are; all else is as large as it is.
_SIZED: dict[str, Callable[[float, np.random.Generator], Piece]] = {
    "blank cube": _cube,
    "numeral cube": _numeral,
    "picture cube": _pictured,
    "polyhedron": _polyhedron,
}
_MAKERS: dict[str, Callable[[np.random.Generator], lookalikes.Made]] = {
    "sheet": _sheet,
    "coin": _coin,
    "bead": _bead,
    "cup": _cup,
    "button": _button,
    "pen": _pen,
    **lookalikes.MAKERS,
}
FIGURES = tuple(_SIZED)
CLUTTER = tuple(_MAKERS)
