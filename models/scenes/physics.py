"""Dice thrown on a table, by MuJoCo. Metres, seconds; the table's top is z = 0, x to the right, y away from the player.

The dice are rounded cubes (convex hulls), their rolling friction is low, so that the last wobble before rest is there.
"""

from __future__ import annotations

from dataclasses import dataclass

import mujoco
import numpy as np
from numpy.typing import NDArray

Doubles = NDArray[np.float64]
STEP_S = 0.001
# Seconds without motion after which dice are at rest.
REST_FOR_S = 0.15
# Metres and radians within them that are no motion: stiff contacts hum, and creep by 2 mm a second.
REST_MOVE_M = 0.0006
REST_TURN = 0.015
LOOK_EVERY = 5


@dataclass(frozen=True)
class Block:
    """Something solid and fixed: a box by its centre and half sizes, m; or a cylinder by radius and half height."""

    centre: tuple[float, float, float]
    half: tuple[float, ...]
    turn_deg: float = 0.0


@dataclass(frozen=True)
class Rod:
    """Something solid and fixed that is round: a capsule between two points, m."""

    start: tuple[float, float, float]
    end: tuple[float, float, float]
    radius: float


@dataclass(frozen=True)
class Bed:
    """The table. left, right, near, far: its edges (m); beyond them is a floor `drop` below.

    bounce: 0 to 1, the share of speed that comes back; friction: sliding friction of dice on it.
    """

    left: float = -0.40
    right: float = 0.40
    near: float = -0.40
    far: float = 0.40
    drop: float = 0.70
    bounce: float = 0.55
    friction: float = 0.25
    blocks: tuple[Block, ...] = ()
    rods: tuple[Rod, ...] = ()


@dataclass(frozen=True, eq=False)
class Throw:
    """How dice fly off: positions and velocities (n, 3) in m and m/s, spins (n, 3) rad/s, turns (n, 3, 3)."""

    positions: Doubles
    velocities: Doubles
    spins: Doubles
    turns: Doubles


@dataclass(frozen=True, eq=False)
class Motion:
    """What happened. times (f,) s; positions (f, n, 3) m; turns (f, n, 3, 3) die to world.

    rest_s: since when all dice lay still, None if they never did. The last frame is at rest where there is a rest.
    """

    times: Doubles
    positions: Doubles
    turns: Doubles
    rest_s: float | None

    def at(self, time_s: float) -> tuple[Doubles, Doubles]:
        """Positions (n, 3) and turns (n, 3, 3) at any time; before the first and after the last sample they stand."""
        right = int(np.clip(np.searchsorted(self.times, time_s), 1, len(self.times) - 1))
        span = self.times[right] - self.times[right - 1]
        share = float(np.clip((time_s - self.times[right - 1]) / span, 0, 1))
        mix = self.turns[right - 1] * (1 - share) + self.turns[right] * share
        left, _, other = np.linalg.svd(mix)
        return self.positions[right - 1] * (1 - share) + self.positions[right] * share, left @ other


def random_turns(count: int, rng: np.random.Generator) -> Doubles:
    """(count, 3, 3) rotations, all directions alike."""
    q = rng.standard_normal((count, 4))
    q /= np.linalg.norm(q, axis=1, keepdims=True)
    out = np.empty((count, 9))
    for i in range(count):
        mujoco.mju_quat2Mat(out[i], q[i])
    return out.reshape(count, 3, 3)


def handful(
    count: int,
    half: float,
    start: Doubles,
    heading_deg: float,
    speed: float,
    rng: np.random.Generator,
    spin: float = 22.0,
    scatter: float = 1.0,
) -> Throw:
    """Dice let go together from a hand at `start` (3,), m, along heading (0: to the right, 90: away), m/s.

    spin: rad/s, typical; scatter: how much the dice differ in speed and direction, 1 for a loose hand.
    """
    gap = 2.7 * half
    slots = np.array([[x, y, z] for z in (0, 1) for y in (-0.5, 0.5) for x in (-1, 0, 1)], float)
    order = rng.permutation(len(slots))[:count] if count > 1 else np.array([1])
    positions = start + slots[order] * gap + rng.uniform(-0.15, 0.15, (count, 3)) * half
    heading = np.radians(heading_deg) + rng.normal(0, 0.16 * scatter, count)
    pace = speed * rng.uniform(1 - 0.25 * scatter, 1 + 0.2 * scatter, count)
    velocities = np.stack(
        [np.cos(heading) * pace, np.sin(heading) * pace, rng.uniform(-0.7, 0.1, count) * scatter], axis=1
    )
    return Throw(positions, velocities, rng.normal(0, spin, (count, 3)), random_turns(count, rng))


