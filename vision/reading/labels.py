"""Labelled photos: which dice lie where in a picture, as a person has written it down.

A folder holds the photos and an annotations.json in the COCO format: `images` with `id`, `file_name` and, if it is
known, `rig` (what took them); `annotations` with `image_id`, `bbox` (left, top, width, height in px), `category_id`
(the value, 1 to 6, or the `id` of one of its `categories` whose `name` is that) and `box` (`top_face` where the box is
not round the whole die). One that is a crowd (`iscrowd`) is no die, and one that stands there twice is one.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePath
from typing import Any

import numpy as np

Box = tuple[float, float, float, float]
LEAST_PX = 24.0
"""Smaller dice are counted apart; one that is labelled round its top face alone is taken to be no smaller."""
_MOST_PX = 1e6  # no photo is as large
_NAMES: Mapping[object, str] = {value: str(value) for value in range(1, 7)}
NEEDS = (
    'It needs "images", each with "id" and "file_name", and "annotations", each with "image_id", '
    '"bbox" (left, top, width, height) and "category_id" (1 to 6, or of a category that is named so).'
)
NO_RIG = "no rig"
"""The rig of photos of which nobody says what took them."""
ALL = "all"
"""No rig can be called so: it is all of them together."""


class LabelError(Exception):
    """The folder holds no labels that can be used: a sentence."""


@dataclass(frozen=True)
class Label:
    """One labelled die: its box (left, top, width, height in px), its value, and the size of a die there.

    tight: the box is round the top face or its pips, and says little about the size of the die.
    """

    box: Box
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
        table = _table(path)
        categories = table.get("categories") or []
        names = {each["id"]: str(each.get("name", each["id"])) for each in categories}
        labels: dict[int, list[dict[str, Any]]] = defaultdict(list)
        for row in table["annotations"]:
            labels[row["image_id"]] += [] if row.get("iscrowd") else [row]
        _check_once((entry["id"] for entry in table["images"]), "two images of one id")
        _check_once((PurePath(entry["file_name"]) for entry in table["images"]), "one photo under two ids")
        photos = [_labelled(folder, entry, labels.pop(entry["id"], []), names) for entry in table["images"]]
    except (FileNotFoundError, NotADirectoryError):
        raise LabelError(f"{folder} holds no annotations.json. Name a folder of labelled photos.") from None
    except PermissionError:
        raise LabelError(
            f"{path} may not be read. Give this user the right to read it and to enter its folder."
        ) from None
    except (LabelError, OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise LabelError(f"{path} is not a COCO table of dice: {_why(error)}. {NEEDS}") from None
    if labels:
        raise LabelError(f"{path} labels a photo {next(iter(labels))!r} that is not among its images.")
    return photos


def _check_once(keys: Iterable[object], what: str) -> None:
    """Raises LabelError, saying what there is, where one of them comes twice."""
    listed = list(keys)
    if len(set(listed)) < len(listed):
        raise LabelError(f"it has {what}")


def _table(path: Path) -> dict[str, Any]:
    # With the mark that some programs begin a file with, or without.
    table: dict[str, Any] = json.loads(path.read_text("utf-8-sig"))
    for name in ("images", "annotations"):
        if not isinstance(table, dict) or not isinstance(table.get(name), list):
            raise LabelError(f'it holds no list of "{name}"')
    return table


def _why(error: Exception) -> str:
    """What is wrong with the file, in words: what Python calls it helps nobody who wrote one."""
    if isinstance(error, json.JSONDecodeError):
        return f"line {error.lineno} is not JSON" if error.doc.strip() else "it is empty"
    if isinstance(error, LabelError):
        return str(error)
    if isinstance(error, KeyError):
        return f'an entry has no "{error.args[0]}"'
    if isinstance(error, OSError):
        return f"it cannot be read ({error.strerror})"
    return "it is not text" if isinstance(error, UnicodeError) else "an entry is of another kind"


def _box(row: dict[str, Any]) -> Box:
    """The box of a label. Raises LabelError for one that is nowhere in a photo."""
    try:
        x, y, w, h = (float(number) for number in row["bbox"])
        if np.isfinite([x, y, w, h]).all() and 0 < w < _MOST_PX and 0 < h < _MOST_PX:
            return x, y, w, h
    except (TypeError, ValueError, OverflowError):
        pass
    raise LabelError(f"a die has the box {str(row['bbox'])[:60]}")


def _value(row: dict[str, Any], names: Mapping[object, str]) -> int:
    """What a die shows: the name of its category, or its number where no names are given. Raises LabelError."""
    category, known = row["category_id"], names or _NAMES
    if isinstance(category, bool) or category not in known:
        why = "not among its categories" if names else "no number from 1 to 6"
        raise LabelError(f"a die has the category {json.dumps(category)[:60]}, which is {why}")
    name = known[category].strip()
    if name not in _NAMES.values():
        raise LabelError(f"a die has the category {name[:60]!r}, which is no number from 1 to 6")
    return int(name)


def _labelled(
    folder: Path, entry: dict[str, Any], rows: Iterable[dict[str, Any]], names: Mapping[object, str]
) -> Labelled:
    dice: dict[Box, tuple[int, bool]] = {}
    for row in rows:
        box, value = _box(row), _value(row, names)
        # Tables that were put together hold a die twice; it cannot show two values.
        if dice.setdefault(box, (value, row.get("box") == "top_face"))[0] != value:
            raise LabelError(f"two dice have the box {list(box)}, a {dice[box][0]} and a {value}")
    # A box round the pips of a 1 says nothing of the size of its die: the largest of the photo does, if any.
    usual = max([LEAST_PX, *(side for box in dice for side in box[2:])])
    labels = [
        Label(box, value, usual if tight else float(np.sqrt(box[2] * box[3])), tight)
        for box, (value, tight) in dice.items()
    ]
    rig = str(entry.get("rig") or NO_RIG)
    return Labelled(folder / entry["file_name"], NO_RIG if rig == ALL else rig, tuple(labels))
