"""What the known size of dice saves: which pictures count, and what each way is given."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware.frame import Image
from models.examples.photos import Photo
from models.measure.known_size import mean_ms, on_tables, opened
from models.refusal import Refusal
from vision.plane.table import Table
from vision.plane.viewpoint import Viewpoint


def pictured(folder: Path, table: Table | None, dice: int) -> Photo:
    path = folder / "1-0-0.png"
    cv2.imwrite(str(path), np.full((90, 160, 3), 90, np.uint8))
    rows = np.array([[50.0, 40, 20, 20, 3]] * dice, np.float32).reshape(-1, 5)
    return Photo(path, "rendered", (160, 90), rows, table=table)


def measured() -> Table:
    corners = np.array([[0, 0], [160, 0], [160, 90], [0, 90]], float)
    return Table.from_corners(corners, (128, 72), (160, 90))


def test_only_pictures_of_dice_on_a_measured_table_count(tmp_path: Path) -> None:
    ((picture, size_px, place),) = opened(on_tables([pictured(tmp_path, measured(), 2)]))
    assert (picture.shape, size_px, isinstance(place, Viewpoint)) == ((90, 160, 3), 20.0, True)
    with pytest.raises(Refusal, match="measured table"):
        on_tables([pictured(tmp_path, None, 2), pictured(tmp_path, measured(), 0)])


def test_each_way_reads_every_picture_once(tmp_path: Path) -> None:
    tables, seen = opened(on_tables([pictured(tmp_path, measured(), 1)])) * 3, list[float]()

    def read(image: Image, size_px: float, place: Viewpoint) -> None:
        seen.append(size_px)

    assert mean_ms(read, tables) >= 0
    assert seen == [20.0] * 3
