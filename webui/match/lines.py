# Tested by tests/test_webui_presses.py.
"""Reading stored lines: which of them stand, what the last throw was, what happened last in words. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

import engine.line
from engine.game import State
from engine.log import Match
from webui.match.board import By, LastThrow, Question
from webui.match.seen import SeenRoll
from webui.storage.store import Change, Line

HEAD = 2


@dataclass(frozen=True)
class Standing:
    """stands: the numbers (from 0) of the lines that stand, oldest first; undone: those that redo would bring
    back, the next one last. The two head lines are in neither.
    """

    stands: tuple[int, ...]
    undone: tuple[int, ...]


def standing(lines: Sequence[Line]) -> Standing:
    """The same walk as `engine.log.Match`, over stored lines; an undone line that is written again stands anew."""
    stands: list[int] = []
    undone: list[int] = []
    for n, line in enumerate(lines[HEAD:], HEAD):
        if line.told.is_undo:
            undone.append(stands.pop())
        else:
            undone = undone[:-1] if undone and lines[undone[-1]].text == line.text else []
            stands.append(n)
    return Standing(tuple(stands), tuple(undone))


def replaced(lines: Sequence[Line], newest: Line) -> Line | None:
    """The throw in whose place this one was written, to put a die right; None where it answers a question.

    A throw that an answer told was taken back by itself, and asked about again.
    """
    if newest.told.by != "fix":
        return None
    n = lines.index(newest)
    if n == HEAD or not lines[n - 1].told.is_undo:
        return None
    before = lines[standing(lines[:n]).undone[-1]]
    if before.roll != newest.roll or not before.told.is_throw:
        return None  # an answer to a question about another throw
    return before if before.told.by is None or replaced(lines[:n], before) else None


def first_told(lines: Sequence[Line], number: int) -> tuple[int, ...]:
    """The faces of the throw of this line as they were first written: a correction puts one die right, in its place."""
    faces = lines[number].told.faces
    if number == HEAD or not lines[number - 1].told.is_undo:
        return faces
    before = standing(lines[:number]).undone[-1]
    is_correction = lines[before].told.is_throw and _differ(lines[before].told.faces, faces) == 1
    return first_told(lines, before) if is_correction else faces


def _differ(one: Sequence[int], other: Sequence[int]) -> int:
    """How many dice of two throws differ, place by place; all of them where they are not as many."""
    if len(one) != len(other):
        return max(len(one), len(other))
    return sum(a != b for a, b in zip(one, other, strict=True))


def put_back(lines: Sequence[Line]) -> Line | None:
    """The correction that was taken back by writing the newest line, the throw before it, again; None without one."""
    if len(lines) < HEAD + 2 or not lines[-2].told.is_undo:
        return None
    correction = lines[standing(lines[:-1]).undone[-1]]
    return correction if replaced(lines[:-2], correction) == lines[-1] else None


def confirmed(stands: Sequence[Line]) -> str:
    """The keep or stop that the newest throw confirmed: it was written of a roll, so nobody pressed. "" without one.

    stands: the lines that stand. That throw may be written after it, or be asked about.
    """
    for move in stands[-1:-3:-1]:
        if move.roll is None or move.roll != stands[-1].roll:
            break
        if move.told.is_move:
            return move.text
    return ""


def rolls_of(states: Sequence[State], lines: Sequence[Line]) -> tuple[int | None, ...]:
    """The number of what the camera saw in each roll of a match, oldest first.

    lines: those that stand; states: before and after each. An `off` while a throw lies open is told of the same roll.
    """
    found: list[int | None] = []
    for before, line in zip(states, lines, strict=False):
        if before.drawing:
            continue  # A die thrown for who begins is of no turn.
        if line.told.is_off and before.thrown:
            found[-1] = line.roll or found[-1]
        elif line.told.is_off or line.told.is_throw:
            found.append(line.roll)
    return tuple(found)


def last_throw(
    line: engine.line.Line,
    newest: bool,
    roll: SeenRoll | None,
    put_right: bool = False,
    told: tuple[int, ...] = (),
) -> LastThrow:
    """What a line of a throw, or of dice off the table, tells; put_right: it was just written in place of another.

    told: its faces as they were first written.
    """
    if line.is_off:
        return LastThrow((), line.number, "camera" if roll else "hand", newest, roll)
    by = cast(By, line.by or "camera")
    return LastThrow(line.faces, 0, by, newest, roll, by == "fix" or (newest and put_right), told)


def news(change: Change, question: Question | None) -> str:
    """What a change has done, in words, where the board after it does not tell. question: which was open before."""
    if change.match is not None:
        return "Another match is on the table now."
    if question and not change.question and not change.lines:
        return "Somebody has already put the question aside."
    return ""


def moved_on(match: Match | None, question: Question | None, told: str = "") -> str:
    """Why a page that asks for something is late, in words. told: the `news` of the last change."""
    return f"{told or _newest(match, question)} Here is the board now; nothing was changed."


def _newest(match: Match | None, question: Question | None) -> str:
    if question and question.kind == "turned":
        return "A die has turned over, and is asked about."
    if question and question.leaning:
        return "A die leans, and is to be thrown again."
    if question:
        return "A new throw has been seen, and it has a question."
    if not match or len(match.lines) == HEAD:
        return "A match has already begun."
    if match.lines[-1] == "undo":
        return "Somebody has already taken something back."
    who, kind = match.states[-2].player, match.standing[-1].kind
    done = {"throw": "thrown", "keep": "rolled on", "stop": "stopped", "off": "lost a die off the table"}
    return f"{who} has already {done[kind]}."


def faces_of(words: Sequence[str]) -> tuple[int, ...]:
    """The faces that these words of a line name."""
    return tuple(map(int, words))


def known_of(faces: Sequence[int | None]) -> tuple[int, ...]:
    """Those that are known."""
    return tuple(face for face in faces if face is not None)
