"""The shape of one six-sided die with pips, and where its faces lie. Its paint: `models.scenes.skin`.

A die is described in half-edge units: it fills the cube from -1 to 1. Its six faces are laid out in an atlas of 3 x 2
square tiles, so that one picture paints the whole die. Pips are really drilled: the mesh has the dimples.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations, product
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from models.scenes.pips import PARALLEL_TWO, SPOTS
from models.scenes.surfaces import Floats

Doubles = NDArray[np.float64]
RGB = tuple[float, float, float]
Pattern = Literal["plain", "pearl", "marble", "wood", "speckle", "swirl", "halves"]

# The outward directions of the six faces, in the order of the atlas; opposite faces add up to seven.
NORMALS = np.array([[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1]], float)
RIGHT_HANDED = (2, 5, 3, 4, 1, 6)
LEFT_HANDED = (2, 5, 4, 3, 1, 6)


@dataclass(frozen=True)
class Inlay:
    """What pips are made of that are let into the die, flush with its faces: how rough, and whether metal, 0 to 1."""

    roughness: float
    metallic: float


@dataclass(frozen=True)
class DieLook:
    """One make of dice. Lengths are shares of half the edge; colours are linear light, 0 to 1, red first.

    rounding: radius of edges and corners; pitch: from the middle to a corner pip; two_pitch: the same on the 2 and
    the 3; one_pip and pip: radii of the pip of the 1 and of the others; drill: how deep the dimples are (0: painted).
    inlay: of what they are, where they are neither painted nor drilled; the ring round them is of the same.
    turns: quarter turns of the pattern of each face (makers differ in how the 2, the 3 and the 6 lie).
    clear: 0 opaque to 1 clear as glass; accent: the second colour of a pattern.
    one_paint: the colour of the 1's pip, where it differs; rim: that of a ring round each pip; rim_pips: its outer
    radius over the pip's.
    emblem: the value whose face bears a picture in place of its pips, 0 for none.
    blank: no pips at all (not a die that can be read).
    """

    body: RGB = (0.80, 0.74, 0.62)
    paint: RGB = (0.012, 0.011, 0.010)
    rounding: float = 0.22
    pitch: float = 0.50
    two_pitch: float = 0.50
    parallel: bool = False
    pip: float = 0.185
    one_pip: float = 0.185
    drill: float = 0.06
    left_handed: bool = False
    turns: tuple[int, int, int, int, int, int] = (0, 0, 0, 0, 0, 0)
    roughness: float = 0.28
    metallic: float = 0.0
    clear: float = 0.0
    pattern: Pattern = "plain"
    accent: RGB = (0.8, 0.8, 0.8)
    one_paint: RGB | None = None
    rim: RGB | None = None
    rim_pips: float = 1.25
    inlay: Inlay | None = None
    emblem: int = 0
    blank: bool = False
    seed: int = 0

    @property
    def values(self) -> tuple[int, ...]:
        """The value of each face in the order of NORMALS."""
        return LEFT_HANDED if self.left_handed else RIGHT_HANDED


def top_value(look: DieLook, rotation: Doubles) -> int:
    """The value of the face that points up most; rotation: (3, 3), die to world."""
    return look.values[int(np.argmax(NORMALS @ rotation[2]))]


def tilt_deg(rotation: Doubles) -> float:
    """How far the face that points up most leans away from straight up, in degrees: 0 on a table."""
    return float(np.degrees(np.arccos(np.clip(np.abs(rotation[2]).max(), -1.0, 1.0))))


def quarter_turns() -> Doubles:
    """(24, 3, 3): the rotations that turn a cube onto itself."""
    pairs = [
        pair for one, other in permutations(np.eye(3), 2) for pair in product((one, -one), (other, -other))
    ]
    return np.array([np.stack([a, b, np.cross(a, b)], axis=1) for a, b in pairs])


def turn_up(look: DieLook, rotation: Doubles, value: int) -> Doubles:
    """A rotation S that turns the die within its own cube, so that `rotation @ S` shows `value` on top."""
    for turn in quarter_turns():
        if top_value(look, rotation @ turn) == value:
            return np.asarray(turn)
    raise ValueError(f"a die shows 1 to 6, got {value}")


def top_corners(rotation: Doubles, centre: Doubles, half: float) -> Doubles:
    """(4, 3): the corners of the sharp cube's top face in the world, in order round the face."""
    face = int(np.argmax(NORMALS @ rotation[2]))
    u, v, w = _frame(face)
    around = [w + su * u + sv * v for su, sv in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    return np.asarray(centre + half * np.array(around) @ rotation.T)


def top_pips(look: DieLook, rotation: Doubles, centre: Doubles, half: float) -> Doubles:
    """(n, 3): the middles of the top face's pips in the world."""
    face = int(np.argmax(NORMALS @ rotation[2]))
    u, v, w = _frame(face)
    places, _ = pips(look, face)
    return np.asarray(centre + half * (w + places[:, :1] * u + places[:, 1:] * v) @ rotation.T)


def cube_corners(rotation: Doubles, centre: Doubles, half: float, rounding: float = 0.0) -> Doubles:
    """(n, 3): points of the rounded cube's outline in the world: what its silhouette is the hull of."""
    signs = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], float)
    if rounding <= 0:
        return np.asarray(centre + half * signs @ rotation.T)
    ball = np.concatenate([NORMALS, signs / np.sqrt(3.0), _edge_directions()])
    points = (signs[:, None] * (1 - rounding) + rounding * ball[None]).reshape(-1, 3)
    return np.asarray(centre + half * points @ rotation.T)


