"""What a training must not forget: the answers of the nets before it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

torch = pytest.importorskip("torch", reason="training needs the extra packages of .[train]")

from models.examples.keeper import LABELS, SHARE, Keeper, forgotten  # noqa: E402
from models.nets import NONE  # noqa: E402
from models.training.train import detector_loss, reader_loss  # noqa: E402
from vision.nouns import Floats  # noqa: E402

CELLS = 4


def before(views: NDArray[Any]) -> Floats:
    """An old detector: a die in the first cell, 32 px large, and nothing elsewhere."""
    grid = np.zeros((len(views), 5, CELLS, CELLS), np.float32)
    grid[:, 0] = -6.0
    grid[:, 0, 0, 0] = 3.0
    return grid


def sure_of_fours(crops: NDArray[Any]) -> Floats:
    """An old reader that takes whatever it sees for a 4."""
    logits = np.zeros((len(crops), NONE + 1), np.float32)
    logits[:, 3] = 20.0
    return logits


KEEPER = Keeper(before, sure_of_fours)


def test_what_the_old_reader_knows_is_half_its_answer_and_a_new_make_is_the_label_alone() -> None:
    crops = np.zeros((2, 3, 48, 48), np.float32)
    wanted = KEEPER.classes(crops, np.array([1, 1]), np.array([True, False])).numpy()
    assert wanted[0] == pytest.approx([0, 1 - SHARE, 0, SHARE, 0, 0, 0], abs=1e-6)
    assert wanted[1] == pytest.approx([0, 1, 0, 0, 0, 0, 0])


def test_the_loss_of_chances_is_that_of_classes_where_they_say_the_same() -> None:
    logits, classes = torch.randn(5, NONE + 1), torch.tensor([0, 3, 6, 2, 2])
    chances = torch.nn.functional.one_hot(classes, NONE + 1).float()
    assert float(reader_loss(logits, chances)) == pytest.approx(float(reader_loss(logits, classes)), rel=1e-5)


def test_a_detector_that_answers_as_before_has_forgotten_nothing_and_one_that_does_not_has() -> None:
    views = np.zeros((2, 3, 8 * CELLS, 8 * CELLS), np.float32)
    kept = torch.from_numpy(KEEPER.grids(views, np.array([True, True])))
    same = torch.from_numpy(before(views))
    assert float(forgotten(same, kept)) == pytest.approx(0, abs=1e-5)
    for channel in range(5):
        other = same.clone()
        other[:, channel, 0, 0] -= 2.0
        assert float(forgotten(other, kept)) > 0.05


def test_a_view_with_new_dice_is_not_held_to_the_old_answer() -> None:
    views = np.zeros((1, 3, 8 * CELLS, 8 * CELLS), np.float32)
    free = torch.from_numpy(KEEPER.grids(views, np.array([False])))
    assert float(forgotten(torch.randn(1, 5, CELLS, CELLS), free)) == 0


def test_the_detectors_loss_grows_by_what_is_forgotten() -> None:
    views = np.zeros((1, 3, 8 * CELLS, 8 * CELLS), np.float32)
    labels = torch.zeros(1, LABELS, CELLS, CELLS)
    labels[:, 5] = 1.0
    kept = torch.from_numpy(KEEPER.grids(views, np.array([True])))
    answer = torch.randn(1, 5, CELLS, CELLS)
    both = float(detector_loss(answer, torch.cat([labels, kept], dim=1)))
    assert both == pytest.approx(
        float(detector_loss(answer, labels)) + float(forgotten(answer, kept)), rel=1e-5
    )
