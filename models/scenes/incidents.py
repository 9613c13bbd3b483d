"""What a clip is made of: a place, dice and other things in it over time, and light. Times in s, places in m."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.scenes.camera import Camera
from models.scenes.dice import DieLook, cube_corners, tilt_deg, top_value
from models.scenes.physics import Bed

Doubles = NDArray[np.float64]
Pose = tuple[Doubles, Doubles]
COCKED_DEG = 6.0
UP = np.array([0.0, 0.0, 1.0])
WHOLE_PX = 2.0
# A die on the line is inside; so are those whose tops, which a camera sees aside of their feet, seem to lie as far
# beyond it as SEEMS. What lies further but not CLEAR of it is left out of the clips, for nobody could say.
LINE_HALVES = 0.6
SEEMS_HALVES = 0.8
CLEAR_HALVES = 1.9
# Half edges by which a die is higher than another that it lies on, at least.
STACK_UP = 1.5
# Half edges by which it is further aside, at most.
STACK_ASIDE = 1.7


@dataclass(frozen=True, eq=False)
class Place:
    """Where it happens. area: left, right, near, far of what counts as the table, m; half: of a die's edge, m."""

    camera: Camera
    bed: Bed
    area: tuple[float, float, float, float]
    half: float
    look: DieLook

    def beyond(self, place: Doubles) -> float:
        """How far beyond the table's edge a die with its middle here is, in half edges; below 0 inside."""
        left, right, near, far = self.area
        x, y, z = place
        aside = max(left - x, x - right, near - y, y - far)
        return float(max(aside, -z) if z < 0 else aside) / self.half

    def on(self, place: Doubles) -> bool:
        """Whether a die with its middle here is on the table, or on its line."""
        return self.beyond(place) <= LINE_HALVES

    def seen(self, place: Doubles, margin: float = 0.0) -> bool:
        """Whether it is in the picture, with a margin in shares of the picture's width."""
        x, y = self.camera.project(place[None])[0]
        edge, (width, height) = margin * self.camera.size[0], self.camera.size
        return bool(edge <= x <= width - edge and edge <= y <= height - edge)

    def whole(self, pose: Pose) -> bool:
        """Whether all of a die is in the picture."""
        at = self.camera.project(cube_corners(pose[1], pose[0], self.half))
        return bool(((at > WHOLE_PX) & (at < np.array(self.camera.size) - WHOLE_PX)).all())

    def seems_beyond(self, place: Doubles) -> float:
        """How far beyond the table's edge the middle of a die's top seems to lie, in half edges."""
        top = place + UP * self.half
        eye = np.array(self.camera.place)
        return self.beyond(eye + (top - eye) * eye[2] / (eye[2] - top[2]) + UP * 1e-9)

    def reach(self) -> tuple[float, float]:
        """How far the table is seen to the right and upwards from the middle, m, about."""
        away = float(np.linalg.norm(self.camera.place))
        wide = away * float(np.tan(np.radians(self.camera.across_deg) / 2))
        return wide, wide * self.camera.size[1] / self.camera.size[0]


@dataclass(frozen=True, eq=False)
class Props:
    """What else is there: the hand's middle, the cup's foot and how it leans, a passer-by; None: not there."""

    hand: Doubles | None = None
    cup: Doubles | None = None
    lean: Doubles | None = None
    passer: Doubles | None = None


NOTHING = Props()


@dataclass(frozen=True, eq=False)
class Incident:
    """poses of the dice that can be seen by number, props, gain (of the light) and shade (where a soft shadow passes,
    0 to 1 across) at any time.

    rest_s: when the dice of a throw that stay on the table lie still, None where nobody throws; off_s: when the first
    die left the table.
    """

    kind: str
    length_s: float
    poses: Callable[[float], dict[int, Pose]]
    props: Callable[[float], Props] = lambda _: NOTHING
    gain: Callable[[float], float] = lambda _: 1.0
    shade: Callable[[float], float | None] = lambda _: None
    rest_s: float | None = None
    off_s: float | None = None
    manner: str = ""


