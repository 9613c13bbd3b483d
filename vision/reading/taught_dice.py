# Tested by tests/test_vision_learning.py.
"""What is said of the candidates of a picture, where somebody has taught the dice on the table."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.nouns import Floats
from vision.reading.chances import doubted, tempered
from vision.reading.faces import Faces, Sizes, Taught
from vision.reading.readings import Limits, Readings


def told_of_set(
    taught: Taught, faces: Faces, limits: Limits, crops: Floats, boxes: Floats, sizes: Sizes
) -> tuple[Floats, Floats]:
    """The boxes that are likely enough with what was taught, (M, 5), and the chances of each, (M, 7); of crops
    (N, 48, 48, 3), their boxes (N, 5), px, and what is known of how large they are.

    A die of the set that the set alone makes likely, and is not sure of, is asked about.
    """
    believed = taught.believed(boxes, like := taught.like(crops, boxes, sizes), sizes)
    seen = believed[:, 4] >= limits.look
    said = taught.told(crops[seen], like[seen], faces)
    asked = like[seen] & ~said.sure & ~_told_alone(boxes[seen], said.alone, limits)
    chances = np.where(said.sure[:, None], said.by_set, said.alone)
    return believed[seen], np.where(asked[:, None], doubted(said.by_set), chances)


def _told_alone(boxes: Floats, chances: Floats, limits: Limits) -> NDArray[np.bool_]:
    """(N,) which boxes (N, 5) with chances (N, 7) may be told with nothing taught: those that the nets take for dice,
    and those of whose value they are sure, which other dice as large make dice.
    """
    found = Readings(boxes, tempered(chances, limits.temperature), np.zeros((len(boxes), 2), np.float32))
    sure = found.sure >= limits.ask * found.die
    return np.asarray(
        (boxes[:, 4] >= limits.look) & ((found.likely >= limits.die) | found.unmistakable | sure)
    )
