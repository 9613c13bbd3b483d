"""Rendered pictures in a folder, and the truth about them, a line of JSON each in FOLDER/truth-SEED.jsonl.

What each line holds is written in `models.scenes.pictures`. A run that is stopped may leave half a line at the end.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import cv2

from hardware.frame import Image
from models.refusal import Refusal

Row = dict[str, Any]
TOLD_EVERY = 20
"""After so many tables a run says how far it has come."""


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


def parser(module: str, about: str, count: int, seed: int) -> argparse.ArgumentParser:
    """The command line of a module of models.scenes that makes pictures: --out, --count and --seed, for `fill`."""
    options = argparse.ArgumentParser(prog=f"python -m models.scenes.{module}", description=about)
    options.add_argument(
        "--out", type=Path, default=Path("build/scenes"), help="folder (default: %(default)s)"
    )
    options.add_argument("--count", type=int, default=count, help="how many pictures (default: %(default)s)")
    options.add_argument(
        "--seed", type=int, default=seed, help="another seed, other pictures (default: %(default)s)"
    )
    return options


def fill(
    chosen: argparse.Namespace, kind: str, views: int, make: Callable[[int], Sequence[tuple[Image, Row]]]
) -> None:
    """Make what was `chosen` by a `parser` and is not there yet; how far it has come goes to stderr.

    make: the pictures of the table of a number, (H, W, 3) uint8 BGR, `views` of them, each with its row but for "file".
    Raises Refusal where the seed's file holds pictures of another kind.
    """
    chosen.out.mkdir(parents=True, exist_ok=True)
    lines = chosen.out / f"truth-{chosen.seed}.jsonl"
    done = made(lines, kind, views)
    for number in range(-(-chosen.count // views)):
        if number not in done:
            _write(chosen.out, lines, make(number))
            if number % TOLD_EVERY == TOLD_EVERY - 1:
                print(f"{(number + 1) * views} of {chosen.count}", file=sys.stderr)


def _write(folder: Path, lines: Path, pictures: Sequence[tuple[Image, Row]]) -> None:
    """The pictures first, then their lines in one go: a line is only ever there for a picture that is."""
    text = ""
    for image, facts in pictures:
        name = f"{facts['seed']}-{facts['number']:05d}-{facts['view']}.jpg"
        cv2.imwrite(str(folder / name), image, [cv2.IMWRITE_JPEG_QUALITY, 95])
        text += json.dumps({"file": name, **facts}) + "\n"
    with lines.open("a", encoding="utf-8") as out:
        out.write(text)


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
