"""Rings round the dice of a picture, and their tags. Drawings are 640 wide, so that a ring is as thick on every camera.

A ring is turned as its die is and stands off it, so that it hides no pip; where two dice lie close, less, so that their
rings do not cross.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.nouns import TILTED
from webui.match.seen import Corners, SeenDie
from webui.page.scene import Mark

Points = NDArray[np.float64]
WIDTH = 640.0
DIE = 46.0
"""The die that marks are drawn for; on smaller and larger ones they shrink and grow with it, within limits."""
SIZES = (0.7, 1.4)
STAND_OFF = 8.0
"""How far a ring stands off its die at most, in the drawing at its own scale."""
SHARE = 1 / (1 + math.sqrt(2))
"""The share of the room between two dice that each ring may take: a side moves out by it, a corner by 1.41 of it."""
LEAST_OFF = -0.1
"""How far a ring may at worst stand off, as a share of the die's side: of dice that touch it cuts their corners."""
TAG_LIFT = 14.0
"""How far above its ring a tag stands. Larger: a tag seems to be of the die above."""
TAG_LEFT = 16.0
"""How far left of the middle of its ring a tag begins."""
TAG_MARGIN = 4.0
"""The least room between a tag and the edge of the picture."""
WORD_LIFT = 20.0
"""How far above its ring a word stands. Larger: a word seems to be of the die above."""
VALUE_WIDE = 32.0
"""The width of a tag with a value."""
PICKED_WIDE = 50.0
"""The width of a tag with a value and a tick."""
LETTER_WIDE = 9.5
"""The width of one letter of a word. Smaller: a word runs out of its tag."""


@dataclass(frozen=True)
class Ringed:
    """A die to be ringed: how, what its tag says, and which of the dice of the throw it is; None for another one."""

    die: SeenDie
    look: str
    tag: str = ""
    index: int | None = None


def told(die: SeenDie, face: int | None, picked: bool = False, index: int | None = None) -> Ringed:
    """A die of a throw: its value, how it lies where it has none, or that it is not known."""
    if face is not None:
        return Ringed(die, "keep" if picked else "", str(face), index)
    lies = TILTED.get(die.state)
    return Ringed(die, "cocked", lies, index) if lies else Ringed(die, "unsure", "?", index)


def still(ring: Ringed) -> Ringed:
    """The same, of a throw in which nothing counts any more."""
    return ring if ring.look in ("cocked", "unsure") else replace(ring, look="still")


def drawn(rings: Sequence[Ringed], scale: float) -> tuple[Mark, ...]:
    """The marks of these dice; scale: units of the drawing to a pixel."""
    squares = [np.array(ring.die.corners, float) * scale for ring in rings]
    return tuple(
        _mark(ring, square, _room(n, squares))
        for n, (ring, square) in enumerate(zip(rings, squares, strict=True))
    )


def centre(corners: Corners | Points) -> tuple[float, float]:
    """The middle of four corners."""
    return sum(float(x) for x, _ in corners) / len(corners), sum(float(y) for _, y in corners) / len(corners)


def _room(one: int, squares: Sequence[Points]) -> float:
    """How far the ring of one die may stand off for its neighbours."""
    gaps = [_gap(squares[one], other) for n, other in enumerate(squares) if n != one]
    return SHARE * min(gaps, default=math.inf)


def _gap(one: Points, other: Points) -> float:
    """How far two squares lie apart, across the side of one of them where it is most; below 0 where they overlap."""
    return max(_along(one, other), _along(other, one))


def _along(square: Points, other: Points) -> float:
    sides = np.roll(square, -1, axis=0) - square
    normals = (
        np.stack([sides[:, 1], -sides[:, 0]], axis=1)
        / np.maximum(np.linalg.norm(sides, axis=1), 1e-9)[:, None]
    )
    return float(max((other @ normal).min() - (square @ normal).max() for normal in normals))


def _mark(ring: Ringed, square: Points, room: float) -> Mark:
    side = float(np.linalg.norm(square[0] - square[2])) / math.sqrt(2)
    size = round(min(max(side / DIE, SIZES[0]), SIZES[1]), 2)
    off = max(min(STAND_OFF * size, room), LEAST_OFF * side)
    x, y = centre(square)
    around = (square - (x, y)) * (1 + 2 * off / max(side, 1.0)) + (x, y)
    path = [(a / size, b / size) for a, b in around.tolist()]
    wide = _tag_wide(ring)
    left, top = _tag_at(path, wide if ring.look == "cocked" else 0.0)
    left = max(min(left, WIDTH / size - wide - TAG_MARGIN), TAG_MARGIN)
    return Mark(
        ring.look,
        " ".join(f"{a:.1f},{b:.1f}" for a, b in path),
        ring.tag,
        round(left, 1),
        round(max(top, 2.0), 1),
        size,
        wide,
        ring.index,
        (round(x, 1), round(y, 1)),
    )


def _tag_wide(ring: Ringed) -> float:
    if ring.look == "cocked":
        return LETTER_WIDE * (len(ring.tag) + 1)
    return PICKED_WIDE if ring.look == "keep" else VALUE_WIDE


def _tag_at(ring: Sequence[tuple[float, float]], word: float) -> tuple[float, float]:
    """The left and top of a tag: at the ring's upper right; a word, so wide, in the middle above it."""
    if word:
        return centre(np.array(ring))[0] - word / 2, min(y for _, y in ring) - WORD_LIFT
    right, top = max(ring, key=lambda corner: corner[0] - corner[1])
    return right - TAG_LEFT, top - TAG_LIFT
