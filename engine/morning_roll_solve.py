"""Morning Roll, solved: the turn with the highest expected score, and the best chance to reach a score.

A turn before a throw is two whole numbers: the points so far and the dice to throw. Every keep adds at least
50 points, so one pass from many points down to none solves it; nothing goes round in a circle.

**The far end.** From 150,000 points on (`CAP`) a turn stops as soon as it may: whatever can be won by one
more throw is less than what a bust costs. Even a straight is then better declined, for its forced throw busts
more than 2500 / 150,000 of the time; only boxcars without 1s and 5s cannot be declined. So there a turn about
to throw n dice is worth exactly a + b * points, with Fractions a and b. (At lower scores the solver makes no such
assumption. A test proves the claim at the cap; it then holds beyond, because every b is less than 1.)

**Error.** Values are whole numbers in units of 2**-60 points. A backup is an exact sum of whole numbers and one
division by 6**n, rounded down: less than one unit lost, and a turn has fewer than 3100 throws below the cap,
so a value is at most 3100 * 2**-60 < 3e-15 too low. As float64 it is right to 15 figures.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

import numpy as np

from engine.dice import Faces, chance, throws
from engine.morning_roll_points import DICE, keeps_of, special_of
from engine.solve import Table

STEP = 50
CAP = 3000
"""The number of steps of 50 points that the tables cover; beyond it `far` is exact."""
REACH = 400
"""`reach` is solved for up to this many steps missing: 20,000 points."""
UNIT = 2**60


@dataclass(frozen=True)
class Offer:
    """One thing a throw lets a player do: add `steps` (of 50 points) and have `dice` for the next throw.

    forced: it was a straight or boxcars, so the next throw must be made.
    """

    steps: int
    dice: int
    forced: bool = False


Offers = tuple[Offer, ...]


def dice_after(thrown: int, kept: int) -> int:
    """How many dice the next throw has: the rest, or all six when none is left."""
    return thrown - kept or DICE


def offers(faces: Faces) -> Offers:
    """The offers of a throw, sorted faces, without those that another one beats: same dice, fewer points."""
    most: dict[tuple[int, bool], int] = {}
    for keep in keeps_of(faces):
        key = dice_after(len(faces), len(keep.faces)), special_of(keep.faces) is not None
        most[key] = max(most.get(key, 0), (keep.points or 0) // STEP)
    return tuple(Offer(steps, dice, forced) for (dice, forced), steps in sorted(most.items()))


@cache
def throw_offers(n: int) -> tuple[tuple[Offers, int], ...]:
    """Every different set of offers that n dice can make, with its ways; a bust is the empty one."""
    counted: Counter[Offers] = Counter()
    for faces, count in throws(n):
        counted[offers(faces)] += count
    return tuple(counted.items())


@dataclass(frozen=True)
class ThrowChances:
    """Exact chances of one throw: nothing scores; something does; all dice do, so that six may follow."""

    bust: Fraction
    score: Fraction
    roll_over: Fraction


@cache
def throw_chances(n: int) -> ThrowChances:
    """The chances of a throw of n dice, 1 to 6. A straight and boxcars count as rolling over."""
    bust = chance(n, lambda faces: not keeps_of(faces))
    over = chance(n, lambda faces: any(len(keep.faces) == n for keep in keeps_of(faces)))
    return ThrowChances(bust, 1 - bust, over)


@cache
def far(n: int) -> tuple[Fraction, Fraction]:
    """(a, b): about to throw n dice with s points beyond the cap, a turn is worth a + b * s points."""
    gained, kept, again = 0, 0, 0
    for made, count in throw_offers(n):
        free = [offer.steps for offer in made if not offer.forced]
        if free:
            gained, kept = gained + count * STEP * max(free), kept + count
        elif made:
            again += count
    slope = Fraction(kept, 6**n - again)
    return (gained + again * 2500 * slope) / (6**n - again), slope


def _far_value(steps: int, n: int) -> int:
    start, slope = far(n)
    return math.floor((start + slope * steps * STEP) * UNIT)


@dataclass(frozen=True)
class Expected:
    """The turn with the highest expected score; rows are steps of 50 points before a throw, columns dice 0..6.

    value: the expected score.   bust: the chance that it ends in a bust.
    """

    value: Table
    bust: Table


def solve_expected() -> Expected:
    """Solve from the cap down. Stops where stopping and throwing are worth the same."""
    top = CAP + 8000 // STEP + 1
    value = [[_far_value(steps, n) if n else 0 for n in range(DICE + 1)] for steps in range(top)]
    bust = [[int((1 - far(n)[1]) * UNIT) if n else 0 for n in range(DICE + 1)] for _ in range(top)]
    for steps in reversed(range(CAP)):
        for n in range(1, DICE + 1):
            value[steps][n], bust[steps][n] = _expected_backup(steps, n, value, bust)
    return Expected(_points(value[:CAP]), _points(bust[:CAP]))


def _expected_backup(steps: int, n: int, value: list[list[int]], bust: list[list[int]]) -> tuple[int, int]:
    total, lost = 0, 0
    for made, count in throw_offers(n):
        best, risk = (0, 0) if made else (0, UNIT)
        for offer in made:
            then = steps + offer.steps
            throw, stop = value[then][offer.dice], then * STEP * UNIT
            if not offer.forced and stop >= max(throw, best):
                best, risk = stop, 0
            elif throw > best and (offer.forced or throw > stop):
                best, risk = throw, bust[then][offer.dice]
        total, lost = total + count * best, lost + count * risk
    return total // 6**n, lost // 6**n


def solve_reach() -> Table:
    """The best chance of ending the turn with at least a score; rows are steps of 50 still missing, 0 to REACH.

    Row 0 is a turn that has enough but has chosen, or is forced, to throw: it stops as soon as it may. After
    boxcars that cannot be declined six dice are thrown again, which is the one circle; it is closed exactly.
    """
    chances = [[0] * (DICE + 1)]
    for n in (DICE, *range(1, DICE)):
        safe = sum(count for made, count in throw_offers(n) if any(not offer.forced for offer in made))
        again = sum(count for made, count in throw_offers(n) if made and all(offer.forced for offer in made))
        chances[0][n] = safe * UNIT // (6**n - again)
    for missing in range(1, REACH + 1):
        chances.append([0] * (DICE + 1))
        for n in range(1, DICE + 1):
            chances[missing][n] = _reach_backup(missing, n, chances)
    return _points(chances)


def _reach_backup(missing: int, n: int, chances: list[list[int]]) -> int:
    total, outcomes = 0, int(6**n)
    for made, count in throw_offers(n):
        best = 0
        for offer in made:
            left = max(0, missing - offer.steps)
            enough = not left and not offer.forced
            best = max(best, UNIT if enough else chances[left][offer.dice])
        total += count * best
    return total // outcomes


def _points(rows: list[list[int]]) -> Table:
    return np.array([[units / UNIT for units in row] for row in rows])


def stop_from(value: Table) -> dict[int, int]:
    """For each number of dice to throw, the lowest turn score (points) from which stopping is best.

    `value` is `Expected.value`. Above it stopping stays best: a point more is worth at most a point more.
    """
    scores = np.arange(CAP) * float(STEP)
    return {n: int(scores[value[:, n] <= scores][0]) for n in range(1, DICE + 1)}


def solve_distribution(value: Table) -> Table:
    """The chance of each final score of a turn played for the highest expected score.

    `value` is `Expected.value`. Shape (scores,), in steps of 50, the last entry standing for all above; the sum
    of what lies there is under 1e-12.
    """
    top = CAP // 3
    ends, waiting = np.zeros(top + 1), np.zeros((top + 1, DICE + 1))
    waiting[0, DICE] = 1.0
    for steps, n in np.ndindex(top, DICE + 1):
        share = waiting[steps, n]
        for chance_of, then, dice in _steps(steps, n, value) if share else ():
            if dice and then < top:
                waiting[then, dice] += share * chance_of
            else:
                ends[min(then, top)] += share * chance_of
    return ends


def _steps(steps: int, n: int, value: Table) -> Iterator[tuple[float, int, int]]:
    """(chance, steps after, dice to throw or 0 when the turn ends) under the best play of `value`."""
    for made, count in throw_offers(n):
        plays = [(float((steps + offer.steps) * STEP), offer.steps, 0) for offer in made if not offer.forced]
        plays += [(value[steps + offer.steps, offer.dice], offer.steps, offer.dice) for offer in made]
        _, added, dice = max(plays, key=lambda play: (play[0], -play[2]), default=(0.0, -steps, 0))
        yield count / 6**n, steps + added, dice


def solve() -> dict[str, Table]:
    """Every table, by name: "expected", "bust", "reach", "distribution"."""
    expected = solve_expected()
    return {
        "expected": expected.value,
        "bust": expected.bust,
        "reach": solve_reach(),
        "distribution": solve_distribution(expected.value),
    }
