"""Batches: what the two nets see and what they should answer, new at every step."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import torch

from models.examples.augment import OBLIQUE_TURN, Floats, Random, middle, repainted, spoil, window
from models.examples.banks import PATCH_PX, REACH, Bank
from models.examples.cutouts import Cutout, lay
from models.examples.drawn import table
from models.examples.keeper import Keeper
from models.examples.negatives import Clutter
from models.examples.photos import HIDDEN, Photo
from models.nets import CROP_PX
from vision.picture.crop import CONTEXT, normalised, unmixed
from vision.picture.pyramid import shrink
from vision.reading.detector import STRIDE, UNIT_PX

VIEW_PX = 256
UNMIXED = 0.4  # share of the reader's crops that are looked at with colours unmixed
AS_IT_IS = 0.35  # share of what is shown that is not spoilt: most photos are good ones
REPAINTED = 0.38  # share of the others whose die gets other paint
_SIDES = (12.0, 95.0)  # px, of the dice a detector should find
LAID = 0.35  # share of the detector's views with dice in which dice cut out of other photos lie, too
# Spread of the size of the detector's boxes, as a logarithm.
_MIS_SIZED = 0.13
# Spread of their place, of each of x and y, in sizes of a die.
_MIS_PLACED = 0.07


@dataclass(eq=False)
class Crops:
    """Batches for the reader: `none` of each batch show no readable die, the others come from `banks` by weight.

    alarms: what an earlier state of the net took for dice; it comes up oftener than other things that are none.
    keeper: who answers with the labels for the first `known` of the banks, and for what is no readable die.
    """

    banks: list[tuple[Bank, float]]
    nothing: Bank
    none: float = 0.38
    alarms: Bank | None = None
    often: float = 0.3  # of the none, where there are alarms
    keeper: Keeper | None = None
    known: int = 0

    def batch(self, random: Random, count: int) -> tuple[torch.Tensor, torch.Tensor]:
        """(count, 3, 48, 48) crops and their classes (count,); with a keeper, chances of the classes (count, 7)."""
        weights = np.array([weight for _, weight in self.banks])
        picks = random.choice(len(weights), count, p=weights / weights.sum())
        crops, answers, known = [], [], []
        for pick in picks:
            empty = random.random() < self.none
            bank = self._empty(random) if empty else self.banks[pick][0]
            index = int(random.integers(len(bank.values)))
            crops.append(crop(bank.patches[index], bool(bank.overhead[index]), random))
            answers.append(int(bank.classes[index]))
            known.append(empty or pick < self.known)
        shown, classes = normalised(np.stack(crops)), np.array(answers)
        if self.keeper is None:
            return torch.from_numpy(shown), torch.from_numpy(classes)
        return torch.from_numpy(shown), self.keeper.classes(shown, classes, np.array(known))

    def _empty(self, random: Random) -> Bank:
        if self.alarms is not None and len(self.alarms.values) and random.random() < self.often:
            return self.alarms
        return self.nothing


def crop(patch: np.ndarray, overhead: bool, random: Random) -> Floats:
    """One (48, 48, 3) view, most often spoilt, of a patch, turned and mirrored as its camera allows."""
    side = PATCH_PX / REACH * CONTEXT * float(np.exp(random.normal(0, _MIS_SIZED)))
    stretch = float(np.exp(random.normal(0, 0.08 if random.random() < 0.8 else 0.25)))
    turn = random.uniform(0, 2 * np.pi) if overhead else random.normal(0, OBLIQUE_TURN)
    shift = np.clip(random.normal(0, _MIS_PLACED, 2), -3 * _MIS_PLACED, 3 * _MIS_PLACED) * PATCH_PX / REACH
    where = (PATCH_PX / 2 + shift[0], PATCH_PX / 2 + shift[1])
    mirror = random.random() < 0.5
    shown: Floats = window(patch, where, (side * stretch, side / stretch), turn, mirror, CROP_PX)[0].astype(
        np.float32
    )
    if random.random() > AS_IT_IS:
        if random.random() < REPAINTED:
            shown = repainted(shown, random, middle(CROP_PX, random))
        shown = spoil(shown, random)
    return unmixed(shown[None])[0] if random.random() < UNMIXED else shown


def whole(bank: Bank) -> torch.Tensor:
    """(N, 3, 48, 48): every patch of a bank as the reader would see it, unspoilt."""
    side = PATCH_PX / REACH * CONTEXT
    where = (PATCH_PX / 2, PATCH_PX / 2)
    seen = [window(patch, where, (side, side), 0, False, CROP_PX)[0] for patch in bank.patches]
    return torch.from_numpy(normalised(np.stack(seen).astype(np.float32)))


@dataclass(eq=False)
class Views:
    """Batches for the detector: pieces of photos; clutter in place of `empty` of them, drawn dice of `drawn`.

    cut: dice of other photos that may be laid beside those. keeper: who answers with the labels for views in which
    no die was drawn or laid.
    """

    photos: list[tuple[list[Photo], float]]
    clutter: Clutter
    empty: float = 0.2
    drawn: float = 0.2
    cut: list[Cutout] = field(default_factory=list)
    keeper: Keeper | None = None

    def __post_init__(self) -> None:
        self._opened: dict[Photo, tuple[np.ndarray, float]] = {}

    def batch(self, random: Random, count: int) -> tuple[torch.Tensor, torch.Tensor]:
        """(count, 3, 256, 256) views and (count, 7, 32, 32) answers, see `answer`; with a keeper, its own behind."""
        weights = np.array([weight for _, weight in self.photos])
        views, answers, old = [], [], []
        for pick in random.choice(len(weights), count, p=weights / weights.sum()):
            view, dice, known, new = self._view(self.photos[pick][0], random)
            shown = spoil(view, random) if random.random() > AS_IT_IS else view.astype(np.float32)
            views.append(shown.transpose(2, 0, 1))
            answers.append(answer(dice, known))
            old.append(not new)
        shown, answered = np.stack(views), np.stack(answers)
        if self.keeper is not None:
            answered = np.concatenate([answered, self.keeper.grids(shown, np.array(old))], axis=1)
        return torch.from_numpy(shown), torch.from_numpy(answered)

    def _view(self, photos: list[Photo], random: Random) -> tuple[np.ndarray, Floats, bool, bool]:
        """Clutter, drawn dice or a piece of a photo; its dice; whether there are surely no others; whether some were
        drawn or laid there.
        """
        kind, known, new = random.random(), True, False
        if kind < self.empty:
            return self.clutter.picture(random, VIEW_PX), np.zeros((0, 5), np.float32), known, new
        if kind < self.empty + self.drawn:
            view, dice = table(self.clutter, random, VIEW_PX, _any_side(random))
            new = True
        else:
            photo = photos[random.integers(len(photos))]
            view, dice = self._piece(photo, random)
            known = photo.background
        # Where dice may lie that nobody labelled, one laid beside them would call them background.
        if known and self.cut and random.random() < LAID:
            view, dice = lay(view, dice, self.cut, random, _usual(dice, random))
            new = True
        return view, dice, known, new

    def _piece(self, photo: Photo, random: Random) -> tuple[np.ndarray, Floats]:
        image, scale = self._open(photo)
        dice = photo.dice * np.array([scale] * 4 + [1], np.float32)
        zoom = _any_side(random) / (photo.side * scale) if len(dice) else 1.0
        zoom = max(zoom, VIEW_PX / 3 / max(image.shape[:2]))
        if zoom < 0.6:
            image, dice = shrink(image, zoom), dice * np.array([zoom] * 4 + [1], np.float32)
            zoom = 1.0
        centre = random.uniform(0, 1, 2) * (image.shape[1], image.shape[0])
        if len(dice) and random.random() < 0.85:
            centre = dice[random.integers(len(dice)), :2] + random.uniform(-0.45, 0.45, 2) * VIEW_PX / zoom
        stretch = float(np.exp(random.normal(0, 0.08)))
        side = (VIEW_PX / zoom * stretch, VIEW_PX / zoom / stretch)
        turn = random.uniform(0, 2 * np.pi) if photo.overhead else random.normal(0, OBLIQUE_TURN)
        where = (float(centre[0]), float(centre[1]))
        view, matrix = window(image, where, side, turn, random.random() < 0.5, VIEW_PX)
        return view, moved(dice, matrix)

    def _open(self, photo: Photo) -> tuple[np.ndarray, float]:
        """The photo with its longer side at most 900 px, and the scale."""
        if photo not in self._opened:
            image = photo.open()
            scale = min(1.0, 900 / max(image.shape[:2]))
            self._opened[photo] = (shrink(image, scale), scale)
        return self._opened[photo]


def _any_side(random: Random) -> float:
    """The size of dice that a detector should find, px: small ones as often as large ones."""
    return float(np.exp(random.uniform(np.log(_SIDES[0]), np.log(_SIDES[1]))))


def _usual(dice: Floats, random: Random) -> float:
    """The usual size of the dice, px, within what a detector should find; any, where there are none."""
    usual = float(np.median(np.sqrt(dice[:, 2] * dice[:, 3]))) if len(dice) else _any_side(random)
    return min(max(usual, _SIDES[0]), _SIDES[1])


def moved(dice: Floats, matrix: Floats) -> Floats:
    """The dice after the 2 x 3 map: middles moved, sizes scaled (a small turn hardly changes an upright box)."""
    out = dice.copy()
    out[:, :2] = dice[:, :2] @ matrix[:, :2].T + matrix[:, 2]
    scale = np.sqrt(abs(np.linalg.det(matrix[:, :2])))
    out[:, 2:4] *= scale
    return out


def answer(dice: Floats, known: bool) -> Floats:
    """(7, 32, 32): heat 0 to 1; offset x, y; log width, height; weight of the heat; weight of the box.

    known: whether there are surely no dice but these; else only their neighbourhood counts.
    """
    cells = VIEW_PX // STRIDE
    rows, columns = np.mgrid[:cells, :cells].astype(np.float32)
    out = np.zeros((7, cells, cells), np.float32)
    out[5] = 1.0 if known or not len(dice) else 0.0
    unasked = np.zeros((cells, cells), bool)
    for x, y, w, h, value in dice.tolist():
        side = float(np.sqrt(w * h))
        u, v = x / STRIDE - 0.5, y / STRIDE - 0.5
        away = np.hypot(columns - u, rows - v) * STRIDE
        out[5][away < 1.3 * side] = 1.0
        if value == HIDDEN or not _SIDES[0] * 0.85 <= side <= _SIDES[1] * 1.25:
            unasked |= away < 0.7 * side
            continue
        if not (-0.5 <= u < cells - 0.5 and -0.5 <= v < cells - 0.5):
            continue
        spread = max(0.55, 0.12 * side / STRIDE) * STRIDE
        out[0] = np.maximum(out[0], np.exp(-(away**2) / (2 * spread**2)))
        out[0][round(v), round(u)] = 1.0
        near = away < max(0.8 * STRIDE, 0.2 * side)
        out[1][near], out[2][near] = (u - columns)[near], (v - rows)[near]
        out[3][near], out[4][near] = np.log(w / UNIT_PX), np.log(h / UNIT_PX)
        out[6][near] = 1.0
    out[5][unasked] = 0.0
    return out
