"""Whole turns at the table, with truth: dice are thrown, some kept, the others gathered and thrown again, and so on.

    python -m models.scenes.sessions --out build/sessions --count 60 --seed 1

A player keeps dice where they lie, slides or carries them to a row (in half of these a keep zone), or takes them off
the table; counts them with a finger, or does not. Kept dice may be struck by those thrown after them. All dice end flat
on the table: what leans or leaves is judged by models.scenes.clips. Writes OUT/SEED-NUMBER.mp4 and .json, goes on where
a stopped run left off; a session depends on its seed and number only. The .json:

    {"file", "fps", "size", "way": how dice are kept, "scene", "area_px", "keep_px" or null, "plane", "die_mm",
     "throws": [{"manner", "dice": how many, "pressed_s": since when the game awaits so many, "starts_s": the first of
                 them is let go, "rest_s": all lie still, "thrown" and "beside": the dice that lie there then, as in
                 the frames of models.scenes.clips, "struck": the ids of those beside with another value than before}]}
"""

from __future__ import annotations

import sys
from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import numpy as np

from models.scenes import clips, kept_row, manners, sets, throws
from models.scenes.dice import top_value
from models.scenes.handling import Lying, Move, hand_of, moved
from models.scenes.incidents import Doubles, Incident, Place, Pose, Props, visit
from models.scenes.manners import Manner
from models.scenes.physics import Motion
from models.scenes.sets import Scene
from models.scenes.shutter import frames

Way = Literal["left there", "slid", "carried", "taken away"]
WAYS: tuple[Way, ...] = ("left there", "slid", "carried", "taken away")
WAYS_OFTEN = (0.4, 0.25, 0.2, 0.15)
MANNERS: tuple[Manner, ...] = ("outside", "hand", "cup", "pour")
MANNERS_OFTEN = (0.4, 0.25, 0.2, 0.15)
DICE = 6
# Throws of a session.
THROWS = 4
# Dice that are kept of one throw, at most.
KEPT = 3
# Share of the throws after which the dice are counted.
COUNTED = 0.2
# Share of the throws after which the turn ends.
OVER = 0.25
# Least distance from all other dice, half edges.
CLEAR_HALVES = 3.0
# Seconds until the hand is there.
START_S = 0.6
# Seconds in which a die is taken up.
TAKES_S = 0.08
# Seconds from one die to the next, least and most.
NEXT_S = (0.25, 0.45)


@dataclass(frozen=True, eq=False)
class Session:
    """One session as it will be: where, what happens, and what was thrown. keep: where kept dice lie, where that is
    marked, m."""

    number: int
    scene: Scene
    way: Way
    incident: Incident
    fps: int
    noise: float
    throws: tuple[dict[str, Any], ...]
    keep: Doubles | None


@dataclass(frozen=True, eq=False)
class _Act:
    """Some seconds of it; times from its beginning."""

    poses: Callable[[float], Lying]
    props: Callable[[float], Props]


@dataclass(eq=False)
class _Play:
    """What has been played so far: the dice that lie on the table, acts with when they begin, and the throws."""

    place: Place
    rng: np.random.Generator
    lying: Lying = field(default_factory=dict)
    now_s: float = 0.0
    starts_s: list[float] = field(default_factory=list)
    acts: list[_Act] = field(default_factory=list)
    throws: list[dict[str, Any]] = field(default_factory=list)

    def act(self, lasts_s: float, poses: Callable[[float], Lying], props: Callable[[float], Props]) -> None:
        """Play this for so many seconds."""
        self.starts_s.append(self.now_s)
        self.acts.append(_Act(poses, props))
        self.now_s += lasts_s
        self.lying = poses(lasts_s)

    def throw(self, dice: list[int], manner: Manner, pressed_s: float, zone: Doubles | None) -> None:
        """These dice are thrown beside those that lie there, none of them into the zone, if there is one."""
        lay, beside = self.lying, list(self.lying)
        start, motion = self._found(len(dice), manner, list(lay.values()), zone)
        _, props, let_go_s = manners.before(self.place, manner, start, len(dice), self.rng)
        assert motion.rest_s is not None

        def poses(time_s: float) -> Lying:
            if time_s < let_go_s:
                return lay
            return dict(zip([*dice, *beside], zip(*motion.at(time_s - let_go_s), strict=True), strict=True))

        let_go_at_s = self.now_s + let_go_s
        self.act(let_go_s + motion.rest_s + float(self.rng.uniform(1.2, 2.4)), poses, props)
        self.throws.append(
            {
                "manner": manner,
                "dice": len(dice),
                "pressed_s": pressed_s,
                "starts_s": let_go_at_s,
                "rest_s": let_go_at_s + throws.rest_s(self.place, motion),
                "thrown": self._shown(dice),
                "beside": self._shown(beside),
                "struck": [i for i in beside if self._value(lay[i]) != self._value(self.lying[i])],
            }
        )

    def _found(
        self, count: int, manner: Manner, lay: list[Pose], zone: Doubles | None
    ) -> tuple[manners.Start, Motion]:
        """A throw after which none of these dice lies in the zone."""
        for _ in range(throws.TRIES):
            start, motion = throws.among(self.place, manner, count, lay, self.rng)
            ends = motion.positions[-1, :count, :2]
            if zone is None or not ((zone[0] < ends) & (ends < zone[1])).all(axis=1).any():
                return start, motion
        raise ValueError(f"no throw of {count} dice keeps clear of the row on this table")

    def handle(self, moves: list[Move]) -> None:
        """A hand makes these moves."""
        if not moves:
            return
        lying, half = self.lying, self.place.half
        lasts = max(move.end_s for move in moves) + float(self.rng.uniform(0.6, 1.4))
        self.act(lasts, lambda t: moved(lying, moves, t, half), hand_of(lying, moves, half))

    def count(self) -> None:
        """A finger goes over the dice, or rests above one."""
        lying = self.lying
        spot = lying[int(self.rng.choice(list(lying)))][0] + [0.0, -0.05, 0.03]
        self.act(2.4, lambda _: lying, lambda t: Props(visit(spot, t, 0.6, 1.3)))

    def _value(self, pose: Pose) -> int:
        return top_value(self.place.look, pose[1])

    def _shown(self, dice: list[int]) -> list[dict[str, Any]]:
        return [clips.die(self.place, i, self.lying[i], "flat") for i in dice]

    def incident(self) -> Incident:
        """All of it."""
        starts, acts = self.starts_s, self.acts

        def at(time_s: float) -> tuple[_Act, float]:
            number = max(0, bisect_right(starts, time_s) - 1)
            return acts[number], time_s - starts[number]

        def poses(time_s: float) -> Lying:
            act, since_s = at(time_s)
            return act.poses(since_s)

        def props(time_s: float) -> Props:
            act, since_s = at(time_s)
            return act.props(since_s)

        return Incident("session", self.now_s, poses, props)


