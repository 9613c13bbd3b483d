from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.nouns import Floats
from vision.picture.pyramid import Pyramid
from vision.reading.detector import Detector, overlaps, peaks, suppress
from vision.reading.net import ModelError

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
    monkeypatch.setattr("vision.reading.detector._TILE_PX", 256)
    tiles = detector.find(picture, 850, 0.02, levels=1)
    assert len(whole) > 12
    assert {int(x) // 256 for x, *_ in whole} == {0, 1, 2, 3}
    in_order = [boxes[np.lexsort((boxes[:, 0], boxes[:, 1]))] for boxes in (whole, tiles)]
    np.testing.assert_allclose(*in_order, rtol=1e-5)


class Seeing:
    """A net that takes white things for dice: what is `wide` pixels wide or more for so many side by side."""

    def __init__(self, wide: int, dice: int) -> None:
        self.wide, self.dice, self.looks = wide, dice, 0

    def __call__(self, picture: np.ndarray) -> Floats:
        self.looks += 1
        _, height, width, _ = picture.shape
        rows, columns = np.nonzero(picture[0, :, :, 0] > 128)
        (left, right), (top, below) = (columns.min(), columns.max() + 1), (rows.min(), rows.max() + 1)
        dice = self.dice if right - left >= self.wide else 1
        grid = np.full((5, height // 8, width // 8), -9, np.float32)
        for edge in np.linspace(left, right, dice, endpoint=False):
            x, y = (edge + (right - left) / dice / 2) / 8, (top + below) / 16
            column, row = int(x), int(y)
            grid[0, row, column] = 3
            grid[1:3, row, column] = x - column - 0.5, y - row - 0.5
            grid[3:, row, column] = np.log((right - left) / dice / 32), np.log((below - top) / 32)
        return grid[None]


def white(*boxes: tuple[float, float, float, float]) -> tuple[np.ndarray, Floats]:
    """A picture with these white boxes (middle and size), and the boxes as a detector gives them."""
    picture = np.zeros((360, 640, 3), np.uint8)
    for x, y, wide, high in boxes:
        picture[int(y - high / 2) : int(y + high / 2), int(x - wide / 2) : int(x + wide / 2)] = 255
    return picture, np.array([(*box, 0.6) for box in boxes], np.float32)


DIE, OTHER, BOTH = (100, 300, 30, 30), (500, 300, 30, 30), (320, 60, 60, 30)


@pytest.mark.parametrize("boxes", [(DIE, OTHER, BOTH), (BOTH,)], ids=["beside others", "alone"])
def test_a_box_as_long_as_two_dice_is_parted_where_two_are_seen_from_closer(
    boxes: tuple[tuple[float, float, float, float], ...],
) -> None:
    picture, found = white(*boxes)
    parted = Detector(Seeing(100, dice=2)).parted(picture, found)
    assert parted[: len(boxes) - 1].tolist() == found[:-1].tolist()
    np.testing.assert_allclose(parted[-2:, :4], [(305, 60, 30, 30), (335, 60, 30, 30)], atol=1.5)


def test_a_box_as_long_as_two_dice_stays_where_one_is_seen_from_closer_too() -> None:
    picture, found = white(DIE, OTHER, BOTH)
    assert Detector(Seeing(100, dice=1)).parted(picture, found).tolist() == found.tolist()


@pytest.mark.parametrize(
    "boxes",
    [
        pytest.param((), id="none"),
        pytest.param((DIE, OTHER), id="square ones"),
        pytest.param(((100, 300, 30, 42), (500, 300, 30, 42), (320, 60, 30, 42)), id="all seen aslant"),
    ],
)
def test_dice_of_the_usual_shape_are_looked_at_once(
    boxes: tuple[tuple[float, float, float, float], ...],
) -> None:
    picture, found = white(*boxes)
    net = Seeing(1, dice=2)
    assert Detector(net).parted(picture, found.reshape(-1, 5)).tolist() == found.tolist()
    assert net.looks == 0


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
