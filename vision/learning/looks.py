"""How the reader's net sees crops: through each tint, mirrored, turned. Each look is taken once and kept."""

from __future__ import annotations

from dataclasses import dataclass

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
    """One look at N crops: (N, 7) logarithms of chances, and (N, F) features of length 1."""

    logs: Doubles
    features: Floats

    def of(self, rows: NDArray[np.intp]) -> Look:
        """The look at these crops only."""
        return Look(self.logs[rows], self.features[rows])


def look_at(faces: Faces, crops: Floats, way: Way) -> Look:
    """One look at crops (N, 48, 48, 3), float32."""
    tint, mirrored, turns = way
    turned = np.rot90(crops[:, :, ::-1] if mirrored else crops, turns, axes=(1, 2))
    logits, features = faces.seen(TINTS[tint](np.ascontiguousarray(turned)))
    return Look(logs_of(logits), unit(features))


def logs_of(logits: Floats) -> Doubles:
    """(N, 7) logarithms of the chances that logits stand for."""
    low = np.asarray(logits, np.float64) - logits.max(axis=1, keepdims=True)
    return np.asarray(np.maximum(low - np.log(np.exp(low).sum(axis=1, keepdims=True)), _LEAST_LOG))


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
        if way not in self._known:
            self._known[way] = look_at(self._faces, self._crops, way)
        return self._known[way]
