# Tested by tests/test_webui_presses.py.
"""Reading stored lines: which of them stand, what the last throw was, what happened last in words. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
    """Which lines stand, by their numbers (from 0), and what Undo and Redo bring back. The two head lines are in none.

    stands: oldest first. undone: those that redo would bring back, the next one last. before: for a throw that stands
    and was put right, what stood in its place, oldest first; after: the corrections of it that were taken back, the
    next one last.
    """

    stands: tuple[int, ...]
    undone: tuple[int, ...]
    before: Mapping[int, tuple[int, ...]]
    after: Mapping[int, tuple[int, ...]]

    @property
    def uncorrected(self) -> int | None:
        """What the newest line was before it was last put right; None where it never was."""
        return self._last(self.before)

    @property
    def corrected(self) -> int | None:
        """The correction of the newest line that was last taken back; None without one."""
        return self._last(self.after)

    def _last(self, of: Mapping[int, tuple[int, ...]]) -> int | None:
        numbers = of.get(self.stands[-1], ()) if self.stands else ()
        return numbers[-1] if numbers else None


@dataclass(frozen=True)
class _Place:
    """The place of one line, as `Standing` tells it. goes_on: what was taken back before it can come again still."""

    number: int
    before: tuple[int, ...] = ()
    after: tuple[int, ...] = ()
    goes_on: bool = False


def standing(lines: Sequence[Line]) -> Standing:
    """The same walk as `engine.log.Match`, over stored lines; an undone line that is written again stands anew.

    A throw written in the place of one just undone, and as that but for one die, is a correction of it. Where it is as
    it was before the last correction, and is not said to put it right, that was taken back; where it is as it was
    before this, the correction came again.
    """
    stands: list[_Place] = []
    undone: list[_Place] = []
    for number, line in enumerate(lines[HEAD:], HEAD):
        if line.told.is_undo:
            undone.append(stands.pop())
            continue
        place = _placed(lines, number, undone.pop()) if undone else _Place(number)
        undone = undone if place.goes_on else []
        stands.append(place)
    return Standing(
        tuple(place.number for place in stands),
        tuple(place.number for place in undone),
        {place.number: place.before for place in stands if place.before},
        {place.number: place.after for place in stands if place.after},
    )


def _placed(lines: Sequence[Line], number: int, last: _Place) -> _Place:
    """The place of this line. last: of the one that was undone last."""
    line = lines[number]
    if line.text == lines[last.number].text:
        return _Place(number, last.before, last.after, goes_on=True)
    if not lines[number - 1].told.is_undo:
        return _Place(number)
    if last.before and not line.corrects and line.text == lines[last.before[-1]].text:
        return _Place(number, last.before[:-1], (*last.after, last.number), goes_on=True)
    before = (*last.before, last.number)
    if last.after and line.text == lines[last.after[-1]].text:
        return _Place(number, before, last.after[:-1], goes_on=True)
    return _Place(number, before if line.corrects or _corrects(line, lines[last.number]) else ())


def _corrects(line: Line, undone: Line) -> bool:
    """Whether this throw is the other with a die put right: one that was typed in, or the same that the camera saw."""
    told, was = line.told, undone.told
    apart = sum(a != b for a, b in zip(told.faces, was.faces, strict=False))
    if not (told.is_throw and was.is_throw) or len(told.faces) != len(was.faces) or apart > 1:
        return False
    return was.marked if told.by == "hand" else told.by == "fix" and line.roll == undone.roll


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
    if engine.line.Line.read(match.lines[-1]).is_undo:
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
