"""Dice seen through a colour. Red pips on grey are as bright as the die, and lost in glare; in red they stand out.

Which colour suits a set, its examples tell: a choice out of a few needs only a few of them.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from vision.nouns import Floats
from vision.picture.crop import unmixed

Tint = Callable[[Floats], Floats]
"""What makes of crops (N, 48, 48, 3), BGR, 0 to 255, as many, float32."""


def _through(blue: float, green: float, red: float) -> Tint:
    """A grey of so much of each colour; below 0: the less of it, the brighter."""
    shares = np.array([blue, green, red], np.float32)
    return lambda crops: _grey(crops @ shares)


def _grey(bright: Floats) -> Floats:
    return np.repeat(np.asarray(bright, np.float32)[..., None], 3, axis=3)


TINTS: dict[str, Tint] = {
    "as it is": lambda crops: crops,
    "unmixed": unmixed,
    "blue": _through(1, 0, 0),
    "green": _through(0, 1, 0),
    "red": _through(0, 0, 1),
    "red beside the others": _through(-0.5, -0.5, 1),
    "blue beside the others": _through(1, -0.5, -0.5),
    "green beside the others": _through(-0.5, 1, -0.5),
    "red beside blue": _through(-1, 0, 1),
    "red beside green": _through(0, -1, 1),
    "blue beside green": _through(1, -1, 0),
    "the brightest": lambda crops: _grey(crops.max(axis=3)),
    "the darkest": lambda crops: _grey(crops.min(axis=3)),
    "colourful": lambda crops: _grey(crops.max(axis=3) - crops.min(axis=3)),
}
PLAIN = "as it is"
