# Tested by tests/test_webui_evening_plan.py.
"""The calls of an evening that is planned: that it begins, and who is next when a match is over."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from webui.calls.breath import Breath
from webui.calls.call import Call, call
from webui.calls.values import Names, Part, names_of
from webui.match.plan import Next

ENDS = frozenset({"match.won", "match.shared", "match.nobody", "match.alone", "match.drinks"})
"""The calls that a match is over; none of them is said of a match that was put right."""


def begins(first: Next, after: int) -> Call:
    """The evening begins. after: the number of the match before it, 0 for none."""
    fields = {"count": first.count, "names": _names(first), "game": Part(f"game-{first.game}")}
    return call("evening.begins", fields, game=first.game, event=f"evening/{after}/evening.begins")


def with_next(said: Breath, match: int | None, following: Callable[[int | None], Next | None]) -> Breath:
    """This breath, and who is next where it tells that a match is over and another waits.

    match: the number of the one on the table. following: the match that waits behind it.
    """
    if not ENDS & {each.id for each in said.calls}:
        return said
    waits = following(match)
    return replace(said, calls=(*said.calls, _next(waits, match or 0))) if waits else said


def _next(waits: Next, match: int) -> Call:
    fields = {"names": _names(waits), "game": Part(f"game-{waits.game}")}
    return call("evening.next", fields, game=waits.game, event=f"evening/{match}/evening.next")


def _names(waits: Next) -> Names:
    return Names(tuple(names_of(waits.names).values()))
