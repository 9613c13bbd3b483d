"""Dice that are shown to be learnt: all of a set, each with the same face up, in one picture that stands still."""

from __future__ import annotations

import secrets
from collections.abc import Collection
from dataclasses import dataclass

import numpy as np

from hardware.frame import Image
from vision.learning.example import Example
from vision.nouns import Floats
from vision.picture.crop import crop
from vision.reading.reader import Reader
from vision.reading.readings import VALUES, Readings

# What the detector is so sure of may be a die of the set, though it is not read. Larger: emblems are overlooked.
# Smaller: more that is no die must be unticked.
_MAY_BE = 0.2
# Dice of a set are of one size: at most so many times as large as usual, or as small.
_ONE_SIZE = 1.5
MOST = 12
"""Dice of one picture that are shown to a person. Larger: a longer page."""


@dataclass(frozen=True, eq=False)
class Shown:
    """boxes: (N, 5) of what may be dice, px of the picture. told: what is read of each already, 0 where it is asked."""

    token: str
    image: Image
    boxes: Floats
    told: tuple[int, ...]
    sure: tuple[float, ...]

    @classmethod
    def of(cls, image: Image, reader: Reader) -> Shown:
        """What lies there now."""
        found = _of_one_size(reader.suspects(image), reader)
        ask = reader.limits.ask
        told = [
            int(chances[:VALUES].argmax()) + 1 if sure >= ask else 0
            for chances, sure in zip(found.chances, found.sure, strict=True)
        ]
        sures = tuple(float(each) for each in found.sure)
        return cls(secrets.token_hex(8), image, found.boxes, tuple(told), sures)

    def known(self, value: int, kept: Collection[int]) -> bool:
        """Whether all dice that are kept are read as this value already."""
        own = [told for index, told in enumerate(self.told) if index in kept]
        return bool(own) and all(told == value for told in own)

    def examples(self, value: int, kept: Collection[int]) -> list[Example]:
        """The dice that are kept show this value. What is not may show another, or be no die: it teaches nothing."""
        longest = max(self.image.shape[:2])
        return [
            Example(
                crop(self.image, box),
                value,
                "shown",
                f"shown {self.token}",
                min(1.0, float(np.sqrt(box[2] * box[3])) / longest),
                self.sure[index] if self.told[index] == value else 0.0,
            )
            for index, box in enumerate(self.boxes)
            if index in kept
        ]


def _of_one_size(found: Readings, reader: Reader) -> Readings:
    """The likeliest of them, of about one size, from the left."""
    worth = (found.likely >= reader.limits.die) | (found.boxes[:, 4] >= _MAY_BE)
    found = found.keep(worth)
    if not len(found.boxes):
        return found
    usual = float(np.median(found.sides[np.argsort(-found.boxes[:, 4])[:MOST]]))
    found = found.keep(np.maximum(found.sides / usual, usual / found.sides) <= _ONE_SIZE)
    likeliest = np.argsort(-found.boxes[:, 4], kind="stable")[:MOST]
    return found.keep(likeliest[np.argsort(found.boxes[likeliest, 0], kind="stable")])
