"""How dice come to the table: where they are let go, how fast, and what is seen before. Times in s, places in m."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np

from models.scenes.dice import quarter_turns
from models.scenes.incidents import NOTHING, UP, Doubles, Place, Pose, Props, about, share, visit
from models.scenes.physics import Throw, handful

# How dice come to the table: unseen or with a glimpse of a hand, shaken in the hand, shaken in a cup, picked up from
# the table and shaken, or let fall.
Manner = Literal["outside", "hand", "cup", "gathered", "pour"]


@dataclass(frozen=True, eq=False)
class Start:
    """Where the dice are let go, m, and which way, radians."""

    place: Doubles
    heading: float


def start_of(place: Place, manner: Manner, rng: np.random.Generator) -> Start:
    """Where the dice of a throw are let go."""
    return _outside(place, rng) if manner == "outside" else _inside(place, manner, rng)


def flung(place: Place, manner: Manner, start: Start, count: int, rng: np.random.Generator) -> Throw:
    """So many dice as they are let go: about as fast as takes them to the middle of the table."""
    away = float(np.hypot(*(start.place[:2] - _aim(place, rng))))
    speed = float(np.sqrt(away / 0.16) * rng.uniform(0.55, 0.95))
    if manner == "pour":
        speed = float(rng.uniform(0.0, 0.15))
    loose = 0.15 if manner == "pour" else 0.3
    return handful(
        count, place.half, start.place, np.degrees(start.heading), speed, rng, spin=16, scatter=loose
    )


def _aim(place: Place, rng: np.random.Generator) -> Doubles:
    """The middle of the table, or a book there."""
    blocks = place.bed.blocks
    if not blocks:
        return np.zeros(2)
    return np.array(blocks[int(rng.integers(len(blocks)))].centre[:2]) * float(rng.uniform(0.5, 1))


def _outside(place: Place, rng: np.random.Generator) -> Start:
    side = np.radians(rng.uniform(0, 360))
    wide, high = place.reach()
    to_edge = min(wide / max(abs(np.cos(side)), 1e-6), high / max(abs(np.sin(side)), 1e-6)) + 0.045
    start = np.array([-to_edge * np.cos(side), -to_edge * np.sin(side), rng.uniform(0.03, 0.06)])
    return Start(start, _towards(_aim(place, rng) - start[:2], rng))


def _inside(place: Place, manner: Manner, rng: np.random.Generator) -> Start:
    """Near the player's edge of the picture; dice that are let fall, near its middle."""
    wide, high = place.reach()
    low, top = (-0.2, 0.2) if manner == "pour" else (-0.75, -0.5)
    start = np.array([rng.uniform(-0.5, 0.5) * wide, rng.uniform(low, top) * high, rng.uniform(0.03, 0.05)])
    if manner == "gathered":
        start[1] = max(start[1], place.area[2] + 4.5 * place.half)
    return Start(start, _towards(_aim(place, rng) + np.array([0, 0.1 * high]) - start[:2], rng))


def _towards(way: Doubles, rng: np.random.Generator) -> float:
    return float(np.arctan2(way[1], way[0]) + rng.normal(0, 0.1))


Before = Callable[[float], dict[int, Pose]]
NO_DICE: dict[int, Pose] = {}


def before(
    place: Place, manner: Manner, start: Start, count: int, rng: np.random.Generator
) -> tuple[Before, Callable[[float], Props], float]:
    """The dice that are seen before they are let go, the hand and the cup, and when they are let go."""
    if manner == "outside":
        # A hand comes from the player's side only; most throws from there show it.
        shown = start.place[1] < -0.9 * place.reach()[1] and rng.random() < 0.7
        return _unseen, (lambda t: Props(visit(start.place, t, 0.4, 0.45, 0.35))) if shown else _no_props, 0.4
    comes = 0.9 if manner == "gathered" else 0.5
    goes = comes + float(rng.uniform(0.1, 0.4) if manner == "pour" else rng.uniform(0.3, 1.0))
    lying = _heap(place, start.place, count, rng) if manner == "gathered" else NO_DICE
    swing = rng.normal(0, 1, 3) * [1, 1, 0.5]
    swing *= float(rng.uniform(0.015, 0.03) if manner != "pour" else 0.004) / np.linalg.norm(swing)
    pace = float(rng.uniform(2.5, 5))
    axis = np.cross(UP, [np.cos(start.heading), np.sin(start.heading), 0])

    def props(time_s: float) -> Props:
        loud = share(time_s, comes, 0.15) * (1 - share(time_s, goes - 0.12, 0.12))
        shaken = start.place + loud * swing * np.sin(2 * np.pi * pace * time_s)
        lift = np.array([0, 0, 0.025 + (0.02 * loud if manner == "cup" else 0.0)])
        hand = visit(shaken + lift, time_s, comes, goes + 0.06)
        if manner != "cup" or hand is None:
            return Props(hand)
        tip = 1.7 * share(time_s, goes - 0.12, 0.16)
        return Props(hand, hand - np.array([0, 0, 0.05]), about(axis, tip))

    return lambda t: lying if t < comes else NO_DICE, props, goes


def _unseen(_: float) -> dict[int, Pose]:
    return NO_DICE


def _no_props(_: float) -> Props:
    return NOTHING


def _heap(place: Place, spot: Doubles, count: int, rng: np.random.Generator) -> dict[int, Pose]:
    """Dice that lie together where the hand will pick them up."""
    cells = rng.permutation([(x, y) for x in (-1, 0, 1) for y in (-0.5, 0.5)])[:count]
    return {
        i: (
            np.array([*(spot[:2] + cell * 2.9 * place.half), place.half]),
            about(UP, rng.uniform(0, 2 * np.pi)) @ quarter_turns()[int(rng.integers(24))],
        )
        for i, cell in enumerate(cells)
    }
