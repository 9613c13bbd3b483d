"""Labelled photos: which dice lie where in a picture, as a person has written it down.

A folder holds the photos and an annotations.json in the COCO format: `images` with `id`, `file_name` and, if it is
known, `rig` (what took them); `annotations` with `image_id`, `bbox` (left, top, width, height in px), `category_id`
(the value, 1 to 6) and `box` (`top_face` where the box is not round the whole die).
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

LEAST_PX = 24.0
"""Smaller dice are counted apart; one that is labelled round its top face alone is taken to be no smaller."""
_MOST_PX = 1e6  # no photo is as large


class LabelError(Exception):
    """The folder holds no labels that can be used: a sentence."""


@dataclass(frozen=True)
class Label:
    """One labelled die: its box (left, top, width, height in px), its value, and the size of a die there.

    tight: the box is round the top face or its pips, and says little about the size of the die.
    """

    box: tuple[float, float, float, float]
    value: int
    side_px: float
    tight: bool = False

    @property
    def centre(self) -> tuple[float, float]:
        """The middle of the box."""
        x, y, w, h = self.box
        return x + w / 2, y + h / 2


@dataclass(frozen=True)
class Labelled:
    """One labelled photo."""

    path: Path
    rig: str
    labels: tuple[Label, ...]


def load_labels(folder: Path) -> list[Labelled]:
    """The photos of a COCO folder; raises LabelError with a sentence, where a label cannot be one of a die, too."""
    path = folder / "annotations.json"
    try:
        table = json.loads(path.read_text())
        labels: dict[int, list[dict[str, Any]]] = defaultdict(list)
        for row in table["annotations"]:
            labels[row["image_id"]].append(row)
        numbers = [entry["id"] for entry in table["images"]]
        if len(set(numbers)) < len(numbers):
            raise ValueError("two images of one id")
        photos = [_labelled(folder, entry, labels.pop(entry["id"], [])) for entry in table["images"]]
    except (FileNotFoundError, NotADirectoryError):
        raise LabelError(f"{folder} holds no annotations.json. Name a folder of labelled photos.") from None
    except (OSError, ValueError, KeyError, TypeError, OverflowError, RecursionError) as error:
        raise LabelError(f"{path} is not a COCO table of dice ({error!r}).") from None
    if labels:
        raise LabelError(f"{path} labels a photo {next(iter(labels))!r} that is not among its images.")
    return photos


def _labelled(folder: Path, entry: dict[str, Any], rows: Iterable[dict[str, Any]]) -> Labelled:
    rows = list(rows)
    # A box round the pips of a 1 says nothing of the size of its die: the largest of the photo does, if any.
    largest = max((max(row["bbox"][2:]) for row in rows), default=0.0)
    usual = max(float(largest), LEAST_PX)
    labels = []
    for row in rows:
        x, y, w, h = (float(number) for number in row["bbox"])
        value = row["category_id"]
        if not (np.isfinite([x, y, w, h]).all() and 0 < w < _MOST_PX and 0 < h < _MOST_PX):
            raise ValueError(f"a die in the box {row['bbox']}")
        if isinstance(value, bool) or value not in range(1, 7):
            raise ValueError(f"a die of category {value!r}, which is no number from 1 to 6")
        tight = row.get("box") == "top_face"
        labels.append(Label((x, y, w, h), int(value), usual if tight else float(np.sqrt(w * h)), tight))
    return Labelled(folder / entry["file_name"], str(entry.get("rig", "all")), tuple(labels))
