"""Dice that lie aside in the demo: as many as were kept, each in its place, and nothing else of the picture changes."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware.aside import Aside, placed
from hardware.camera import CameraError
from hardware.demo import FACTS, FOLDER, KEPT, Demo
from vision.reading.reader import Reader

ROOT = Path(__file__).parent.parent


def test_what_is_kept_lies_aside_and_is_read_as_what_it_is() -> None:
    with Demo() as demo:
        bare, aside = demo._bare, demo._aside
    reader = Reader.open(ROOT / "models")
    assert [die for die in reader.read(bare) if die.score > 0.5] == []
    for kept in ((1,), (5, 2), (6, 6, 3), (1, 2, 3, 4, 5), (6, 5, 4, 3, 2, 1)):
        dice = reader.read(aside.laid(bare, kept))
        assert sorted(die.value or 0 for die in dice) == sorted(kept)


def test_no_die_that_is_kept_touches_the_edge_of_the_picture() -> None:
    """One that does is told to be half out of it, by some looks."""
    with Demo() as demo:
        boxes, wide = demo._aside.boxes, demo._bare.shape[1]
    for left, top, right, _ in boxes[:5]:
        assert left > 0
        assert top > 0
        assert right < wide


def test_only_the_places_of_the_dice_change() -> None:
    with Demo() as demo:
        picture, aside = demo._bare, demo._aside
    assert aside.laid(picture, ()) is picture
    laid = aside.laid(picture, (4, 1))
    left, top = min(box[0] for box in aside.boxes), min(box[1] for box in aside.boxes)
    right, bottom = max(box[2] for box in aside.boxes[:2]), max(box[3] for box in aside.boxes[:2])
    changed = np.argwhere((laid != picture).any(axis=2))
    assert changed.min(axis=0).tolist() >= [top, left]
    assert (changed.max(axis=0) < [bottom, right]).all()
    assert np.array_equal(
        aside.laid(picture, (1, 2, 3, 4, 5, 6, 1, 1)), aside.laid(picture, (1, 2, 3, 4, 5, 6))
    )


def test_pictures_that_do_not_fit_are_said_to_be_missing(tmp_path: Path) -> None:
    facts = json.loads((FOLDER / FACTS).read_text(encoding="utf-8"))["aside"]
    with pytest.raises(CameraError, match="The demo is missing"):
        Aside.open(tmp_path / KEPT, facts)
    cv2.imwrite(str(tmp_path / KEPT), np.zeros((30, 30, 3), np.uint8))
    with pytest.raises(CameraError, match="The demo is missing"):
        Aside.open(tmp_path / KEPT, facts)


@pytest.mark.parametrize(
    ("before", "kept", "lie"),
    [
        ((), (5, 6), (5, 6, 0, 0, 0, 0)),
        ((5, 6, 0, 0, 0, 0), (5, 6, 1), (5, 6, 1, 0, 0, 0)),
        ((6, 0, 0, 0, 0, 0), (5, 5, 6), (6, 5, 5, 0, 0, 0)),
        ((6, 0, 0, 0, 0, 0), (5,), (0, 5, 0, 0, 0, 0)),
        ((0, 5, 0, 0, 0, 0), (), (0, 0, 0, 0, 0, 0)),
        ((1, 2, 3, 4, 5, 0), (6, 6), (6, 0, 0, 0, 0, 6)),
    ],
)
def test_no_die_that_is_laid_aside_takes_the_place_of_one_of_another_value_if_there_is_room(
    before: tuple[int, ...], kept: tuple[int, ...], lie: tuple[int, ...]
) -> None:
    assert placed(before, kept, 6) == lie


def test_a_place_without_a_die_stays_bare() -> None:
    with Demo() as demo:
        picture, aside = demo._bare, demo._aside
    left, top, right, bottom = aside.boxes[1]
    laid = aside.laid(picture, (0, 4))
    changed = np.argwhere((laid != picture).any(axis=2))
    assert changed.min(axis=0).tolist() >= [top, left]
    assert (changed.max(axis=0) < [bottom, right]).all()
