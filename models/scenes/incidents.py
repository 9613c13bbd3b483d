"""What happens in a clip: throws that end in known ways, and all that is no throw. Times in s, places in m."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from models.scenes.camera import Camera
from models.scenes.dice import DieLook, quarter_turns, tilt_deg, top_value, turn_up
from models.scenes.physics import Bed, Motion, handful, settle

Doubles = NDArray[np.float64]
Poses = list[tuple[Doubles, Doubles]]
Ending = Literal["stays", "off in view", "off out of view", "off by the corner", "cocked"]
ENDINGS: tuple[Ending, ...] = ("stays", "off in view", "off out of view", "off by the corner", "cocked")
IDLE = ("slid aside", "nudged", "turned over", "hand covers", "light switched", "someone walks past", "exposure hunts",
        "cup set down")  # fmt: skip
LEAD_S, STILL_S, COCKED_DEG = 0.4, 1.6, 6.0


@dataclass(frozen=True, eq=False)
class Place:
    """Where it happens. area: left, right, near, far of what counts as the table, m."""

    camera: Camera
    bed: Bed
    area: tuple[float, float, float, float]
    half: float
    look: DieLook

    def on(self, place: Doubles) -> bool:
        """Whether a die with its middle here is on the table."""
        left, right, near, far = self.area
        return bool(left <= place[0] <= right and near <= place[1] <= far and place[2] > 0)

    def seen(self, place: Doubles, margin: float = 0.0) -> bool:
        """Whether it is in the picture, with a margin in shares of the picture's width."""
        x, y = self.camera.project(place[None])[0]
        edge, (width, height) = margin * self.camera.size[0], self.camera.size
        return bool(edge <= x <= width - edge and edge <= y <= height - edge)

    def reach(self) -> tuple[float, float]:
        """How far the table is seen to the right and upwards from the middle, m, about."""
        away = float(np.linalg.norm(self.camera.place))
        wide = away * float(np.tan(np.radians(self.camera.across_deg) / 2))
        return wide, wide * self.camera.size[1] / self.camera.size[0]


@dataclass(frozen=True, eq=False)
class Incident:
    """poses, hand, cup, gain (of the light) and shade (where a soft shadow passes, 0 to 1 across) at any time.

    rest_s: when the dice of a throw lie still, None where nobody throws; off_s: when the first die left the table.
    """

    kind: str
    length_s: float
    poses: Callable[[float], Poses]
    hand: Callable[[float], Doubles | None] = lambda _: None
    cup: Callable[[float], Doubles | None] = lambda _: None
    gain: Callable[[float], float] = lambda _: 1.0
    shade: Callable[[float], float | None] = lambda _: None
    rest_s: float | None = None
    off_s: float | None = None


def throw(place: Place, ending: Ending, count: int, rng: np.random.Generator) -> Incident:
    """A throw that ends as wanted, found among many. Raises ValueError where none is."""
    for _ in range(400):
        motion = _any_throw(place, ending, count, rng)
        if motion.rest_s is not None and _ending(place, motion) == ending:
            thrown = _thrown(ending, _shuffled(motion, rng), motion.rest_s, _first_off(place, motion))
            return _with_hand(thrown, motion.positions[0].mean(axis=0), place, rng)
    raise ValueError(f"no throw of {count} dice ends {ending!r} on this table")


def _thrown(ending: Ending, motion: Motion, rest_s: float, off_s: float | None) -> Incident:
    def poses(time_s: float) -> Poses:
        return [] if time_s < LEAD_S / 2 else _at(motion, time_s - LEAD_S)

    return Incident(ending, LEAD_S + rest_s + STILL_S, poses, rest_s=LEAD_S + rest_s, off_s=off_s)


def _with_hand(thrown: Incident, start: Doubles, place: Place, rng: np.random.Generator) -> Incident:
    """A hand comes from the player's side only; most throws from there show it."""
    if start[1] > -0.9 * place.reach()[1] or rng.random() < 0.3:
        return thrown
    return replace(thrown, hand=lambda t: _letting_go(start, t))


