"""What a training must not forget: the answers that the nets before it give to what they know.

A net that learns new makes drifts on the old ones. So its examples of old makes, photos and rendered pictures, are
answered half by their labels and half by the nets that were there before (Li and Hoiem, Learning without Forgetting,
2016). Examples of new makes have their labels alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from models.nets import NONE
from vision.nouns import Floats
from vision.reading.net import Run, open_net

# The share that the old net has in the answer to what it knows. Larger: less is forgotten, and fewer faults mended.
SHARE = 0.5
# The channels of a detector's answer that its labels take; what the old detector answers stands behind them.
LABELS = 7
# The least chance of a die at which the old detector's box is kept, too. Smaller: boxes of what is no die are kept.
_BOXED = 0.3


@dataclass(frozen=True)
class Keeper:
    """The nets whose answers are to be kept."""

    detector: Run
    reader: Run

    @classmethod
    def open(cls, folder: Path) -> Keeper:
        """Those in a folder, detector.onnx and reader.onnx. Raises ModelError where one is missing."""
        return cls(open_net(folder / "detector.onnx", 1), open_net(folder / "reader.onnx", 1))

    def classes(self, crops: Floats, classes: NDArray[np.int64], known: NDArray[np.bool_]) -> torch.Tensor:
        """(N, 7) the chance that each class should have: crops (N, 3, 48, 48) as the reader takes them, `classes`
        (N,) as labelled, and which crops are of what the old reader knows.
        """
        wanted = nn.functional.one_hot(torch.from_numpy(classes), NONE + 1).float()
        before = torch.softmax(torch.from_numpy(self.reader(crops)), dim=1)
        share = SHARE * torch.from_numpy(known.astype(np.float32))[:, None]
        return (1 - share) * wanted + share * before

    def grids(self, views: Floats, known: NDArray[np.bool_]) -> Floats:
        """(N, 6, H/8, W/8) what the old detector says of views (N, 3, H, W), and 1 where it is to be kept, else 0."""
        pictures = np.concatenate([views, np.zeros_like(views[:, :1])], axis=1).transpose(0, 2, 3, 1)
        before = self.detector(np.ascontiguousarray(pictures))
        kept = np.broadcast_to(known[:, None, None, None], before[:, :1].shape)
        return np.concatenate([before, kept.astype(np.float32)], axis=1)


def forgotten(grid: torch.Tensor, before: torch.Tensor) -> torch.Tensor:
    """How far a detector's answer (N, 5, H, W) is from the old one's, `Keeper.grids`: the divergence of the chances
    plus the error of the boxes, by the number of dice.
    """
    chance, kept = torch.sigmoid(before[:, 0]), before[:, 5]
    entropy = nn.functional.binary_cross_entropy(chance, chance, reduction="none")
    apart = nn.functional.binary_cross_entropy_with_logits(grid[:, 0], chance, reduction="none") - entropy
    boxed = (kept * (chance > _BOXED))[:, None]
    boxes = nn.functional.smooth_l1_loss(grid[:, 1:], before[:, 1:5], reduction="none", beta=0.2) * boxed
    return SHARE * ((apart * kept).sum() + boxes.sum() / 4) / boxed.sum().clamp(min=1)
