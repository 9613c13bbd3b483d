"""Judges the reader where dice are small in a large picture: labelled photos are laid on larger ground without dice.

    python -m models.measure.afar PHOTOS [--photos 30] [--seed 1]

Each of so many photos of a rig is read as it is, then in the middle of ground two, three and five times as large (a
piece of the pictures of `models.examples.negatives`), and then in that with twice the pixels. The nets shipped have
learnt from these photos: not how right they are counts here, but by how much less with the dice further away.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from hardware.frame import Image
from hardware.photo import open_photo
from models.examples.augment import Random
from models.examples.negatives import Clutter, load
from models.refusal import told
from vision.reading.labels import Label, Labelled, load_labels
from vision.reading.reader import Reader
from vision.reading.score import Tally, score

MODELS = Path(__file__).parents[1]
# How many times as large the ground is, and then the whole picture.
AFAR = ((1, 1), (2, 1), (3, 1), (5, 1), (2, 2), (3, 2))
_GRAIN = 2.0  # grey levels of noise over the ground, as a camera's


def laid(image: Image, times: int, clutter: Clutter, random: Random) -> Image:
    """The picture (H, W, 3) in the middle of ground that is `times` as high and wide."""
    height, width = image.shape[:2]
    ground = clutter.ground(random, times * max(height, width))[: times * height, : times * width]
    seen = np.asarray(
        np.clip(ground + random.normal(0, _GRAIN, ground.shape).astype(np.float32), 0, 255), np.uint8
    )
    left, top = margins(image, times)
    seen[top : top + height, left : left + width] = image
    return seen


def margins(image: Image, times: int) -> tuple[int, int]:
    """How far, in px, the picture lies from the left and from the top of such ground."""
    height, width = image.shape[:2]
    return (times - 1) * width // 2, (times - 1) * height // 2


def moved(label: Label, away: tuple[float, float], scale: float) -> Label:
    """The label in a picture where its own lies `away` (x, y) px from the corner, all of it `scale` times as large."""
    x, y, w, h = label.box
    box = (scale * (x + away[0]), scale * (y + away[1]), scale * w, scale * h)
    return replace(label, box=box, side_px=scale * label.side_px)


def judged(
    reader: Reader, photo: Labelled, times: int, scale: int, clutter: Clutter, random: Random
) -> Tally:
    """The counts of one photo so far away."""
    image = open_photo(photo.path)
    seen = laid(image, times, clutter, random) if times > 1 else image
    if scale > 1:
        seen = np.asarray(cv2.resize(seen, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC), np.uint8)
    labels = [moved(label, margins(image, times), scale) for label in photo.labels]
    return score(labels, reader.read(seen)).tally


def some(photos: Iterable[Labelled], most: int, seed: int) -> dict[str, Sequence[Labelled]]:
    """As many photos of each rig, taken at random."""
    rigs: dict[str, list[Labelled]] = defaultdict(list)
    for photo in photos:
        rigs[photo.rig].append(photo)
    random = np.random.default_rng(seed)
    return {rig: [of[i] for i in random.permutation(len(of))[:most]] for rig, of in rigs.items()}


def asked(about: str, most: int) -> argparse.Namespace:
    """What the command line asks for: photos, most (of each rig), seed, models. about: what the command does."""
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("photos", type=Path, help="a folder of labelled photos")
    parser.add_argument("--photos", dest="most", type=int, default=most, help="of each rig")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--models", type=Path, default=MODELS, help="the folder of the weights")
    return parser.parse_args()


@told()
def main() -> None:
    """The command line."""
    arguments = asked(__doc__, 30)
    cv2.setNumThreads(1)
    reader, clutter = Reader.open(arguments.models), load()
    for times, scale in AFAR:
        print(f"ground {times} times as large, all {scale} times:")
        for rig, photos in some(load_labels(arguments.photos), arguments.most, arguments.seed).items():
            random = np.random.default_rng([arguments.seed, times])
            tally = sum((judged(reader, photo, times, scale, clutter, random) for photo in photos), Tally())
            print(f"  {rig:10}", line(tally), flush=True)


def line(tally: Tally) -> str:
    """The shares of a tally, for people."""
    shares = tally.as_dict()
    names = ("right", "wrong", "asked", "missed", "all_right")
    told = "  ".join(f"{name} {shares[f'{name}_percent']:6.2f} %" for name in names)
    return f"{told}  ghosts {tally.ghosts}  questions {tally.questions}"


if __name__ == "__main__":
    main()
