"""Boxes of what may be dice, (N, 5): middle x and y, width, height, px, and the detector's score; of several looks."""

from __future__ import annotations

import numpy as np

from vision.nouns import Floats
from vision.reading.detector import overlaps, suppress

# Share of the room of both from which two boxes are of the same die. Larger: one die is read as two. Smaller: two dice
# that touch as one.
SAME = 0.6


def once_each(boxes: Floats) -> Floats:
    """Boxes, (N, 5), without those that are about the same as a likelier one."""
    return np.asarray(boxes[suppress(boxes, boxes[:, 4], 0.7, 2.0)], np.float32)


def sides(boxes: Floats) -> Floats:
    """(N,) sizes of boxes, px."""
    return np.asarray(np.sqrt(boxes[:, 2] * boxes[:, 3]), np.float32)


def beside(closer: Floats, plain: Floats) -> Floats:
    """Boxes of a closer look, (N, 5), without those on dice that were plainly seen before."""
    both = overlaps(np.concatenate([closer, plain]))[0][: len(closer), len(closer) :]
    return np.asarray(closer[both.max(axis=1, initial=0) < SAME])


def joined(boxes: Floats, closer: Floats) -> Floats:
    """Boxes of two looks, (N, 5); what both have found, as the closer one has it."""
    both = overlaps(np.concatenate([boxes, closer]))[0][: len(boxes), len(boxes) :]
    return np.concatenate([boxes[both.max(axis=1, initial=0) < SAME], closer])
