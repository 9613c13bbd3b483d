"""420, solved: the two-player game, and the fewest turns for one player alone.

A hand is a sorted multiset of four dice. Every hand over 20 must be thrown whole next time, and so must the first
hand, so all of these are one hand here: `RESET`, no dice. That leaves 115 hands that choose, and a two-player
position is a pair (hand of the player on turn, hand of the other).

The game has circles: both may miss 20 for ever. Yet every choice there is makes 20 with a chance of at least
35/1296 (a test checks all of them), so one step of looking ahead shrinks the error of any guess by 1261/1296,
and repeating it converges to the one solution.

**Error.** The steps end when no value moves by more than 1e-13; what is left is at most 1296/35 times that,
under 4e-12, plus float64 rounding of sums of 115 terms, under 1e-12. For turns alone the same holds.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import numpy as np

from engine.dice import Faces, multisets, parts, throws
from engine.solve import Table

DICE = 4
GOAL = 20
STEADY = 1e-13
RESET: Faces = ()
LEAST_LEFT = {4: 0, 3: 5, 2: 10, 1: 15}
"""Dice thrown again -> the least sum of the dice that remain."""


def standing(faces: Faces) -> Faces:
    """The hand as the solver sees it: over 20 it is `RESET`. `faces` sorted, not 20."""
    return faces if sum(faces) < GOAL else RESET


@cache
def hands() -> tuple[Faces, ...]:
    """The 115 hands, RESET first."""
    return (RESET, *(faces for faces in multisets(DICE) if sum(faces) < GOAL))


@cache
def number_of() -> dict[Faces, int]:
    """The index of each hand in `hands()`."""
    return {hand: number for number, hand in enumerate(hands())}


@cache
def keeps(hand: Faces) -> tuple[Faces, ...]:
    """What may remain while the rest is thrown again; the empty keep first. Needs nothing but the sums."""
    return tuple(
        kept for kept in parts(hand) if len(kept) < DICE and sum(kept) >= LEAST_LEFT[DICE - len(kept)]
    )


@cache
def after(kept: Faces) -> tuple[tuple[Faces | None, Fraction], ...]:
    """The hands that can follow when these dice remain, each with its chance; None stands for exactly 20."""
    ways: dict[Faces | None, int] = {}
    for faces, count in throws(DICE - len(kept)):
        made = tuple(sorted(kept + faces))
        hand = None if sum(made) == GOAL else standing(made)
        ways[hand] = ways.get(hand, 0) + count
    return tuple((hand, Fraction(count, 6 ** (DICE - len(kept)))) for hand, count in ways.items())


@cache
def _choices() -> tuple[Table, Table, np.ndarray[tuple[int, ...], np.dtype[np.int64]]]:
    """(chance to win at once, chance of each next hand) for every choice of every hand, and where each hand
    begins among the choices."""
    every = [(hand, kept) for hand in hands() for kept in keeps(hand)]
    wins, nexts = np.zeros(len(every)), np.zeros((len(every), len(hands())))
    for row, (_, kept) in enumerate(every):
        for hand, share in after(kept):
            if hand is None:
                wins[row] = share
            else:
                nexts[row, number_of()[hand]] = share
    first = [next(row for row, (owner, _) in enumerate(every) if owner == hand) for hand in hands()]
    return wins, nexts, np.array(first)


def solve_duel() -> Table:
    """win[i, j]: the chance of the player on turn, holding hand i against hand j, to make 20 first."""
    wins, nexts, first = _choices()
    win = np.full((len(hands()), len(hands())), 0.5)
    while True:
        better = np.maximum.reduceat(wins[:, None] + nexts @ (1 - win.T), first)
        moved = np.abs(better - win).max()
        win = better
        if moved <= STEADY:
            return win


def solve_alone() -> Table:
    """turns[i]: the expected turns to make 20 from hand i when nobody else plays."""
    _, nexts, first = _choices()
    turns = np.full(len(hands()), 10.0)
    while True:
        better = 1 + np.minimum.reduceat(nexts @ turns, first)
        moved = np.abs(better - turns).max()
        turns = better
        if moved <= STEADY:
            return turns


def duel_worth(kept: Faces, other: Faces, win: Table) -> float:
    """The chance to win the duel when these dice remain and the rest is thrown now."""
    opponent = number_of()[other]
    return sum(
        float(share) * (1.0 if hand is None else 1 - float(win[opponent, number_of()[hand]]))
        for hand, share in after(kept)
    )


def turns_worth(kept: Faces, turns: Table) -> float:
    """The expected turns to 20, the one now included, when these dice remain and the rest is thrown now."""
    return 1 + sum(
        float(share) * float(turns[number_of()[hand]]) for hand, share in after(kept) if hand is not None
    )
