"""Exact counting, against counting all ordered throws one by one."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.dice import chance, chance_in_words, multisets, parts, throws, ways

FACES = st.lists(st.integers(1, 6), max_size=6).map(lambda faces: tuple(sorted(faces)))


@pytest.mark.parametrize("n", range(7))
def test_the_ways_are_those_counted_over_all_ordered_throws(n: int) -> None:
    counted = Counter(tuple(sorted(throw)) for throw in product(range(1, 7), repeat=n))
    assert dict(throws(n)) == counted
    assert sum(counted.values()) == 6**n


def test_six_dice_have_462_multisets_and_one_to_six_have_923() -> None:
    assert len(multisets(6)) == 462
    assert sum(len(multisets(n)) for n in range(1, 7)) == 923


@pytest.mark.parametrize("n", range(1, 6))
def test_a_chance_is_the_share_of_the_ordered_throws(n: int) -> None:
    wanted = [throw for throw in product(range(1, 7), repeat=n) if sum(throw) % 4 == 1]
    assert chance(n, lambda faces: sum(faces) % 4 == 1) == Fraction(len(wanted), 6**n)


@given(FACES)
def test_parts_are_what_can_be_picked_die_by_die(faces: tuple[int, ...]) -> None:
    picked = {
        tuple(face for face, taken in zip(faces, choice, strict=True) if taken)
        for choice in product((False, True), repeat=len(faces))
    }
    assert set(parts(faces)) == picked
    assert len(parts(faces)) == len(picked)


@given(FACES)
def test_the_ways_add_up_over_what_the_first_die_shows(faces: tuple[int, ...]) -> None:
    if faces:
        by_first_die = sum(ways(_less(faces, face)) for face in set(faces))
        assert ways(faces) == by_first_die


def _less(faces: tuple[int, ...], face: int) -> tuple[int, ...]:
    where = faces.index(face)
    return faces[:where] + faces[where + 1 :]


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (Fraction(0), "0 %"),
        (Fraction(1), "100 %"),
        (Fraction(4, 9), "44 %"),
        (0.0004, "under 1 %"),
        (0.9996, "over 99 %"),
        (0.01, "1 %"),
        (0.99, "99 %"),
    ],
)
def test_a_chance_in_words_is_never_a_false_0_or_100(value: Fraction | float, words: str) -> None:
    assert chance_in_words(value) == words
