# Tested by tests/test_webui_pages.py.
"""How the number of a turn of Morning Roll comes about."""

from __future__ import annotations

from collections.abc import Sequence

from engine.morning_roll import Roll
from webui.page import words
from webui.page.scene import Step, Sum

SHOWN_STEPS = 3
"""Rolls of a long turn that are shown; the older ones are one line. More: a longer sum. Fewer: less of how it came."""


def sum_of(
    rolls: Sequence[Roll], picked: Sequence[int], worth: int | None, number: int, lost: bool = False
) -> Sum:
    """How the turn comes about: what was kept in `rolls`, and what is picked of roll `number`."""
    parts = [(f"Roll {n}", roll.kept, roll.points) for n, roll in enumerate(rolls, 1) if roll.kept]
    if worth:
        parts.append((f"Roll {number}", tuple(sorted(picked)), worth))
    total = sum(points for _, _, points in parts)
    shown = parts[-SHOWN_STEPS:]
    older = parts[: len(parts) - len(shown)]
    if older:
        shown.insert(0, (f"Rolls 1 to {len(older)}", (), sum(points for _, _, points in older)))
    steps = tuple(
        Step(label, faces, ("+ " if place else "") + words.points(points), lost)
        for place, (label, faces, points) in enumerate(shown)
    )
    how = " + ".join(words.points(points) for _, _, points in shown) if len(shown) > 1 or lost else ""
    return Sum("This turn", steps, how, "0" if lost else words.points(total), lost)
