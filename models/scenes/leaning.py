"""Dice that cannot lie flat, put by hand where they lean: on a card, a coin, a book, a crumb, a wall, other dice.

Each maker gives a small `Group` round the origin, in the pose that the die is meant to take; physics has the last word
when all groups lie on one table (see arrangements.py). Lengths in m.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from models.scenes.physics import Block

Doubles = NDArray[np.float64]
Pose = tuple[Doubles, Doubles]
LIFT = 0.02  # of half an edge: what a die is let fall by, so that nothing starts inside another


@dataclass(frozen=True, eq=False)
class Group:
    """Dice (place (3,), turn (3, 3) each) and things that belong together; reach: how far it goes round its middle."""

    dice: tuple[Pose, ...]
    props: tuple[Block, ...] = ()
    reach: float = 0.0

    def moved(self, x: float, y: float, angle: float) -> Group:
        """The group turned by `angle` (rad) about its middle, which then comes to (x, y)."""
        turn, shift = about_z(angle), np.array([x, y, 0.0])
        dice = tuple((turn @ place + shift, turn @ way) for place, way in self.dice)
        degrees = float(np.degrees(angle))
        props = tuple(
            replace(shifted(b, turn @ b.centre + shift), turn_deg=b.turn_deg + degrees) for b in self.props
        )
        return Group(dice, props, self.reach)


def shifted(block: Block, to: Doubles) -> Block:
    """The block with its middle at `to`, (3,)."""
    return replace(block, centre=(float(to[0]), float(to[1]), float(to[2])))


def about_z(angle: float) -> Doubles:
    """(3, 3): a turn on the table, rad."""
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]], float)


def tipped(lean: float) -> Doubles:
    """(3, 3): the side at +x lifted by `lean`, rad."""
    c, s = np.cos(lean), np.sin(lean)
    return np.array([[c, 0, -s], [0, 1, 0], [s, 0, c]], float)


def upon(half: float, lean: float, foot: float = 0.0) -> Pose:
    """A die on its lower edge at x = foot, its other side lifted by `lean`, rad."""
    c, s = np.cos(lean), np.sin(lean)
    return np.array([foot + half * (c - s), 0, half * (c + s + LIFT)]), tipped(lean)


def flat(half: float, rng: np.random.Generator) -> Group:
    """A die by itself."""
    place = np.array([0, 0, half * (1 + LIFT)])
    return Group(((place, about_z(rng.uniform(0, 2 * np.pi))),), (), 1.5 * half)


def on_slab(half: float, rng: np.random.Generator) -> Group:
    """One to three dice half upon a card, a phone or a book, each at a side of its own; sometimes one lies on it."""
    thick = half * float(rng.uniform(0.25, 0.85))
    wide, deep = (float(v) * half for v in rng.uniform(1.6, 4.5, 2))
    sides = rng.permutation(4)[: int(rng.integers(1, 4))]
    dice = []
    for side in sides:
        out, along = (wide, deep) if side % 2 == 0 else (deep, wide)
        place, turn = upon(half, _lean_on(thick, half, rng))
        # The lower edge is at x = 0 and the slab's edge where the face has risen to its height.
        edge = thick / np.tan(np.arctan2(turn[2, 0], turn[0, 0]))
        spot = place + np.array([-edge - out, rng.uniform(-0.8, 0.8) * (along - half * 0.5), 0])
        quarter = about_z(side * np.pi / 2)
        dice.append((quarter @ spot, quarter @ turn @ about_z(rng.normal(0, 0.15))))
    if min(wide, deep) > 2.2 * half and rng.random() < 0.4:
        dice.append((np.array([0, 0, thick + half * (1 + LIFT)]), about_z(rng.uniform(0, 7))))
    block = Block((0, 0, thick / 2), (wide, deep, thick / 2))
    return Group(tuple(dice), (block,), float(np.hypot(wide, deep)) + 2.2 * half)


def _lean_on(thick: float, half: float, rng: np.random.Generator) -> float:
    """How steeply a die stands on an edge of that height, rad: its middle between its lower edge and the other."""
    along = rng.uniform(max(1.15 * half, 1.3 * thick), 1.9 * half)
    return float(np.arcsin(min(0.72, thick / along)))


def on_coin(half: float, rng: np.random.Generator) -> Group:
    """A die half upon a coin or a chip, or upon a few."""
    thick, radius = half * float(rng.uniform(0.22, 0.7)), half * float(rng.uniform(0.9, 1.8))
    lean = _lean_on(thick, half, rng)
    edge = thick / np.tan(lean)
    place, turn = upon(half, lean)
    block = Block((float(edge + radius), 0, thick / 2), (radius, thick / 2))
    return Group(((place, turn),), (block,), 2 * radius + 2.2 * half)


def on_crumb(half: float, rng: np.random.Generator) -> Group:
    """A die with something small under one corner or side: a peg, a nut, a pencil's end."""
    thick, side = half * float(rng.uniform(0.25, 0.7)), half * float(rng.uniform(0.2, 0.5))
    place, turn = upon(half, _lean_on(thick, half, rng))
    edge = thick / turn[2, 0] * turn[0, 0]
    block = Block((float(edge) + side, 0, thick / 2), (side, side * float(rng.uniform(1, 4)), thick / 2), 0.0)
    twist = about_z(rng.uniform(-0.5, 0.5))
    return Group(((place, turn @ twist),), (block,), 3.5 * half)


