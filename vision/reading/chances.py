"""What is seen of dice, as chances: from logits, of several looks as one, more or less sure, of a detection."""

from __future__ import annotations

import numpy as np

from vision.nouns import Detection, Doubles, Floats

_LEAST_CHANCE = 1e-4  # no single look rules anything out

# Chance of the likeliest value, of all values, that is asked about by any limit. Larger: temperature makes it sure.
_DOUBTED = 0.6


def softmax(logits: Floats) -> Floats:
    """Logits (N, K) of K things that exclude each other as chances (N, K)."""
    chances = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(chances / chances.sum(axis=1, keepdims=True), np.float32)


def pooled(looks: Floats) -> Floats:
    """Several looks (V, N, K) as one (N, K): their geometric mean.

    The logarithmic opinion pool (Genest, Zidek, 1986): a look that cannot tell leaves it to those that can.
    """
    chances = np.exp(np.log(np.maximum(looks, _LEAST_CHANCE)).mean(axis=0))
    return np.asarray(chances / chances.sum(axis=1, keepdims=True), np.float32)


def tempered(chances: Floats, temperature: float) -> Floats:
    """Chances (N, K) made less (temperature above 1) or more sure."""
    hot = np.maximum(chances, 1e-9) ** (1 / temperature)
    return np.asarray(hot / hot.sum(axis=1, keepdims=True), np.float32)


def doubted(chances: Floats) -> Floats:
    """Chances (N, 7) of what must be asked about: in the same order, no value sure; of what is none as before."""
    values = chances[:, :-1]
    share = values / np.maximum(values.sum(axis=1, keepdims=True), 1e-9)
    most = share.max(axis=1, keepdims=True)
    flat = np.full_like(share, 1 / share.shape[1])
    # As much of all values alike as brings the likeliest down.
    part = np.clip((most - _DOUBTED) / np.maximum(most - flat, 1e-9), 0, 1)
    mixed = (1 - part) * share + part * flat
    return np.concatenate([mixed * values.sum(axis=1, keepdims=True), chances[:, -1:]], axis=1).astype(
        np.float32
    )


def chances_of(detection: Detection) -> Doubles:
    """(6,) how probable each value is: the likeliest has `value_p`, each further one a third of what is left."""
    order = [value - 1 for value in detection.ranking]
    if detection.value is not None:
        order = [detection.value - 1, *(index for index in order if index != detection.value - 1)]
    rest = 3.0 ** -np.arange(5)
    share = np.clip(detection.value_p, 0.17, 0.999)
    result = np.empty(6)
    result[order] = [share, *((1 - share) * rest / rest.sum())]
    return result
