"""How dice come to lie, by physics: thrown, poured into a tray, tilted against things, upon each other, in a hand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from models.scenes.dice import cube_corners, tilt_deg
from models.scenes.hands import Hand, held_out, laid_out
from models.scenes.leaning import LEANING, LIFT, Group, about_z, flat, shifted, tower
from models.scenes.physics import Bed, Block, Motion, Throw, handful, random_turns, settle

Doubles = NDArray[np.float64]
Way = Literal["thrown", "poured", "tilted", "stacked", "held"]
WALL_M = 0.004
HAND_M = 0.16
# Metres above the table, at least, of every part of a die that a hand holds.
HELD_M = 0.003
# Half edges above the table, at most: it may lie on others that the hand holds.
HELD_HALVES = 4.0
# Degrees by which a die that was put down leans at most where it is called flat.
FLAT_DEG = 1.5
# Degrees by which it leans at least where it is called leaning; what comes between is put down again.
LEANING_DEG = 7.0
TRIES = 12


@dataclass(frozen=True, eq=False)
class Arrangement:
    """places (n, 3) m and turns (n, 3, 3) at rest; walls of a tray and props: what stands there too; spread_m: how
    wide it all is; hand: that holds some of them.
    """

    places: Doubles
    turns: Doubles
    walls: tuple[Block, ...]
    props: tuple[Block, ...]
    spread_m: float
    hand: Hand | None = None


def arrange(way: Way, half: float, rounding: float, rng: np.random.Generator) -> Arrangement:
    """Dice of one size at rest in one of the ways; half: half their edge, m."""
    if way == "thrown":
        start = np.array([*rng.uniform(-0.02, 0.02, 2), rng.uniform(0.03, 0.07)])
        throw = handful(_count(rng), half, start, rng.uniform(0, 360), rng.uniform(0.05, 0.4), rng)
        return _rested(
            settle(throw, half, rounding, Bed(bounce=0.3, friction=0.45), longest_s=2.0), (), (), half
        )
    if way == "poured":
        walls = _tray(float(rng.uniform(3.5, 9)) * half, float(rng.uniform(3.5, 9)) * half, rng)
        throw = _rain(int(rng.integers(5, 24)), half, 2.4 * half, rng)
        bed = Bed(bounce=0.3, friction=float(rng.uniform(0.3, 0.8)), blocks=walls)
        return _rested(settle(throw, half, rounding, bed, longest_s=2.0), walls, (), half)
    if way == "held":
        return _held(half, rounding, rng)
    for _ in range(TRIES):
        groups = _leaners(half, rng) if way == "tilted" else _towers(half, rounding, rng)
        found = _stood(_apart(groups, rng), half, rounding)
        tilts = np.array([tilt_deg(turn) for turn in found.turns])
        if not ((tilts > FLAT_DEG) & (tilts < LEANING_DEG)).any() and _as_meant(way, found, tilts, half):
            return found
    return found


def in_hand(hand: Hand | None, outline: Doubles, place: Doubles, half: float) -> bool:
    """Whether a hand holds the die at (3,) whose outline is (n, 3), m: it is near it, and does not touch the table."""
    return (
        hand is not None
        and bool(outline[:, 2].min() > HELD_M)
        and float(hand.away(place[None])[0]) < HELD_HALVES * half
    )


def bare(spread_m: float) -> Arrangement:
    """A table with no dice on it."""
    return Arrangement(np.zeros((0, 3)), np.zeros((0, 3, 3)), (), (), spread_m)


def _as_meant(way: Way, found: Arrangement, tilts: Doubles, half: float) -> bool:
    if way == "tilted":
        return bool((tilts >= LEANING_DEG).any())
    return bool((found.places[tilts <= FLAT_DEG, 2] > 2.5 * half).any())


def _count(rng: np.random.Generator) -> int:
    shares = (0.06, 0.06, 0.07, 0.08, 0.15, 0.30, 0.08, 0.08, 0.06, 0.06)
    return int(rng.choice((1, 2, 3, 4, 5, 6, 7, 8, 10, 12), p=shares))


def _leaners(half: float, rng: np.random.Generator) -> list[Group]:
    """One to four groups with dice that lean, and some that lie flat."""
    makers = rng.integers(0, len(LEANING), int(rng.integers(1, 4)))
    return [LEANING[int(i)](half, rng) for i in makers] + _flat(half, rng)


def _towers(half: float, rounding: float, rng: np.random.Generator) -> list[Group]:
    return [tower(half, rounding, rng) for _ in range(int(rng.integers(1, 4)))] + _flat(half, rng)


def _flat(half: float, rng: np.random.Generator) -> list[Group]:
    return [flat(half, rng) for _ in range(int(rng.choice((0, 1, 2, 4), p=(0.3, 0.3, 0.25, 0.15))))]


def _held(half: float, rounding: float, rng: np.random.Generator) -> Arrangement:
    """A few dice let fall into a hand that is held out, open or half closed; what it does not catch lies beside."""
    for _ in range(TRIES):
        over = float(rng.uniform(0, 0.07)) * (rng.random() < 0.6)
        lean, roll = (float(v) for v in rng.normal(0, np.radians((5, 7))))
        hand = laid_out(
            held_out(float(rng.uniform(0.12, 0.65)), rng), lean, roll, rng.uniform(0, 2 * np.pi), over
        )
        throw = _let_fall(hand, half, rng)
        bed = Bed(bounce=0.02, friction=0.9, rods=(*hand.bones, hand.sleeve))
        found = _rested(settle(throw, half, rounding, bed, longest_s=2.0), (), (), half, hand)
        poses = zip(found.places, found.turns, strict=True)
        if any(in_hand(found.hand, cube_corners(turn, at, half), at, half) for at, turn in poses):
            return found
    return found


def _let_fall(hand: Hand, half: float, rng: np.random.Generator) -> Throw:
    """One to six dice over the palm, and those that lie beside already."""
    wrist, knuckles = np.array(hand.bones[0].start), np.mean([rod.end for rod in hand.bones[:4]], axis=0)
    rain = _rain(int(rng.integers(1, 7)), half, 0.012, rng)
    beside = _beside(hand, half, rng)
    turns = np.array([about_z(rng.uniform(0, 2 * np.pi)) for _ in beside]).reshape(-1, 3, 3)
    return Throw(
        np.concatenate([rain.positions + 0.6 * knuckles + 0.4 * wrist, beside]),
        np.concatenate([rain.velocities, np.zeros_like(beside)]),
        np.concatenate([0.3 * rain.spins, np.zeros_like(beside)]),
        np.concatenate([rain.turns, turns]),
    )


def _beside(hand: Hand, half: float, rng: np.random.Generator) -> Doubles:
    """(n, 3) m: where dice lie flat on the table, out of the hand's way."""
    out: list[Doubles] = []
    wanted = int(rng.choice((0, 1, 2, 4), p=(0.35, 0.25, 0.2, 0.2)))
    for place in np.column_stack([rng.uniform(-0.14, 0.14, (60, 2)), np.full(60, half * (1 + LIFT))]):
        clear = all(np.hypot(*(place[:2] - (x, y))) > r + 2 * half for x, y, r in hand.footprint())
        if len(out) < wanted and clear and all(np.linalg.norm(place - other) > 3 * half for other in out):
            out.append(place)
    return np.array(out).reshape(-1, 3)


