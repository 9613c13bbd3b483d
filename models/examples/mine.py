"""False alarms of a half-trained reader, cut out to be learnt from."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from hardware.path import replacing
from models.examples import banks
from models.examples.augment import Random, spoil
from models.examples.negatives import Clutter
from models.examples.photos import Photo
from models.nets import DetectorNet, PictureNet
from vision.nouns import Floats
from vision.reading.detector import Detector
from vision.reading.net import Run
from vision.reading.reader import Reader
from vision.reading.readings import Limits, Readings

PICTURES = 250
PHOTOS = 600
PICTURE_PX = 448
# Looks at anything and believes nearly everything: what it takes for a die is worth learning from.
_CURIOUS = Limits(temperature=1.0, look=0.15, die=0.25, ask=0.8, tilted=2.0)


def round_of(
    number: int, reader: nn.Module, folder: Path, clutter: Clutter, photos: list[Photo]
) -> banks.Bank:
    """The false alarms of round `number`, kept in `folder` so that a training that was stopped goes on with them."""
    kept = folder / f"mined-{number}.npz"
    if not kept.is_file():
        # Its first weights are drawn, and soon forgotten: a training that goes on from here draws none.
        with torch.random.fork_rng():
            detector = DetectorNet()
        detector.load_state_dict(torch.load(folder / "detector.pt", weights_only=False)["net"])
        eyes = Reader(Detector(runner(PictureNet(detector))), runner(reader), _CURIOUS)
        random = np.random.default_rng(1000 + number)
        rows = [*_in_clutter(eyes, clutter, random), *_in_photos(eyes, photos, random)]
        alarms = banks.collect(rows) if rows else banks.EMPTY
        with replacing(kept) as beside, beside.open("wb") as file:
            np.savez(file, patches=alarms.patches, overhead=alarms.overhead)
        print(f"mined {len(rows)} false alarms", flush=True)
    with np.load(kept) as table:
        patches, overhead = table["patches"], table["overhead"]
    return banks.Bank(patches, np.zeros(len(patches), np.int64), overhead)


def runner(net: nn.Module) -> Run:
    """A net of torch as what `vision` runs."""

    def run(batch: NDArray[Any]) -> Floats:
        net.eval()
        with torch.no_grad():
            answer: Floats = net(torch.from_numpy(batch.astype(np.float32, copy=False))).numpy()
        return answer

    return run


def _in_clutter(eyes: Reader, clutter: Clutter, random: Random) -> Iterator[banks.Row]:
    for _ in range(PICTURES):
        picture = np.asarray(spoil(clutter.picture(random, PICTURE_PX), random), np.uint8)
        # One size at a time: quick, and every size comes up.
        size = float(np.exp(random.uniform(np.log(14), np.log(220))))
        for box in _alarms(eyes.candidates(picture, size)):
            yield banks.cut(picture, box[0], box[1], float(np.sqrt(box[2] * box[3]))), 0, True


def _in_photos(eyes: Reader, photos: list[Photo], random: Random) -> Iterator[banks.Row]:
    for photo in _chosen(photos, random):
        image = photo.open()
        # Where there are no dice, and in half of the rest, at all sizes, as it will be at the table.
        one_size = photo.side and random.random() < 0.5
        size = max(10.0, photo.side * float(np.exp(random.normal(0, 0.6)))) if one_size else None
        for box in _alarms(eyes.candidates(image, size)):
            if is_no_die(box, photo):
                side = float(np.sqrt(box[2] * box[3]))
                yield banks.cut(image, box[0], box[1], side), 0, photo.overhead


def _chosen(photos: list[Photo], random: Random) -> list[Photo]:
    """`PHOTOS` photos of dice, and as many without any if there are so many."""
    kinds = [photo for photo in photos if photo.side], [photo for photo in photos if not photo.side]
    return [kind[index] for kind in kinds for index in random.permutation(len(kind))[:PHOTOS]]


def _alarms(found: Readings) -> Floats:
    return found.boxes[found.die >= _CURIOUS.die]


def is_no_die(box: Floats, photo: Photo) -> bool:
    """Whether the box surely holds no whole die: it is away from all labelled ones, or far from their size."""
    if not len(photo.dice):
        return photo.background
    away = np.hypot(photo.dice[:, 0] - box[0], photo.dice[:, 1] - box[1])
    sides = np.sqrt(photo.dice[:, 2] * photo.dice[:, 3])
    nearest = int(np.argmin(away / sides))
    ratio = float(np.sqrt(box[2] * box[3])) / float(sides[nearest])
    apart = float(away[nearest] / sides[nearest])
    if apart < 0.75:
        return ratio > 2.0 or ratio < 0.45
    return photo.background or apart < 1.3
