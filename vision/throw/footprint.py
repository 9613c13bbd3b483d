"""How much of the picture each die takes, beside the table as it was before the throw.

Dice of one throw take about as much of it as each other, shadow included; one that stands on another takes more, and
what takes room beside them is something else that lies there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median_low

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.nouns import Floats, Mask
from vision.plane.table import Table

# Times the usual room from which another die must lie under one. Larger: stacked dice are missed. Smaller: long shadows
# are towers.
TOWER = 1.25
# Times the usual room up to which it is surely one die. Larger: a die under another is called gone. Smaller: one that
# is gone is asked about.
ALIKE = 1.22
# What has changed within so many dice of a die's middle, and not nearer to another, is the die's own room.
REACH_DICE = 2.3
# One die alone takes at least so much of its box, where the picture tells it from the table at all.
CLEAR = 0.5
# Other dice that tell how room grows down the picture. More: it is not told of few dice. Fewer: one shadow tells it.
FEWEST = 3
# Times the room of a die that two take which are found as one. Larger: two count as one. Smaller: a die with a shadow
# counts as two.
TWO = 1.4
# Times its box that a die hides of the table. Larger: dice beside it are hidden, too. Smaller: its own rim is another
# thing.
BOX = 1.35
# Squares of an edge from which a room may be another die. Larger: a die unseen is called gone. Smaller: a shadow keeps
# a die that is gone.
THING = 0.25
# Share of the usual room up to which a shadow falls beside a die. Larger: a dark die is a shadow. Smaller: a shadow is
# a die.
SHADOW = 0.2
# Squares of an edge that are more than a shadow in it, at most. Larger and smaller: as above.
FAINT = 0.1


@dataclass(frozen=True)
class Footprints:
    """Rooms, in squares of a die's edge. own: that of each die, its shadow too, None where it cannot be told.

    other: the largest room that is none of theirs; thing: the largest beside their boxes that is more than a shadow.
    down: how far down the picture each die lies, in edges, where dice further up may be further away and look smaller;
    else nothing. boxes: the squares of an edge that each die's box takes.
    """

    own: tuple[float | None, ...] = ()
    other: float = 0.0
    thing: float = 0.0
    down: tuple[float, ...] = ()
    boxes: tuple[float, ...] = ()

    @property
    def _known(self) -> list[float]:
        return [room for room in self.own if room is not None]

    @property
    def _usual(self) -> float:
        """The room of a die; 0 where there are no two to compare."""
        return median_low(self._known) if len(self._known) > 1 else 0.0

    @property
    def towers(self) -> list[int]:
        """Which dice take so much more room than usual that another must lie under them."""
        if self._usual <= 0 or self.thing >= THING:
            return []
        return [
            index for index, room in enumerate(self.own) if room is not None and room >= TOWER * self._usual
        ]

    @property
    def plain(self) -> bool:
        """Whether surely nothing else lies there: two dice or more, all of the same room where it can be told, and no
        other thing.
        """
        shadow = self.thing < FAINT and self.other < SHADOW * self._usual
        alone = shadow or self.other < THING
        alike = self._usual > 0 and max(self._known) <= ALIKE * self._usual
        return alike and alone and not self._two_as_one

    @property
    def single(self) -> bool:
        """Whether one die lies there and nothing beside it: it takes the room of its box and perhaps a shadow."""
        if len(self.own) != 1 or self.own[0] is None or max(self.thing, self.other) >= THING:
            return False
        return CLEAR <= self.own[0] / self.boxes[0] < TWO

    @property
    def _two_as_one(self) -> bool:
        """Whether one takes the room of two where it lies, by the others: further up the picture dice take less."""
        dice = np.array(
            [each for each in zip(self.down, self.own, strict=False) if each[1] is not None], float
        )
        return len(dice) > FEWEST and any(
            dice[index, 1] >= TWO * _expected(np.delete(dice, index, axis=0), dice[index, 0])
            for index in range(len(dice))
        )


def _expected(dice: NDArray[np.float64], down: float) -> float:
    """The room that a die takes so far down, by a line through those of others, (N, 2) how far down and room."""
    if np.ptp(dice[:, 0]) < 1:
        return float(np.median(dice[:, 1]))
    grows, level = np.polyfit(dice[:, 0], dice[:, 1], 1)
    return float(np.clip(level + grows * down, dice[:, 1].min(), dice[:, 1].max()))


def footprints(
    news: Callable[[], tuple[Mask, Mask]],
    step: int,
    dice: Sequence[Floats],
    old: Sequence[Floats],
    table: Table,
) -> Footprints:
    """Measure the rooms of dice.

    news: gives two (h, w) masks: where the small picture, of `step` px to a pixel, is unlike before, and where by more
    than a shadow. dice: the corners of each, (4, 2) px of the full picture; old: of dice that lay there before: the
    holes that those leave are nobody's room, and the room of a die beside one cannot be told.
    """
    if not dice:
        return Footprints()
    changed, solid = news()
    holes = _boxes(old, changed.shape, step)
    changed = changed & ~holes
    middles = [corners.mean(axis=0) for corners in dice]
    edges = np.array([table.die_px((float(x), float(y))) for x, y in middles])
    rooms, beyond = _shares(changed, step, middles, edges)
    own = tuple(
        None if (holes & _boxes([corners], changed.shape, step)).any() else room
        for corners, room in zip(dice, rooms, strict=True)
    )
    changed &= _inside(table.polygon_px, changed.shape, step) & ~_boxes(dice, changed.shape, step)
    # A long shadow is within its die's own room.
    beside, thing = _largest(changed & beyond, step, table), _largest(changed & solid, step, table)
    boxes = np.array([np.prod(np.ptp(corners, axis=0)) for corners in dice]) / edges**2
    down = [] if table.measured else [float(y / edge) for (_, y), edge in zip(middles, edges, strict=True)]
    return Footprints(own, beside, thing, tuple(down), tuple(boxes.tolist()))


def fresh(news: Callable[[], tuple[Mask, Mask]], step: int, corners: Floats) -> float:
    """The share of a die's box, corners (4, 2) px, where the picture is unlike before the throw; `news` as above."""
    changed, _ = news()
    box = _inside(corners, changed.shape, step)
    return float((changed & box).sum()) / max(float(box.sum()), 1.0)


