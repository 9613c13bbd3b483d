"""Recorded clips, played through the whole path: one roll for each throw, not before the rest, with what was thrown.

The clips: the demo that is shipped, and whatever lies in tests/replay/ with its truth beside it (see its README).
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hardware.clip import Clip
from hardware.frame import Image
from vision.nouns import Roll
from vision.pipeline import Pipeline
from vision.read import Reader
from vision.table import DIE_MM, Table

ROOT = Path(__file__).parent.parent
# What a clip states as the moment of rest is right to about so much.
EARLY_S = 0.1


@dataclass(frozen=True)
class Throw:
    """What was really thrown; see tests/replay/README.md."""

    start_s: float
    rest_s: float
    thrown: int
    values: tuple[int, ...]
    off_table: int


def truths() -> list[Path]:
    return [ROOT / "hardware" / "demo" / "demo.json", *sorted((ROOT / "tests" / "replay").glob("*.json"))]


def clip_of(truth: Path) -> Path:
    """The one video beside a truth file."""
    films = [path for path in truth.parent.glob(f"{truth.stem}.*") if path.suffix != ".json"]
    assert len(films) == 1, (
        f"{truth} needs one video of its name beside it, got {[film.name for film in films]}"
    )
    return films[0]


def throws(facts: dict[str, Any]) -> list[Throw]:
    told, before_s = [], -1.0
    for chapter in facts["chapters"]:
        values, off = tuple(chapter["values"]), int(chapter.get("off_table", 0))
        start_s = float(chapter.get("start_s", before_s + 1.0))
        told.append(Throw(start_s, chapter["rest_s"], chapter.get("thrown", len(values) + off), values, off))
        before_s = chapter["rest_s"]
    return told


def table_of(facts: dict[str, Any], image: Image) -> Table | None:
    if "table_px" not in facts:
        return None
    height, width = image.shape[:2]
    marked = {"size": [width, height], "polygon": facts["table_px"], "keep": facts.get("keep_px")}
    return Table.from_json({**marked, "die_mm": facts.get("die_mm", DIE_MM)})


def rolls(truth: Path, told: list[Throw], lost: float = 0.0, seed: int = 0) -> Iterator[Roll]:
    """Every roll that the whole path sees in a clip up to the last of these throws; lost: so many pictures are."""
    facts = json.loads(truth.read_text(encoding="utf-8"))
    reader, pipeline = Reader.open(ROOT / "models"), None
    all_thrown, random = throws(facts), np.random.default_rng(seed)
    ends_s = [throw.start_s for throw in all_thrown[len(told) :]]
    with Clip(clip_of(truth)) as source:
        for frame in source.frames():
            if ends_s and frame.time_s > ends_s[0]:
                break
            pipeline = pipeline or Pipeline(reader, table_of(facts, frame.image))
            if random.random() < lost:
                continue
            due = [throw for throw in told if throw.start_s <= frame.time_s]
            pipeline.expect(due[-1].thrown if due else None)
            yield from (event for event in pipeline.step(frame).events if isinstance(event, Roll))


def test_the_demo_is_among_what_is_replayed() -> None:
    assert truths()[0].is_file()
    assert len(throws(json.loads(truths()[0].read_text(encoding="utf-8")))) >= 10


@pytest.mark.parametrize("truth", truths(), ids=lambda truth: truth.stem)
def test_each_throw_is_one_roll_after_its_rest_and_what_is_not_asked_is_right(truth: Path) -> None:
    told = throws(json.loads(truth.read_text(encoding="utf-8")))
    seen = list(rolls(truth, told))
    both = [f"{throw.rest_s:.2f} s {throw.values} off {throw.off_table}" for throw in told]
    both += [f"seen {roll.time_s:.2f} s {roll.faces} off {roll.off_table}" for roll in seen]
    assert len(seen) == len(told), both
    ends_s = [*(throw.start_s for throw in told[1:]), float("inf")]
    for roll, throw, end_s in zip(seen, told, ends_s, strict=True):
        assert len(roll.faces) == len(throw.values), both
        read = Counter(face for face in roll.faces if face is not None)
        assert read <= Counter(throw.values), both
        assert roll.off_table == throw.off_table, both
        # A die that left the table may still roll on the floor; the others are at rest before.
        assert roll.time_s >= throw.rest_s - EARLY_S or throw.off_table, both
        assert roll.time_s <= end_s, both


@pytest.mark.parametrize("seed", [0, 1, 7])
def test_where_many_pictures_of_the_demo_are_lost_kept_dice_are_no_part_of_a_throw_and_the_bust_is_seen(
    seed: int,
) -> None:
    told = throws(json.loads(truths()[0].read_text(encoding="utf-8")))[:4]
    # Who keeps a die presses before the others are taken up.
    pressed = [told[0], *(replace(b, start_s=a.rest_s + 1.0) for a, b in pairwise(told))]
    seen = [(Counter(roll.faces), roll.off_table) for roll in rolls(truths()[0], pressed, 0.3, seed)]
    assert seen == [(Counter(throw.values), throw.off_table) for throw in told]
