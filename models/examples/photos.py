"""Real labelled photos, with what their boxes mean made alike.

The COCO folder's README says which rig boxes whole dice and which only top faces or pips; a detector must be told
one thing. Here every die gets the upright box of the whole die, and the value that it shows where its label is known to
be wrong.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, cast

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.frame import Image
from models.examples.faces import whole_dice
from models.examples.mislabelled import shown
from models.refusal import Refusal
from models.scenes.rows import read_all
from vision.plane.table import Table

Floats = NDArray[np.float32]

HIDDEN = -2  # instead of a value: a die so little of which is seen that finding it is neither right nor wrong
_LEAST_SEEN = 0.55
_LEAST_FACE = 0.75
_OVERHEAD_DEG = 75.0
_COCKED_DEG = 4.0
# Dice whose upper face is no value: a picture in place of pips, or in a hand.
_NOT_TO_READ = ("emblem", "moving")

OVERHEAD = frozenset({"byler", "n3-lens"})
# Photos of these rigs show dice that nobody labelled, away from the labelled ones: nothing there is background.
UNLABELLED_ELSEWHERE = frozenset({"n3-tray"})
# So do these, which somebody looked at one by one.
UNFINISHED = frozenset(f"epanemu/dice_{number}.jpg" for number in (54, 59, 193, 214, 229, 272, 417, 447))


@dataclass(frozen=True, eq=False)
class Photo:
    """One photo: where it lies, how big it is, and its dice.

    dice: (N, 5) float32: centre x, y, width, height of the whole die in px, value 1 to 6, or `HIDDEN`.
    overhead: it may be turned by any angle; an oblique view has an up.
    background: whether what is far from all dice is known to hold none.
    states: (N, 2) float32: whether each die is cocked, and stacked, -1 unknown; None where nobody knows.
    others: (N, 4) float32: centre x, y, width, height of things that are no dice with pips, where somebody boxed them.
    table: that the dice lie on, where its plane is known.
    """

    path: Path
    rig: str
    size: tuple[int, int]
    dice: Floats
    overhead: bool = False
    background: bool = True
    states: Floats | None = None
    others: Floats | None = None
    table: Table | None = None

    @cached_property
    def side(self) -> float:
        """The usual size of a die in it, in px."""
        return float(np.median(np.sqrt(self.dice[:, 2] * self.dice[:, 3]))) if len(self.dice) else 0.0

    def open(self) -> Image:
        """(H, W, 3) uint8 BGR."""
        return _open(self.path)


def _open(path: Path) -> Image:
    image = cv2.imread(str(path), cv2.IMREAD_COLOR)
    if image is None:
        raise ValueError(f"{path} is no picture")
    return cast(Image, image)


def nearest(dice: Floats, boxes: Floats, reach: float) -> dict[int, int]:
    """Which die (row of (N, 4 or more) centre x, y, width, height) is which box: the nearest in `reach` sizes of it.

    A box that is nearest to several dice is the first one's.
    """
    out: dict[int, int] = {}
    for row, (x, y, w, h) in enumerate(dice[:, :4].tolist()):
        away = np.hypot(boxes[:, 0] - x, boxes[:, 1] - y) / np.sqrt(w * h)
        best = int(np.argmin(away)) if len(away) else -1
        if best >= 0 and away[best] < reach and best not in out.values():
            out[row] = best
    return out


def load(folder: Path) -> list[Photo]:
    """Every photo of a COCO folder such as shared/dice-photos, labels made alike; photos of no use are left out.

    Raises Refusal where there is no such folder.
    """
    if not (folder / "annotations.json").is_file():
        raise Refusal(f"{folder} holds no annotations.json: name a folder of labelled photos")
    table = json.loads((folder / "annotations.json").read_text())
    labels: dict[int, list[dict[str, Any]]] = defaultdict(list)
    for label in table["annotations"]:
        labels[label["image_id"]].append(label)
    photos = (_photo(folder, entry, labels[entry["id"]]) for entry in table["images"])
    return [photo for photo in photos if photo is not None]


def load_rendered(folder: Path) -> list[Photo]:
    """Every picture that `models.scenes.pictures` has made in a folder so far, as photos of the rig "rendered".

    Raises Refusal where there is none.
    """
    return [_rendered(folder, row) for row in read_all(folder)]


def known_rigs(named: str, there: Iterable[str]) -> list[str]:
    """The rigs in a list with commas between. Raises Refusal where one is none of those there."""
    rigs, known = named.split(",") if named else [], sorted(set(there))
    for rig in rigs:
        if rig not in known:
            raise Refusal(f"no photo is of the rig {rig!r}: name some of {', '.join(known)}")
    return rigs


def _rendered(folder: Path, entry: dict[str, Any]) -> Photo:
    width, height = entry["size"]
    rows, states = [], []
    for die in entry["dice"]:
        x, y, w, h = die["box"]
        corners = np.array(die["corners"], np.float32)
        whole = bool(np.all(corners >= 0) and np.all(corners <= (width, height)))
        bare = die.get("face_visible", 1.0) >= _LEAST_FACE and die["state"] not in _NOT_TO_READ
        seen = whole and bare and die["visible"] >= _LEAST_SEEN
        rows.append((x + w / 2, y + h / 2, max(w, 1), max(h, 1), die["value"] if seen else HIDDEN))
        states.append(_lies(die))
    dice = np.array(rows, np.float32).reshape(-1, 5)
    known = np.array(states, np.float32).reshape(-1, 2)
    overhead = entry["above_deg"] >= _OVERHEAD_DEG
    others = np.array([thing["box"] for thing in entry["negatives"]], np.float32).reshape(-1, 4)
    others[:, :2] += others[:, 2:] / 2
    return Photo(
        folder / entry["file"],
        "rendered",
        (width, height),
        dice,
        overhead,
        True,
        known,
        others,
        _table(entry),
    )


def _lies(die: dict[str, Any]) -> tuple[float, float]:
    """Whether it is cocked, and stacked, -1 where that cannot be said."""
    if die["state"] == "moving":  # in a hand it does not lie at all
        return -1, -1
    # Cut by the frame, it may lie upon another all the same: nobody wrote that down.
    return die["tilt_deg"] > _COCKED_DEG, -1 if die["state"] == "cut" else die["state"] == "stacked"


def _table(entry: dict[str, Any]) -> Table | None:
    """The whole picture as a measured table, where the truth holds its plane."""
    if "plane" not in entry:
        return None
    plane = np.array(entry["plane"], float)
    return replace(Table.whole(*entry["size"]), plane=plane, die_mm=entry["die_mm"], measured=True)


def _photo(folder: Path, entry: dict[str, Any], labels: list[dict[str, Any]]) -> Photo | None:
    name = entry["file_name"]
    rows = [
        (x, y, w, h, shown(name, x, y, label["category_id"]))
        for label in labels
        for x, y, w, h in [label["bbox"]]
    ]
    boxes = np.array(rows, np.float32).reshape(-1, 5)
    boxes[:, :2] += boxes[:, 2:4] / 2
    rig, path = entry["rig"], folder / name
    if any(label.get("box") == "top_face" for label in labels):
        dice = whole_dice(_open(path), boxes)
        if dice is None:
            return None
        boxes = dice
    size = (entry["width"], entry["height"])
    known = rig not in UNLABELLED_ELSEWHERE
    states = np.zeros((len(boxes), 2), np.float32) if known else None
    background = known and name not in UNFINISHED
    return Photo(path, rig, size, boxes, rig in OVERHEAD, background, states)
