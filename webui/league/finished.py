# Tested by tests/test_webui_league_table.py.
"""The finished turns of a match: each as a match of its own, which anyone can replay."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from engine.game import MoveError
from engine.line import Head, Line
from engine.log import Match

GAME = "morning-roll"
RULES = {"rounds": "1", "off_table": "bust"}
"""The options under which a turn counts in a league."""
Mark = Literal["camera", "corrected", "typed", "internet"]
MARKS: tuple[Mark, ...] = ("camera", "corrected", "typed", "internet")
SEEN: tuple[Mark, ...] = ("camera", "corrected")
"""Marks of dice that a camera has seen."""
BY: dict[str | None, Mark] = {None: "camera", "fix": "corrected", "hand": "typed", "program": "internet"}
MOST_LINES = 400
"""Lines of the longest turn that is believed; a turn of twenty throws has forty."""


@dataclass(frozen=True)
class Finished:
    """A finished turn. first, last: the places of its lines among those that stand. lines: it alone, as a match."""

    player: str
    score: int
    first: int
    last: int
    lines: tuple[str, ...]

    @property
    def mark(self) -> Mark:
        """How its dice came: the least of what its throws are."""
        return mark_of(self.lines)


def finished(match: Match) -> tuple[Finished, ...]:
    """The finished turns that a league would take, oldest first; none of another game or under other rules."""
    if match.game != GAME or match.state.options.get("off_table") != RULES["off_table"]:
        return ()
    found, first = [], 0
    for n, (before, after) in enumerate(zip(match.states, match.states[1:], strict=False)):
        if len(after.turns) > len(before.turns):
            turn = after.turns[-1]
            lines = tuple(map(str, match.standing[first : n + 1]))
            found.append(Finished(turn.player, turn.score, first, n, alone(turn.player, lines)))
            first = n + 1
    return tuple(found)


def alone(player: str, lines: Sequence[str]) -> tuple[str, ...]:
    """A turn's own lines as a match of one player and one round."""
    return (*Head(GAME, (player,), dict(RULES)).lines, *lines)


def mark_of(lines: Sequence[str]) -> Mark:
    """How the dice of these lines came: the least of what they are."""
    throws = [line for line in map(Line.read, lines[2:]) if line.is_throw]
    return max((BY[line.by] for line in throws), key=MARKS.index, default="camera")


def replayed(lines: Sequence[str]) -> Match:
    """The one finished turn that these lines tell. Raises ValueError with a sentence where they tell none.

    They may hold no undo: what was taken back is no part of a turn.
    """
    if len(lines) > MOST_LINES or any(len(line) > 400 for line in lines):
        raise ValueError("A turn has no so many lines.")
    try:
        head = Head.read(*[*lines, "", ""][:2])
        if head.game != GAME or dict(head.options) != RULES or len(head.players) != 1:
            raise ValueError("The lines are no turn of Morning Roll by its own rules.")
        match = Match.from_lines(lines)
    except MoveError as error:
        raise ValueError(f"The lines cannot be played: {error.sentence}") from None
    if match.state.outcome is None:
        raise ValueError("The lines do not tell a whole turn.")
    if any(line.is_undo for line in map(Line.read, lines[2:])):
        raise ValueError("The lines hold something that was taken back.")
    return match


def score_of(lines: Sequence[str]) -> int:
    """The score that follows from these lines. Raises ValueError as `replayed`."""
    return replayed(lines).state.turns[-1].score
