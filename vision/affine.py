"""Moves points of one picture to where another has them."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


def carried(points: NDArray[Any], matrix: NDArray[np.float64]) -> NDArray[np.float64]:
    """Points (..., 2) by a matrix, (2, 3), or (3, 3) without perspective."""
    return np.asarray(points @ matrix[:2, :2].T + matrix[:2, 2], np.float64)
