"""Labels and truth as dice to learn from."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from models.examples import photos
from models.examples.photos import HIDDEN, Photo
from models.refusal import Refusal


def coco(folder: Path, **rigs: list[dict[str, Any]]) -> Path:
    """A folder of one black photo of each rig, with these labels."""
    images, labels = [], []
    for number, (rig, boxed) in enumerate(rigs.items()):
        (folder / rig).mkdir(parents=True)
        cv2.imwrite(str(folder / rig / "a.png"), np.zeros((100, 200, 3), np.uint8))
        images.append({"id": number, "file_name": f"{rig}/a.png", "rig": rig, "width": 200, "height": 100})
        labels += [{"image_id": number, **die} for die in boxed]
    (folder / "annotations.json").write_text(json.dumps({"images": images, "annotations": labels}))
    return folder


def test_a_labels_corner_and_size_become_the_middle_of_its_die(tmp_path: Path) -> None:
    folder = coco(tmp_path, byler=[{"bbox": [10, 20, 30, 40], "category_id": 5}])
    (photo,) = photos.load(folder)
    assert photo.dice.tolist() == [[25, 40, 30, 40, 5]]
    assert (photo.rig, photo.size) == ("byler", (200, 100))


def test_a_folder_without_labels_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Refusal, match=r"holds no annotations\.json"):
        photos.load(tmp_path)


def test_a_rig_that_no_photo_is_of_is_refused_with_those_that_there_are() -> None:
    there = ["epanemu", "byler", "byler"]
    assert photos.known_rigs("byler", there) == ["byler"]
    assert photos.known_rigs("epanemu,byler", there) == ["epanemu", "byler"]
    assert photos.known_rigs("", there) == []
    for named in ("byller", "byler,", "byler,byller"):
        with pytest.raises(Refusal, match="name some of byler, epanemu"):
            photos.known_rigs(named, there)


def test_a_rendered_die_is_cocked_from_4_degrees_on(tmp_path: Path) -> None:
    die = {
        "value": 3, "state": "flat", "box": [10, 20, 30, 40], "visible": 1.0,
        "corners": [[10, 20], [40, 20], [40, 60], [10, 60]],
    }  # fmt: skip
    row = {
        "file": "7-00000-0.jpg", "size": [200, 100], "above_deg": 50, "negatives": [],
        "dice": [{**die, "tilt_deg": tilt} for tilt in (3.5, 4.5, 30.0)],
    }  # fmt: skip
    (tmp_path / "truth-7.jsonl").write_text(json.dumps(row) + "\n")
    (photo,) = photos.load_rendered(tmp_path)
    assert photo.states is not None
    assert photo.states[:, 0].tolist() == [0, 1, 1]
    assert photo.dice.tolist() == [[25, 40, 30, 40, 3]] * 3


def test_a_rendered_die_in_a_hand_is_no_die_to_read_and_nobody_says_how_it_lies(tmp_path: Path) -> None:
    die = {"box": [10, 20, 30, 40], "visible": 1.0, "corners": [[10, 20], [40, 20], [40, 60], [10, 60]]}
    held = {**die, "value": None, "state": "moving", "tilt_deg": 31.0}
    row = {
        "file": "7-00000-0.jpg", "size": [200, 100], "above_deg": 50, "negatives": [],
        "dice": [held, {**die, "value": 2, "state": "flat", "tilt_deg": 0.0}],
    }  # fmt: skip
    (tmp_path / "truth-7.jsonl").write_text(json.dumps(row) + "\n")
    (photo,) = photos.load_rendered(tmp_path)
    assert photo.dice[:, 4].tolist() == [HIDDEN, 2]
    assert photo.states is not None
    assert photo.states.tolist() == [[-1, -1], [0, 0]]


def test_the_reader_learns_from_no_die_that_is_hidden_cocked_or_tiny(tmp_path: Path) -> None:
    banks = pytest.importorskip(
        "models.examples.banks", reason="training needs the extra packages of .[train]", exc_type=ImportError
    )
    cv2.imwrite(str(tmp_path / "a.png"), np.zeros((200, 200, 3), np.uint8))
    rows = [[40, 40, 30, 30, value] for value in (1, HIDDEN, 3, 4)] + [[40, 40, 9, 9, 5]]
    states = np.array([[0, 0], [0, 0], [1, 0], [-1, 1], [0, 0]], np.float32)
    photo = Photo(tmp_path / "a.png", "rig", (200, 200), np.array(rows, np.float32), states=states)
    assert [value for _, value, _ in banks.dice([photo])] == [1, 4]
