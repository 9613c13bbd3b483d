"""Keep nets in half the bytes: large weights in floats of 16 bits, made floats of 32 again before they are used.

    python -m models.shipping.halve models [--nets stance straight]

OpenCV and onnxruntime run such nets as they run the others, and reckon in 32 bits; it is for the nets whose floats run
only where onnxruntime does not start, so that all weights together stay under 8 MB. A net of which only NAME.int8.onnx
is left, as `straight` once was, gets its floats back from there: it is built as `stance`, which lies beside it.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

from models.command import command_line
from models.refusal import Refusal, told
from models.shipping.export import NAMES
from models.shipping.restore import constants

_HALVED = ("stance", "straight")
ALIKE = {"straight": "stance"}  # built alike: what differs is what they have learnt
_LEAST = 64  # of fewer numbers half the bytes are not worth a node


def halve(path: Path) -> None:
    """Keep the larger weights of the net at `path`, float32, as float16, in place; those that are so already stay."""
    model = onnx.load(str(path))
    graph = model.graph
    kept, casts = [], []
    for tensor in graph.initializer:
        weights = numpy_helper.to_array(tensor)
        if weights.dtype != np.float32 or weights.size < _LEAST:
            kept.append(tensor)
            continue
        half = f"{tensor.name}_half"
        kept.append(numpy_helper.from_array(_halved(weights, path), half))
        casts.append(helper.make_node("Cast", [half], [tensor.name], to=TensorProto.FLOAT))
    nodes = [*casts, *graph.node]
    del graph.initializer[:], graph.node[:]
    graph.initializer.extend(kept)
    graph.node.extend(nodes)
    onnx.checker.check_model(model)
    onnx.save(model, str(path))


def _halved(weights: NDArray[np.float32], path: Path) -> NDArray[np.float16]:
    largest = float(np.abs(weights).max())
    if largest > float(np.finfo(np.float16).max):
        raise Refusal(
            f"{path} holds a weight of {largest:.0f}, more than 16 bits can hold: leave it as it is"
        )
    return weights.astype(np.float16)


def unrounded(integers: Path, alike: Path, to: Path) -> None:
    """Write to `to` the net in 8-bit integers at `integers` with its weights as floats, in the graph of `alike`.

    What its layers give is no longer rounded, nor cut off where it is larger than on the examples it was made with.
    Raises Refusal where the two are built otherwise.
    """
    model, rounded = onnx.load(str(alike)), onnx.load(str(integers))
    known, weights = constants(model.graph), constants(rounded.graph)
    ours, theirs = _layers(model.graph), _layers(rounded.graph)
    if [known[name].shape for name in ours] != [weights[name].shape for name in theirs]:
        raise Refusal(f"{integers} is not built as {alike}: export it anew from its training")
    nodes = [node for node in model.graph.node if not (node.op_type == "Cast" and node.output[0] in ours)]
    del model.graph.initializer[:], model.graph.node[:]
    model.graph.node.extend(nodes)
    model.graph.initializer.extend(
        numpy_helper.from_array(weights[other], name) for name, other in zip(ours, theirs, strict=True)
    )
    onnx.checker.check_model(model)
    onnx.save(model, str(to))


def _layers(graph: onnx.GraphProto) -> list[str]:
    """The names of the weights and biases of all layers, in the order in which they are used."""
    used = (node.input[1:] for node in graph.node if node.op_type in ("Conv", "Gemm"))
    return [name for names in used for name in names]


@told()
def main(arguments: list[str] | None = None) -> None:
    """The command line."""
    parser = command_line(__doc__)
    parser.add_argument("models", type=Path)
    parser.add_argument("--nets", nargs="+", choices=NAMES, default=_HALVED, help="default: stance straight")
    chosen = parser.parse_args(arguments)
    for name in chosen.nets:
        path = chosen.models / f"{name}.onnx"
        if not path.is_file():
            _take_back(chosen.models, name)
        halve(path)
        print(f"{path}: {path.stat().st_size} bytes")


def _take_back(models: Path, name: str) -> None:
    """Make NAME.onnx from NAME.int8.onnx. Raises Refusal where it or the net that is built alike is not there."""
    path, alike = models / f"{name}.onnx", models / f"{ALIKE.get(name, name)}.onnx"
    integers = path.with_suffix(".int8.onnx")
    if not (integers.is_file() and alike.is_file()):
        raise Refusal(f"{models} holds no {name}.onnx: name a folder that models.shipping.export has written")
    unrounded(integers, alike, path)


if __name__ == "__main__":
    main()
