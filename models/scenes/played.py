"""Tables as throws leave them, for `models.scenes.snapshots --played`: thrown dice lie as no hand lays them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from models.scenes import sets, throws
from models.scenes.arrangements import Arrangement
from models.scenes.camera import Camera
from models.scenes.dice import tilt_deg
from models.scenes.incidents import Place, Pose
from models.scenes.stage import DICE, Set
from models.scenes.truth import COCKED_DEG, Lying, Still

# Share of the tries in which dice fall in a heap.
PILED = 0.3
# Share of the tries in which they are thrown on a bare table.
BARE = 0.15
# Books that lie about in the others.
BOOKS = 12
# Heaps are taken, and what was thrown if a die leans; else such a share of it: about half of what is taken are heaps.
PLAIN = 0.2
# Distance of a camera, in dice, least and most, for a focal length of `FOCAL`.
AWAY = (14, 27)
# Focal length as a share of the picture's width, as in the clips.
FOCAL = 1.37
# Degrees by which a camera looks aslant, least and most.
ASLANT_DEG = (1, 40)


def table(rng: np.random.Generator) -> tuple[Still, Set]:
    """How dice came to rest, and the stage on which they did."""
    while True:
        piled = rng.random() < PILED
        scene = sets.scene(rng, 0 if piled or rng.random() < BARE else BOOKS)
        count = int(rng.integers(2 if piled else 1, DICE + 1))
        poses = [pose for pose in throws.rested(scene.place, piled, count, rng) if scene.place.on(pose[0])]
        leaning = any(tilt_deg(turn) > COCKED_DEG for _, turn in poses)
        if poses and (piled or leaning or rng.random() < PLAIN):
            return _still(scene.place, poses), replace(scene.stage, wood=sets.tone(rng))


def _still(place: Place, poses: list[Pose]) -> Still:
    places, turns = np.array([at for at, _ in poses]), np.array([turn for _, turn in poses])
    wide, _ = place.reach()
    laid = Arrangement(places, turns, (), place.bed.blocks, 2 * wide)
    lying = [Lying(place.look, at, turn, place.half) for at, turn in poses]
    return Still("played", place.half, laid, lying, [])


def cameras(still: Still, body: Camera, count: int, rng: np.random.Generator) -> list[Camera]:
    """The camera above, all round, near enough for dice as large as in the clips or larger; it looks about at a die."""
    out = []
    for _ in range(count):
        away = rng.uniform(*AWAY) * 2 * still.half * body.focal / body.size[0] / FOCAL
        aslant = np.radians(rng.uniform(*ASLANT_DEG))
        turn = rng.uniform(0, 2 * np.pi)
        die = still.lying[int(rng.integers(len(still.lying)))].place
        target = np.array([*(die[:2] + rng.uniform(-0.25, 0.25, 2) * away), 0.0])
        level = np.array([np.cos(turn), np.sin(turn), 0.0])
        place = target + away * (np.sin(aslant) * level + np.cos(aslant) * np.array([0, 0, 1.0]))
        out.append(replace(body, place=_three(place), target=_three(target), up=_three(-level)))
    return out


def _three(point: np.ndarray) -> tuple[float, float, float]:
    x, y, z = (float(v) for v in point)
    return x, y, z
