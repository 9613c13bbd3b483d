"""What a picture costs is counted right: nets whose multiply-adds are known by hand, OpenCV as it was afterwards."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

onnx = pytest.importorskip("onnx", reason="nets are counted with the extra packages of .[train]")

from onnx import TensorProto, helper, numpy_helper  # noqa: E402

from models.measure.budget import BOARDS, MODELS, Counter, Stage, multiply_adds, table  # noqa: E402


@pytest.fixture
def known_net(tmp_path: Path) -> Path:
    """A convolution of 3 by 3 over two groups, then a product with a matrix, for any size of picture."""
    weights = [
        numpy_helper.from_array(np.zeros((6, 2, 3, 3), np.float32), "kernel"),
        numpy_helper.from_array(np.zeros((8, 5), np.float32), "matrix"),
    ]
    nodes = [
        helper.make_node("Conv", ["picture", "kernel"], ["seen"], group=2, pads=[1, 1, 1, 1]),
        helper.make_node("Relu", ["seen"], ["lit"]),
        helper.make_node("MatMul", ["lit", "matrix"], ["answer"]),
    ]
    picture = helper.make_tensor_value_info("picture", TensorProto.FLOAT, ["n", 4, "h", "w"])
    answer = helper.make_tensor_value_info("answer", TensorProto.FLOAT, None)
    graph = helper.make_graph(nodes, "known", [picture], [answer], weights)
    path = tmp_path / "known.onnx"
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)]), str(path))
    return path


def test_the_multiply_adds_of_a_net_are_those_that_one_counts_by_hand(known_net: Path) -> None:
    convolution = 6 * (10 * 8) * (2 * 3 * 3)
    product = (6 * 10) * 8 * 5
    assert multiply_adds(known_net, (1, 4, 10, 8)) == convolution + product
    assert multiply_adds(known_net, (3, 4, 10, 8)) == 3 * (convolution + product)


@pytest.mark.parametrize("name", ["detector", "reader", "stance", "straight"])
def test_every_net_of_ours_can_be_counted(name: str) -> None:
    path = MODELS / f"{name}.onnx"
    shape = onnx.load(str(path)).graph.input[0].type.tensor_type.shape.dim
    sides = [place.dim_value or 64 for place in shape]
    one = multiply_adds(path, (1, *sides[1:]))
    assert one > 100_000
    assert multiply_adds(path, (2, *sides[1:])) == 2 * one


def test_what_opencv_reads_and_writes_is_counted_and_it_is_as_before_afterwards() -> None:
    before, counter = cv2.resize, Counter()
    picture = np.zeros((10, 20, 3), np.uint8)
    with counter.counting():
        cv2.resize(picture, (5, 4))
    assert counter.stage.elements == 10 * 20 * 3 + 4 * 5 * 3
    assert cv2.resize is before
    cv2.resize(picture, (5, 4))
    assert counter.stage.elements == 660


def test_the_estimates_are_called_estimates_and_a_faster_board_needs_less() -> None:
    stage = Stage(pictures=2, spent_s=0.02, nets_s=0.01)
    stage.macs["detector"] = BOARDS[0].gflops * 1e9 / 2
    assert stage.estimate_ms(BOARDS[0]) == pytest.approx(1000 * (1 + 0.01 * BOARDS[0].slower) / 2)
    assert stage.estimate_ms(BOARDS[1]) < stage.estimate_ms(BOARDS[0])
    head, _, row = table({"moving": stage})
    assert head.count("ESTIMATE") == len(BOARDS)
    assert row.startswith("| moving (2) | detector ")
