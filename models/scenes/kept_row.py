"""The row along a side of the table in which kept dice lie: where its spots are, and the zone round them."""

from __future__ import annotations

from itertools import product

import numpy as np

from models.scenes.incidents import Doubles, Place

# Distance between two dice of a row, half edges.
ROW_HALVES = 2.8
# Distances of a row from the edge of the table, half edges: the first that is free is taken.
INSETS = (3, 5, 7, 9)


def drawn(place: Place, dice: int, rng: np.random.Generator) -> Doubles:
    """(dice, 2) m: where so many kept dice are to lie, along a side of the table.

    Raises ValueError where no side has room.
    """
    left, right, near, far = place.area
    (wide, high), step = place.reach(), ROW_HALVES * place.half
    for inset, side in product(INSETS, rng.permutation(4)):
        low = np.maximum([left, near], [-wide, -high]) + inset * place.half
        top = np.minimum([right, far], [wide, high]) - inset * place.half
        axis, other = divmod(int(side), 2)
        row = np.empty((dice, 2))
        row[:, axis] = (np.arange(dice) - (dice - 1) / 2) * step + (low[axis] + top[axis]) / 2
        row[:, 1 - axis] = (low, top)[other][1 - axis]
        spots = np.column_stack([row, np.full(dice, place.half)])
        if all(place.beyond(spot) < -2 and place.seen(spot, 0.05) for spot in spots):
            return row
    raise ValueError("no row of kept dice fits on this table")


def zone(row: Doubles, half: float) -> Doubles:
    """(2, 2) m: the corners, low and high, of the place where that row lies."""
    return np.array([row.min(axis=0), row.max(axis=0)]) + np.array([[-1], [1]]) * 2 * half


def corners(place: Place, around: Doubles) -> Doubles:
    """(4, 2) px: the corners of a zone of the table, (2, 2) m, clockwise."""
    (left, near), (right, far) = around
    return place.camera.project(
        np.array([[left, far, 0], [right, far, 0], [right, near, 0], [left, near, 0]])
    )
