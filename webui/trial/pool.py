# Tested by tests/test_webui_trial.py.
"""The labelled dice of a rig, as they would be taught, parted into sets; and the draws of what is taught."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from hardware.frame import Image
from hardware.photo import open_photo
from vision.learning.colours import colours
from vision.learning.example import Example
from vision.nouns import Detection, Floats
from vision.picture.crop import crop
from vision.reading.labels import LEAST_PX, Label, Labelled
from vision.reading.reader import Reader
from vision.reading.score import pairs

# Score of a box that may be shown to a person who teaches. Larger: fewer doubtful dice are taught.
_MAY_BE = 0.2


@dataclass(frozen=True, eq=False)
class Die:
    """A labelled die of a photo, what it would teach, and the number of its set.

    crop: as its label has it. example: as it would be taught; None where nothing suspects a die there.
    """

    photo: Labelled
    label: Label
    crop: Image
    example: Example | None
    of: int = 0


@dataclass(frozen=True)
class Rig:
    """A rig to try, and how many sets its dice are parted into by their colour."""

    name: str
    sets: int = 1


def dice_of(photos: Iterable[Labelled], reader: Reader) -> list[Die]:
    """The dice of these photos that are large enough, each with what it teaches if it is shown."""
    found: list[Die] = []
    for photo in photos:
        found += _dice_in(photo, open_photo(photo.path), reader)
    return found


def parted(dice: Sequence[Die], sets: int) -> list[Die]:
    """The same dice, in so many sets by their colour."""
    if sets <= 1 or len(dice) <= sets:
        return list(dice)
    cv2.setRNGSeed(1)
    stop = (cv2.TERM_CRITERIA_COUNT + cv2.TERM_CRITERIA_EPS, 100, 0.1)
    seen = colours(np.array([die.crop for die in dice], np.float32))
    _, places, _ = cv2.kmeans(seen, sets, None, stop, 10, cv2.KMEANS_PP_CENTERS)  # type: ignore[call-overload]
    return [replace(die, of=int(place)) for die, place in zip(dice, places[:, 0], strict=True)]


def drawn(
    dice: Sequence[Die], number: int, random: np.random.Generator
) -> tuple[list[Example], list[Labelled]]:
    """Draws `number` examples of a set, from whole photos; and the other photos of the set, in the order drawn."""
    photos = list({die.photo.path: die.photo for die in dice}.values())
    order = [photos[index] for index in random.permutation(len(photos))]
    taught: list[Example] = []
    for count, photo in enumerate(order):
        if len(taught) >= number:
            return taught[:number], order[count:]
        taught += [die.example for die in dice if die.photo.path == photo.path and die.example]
    return taught[:number], []


def mistaught(examples: Sequence[Example], random: np.random.Generator) -> list[Example]:
    """The same, one in ten of them with another value."""
    wrong = set(random.permutation(len(examples))[: len(examples) // 10].tolist())
    return [
        replace(each, value=(each.value - 1 + int(random.integers(1, 6))) % 6 + 1) if place in wrong else each
        for place, each in enumerate(examples)
    ]


def _dice_in(photo: Labelled, image: Image, reader: Reader) -> list[Die]:
    found = reader.suspects(image)
    found = found.keep((found.likely >= reader.limits.die) | (found.boxes[:, 4] >= _MAY_BE))
    matched = pairs(photo.labels, [_suspect(box) for box in found.boxes])
    boxes = {place: found.boxes[row] for place, row in matched.items()}
    return [
        Die(photo, label, crop(image, _box(label)), _example(photo, image, label, boxes.get(place)))
        for place, label in enumerate(photo.labels)
        if label.side_px >= LEAST_PX
    ]


def _example(photo: Labelled, image: Image, label: Label, box: Floats | None) -> Example | None:
    if box is None:
        return None
    share = min(1.0, float(np.sqrt(box[2] * box[3])) / max(image.shape[:2]))
    return Example(crop(image, box), label.value, "shown", photo.path.name, share)


def _box(label: Label) -> Floats:
    return np.array([*label.centre, *label.box[2:]], np.float32)


def _suspect(box: Floats) -> Detection:
    x, y, wide, high = (box[:4] / (1, 1, 2, 2)).tolist()
    corners = [[x - wide, y - high], [x + wide, y - high], [x + wide, y + high], [x - wide, y + high]]
    return Detection(np.array(corners, np.float32), None, float(box[4]), "unsure", float(box[4]), (1,))
