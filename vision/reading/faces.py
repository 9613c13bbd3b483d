"""One die in a crop, told by the reader's net: seen in one to four views, and by what was taught of the dice there.

The net takes (N, 3, 48, 48) float32 crops (`normalised`) and gives (N, 7) logits of what exclude each other: the values
1 to 6, and "nothing that can be read". The views are the crop as it is, mirrored, and with colours unmixed; no turned
ones: seen from the side, a die on its side shows another face on top.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from vision.nouns import Floats
from vision.picture.crop import CROP_PX, normalised, unmixed
from vision.reading.chances import pooled, softmax
from vision.reading.net import Net, Run, open_checked
from vision.reading.readings import NONE, VALUES

# How sure of a value a first look must be to need no second. Larger: slower. Smaller: more dice are told by one look.
_PLAIN_SIGHT = 0.95
# How sure of the same two looks must be to need no third. Larger: slower. Smaller: more is told by two looks.
_SETTLED = 0.85
# What is less likely a die than that at first sight gets no second look. Larger: faster, and more dice are lost.
_LEAST_WORTH = 0.1


@dataclass(frozen=True)
class Sizes:
    """How the size of boxes in px is to be understood. longest_px: the longer side of the picture.

    known: the boxes were looked for in the size that dice are known to have there.
    """

    longest_px: int
    known: bool = False


class Taught(Protocol):
    """What somebody has taught of the dice on the table."""

    def like(self, crops: Floats, boxes: Floats, sizes: Sizes) -> NDArray[np.bool_]:
        """(N,) which crops, (N, 48, 48, 3) BGR, 0 to 255, of boxes (N, 5), px, may be of the set by colour and size."""

    def believed(self, boxes: Floats, like: NDArray[np.bool_], sizes: Sizes) -> Floats:
        """The boxes, (N, 5), with higher scores where the set's colours and size speak for a die.

        like: as the method gives it.
        """

    def told(self, crops: Floats, like: NDArray[np.bool_], faces: Faces) -> Telling:
        """What each of them shows."""


@dataclass(frozen=True, eq=False)
class Telling:
    """What N crops show. by_set: (N, 7) chances by what was taught, of dice of the set. alone: (N, 7) by the net alone,
    where the set is not sure. sure: (N,) of whose value the set is sure.
    """

    by_set: Floats
    alone: Floats
    sure: NDArray[np.bool_]


class Faces:
    """Tells single dice."""

    def __init__(self, run: Run, taught: Taught | None = None) -> None:
        """run: the net. taught: None where nobody has taught anything, and for any dice."""
        self._run, self.taught = run, taught

    def with_taught(self, taught: Taught | None) -> Faces:
        """The same net, for other dice."""
        return Faces(self._run, taught)

    def untaught(self, crops: Floats) -> Floats:
        """(N, 7) chances of crops (N, 48, 48, 3), BGR, 0 to 255, by the net alone, pooled over views."""
        if not len(crops):
            return np.zeros((0, NONE + 1), np.float32)
        return self.settled(crops, self._once(crops))

    def settled(self, crops: Floats, first: Floats) -> Floats:
        """The same, after a first look that gives chances (N, 7): what is then surely no die, or plainly one, gets no
        second.
        """
        chances = first.copy()
        plain = chances[:, :VALUES].max(axis=1) >= _PLAIN_SIGHT
        worth = np.nonzero((1 - chances[:, NONE] >= _LEAST_WORTH) & ~plain)[0]
        if len(worth):
            chances[worth] = self._again(crops[worth], chances[worth])
        return chances

    def seen(self, crops: Floats) -> tuple[Floats, Floats]:
        """(N, 7) logits and (N, F) features of one look at crops; F is 0 where the net has no second output."""
        if not len(crops):
            return np.zeros((0, NONE + 1), np.float32), np.zeros((0, 0), np.float32)
        batch = normalised(crops)
        if isinstance(self._run, Net):
            return self._run.seen(batch)
        return self._run(batch), np.zeros((len(crops), 0), np.float32)

    def _again(self, crops: Floats, first: Floats) -> Floats:
        """Chances (N, 7) after a second look with colours unmixed, and two more where the two do not settle it."""
        clear = unmixed(crops)
        second = self._once(clear[:, :, ::-1])
        chances = pooled(np.stack([first, second]))
        both = np.minimum(first, second).max(axis=1)
        doubtful = np.nonzero(both < _SETTLED)[0]
        if len(doubtful):
            more = self._once(np.concatenate([crops[doubtful][:, :, ::-1], clear[doubtful]]))
            looks = np.stack([first[doubtful], second[doubtful], *np.split(more, 2)])
            chances[doubtful] = pooled(looks)
        return chances

    def _once(self, crops: Floats) -> Floats:
        return softmax(self._run(normalised(crops)))


def open_faces(folder: Path, threads: int = 1) -> Net:
    """The net that reads one die, reader.onnx in `folder`; raises ModelError."""
    shapes = (2, 3, CROP_PX, CROP_PX), (2, NONE + 1)
    return open_checked(folder / "reader.onnx", threads, *shapes, "reader's net")
