"""Throws that end in known ways, found among many: from the hand, a cup, or from outside the picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from typing import Literal

import numpy as np

from models.scenes.dice import quarter_turns, tilt_deg
from models.scenes.incidents import (
    CLEAR_HALVES,
    COCKED_DEG,
    SEEMS_HALVES,
    UP,
    Incident,
    Place,
    Pose,
    about,
    gap,
    stacked_on,
)
from models.scenes.manners import Manner, Start, before, flung, start_of
from models.scenes.physics import Motion, Throw, handful, settle

Ending = Literal[
    "stays", "touching", "off in view", "off out of view", "off by the corner", "cocked", "stacked"
]
OFF: tuple[Ending, ...] = ("off in view", "off out of view", "off by the corner")
FLAT_DEG = 1.5
TOUCH_HALVES = 0.1
STILL_S = 1.3
TRIES = 500
# A die has come to rest when from then on it goes and turns by less than this within any so long time, about a pixel
# and a degree: the physics lets dice at rest creep by up to 2.4 millimetres a second, which nobody sees.
REST_M = 0.0006
REST_TURN = 0.02
REST_WITHIN_S = 0.25


def throw(place: Place, ending: Ending, manner: Manner, count: int, rng: np.random.Generator) -> Incident:
    """A throw that ends as wanted, found among many. Raises ValueError where none is."""
    for _ in range(TRIES):
        start, motion = _tried(place, ending, manner, count, rng)
        if motion and _ending(place, motion, hidden=manner == "outside") in _accepted(ending, place, motion):
            return _told(place, ending, manner, start, _shuffled(motion, rng), rng)
    raise ValueError(f"no throw of {count} dice ends {ending!r} on this table")


def rested(place: Place, piled: bool, count: int, rng: np.random.Generator) -> list[Pose]:
    """Where dice come to rest, however that is; none where some do not. piled: they fall in a heap, else are thrown."""
    _, motion = _tried(place, "stacked" if piled else "stays", "pour" if piled else "outside", count, rng)
    if motion is None:
        return []
    motion = _shuffled(motion, rng)
    return list(zip(motion.positions[-1], motion.turns[-1], strict=True))


def among(
    place: Place, manner: Manner, count: int, lying: Sequence[Pose], rng: np.random.Generator
) -> tuple[Start, Motion]:
    """A throw after which all dice lie flat on the table, those that lay there, which come last, perhaps elsewhere.

    Raises ValueError where none is found.
    """
    for _ in range(TRIES):
        start = start_of(place, manner, rng)
        launch = _beside(flung(place, manner, start, count, rng), lying)
        motion = settle(launch, place.half, place.look.rounding, place.bed, longest_s=2.5)
        if motion.rest_s is None or (manner == "outside" and any(map(place.seen, launch.positions[:count]))):
            continue
        motion = _frozen(motion, motion.rest_s)
        if _ending(place, motion, hidden=False) == "stays":
            return start, _shuffled(motion, rng, count)
    raise ValueError(f"no throw of {count} dice beside {len(lying)} stays on this table")


def _beside(hand: Throw, lying: Sequence[Pose]) -> Throw:
    """What is thrown, and dice that lie there."""
    still = np.zeros((len(lying), 3))
    return Throw(
        np.concatenate([hand.positions, *(spot[None] for spot, _ in lying)]),
        np.concatenate([hand.velocities, still]),
        np.concatenate([hand.spins, still]),
        np.concatenate([hand.turns, *(turn[None] for _, turn in lying)]),
    )


def _tried(
    place: Place, ending: Ending, manner: Manner, count: int, rng: np.random.Generator
) -> tuple[Start, Motion | None]:
    """One throw that may end as wanted, up to its rest; None where the dice do not rest."""
    bed = replace(place.bed, bounce=0.1, friction=0.6) if ending == "stacked" else place.bed
    start, launch = _launch(place, ending, manner, count, rng)
    motion = settle(launch, place.half, place.look.rounding, bed, longest_s=2.5)
    return start, None if motion.rest_s is None else _frozen(motion, motion.rest_s)


def _accepted(ending: Ending, place: Place, motion: Motion) -> tuple[Ending, ...]:
    if ending != "touching":
        return (ending,)
    last = list(zip(motion.positions[-1], motion.turns[-1], strict=True))
    gaps = [gap(one, other, place.half) for one, other in combinations(last, 2)]
    return ("stays",) if min(gaps, default=1.0) < TOUCH_HALVES * place.half else ()


def _frozen(motion: Motion, rest_s: float) -> Motion:
    """The same up to the rest: from there on stiff contacts only hum and creep."""
    until = int(np.searchsorted(motion.times, rest_s)) + 1
    return Motion(motion.times[:until], motion.positions[:until], motion.turns[:until], rest_s)


def _launch(
    place: Place, ending: Ending, manner: Manner, count: int, rng: np.random.Generator
) -> tuple[Start, Throw]:
    """From where, which way and how fast; where one is to leave, one flies faster."""
    if ending == "stacked":
        return _piled(place, count, rng)
    start = start_of(place, manner, rng)
    hand = flung(place, manner, start, count, rng)
    if ending in OFF:
        hand.velocities[int(rng.integers(count)), :2] *= rng.uniform(1.4, 2.6)
    return start, hand


def _piled(place: Place, count: int, rng: np.random.Generator) -> tuple[Start, Throw]:
    """Let fall with one die just above another, as from a cup that is lifted."""
    start, half = start_of(place, "pour", rng), place.half
    hand = handful(count, half, start.place, 0.0, 0.05, rng, spin=6, scatter=0.3)
    hand.positions[:, 2] = np.clip(hand.positions[:, 2], 0, 0.045)
    hand.positions[0] = start.place * [1, 1, 0] + [0, 0, 1.6 * half]
    hand.positions[1] = hand.positions[0] + [*rng.uniform(-0.6, 0.6, 2) * half, 2.4 * half]
    for i in range(2, count):
        angle = 2 * np.pi * (i + rng.uniform(-0.3, 0.3)) / max(count - 2, 1)
        hand.positions[i, :2] = start.place[:2] + half * 5.0 * np.array([np.cos(angle), np.sin(angle)])
    for i in range(2):
        hand.turns[i] = about(UP, rng.uniform(0, 2 * np.pi))
        hand.spins[i], hand.velocities[i] = rng.normal(0, 0.5, 3), 0.0
    return start, hand


def _ending(place: Place, motion: Motion, hidden: bool) -> Ending | None:
    """How a throw ended; None where a person could not say, or where a die appears within the picture."""
    last, starts = motion.positions[-1], motion.positions[0]
    if hidden and any(place.seen(p) for p in starts):
        return None
    off = [i for i, p in enumerate(last) if not place.on(p) or not place.seen(p)]
    on = [i for i in range(len(last)) if i not in off]
    if not on or not all(_plain(place, (last[i], motion.turns[-1][i])) for i in on):
        return None
    tilts = [tilt_deg(motion.turns[-1][i]) for i in on]
    if any(FLAT_DEG < t <= COCKED_DEG for t in tilts):
        return None
    piled, tilted = bool(stacked_on(last[on], place.half)), max(tilts) > COCKED_DEG
    if not off:
        return None if piled and tilted else "stacked" if piled else "cocked" if tilted else "stays"
    if len(off) > 1 or piled or tilted or not _came_in(place, motion, off[0]):
        return None
    return _left(place, motion, off[0])


def _plain(place: Place, pose: Pose) -> bool:
    """Whether a die lies wholly in the picture, and not so far on the line that it seems to be outside."""
    return place.seen(pose[0], 0.03) and place.whole(pose) and place.seems_beyond(pose[0]) < SEEMS_HALVES


def _came_in(place: Place, motion: Motion, die: int) -> bool:
    return any(place.on(p) and place.seen(p, 0.05) for p in motion.positions[:, die])


def _left(place: Place, motion: Motion, die: int) -> Ending | None:
    path = motion.positions[:, die]
    if place.seen(path[-1], 0.04):
        clear = min(place.beyond(path[-1]), place.seems_beyond(path[-1])) > CLEAR_HALVES
        return "off in view" if clear else None
    if place.seen(path[-1], -0.04):
        return None
    seen = [i for i, p in enumerate(path) if place.seen(p)]
    x, y = place.camera.project(path[seen[-1]][None])[0] / place.camera.size
    return "off by the corner" if min(x, 1 - x) < 0.14 and min(y, 1 - y) < 0.16 else "off out of view"


def _shuffled(motion: Motion, rng: np.random.Generator, thrown: int | None = None) -> Motion:
    """Turns each die within its cube: every value comes up alike, which low throws alone would not give.

    thrown: so many of them only, the first.
    """
    cube = quarter_turns()[rng.integers(0, 24, motion.turns.shape[1])]
    cube[thrown or len(cube) :] = np.eye(3)
    return Motion(motion.times, motion.positions, motion.turns @ cube[None], motion.rest_s)


def _told(
    place: Place, ending: Ending, manner: Manner, start: Start, motion: Motion, rng: np.random.Generator
) -> Incident:
    """The throw with what comes before it."""
    assert motion.rest_s is not None
    lying, props, let_go_s = before(place, manner, start, motion.positions.shape[1], rng)

    def poses(time_s: float) -> dict[int, Pose]:
        if time_s < let_go_s:
            return lying(time_s)
        return dict(enumerate(zip(*motion.at(time_s - let_go_s), strict=True)))

    return Incident(
        ending,
        let_go_s + motion.rest_s + STILL_S,
        poses,
        props,
        rest_s=let_go_s + rest_s(place, motion),
        off_s=_first_off(place, motion, let_go_s),
        manner=manner,
    )


def rest_s(place: Place, motion: Motion) -> float:
    """When the last of the dice that stay on the table came to rest."""
    latest = 0.0
    later = np.minimum(np.searchsorted(motion.times, motion.times + REST_WITHIN_S), len(motion.times) - 1)
    for spots, turns in zip(
        motion.positions.transpose(1, 0, 2), motion.turns.transpose(1, 0, 2, 3), strict=True
    ):
        moves = (np.abs(spots - spots[later]).max(axis=1) > REST_M) | (
            np.abs(turns - turns[later]).max(axis=(1, 2)) > REST_TURN
        )
        if place.on(spots[-1]) and place.seen(spots[-1]) and moves.any():
            latest = max(latest, float(motion.times[np.flatnonzero(moves)[-1] + 1]))
    return latest


def _first_off(place: Place, motion: Motion, let_go_s: float) -> float | None:
    """When a die that had been on the table was first off it or out of the picture for good."""
    for path in motion.positions.transpose(1, 0, 2):
        inside = [place.on(p) and place.seen(p) for p in path]
        if not inside[-1]:
            return let_go_s + float(motion.times[len(inside) - inside[::-1].index(True)])
    return None
