# Tested by tests/test_webui_store.py.
"""What the store reads and writes: lines, rolls, matches, and all that one change does. Nouns only."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import engine.line
from webui.storage.outbox import Outbox

Json = dict[str, Any]
"""Plain JSON that the store keeps as it is given, and does not look into: `match/codec.py` writes and reads it."""
NEW = -1
"""Stands for the number of the roll that the same transaction writes."""


@dataclass(frozen=True)
class Line:
    """One line of a match, and the number of the roll that it came from, if a camera saw it.

    corrects: it puts right the line that was undone just before, also where it is as that once was.
    """

    text: str
    roll: int | None = None
    corrects: bool = field(default=False, compare=False)

    @property
    def told(self) -> engine.line.Line:
        """What the line tells; of the text "", which stands for no line, a line of no kind."""
        return engine.line.Line.read(self.text) if self.text else engine.line.Line(engine.line.FACES_ALONE)


@dataclass(frozen=True)
class SavedRoll:
    """What the camera saw of one throw, and the name of its picture ("" for none)."""

    id: int
    seen: Json
    picture: str


@dataclass(frozen=True)
class SavedMatch:
    """One match with all its lines. begun: UTC, as `datetime.isoformat` writes it. asked: it left a question."""

    number: int
    begun: str
    lines: tuple[Line, ...]
    asked: bool = False


@dataclass(frozen=True)
class Saved:
    """The table as it was left.

    question: the open one, or None. back: how the newest press is taken back, where the lines do not tell that.
    roll: the number of the roll that the change wrote which led to it, if it wrote one.
    """

    revision: int
    match: int | None
    lines: tuple[Line, ...]
    question: Json | None
    back: Json | None = None
    roll: int | None = field(default=None, compare=False)


@dataclass(frozen=True)
class Change:
    """What one transaction does.

    lines: appended to the match; new_match: they begin a new one; match: to this one, which is on the table from now
    on, with the question that was open when it was left. back: how all of it is taken back, where the lines do not
    tell that. roll: a throw seen just now, and the name of its picture; it gets a number, which takes the place of NEW
    in `Line.roll`. attach: the line (its number) that this throw belongs to.
    question: what is asked afterwards, once that number is known; None where there is no such throw.
    outbox: the turns that have ended with it, to be reported; None where nothing is reported.
    """

    lines: tuple[Line, ...] = ()
    new_match: bool = False
    match: int | None = None
    question: Callable[[int | None], Json] | None = None
    back: Json | None = None
    roll: tuple[Json, str] | None = None
    attach: int | None = None
    outbox: Outbox | None = None
