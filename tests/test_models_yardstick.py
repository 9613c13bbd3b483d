"""The plain detector that the reader is timed against is of the size that is said of it."""

from __future__ import annotations

import math

import pytest

from models.measure import yardstick

onnx = pytest.importorskip("onnx")


def test_the_file_is_what_the_module_makes() -> None:
    assert yardstick.PATH.read_bytes() == yardstick.yardstick().SerializeToString()


def test_it_has_the_weights_and_the_work_of_yolov8n() -> None:
    graph = onnx.shape_inference.infer_shapes(onnx.load(str(yardstick.PATH)), data_prop=True).graph
    shapes = {
        one.name: [side.dim_value for side in one.type.tensor_type.shape.dim] for one in graph.value_info
    }
    layers = [
        (shapes[node.input[1]], shapes[node.output[0]]) for node in graph.node if node.op_type == "Conv"
    ]
    weights = sum(math.prod(weight) for weight, _ in layers)
    # A multiplication and an addition for each weight at each place.
    work = sum(2 * math.prod(weight) * math.prod(given[2:]) for weight, given in layers)
    assert weights == pytest.approx(3.2e6, rel=0.02)
    assert work == pytest.approx(8.7e9, rel=0.02)
