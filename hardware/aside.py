"""Dice that lie aside in the demo: pieces of pictures, laid over the film as the game has it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.camera import CameraError
from hardware.frame import Image

Floats = NDArray[np.float32]
Box = tuple[int, int, int, int]
# Pixels over which a piece fades into the film at its edge.
FADE_PX = 5


@dataclass(frozen=True, eq=False)
class Aside:
    """pieces: for each place and each value 1 to 6 (in this order) the piece of a picture with such a die there.

    boxes: where the places lie in the film: left, top, right, bottom, px. The first place is taken first.
    """

    boxes: tuple[Box, ...]
    pieces: tuple[tuple[Image, ...], ...]

    @classmethod
    def none(cls) -> Self:
        """A table on which nothing lies aside."""
        return cls((), ())

    @classmethod
    def open(cls, path: Path, facts: dict[str, Any]) -> Self:
        """The pictures that models/scenes/demo.py has made, one below the other: bare, then 1 to 6.

        facts: at (left, top) and size (wide, high) of each in the film, places: boxes in the film; px. Raises
        CameraError where there is no such picture.
        """
        stack = cv2.imread(str(path))
        (left, top), (wide, high) = facts["at"], facts["size"]
        if stack is None or stack.shape[:2] != (7 * high, wide):
            raise CameraError(f"The demo is missing: {path.name}.", "Get a fresh copy of Roll Call.")
        boxes = tuple(tuple(int(side) for side in box) for box in facts["places"])
        pictures = [stack[value * high : (value + 1) * high] for value in range(1, 7)]
        pieces = tuple(
            tuple(np.asarray(each[b - top : d - top, a - left : c - left], np.uint8) for each in pictures)
            for a, b, c, d in boxes
        )
        return cls(boxes, pieces)  # type: ignore[arg-type]

    def laid(self, picture: Image, values: Sequence[int]) -> Image:
        """The picture, (H, W, 3) uint8 BGR, with dice of these values aside, by their places; 0: none lies there.

        Values for which there is no place are left out.
        """
        if not any(values) or not self.boxes:
            return picture
        out = picture.copy()
        for (left, top, right, bottom), pieces, value in zip(self.boxes, self.pieces, values, strict=False):
            if not value:
                continue
            here = np.s_[top:bottom, left:right]
            share = _share(bottom - top, right - left)
            out[here] = np.round(out[here] * (1 - share) + pieces[value - 1] * share).astype(np.uint8)
        return out


def placed(before: Sequence[int], values: Sequence[int], places: int) -> tuple[int, ...]:
    """Dice of these values by place, 0 for none, where those before lay: whoever lays them aside leaves a die that
    shows its value already, and lays none where another has just lain, if there is room elsewhere.
    """
    were = (*before, *(0,) * places)[:places]
    left, lie = Counter(values), [0] * places
    for place, value in enumerate(were):
        if left[value]:
            left[value] -= 1
            lie[place] = value
    empty = sorted((place for place in range(places) if not lie[place]), key=lambda place: were[place] > 0)
    for place, value in zip(empty, left.elements(), strict=False):
        lie[place] = value
    return tuple(lie)


def _share(high: int, wide: int) -> Floats:
    """(high, wide, 1): 1 in a piece, falling to 0 at its edge."""
    y = np.minimum(np.arange(high), np.arange(high)[::-1])[:, None]
    x = np.minimum(np.arange(wide), np.arange(wide)[::-1])[None]
    return np.asarray(np.clip((np.minimum(x, y) + 1) / FADE_PX, 0, 1)[..., None], np.float32)
