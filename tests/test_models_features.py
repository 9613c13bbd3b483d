"""The reader's second output says what was seen, and changes no answer."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import onnxruntime
import pytest

onnx = pytest.importorskip("onnx", reason="training needs the extra packages of .[train]")

from models.refusal import Refusal  # noqa: E402
from models.shipping.features import add_features, remove_features  # noqa: E402
from vision.reading.net import _open_with_opencv, open_net  # noqa: E402

MODELS = Path(__file__).parent.parent / "models"
CROPS = np.random.default_rng(5).standard_normal((5, 3, 48, 48)).astype(np.float32)


def without(path: Path, to: Path) -> Path:
    """A copy of a net without its second output."""
    model = onnx.load(str(path))
    remove_features(model)
    onnx.save(model, str(to))
    return to


@pytest.mark.parametrize("name", ["reader.onnx", "reader.int8.onnx"])
def test_with_the_second_output_a_net_answers_the_same_bit_for_bit(name: str, tmp_path: Path) -> None:
    plain = open_net(without(MODELS / name, tmp_path / name), 1)
    shipped = open_net(MODELS / name, 1)
    answer, features = shipped.seen(CROPS)
    assert plain.seen(CROPS)[1].shape == (5, 0)
    assert np.array_equal(plain(CROPS), answer)
    assert np.array_equal(shipped(CROPS), answer)
    assert features.shape[0] == 5
    assert features.std(axis=0).max() > 0


def test_features_are_the_means_of_the_last_map_two_by_two() -> None:
    model = onnx.load(str(MODELS / "reader.onnx"))
    last = next(node.input[0] for node in model.graph.node if node.op_type == "AveragePool")
    del model.graph.output[:]
    model.graph.output.append(onnx.helper.make_tensor_value_info(last, onnx.TensorProto.FLOAT, None))
    whole = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    (seen,) = whole.run(None, {"picture": CROPS})
    means = seen.reshape(5, seen.shape[1], 3, 2, 3, 2).mean(axis=(3, 5)).reshape(5, -1)
    np.testing.assert_allclose(open_net(MODELS / "reader.onnx", 1).seen(CROPS)[1], means, atol=1e-5)
    np.testing.assert_allclose(_open_with_opencv(MODELS / "reader.onnx").seen(CROPS)[1], means, atol=1e-5)


def test_adding_it_twice_adds_it_once(tmp_path: Path) -> None:
    net = tmp_path / "reader.onnx"
    shutil.copy(MODELS / "reader.onnx", net)
    before = net.read_bytes()
    add_features(net)
    assert net.read_bytes() == before


def test_another_net_is_refused_and_left_as_it_was(tmp_path: Path) -> None:
    net = tmp_path / "detector.onnx"
    shutil.copy(MODELS / "detector.onnx", net)
    with pytest.raises(Refusal, match="not the reader's net"):
        add_features(net)
    assert net.read_bytes() == (MODELS / "detector.onnx").read_bytes()
