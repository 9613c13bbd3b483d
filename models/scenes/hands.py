"""A hand of plain geometry: rods in the place of bones, which physics knows, and a skin over them, which is drawn.

In a hand's own frame its wrist is the origin, the fingers reach along y and the palm looks up, along z; m and rad.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from models.scenes.dice import Mesh
from models.scenes.leaning import about_z
from models.scenes.physics import Rod
from models.scenes.surfaces import Floats, cloud

Doubles = NDArray[np.float64]
Away = Callable[[Doubles], Doubles]
# From the index finger to the little one: where its knuckle is, how long its three bones are and how thick it is
# there (as of a grown-up's hand 185 mm long and 85 mm wide).
KNUCKLES = np.array([[-0.029, 0.094, 0], [-0.009, 0.098, 0], [0.011, 0.094, 0], [0.029, 0.085, 0]])
LONG = np.array([[0.042, 0.025, 0.019], [0.046, 0.028, 0.020], [0.042, 0.027, 0.020], [0.034, 0.020, 0.018]])
THICK = np.array([0.0092, 0.0095, 0.0090, 0.0080])
# How far the three joints of a finger bend when the hand is a fist.
BENDS = np.radians([62, 88, 50])
PALM = 0.0115
SLEEVE = 0.036
ARM_M = 0.40
# Metres between two bones that are drawn as one flesh, at most.
FLESH_M = 0.007
# Metres of a mesh of the net that is the skin. Smaller: a smoother hand, drawn more slowly.
NET_M = 0.0028


@dataclass(frozen=True)
class Hand:
    """A hand in the world: its bones, and the sleeve over its arm."""

    bones: tuple[Rod, ...]
    sleeve: Rod

    def moved(self, turn: Doubles, by: Doubles) -> Hand:
        """The hand turned by (3, 3) about the origin, then moved by (3,)."""
        sleeve, *bones = (
            replace(rod, start=_three(turn @ rod.start + by), end=_three(turn @ rod.end + by))
            for rod in (self.sleeve, *self.bones)
        )
        return Hand(tuple(bones), sleeve)

    @property
    def lowest(self) -> float:
        """How high above the table its lowest point is, or its sleeve's."""
        return min(min(rod.start[2], rod.end[2]) - rod.radius for rod in (self.sleeve, *self.bones))

    def away(self, points: Doubles) -> Doubles:
        """(n,): how far (n, 3) points are from its skin; negative inside."""
        nearest, *others = (_from(rod, points) for rod in self.bones)
        for other in others:
            close = np.maximum(FLESH_M - np.abs(nearest - other), 0) / FLESH_M
            nearest = np.minimum(nearest, other) - close**2 * FLESH_M / 4
        return nearest

    def clear(self, points: Doubles) -> Doubles:
        """(n,): how far (n, 3) points are from it and its sleeve."""
        return np.minimum(self.away(points), _from(self.sleeve, points))

    def footprint(self) -> list[tuple[float, float, float]]:
        """Circles on the table, x, y and radius, over which it and its sleeve hang."""
        return [
            (float(x), float(y), rod.radius)
            for rod in (self.sleeve, *self.bones)
            for x, y, _ in np.linspace(rod.start, rod.end, 7)
        ]

    def skin(self) -> Mesh:
        """What is seen of it but for the sleeve; a picture for it lies over it as seen from above."""
        ends = np.array([end for rod in self.bones for end in (rod.start, rod.end)])
        thick = max(rod.radius for rod in self.bones) + 2 * NET_M
        return _net(self.away, ends.min(axis=0) - thick, ends.max(axis=0) + thick)

    def cuff(self) -> Mesh:
        """What is seen of its sleeve."""
        ends = np.array([self.sleeve.start, self.sleeve.end])
        thick = self.sleeve.radius + 2 * NET_M
        return _net(
            lambda points: _from(self.sleeve, points), ends.min(axis=0) - thick, ends.max(axis=0) + thick
        )


def held_out(curl: float, rng: np.random.Generator) -> Hand:
    """A right or a left hand in its own frame, palm up; curl: 0 for a flat hand to 1 for a fist."""
    cup = float(rng.uniform(0.2, 1.0)) * (0.3 + curl)
    hollow = cup * 0.006 * (KNUCKLES[:, 0] / 0.029) ** 2
    knuckles = KNUCKLES + np.column_stack([np.zeros((4, 2)), hollow])
    bones = [Rod(_three(k * [0.6, 0.12, 0.3]), _three(k), PALM) for k in knuckles]
    # The balls of the thumb and of the little finger, between which things come to lie.
    bones.append(Rod((0.026, 0.020, 0.003 + 0.006 * cup), (0.030, 0.060, 0.003 + 0.006 * cup), 0.0135))
    splay = float(rng.uniform(0.02, 0.09))
    for i in range(4):
        own = float(np.clip(curl + rng.normal(0, 0.05), 0, 1))
        bones += _finger(knuckles[i], LONG[i], THICK[i], (i - 1.4) * splay * (1 - curl), BENDS * own)
    bones += _thumb(curl, cup, rng)
    bones.append(Rod((0.0, 0.006, 0.0), (0.0, -0.16, -0.002), 0.0235))
    cuff = -float(rng.uniform(0.05, 0.13))
    hand = Hand(tuple(bones), Rod((0.0, cuff, 0.0), (0.0, cuff - ARM_M, 0.0), SLEEVE))
    return _mirrored(hand) if rng.random() < 0.5 else hand


