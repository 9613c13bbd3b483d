"""One turn of Midnight, solved for any payment of its final score.

A turn is a walk over small positions: dice left (6 to 0), which of the two needed faces are kept (`has`, bit 0
the 1 or in 2-4-24 the 2, bit 1 the 4), and the sum of the other kept dice. Every keep uses up dice, so one
backward pass solves a turn.

**Error.** Six backups of float64 sums of at most 462 terms of one sign: under 6 * 500 * 1.2e-16 of the value. Payments
within 1e-14 of each other are equal ones: rounding stays under 1e-15, and no real difference of chances to win a round
is under 1e-13 (a test looks at all of them).
"""

from __future__ import annotations

from collections import Counter
from functools import cache

import numpy as np

from engine.dice import Faces, parts, throws
from engine.midnight import KEYS
from engine.seats import DICE
from engine.solve import Table

TOP = 24
LOW = {variant: keys[0] for variant, keys in KEYS.items()}
TIED = 1e-14

Position = tuple[int, int]
Places = np.ndarray[tuple[int, ...], np.dtype[np.intp]]
"""Whole numbers that say where in another array something is."""


def needed(faces: Faces, has: int, low: int) -> tuple[int, int]:
    """Add kept faces to a position: the new `has`, and how much the sum of the other dice grows."""
    gained = (low in faces and not has & 1) * 1 + (4 in faces and not has & 2) * 2
    taken_away = low * (gained & 1) + 4 * (gained >> 1)
    return has | gained, sum(faces) - taken_away


@cache
def choices(n: int, has: int, low: int) -> tuple[tuple[tuple[tuple[Position, int], ...], int], ...]:
    """What a throw of n dice lets one move to: ((next position, points added), ...) with its ways.

    For each next position only the highest sum is listed: no payment here falls when the score grows, so
    fewer points with the same dice left and the same faces kept can never be better (a test checks the payments).
    Throws that offer the same are counted together.
    """
    counted: Counter[tuple[tuple[Position, int], ...]] = Counter()
    for faces, count in throws(n):
        offers: dict[Position, int] = {}
        for kept in parts(faces):
            if kept and (n > 1 or kept == faces):
                has_then, added = needed(kept, has, low)
                position = (n - len(kept), has_then)
                offers[position] = max(offers.get(position, 0), added)
        counted[tuple(sorted(offers.items()))] += count
    return tuple(counted.items())


@cache
def _offers(n: int, has: int, low: int) -> tuple[tuple[Places, Places, Places], Places, Places, Table]:
    """All that throws of n dice let one move to, as arrays.

    (dice left, keys kept, points added) of each offer; where the offers of each throw begin, and how many they are; and
    the chance of each throw.
    """
    told = choices(n, has, low)
    moves = [(left, keys, added) for offers, _ in told for (left, keys), added in offers]
    left, keys, added = (np.array(column) for column in zip(*moves, strict=True))
    sizes = np.array([len(offers) for offers, _ in told])
    chances = np.array([count for _, count in told]) / 6**n
    return (left, keys, added), np.cumsum(sizes) - sizes, sizes, chances


def solve_turn(low: int, paid: Table) -> Table:
    """Solve one turn. `paid` is (layers, 25 final scores, columns): layer 0 is maximised, layer 1 breaks
    ties, further layers are only carried along (their expectation under that play). Each column is a problem
    of its own. The result is (layers, dice left, has, sums from 0, columns), before the throw; with no dice
    left it is the payment.
    """
    layers, _, columns = paid.shape
    solution: Table = np.zeros((layers, DICE + 1, 4, 6 * DICE + 1, columns))
    solution[:, 0] = paid[:, None, :1]
    solution[:, 0, 3, : TOP + 1] = paid
    for n in range(1, DICE + 1):
        for has in range(4):
            others = DICE - n - has.bit_count()
            if others >= 0:
                _backup(n, has, low, slice(others, 6 * others + 1), solution)
    return solution


def _backup(n: int, has: int, low: int, sums: slice, solution: Table) -> None:
    """The sums are those that so many dice beside the keys can make."""
    (left, keys, added), starts, sizes, chances = _offers(n, has, low)
    where = left[:, None], keys[:, None], added[:, None] + np.arange(sums.start, sums.stop)
    chosen = _chosen([layer[where] for layer in solution], starts, sizes)
    for layer, values in zip(solution, chosen, strict=True):
        layer[n, has, sums] = np.tensordot(chances, values, axes=1)


def _chosen(offered: list[Table], starts: Places, sizes: Places) -> list[Table]:
    """The best offer of each throw: by layer 0, of those that are equal by layer 1, of those the first."""
    best = np.maximum.reduceat(offered[0], starts)
    if len(offered) == 1:
        return [best]
    equal = offered[0] >= np.repeat(best, sizes, axis=0) - TIED
    second = np.maximum.reduceat(np.where(equal, offered[1], -np.inf), starts)
    if len(offered) == 2:
        return [best, second]
    equal &= offered[1] >= np.repeat(second, sizes, axis=0) - TIED
    number = np.arange(len(equal))[:, None, None]
    first = np.minimum.reduceat(np.where(equal, number, len(equal)), starts)
    return [np.take_along_axis(layer, first, axis=0) for layer in offered]


def pack(solution: Table) -> Table:
    """Layers 0 and 1 of a solution as one array (2, dice left, has, sum 0..24, columns).

    A sum over 24 is possible only where the turn can no longer qualify, and then all sums are worth the same.
    """
    return solution[:2, :, :, : TOP + 1].copy()
