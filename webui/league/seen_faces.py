# Tested by tests/test_webui_league_standings.py.
"""The faces that a camera has read in turns of the league."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.line import Line
from webui.league.turn import Turn


def seen_faces(turns: Sequence[Turn]) -> Iterable[int]:
    """The faces that a camera has read in these turns, in their order."""
    for turn in turns:
        if turn.mark in ("camera", "corrected"):
            for line in map(Line.read, turn.lines[2:]):
                if line.is_throw and line.by is None:
                    yield from line.faces
