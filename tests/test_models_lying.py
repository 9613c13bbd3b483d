"""How dice of real photos lie: what two looks said, beside what the reader says."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from models.measure.lying import LEANING, TOGETHER, counted, lies, looked_at
from models.refusal import Refusal
from vision.nouns import Detection
from vision.reading.labels import Label, Labelled

LABELS = tuple(Label((40.0 * row, 10.0, 30.0, 30.0), 3, 30.0) for row in range(8))


class Says:
    """A reader that finds the first dice of the row and says of each how it lies."""

    def __init__(self, *states: str) -> None:
        self._states = states

    def read(self, _: object) -> tuple[Detection, ...]:
        square = np.array([[0, 10], [30, 10], [30, 40], [0, 40]], np.float32)
        return tuple(
            Detection(
                square + np.array([40 * row, 0], np.float32),
                3 if state == "flat" else None,
                0.9,
                state,
                0.9,
                (3, 1, 2, 4, 5, 6),
            )  # type: ignore[arg-type]
            for row, state in enumerate(self._states)
        )


def test_only_photos_that_somebody_looked_at_count() -> None:
    names = ("n3-tray", "a"), ("epanemu", "dice_431"), ("epanemu", "dice_430"), ("byler", "b")
    photos = [Labelled(Path(f"{name}.jpg"), rig, LABELS) for rig, name in names]
    assert [photo.path.stem for photo in looked_at(photos)] == ["a", "dice_431"]
    assert len(TOGETHER) == 14


def test_a_die_is_flat_but_where_both_looks_said_that_it_leans(tmp_path: Path) -> None:
    (stem, row), looks = next(iter(LEANING.items()))
    assert looks == 2
    path = tmp_path / f"{stem}.png"
    cv2.imwrite(str(path), np.zeros((60, 330, 3), np.uint8))
    photo = Labelled(path, "n3-tray", LABELS)
    assert [lies(photo, n) for n in range(8)] == ["leaning" if n == row else "flat" for n in range(8)]
    said = counted(photo, Says("flat", "cocked", "flat", "unsure", "flat", "flat", "flat"))  # type: ignore[arg-type]
    assert said == {
        ("flat", "flat"): 5,
        ("flat", "cocked"): 1,
        ("flat", "unsure"): 1,
        ("leaning", "missed"): 1,
    }


def test_a_photo_that_is_gone_is_said_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(Refusal, match="is no picture: fetch the photos again"):
        counted(Labelled(tmp_path / "gone.jpg", "n3-tray", LABELS), Says())  # type: ignore[arg-type]
