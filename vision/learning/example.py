"""One die that somebody has told the value of: its crop, and where the value comes from."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, get_args

import numpy as np

from hardware.frame import Image
from vision.picture.crop import CROP_PX
from vision.reading.readings import VALUES

Origin = Literal["shown", "corrected", "told", "removed", "kept"]
ORIGINS: tuple[Origin, ...] = get_args(Origin)
"""shown: on the page that teaches. corrected, told: a person put a value right, or answered a question. removed:
something that is no die. kept: a roll that nobody complained of."""
NO_DIE = 0
"""The value of what is no die."""
CLASSES = VALUES + 1
"""The classes of the net's answer: each value, and last what is no die."""
WEIGHTS: dict[Origin, float] = {
    "shown": 1.0,
    "corrected": 1.0,
    "told": 1.0,
    "removed": 0.5,
    "kept": 0.25,
}
"""How much an example counts. Larger for kept: what the net takes for sure outvotes what a person has put right."""


@dataclass(frozen=True, eq=False)
class Example:
    """A crop with its value.

    crop: (48, 48, 3) uint8 BGR, as the reader's net takes it. value: 1 to 6, or NO_DIE. roll: the picture that it is
    cut from; dice of one picture are never both learnt from and judged. share: the size of the die over the longer side
    of that picture; 0 where nobody knows. sure: how sure the reader was of this value, 0 to 1.
    Raises ValueError where the value or the crop is none.
    """

    crop: Image
    value: int
    origin: Origin
    roll: str
    share: float = 0.0
    sure: float = 0.0

    def __post_init__(self) -> None:
        if not NO_DIE <= self.value <= VALUES:
            raise ValueError(f"a die shows 1 to 6, or is none, 0; got {self.value}")
        if self.crop.shape != (CROP_PX, CROP_PX, 3) or self.crop.dtype != np.uint8:
            raise ValueError(f"a crop is {CROP_PX} x {CROP_PX} pixels of BGR bytes, got {self.crop.shape}")
        if self.origin not in ORIGINS:
            raise ValueError(f"an example is {', '.join(ORIGINS)}, not {self.origin}")

    @property
    def weight(self) -> float:
        """How much it counts."""
        return WEIGHTS[self.origin]

    @property
    def column(self) -> int:
        """The column of the net's answer that is right: the last of what is no die."""
        return (self.value - 1) % CLASSES

    @cached_property
    def key(self) -> str:
        """The same for the same crop only."""
        return hashlib.sha256(self.crop.tobytes()).hexdigest()