def _any_throw(place: Place, ending: Ending, count: int, rng: np.random.Generator) -> Motion:
    """From outside the picture, towards its middle (or a book there); where one is to leave, one flies faster."""
    side = np.radians(rng.uniform(0, 360))
    wide, high = place.reach()
    to_edge = min(wide / max(abs(np.cos(side)), 1e-6), high / max(abs(np.sin(side)), 1e-6)) + 0.045
    aim = np.zeros(2)
    if place.bed.blocks:
        aim = np.array(place.bed.blocks[int(rng.integers(len(place.bed.blocks)))].centre[:2]) * rng.uniform(
            0.5, 1
        )
    start = np.array([-to_edge * np.cos(side), -to_edge * np.sin(side), rng.uniform(0.03, 0.06)])
    way = aim - start[:2]
    heading = float(np.degrees(np.arctan2(way[1], way[0]))) + rng.normal(0, 6)
    speed = float(np.sqrt(np.hypot(*way) / 0.16) * rng.uniform(0.55, 0.95))
    hand = handful(count, place.half, start, heading, speed, rng, spin=16, scatter=0.3)
    if ending.startswith("off"):
        hand.velocities[int(rng.integers(count)), :2] *= rng.uniform(1.4, 2.6)
    return settle(hand, place.half, place.look.rounding, place.bed, longest_s=2.5)


def _ending(place: Place, motion: Motion) -> Ending | None:
    """How a throw ended; None where a person could not say, or where a die started from within the picture."""
    last, starts = motion.positions[-1], motion.positions[0]
    if any(place.seen(p) for p in starts):
        return None
    off = [i for i, p in enumerate(last) if not place.on(p) or not place.seen(p)]
    on = [i for i in range(len(last)) if i not in off]
    left, right, near, far = place.area
    for i in on:
        x, y, _ = last[i]
        if min(x - left, right - x, y - near, far - y) < 0.6 * place.half or not place.seen(last[i], 0.03):
            return None
    tilts = [tilt_deg(motion.turns[-1][i]) for i in on]
    if not off:
        sure = all(t < 1.5 or t > COCKED_DEG for t in tilts)
        return ("cocked" if max(tilts) > COCKED_DEG else "stays") if sure else None
    if len(off) > 1 or not on or max(tilts) > 1.5 or not _came_in(place, motion, off[0]):
        return None
    return _left(place, motion, off[0])


def _came_in(place: Place, motion: Motion, die: int) -> bool:
    return any(place.on(p) and place.seen(p, 0.05) for p in motion.positions[:, die])


def _left(place: Place, motion: Motion, die: int) -> Ending | None:
    path = motion.positions[:, die]
    if place.seen(path[-1], 0.02):
        away = max(place.area[0] - path[-1][0], path[-1][0] - place.area[1], place.area[2] - path[-1][1],
                   path[-1][1] - place.area[3], -path[-1][2])  # fmt: skip
        return "off in view" if away > 0.6 * place.half else None
    seen = [i for i, p in enumerate(path) if place.seen(p)]
    x, y = place.camera.project(path[seen[-1]][None])[0] / place.camera.size
    return "off by the corner" if min(x, 1 - x) < 0.14 and min(y, 1 - y) < 0.16 else "off out of view"


def _first_off(place: Place, motion: Motion) -> float | None:
    """When a die that had been on the table was first off it or out of the picture for good."""
    times = []
    for path in motion.positions.transpose(1, 0, 2):
        inside = [place.on(p) and place.seen(p) for p in path]
        if not inside[-1]:
            times.append(float(motion.times[len(inside) - inside[::-1].index(True)]) if any(inside) else 0.0)
    return LEAD_S + min(times) if times else None


def _shuffled(motion: Motion, rng: np.random.Generator) -> Motion:
    """Turns each die within its cube: every value comes up alike, which low throws alone would not give."""
    cube = quarter_turns()[rng.integers(0, 24, motion.turns.shape[1])]
    return Motion(motion.times, motion.positions, motion.turns @ cube[None], motion.rest_s)


def _at(motion: Motion, time_s: float) -> Poses:
    places, turns = motion.at(time_s)
    return list(zip(places, turns, strict=True))


def idle(place: Place, kind: str, count: int, rng: np.random.Generator) -> Incident:
    """Dice that lie there while something happens that is no throw; kind: one of IDLE."""
    lying = _lying(place, count, rng)
    spot = lying[int(rng.integers(len(lying)))][0]
    start, length = 1.0, 4.0
    if kind in ("slid aside", "nudged", "turned over"):
        return Incident(kind, length, _handled(place, kind, lying, start, rng))
    if kind == "hand covers":
        return Incident(kind, length, lambda _: lying, hand=lambda t: _reaching(spot, t, start))
    if kind == "cup set down":
        x, y = _free(place, lying, rng)
        return Incident(kind, length, lambda _: lying, cup=lambda t: _lowered(x, y, t, start))
    if kind == "light switched":
        level = float(rng.choice((0.45, 0.6, 1.4)))
        return Incident(kind, length, lambda _: lying, gain=lambda t: 1.0 if t < start else level)
    if kind == "exposure hunts":
        swing, pace = rng.uniform(0.1, 0.3), rng.uniform(1.0, 3.0)
        return Incident(
            kind, length, lambda _: lying, gain=lambda t: float(1 + swing * np.sin(2 * np.pi * pace * t))
        )
    return Incident(kind, length, lambda _: lying, shade=lambda t: (t - start) / 1.5 * 1.8 - 0.4)


