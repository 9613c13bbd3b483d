"""What happens at a table and is no throw: dice moved by hand, hands, cups, light, people. Times in s, places in m."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from models.scenes.dice import turn_up
from models.scenes.incidents import (
    OUT,
    REACH_S,
    UP,
    Doubles,
    Incident,
    Place,
    Pose,
    Props,
    about,
    share,
    visit,
)

KINDS = (
    "slid aside", "nudged", "turned over", "hand covers", "light switched", "someone walks past", "exposure hunts",
    "cup set down", "picked up", "shaken, not thrown",
)  # fmt: skip
START_S = 0.6
# Metres by which a hand rises on its way from die to die.
HOP_M = 0.02
# Metres by which it rises with a die in it.
CARRY_M = 0.012
Lying = dict[int, Pose]


def idle(place: Place, kind: str, count: int, rng: np.random.Generator) -> Incident:
    """Dice that lie there while something happens that is no throw; kind: one of KINDS."""
    lying = _lying(place, count, rng)
    still = Incident(kind, 3.2, lambda _: lying)
    if kind in ("slid aside", "nudged", "turned over", "picked up"):
        return _handled(place, kind, lying, rng)
    if kind in ("light switched", "exposure hunts"):
        return replace(still, gain=_light(kind, rng))
    if kind == "someone walks past":
        return _passed(place, still, rng)
    x, y = _free(place, lying, rng, clear=7)
    if kind == "cup set down":
        return replace(still, props=lambda t: _set_down(np.array([x, y, 0.0]), t))
    if kind == "shaken, not thrown":
        return replace(still, props=_shaken(np.array([x, y, 0.0]), rng))
    spot = lying[int(rng.integers(count))][0] + [0.0, -0.03, 0.015]
    again = bool(rng.random() < 0.3)

    def cover(time_s: float) -> Props:
        second = visit(spot, time_s, START_S + 2.2, START_S + 2.5, 0.4) if again else None
        return Props(visit(spot, time_s, START_S + 0.5, START_S + 1.4) if second is None else second)

    return replace(still, length_s=4.4 if again else 3.4, props=cover)


def _lying(place: Place, count: int, rng: np.random.Generator) -> Lying:
    out: Lying = {}
    while len(out) < count:
        x, y = _free(place, out, rng)
        value = turn_up(place.look, np.eye(3), int(rng.integers(1, 7)))
        out[len(out)] = np.array([x, y, place.half]), about(UP, rng.uniform(0, 2 * np.pi)) @ value
    return out


def _free(place: Place, taken: Lying, rng: np.random.Generator, clear: float = 3.5) -> tuple[float, float]:
    """A spot on the table and in the picture, so many half edges from the dice there (or the best of many tries)."""
    left, right, near, far = place.area
    (wide, high), inset = place.reach(), 2.5 * place.half
    low = max(left + inset, -wide), max(near + inset, -high)
    tries = rng.uniform(low, (min(right - inset, wide), min(far - inset, high)), (300, 2))
    gaps = [min((float(np.hypot(*(t - p[:2]))) for p, _ in taken.values()), default=1.0) for t in tries]
    seen = [place.seen(np.append(t, place.half), 0.06) for t in tries]
    best = min(range(300), key=lambda i: (not seen[i], -min(gaps[i], clear * place.half)))
    return float(tries[best][0]), float(tries[best][1])


@dataclass(frozen=True, eq=False)
class Move:
    """One die that a finger moves: by how far (m), round the upright axis and over an edge (radians), and how fast.

    taken: into the hand, and away. carried: lifted, and put down there.
    """

    die: int
    start_s: float
    lasts_s: float
    by: Doubles
    spun: float = 0.0
    tipped: float = 0.0
    taken: bool = False
    carried: bool = False

    @property
    def end_s(self) -> float:
        """When it is done."""
        return self.start_s + self.lasts_s

    def pose(self, pose: Pose, time_s: float, half: float) -> Pose:
        """Where the die that lay so is by then."""
        done = share(time_s, self.start_s, self.lasts_s)
        spot, turn = pose
        axis = turn[:, int(np.argmin(np.abs(turn[2])))]
        up = half * (np.sqrt(2) - 1) * np.sin(np.pi * done) if self.tipped else 0.0
        up += CARRY_M * np.sin(np.pi * done) if self.carried else 0.0
        return spot + self.by * done + up * UP, about(UP, self.spun * done) @ about(
            axis, self.tipped * done
        ) @ turn

    def grip(self, half: float) -> Doubles:
        """From the die to the hand: the palm above what it takes, turns or carries, else the fingertips beside it."""
        if self.taken or self.tipped or self.carried:
            return np.array([0.0, -0.04, half * 0.8])
        return np.array([0.0, -0.085 - half, -0.2 * half])


def moved(lying: Lying, moves: Sequence[Move], time_s: float, half: float) -> Lying:
    """Where dice that lay so are by then."""
    out = dict(lying)
    for move in moves:
        if move.taken and time_s > move.start_s:
            del out[move.die]
        else:
            out[move.die] = move.pose(lying[move.die], time_s, half)
    return out


def hand_of(lying: Lying, moves: Sequence[Move], half: float) -> Callable[[float], Props]:
    """The hand that does so without leaving the table in between: from die to die, and away."""
    stops: list[tuple[float, Doubles, float]] = []
    for move in moves:
        spot = lying[move.die][0] + move.grip(half)
        stops += [(move.start_s, spot, HOP_M), (move.end_s, spot + move.by, CARRY_M if move.carried else 0.0)]
    first, last = stops[0], stops[-1]
    stops = [(first[0] - REACH_S, first[1] + OUT, 0.0), *stops, (last[0] + REACH_S, last[1] + OUT, 0.0)]

    def props(time_s: float) -> Props:
        if not stops[0][0] < time_s < stops[-1][0]:
            return Props()
        at = max(i for i, (when, _, _) in enumerate(stops) if when < time_s)
        (since, spot, _), (until, target, hop) = stops[at], stops[at + 1]
        done = share(time_s, since, until - since)
        return Props(spot + (target - spot) * done + hop * np.sin(np.pi * done) * UP)

    return props


def _handled(place: Place, kind: str, lying: Lying, rng: np.random.Generator) -> Incident:
    """One die or some, one after another, slid, nudged, turned over onto a neighbouring face, or taken away."""
    many = int(rng.integers(1, min(3, len(lying)) + 1)) if kind in ("slid aside", "picked up") else 1
    moves: list[Move] = []
    for number, die in enumerate(rng.permutation(len(lying))[:many]):
        moves.append(_move(place, kind, lying, moves, int(die), START_S + 0.5 + 1.6 * number, rng))
    # A nudge may come from a sleeve or a knee; all else takes a hand.
    hand = kind != "nudged" or rng.random() < 0.6

    def props(time_s: float) -> Props:
        for move in moves:
            spot = move.pose(lying[move.die], time_s, 0.0)[0]
            there = visit(spot + move.grip(place.half), time_s, move.start_s, move.end_s + 0.05)
            if there is not None:
                return Props(there)
        return Props()

    return Incident(
        kind,
        moves[-1].start_s + 2.0,
        lambda t: moved(lying, moves, t, place.half),
        props if hand else lambda _: Props(),
    )


def _move(
    place: Place,
    kind: str,
    lying: Lying,
    before: list[Move],
    die: int,
    start_s: float,
    rng: np.random.Generator,
) -> Move:
    if kind == "picked up":
        return Move(die, start_s, 0.2, np.zeros(3), taken=True)
    lasts = {"slid aside": float(rng.uniform(0.4, 0.9)), "nudged": 0.15, "turned over": 0.45}[kind]
    far = {"slid aside": (4.0, 8.0), "nudged": (0.4, 1.2), "turned over": (2.0, 2.0)}[kind]
    by = _way(place, lying, before, die, far, rng)
    if kind != "turned over":
        return Move(die, start_s, lasts, by, spun=float(rng.uniform(-0.6, 0.6)))
    spot, turn = lying[die]
    axis = turn[:, int(np.argmin(np.abs(turn[2])))]
    # It rolls over its lower edge, so to the side to which the turn about that axis takes its top.
    ahead = np.cross(axis, UP)
    sign = 1.0 if place.beyond(spot + ahead * 2 * place.half) < -2 else -1.0
    return Move(die, start_s, lasts, sign * ahead * 2 * place.half, tipped=sign * np.pi / 2)


def _way(
    place: Place,
    lying: Lying,
    before: list[Move],
    die: int,
    halves: tuple[float, float],
    rng: np.random.Generator,
) -> Doubles:
    """Where to: on the table, in the picture, and into none of the others (or the best of many tries)."""
    spot = lying[die][0]
    moved = {move.die: move.by for move in before}
    others = [pose[0] + moved.get(i, 0.0) for i, pose in lying.items() if i != die]
    best, most = np.zeros(3), -np.inf
    for _ in range(60):
        heading = rng.uniform(0, 2 * np.pi)
        by = rng.uniform(*halves) * place.half * np.array([np.cos(heading), np.sin(heading), 0.0])
        steps = spot + np.linspace(0, 1, 9)[:, None] * by
        clear = min((float(np.linalg.norm(steps - p, axis=1).min()) for p in others), default=1.0)
        good = place.beyond(spot + by) < -2 and place.seen(spot + by, 0.05)
        worth = min(clear / place.half, 3.0) + (10.0 if good else 0.0)
        if worth > most:
            best, most = by, worth
    return best


def _light(kind: str, rng: np.random.Generator) -> Callable[[float], float]:
    """The light's gain: switched at once, with a camera that may get used to it; or a camera that hunts."""
    if kind == "exposure hunts":
        swing, pace = rng.uniform(0.1, 0.3), rng.uniform(1.0, 3.0)
        return lambda t: float(1 + swing * np.sin(2 * np.pi * pace * t))
    level, settles = float(rng.choice((0.45, 0.6, 1.4))), float(rng.choice((0.0, 0.6)))
    return lambda t: 1.0 if t < START_S else 1 + (level - 1) * (1 - settles * share(t, START_S + 0.1, 0.8))


