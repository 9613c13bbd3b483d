"""One-to-one pairs, against a brute force."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.following.pairing import assign


def best_by_trying(costs: np.ndarray) -> tuple[int, float]:
    """The most allowed pairs, then the least cost, over all ways to pair."""
    rows, columns = costs.shape
    few, many = (rows, columns) if rows <= columns else (columns, rows)
    best = (0, 0.0)
    for chosen in itertools.permutations(range(many), few):
        pairs = [costs[i, j] if rows <= columns else costs[j, i] for i, j in enumerate(chosen)]
        allowed = [cost for cost in pairs if math.isfinite(cost)]
        best = max(best, (len(allowed), -sum(allowed)))
    return best


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 5), st.integers(1, 5), st.integers(0, 10_000), st.sampled_from([0.0, 0.3, 0.8]))
def test_assign_finds_the_cheapest_of_the_largest_pairings(
    rows: int, columns: int, seed: int, bar: float
) -> None:
    random = np.random.default_rng(seed)
    costs = random.random((rows, columns)) * 10
    costs[random.random((rows, columns)) < bar] = math.inf
    pairs = assign(costs)
    assert len({i for i, _ in pairs}) == len({j for _, j in pairs}) == len(pairs)
    count, worth = best_by_trying(costs)
    assert len(pairs) == count
    assert -sum(costs[pair] for pair in pairs) == pytest.approx(worth)


def test_assign_of_nothing_is_nothing() -> None:
    assert assign(np.zeros((0, 3))) == assign(np.zeros((3, 0))) == []