def session(seed: int, number: int) -> Session:
    """Draws a session. Raises ValueError where dice cannot be thrown so on its table."""
    rng = np.random.default_rng([seed, 3, number])
    scene = sets.scene(np.random.default_rng([seed, 77, number % clips.SCENES]), books=0)
    fps, noise = clips.RATES[int(rng.choice(3, p=clips.SHARES))], float(rng.uniform(0.004, 0.03))
    way = WAYS[int(rng.choice(len(WAYS), p=WAYS_OFTEN))]
    row = kept_row.drawn(scene.place, DICE, rng) if way in ("slid", "carried") else None
    play = _Play(scene.place, rng)
    _turns(play, way, row)
    marked = None if row is None or rng.random() < 0.5 else kept_row.zone(row, scene.place.half)
    return Session(number, scene, way, play.incident(), fps, noise, tuple(play.throws), marked)


def _turns(play: _Play, way: Way, row: Doubles | None) -> None:
    """Turn after turn, until there were THROWS throws."""
    rng, kept, pressed_s = play.rng, list[int](), 0.0
    zone = None if row is None else kept_row.zone(row, play.place.half)
    while True:
        manner = MANNERS[int(rng.choice(len(MANNERS), p=MANNERS_OFTEN))]
        hand = [die for die in range(DICE) if die not in kept]
        play.throw(hand, manner, pressed_s, zone)
        if len(play.throws) == THROWS:
            return
        if rng.random() < COUNTED:
            play.count()
        pressed_s = play.now_s
        chosen = [int(die) for die in rng.permutation(hand)[: rng.integers(1, KEPT + 1)]]
        if len(kept) + len(chosen) >= DICE or rng.random() < OVER:
            kept = []
        else:
            play.handle(_aside(play, way, chosen, None if row is None else row[len(kept) :]))
            kept += chosen
        play.handle(_taken(play, [die for die in play.lying if die not in kept]))


def _aside(play: _Play, way: Way, dice: list[int], row: Doubles | None) -> list[Move]:
    """How the hand keeps these dice; row: where."""
    if way == "taken away":
        return _taken(play, dice)
    moves, now = list[Move](), START_S
    for die, target in zip(dice, [] if row is None else row, strict=False):
        others = [pose[0][:2] for i, pose in play.lying.items() if i not in dice]
        spot = play.lying[die][0][:2]
        lasts, spun = float(play.rng.uniform(0.4, 0.9)), float(play.rng.uniform(-0.6, 0.6))
        # A finger slides a die past others; where they are in its way it is lifted over them.
        path = spot + np.linspace(0, 1, 20)[:, None] * (target - spot)
        free = all(
            np.linalg.norm(path - other, axis=1).min() > CLEAR_HALVES * play.place.half for other in others
        )
        by = np.append(target - spot, 0.0)
        moves.append(Move(die, now, lasts, by, spun=spun, carried=way == "carried" or not free))
        now += lasts + float(play.rng.uniform(*NEXT_S))
    return moves


def _taken(play: _Play, dice: list[int]) -> list[Move]:
    """A hand takes them up, one after another."""
    moves, now = list[Move](), START_S
    for die in play.rng.permutation(dice):
        moves.append(Move(int(die), now, TAKES_S, np.zeros(3), taken=True))
        now += TAKES_S + float(play.rng.uniform(*NEXT_S))
    return moves


def truth(what: Session) -> dict[str, Any]:
    """What is known of it."""
    place = what.scene.place
    return {
        "fps": what.fps,
        "size": list(place.camera.size),
        "way": what.way,
        "scene": what.number % clips.SCENES,
        "area_px": clips.px(sets.marked(place)),
        "keep_px": None if what.keep is None else clips.px(kept_row.corners(place, what.keep)),
        "plane": place.camera.plane().tolist() if what.scene.measured else None,
        "die_mm": round(2000 * place.half, 2),
        "throws": list(what.throws),
    }


def make(folder: Path, seed: int, number: int) -> None:
    """One session, if it is not there yet and its dice can be thrown so."""
    name = f"{seed}-{number:05d}"
    if (folder / f"{name}.json").exists():
        return
    try:
        what = session(seed, number)
    except ValueError as none:
        print(f"session {number} is left out: {none}", file=sys.stderr)
        return
    seen = frames(what.scene, what.incident, what.fps, what.noise, np.random.default_rng([seed, 5, number]))
    clips.write(folder, name, seen, what.fps, truth(what))


def main(arguments: list[str] | None = None) -> None:
    """The command."""
    clips.make_all(arguments, "sessions", __doc__, 60, make)


if __name__ == "__main__":
    main()