def _passed(place: Place, still: Incident, rng: np.random.Generator) -> Incident:
    """Someone's shadow, or someone beyond the table with a shadow."""
    wide, high = place.reach()
    way = float(rng.choice((-1, 1)))
    deep = high * float(rng.uniform(0.8, 0.95)) + 0.12 if rng.random() < 0.5 else None

    def props(time_s: float) -> Props:
        along = (time_s - START_S) / 1.5 * 2 - 1
        if deep is None or abs(along) > 1:
            return Props()
        return Props(passer=np.array([way * along * (2 * wide + 0.2), deep, -0.02]))

    def shade(time_s: float) -> float:
        along = (time_s - START_S) / 1.5 * 1.8 - 0.4
        return along if way > 0 else 1 - along

    return replace(still, props=props, shade=shade)


def _set_down(spot: Doubles, time_s: float) -> Props:
    """A hand brings a cup, and leaves it."""
    hand = visit(spot + np.array([0.0, -0.05, 0.05]), time_s, START_S + 0.7, START_S + 0.9, 0.7)
    if time_s > START_S + 0.7:
        return Props(hand, spot)
    return Props() if hand is None else Props(hand, hand - np.array([0.0, -0.05, 0.05]))


def _shaken(spot: Doubles, rng: np.random.Generator) -> Callable[[float], Props]:
    """A hand shakes over the table, with a cup or without, and goes away again."""
    swing = rng.normal(0, 1, 3) * [1, 1, 0.5]
    swing *= rng.uniform(0.015, 0.03) / np.linalg.norm(swing)
    pace, cup, goes = float(rng.uniform(2.5, 5)), bool(rng.random() < 0.5), float(rng.uniform(1.6, 2.2))

    def props(time_s: float) -> Props:
        loud = share(time_s, START_S + 0.3, 0.15) * (1 - share(time_s, goes - 0.12, 0.12))
        hand = visit(
            spot + [0.0, -0.03, 0.075] + loud * swing * np.sin(2 * np.pi * pace * time_s),
            time_s,
            START_S + 0.3,
            goes,
        )
        return Props(hand, hand - np.array([0, 0, 0.05]) if cup and hand is not None else None)

    return props