def _finger(knuckle: Doubles, long: Doubles, thick: float, splay: float, bends: Doubles) -> list[Rod]:
    """Its three bones, each bent by so much against the one before."""
    out, start = [], knuckle
    for bone, bend, thinner in zip(long, np.cumsum(bends), (1.0, 0.93, 0.86), strict=True):
        along = np.array([np.sin(splay) * np.cos(bend), np.cos(splay) * np.cos(bend), np.sin(bend)])
        end = start + bone * along
        out.append(Rod(_three(start), _three(end), thick * thinner))
        start = end
    return out


def _thumb(curl: float, cup: float, rng: np.random.Generator) -> list[Rod]:
    """From the side of an open hand, over the palm of a closed one."""
    out = float(rng.uniform(0.55, 0.95)) * (1 - 0.6 * curl)
    up = 0.15 + 0.5 * curl
    start, rods = np.array([-0.020, 0.022, 0.003 + 0.004 * cup]), []
    for bone, radius, turned in ((0.043, 0.0150, 0.0), (0.033, 0.0105, 0.25), (0.025, 0.0098, 0.55)):
        aside = out - turned * (0.3 + curl)
        along = np.array([-np.sin(aside) * np.cos(up), np.cos(aside) * np.cos(up), np.sin(up)])
        rods.append(Rod(_three(start), _three(start + bone * along), radius))
        start = start + bone * along
    return rods


def _mirrored(hand: Hand) -> Hand:
    return hand.moved(np.diag([-1.0, 1.0, 1.0]), np.zeros(3))


def laid_out(hand: Hand, lean: float, roll: float, heading: float, over_m: float) -> Hand:
    """The hand with its arm raised by `lean`, its edge by `roll`, turned by `heading`, and so far over the table."""
    c, s = np.cos(roll), np.sin(roll)
    rolled = np.array([[c, 0, s], [0, 1, 0], [-s, 0, c]])
    c, s = np.cos(lean), np.sin(lean)
    turned = about_z(heading) @ np.array([[1, 0, 0], [0, c, s], [0, -s, c]]) @ rolled
    placed = hand.moved(turned, np.zeros(3))
    return placed.moved(np.eye(3), np.array([0.0, 0.0, over_m - placed.lowest]))


def complexion(rng: np.random.Generator) -> Floats:
    """(64, 64, 3) linear: a picture of skin, from light to dark."""
    tone = np.array([0.62, 0.38, 0.27]) * rng.uniform(0.15, 1.2)
    light = 1 + 0.12 * cloud((64, 64), (12, 12), rng, 3)[..., None]
    return np.asarray(np.clip(tone * light, 0.01, 0.9), np.float32)


def _from(rod: Rod, points: Doubles) -> Doubles:
    start, along = np.array(rod.start), np.subtract(rod.end, rod.start)
    share = np.clip((points - start) @ along / (along @ along), 0, 1)
    return np.asarray(np.linalg.norm(points - start - share[:, None] * along, axis=1) - rod.radius)


def _net(away: Away, low: Doubles, high: Doubles) -> Mesh:
    """A skin by surface nets: a point in each cube through which it goes, drawn onto it; four to each edge it cuts."""
    lines = [np.arange(low[i], high[i] + NET_M, NET_M) for i in range(3)]
    grid = np.stack(np.meshgrid(*lines, indexing="ij"), axis=-1)
    inside = away(grid.reshape(-1, 3)).reshape(grid.shape[:3]) < 0
    corners = np.zeros(np.subtract(inside.shape, 1), int)
    for i, j, k in np.ndindex(2, 2, 2):
        corners += inside[i : i - 1 or None, j : j - 1 or None, k : k - 1 or None]
    cut = (corners > 0) & (corners < 8)
    number = np.full(cut.shape, -1)
    number[cut] = np.arange(cut.sum())
    points = grid[:-1, :-1, :-1][cut] + NET_M / 2
    for _ in range(4):
        slope = _slope(away, points)
        points = points - (away(points) / (slope**2).sum(axis=1))[:, None] * slope
    normals = _slope(away, points)
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    quads = np.concatenate([_quads(inside, number, axis) for axis in range(3)])
    triangles = np.concatenate([quads[:, [0, 1, 2]], quads[:, [0, 2, 3]]])
    uv = (points[:, :2] - low[:2]) / (high - low)[:2]
    vertices, along, laid = (part.astype(np.float32) for part in (points, normals, uv))
    return Mesh(vertices, along, laid, triangles.astype(np.uint32))


def _slope(away: Away, points: Doubles) -> Doubles:
    step = 1e-4
    sides = [away(points + step * axis) - away(points - step * axis) for axis in np.eye(3)]
    return np.stack(sides, axis=1) / (2 * step)


def _quads(inside: NDArray[np.bool_], number: NDArray[np.int64], axis: int) -> NDArray[np.int64]:
    """(n, 4): the points of the four cubes round each edge along an axis whose one end is inside; anticlockwise from
    outside."""
    inside, number = np.moveaxis(inside, axis, 0), np.moveaxis(number, axis, 0)
    one, other = inside[:-1, 1:-1, 1:-1], inside[1:, 1:-1, 1:-1]
    around = np.stack(
        [number[:, :-1, :-1], number[:, 1:, :-1], number[:, 1:, 1:], number[:, :-1, 1:]], axis=-1
    )
    # Moving an axis to the front mirrors the other two where it is the second.
    out, back = around[one & ~other], around[~one & other][:, ::-1]
    quads = np.concatenate([out, back])
    return quads[:, ::-1] if axis == 1 else quads


def _three(point: Sequence[float] | Doubles) -> tuple[float, float, float]:
    x, y, z = (float(v) for v in point)
    return x, y, z
