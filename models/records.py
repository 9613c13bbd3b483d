"""What stays of a training in the repository: its curves, thinned, and the note of what it was made of.

`models.shipping.export` and `models.measure.evaluate` put them beside the weights and the figures, in trainings/NAME:
the checkpoints in build/train are large, and are gone one day.
"""

from __future__ import annotations

import csv
import hashlib
import json
from pathlib import Path
from typing import Any

import numpy as np

SETTINGS = "settings.json"
FOLDER = "trainings"
ROWS = 150  # of a curve
_PATHS = ("photos", "rendered", "out", "start", "keep")


def keep(training: Path, beside: Path) -> list[Path]:
    """Put the record of a training's folder into `beside`/trainings/NAME, and say which files these are.

    What the folder does not hold is not recorded: of older trainings there may be nothing.
    """
    to = beside / FOLDER / training.name
    texts = {path.name: thinned(path.read_text()) for path in sorted(training.glob("*.csv"))}
    if (training / SETTINGS).is_file():
        note = without_places(json.loads((training / SETTINGS).read_text()))
        texts[SETTINGS] = json.dumps(note, indent=1) + "\n"
    for name, text in texts.items():
        to.mkdir(parents=True, exist_ok=True)
        (to / name).write_text(text)
    return [to / name for name in texts]


def learnt_from(beside: Path, seed: int) -> str | None:
    """The training recorded in `beside`/trainings that learnt from rendered pictures of that seed, if one did."""
    for path in sorted((beside / FOLDER).glob(f"*/{SETTINGS}")):
        note = json.loads(path.read_text())
        if any(f"truth-{seed}.jsonl" in run.get("truth", {}) for run in (note, *note.get("before", []))):
            return path.parent.name
    return None


def thinned(curve: str, most: int = ROWS) -> str:
    """A curve of `models.training.training` with at most so many rows: each stands for a few, with the last step of
    them, the mean of their losses, and what was right at the last.
    """
    head, *rows = csv.reader(curve.splitlines())
    groups = np.array_split(np.arange(len(rows)), max(1, min(most, len(rows))))
    lines = [",".join(head)]
    for group in groups:
        if len(group):
            step, examples, _, right = rows[group[-1]]
            loss = np.mean([float(rows[i][2]) for i in group])
            lines.append(f"{step},{examples},{loss:.4f},{right}")
    return "\n".join(lines) + "\n"


def without_places(note: dict[str, Any]) -> dict[str, Any]:
    """The note of a training, folders by their last names, and one sum for all of its code in place of one a file."""
    out = dict(note)
    for name in _PATHS:
        if out.get(name, "None") != "None":
            out[name] = Path(out[name]).name
    code = "\n".join(f"{path} {digest}" for path, digest in sorted(note.get("code", {}).items()))
    out["code"] = hashlib.sha256(code.encode()).hexdigest()
    out["before"] = [without_places(run) for run in note.get("before", [])]
    return out