def _apart(groups: list[Group], rng: np.random.Generator) -> Group:
    """All groups on one table, as near to each other as chance finds room."""
    put: list[tuple[float, float, Group]] = []
    for group in groups:
        away = 0.0
        while True:
            angle = rng.uniform(0, 2 * np.pi)
            x, y = away * np.cos(angle), away * np.sin(angle)
            if all(np.hypot(x - a, y - b) > group.reach + other.reach for a, b, other in put):
                put.append((x, y, group))
                break
            away += 0.1 * group.reach
    turned = [group.moved(x, y, rng.uniform(0, 2 * np.pi)) for x, y, group in put]
    dice = tuple(pose for group in turned for pose in group.dice)
    return Group(dice, tuple(prop for group in turned for prop in group.props))


def _stood(group: Group, half: float, rounding: float) -> Arrangement:
    """What becomes of dice let go where they were put; they cling, as on felt or paper."""
    places, turns = (np.array([pose[i] for pose in group.dice]) for i in (0, 1))
    still = np.zeros((len(places), 3))
    bed = Bed(bounce=0.02, friction=0.9, blocks=group.props)
    motion = settle(Throw(places, still, still, turns), half, rounding, bed, longest_s=1.5)
    return _rested(motion, (), group.props, half)


def _rested(
    motion: Motion, walls: tuple[Block, ...], props: tuple[Block, ...], half: float, hand: Hand | None = None
) -> Arrangement:
    places, turns = motion.positions[-1], motion.turns[-1]
    near = (places[:, 2] > 0) & (np.abs(places[:, :2]) < 0.3).all(axis=1)
    places, turns = places[near], turns[near]
    middle = np.append(places[:, :2].mean(axis=0), 0) if len(places) else np.zeros(3)
    reach = np.abs(places - middle)[:, :2].max(initial=0) if len(places) else 0.0
    standing = [tuple(shifted(block, block.centre - middle) for block in blocks) for blocks in (walls, props)]
    spread_m = max(float(2 * reach + 4 * half), HAND_M if hand else 0.0)
    hand = hand and hand.moved(np.eye(3), -middle)
    return Arrangement(places - middle, turns, standing[0], standing[1], spread_m, hand)


def _tray(wide: float, deep: float, rng: np.random.Generator) -> tuple[Block, ...]:
    high = float(rng.uniform(0.005, 0.014))
    return (
        Block((wide + WALL_M, 0, high), (WALL_M, deep + 2 * WALL_M, high)),
        Block((-wide - WALL_M, 0, high), (WALL_M, deep + 2 * WALL_M, high)),
        Block((0, deep + WALL_M, high), (wide, WALL_M, high)),
        Block((0, -deep - WALL_M, high), (wide, WALL_M, high)),
    )


def _rain(count: int, half: float, reach: float, rng: np.random.Generator) -> Throw:
    """Dice let fall one above the other."""
    places = np.concatenate(
        [rng.uniform(-reach, reach, (count, 2)), half * (3 + 2.2 * np.arange(count)[:, None])], axis=1
    )
    still = np.tile(np.array([0, 0, -0.3]), (count, 1))
    return Throw(places, still, rng.normal(0, 8, (count, 3)), random_turns(count, rng))
