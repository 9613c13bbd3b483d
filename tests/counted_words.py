"""A language that counts: what is one thing to the ear is one word."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from webui.calls.call import Call
from webui.calls.language import FOLDER, How, Language
from webui.calls.values import Count, Dice, Name, Names, Part, Row, Spelt, Tally, Thrown

ONE = "X"
BESIDE = ("after", "picked", "more", "pot", "payments")
"""Fields that are sentences of their own: they are counted by themselves."""


class Counted(Language):
    """English, in which a name, a list of names or of dice, and a number of dice are one word each."""

    def __init__(self) -> None:
        super().__init__("en", (FOLDER / "en.ftl").read_text(encoding="utf-8"))

    def _value(self, value: Any, how: How) -> Any:
        if isinstance(value, Part) and value.id.startswith("need-"):
            return ONE
        if isinstance(value, Name | Names | Tally | Dice | Row | Thrown | Count | Spelt):
            return ONE
        return super()._value(value, how)

    def words_of(self, call: Call, how: How) -> int:
        """How many words the call has, without the sentences that it carries along."""
        fields = {
            name: "" if name in BESIDE and not isinstance(value, int) else value
            for name, value in call.fields.items()
        }
        return len(self.sentence(replace(call, fields=fields), how).split())

    def sentences_of(self, call: Call, how: How) -> int:
        """How many sentences it has, without those that it carries along; a question and its answer are one."""
        fields = {
            name: "" if name in BESIDE and not isinstance(value, int) else value
            for name, value in call.fields.items()
        }
        text = self.sentence(replace(call, fields=fields), how)
        return sum(text.count(f"{mark} ") + text.endswith(mark) for mark in ".!")