def settle(
    throw: Throw, half: float, rounding: float, bed: Bed, longest_s: float = 4.0, gravity: float = 9.81
) -> Motion:
    """Runs a throw until all dice have lain still for REST_FOR_S, or for longest_s; a sample every 5 ms."""
    model = mujoco.MjModel.from_xml_string(_world(throw, half, rounding, bed, gravity))
    data = mujoco.MjData(model)
    _start(data, throw)
    mujoco.mj_forward(model, data)
    count = len(throw.positions)
    times, positions, turns = [], [], []
    anchor, since, rest = _pose(data, count), 0.0, False
    while data.time < longest_s and not rest:
        times.append(data.time)
        positions.append(data.qpos.reshape(count, 7)[:, :3].copy())
        turns.append(data.xmat[1 : count + 1].reshape(count, 3, 3).copy())
        for _ in range(LOOK_EVERY):
            mujoco.mj_step(model, data)
        pose = _pose(data, count)
        if (np.abs(pose - anchor) > 1).any():
            anchor, since = pose, data.time
        rest = data.time - since > REST_FOR_S
    return Motion(np.array(times), np.array(positions), np.array(turns), since if rest else None)


def _pose(data: mujoco.MjData, count: int) -> Doubles:
    """Where all dice are, in units of what counts as a move."""
    turns = data.xmat[1 : count + 1] / REST_TURN
    return np.concatenate([data.qpos.reshape(count, 7)[:, :3] / REST_MOVE_M, turns], axis=1)


def _start(data: mujoco.MjData, throw: Throw) -> None:
    count = len(throw.positions)
    qpos, qvel = data.qpos.reshape(count, 7), data.qvel.reshape(count, 6)
    for i in range(count):
        qpos[i, :3] = throw.positions[i]
        mujoco.mju_mat2Quat(qpos[i, 3:], throw.turns[i].ravel())
        qvel[i, :3] = throw.velocities[i]
        qvel[i, 3:] = throw.spins[i]


# Who touches whom. The eight rounded corners of a die touch everything; its sharp box touches only other dice, walls
# and the rim of the table, so that dice roll on the table as rounded ones do, with steady contacts.
CORNER = 'contype="1" conaffinity="3"'
BOX = 'contype="2" conaffinity="2"'
TABLE = 'contype="1" conaffinity="1"'
RIM = 'contype="2" conaffinity="2"'
WALL = 'contype="3" conaffinity="3"'


def _world(throw: Throw, half: float, rounding: float, bed: Bed, gravity: float) -> str:
    omega = 500.0
    ease = -np.log(max(bed.bounce, 0.02))
    damping = 2 * omega * ease / np.hypot(np.pi, ease)
    spring = f'solref="{-(omega**2):.0f} {-damping:.1f}" solimp="0.95 0.99 0.0005" condim="4"'
    feel = f'{spring} friction="{bed.friction:.3f} 0.0004 0"'
    radius = max(rounding, 0.04) * half
    corner, mass = half - radius, 1180 * (2 * half) ** 3
    ball = f'type="sphere" size="{radius:.6f}" {feel} {CORNER}'
    balls = "".join(
        f'<geom pos="{x * corner:.6f} {y * corner:.6f} {z * corner:.6f}" {ball}/>'
        for x in (-1, 1)
        for y in (-1, 1)
        for z in (-1, 1)
    )
    inertia = " ".join([f"{mass * (2 * half) ** 2 / 6 * 0.9:.3e}"] * 3)
    die = (
        f'<body><freejoint/><inertial pos="0 0 0" mass="{mass:.6f}" diaginertia="{inertia}"/>'
        f'{balls}<geom type="box" size="{half} {half} {half}" {feel} {BOX}/></body>'
    )
    return f"""<mujoco><option timestep="{STEP_S}" gravity="0 0 {-gravity}" cone="elliptic"/>
      <worldbody>{die * len(throw.positions)}{_fixed(bed, feel)}</worldbody></mujoco>"""


def _fixed(bed: Bed, feel: str) -> str:
    x, y = (bed.left + bed.right) / 2, (bed.near + bed.far) / 2
    wide, deep = (bed.right - bed.left) / 2, (bed.far - bed.near) / 2
    parts = [
        f'<geom type="box" pos="{x} {y} -0.02" size="{wide} {deep} 0.02" {feel} {TABLE}/>',
        f'<geom type="plane" pos="0 0 {-bed.drop}" size="5 5 1" {feel} {TABLE}/>',
    ]
    rims = (
        (bed.left, y, 0.001, deep),
        (bed.right, y, 0.001, deep),
        (x, bed.near, wide, 0.001),
        (x, bed.far, wide, 0.001),
    )
    parts += [
        f'<geom type="box" pos="{a} {b} -0.02" size="{c} {d} 0.02" {feel} {RIM}/>' for a, b, c, d in rims
    ]
    for block in bed.blocks:
        kind = "box" if len(block.half) == 3 else "cylinder"
        place = " ".join(f"{v:.5f}" for v in block.centre)
        size = " ".join(f"{v:.5f}" for v in block.half)
        parts.append(
            f'<geom type="{kind}" pos="{place}" euler="0 0 {block.turn_deg}" size="{size}" {feel} {WALL}/>'
        )
    for rod in bed.rods:
        ends = " ".join(f"{v:.5f}" for v in (*rod.start, *rod.end))
        parts.append(f'<geom type="capsule" fromto="{ends}" size="{rod.radius:.5f}" {feel} {WALL}/>')
    return "".join(parts)
