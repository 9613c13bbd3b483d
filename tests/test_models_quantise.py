from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

onnx = pytest.importorskip("onnx")
MODELS = Path(__file__).parents[1] / "models"


@pytest.mark.parametrize("path", sorted(MODELS.glob("*.int8.onnx")), ids=lambda path: path.name)
def test_weights_in_8_bit_integers_take_7_bits(path: Path) -> None:
    tensors = [onnx.numpy_helper.to_array(tensor) for tensor in onnx.load(str(path)).graph.initializer]
    weights = [tensor for tensor in tensors if tensor.dtype == np.int8 and tensor.ndim > 1]
    assert weights
    assert all(int(np.abs(weight.astype(int)).max()) <= 64 for weight in weights)