def on_die(half: float, rng: np.random.Generator) -> Group:
    """A die that leans on the side of another, its foot away from it."""
    lean = float(rng.uniform(0.16, 0.7))
    place, turn = upon(half, lean)
    near = 2 * half * np.cos(lean) + half * (1 + LIFT)
    other = np.array([near, rng.uniform(-0.6, 0.6) * half, half * (1 + LIFT)])
    return Group(((place, turn), (other, np.eye(3))), (), 3.5 * half)


def on_wall(half: float, rng: np.random.Generator) -> Group:
    """One to three dice that lean on a wall or a thick book."""
    long, thick = half * float(rng.uniform(4, 9)), half * float(rng.uniform(0.3, 3))
    high = half * float(rng.uniform(1.0, 3.0))
    count = int(rng.integers(1, 4))
    dice = []
    for i in range(count):
        lean = float(rng.uniform(0.16, 0.75))
        place, turn = upon(half, lean)
        place = place + np.array(
            [-2 * half * np.cos(lean) - half * LIFT, (i - (count - 1) / 2) * long / 2, 0]
        )
        dice.append((place, turn))
    block = Block((thick, 0, high / 2), (thick, long, high / 2))
    return Group(tuple(dice), (block,), long + thick)


def in_gap(half: float, rng: np.random.Generator) -> Group:
    """A die come to rest with an edge between two others."""
    gap, lean = half * float(rng.uniform(0.7, 1.7)), float(rng.uniform(0.3, np.pi / 4))
    away = gap / 2 + half
    lower = [
        (np.array([x, rng.uniform(-0.5, 0.5) * half, half * (1 + LIFT)]), np.eye(3)) for x in (-away, away)
    ]
    # Where both lower faces touch the rims: the edge hangs in the gap on a circle over it (Thales).
    foot_x, foot_z = gap / 2 * np.cos(2 * lean), 2 * half - gap / 2 * np.sin(2 * lean)
    place, turn = upon(half, lean)
    place = place + np.array([-foot_x, 0, foot_z + LIFT * half])
    return Group((*lower, (place, turn)), (), 4.5 * half)


LEANING: tuple[Callable[[float, np.random.Generator], Group], ...] = (
    on_slab,
    on_coin,
    on_crumb,
    on_die,
    on_wall,
    in_gap,
)


def tower(half: float, rounding: float, rng: np.random.Generator) -> Group:
    """One or two dice side by side and one upon them, sometimes a third upon that; never quite in line."""
    lower = [(np.array([0, 0, half * (1 + LIFT)]), np.eye(3))]
    if rng.random() < 0.35:
        lower.append(
            (np.array([2 * half * (1 + LIFT), rng.uniform(-0.6, 0.6) * half, half * (1 + LIFT)]), np.eye(3))
        )
    spot = np.array([half if len(lower) == 2 else 0.0, 0.0])
    dice = list(lower)
    for level in range(1, 3 if rng.random() < 0.2 else 2):
        loose = 0.8 * (1 - rounding) * half / level
        spot = spot + rng.uniform(-loose, loose, 2)
        turn = about_z(rng.uniform(0, 2 * np.pi))
        dice.append((np.array([*spot, half * (1 + LIFT) * (2 * level + 1)]), turn))
    return Group(tuple(dice), (), 3.5 * half)