def _boxes(dice: Sequence[Floats], shape: tuple[int, ...], step: int) -> Mask:
    """255 where these dice, or what they hide of the table, are."""
    out = np.zeros(shape, np.uint8)
    for corners in dice:
        middle = corners.mean(axis=0)
        out |= _inside((corners - middle) * BOX + middle, shape, step)
    return out


def _inside(polygon_px: NDArray[np.floating], shape: tuple[int, ...], step: int) -> Mask:
    """255 inside a polygon."""
    inside = np.zeros(shape, np.uint8)
    cv2.fillPoly(inside, [np.round(polygon_px / step - 0.5).astype(np.int32)], 255)
    return inside


def _shares(
    changed: Mask, step: int, middles: Sequence[NDArray[np.floating]], edges: NDArray[np.float64]
) -> tuple[tuple[float, ...], Mask]:
    """The room nearest to each die; and 255 where what has changed is too far from all of them."""
    rows, columns = np.nonzero(changed)
    x, y = (columns + 0.5) * step, (rows + 0.5) * step
    away = np.array([np.hypot(x - u, y - v) / edge for (u, v), edge in zip(middles, edges, strict=True)])
    near = away.min(axis=0) < REACH_DICE
    counts = np.bincount(away.argmin(axis=0)[near], minlength=len(middles))
    beyond = np.zeros_like(changed)
    beyond[rows[~near], columns[~near]] = 255
    return tuple((counts * step**2 / edges**2).tolist()), beyond


def _largest(mask: Mask, step: int, table: Table) -> float:
    """The largest connected room, in squares of a die's edge there."""
    _, _, stats, middles = cv2.connectedComponentsWithStats(mask)
    rooms = [
        float(stats[n, cv2.CC_STAT_AREA]) * step**2 / table.die_px((float(x), float(y))) ** 2
        for n, (x, y) in enumerate((middles + 0.5) * step)
        if n > 0
    ]
    return max(rooms, default=0.0)
