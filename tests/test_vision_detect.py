from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.detect import Detector, overlaps, peaks, suppress
from vision.net import ModelError
from vision.nouns import Floats
from vision.pyramid import Pyramid

MODELS = Path(__file__).parents[1] / "models"


def grid_with(row: int, column: int, logit: float) -> Floats:
    grid = np.zeros((5, 8, 8), np.float32)
    grid[0] = -9
    grid[0, row, column] = logit
    return grid


def test_a_peak_becomes_a_box_in_pixels() -> None:
    grid = grid_with(2, 5, 3.0)
    grid[1:, 2, 5] = 0.25, -0.5, 0.0, np.log(2)
    (box,) = peaks(grid, 0.3)
    assert box[:4] == pytest.approx([(5 + 0.5 + 0.25) * 8, (2 + 0.5 - 0.5) * 8, 32, 64])
    assert box[4] == pytest.approx(1 / (1 + np.exp(-3)))


def test_beside_a_peak_lower_ones_are_not_peaks() -> None:
    grid = grid_with(2, 5, 3.0)
    grid[0, 2, 6] = 2.0
    assert len(peaks(grid, 0.3)) == 1


def test_overlap_of_a_box_with_its_quarter() -> None:
    boxes = np.array([[10, 10, 20, 20], [5, 5, 10, 10]], np.float32)
    joint, inside = overlaps(boxes)
    assert joint[0, 1] == pytest.approx(0.25)
    assert inside[0, 1] == pytest.approx(1.0)


boxes_of = st.lists(
    st.tuples(st.floats(0, 99), st.floats(0, 99), st.floats(5, 40), st.floats(5, 40)), min_size=1, max_size=12
)


@given(boxes_of)
def test_boxes_that_are_kept_do_not_overlap_and_the_best_is_kept(rows: list[tuple[float, ...]]) -> None:
    boxes = np.array(rows, np.float32)
    rank = np.arange(len(boxes), dtype=np.float32)
    kept = suppress(boxes, rank, 0.4, 0.65)
    assert len(boxes) - 1 in kept
    joint, inside = overlaps(boxes[kept])
    np.fill_diagonal(joint, 0)
    np.fill_diagonal(inside, 0)
    assert joint.max() < 0.4
    assert inside.max() < 0.65


def test_a_large_picture_gives_the_same_boxes_in_tiles_as_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    random = np.random.default_rng(4)
    coarse = random.uniform(0, 255, (43, 57, 3)).astype(np.float32)
    picture = Pyramid(np.asarray(cv2.resize(coarse, (850, 650)), np.uint8))
    detector = Detector.open(MODELS / "detector.onnx")
    whole = detector.find(picture, 850, 0.02, levels=1)
    monkeypatch.setattr("vision.detect._TILE_PX", 256)
    tiles = detector.find(picture, 850, 0.02, levels=1)
    assert len(whole) > 12
    assert {int(x) // 256 for x, *_ in whole} == {0, 1, 2, 3}
    in_order = [boxes[np.lexsort((boxes[:, 0], boxes[:, 1]))] for boxes in (whole, tiles)]
    np.testing.assert_allclose(*in_order, rtol=1e-5)


def test_missing_weights_are_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="missing"):
        Detector.open(tmp_path / "detector.onnx")


def test_a_file_that_is_no_net_is_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "detector.onnx"
    path.write_text("not a net")
    with pytest.raises(ModelError, match="is not a net"):
        Detector.open(path)


def test_the_readers_net_is_not_taken_for_the_detectors() -> None:
    with pytest.raises(ModelError, match="not the detector's net"):
        Detector.open(MODELS / "reader.onnx")
