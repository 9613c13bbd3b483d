"""From the ONNX nets back to checkpoints, so that training can go on from the weights in the repository.

    python -m models.shipping.restore models PHOTOS build/train/shipped --rendered build/scenes

An exported net has its batch normalisation folded into the convolutions before it. Here each gets its own back: the
mean and spread of what it normalises are measured on examples, so that the net answers as before, and can train.
"""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import numpy_helper
from torch import nn

from models.command import command_line
from models.examples import banks, photos
from models.examples.batches import Crops, Views
from models.examples.negatives import load
from models.examples.stances import companies, found_by
from models.examples.straightened import straight_companies
from models.nets import DetectorNet, ReaderNet, StanceNet
from models.refusal import told
from vision.reading.stance import Stance

_VIEWS = 64
_CROPS = 2048
_STILLS = 240


def restore(net: nn.Module, source: Path, examples: torch.Tensor) -> None:
    """Give `net` the weights that were exported to `source`, in place; examples: such as it is trained on."""
    layers = [module for module in net.modules() if not list(module.children())]
    norms = [(one, two) for one, two in pairwise(layers) if isinstance(two, nn.BatchNorm2d)]
    followed = {id(one): two for one, two in norms}
    solved = [layer for layer in layers if isinstance(layer, nn.Conv2d | nn.Linear)]
    with torch.no_grad():
        for layer, (weight, bias) in zip(solved, _weights(source), strict=True):
            layer.weight.copy_(weight)
            norm = followed.get(id(layer))
            if norm is None:
                layer.bias.copy_(bias)
            else:
                norm.bias.copy_(bias)
                norm.running_mean.zero_()
                norm.running_var.fill_(1 - norm.eps)
        _measure([norm for _, norm in norms], net, examples)


def _weights(source: Path) -> list[tuple[torch.Tensor, torch.Tensor]]:
    """Weight and bias of each convolution and linear layer, in the order in which they are used."""
    graph = onnx.load(str(source)).graph
    tensors = constants(graph)
    used = [node.input for node in graph.node if node.op_type in ("Conv", "Gemm")]
    return [(torch.from_numpy(tensors[w].copy()), torch.from_numpy(tensors[b].copy())) for _, w, b in used]


def constants(graph: onnx.GraphProto) -> dict[str, NDArray[Any]]:
    """The tensors that a net holds, by name; also as floats those that it holds in 8-bit integers or in 16 bits."""
    tensors = {tensor.name: numpy_helper.to_array(tensor) for tensor in graph.initializer}
    for node in graph.node:
        if not all(name in tensors for name in node.input):
            continue
        if node.op_type == "DequantizeLinear":
            tensors[node.output[0]] = _dequantised(node, *(tensors[name] for name in node.input))
        elif node.op_type == "Cast":
            tensors[node.output[0]] = tensors[node.input[0]].astype(np.float32)
    return tensors


def _dequantised(
    node: onnx.NodeProto, whole: NDArray[Any], scale: NDArray[Any], zero: NDArray[Any]
) -> NDArray[np.float32]:
    """(whole - zero) * scale, with a scale for each slice along an axis, or one for all."""
    axis = next((each.i for each in node.attribute if each.name == "axis"), 1)
    along = [-1 if i == axis % whole.ndim else 1 for i in range(whole.ndim)] if scale.ndim else []
    return np.asarray((whole.astype(np.float32) - zero.reshape(along)) * scale.reshape(along), np.float32)


def _measure(norms: list[nn.BatchNorm2d], net: nn.Module, examples: torch.Tensor) -> None:
    """Let each normalisation, which passes its input on as yet, undo what it will do to the examples."""
    seen: dict[int, tuple[torch.Tensor, torch.Tensor]] = {}

    def note(norm: nn.Module, inputs: tuple[torch.Tensor, ...]) -> None:
        variance, mean = torch.var_mean(inputs[0], dim=(0, 2, 3), correction=0)
        seen[id(norm)] = mean, variance

    hooks = [norm.register_forward_pre_hook(note) for norm in norms]
    net.eval()
    net(examples)
    for hook in hooks:
        hook.remove()
    for norm in norms:
        mean, variance = seen[id(norm)]
        norm.running_mean.copy_(mean)
        norm.running_var.copy_(variance)
        norm.weight.copy_(torch.sqrt(variance + norm.eps))
        norm.bias.add_(mean)


@told()
def main() -> None:
    """The command line."""
    parser = command_line(__doc__)
    parser.add_argument("models", type=Path, help="the folder of the nets, NAME.onnx")
    parser.add_argument("photos", type=Path, help="a COCO folder of real photos")
    parser.add_argument("to", type=Path, help="the folder for NAME.pt of each")
    parser.add_argument("--rendered", type=Path, help="a folder of snapshots, for the nets of stances")
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    stills = photos.load_rendered(arguments.rendered) if arguments.rendered else []
    random, clutter = np.random.default_rng(0), load()
    pictures = photos.load(arguments.photos)
    arguments.to.mkdir(parents=True, exist_ok=True)
    nothing = banks.collect(banks.clutter(clutter, random, 500))
    dice = banks.collect(banks.dice(pictures[::8]))
    views, crops = Views([(pictures[::8], 1.0)], clutter), Crops([(dice, 1.0)], nothing)
    known: dict[str, tuple[nn.Module, torch.Tensor]] = {
        "detector": (DetectorNet(), views.batch(random, _VIEWS)[0]),
        "reader": (ReaderNet(), crops.batch(random, _CROPS)[0]),
    }
    if stills:
        known |= _of_stances(arguments.models, stills)
    for name, (net, examples) in known.items():
        source = arguments.models / f"{name}.onnx"
        restore(net, source if source.is_file() else source.with_suffix(".int8.onnx"), examples)
        torch.save({"net": net.state_dict()}, arguments.to / f"{name}.pt")


def _of_stances(models: Path, stills: list[photos.Photo]) -> dict[str, tuple[nn.Module, torch.Tensor]]:
    """The two nets of stances, and examples of both, of stills from all over the folder."""
    stills = stills[:: max(1, len(stills) // _STILLS)]
    find, stance = found_by(models), Stance.open(models)
    seen, straight = companies(stills, find), straight_companies(stills, find, stance)
    return {
        "stance": (StanceNet(), torch.cat([each.whole() for each in seen])),
        "straight": (StanceNet(), torch.cat([each.whole() for each in straight])),
    }


if __name__ == "__main__":
    main()
