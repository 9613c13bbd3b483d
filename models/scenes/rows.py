"""The truth about rendered pictures, a line of JSON each in FOLDER/truth-SEED.jsonl: read back, and gone on with.

What each line holds is written in `models.scenes.pictures`. A run that is stopped may leave half a line at the end.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from models.refusal import Refusal

Row = dict[str, Any]


def read(path: Path) -> list[Row]:
    """The rows of one file, as far as they are written. Raises Refusal where a line is none."""
    rows = []
    for number, line in enumerate(_lines(path), start=1):
        try:
            rows.append(dict(json.loads(line)))
        except (ValueError, TypeError):
            raise Refusal(f"{path}, line {number}, is not the truth about a picture: remove it") from None
    return rows


def read_all(folder: Path) -> list[Row]:
    """The rows of all files of a folder. Raises Refusal where there are none."""
    rows = [row for path in sorted(folder.glob("truth-*.jsonl")) for row in read(path)]
    if not rows:
        raise Refusal(
            f"{folder} holds no rendered pictures: name a folder that models.scenes.pictures or "
            "models.scenes.snapshots has written"
        )
    return rows


def made(path: Path, kind: str, views: int) -> set[int]:
    """The numbers of the tables in a file, which may not be there yet, so that a run can go on.

    Half a line at its end, and the last table if it has not all its views, are cut off: what is appended begins a line.
    Raises Refusal where the file holds pictures of another kind.
    """
    rows = read(path) if path.is_file() else []
    if any(row.get("kind") != kind for row in rows):
        raise Refusal(f"{path} holds pictures of another kind: choose another seed or folder")
    last = [row for row in rows if row["number"] == rows[-1]["number"]]
    if len(last) < views:
        rows = rows[: len(rows) - len(last)]
    if path.is_file():
        _keep(path, len(rows))
    return {row["number"] for row in rows}


def _lines(path: Path) -> list[str]:
    """Each with the end that makes it whole."""
    with path.open(encoding="utf-8", errors="replace", newline="") as file:
        lines = file.read().splitlines(keepends=True)
    return lines if not lines or lines[-1].endswith("\n") else lines[:-1]


def _keep(path: Path, count: int) -> None:
    """Cut off all lines but the first `count`."""
    kept = "".join(_lines(path)[:count])
    with path.open("r+b") as file:
        file.truncate(len(kept.encode()))
