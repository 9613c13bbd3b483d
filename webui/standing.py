"""Which stored lines still stand, and what the camera saw for each: undo and redo by line number. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from webui.store import Line

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
        if line.text == "undo":
            undone.append(stands.pop())
        else:
            undone = undone[:-1] if undone and lines[undone[-1]].text == line.text else []
            stands.append(n)
    return Standing(tuple(stands), tuple(undone))
