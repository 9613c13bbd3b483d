"""A small head over what the net has seen: multinomial logistic regression that starts from the net's own chances.

Without examples it changes nothing; each example moves it as far as its weight and the penalty allow. An example that
contradicts all others hardly moves it: labels are taken to be wrong now and then.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.learning.example import CLASSES
from vision.nouns import Doubles, Floats

# Share of the examples whose value is taken to be wrong. Larger: slower to learn. Smaller: one slip spoils more.
WRONG_SHARE = 0.08
# Chance that a label which may be wrong leaves to each class.
WRONG_CHANCE = WRONG_SHARE / CLASSES
# The pull of the weights to nothing. Larger: fewer mistakes from few examples. Smaller: emblems are learnt faster.
_PENALTY = 0.1
# Directions of the features that are kept. Larger: slower.
_MOST_DIRECTIONS = 96
# How much the constant counts beside the features. Larger: how often a value came counts more.
_CONSTANT = 0.3
# Steps of the descent. Larger: slower, and closer to the best.
_STEPS = 30


@dataclass(frozen=True, eq=False)
class Space:
    """Directions in which looks differ most. mean: (F,); directions: (F, D), scaled to a mean square length of 1."""

    mean: Floats
    directions: Floats

    @classmethod
    def of(cls, features: Floats) -> Space:
        """The space of N looks, (N, F), N at most a few hundred."""
        mean = features.mean(axis=0)
        centred = features - mean
        products = (centred @ centred.T).astype(np.float64)
        shares, axes = np.linalg.eigh(products)
        kept = shares > max(float(shares.max(initial=0)) * 1e-6, 1e-12)
        shares, axes = shares[kept][-_MOST_DIRECTIONS:], axes[:, kept][:, -_MOST_DIRECTIONS:]
        length = np.sqrt(max(float(np.trace(products)) / max(len(centred), 1), 1e-12))
        return cls(mean, np.asarray(centred.T @ (axes / np.sqrt(shares)) / length, np.float32))

    def places(self, features: Floats) -> Floats:
        """(N, D + 1) of looks with features (N, F); the last is a constant."""
        seen = (features - self.mean) @ self.directions
        return np.concatenate([seen, np.full((len(seen), 1), _CONSTANT)], axis=1).astype(np.float32)


@dataclass(frozen=True, eq=False)
class Head:
    """What was learnt over the looks of a space. weights: (D + 1, 7), logarithms of chances a unit of place."""

    space: Space
    weights: Doubles

    def moves(self, features: Floats) -> Doubles:
        """(N, 7): by how much it moves the logarithms of the chances of what has features (N, F)."""
        return np.asarray(self.space.places(features) @ self.weights)


def fit(space: Space, seen: Floats, logs: Doubles, columns: NDArray[np.intp], weights: Doubles) -> Head:
    """The head for N looks: their places (N, D + 1), the net's logarithms of chances (N, 7), right columns (N,) and
    weights (N,).

    Steps by the bound of the curvature that Böhning gives (Multinomial logistic regression algorithm, 1992).
    """
    right = np.eye(CLASSES)[columns]
    bound = 0.5 * (seen * weights[:, None]).T @ seen + _PENALTY * np.eye(seen.shape[1])
    step, found = np.linalg.inv(bound), np.zeros((seen.shape[1], CLASSES))
    for number in range(_STEPS):
        chances = softmax(logs + seen @ found)
        own = (1 - WRONG_SHARE) * (chances * right).sum(axis=1)
        # All are believed at first: an emblem that the net takes for no die is not wrong because it is new.
        doubt = WRONG_CHANCE if number >= _STEPS // 2 else 0.0
        believed = weights * own / (own + doubt)
        found = found + step @ (seen.T @ (believed[:, None] * (right - chances)) - _PENALTY * found)
    return Head(space, found)


def softmax(logs: Doubles) -> Doubles:
    """(N, 7) chances."""
    chances = np.exp(logs - logs.max(axis=1, keepdims=True))
    return np.asarray(chances / chances.sum(axis=1, keepdims=True))