# What of the hand hides things, in its frame: low and high corner, m, at the height HAND_UP_M; and the cup's radius.
HAND_HIDES = (((-0.04, -0.04), (0.04, 0.04)), ((-0.04, 0.0), (0.04, 0.08)), ((-0.015, -0.4), (0.05, 0.0)))
HAND_UP_M = 0.016
CUP_UP_M = 0.07
CUP_M = 0.032
# The way from a spot on the table to where the hand comes from, m.
OUT = np.array([0.0, -0.38, 0.05])
# Seconds that the hand takes for it.
REACH_S = 0.5


def hidden(place: Place, spot: Doubles, props: Props) -> bool:
    """Whether a hand or a cup hides the middle of a die from the camera, about."""
    eye = np.array(place.camera.place)

    def passes(up: float) -> Doubles:
        """Where the line from the eye to the die is at this height."""
        return np.asarray((eye + (spot - eye) * (eye[2] - up) / (eye[2] - spot[2]))[:2])

    if props.hand is not None and props.hand[2] + HAND_UP_M > spot[2]:
        at = passes(props.hand[2] + HAND_UP_M) - props.hand[:2]
        if any((low < at).all() and (at < high).all() for low, high in HAND_HIDES):
            return True
    if props.cup is None:
        return False
    return bool(np.linalg.norm(passes(props.cup[2] + CUP_UP_M) - props.cup[:2]) < CUP_M)


def stacked_on(places: Doubles, half: float) -> dict[int, int]:
    """Which die lies on which other; places (n, 3)."""
    out = {}
    for upper, a in enumerate(places):
        for lower, b in enumerate(places):
            if a[2] - b[2] > STACK_UP * half and np.hypot(*(a - b)[:2]) < STACK_ASIDE * half:
                out[upper] = lower
    return out


def states(place: Place, poses: dict[int, Pose]) -> dict[int, str]:
    """What is to be said of each die at rest: flat, cocked, stacked, or under another die."""
    numbers = list(poses)
    piles = stacked_on(np.array([poses[i][0] for i in numbers]).reshape(-1, 3), place.half)
    out = {i: "cocked" if tilt_deg(poses[i][1]) > COCKED_DEG else "flat" for i in numbers}
    out.update({numbers[upper]: "stacked" for upper in piles})
    return {**out, **{numbers[lower]: "under" for lower in piles.values()}}


def gap(one: Pose, other: Pose, half: float) -> float:
    """How far apart two flat dice lie, m: 0 where they touch.

    By the axis that parts two squares best; at a corner it says a little less than the distance.
    """
    squares = [_square(place, turn * half) for place, turn in (one, other)]
    best = -np.inf
    for corners in squares:
        for edge in (corners[1] - corners[0], corners[2] - corners[1]):
            along = edge / np.linalg.norm(edge)
            (a, b), (c, d) = ((s @ along).min() for s in squares), ((s @ along).max() for s in squares)
            best = max(best, a - d, b - c)
    return float(best)


def _square(place: Doubles, axes: Doubles) -> Doubles:
    """(4, 2) the outline of a flat die on the table; axes (3, 3): from its middle to its faces."""
    a, b = axes[:2, np.argsort(np.abs(axes[2]))[:2]].T
    return np.array([place[:2] + s * a + t * b for s, t in ((-1, -1), (1, -1), (1, 1), (-1, 1))])


def about(axis: Doubles, angle: float) -> Doubles:
    """The rotation by an angle, radians, about an axis."""
    x, y, z = axis / np.linalg.norm(axis)
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.asarray(np.eye(3) + np.sin(angle) * cross + (1 - np.cos(angle)) * cross @ cross)


def share(time_s: float, start: float, lasts: float) -> float:
    """0 before, 1 after, gently from one to the other."""
    x = min(max((time_s - start) / lasts, 0.0), 1.0)
    return x * x * (3 - 2 * x)


def visit(spot: Doubles, time_s: float, comes: float, goes: float, takes: float = REACH_S) -> Doubles | None:
    """The hand comes from the player's side to a spot, is there from `comes` to `goes`, and draws back; None: away."""
    there = share(time_s, comes - takes, takes) - share(time_s, goes, takes)
    return None if there <= 0 else spot + (1 - there) * OUT


def values(look: DieLook, turns: list[Doubles]) -> list[int]:
    """What the dice show."""
    return [top_value(look, turn) for turn in turns]
