"""420, solved: the two-player game, and the fewest turns for one player alone.

A hand is a sorted multiset of four dice. Every hand over 20 must be thrown whole next time, and so must the first
hand, so all of these are one hand here: `RESET`, no dice. That leaves 115 hands that choose, and a two-player
position is a pair (hand of the player on turn, hand of the other).

The game has circles: both may miss 20 for ever. Yet every choice there is makes 20 with a chance of at least
35/1296 (a test checks all of them), so one step of looking ahead shrinks the error of any guess by 1261/1296,
and repeating it converges to the one solution.

**More than two players** race: nothing a player does changes another's dice. So the chance to be first follows
from how long each of the others needs, and the best play against that is one pass back from the last turn.

**Error.** The steps end when no value moves by more than 1e-13; what is left is at most 1296/35 times that,
under 4e-12, plus float64 rounding of sums of 115 terms, under 1e-12. For turns alone the same holds.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache

import numpy as np

from engine.dice import Faces, multisets, throws
from engine.four_twenty import DICE, GOAL, keeps_of
from engine.solve import Table

STEADY = 1e-13
TURNS = 300
"""How many turns each a race is followed; the chance that a player needs more is under 1e-13."""
RESET: Faces = ()


def standing(hand: Faces) -> Faces:
    """The hand as the solver sees it: sorted, and over 20 or without dice it is `RESET`. Not for 20."""
    return tuple(sorted(hand)) if sum(hand) < GOAL else RESET


@cache
def hands() -> tuple[Faces, ...]:
    """The 115 hands, RESET first."""
    return (RESET, *(faces for faces in multisets(DICE) if sum(faces) < GOAL))


@cache
def number_of() -> dict[Faces, int]:
    """The index of each hand in `hands()`."""
    return {hand: number for number, hand in enumerate(hands())}


@cache
def after(kept: Faces) -> tuple[tuple[Faces | None, Fraction], ...]:
    """The hands that can follow when these dice remain, each with its chance; None stands for exactly 20."""
    ways: dict[Faces | None, int] = {}
    for faces, count in throws(DICE - len(kept)):
        made = tuple(sorted(kept + faces))
        hand = None if sum(made) == GOAL else standing(made)
        ways[hand] = ways.get(hand, 0) + count
    return tuple((hand, Fraction(count, 6 ** (DICE - len(kept)))) for hand, count in ways.items())


@dataclass(frozen=True)
class Choices:
    """Every choice of every hand, hand by hand.

    wins: (choices,) the chance to make 20 now.   nexts: (choices, hands) the chance of each next hand.
    first: (hands,) where each hand begins.
    """

    wins: Table
    nexts: Table
    first: np.ndarray[tuple[int, ...], np.dtype[np.int64]]


@cache
def choices() -> Choices:
    """The choices of all hands: 291 of them."""
    every = [(hand, kept) for hand in hands() for kept in keeps_of(hand)]
    wins, nexts = np.zeros(len(every)), np.zeros((len(every), len(hands())))
    for row, (_, kept) in enumerate(every):
        wins[row], nexts[row] = _chances(kept)
    first = [next(row for row, (owner, _) in enumerate(every) if owner == hand) for hand in hands()]
    return Choices(wins, nexts, np.array(first))


@cache
def _chances(kept: Faces) -> tuple[float, Table]:
    """(chance to make 20 now, chance of each next hand) when these dice stay and the rest is thrown."""
    win, nexts = 0.0, np.zeros(len(hands()))
    for hand, share in after(kept):
        if hand is None:
            win = float(share)
        else:
            nexts[number_of()[hand]] = float(share)
    return win, nexts


def solve_duel() -> Table:
    """win[i, j]: the chance of the player on turn, holding hand i against hand j, to make 20 first."""
    every = choices()
    win: Table = np.full((len(hands()), len(hands())), 0.5)
    while True:
        better = np.maximum.reduceat(every.wins[:, None] + every.nexts @ (1 - win.T), every.first)
        moved = np.abs(better - win).max()
        win = better
        if moved <= STEADY:
            return win


def solve_alone() -> Table:
    """turns[i]: the fewest expected turns to make 20 from hand i."""
    every = choices()
    turns: Table = np.full(len(hands()), 10.0)
    while True:
        better = 1 + np.minimum.reduceat(every.nexts @ turns, every.first)
        moved = np.abs(better - turns).max()
        turns = better
        if moved <= STEADY:
            return turns


def solve_patience(turns: Table) -> Table:
    """left[t, i]: the chance not to have made 20 after t turns from hand i, in the fewest expected turns.

    `turns` is `solve_alone`'s. Shape (TURNS + 1, hands). A test shows that this is also the play of the duel,
    against every hand.
    """
    every = choices()
    expected = every.nexts @ turns
    ends = np.append(every.first[1:], len(expected))
    play = [a + int(expected[a:b].argmin()) for a, b in zip(every.first, ends, strict=True)]
    left = [np.ones(len(hands()))]
    for _ in range(TURNS):
        left.append(every.nexts[play] @ left[-1])
    return np.stack(left)


def solve_distribution(left: Table) -> Table:
    """The chance to need exactly 0, 1, 2, ... turns from the start; `left` is `solve_patience`'s."""
    start = left[:, number_of()[RESET]]
    return np.append(0.0, start[:-1] - start[1:])


def solve() -> dict[str, Table]:
    """Every table, by name: "duel", "alone", "left", "distribution"."""
    alone = solve_alone()
    left = solve_patience(alone)
    return {"duel": solve_duel(), "alone": alone, "left": left, "distribution": solve_distribution(left)}


def duel_worth(kept: Faces, other: Faces, win: Table) -> float:
    """The chance to win against one player's hand when these dice stay and the rest is thrown now."""
    now, nexts = _chances(kept)
    return now + float(nexts @ (1 - win[number_of()[other]]))


def turns_worth(kept: Faces, turns: Table) -> float:
    """The expected turns to 20, the one now included, when these dice stay and the rest is thrown now."""
    return 1 + float(_chances(kept)[1] @ turns)


def race(others: tuple[Faces, ...], left: Table) -> Table:
    """The chance to be the first at 20 from each hand, once every other player has thrown once: shape (hands,).

    The others play for the fewest turns, which is best for two players (`left` is theirs, of `solve_patience`);
    against that this is the best play. One step for each turn, from the last one back.
    """
    every = choices()
    nobody = np.prod(left[:, [number_of()[other] for other in others]], axis=1)
    nobody = nobody[: np.count_nonzero(nobody > STEADY) + 1]
    still = nobody[1:] / nobody[:-1]
    chance: Table = np.zeros(len(hands()))
    for none_wins in still[::-1]:
        chance = none_wins * np.maximum.reduceat(every.wins + every.nexts @ chance, every.first)
    return chance


def race_worth(kept: Faces, chance: Table) -> float:
    """The chance to be first when these dice stay and the rest is thrown now; `chance` is `race`'s."""
    now, nexts = _chances(kept)
    return now + float(nexts @ chance)
