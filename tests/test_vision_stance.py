from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from vision import detect
from vision.detect import ModelError
from vision.stance import CROP_PX, Stance, seen

MODELS = Path(__file__).parents[1] / "models"


def crops(count: int) -> np.ndarray:
    return np.random.default_rng(5).uniform(30, 220, (count, CROP_PX, CROP_PX, 3)).astype(np.float32)


def test_the_planes_tell_how_large_and_how_wide_a_die_is_beside_the_others() -> None:
    boxes = np.array([[0, 0, 40, 40], [0, 0, 40, 40], [0, 0, 80, 80], [0, 0, 80, 20]], np.float32)
    planes = seen(crops(4), boxes)[:, 3:] / 4
    assert np.ptp(planes, axis=(2, 3)).max() == 0
    larger, wider = planes[:, 0, 0, 0], planes[:, 1, 0, 0]
    np.testing.assert_allclose(np.exp(larger), [1, 1, 2, 1], atol=1e-5)
    np.testing.assert_allclose(np.exp(wider), [1, 1, 1, 4], atol=1e-5)


def test_how_dice_lie_does_not_depend_on_the_order_they_are_given_in() -> None:
    stance, picture = Stance.open(MODELS), crops(1)[0].astype(np.uint8).repeat(4, axis=0).repeat(4, axis=1)
    boxes = np.array([[60, 60, 40, 44], [150, 90, 38, 40], [90, 180, 60, 44]], np.float32)
    there, back = stance.judge(picture, boxes), stance.judge(picture, boxes[::-1])[::-1]
    np.testing.assert_allclose(there, back, atol=1e-3)
    assert there.shape == (3, 2)
    assert np.all(there >= 0)
    assert np.all(there.sum(axis=1) <= 1)


def test_where_there_are_no_dice_nothing_is_judged() -> None:
    empty = np.zeros((0, 5), np.float32)
    assert Stance.open(MODELS).judge(np.zeros((90, 90, 3), np.uint8), empty).shape == (0, 2)


def test_opencv_tells_how_dice_lie_as_onnxruntime_does() -> None:
    boxes = np.array([[0, 0, 40, 40], [0, 0, 50, 44], [0, 0, 30, 60]], np.float32)
    batch = seen(crops(3), boxes)
    ours = detect.open_net(MODELS / "stance.onnx", 1)(batch)
    theirs = detect._open_with_opencv(MODELS / "stance.onnx")(batch)
    np.testing.assert_allclose(ours, theirs, atol=1e-3)


def test_another_net_in_its_place_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "stance.onnx").write_bytes((MODELS / "reader.onnx").read_bytes())
    with pytest.raises(ModelError, match="not the net of stances"):
        Stance.open(tmp_path)
