"""Batches for the net that tells how dice lie on a table: straightened, as the table's plane has them.

No photo shows a cocked die, which spoils a net as `models/examples/stances.py` says. But a die straightened from where
the camera was not looks as one does that leans by as much: so some dice of each photo are shown, and called cocked.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray

from hardware.frame import Image
from models.examples.augment import Random, window
from models.examples.photos import Photo
from models.examples.stances import COCKED, FLAT, Company, Find, found_in, shifted, spoilt_alike
from vision.nouns import Floats
from vision.plane.viewpoint import Somewhere, Viewpoint
from vision.reading.stance import CROP_PX, STRAIGHT, Stance, beside, straight_facts, straightened, usual_px

_PATCH_PX = 120
_REACH = 3.6
# Doubt about the die's size, as a logarithm.
_SIZE = 0.06
# Doubt about the plane, as a logarithm.
_PLANE = 0.02
# Doubt about the camera's place, as a logarithm.
_LEAN = 0.04
# Doubt about which way is up, rad.
_TURN = 0.04
# Share of a photo's dice that are seen from elsewhere.
_ELSEWHERE = 0.3
# Angle between the two places as seen from the dice, at least, rad.
_LEAST_AWAY = 0.16


@dataclass(frozen=True, eq=False)
class Straightened(Company):
    """Dice as the table's plane has them, 3.6 edges wide. facts: (N, 2), see `vision.reading.stance.straight_facts`.

    leaning: (M, N, H, W, 3), the same dice as M planes have them which are not the table's.
    """

    facts: Floats
    leaning: NDArray[np.uint8] | None = None

    def spoilt(self, random: Random) -> tuple[Floats, NDArray[np.int64]]:
        some, mirror = self.some(random), random.random() < 0.5
        patches, states = self.patches[some], self.states[some]
        if self.leaning is not None and len(self.leaning):
            swapped = (random.random(len(some)) < _ELSEWHERE) & (states == FLAT)
            which = random.integers(len(self.leaning), size=len(some))
            patches = np.where(swapped[:, None, None, None], self.leaning[which, some], patches)
            states = np.where(swapped, COCKED, states)
        side = _PATCH_PX / _REACH * STRAIGHT * float(np.exp(random.normal(0, _SIZE)))
        stretch, turn = float(np.exp(random.normal(0, _PLANE))), float(random.normal(0, _TURN))
        crops = []
        for patch in patches:
            where = shifted(_PATCH_PX, _PATCH_PX / _REACH, 0.05, random)
            crops.append(window(patch, where, (side * stretch, side / stretch), turn, mirror, CROP_PX)[0])
        facts = self.facts[some] * np.array([np.exp(random.normal(0, _LEAN)), 1], np.float32)
        return beside(spoilt_alike(crops, random), facts), states

    def whole(self) -> torch.Tensor:
        return torch.from_numpy(beside(self.unspoilt(_PATCH_PX / _REACH * STRAIGHT), self.facts))


def straight_companies(photos: Iterable[Photo], find: Find, stance: Stance) -> list[Company]:
    """Of all photos where it is known how the dice lie, seen from where the camera was, or most likely was.

    Every second view of a known table is seen as if nobody had measured it: from where its dice look flat, those that
    lean seem to lie. find: as for `models.examples.stances.companies`. stance: finds out where the camera most likely
    was.
    """
    out: list[Company] = []
    for photo, image, boxes, states in found_in(photos, find):
        seen = (
            Viewpoint.of(photo.table)
            if photo.table and _view(photo) % 2
            else stance.likeliest(Somewhere(photo.size), image, boxes)
        )
        patches = straightened(image, boxes, seen, _REACH, _PATCH_PX)
        leaning = None if photo.table else _from_elsewhere(image, boxes, photo.size, seen)
        out.append(Straightened(patches, states, straight_facts(boxes, seen), leaning))
    return out


def _view(rendered: Photo) -> int:
    """Which of the pictures of its table it is, by its name: SEED-NUMBER-VIEW."""
    return int(rendered.path.stem.rsplit("-", 1)[1])


def _from_elsewhere(
    image: Image, boxes: Floats, size_px: tuple[int, int], seen: Viewpoint
) -> NDArray[np.uint8]:
    """(M, N, H, W, 3): the dice as planes have them that are not the one they lie on."""
    middle = size_px[0] / 2, size_px[1] / 2
    here = _down(seen, middle)
    somewhere = Somewhere(size_px)
    upright = somewhere.views(somewhere.likely()[0], usual_px(boxes))
    others = [view for view in upright if abs(_down(view, middle) - here) > _LEAST_AWAY]
    return np.stack([straightened(image, boxes, view, _REACH, _PATCH_PX) for view in others])


def _down(view: Viewpoint, at_px: tuple[float, float]) -> float:
    """How far from straight down it looks at a point of the picture, rad."""
    return float(np.arctan(view.lean_at(at_px)))
