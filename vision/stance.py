"""How dice lie: flat, cocked or stacked, each judged beside the others in the same picture.

A die that leans in a picture taken from above looks like a flat one seen from the side; what tells them apart is what
it leans on, its shadow, and that the others look different. So the net takes wide crops of all dice of a picture at
once, (N, 5, 64, 64) float32 (`seen`), and gives (N, 3) logits: flat, cocked, stacked.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from hardware.frame import Image
from vision.crop import crop, normalised
from vision.detect import Run, open_checked
from vision.nouns import Floats

CONTEXT = 2.0  # side of a crop over the size of the die in it
CROP_PX = 64


class Stance:
    """Tells how the dice of one picture lie."""

    def __init__(self, run: Run) -> None:
        self._run = run

    @classmethod
    def open(cls, folder: Path, threads: int = 1) -> Stance:
        """The one whose stance.onnx lies in `folder`; raises ModelError."""
        shapes = (2, 5, CROP_PX, CROP_PX), (2, 3)
        return cls(open_checked(folder / "stance.onnx", threads, *shapes, "net of stances"))

    def judge(self, image: Image, boxes: Floats) -> Floats:
        """(N, 2) chances of cocked and stacked.

        image: (H, W, 3) uint8 BGR. boxes: (N, 4 or more) middle and size, px, of all dice in it.
        """
        if not len(boxes):
            return np.zeros((0, 2), np.float32)
        crops = np.stack([crop(image, box, CONTEXT, CROP_PX) for box in boxes]).astype(np.float32)
        logits = self._run(seen(crops, boxes))
        chances = np.exp(logits - logits.max(axis=1, keepdims=True))
        return np.asarray(chances[:, 1:] / chances.sum(axis=1, keepdims=True), np.float32)


def seen(crops: Floats, boxes: Floats) -> Floats:
    """Crops (N, H, W, 3) BGR as the net takes them, (N, 5, H, W): colours with mean 0 and spread 1, and two planes.

    The planes hold the logarithms of each box's size over the median size, and of its width over its height.
    """
    logs = np.log(np.maximum(boxes[:, 2:4], 1.0))
    sizes = logs.mean(axis=1)
    told = np.stack([sizes - np.median(sizes), logs[:, 0] - logs[:, 1]], axis=1)
    planes = np.broadcast_to(told[:, :, None, None], (*told.shape, *crops.shape[1:3]))
    return np.concatenate([normalised(crops), 4 * planes.astype(np.float32)], axis=1)
