# Tested by tests/test_webui_calls_breath.py.
"""Calls as a page takes them: both levels of every sentence, to be read and to be heard."""

from __future__ import annotations

from typing import Any

from webui.calls.breath import Breath
from webui.calls.call import Call
from webui.calls.language import FORMS, LEVELS, How, Language, Style, english


def as_heard(breath: Breath, language: Language | None = None) -> dict[str, Any]:
    """A breath as json.dumps takes it. language: English unless another is given."""
    spoken = language or english()
    return {"voids": list(breath.voids), "calls": [call_as_heard(each, spoken) for each in breath.calls]}


def call_as_heard(call: Call, language: Language) -> dict[str, Any]:
    """id, event, rank, to; brief and full: the caption, and what is said. row: the same where dice go by place, if
    that says it otherwise.
    """
    by_value, by_place = (_sentences(call, language, style) for style in ("value", "place"))
    told = {"id": call.id, "event": call.event, "rank": call.rank, "to": call.to, **by_value}
    return told if by_place == by_value else {**told, "row": by_place}


def _sentences(call: Call, language: Language, style: Style) -> dict[str, list[str]]:
    return {level: [language.sentence(call, How(level, form, style)) for form in FORMS] for level in LEVELS}
