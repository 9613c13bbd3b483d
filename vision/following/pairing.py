"""Who is whose: one-to-one pairs of things, at the least cost."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray


def assign(costs: NDArray[np.float64]) -> list[tuple[int, int]]:
    """The pairs (row, column) with the least total cost, one to one; an infinite cost forbids a pair.

    Hungarian method with potentials, O(n^3) for the n <= 20 things of a table. As many pairs as are allowed.
    """
    rows, columns = costs.shape
    if rows == 0 or columns == 0:
        return []
    allowed = np.isfinite(costs)
    most = float(costs[allowed].max(initial=1.0))
    # A forbidden pair costs more than all allowed ones together: it stands for "no partner".
    forbidden = (most + 1) * (rows + columns)
    filled = np.where(allowed, costs, forbidden)
    turned = rows > columns
    pairs = _hungarian(filled.T if turned else filled)
    ordered = [(j, i) if turned else (i, j) for i, j in pairs]
    return sorted((i, j) for i, j in ordered if allowed[i, j])


def _hungarian(costs: NDArray[np.float64]) -> list[tuple[int, int]]:
    """Each of the n rows gets one of the m >= n columns."""
    rows, columns = costs.shape
    row_price, column_price = np.zeros(rows + 1), np.zeros(columns + 1)
    owner = np.zeros(columns + 1, int)
    for row in range(1, rows + 1):
        owner[0] = row
        at, way = 0, np.zeros(columns + 1, int)
        least, used = np.full(columns + 1, math.inf), np.zeros(columns + 1, bool)
        while owner[at]:
            used[at] = True
            reach = costs[owner[at] - 1] - row_price[owner[at]] - column_price[1:]
            better = ~used[1:] & (reach < least[1:])
            least[1:][better], way[1:][better] = reach[better], at
            step_to = int(np.argmin(np.where(used[1:], math.inf, least[1:]))) + 1
            step = least[step_to]
            row_price[owner[used]] += step
            column_price[used] -= step
            least[~used] -= step
            at = step_to
        while at:
            owner[at], at = owner[way[at]], int(way[at])
    return [(int(owner[column]) - 1, column - 1) for column in range(1, columns + 1) if owner[column]]


def pair_near(
    count: int, others: int, distance: Callable[[int, int], float], reach: float
) -> list[tuple[int, int]]:
    """One-to-one pairs of `count` and `others` things that are no further apart than `reach`."""
    costs = np.array([[distance(i, j) for j in range(others)] for i in range(count)]).reshape(count, others)
    costs[costs > reach] = math.inf
    return assign(costs)
