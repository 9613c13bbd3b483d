"""What was really thrown in a recorded clip, in the file beside it: by this `tests/test_replay.py` judges the clip.

The file is JSON, its format in tests/replay/README.md. A person says the same in a line:

    2 5 5; 3 6 off 1; 4 at 12.5        three throws: the values, how many dice left the table, when they lay still (s)
    nothing                            a clip without a throw
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from hardware.camera import Camera
from hardware.path import replacing
from vision.nouns import Roll
from vision.pipeline import Pipeline
from vision.plane.table import DIE_MM, Table
from vision.whereabouts import Reads

NOTHING = "nothing"
EXAMPLE = f"for example 2 5 5; 3 6 off 1; or: {NOTHING}"


class TruthError(ValueError):
    """What does not say what was thrown: a sentence."""


@dataclass(frozen=True)
class Throw:
    """One throw, by the time of the clip (s).

    values: of the dice in the throw zone, in any order; None for one that has yet to be told. off_table: how many left
    the table. rest_s: when the dice lay still; start_s: from when on `thrown` dice were awaited. None: not known.
    """

    values: tuple[int | None, ...]
    off_table: int = 0
    rest_s: float | None = None
    start_s: float | None = None
    thrown: int = 0

    def __str__(self) -> str:
        parts = [str(value or "?") for value in self.values]
        parts += ["off", str(self.off_table)] if self.off_table else []
        return " ".join(parts)


def parse(text: str) -> tuple[Throw, ...]:
    """What a person says in a line. Raises TruthError."""
    if text.strip().lower() == NOTHING:
        return ()
    return tuple(_parse_throw(part) for part in text.strip().rstrip(";").split(";"))


def _parse_throw(text: str) -> Throw:
    words = text.replace(",", " ").lower().split()
    values: list[int | None] = []
    said: dict[str, float] = {}
    while words:
        word = words.pop(0)
        if word in ("off", "at") and words and word not in said:
            said[word] = _number(words.pop(0), text)
        elif word in ("1", "2", "3", "4", "5", "6"):
            values.append(int(word))
        else:
            raise TruthError(f"{text.strip()!r} is no throw: say the values, {EXAMPLE}.")
    off = said.get("off", 0)
    if off != int(off) or (not values and not off):
        raise TruthError(f"{text.strip()!r} is no throw: say the values, {EXAMPLE}.")
    return Throw(tuple(values), int(off), said.get("at"), thrown=len(values) + int(off))


def _number(word: str, text: str) -> float:
    try:
        number = float(word)
    except ValueError:
        number = -1.0
    if not 0 <= number < 1e6:
        raise TruthError(f"{word!r} in {text.strip()!r} is no number of dice or seconds.")
    return number


def seen_as(rolls: Sequence[Roll]) -> tuple[Throw, ...]:
    """What the program itself makes of a clip: what a person confirms, or puts right."""
    return tuple(
        Throw(roll.faces, roll.off_table, round(roll.span_s[1], 2), thrown=len(roll.faces) + roll.off_table)
        for roll in rolls
    )


def timed(throws: Sequence[Throw], seen: Sequence[Throw]) -> tuple[Throw, ...]:
    """The throws with the moments of rest as they were seen, where none is said and there are as many of them."""
    if len(throws) != len(seen):
        return tuple(throws)
    return tuple(
        replace(throw, rest_s=as_seen.rest_s) if throw.rest_s is None else throw
        for throw, as_seen in zip(throws, seen, strict=True)
    )


def follow(source: Camera, reader: Reads, throws: Sequence[Throw], table: Table | None) -> Iterator[Roll]:
    """Every roll that is seen in a clip, as the program sees it at a table where these throws are awaited in turn.

    Raises CameraError, also after rolls.
    """
    pipeline, seen = Pipeline(reader, table), 0
    for frame in source.frames():
        pipeline.expect(_awaited(throws, frame.time_s, seen))
        for event in pipeline.step(frame).events:
            if isinstance(event, Roll):
                seen += 1
                yield event
    yield from (event for event in pipeline.finish() if isinstance(event, Roll))


def _awaited(throws: Sequence[Throw], time_s: float, seen: int) -> int | None:
    """How many dice are awaited: a throw whose time nobody knows is when those before it were seen."""
    due = [
        throw
        for number, throw in enumerate(throws)
        if (number <= seen if throw.start_s is None else throw.start_s <= time_s)
    ]
    return due[-1].thrown if due else None


def save(path: Path, throws: Sequence[Throw], table: Table | None) -> None:
    """Write the file, with all of the table's marking. Raises OSError."""
    chapters = [
        {
            **({} if throw.rest_s is None else {"rest_s": throw.rest_s}),
            "values": list(throw.values),
            "off_table": throw.off_table,
        }
        for throw in throws
    ]
    facts = {"chapters": chapters, **({"table": table.to_json()} if table else {})}
    with replacing(path) as beside:
        beside.write_text(json.dumps(facts, indent=1) + "\n", encoding="utf-8")


def load(path: Path) -> tuple[tuple[Throw, ...], Table | None]:
    """What a file says: the throws and the marked table. Raises OSError, ValueError, LookupError where it is none."""
    facts = json.loads(path.read_text(encoding="utf-8"))
    return tuple(_throws(facts["chapters"])), _table(facts)


def _throws(chapters: Sequence[Mapping[str, Any]]) -> Iterator[Throw]:
    before_s: float | None = -1.0
    for chapter in chapters:
        values, off = tuple(chapter["values"]), int(chapter.get("off_table", 0))
        # Nobody throws sooner after the dice lay still.
        start_s = chapter.get("start_s", None if before_s is None else before_s + 1.0)
        before_s = chapter.get("rest_s")
        yield Throw(values, off, before_s, start_s, chapter.get("thrown", len(values) + off))


def _table(facts: Mapping[str, Any]) -> Table | None:
    """As `save` writes it, or the marks one by one: size, table_px, keep_px, plane and die_mm."""
    if "table" in facts:
        return Table.from_json(facts["table"])
    if "table_px" not in facts:
        return None
    marks = {"polygon": facts["table_px"], "keep": facts.get("keep_px"), "plane": facts.get("plane")}
    return Table.from_json({**marks, "size": facts["size"], "die_mm": facts.get("die_mm", DIE_MM)})
