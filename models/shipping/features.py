"""A second output for the reader's net: what it has seen of a crop, from which Roll Call learns a set of dice.

    python -m models.shipping.features models/reader.onnx models/reader.int8.onnx

The last map, (N, C, 6, 6), is averaged two by two and laid out: `features`, (N, C * 9). No weight changes, and the
answer stays the same, bit for bit. A net that has the output is left as it is.
"""

from __future__ import annotations

from pathlib import Path

import onnx
from onnx import TensorProto, helper

from models.command import command_line
from models.refusal import Refusal, told
from vision.reading.net import FEATURES

_POOLED = f"{FEATURES}/pooled"
# The side of the squares of the last map that are averaged. Larger: fewer features, which place pips less closely.
_POOLED_CELLS = 2


def add_features(path: Path) -> None:
    """Give the reader's net at `path` its second output, in place. Raises Refusal where it is no reader's net."""
    model = onnx.load(str(path))
    if any(output.name == FEATURES for output in model.graph.output):
        return
    model.graph.node.extend(
        [
            helper.make_node(
                "AveragePool",
                [_last_map(model.graph, path)],
                [_POOLED],
                name=_POOLED,
                kernel_shape=[_POOLED_CELLS, _POOLED_CELLS],
                strides=[_POOLED_CELLS, _POOLED_CELLS],
            ),
            helper.make_node("Flatten", [_POOLED], [FEATURES], name=FEATURES),
        ]
    )
    model.graph.output.append(
        helper.make_tensor_value_info(FEATURES, TensorProto.FLOAT, ["crops", "features"])
    )
    onnx.checker.check_model(model)
    onnx.save(model, str(path))


def remove_features(model: onnx.ModelProto) -> None:
    """Take the second output away, in place: what is made in 8-bit integers is to have the answer alone."""
    graph = model.graph
    for nodes, names in ((graph.node, {_POOLED, FEATURES}), (graph.output, {FEATURES})):
        for each in [each for each in nodes if each.name in names]:
            nodes.remove(each)


def _last_map(graph: onnx.GraphProto, path: Path) -> str:
    """The name of the tensor that is laid out for the last layer."""
    laid_out = [node for node in graph.node if node.op_type == "Flatten"]
    if len(laid_out) != 1 or graph.input[0].name != "picture":
        raise Refusal(f"{path} is not the reader's net: name one that models.shipping.export has written")
    return str(laid_out[0].input[0])


@told()
def main() -> None:
    """The command line."""
    parser = command_line(__doc__)
    parser.add_argument("nets", type=Path, nargs="+", help="reader.onnx, reader.int8.onnx")
    for path in parser.parse_args().nets:
        if not path.is_file():
            raise Refusal(f"{path} is no file: name a reader.onnx")
        add_features(path)


if __name__ == "__main__":
    main()
