"""Batches for the net that tells how dice lie: all dice of a picture together, cut out once and spoilt alike.

Dice are where the reader finds them: which of two that overlap it sees, and how large, is what the net will be told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray

from hardware.frame import Image
from models.augment import Random, spoil, window
from models.banks import cut
from models.photos import HIDDEN, Photo, nearest
from vision.nouns import Floats
from vision.read import COMPANY, Reader
from vision.stance import CONTEXT, CROP_PX, seen

Find = Callable[[Image], Floats]

PATCH_PX, REACH = 116, 2.75
FLAT, COCKED, STACKED, UNKNOWN = 0, 1, 2, -1
_LEAST_PX = 14.0
_NEAR = 0.35  # sizes of a die
_MOST = 8  # dice of one picture in one batch
_SMALL_TURN = 0.12  # rad
_SPOILT = 0.5  # share of the pictures


@dataclass(frozen=True, eq=False)
class Company:
    """The dice of one picture. patches: (N, 116, 116, 3) uint8 BGR, 2.75 sizes wide; boxes: (N, 4) middle and size, px;
    states: (N,) FLAT, COCKED, STACKED, or UNKNOWN; overhead: it may be turned by any angle.
    """

    patches: NDArray[np.uint8]
    boxes: Floats
    states: NDArray[np.int64]
    overhead: bool

    @property
    def odd(self) -> bool:
        """Whether some die in it is known not to lie flat."""
        return bool((self.states > FLAT).any())


def companies(photos: Iterable[Photo], find: Find) -> list[Company]:
    """Of all photos where it is known how the dice lie; find: a picture's dice, (N, 4 or more) middle and size, px."""
    found = (_company(photo, find) for photo in photos if photo.states is not None and len(photo.dice))
    return [one for one in found if one is not None]


def found_by(reader: Reader) -> Find:
    """The boxes among which `reader` would tell how dice lie."""

    def find(image: Image) -> Floats:
        found = reader.candidates(image)
        return found.boxes[found.likely >= COMPANY]

    return find


def _company(photo: Photo, find: Find) -> Company | None:
    image = photo.open()
    boxes = find(image)
    sides = np.sqrt(boxes[:, 2] * boxes[:, 3])
    boxes, sides = boxes[sides >= _LEAST_PX, :4], sides[sides >= _LEAST_PX]
    states = _matched(photo, boxes)
    if not (states != UNKNOWN).any():
        return None
    patches = [
        cut(image, x, y, side, REACH, PATCH_PX)
        for (x, y), side in zip(boxes[:, :2].tolist(), sides.tolist(), strict=True)
    ]
    return Company(np.stack(patches), boxes, states, photo.overhead)


def _matched(photo: Photo, boxes: Floats) -> NDArray[np.int64]:
    """(N,) how the die in each box lies: the nearest that is known, if it is near."""
    assert photo.states is not None
    cocked, stacked = photo.states.T
    states = np.where(cocked > 0.5, COCKED, np.where(stacked > 0.5, STACKED, FLAT))
    known = (photo.dice[:, 4] != HIDDEN) & ((cocked > 0.5) | (stacked >= 0))
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
            dice, said = spoilt(kind[int(random.integers(len(kind)))], random)
            shown.append(dice)
            states.append(said)
        return (torch.from_numpy(np.concatenate(shown)), alike([len(s) for s in states])), torch.from_numpy(
            np.concatenate(states)
        )


def alike(counts: list[int]) -> torch.Tensor:
    """(N, N): each die is compared with all of its picture alike; counts: dice of each picture."""
    return torch.block_diag(*(torch.full((count, count), 1 / count) for count in counts))


def spoilt(company: Company, random: Random) -> tuple[Floats, NDArray[np.int64]]:
    """Some of its dice as the net may see them, (n, 5, 64, 64), and their states."""
    some = random.permutation(len(company.states))[:_MOST]
    if random.random() < 0.25:
        some = some[: int(random.integers(1, len(some) + 1))]
    quarters = int(random.integers(4)) if company.overhead else 0
    turn, mirror = quarters * np.pi / 2 + random.normal(0, _SMALL_TURN), random.random() < 0.5
    stretch = float(np.exp(random.normal(0, 0.06)))
    boxes = company.boxes[some] * np.exp(random.normal(0, 0.04, (len(some), 4))).astype(np.float32)
    if quarters % 2:
        boxes = boxes[:, [1, 0, 3, 2]]
    boxes[:, 2:] *= np.array([1 / stretch, stretch], np.float32)
    crops = [_crop(company.patches[i], turn, mirror, stretch, random) for i in some]
    # One above the other, so that they are spoilt alike.
    column = np.concatenate(crops).astype(np.float32)
    if random.random() < _SPOILT:
        column = spoil(column, random)
    return seen(column.reshape(-1, CROP_PX, CROP_PX, 3), boxes), company.states[some]


def _crop(
    patch: NDArray[np.uint8], turn: float, mirror: bool, stretch: float, random: Random
) -> NDArray[np.uint8]:
    side = PATCH_PX / REACH * CONTEXT * float(np.exp(random.normal(0, 0.06)))
    shift = np.clip(random.normal(0, 0.04, 2), -0.1, 0.1) * PATCH_PX / REACH
    where = (PATCH_PX / 2 + float(shift[0]), PATCH_PX / 2 + float(shift[1]))
    return window(patch, where, (side * stretch, side / stretch), turn, mirror, CROP_PX)[0]


def whole(company: Company) -> torch.Tensor:
    """(N, 5, 64, 64): all its dice as the net sees them, unspoilt."""
    side, middle = PATCH_PX / REACH * CONTEXT, (PATCH_PX / 2, PATCH_PX / 2)
    crops = [window(patch, middle, (side, side), 0.0, False, CROP_PX)[0] for patch in company.patches]
    return torch.from_numpy(seen(np.stack(crops).astype(np.float32), company.boxes))
