from __future__ import annotations

from pathlib import Path

import numpy as np

from vision import net

MODELS = Path(__file__).parents[1] / "models"


def test_opencv_runs_the_net_as_onnxruntime_does() -> None:
    picture = np.random.default_rng(0).uniform(0, 255, (1, 96, 128, 4)).astype(np.uint8)
    ours = net.open_net(MODELS / "detector.onnx", 1)(picture)
    theirs = net._open_with_opencv(MODELS / "detector.onnx")(picture)
    np.testing.assert_allclose(ours, theirs, atol=2e-3)


def test_in_8_bit_integers_the_detector_sees_the_same_pictures_about_alike() -> None:
    random = np.random.default_rng(1)
    picture = np.kron(random.integers(0, 255, (1, 12, 16, 4)), np.ones((1, 8, 8, 1))).astype(np.uint8)
    floats = net.open_net(MODELS / "detector.onnx", 1)
    integers = net.open_net(MODELS / "detector.int8.onnx", 1)
    logits = floats(picture)[0, 0]
    assert np.abs(integers(picture)[0, 0] - logits).mean() < 0.1 * logits.std()
    # The fourth channel counts nothing, and numbers of any kind are taken.
    emptied = picture * np.array([1, 1, 1, 0], np.uint8)
    for run in (floats, integers):
        assert np.array_equal(run(emptied), run(picture))
        assert np.array_equal(run(picture.astype(np.float32)), run(picture))
