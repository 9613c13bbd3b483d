"""How the reader's net sees crops: through each tint, mirrored, turned. Each look is taken once and kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from vision.learning.tints import TINTS
from vision.nouns import Doubles, Floats
from vision.reading.faces import Faces

Way = tuple[str, bool, int]
"""The tint, whether mirrored, and the quarter turns of a look."""
# No look rules anything out: the least logarithm of a chance. Lower: one look outvotes the others.
_LEAST_LOG = float(np.log(1e-3))


@dataclass(frozen=True, eq=False)
class Look:
    """One look at N crops: (N, 7) logits as the net gives them, and (N, F) features of length 1."""

    logits: Floats
    features: Floats

    @cached_property
    def logs(self) -> Doubles:
        """(N, 7) logarithms of the chances that the logits stand for."""
        low = np.asarray(self.logits, np.float64) - self.logits.max(axis=1, keepdims=True)
        return np.asarray(np.maximum(low - np.log(np.exp(low).sum(axis=1, keepdims=True)), _LEAST_LOG))

    def of(self, rows: NDArray[np.intp]) -> Look:
        """The look at these crops only."""
        return Look(self.logits[rows], self.features[rows])


def look_at(faces: Faces, crops: Floats, ways: Sequence[Way]) -> list[Look]:
    """Looks at crops (N, 48, 48, 3), float32, in each of these ways, in one batch."""
    tinted: dict[str, Floats] = {}
    seen = []
    for tint, mirrored, turns in ways:
        if tint not in tinted:
            tinted[tint] = TINTS[tint](crops)
        turned = tinted[tint][:, :, ::-1] if mirrored else tinted[tint]
        seen.append(np.rot90(turned, turns, axes=(1, 2)))
    logits, features = faces.seen(np.concatenate(seen))
    parts = zip(np.split(logits, len(ways)), np.split(unit(features), len(ways)), strict=True)
    return [Look(*part) for part in parts]


def unit(features: Floats) -> Floats:
    """The same, (N, F), each of length 1."""
    return np.asarray(
        features / np.maximum(np.linalg.norm(features, axis=1, keepdims=True), 1e-6), np.float32
    )


class Looks:
    """The looks at some crops, (N, 48, 48, 3) uint8."""

    def __init__(self, faces: Faces, crops: Floats) -> None:
        self._faces, self._crops = faces, np.asarray(crops, np.float32)
        self._known: dict[Way, Look] = {}

    def of(self, rows: NDArray[np.intp]) -> Looks:
        """Those at these crops only; what is known of them is not looked at again."""
        some = Looks(self._faces, self._crops[rows])
        some._known = {way: look.of(rows) for way, look in self._known.items()}
        return some

    def at(self, way: Way) -> Look:
        """One look at all of them."""
        return self.through([way])[0]

    def through(self, ways: Sequence[Way]) -> list[Look]:
        """One look at all of them in each of these ways; those that are not taken yet are taken in one batch."""
        new = [way for way in dict.fromkeys(ways) if way not in self._known]
        if new:
            self._known |= zip(new, look_at(self._faces, self._crops, new), strict=True)
        return [self._known[way] for way in ways]
