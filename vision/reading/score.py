"""How right is the reader? Labelled dice against detected ones, counted photo by photo.

The matching rule: boxes mean the whole die in some sets and only its top face or pips in others, so overlap alone
cannot pair them. A detection and a label may be a pair if the middle of one lies inside the box of the other, their
middles are less than 0.6 of the larger size apart, and the detection is less than three times the size of the die
(unless the label is round the top face only). Pairs are made nearest first, each detection and each label once. A
detection with a value and no label is a ghost; one with neither is a question for nothing. Labels under 24 px are
counted apart.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, fields

import numpy as np
from numpy.typing import NDArray

from vision.nouns import Detection
from vision.reading.labels import LEAST_PX, Label

_NEAR = 0.6


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
