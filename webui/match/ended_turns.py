# Tested by tests/test_webui_league_table.py.
"""What a change of the match means for those who are told of turns: asked before it is written."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from engine.log import Match
from webui.match.lines import standing
from webui.match.open_match import OpenMatch
from webui.storage.outbox import Outbox
from webui.storage.saved import Change, Line

Told = Callable[[Match | None, Match, Sequence[Line], Sequence[int]], Outbox | None]
"""What goes out: from the match before and after a change, its lines then, and the numbers of those that stand."""


def with_outbox(change: Change, now: OpenMatch, match: Match | None, told: Told | None) -> Change:
    """The change with the turns that end with it. match: what the lines tell after it; told: says who is to hear."""
    if not told or not match or not change.lines or change.new_match or change.match is not None:
        return change
    lines = (*now.saved.lines, *change.lines)
    return replace(change, outbox=told(now.match, match, lines, standing(lines).stands))
