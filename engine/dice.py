"""Exact counting of throws: whole numbers and Fractions, never floats.

A throw of n dice is one of 6**n equally likely ordered throws. What matters to a game is only which faces
show, so throws are counted by *multiset*: a sorted tuple of faces, with the number of ordered throws that
show it (its *ways*). Six dice have 462 multisets, one to six dice 923.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import factorial, prod

from engine.move import FACES

Faces = tuple[int, ...]


@cache
def multisets(n: int) -> tuple[Faces, ...]:
    """All multisets of n dice, each sorted, in ascending order. `multisets(0)` is one empty multiset."""
    return tuple(combinations_with_replacement(FACES, n))


@cache
def ways(faces: Faces) -> int:
    """How many of the 6**n ordered throws show exactly these faces: the multinomial coefficient."""
    return factorial(len(faces)) // prod(factorial(faces.count(face)) for face in FACES)


@cache
def throws(n: int) -> tuple[tuple[Faces, int], ...]:
    """Every multiset of n dice with its ways; the ways sum to 6**n."""
    return tuple((faces, ways(faces)) for faces in multisets(n))


def chance(n: int, wanted: Callable[[Faces], bool]) -> Fraction:
    """The exact chance that a throw of n dice is `wanted` (asked about each sorted multiset once)."""
    return Fraction(sum(count for faces, count in throws(n) if wanted(faces)), 6**n)


@cache
def parts(faces: Faces) -> tuple[Faces, ...]:
    """Every different multiset that can be picked from these sorted faces, the empty one and all included."""
    return tuple(sorted({pick for k in range(len(faces) + 1) for pick in combinations(faces, k)}))


def chance_in_words(chance: Fraction | float) -> str:
    """A chance as a person says it: whole percents, but never a false "0 %" or "100 %"."""
    if chance in (0, 1):
        return f"{int(chance) * 100} %"
    if chance < 0.01:
        return "under 1 %"
    if chance > 0.99:
        return "over 99 %"
    return f"{float(chance) * 100:.0f} %"
