# Tested by tests/test_webui_dice_shown.py.
"""The one die of a picture that the reader did not see, though a person says that it lies there."""

from __future__ import annotations

import numpy as np

from hardware.frame import Image
from vision.nouns import Floats
from vision.reading.detector import overlaps
from vision.reading.reader import Reader

# Times as large as usual, or as small, that a die of a throw is at most. Larger: other things are learnt as dice.
_ONE_SIZE = 1.4
# Share of its own room that a die that was seen may have of it. Larger: a side of that one is taken for the die.
_BESIDE = 0.2
# Score over that of the next likeliest place. Larger: fewer dice are learnt. Smaller: what is no die is learnt as one.
_PLAINLY = 2.0


def hidden(image: Image, seen: Floats, reader: Reader) -> Floats | None:
    """The box (5,), px, of the die beside those seen, (N, 4) boxes; None where no place is plainly the likeliest."""
    if not len(seen):
        return None
    found = reader.suspects(image).boxes
    usual = float(np.median(np.sqrt(seen[:, 2] * seen[:, 3])))
    sides = np.sqrt(found[:, 2] * found[:, 3])
    alike = np.maximum(sides / usual, usual / np.maximum(sides, 1e-3)) <= _ONE_SIZE
    both = overlaps(np.concatenate([found[:, :4], seen]))[1]
    apart = both[: len(found), len(found) :].max(axis=1) <= _BESIDE
    found = found[alike & apart]
    found = found[np.argsort(-found[:, 4], kind="stable")]
    plain = len(found) == 1 or (len(found) > 1 and found[0, 4] >= _PLAINLY * found[1, 4])
    return found[0] if plain else None