def _lying(place: Place, count: int, rng: np.random.Generator) -> Poses:
    out: Poses = []
    while len(out) < count:
        x, y = _free(place, out, rng)
        angle = rng.uniform(0, 2 * np.pi)
        turn = _about_z(angle) @ turn_up(place.look, np.eye(3), int(rng.integers(1, 7)))
        out.append((np.array([x, y, place.half]), turn))
    return out


def _free(place: Place, taken: Poses, rng: np.random.Generator) -> tuple[float, float]:
    """A spot on the table and in the picture, away from the dice that lie there (or the best of many tries)."""
    left, right, near, far = place.area
    inset = 2.5 * place.half
    tries = rng.uniform((left + inset, near + inset), (right - inset, far - inset), (300, 2))
    gaps = [min((float(np.hypot(*(t - p[:2]))) for p, _ in taken), default=1.0) for t in tries]
    order = sorted(range(300), key=lambda i: gaps[i] < 3.5 * place.half)
    best = next((i for i in order if place.seen(np.append(tries[i], place.half), 0.06)), order[0])
    return float(tries[best][0]), float(tries[best][1])


def _about_z(angle: float) -> Doubles:
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]], float)


def _share(time_s: float, start: float, lasts: float) -> float:
    """0 before, 1 after, gently from one to the other."""
    x = float(np.clip((time_s - start) / lasts, 0, 1))
    return x * x * (3 - 2 * x)


def _handled(
    place: Place, kind: str, lying: Poses, start: float, rng: np.random.Generator
) -> Callable[[float], Poses]:
    """One die slid, nudged or turned over onto a neighbouring face; the others lie still."""
    which = int(rng.integers(len(lying)))
    far = {
        "slid aside": float(rng.uniform(4, 8)),
        "nudged": float(rng.uniform(0.4, 1.2)),
        "turned over": 2.0,
    }[kind]
    heading, lasts = rng.uniform(0, 2 * np.pi), {"slid aside": 0.7, "nudged": 0.15, "turned over": 0.45}[kind]
    spot, turn = lying[which]
    way = np.array([np.cos(heading), np.sin(heading), 0.0])
    if not place.on(spot + way * far * place.half * 1.5):
        way = -way

    def poses(time_s: float) -> Poses:
        share = _share(time_s, start, lasts)
        moved = spot + way * far * place.half * share
        turned = _about_z(0.5 * share) @ turn
        if kind == "turned over":
            axis = np.cross([0, 0, 1], turn[:, 0] if abs(turn[2, 0]) < 0.5 else turn[:, 1])
            turned = _about(axis, np.pi / 2 * share) @ turn
            moved = moved + np.array([0, 0, place.half * (np.sqrt(2) - 1) * np.sin(np.pi * share)])
        return [(moved, turned) if i == which else pose for i, pose in enumerate(lying)]

    return poses


def _about(axis: Doubles, angle: float) -> Doubles:
    x, y, z = axis / np.linalg.norm(axis)
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.asarray(np.eye(3) + np.sin(angle) * cross + (1 - np.cos(angle)) * cross @ cross)


def _reaching(spot: Doubles, time_s: float, start: float) -> Doubles | None:
    """The hand comes from the player's side, rests over the dice, and goes again."""
    share = _share(time_s, start, 0.5) - _share(time_s, start + 1.4, 0.5)
    return (
        None
        if share <= 0
        else np.array([spot[0], spot[1] - 0.06 - 0.35 * (1 - share), 0.02 + 0.05 * (1 - share)])
    )


def _letting_go(start: Doubles, time_s: float) -> Doubles | None:
    """The throwing hand: it comes to where the dice are let go, then draws back."""
    share = _share(time_s, 0.05, LEAD_S - 0.05) - _share(time_s, LEAD_S + 0.05, 0.35)
    return None if share <= 0 else start + np.array([0.0, -0.02 - 0.2 * (1 - share), 0.0])


def _lowered(x: float, y: float, time_s: float, start: float) -> Doubles | None:
    share = _share(time_s, start, 0.7)
    return None if share <= 0 else np.array([x, y + 0.25 * (1 - share), 0.06 * (1 - share)])


def values(look: DieLook, poses: Poses) -> list[int]:
    """What the dice show."""
    return [top_value(look, turn) for _, turn in poses]
