# Tested by tests/test_webui_calls_breath.py.
"""Calls as a page takes them: both levels of every sentence, to be read and to be heard."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from webui.calls.breath import Breath
from webui.calls.call import Call
from webui.calls.language import FORMS, LEVELS, How, Style, english
from webui.calls.values import Part

NONE: Mapping[str, str] = {}


def as_heard(breath: Breath, said_as: Mapping[str, str] = NONE) -> dict[str, Any]:
    """A breath as json.dumps takes it. said_as: what is said for a name, where that is not the name."""
    return {"voids": list(breath.voids), "calls": [call_as_heard(each, said_as) for each in breath.calls]}


def as_watched(breath: Breath, said_as: Mapping[str, str] = NONE) -> dict[str, Any]:
    """The same for a page that only watches: of a question it has a caption, and says nothing."""
    calls = [_watched(each, said_as) for each in breath.calls if each.to == "all" or each.slot == "ask"]
    return {"voids": list(breath.voids), "calls": calls}


def _watched(call: Call, said_as: Mapping[str, str]) -> dict[str, Any]:
    heard = call_as_heard(call, said_as)
    if call.to == "all":
        return heard
    caption = english().words(Part("watch-waits"), How("full", "caption"))
    known = {name: heard[name] for name in ("id", "event", "rank", "to")}
    return {**known, **{level: [caption, ""] for level in LEVELS}}


def call_as_heard(call: Call, said_as: Mapping[str, str] = NONE) -> dict[str, Any]:
    """id, event, rank, to; brief and full: the caption, and what is said. row: the same where dice go by place, if
    that says it otherwise.
    """
    by_value, by_place = (_sentences(call, style, said_as) for style in ("value", "place"))
    told = {"id": call.id, "event": call.event, "rank": call.rank, "to": call.to, **by_value}
    return told if by_place == by_value else {**told, "row": by_place}


def _sentences(call: Call, style: Style, said_as: Mapping[str, str]) -> dict[str, list[str]]:
    return {
        level: [english().sentence(call, How(level, form, style, said_as)) for form in FORMS]
        for level in LEVELS
    }
