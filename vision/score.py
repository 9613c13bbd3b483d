"""How right is the reader? Labelled dice against detected ones, counted photo by photo.

The matching rule: boxes mean the whole die in some sets and only its top face or pips in others, so overlap alone
cannot pair them. A detection and a label may be a pair if the middle of one lies inside the box of the other, their
middles are less than 0.6 of the larger size apart, and the detection is less than three times the size of the die
(unless the label is round the top face only). Pairs are made nearest first, each detection and each label once. A
detection with a value and no label is a ghost; one with neither is a question for nothing. Labels under 24 px are
counted apart.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.nouns import Detection

LEAST_PX = 24.0
_MOST_PX = 1e6  # no photo is as large
_NEAR = 0.6


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


@dataclass(frozen=True)
class Tally:
    """Counts. Of dice of 24 px or more: right, wrong (a wrong value, said as if sure), asked (found, but no value),
    missed. ghosts: values where no die is; questions: doubts where no die is. all_right: photos in which every
    labelled die was found with its value, none was asked, and there was neither ghost nor question.
    small*: the same of dice under 24 px.
    """

    photos: int = 0
    dice: int = 0
    right: int = 0
    wrong: int = 0
    asked: int = 0
    missed: int = 0
    ghosts: int = 0
    questions: int = 0
    all_right: int = 0
    small: int = 0
    small_right: int = 0
    small_wrong: int = 0
    small_asked: int = 0
    small_missed: int = 0

    def __add__(self, other: Tally) -> Tally:
        return Tally(**{f.name: getattr(self, f.name) + getattr(other, f.name) for f in fields(self)})

    def as_dict(self) -> dict[str, float]:
        """The counts, and the shares in percent."""
        table: dict[str, float] = dict(asdict(self))
        for name in ("right", "wrong", "asked", "missed"):
            table[f"{name}_percent"] = percent(getattr(self, name), self.dice)
        table["all_right_percent"] = percent(self.all_right, self.photos)
        table["ghosts_per_100"] = percent(self.ghosts, self.photos)
        return table


def percent(part: int, whole: int) -> float:
    """`part` of `whole` in percent, to two places; 0 of nothing."""
    return round(100 * part / whole, 2) if whole else 0.0


@dataclass(frozen=True)
class Scored:
    """One photo's tally, and each mistake as (what, label or None, index of the detection or None)."""

    tally: Tally
    mistakes: tuple[tuple[str, Label | None, int | None], ...] = field(default=())


def pairs(labels: Sequence[Label], found: Sequence[Detection]) -> dict[int, int]:
    """Which label goes with which detection, by the rule above."""
    rows: list[tuple[float, int, int]] = []
    for i, label in enumerate(labels):
        for j, detection in enumerate(found):
            away = _distance(label, detection.corners_px, detection.size_px)
            if away is not None:
                rows.append((away, i, j))
    matched: dict[int, int] = {}
    for _, i, j in sorted(rows):
        if i not in matched and j not in matched.values():
            matched[i] = j
    return matched


def _distance(label: Label, corners: NDArray[np.float32], side: float) -> float | None:
    """How far apart the two are, in sizes of a die; None if they cannot be a pair."""
    (x, y), (u, v) = label.centre, corners.mean(axis=0).tolist()
    left, top, wide, high = label.box
    low, right = corners.min(axis=0), corners.max(axis=0)
    mine = left <= u <= left + wide and top <= v <= top + high
    theirs = low[0] <= x <= right[0] and low[1] <= y <= right[1]
    away = float(np.hypot(x - u, y - v)) / max(side, label.side_px)
    alike = label.tight or side < 3 * label.side_px
    return away if (mine or theirs) and away < _NEAR and alike else None


def score(labels: Sequence[Label], found: Sequence[Detection]) -> Scored:
    """Compare one photo's labels with what was found in it."""
    matched = pairs(labels, found)
    counts: dict[str, int] = defaultdict(int, photos=1)
    mistakes: list[tuple[str, Label | None, int | None]] = []
    for i, label in enumerate(labels):
        small = "small_" if label.side_px < LEAST_PX else ""
        what = _outcome(label, found[matched[i]] if i in matched else None)
        counts["small" if small else "dice"] += 1
        counts[small + what] += 1
        if what != "right":
            mistakes.append((what, label, matched.get(i)))
    for j in sorted(set(range(len(found))) - set(matched.values())):
        what = "questions" if found[j].value is None else "ghosts"
        counts[what] += 1
        mistakes.append((what, None, j))
    counts["all_right"] = int(not mistakes)
    return Scored(Tally(**counts), tuple(mistakes))


def _outcome(label: Label, found: Detection | None) -> str:
    if found is None:
        return "missed"
    if found.value is None:
        return "asked"
    return "right" if found.value == label.value else "wrong"


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
