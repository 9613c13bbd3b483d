"""From checkpoints to the ONNX nets that the program runs.

python -m models.export build/train/all models
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import torch
from torch import nn

from models.nets import CROP_PX, DetectorNet, PictureNet, ReaderNet, StanceNet
from vision import stance

_OPSET = 17
NAMES = ("detector", "reader", "stance", "straight")


def export(net: nn.Module, checkpoint: Path, example: torch.Tensor, free: dict[int, str], path: Path) -> None:
    """Write the net with the weights of `checkpoint` to `path`; `free` are the input's axes of any length."""
    net.load_state_dict(torch.load(checkpoint, weights_only=False)["net"])
    exported = PictureNet(net) if isinstance(net, DetectorNet) else net
    torch.onnx.export(
        exported.eval(),
        (example,),
        str(path),
        input_names=["picture"],
        output_names=["answer"],
        dynamic_axes={"picture": free, "answer": free},
        opset_version=_OPSET,
        dynamo=False,
    )


def export_all(training: Path, to: Path, names: Sequence[str] = NAMES) -> None:
    """Export the nets of a training's folder."""
    to.mkdir(parents=True, exist_ok=True)
    known: dict[str, tuple[nn.Module, torch.Tensor, dict[int, str]]] = {
        "detector": (DetectorNet(), torch.zeros(1, 64, 64, 4), {0: "pictures", 1: "height", 2: "width"}),
        "reader": (ReaderNet(), torch.zeros(2, 3, CROP_PX, CROP_PX), {0: "crops"}),
    }
    for name in ("stance", "straight"):
        known[name] = (StanceNet(), torch.zeros(2, 5, stance.CROP_PX, stance.CROP_PX), {0: "dice"})
    for name in names:
        net, example, free = known[name]
        export(net, training / f"{name}.pt", example, free, to / f"{name}.onnx")


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("training", type=Path, help="the folder that models.train wrote")
    parser.add_argument("to", type=Path, help="where the nets, NAME.onnx, go")
    arguments = parser.parse_args()
    export_all(arguments.training, arguments.to)


if __name__ == "__main__":
    main()
