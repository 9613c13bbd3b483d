"""What was learnt of a set: the colours through which its dice are looked at, the head over them, and the proof.

Two things may be in doubt of a die: that it is one, and what it shows. Size and colour of a set speak for a die. For a
value speaks the net, as it sees the die through the set's colours; where the net alone holds it to be otherwise, or is
not sure, a value is told only from a `bar` that the set's own examples have set.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.learning.colours import Colours
from vision.learning.example import CLASSES
from vision.learning.head import Head, softmax
from vision.learning.looks import Look, Looks, Way
from vision.learning.tints import PLAIN
from vision.nouns import Doubles, Floats
from vision.reading.chances import softmax as chances_of_logits
from vision.reading.faces import Faces, Sizes, Telling
from vision.reading.readings import VALUES

FIRST: Way = (PLAIN, False, 0)
"""The first look at a die."""
TOLD = 0.87
"""Chance from which a value is told, as `Limits.ask` has it. Larger: more dice of a set are asked about."""
NEVER = 2.0
"""The bar of a value that is not told in doubt, however likely."""
# Chance of the same, by the net and by the head, from which the other looks are left out. Larger: slower. Smaller: dice
# that need another look are told by the first.
_PLAIN_SIGHT = 0.95


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
    """tints: those that the dice are looked at through; sharp: how sure the looks together are, 1: as their mean.

    bars: (6,) the chance beyond which each value is told where the net alone would not tell it.
    """

    colours: Colours
    tints: tuple[str, ...]
    head: Head | None
    sharp: float
    bars: Doubles
    proof: Proof

    def like(self, crops: Floats, boxes: Floats, sizes: Sizes) -> NDArray[np.bool_]:
        """See `vision.reading.faces.Taught`."""
        return self.colours.of_set(crops, boxes, sizes)

    def believed(self, boxes: Floats, like: NDArray[np.bool_], sizes: Sizes) -> Floats:
        """See `vision.reading.faces.Taught`."""
        odds = boxes[:, 4].clip(1e-4, 1 - 1e-4)
        odds = odds / (1 - odds) * np.exp(self.colours.speak(boxes, like, sizes))
        return np.concatenate([boxes[:, :4], (odds / (1 + odds))[:, None]], axis=1).astype(np.float32)

    def told(self, crops: Floats, like: NDArray[np.bool_], faces: Faces) -> Telling:
        """See `vision.reading.faces.Taught`."""
        looks, ours = Looks(faces, crops), np.nonzero(like)[0]
        by_set, sure = np.zeros((len(crops), CLASSES)), np.zeros(len(crops), np.bool_)
        if len(ours):
            (by_set[ours],), by_net = told(looks.of(ours), self.tints, self.head, (self.sharp,))
            sure[ours] = is_told(by_set[ours], by_net, self.bars)
        alone, others = by_set.astype(np.float32), np.nonzero(~sure)[0]
        if len(others):
            first = chances_of_logits(looks.at(FIRST).logits[others])
            alone[others] = faces.settled(crops[others], first)
        return Telling(by_set.astype(np.float32), alone, sure)


def told(
    looks: Looks, tints: Sequence[str], head: Head | None, sharps: Sequence[float]
) -> tuple[list[Doubles], Doubles]:
    """(N, 7) chances of the dice looked at, for each sureness in sharps; and by the same looks without the head."""
    first = looks.at(FIRST)
    net, moved = np.exp(first.logs), softmax(_moved(first, head))
    unsure = np.nonzero(~_plain(net, moved))[0]
    chances = [moved.copy() for _ in sharps]
    if len(unsure):
        seen = looks.of(unsure).through(ways_of(tints))
        logs = np.mean([_moved(look, head) for look in seen], axis=0)
        for each, sharp in zip(chances, sharps, strict=True):
            each[unsure] = softmax(sharp * logs)
        net[unsure] = softmax(np.mean([first.logs[unsure], *(look.logs for look in seen)], axis=0))
    return chances, net


def is_told(by_set: Doubles, by_net: Doubles, bars: Doubles) -> NDArray[np.bool_]:
    """(N,) whose likeliest value is told, of dice with chances (N, 7) by what was learnt and by the net."""
    rows, values = np.arange(len(by_set)), by_set[:, :VALUES].argmax(axis=1)
    chances = by_set[rows, values]
    return np.asarray(np.where(in_doubt(by_set, by_net), chances > bars[values], chances >= TOLD))


def in_doubt(by_set: Doubles, by_net: Doubles) -> NDArray[np.bool_]:
    """(N,) of whose likeliest value the net is not sure, of all values."""
    rows, values = np.arange(len(by_set)), by_set[:, :VALUES].argmax(axis=1)
    return np.asarray(by_net[rows, values] < TOLD * by_net[:, :VALUES].sum(axis=1))


def ways_of(tints: Sequence[str]) -> list[Way]:
    """The looks that are taken through tints: one through each, every second one mirrored."""
    return [(tint, bool(place % 2), 0) for place, tint in enumerate(tints)]


def _plain(net: Doubles, moved: Doubles) -> NDArray[np.bool_]:
    """(N,) of which the net and what was learnt say the same for sure at the first look."""
    return np.asarray(np.minimum(net, moved).max(axis=1) >= _PLAIN_SIGHT)


def _moved(look: Look, head: Head | None) -> Doubles:
    return look.logs if head is None else look.logs + head.moves(look.features)
