"""What was learnt of a set: the colours through which its dice are looked at, the head over them, and the proof."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.learning.colours import Colours
from vision.learning.head import Head, softmax
from vision.learning.looks import Look, Looks, Way
from vision.learning.tints import PLAIN
from vision.nouns import Doubles, Floats
from vision.reading.faces import Faces
from vision.reading.readings import VALUES

FIRST: Way = (PLAIN, False, 0)
"""The first look at a die."""
# Chance of one value, by the net and by the head, from which the other looks are left out. Larger: slower. Smaller:
# dice that need another look are told by the first.
_PLAIN_SIGHT = 0.98
# The least chance of what the net alone says, for its logarithm.
_LEAST = 1e-3


@dataclass(frozen=True)
class Proof:
    """What leaving one out showed, of so many examples of dice: how many the net alone tells and how many are told with
    what was learnt, and of these how many wrongly; gain: by how much likelier the examples are, a logarithm.
    """

    examples: int
    told_before: int
    told_now: int
    wrong_before: int
    wrong_now: int
    gain: float


@dataclass(frozen=True, eq=False)
class Learnt:
    """tints: those that the dice are looked at through; sharp: how sure the looks together are, 1: as their mean."""

    colours: Colours
    tints: tuple[str, ...]
    head: Head | None
    sharp: float
    proof: Proof

    def believed(self, crops: Floats, boxes: Floats, longest_px: int) -> Floats:
        """See `vision.reading.faces.Taught`."""
        odds = boxes[:, 4].clip(1e-4, 1 - 1e-4)
        odds = odds / (1 - odds) * np.exp(self.colours.speak(crops, boxes, longest_px))
        return np.concatenate([boxes[:, :4], (odds / (1 + odds))[:, None]], axis=1).astype(np.float32)

    def retold(self, crops: Floats, chances: Floats, faces: Faces) -> Floats:
        """See `vision.reading.faces.Taught`."""
        ours = np.nonzero(self.colours.like(crops))[0]
        if not len(ours):
            return chances
        looks = Looks(faces, crops[ours])
        out = chances.copy()
        out[ours] = told(looks, chances[ours].astype(np.float64), self.tints, self.head, self.sharp)
        return out


def told(looks: Looks, chances: Doubles, tints: Sequence[str], head: Head | None, sharp: float) -> Doubles:
    """(N, 7) chances of the dice looked at, of which the net alone gives `chances`."""
    first = _first(looks, chances, head)
    unsure = np.nonzero(~_plain(first, chances))[0]
    if len(unsure):
        some = looks.of(unsure)
        ways = ways_of(tints)
        logs = np.mean([_moved(some.at(way), head) for way in ways], axis=0)
        first[unsure] = softmax(sharp * logs)
    return first


def ways_of(tints: Sequence[str]) -> list[Way]:
    """The looks that are taken through tints: each as it is, and mirrored."""
    return [(tint, mirrored, 0) for tint in tints for mirrored in (False, True)]


def _first(looks: Looks, chances: Doubles, head: Head | None) -> Doubles:
    """What is told without another look."""
    if head is None:
        return chances.copy()
    return softmax(np.log(np.maximum(chances, _LEAST)) + head.moves(looks.at(FIRST).features))


def _plain(first: Doubles, chances: Doubles) -> NDArray[np.bool_]:
    """(N,) which are told for sure, and by the net alone as well."""
    same = first.argmax(axis=1) == chances.argmax(axis=1)
    return np.asarray(same & (np.minimum(first, chances)[:, :VALUES].max(axis=1) >= _PLAIN_SIGHT))


def _moved(look: Look, head: Head | None) -> Doubles:
    return look.logs if head is None else look.logs + head.moves(look.features)