def _edge_directions() -> Doubles:
    out = [np.array(d, float) for d in np.ndindex(3, 3, 3)]
    return np.array([(d - 1) / np.sqrt(2.0) for d in out if np.abs(d - 1).sum() == 2])


def _frame(face: int) -> tuple[Doubles, Doubles, Doubles]:
    """The two directions along a face and the one out of it; right-handed."""
    w = NORMALS[face]
    axis = face // 2
    u = np.eye(3)[(axis + 1) % 3]
    return u, np.cross(w, u), w


def pips(look: DieLook, face: int) -> tuple[Doubles, float]:
    """(n, 2) centres on a face, in half edges, and their radius."""
    value = look.values[face]
    pitch = look.two_pitch if value in (2, 3) else look.pitch
    layout = PARALLEL_TWO if value == 2 and look.parallel else SPOTS[value]
    places = np.array(layout, float) * pitch
    c, s = ((1, 0), (0, 1), (-1, 0), (0, -1))[look.turns[face] % 4]
    return places @ np.array([[c, s], [-s, c]], float), look.one_pip if value == 1 else look.pip


@dataclass(frozen=True, eq=False)
class Mesh:
    """vertices and normals (n, 3) float32, uv (n, 2) float32 in the atlas, triangles (m, 3) uint32."""

    vertices: Floats
    normals: Floats
    uv: Floats
    triangles: NDArray[np.uint32]


def mesh(look: DieLook, grid: int = 56) -> Mesh:
    """The rounded cube with its dimples; grid: points along an edge of a face."""
    faces = [_face_mesh(look, face, grid) for face in range(6)]
    count = grid * grid
    index = np.arange(count).reshape(grid, grid)
    a, b, c, d = index[:-1, :-1], index[1:, :-1], index[1:, 1:], index[:-1, 1:]
    quads = np.concatenate([np.stack([a, b, c], -1).reshape(-1, 3), np.stack([a, c, d], -1).reshape(-1, 3)])
    return Mesh(
        np.concatenate([f[0] for f in faces]).astype(np.float32),
        np.concatenate([f[1] for f in faces]).astype(np.float32),
        np.concatenate([f[2] for f in faces]).astype(np.float32),
        np.concatenate([quads + count * k for k in range(6)]).astype(np.uint32),
    )


def _face_mesh(look: DieLook, face: int, grid: int) -> tuple[Doubles, Doubles, Doubles]:
    u, v, w = _frame(face)
    line = np.linspace(-1, 1, grid)
    a, b = np.meshgrid(line, line, indexing="ij")
    flat = a[..., None] * u + b[..., None] * v + w
    core = np.clip(flat, -(1 - look.rounding), 1 - look.rounding)
    out = flat - core
    out /= np.linalg.norm(out, axis=-1, keepdims=True)
    surface = core + look.rounding * out
    x, y = surface @ u, surface @ v
    depth, slope_x, slope_y = _dimples(look, face, x, y)
    surface -= depth[..., None] * w
    normal = out + slope_x[..., None] * u + slope_y[..., None] * v
    normal /= np.linalg.norm(normal, axis=-1, keepdims=True)
    uv = np.stack([(face % 3 + (a + 1) / 2) / 3, (face // 3 + (b + 1) / 2) / 2], axis=-1)
    return surface.reshape(-1, 3), normal.reshape(-1, 3), uv.reshape(-1, 2)


def _dimples(look: DieLook, face: int, x: Doubles, y: Doubles) -> tuple[Doubles, Doubles, Doubles]:
    depth, slope_x, slope_y = np.zeros_like(x), np.zeros_like(x), np.zeros_like(x)
    if look.blank or look.inlay or look.drill <= 0 or look.values[face] == look.emblem:
        return depth, slope_x, slope_y
    centres, radius = pips(look, face)
    deep = look.drill * radius / 0.185
    for cx, cy in centres:
        t = np.hypot(x - cx, y - cy) / radius
        inside = t < 1
        depth += np.where(inside, deep * (1 - t * t), 0)
        # The surface is 1 - depth, so its normal leans along +d(depth)/dx, inwards to the dimple's middle.
        slope_x += np.where(inside, -2 * deep * (x - cx) / radius**2, 0)
        slope_y += np.where(inside, -2 * deep * (y - cy) / radius**2, 0)
    return depth, slope_x, slope_y
