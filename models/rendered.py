"""Figures of the shipped nets on rendered pictures that they were not trained on: values, cocked, stacked, ghosts.

    python -m models.rendered build/scenes --seed 2 --limits models/reader.json

Only pictures of that seed count, which no training may have used. Chooses from where on a die is called cocked or
stacked: so that at most 0.3 % of the flat dice are. Adds the figures to models/figures.json.
"""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Iterable
from dataclasses import asdict, replace
from pathlib import Path

import cv2
import numpy as np

from models.card import FIGURES, HERE
from models.photos import HIDDEN, Photo, load_rendered
from vision.detect import Floats
from vision.read import COCKED, STACKED, Limits, Reader, Readings, decide

LEAST_PX = 24.0
FLAT_CALLED_SO = 0.003


def seed_of(photo: Photo) -> int:
    """The seed in SEED-NUMBER-VIEW.jpg."""
    return int(photo.path.stem.split("-")[0])


def paired(photo: Photo, found: Readings) -> list[tuple[int, int]]:
    """Which die (row of photo.dice) is which candidate: the nearest within 0.4 of its size, each once."""
    out, taken = [], set()
    for row, (x, y, w, h, value) in enumerate(photo.dice.tolist()):
        if value == HIDDEN or np.sqrt(w * h) < LEAST_PX or not len(found.boxes):
            continue
        away = np.hypot(found.boxes[:, 0] - x, found.boxes[:, 1] - y) / np.sqrt(w * h)
        best = int(np.argmin(away))
        if away[best] < 0.4 and best not in taken:
            taken.add(best)
            out.append((row, best))
    return out


def limit_for(chances: Floats, flat: Floats, share: float = FLAT_CALLED_SO) -> float:
    """The chance that at most `share` of the flat dice exceed, to two places upwards; never less than a half."""
    if not np.any(flat):
        return 1.0
    highest = float(np.quantile(chances[flat > 0], 1 - share))
    return min(1.0, max(0.5, math.ceil(100 * highest) / 100))


def states(looked: list[tuple[Photo, Readings]]) -> tuple[Floats, Floats, Floats]:
    """Of all paired dice: chances of cocked and stacked (N, 2), whether they are (N, 2), and whether flat (N,)."""
    chances, truth = [], []
    for photo, found in looked:
        assert photo.states is not None
        for row, candidate in paired(photo, found):
            chances.append(found.chances[candidate, [COCKED, STACKED]])
            truth.append(photo.states[row])
    are = np.array(truth, np.float32).reshape(-1, 2)
    return np.array(chances, np.float32).reshape(-1, 2), are, (are.sum(axis=1) == 0).astype(np.float32)


def figures(looked: list[tuple[Photo, Readings]], limits: Limits) -> dict[str, float]:
    """Shares in percent, over dice of 24 px or more that can be seen, and ghosts on pictures without dice."""
    chances, are, flat = states(looked)
    called = chances >= np.array([limits.cocked, limits.stacked], np.float32)
    rows = {"pictures": float(len(looked)), "dice_found": float(len(flat))}
    for column, name in enumerate(("cocked", "stacked")):
        rows[f"{name}_dice"] = float(are[:, column].sum())
        rows[f"{name}_called_so_percent"] = _percent(called[are[:, column] > 0, column])
        rows[f"flat_called_{name}_percent"] = _percent(called[flat > 0, column])
    return rows | _values(looked, limits) | _empty(looked, limits)


def _percent(which: Floats) -> float:
    return round(100 * float(np.mean(which)), 2) if len(which) else 0.0


def _values(looked: Iterable[tuple[Photo, Readings]], limits: Limits) -> dict[str, float]:
    right, wrong, total = 0, 0, 0
    for photo, found in looked:
        assert photo.states is not None
        pairs = dict(paired(photo, found))
        for row, (_, _, w, h, value) in enumerate(photo.dice.tolist()):
            if value == HIDDEN or photo.states[row].any() or np.sqrt(w * h) < LEAST_PX:
                continue
            total += 1
            if row in pairs and found.sure[pairs[row]] >= limits.ask:
                said = int(np.argmax(found.chances[pairs[row], :6])) + 1
                right, wrong = right + (said == value), wrong + (said != value)
    share = 100 / max(1, total)
    return {
        "flat_dice": float(total),
        "right_percent": round(share * right, 2),
        "wrong_percent": round(share * wrong, 2),
    }


def _empty(looked: Iterable[tuple[Photo, Readings]], limits: Limits) -> dict[str, float]:
    empty = [(photo, found) for photo, found in looked if not len(photo.dice)]
    said = [die.value for photo, found in empty for die in decide(found, limits, (*photo.size[::-1], 3))]
    ghosts = sum(value is not None for value in said)
    return {
        "pictures_without_dice": float(len(empty)),
        "ghosts": float(ghosts),
        "questions": float(len(said) - ghosts),
    }


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("pictures", type=Path)
    parser.add_argument("--seed", type=int, required=True, help="count only pictures of this seed")
    parser.add_argument("--most", type=int, default=450, help="how many pictures at most (default 450)")
    parser.add_argument("--limits", type=Path, help="write the chosen limits there")
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    reader = Reader.open(HERE)
    photos = [photo for photo in load_rendered(arguments.pictures) if seed_of(photo) == arguments.seed]
    looked = [(photo, reader.candidates(photo.open())) for photo in photos[: arguments.most]]
    chances, _, flat = states(looked)
    limits = replace(
        reader.limits, cocked=limit_for(chances[:, 0], flat), stacked=limit_for(chances[:, 1], flat)
    )
    table = json.loads(FIGURES.read_text()) if FIGURES.is_file() else {}
    FIGURES.write_text(json.dumps(table | {"rendered": figures(looked, limits)}, indent=1) + "\n")
    if arguments.limits:
        arguments.limits.write_text(json.dumps(asdict(limits), indent=1) + "\n")
    print(json.dumps(figures(looked, limits), indent=1))


if __name__ == "__main__":
    main()
