"""How dice come to lie, by physics: thrown, poured into a tray, tilted against things, on top of each other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from models.scenes.physics import Bed, Block, Motion, Throw, handful, random_turns, settle

Doubles = NDArray[np.float64]
Way = Literal["thrown", "poured", "tilted", "stacked"]
WAYS: tuple[Way, ...] = ("thrown", "poured", "tilted", "stacked")
WALL_M = 0.004


@dataclass(frozen=True, eq=False)
class Arrangement:
    """places (n, 3) m and turns (n, 3, 3) at rest; blocks: what stands there too; spread_m: how wide it all is."""

    places: Doubles
    turns: Doubles
    blocks: tuple[Block, ...]
    spread_m: float


def arrange(way: Way, half: float, rounding: float, rng: np.random.Generator) -> Arrangement:
    """Dice of one size at rest in one of the ways; half: half their edge, m."""
    blocks: tuple[Block, ...] = ()
    if way == "thrown":
        start = np.array([*rng.uniform(-0.02, 0.02, 2), rng.uniform(0.03, 0.07)])
        count = int(
            rng.choice(
                (1, 2, 3, 4, 5, 6, 7, 8, 10, 12),
                p=(0.06, 0.06, 0.07, 0.08, 0.15, 0.30, 0.08, 0.08, 0.06, 0.06),
            )
        )
        throw = handful(count, half, start, rng.uniform(0, 360), rng.uniform(0.05, 0.4), rng)
    elif way == "poured":
        blocks = _tray(float(rng.uniform(5, 9)) * half, float(rng.uniform(5, 9)) * half, rng)
        throw = _rain(int(rng.integers(5, 24)), half, 3.4 * half, rng)
    elif way == "tilted":
        blocks = tuple(_obstacle(half, rng) for _ in range(int(rng.integers(3, 8))))
        throw = _rain(int(rng.integers(3, 9)), half, 7 * half, rng)
    else:
        throw = _towers(int(rng.integers(1, 4)), half, rng)
    motion = settle(throw, half, rounding, Bed(bounce=0.3, friction=0.45, blocks=blocks), longest_s=2.0)
    return _rested(motion, blocks, half)


def _rested(motion: Motion, blocks: tuple[Block, ...], half: float) -> Arrangement:
    places, turns = motion.positions[-1], motion.turns[-1]
    near = (places[:, 2] > 0) & (np.abs(places[:, :2]) < 0.3).all(axis=1)
    places, turns = places[near], turns[near]
    middle = np.append(places[:, :2].mean(axis=0), 0) if len(places) else np.zeros(3)
    moved = tuple(Block(tuple(np.subtract(b.centre, middle)), b.half, b.turn_deg) for b in blocks)
    reach = np.abs(places - middle)[:, :2].max(initial=0) if len(places) else 0.0
    return Arrangement(places - middle, turns, moved, float(2 * reach + 4 * half))


def _tray(wide: float, deep: float, rng: np.random.Generator) -> tuple[Block, ...]:
    high = float(rng.uniform(0.005, 0.014))
    return (
        Block((wide + WALL_M, 0, high), (WALL_M, deep + 2 * WALL_M, high)),
        Block((-wide - WALL_M, 0, high), (WALL_M, deep + 2 * WALL_M, high)),
        Block((0, deep + WALL_M, high), (wide, WALL_M, high)),
        Block((0, -deep - WALL_M, high), (wide, WALL_M, high)),
    )


def _obstacle(half: float, rng: np.random.Generator) -> Block:
    """A card, a phone, a ruler: something flat that a die can come to lie half upon."""
    high = half * float(rng.uniform(0.05, 0.5))
    sides = half * rng.uniform(0.5, 4.0, 2)
    place = rng.uniform(-6, 6, 2) * half
    return Block(
        (float(place[0]), float(place[1]), high),
        (float(sides[0]), float(sides[1]), high),
        float(rng.uniform(0, 180)),
    )


def _rain(count: int, half: float, reach: float, rng: np.random.Generator) -> Throw:
    """Dice let fall one above the other."""
    places = np.concatenate(
        [rng.uniform(-reach, reach, (count, 2)), half * (3 + 2.2 * np.arange(count)[:, None])], axis=1
    )
    still = np.tile(np.array([0, 0, -0.3]), (count, 1))
    return Throw(places, still, rng.normal(0, 8, (count, 3)), random_turns(count, rng))


def _towers(count: int, half: float, rng: np.random.Generator) -> Throw:
    """Dice set upon others, some of them not quite, and some beside them."""
    places, turns = [], []
    for i in range(count):
        spot = np.array([5.0 * i - 2.5 * (count - 1), rng.uniform(-2, 2), 1.0])
        for level in range(int(rng.integers(2, 4))):
            places.append((spot + np.append(rng.uniform(-0.7, 0.7, 2) * (level > 0), 2.02 * level)) * half)
            angle = rng.uniform(0, 2 * np.pi)
            c, s = np.cos(angle), np.sin(angle)
            turns.append(np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]]) @ _quarter(rng))
    zero = np.zeros((len(places), 3))
    return Throw(np.array(places), zero, zero, np.array(turns))


def _quarter(rng: np.random.Generator) -> Doubles:
    order = rng.permutation(3)
    turn = np.zeros((3, 3))
    turn[order, np.arange(3)] = rng.choice((-1, 1), 3)
    return turn if np.linalg.det(turn) > 0 else -turn
