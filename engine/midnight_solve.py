"""Midnight, solved: expected score, the chance of a score, of qualifying, and of winning the round.

A turn is a walk over small positions: dice left (6 to 0), which of the two needed faces are kept (`has`, bit 0
the 1 or in 2-4-24 the 2, bit 1 the 4), and the sum of the other kept dice. Every keep uses up dice, so one
backward pass solves a turn for any payment of its final score.

**Winning the round.** Players throw one after the other, each playing to win this round. For a player the
round is two numbers: the best score posted so far, and how many players are still to come. Worked backward
from the last player: a score that leads is worth the chance that every later player, playing their own best,
fails to beat it (`ties=share`) or even to equal it (`ties=carry`). A player who can do equally well in two
ways takes the one with the higher expected score; that matters to the others under `carry`, where a player
who cannot win may still tie.

**Error.** Six backups of float64 sums of at most 462 terms of one sign: under 6 * 500 * 1.2e-16 of the value
for one turn, so under 1e-11 points or, over six players, 1e-11 of a chance. Chances within
1e-14 of each other are equal ones: rounding stays under 1e-15, and no real difference is under 1e-13 (a test looks
at all of them).
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
TIES = ("share", "carry")
SEATS = 6
"""Solved for up to this many players in a round: 0 to 5 still to come."""
TIED = 1e-14

Position = tuple[int, int]
Solution = dict[Position, Table]


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


def solve_turn(low: int, paid: Table) -> Solution:
    """Solve one turn. `paid` is (layers, 25 final scores, columns): layer 0 is maximised, layer 1 breaks
    ties, further layers are only carried along (their expectation under that play). Each column is a problem
    of its own. The result maps a position to (layers, sums from 0, columns), before its throw; with no dice
    left it is the payment.
    """
    solution: Solution = {}
    for n in range(DICE + 1):
        for has in range(4):
            others = DICE - n - has.bit_count()
            if others >= 0:
                solution[n, has] = _backup(n, has, low, 6 * others + 1, solution, paid)
    return solution


def _backup(n: int, has: int, low: int, sums: int, solution: Solution, paid: Table) -> Table:
    if n == 0:
        return paid if has == 3 else np.repeat(paid[:, :1], sums, axis=1)
    total: Table = np.zeros((paid.shape[0], sums, paid.shape[2]))
    for offers, count in choices(n, has, low):
        (position, added), *others = offers
        chosen = solution[position][:, added : added + sums]
        for position, added in others:
            chosen = _better(chosen, solution[position][:, added : added + sums])
        total += count * chosen
    total /= 6**n
    return total


def _better(one: Table, other: Table) -> Table:
    level = np.abs(other[0] - one[0]) <= TIED
    wins = np.where(level, other[1] > one[1] + TIED, other[0] > one[0])
    chosen: Table = np.where(wins, other, one)
    return chosen


def pack(solution: Solution) -> Table:
    """Layers 0 and 1 of a solution as one array (2, dice left, has, sum 0..24, columns).

    A sum over 24 is possible only where the turn can no longer qualify, and then all sums are worth the same.
    """
    columns = solution[DICE, 0].shape[2]
    packed = np.zeros((2, DICE + 1, 4, TOP + 1, columns))
    for (n, has), values in solution.items():
        sums = min(values.shape[1], TOP + 1)
        packed[:, n, has, :sums] = values[:2, :sums]
    return packed


def solve_scores(low: int) -> Table:
    """One turn for its own sake, packed. Column 0: the expected score; column t: the chance of t or more.

    The chance to qualify is column 1. Ties between chances go to the higher expected score.
    """
    score = np.arange(TOP + 1.0)
    paid = np.empty((2, TOP + 1, TOP + 1))
    paid[0] = score[:, None] >= score[None, :]
    paid[0, :, 0] = score
    paid[1] = score[:, None]
    return pack(solve_turn(low, paid))


def solve_round(low: int, ties: str) -> Table:
    """Winning the round, (players still to come 0..5, *packed); column b: the best score posted is b.

    Column 0: nobody has qualified yet. A score wins if it is above 0 and no other is higher (`share`) or as
    high (`carry`) once all have thrown.
    """
    score = np.arange(TOP + 1.0)
    mine, posted = score[:, None], score[None, :]
    share = ties == "share"
    leads = (mine > 0) & ((mine >= posted) if share else (mine > posted))
    harmless = (mine <= posted) if share else (mine < posted)
    holds = np.ones(TOP + 1)
    packed = []
    for _ in range(SEATS):
        paid = np.stack([leads * holds[:, None], np.broadcast_to(mine, leads.shape), harmless * 1.0])
        solution = solve_turn(low, paid)
        packed.append(pack(solution))
        holds = holds * solution[DICE, 0][2, 0]
    return np.stack(packed)


def solve_distribution(low: int) -> Table:
    """The chance of each final score 0..24 of a turn played for the highest expected score: shape (25,)."""
    score = np.arange(TOP + 1.0)
    paid = np.concatenate([score[None], score[None], np.eye(TOP + 1)])[:, :, None]
    return solve_turn(low, paid)[DICE, 0][2:, 0, 0]


def solve() -> dict[str, Table]:
    """Every table of both variants, by name: "1-4-24 scores", "1-4-24 distribution", "2-4-24 carry", ..."""
    tables: dict[str, Table] = {}
    for variant, low in LOW.items():
        tables[f"{variant} scores"] = solve_scores(low)
        tables[f"{variant} distribution"] = solve_distribution(low)
        for ties in TIES:
            tables[f"{variant} {ties}"] = solve_round(low, ties)
    return tables
