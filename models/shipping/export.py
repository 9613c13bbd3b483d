"""From checkpoints to the ONNX nets that the program runs.

    python -m models.shipping.export build/train/all models

It takes those nets that the training has. What was made of older ones, NAME.int8.onnx, would be run in their place, and
is removed: make it anew with `models.shipping.quantise`. The curves of the training and the note of what it was made of
go to TO/trainings/NAME (`models.records`).
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import torch
from torch import nn

from models import records
from models.command import command_line
from models.nets import CROP_PX, DetectorNet, PictureNet, ReaderNet, StanceNet
from models.refusal import Refusal, told
from models.shipping.features import add_features
from vision.reading import stance

_OPSET = 17
NAMES = ("detector", "reader", "stance", "straight")


def export(net: nn.Module, example: torch.Tensor, free: dict[int, str], path: Path) -> None:
    """Write the net to `path`, and remove an older one in 8-bit integers; `free` are the input's axes of any length."""
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
    path.with_suffix(".int8.onnx").unlink(missing_ok=True)


def checkpoint(training: Path, name: str) -> Path:
    """Where a training's folder keeps a net. Raises Refusal where it does not."""
    path = training / f"{name}.pt"
    if not path.is_file():
        raise Refusal(
            f"{training} holds no {name}.pt: name a folder in which models.training.train has trained that net"
        )
    return path


def trained(training: Path) -> list[str]:
    """The nets that a training's folder holds. Raises Refusal where it holds none."""
    names = [name for name in NAMES if (training / f"{name}.pt").is_file()]
    if not names:
        raise Refusal(f"{training} holds no net: name a folder that models.training.train has written")
    return names


def export_all(training: Path, to: Path, names: Sequence[str]) -> None:
    """Export these nets of a training's folder. Raises Refusal, and writes nothing, where it lacks one."""
    known: dict[str, tuple[nn.Module, torch.Tensor, dict[int, str]]] = {
        "detector": (DetectorNet(), torch.zeros(1, 64, 64, 4), {0: "pictures", 1: "height", 2: "width"}),
        "reader": (ReaderNet(), torch.zeros(2, 3, CROP_PX, CROP_PX), {0: "crops"}),
    }
    for name in ("stance", "straight"):
        known[name] = (StanceNet(), torch.zeros(2, 5, stance.CROP_PX, stance.CROP_PX), {0: "dice"})
    for name in names:
        known[name][0].load_state_dict(torch.load(checkpoint(training, name), weights_only=False)["net"])
    to.mkdir(parents=True, exist_ok=True)
    for name in names:
        net, example, free = known[name]
        export(net, example, free, to / f"{name}.onnx")
        if name == "reader":
            add_features(to / "reader.onnx")


@told()
def main() -> None:
    """The command line."""
    parser = command_line(__doc__)
    parser.add_argument("training", type=Path, help="the folder that models.training.train wrote")
    parser.add_argument("to", type=Path, help="where the nets, NAME.onnx, go")
    arguments = parser.parse_args()
    names = trained(arguments.training)
    export_all(arguments.training, arguments.to, names)
    records.keep(arguments.training, arguments.to)
    print(f"wrote {', '.join(names)}; now run models.shipping.quantise, for nets that are quicker")


if __name__ == "__main__":
    main()
