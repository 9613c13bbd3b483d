"""A plain detector of YOLOv8n's size, to time the reader against: 3.2 M parameters, 8.7 GFLOP at 640 x 640.

    python -m models.measure.yardstick

It finds nothing: only its time counts, in the same run, on the same thread. The command writes `yardstick.onnx`, which
`./rollcall bench` runs. The file holds no weights, only the shapes and the one number that all weights of a layer are;
onnxruntime makes the weights when it opens the file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from vision.reading.net import ANSWER, open_net

if TYPE_CHECKING:
    from onnx import ModelProto, NodeProto

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
# Side of a filter.
_FILTER_PX = 3
# Each weight times how many a layer adds up. Larger: answers overflow. Smaller: they become so small that processors
# are slow with them.
_SUM = 2.0
# Version of the operators, one that cv2.dnn reads, too.
_OPERATORS = 17
# Version of the file's form, the same.
_FORMAT = 8
PATH = Path(__file__).with_name("yardstick.onnx")


def yardstick() -> ModelProto:
    """The net: (1, 3, 640, 640) float32 to (1, 256, 20, 20)."""
    # Needed to make the file, not to run it.
    from onnx import TensorProto, helper

    nodes = [*_nodes()]
    last, (_, channels, _, _) = nodes[-1].output[0], _LAYERS[-1]
    nodes.append(helper.make_node("Identity", [last], [ANSWER]))
    given = helper.make_tensor_value_info("picture", TensorProto.FLOAT, [1, 3, SIDE_PX, SIDE_PX])
    side = SIDE_PX // int(np.prod([stride for _, _, stride, _ in _LAYERS]))
    answer = helper.make_tensor_value_info(ANSWER, TensorProto.FLOAT, [1, channels, side, side])
    graph = helper.make_graph(nodes, "yardstick", [given], [answer])
    return helper.make_model(
        graph,
        opset_imports=[helper.make_opsetid("", _OPERATORS)],
        ir_version=_FORMAT,
        producer_name="roll-call",
    )


def _nodes() -> Iterator[NodeProto]:
    """Layer after layer: the weights, a convolution, and the SiLU of what it gives."""
    number, before = count(), "picture"
    for inputs, outputs, stride, often in _LAYERS:
        for _ in range(often):
            layer = f"layer{next(number)}"
            yield from _layer(layer, before, inputs, outputs, stride)
            before = layer


def _layer(name: str, before: str, inputs: int, outputs: int, stride: int) -> Iterator[NodeProto]:
    from onnx import TensorProto, helper

    shape = [outputs, inputs, _FILTER_PX, _FILTER_PX]
    weight = helper.make_tensor("", TensorProto.FLOAT, [1], [_SUM / (inputs * _FILTER_PX**2)])
    sizes = helper.make_tensor("", TensorProto.INT64, [len(shape)], shape)
    yield helper.make_node("Constant", [], [f"{name}.shape"], value=sizes)
    yield helper.make_node("ConstantOfShape", [f"{name}.shape"], [f"{name}.weights"], value=weight)
    yield helper.make_node(
        "Conv",
        [before, f"{name}.weights"],
        [f"{name}.sum"],
        kernel_shape=shape[2:],
        strides=[stride, stride],
        pads=[1, 1, 1, 1],
    )
    yield helper.make_node("Sigmoid", [f"{name}.sum"], [f"{name}.gate"])
    yield helper.make_node("Mul", [f"{name}.sum", f"{name}.gate"], [name])


def opened() -> Callable[[], object]:
    """One run of it in onnxruntime on one thread, as a function."""
    run = open_net(PATH, 1)
    picture = np.random.default_rng(0).random((1, 3, SIDE_PX, SIDE_PX), np.float32)
    return lambda: run(picture)


if __name__ == "__main__":
    PATH.write_bytes(yardstick().SerializeToString())
