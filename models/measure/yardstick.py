"""A plain detector of YOLOv8n's size, to time the reader against: 3.2 M parameters, 8.7 GFLOP at 640 x 640.

It finds nothing, its weights are chance: only its time counts, in the same run, on the same thread.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
import torch
from torch import nn

from models.nets import convolution
from vision.reading.net import open_net

# Inputs, outputs, stride, how often.
_LAYERS = (
    (3, 16, 2, 1),
    (16, 32, 2, 1),
    (32, 32, 1, 3),
    (32, 64, 2, 1),
    (64, 64, 1, 4),
    (64, 128, 2, 1),
    (128, 128, 1, 6),
    (128, 256, 2, 1),
    (256, 256, 1, 3),
)
SIDE_PX = 640


def yardstick() -> nn.Module:
    """The net: (N, 3, 640, 640) to (N, 256, 20, 20)."""
    layers = [
        convolution(inputs, outputs, stride)
        for inputs, outputs, stride, often in _LAYERS
        for _ in range(often)
    ]
    return nn.Sequential(*layers)


def opened() -> Callable[[], object]:
    """One run of it in onnxruntime on one thread, as a function."""
    picture = np.random.default_rng(0).random((1, 3, SIDE_PX, SIDE_PX), np.float32)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "yardstick.onnx"
        torch.onnx.export(
            yardstick().eval(), (torch.from_numpy(picture),), str(path), opset_version=17, dynamo=False
        )
        run = open_net(path, 1)
    return lambda: run(picture)
