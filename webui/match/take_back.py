# Tested by tests/test_webui_codec.py.
"""How the newest press is taken back, where the lines of the match do not tell that."""

from __future__ import annotations

from dataclasses import dataclass

from webui.match.board import Question
from webui.storage.saved import Line


@dataclass(frozen=True)
class TakeBack:
    """What Undo writes until anything else happens.

    lines, ask: what it writes, and the question that it asks again. again: what Redo writes then; empty where
    something is asked. taken: Undo has done so; what is left of it is `again`.
    All of its rolls have their numbers: none is NEW.
    """

    lines: tuple[Line, ...]
    ask: Question | None
    again: tuple[Line, ...] = ()
    taken: bool = False
