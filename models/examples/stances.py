"""Batches for the net that tells how dice lie: all dice of a picture together, cut out once and spoilt alike.

Dice are where the reader finds them: which of two that overlap it sees, and how large, is what the net will be told.
No photo shows a cocked die, and a net that saw such in renderings only would take for flat whatever looks like a photo.
But a die that is pressed together from one side, as none beside it is, has the top of one that leans: so some dice of
each photo are pressed, and called cocked.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray

from hardware.frame import Image
from models.examples.augment import Random, spoil, window
from models.examples.banks import cut
from models.examples.photos import HIDDEN, Photo, nearest
from vision.nouns import Floats
from vision.reading.detector import Detector
from vision.reading.faces import open_faces
from vision.reading.reader import COMPANY, Reader
from vision.reading.readings import Limits
from vision.reading.stance import CONTEXT, CROP_PX, beside, facts

Find = Callable[[Image], Floats]

PATCH_PX = 116
REACH = 2.75
FLAT = 0
COCKED = 1
STACKED = 2
UNKNOWN = -1
_LEAST_PX = 14.0
_NEAR = 0.35  # sizes of a die
_MOST = 8  # dice of one picture in one batch
_SMALL_TURN = 0.12  # rad
_SPOILT = 0.5  # share of the pictures
# Share of a photo's dice that are pressed.
_PRESSED = 0.25
# Width over height, as a logarithm, least and most.
_LEAST_PRESSED = 0.2
_MOST_PRESSED = 0.5


@dataclass(frozen=True, eq=False)
class Company(ABC):
    """The dice of one picture. patches: (N, H, W, 3) uint8 BGR, wider than the net sees; states: (N,) FLAT, COCKED,
    STACKED, or UNKNOWN.
    """

    patches: NDArray[np.uint8]
    states: NDArray[np.int64]

    @property
    def odd(self) -> bool:
        """Whether some die in it is known not to lie flat."""
        return bool((self.states > FLAT).any())

    @abstractmethod
    def spoilt(self, random: Random) -> tuple[Floats, NDArray[np.int64]]:
        """Some of its dice as the net may see them, (n, 5, 64, 64), and their states."""

    @abstractmethod
    def whole(self) -> torch.Tensor:
        """(N, 5, 64, 64): all its dice as the net sees them, unspoilt."""

    def unspoilt(self, side: float) -> Floats:
        """(N, 64, 64, 3): the middle of each patch, `side` of its pixels wide."""
        middle = self.patches.shape[1] / 2
        crops = [window(p, (middle, middle), (side, side), 0.0, False, CROP_PX)[0] for p in self.patches]
        return np.stack(crops).astype(np.float32)

    def some(self, random: Random) -> NDArray[np.intp]:
        """The numbers of some of its dice, most often all."""
        some = random.permutation(len(self.states))[:_MOST]
        return some[: int(random.integers(1, len(some) + 1))] if random.random() < 0.25 else some


@dataclass(frozen=True, eq=False)
class AsSeen(Company):
    """Dice as the camera has them, 2.75 sizes wide. boxes: (N, 4) middle and size, px; overhead: it may be turned by
    any angle; taken: it is a photo, some of whose dice are to be pressed.
    """

    boxes: Floats
    overhead: bool
    taken: bool = False

    def spoilt(self, random: Random) -> tuple[Floats, NDArray[np.int64]]:
        some = self.some(random)
        quarters = int(random.integers(4)) if self.overhead else 0
        turn, mirror = quarters * np.pi / 2 + random.normal(0, _SMALL_TURN), random.random() < 0.5
        boxes = self.boxes[some] * np.exp(random.normal(0, 0.04, (len(some), 4))).astype(np.float32)
        if quarters % 2:
            boxes = boxes[:, [1, 0, 3, 2]]
        pressed, states = self._pressed(self.states[some], random)
        stretches = np.exp(random.normal(0, 0.06) + pressed)
        boxes[:, 2:] *= np.stack([1 / stretches, stretches], axis=1).astype(np.float32)
        side = PATCH_PX / REACH * CONTEXT
        crops = []
        for patch, stretch in zip(self.patches[some], stretches.tolist(), strict=True):
            near = side * float(np.exp(random.normal(0, 0.06)))
            where = shifted(PATCH_PX, PATCH_PX / REACH, 0.04, random)
            crops.append(window(patch, where, (near * stretch, near / stretch), turn, mirror, CROP_PX)[0])
        return beside(spoilt_alike(crops, random), facts(boxes)), states

    def _pressed(
        self, states: NDArray[np.int64], random: Random
    ) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
        """By how much each die is pressed, half a logarithm of height over width, and how the dice lie then.

        Fewer than half of them: what all are, none is beside the others.
        """
        chosen = (random.random(len(states)) < _PRESSED) & (states == FLAT) & self.taken
        chosen[np.nonzero(chosen)[0][(len(states) - 1) // 2 :]] = False
        by = random.uniform(_LEAST_PRESSED, _MOST_PRESSED, len(states)) * random.choice(
            (-0.5, 0.5), len(states)
        )
        return np.where(chosen, by, 0.0), np.where(chosen, COCKED, states)

    def whole(self) -> torch.Tensor:
        return torch.from_numpy(beside(self.unspoilt(PATCH_PX / REACH * CONTEXT), facts(self.boxes)))


def shifted(px: int, die_px: float, spread: float, random: Random) -> tuple[float, float]:
    """The middle of a patch, `px` wide, missed by a share of a die."""
    away = np.clip(random.normal(0, spread, 2), -2.5 * spread, 2.5 * spread) * die_px
    return px / 2 + float(away[0]), px / 2 + float(away[1])


def spoilt_alike(crops: Sequence[NDArray[np.uint8]], random: Random) -> Floats:
    """(N, 64, 64, 3): dice of one picture, all of them spoilt in the same way, or none."""
    column = np.concatenate(crops).astype(np.float32)
    if random.random() < _SPOILT:
        column = spoil(column, random)
    return np.asarray(column.reshape(-1, CROP_PX, CROP_PX, 3))


def companies(photos: Iterable[Photo], find: Find, taken: bool = False) -> list[Company]:
    """Of all photos where it is known how the dice lie; find: a picture's dice, (N, 4 or more) middle and size, px.

    taken: they are photos, and no renderings.
    """
    out: list[Company] = []
    for photo, image, boxes, states in found_in(photos, find):
        sides = np.sqrt(boxes[:, 2] * boxes[:, 3])
        patches = [
            cut(image, x, y, side, REACH, PATCH_PX)
            for (x, y), side in zip(boxes[:, :2].tolist(), sides.tolist(), strict=True)
        ]
        out.append(AsSeen(np.stack(patches), states, boxes, photo.overhead, taken))
    return out


def found_in(photos: Iterable[Photo], find: Find) -> Iterator[tuple[Photo, Image, Floats, NDArray[np.int64]]]:
    """Each photo where it is known of some die found how it lies; the dice found, (N, 4), and how each lies, (N,)."""
    for photo in photos:
        if photo.states is None or not len(photo.dice):
            continue
        image = photo.open()
        boxes = find(image)[:, :4]
        boxes = boxes[np.sqrt(boxes[:, 2] * boxes[:, 3]) >= _LEAST_PX]
        states = _matched(photo, boxes)
        if (states != UNKNOWN).any():
            yield photo, image, boxes, states


def found_by(folder: Path) -> Find:
    """The boxes among which the reader whose nets lie in `folder` would tell how dice lie."""
    reader = Reader(
        Detector.open(folder / "detector.onnx"), open_faces(folder), Limits.open(folder / "reader.json")
    )

    def find(image: Image) -> Floats:
        found = reader.candidates(image)
        return found.boxes[found.likely >= COMPANY]

    return find


def states_of(photo: Photo) -> NDArray[np.int64]:
    """(N,) how each labelled die of a photo lies; UNKNOWN where it is hidden or nobody can know."""
    if photo.states is None:
        return np.full(len(photo.dice), UNKNOWN, np.int64)
    cocked, stacked = photo.states.T
    states = np.where(cocked > 0.5, COCKED, np.where(stacked > 0.5, STACKED, FLAT))
    known = (photo.dice[:, 4] != HIDDEN) & ((cocked > 0.5) | (stacked >= 0))
    return np.where(known, states, UNKNOWN)


def _matched(photo: Photo, boxes: Floats) -> NDArray[np.int64]:
    """(N,) how the die in each box lies: the nearest that is known, if it is near."""
    states = states_of(photo)
    known = states != UNKNOWN
    out = np.full(len(boxes), UNKNOWN, np.int64)
    for row, box in nearest(photo.dice[known], boxes, _NEAR).items():
        out[box] = states[known][row]
    return out


@dataclass(eq=False)
class Groups:
    """Batches of pictures, drawn from kinds of them by weight."""

    kinds: list[tuple[list[Company], float]]

    def batch(self, random: Random, count: int) -> tuple[tuple[torch.Tensor, torch.Tensor], torch.Tensor]:
        """`count` pictures: (N, 5, 64, 64) of their dice, (N, N) who is compared with whom, and (N,) states."""
        weights = np.array([weight for _, weight in self.kinds])
        shown, states = [], []
        for pick in random.choice(len(weights), count, p=weights / weights.sum()):
            kind = self.kinds[pick][0]
            dice, said = kind[int(random.integers(len(kind)))].spoilt(random)
            shown.append(dice)
            states.append(said)
        return (torch.from_numpy(np.concatenate(shown)), alike([len(s) for s in states])), torch.from_numpy(
            np.concatenate(states)
        )


def alike(counts: list[int]) -> torch.Tensor:
    """(N, N): each die is compared with all of its picture alike; counts: dice of each picture."""
    return torch.block_diag(*(torch.full((count, count), 1 / count) for count in counts))
