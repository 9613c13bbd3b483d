"""A language: the sentences of the calls, from its Fluent file. No sentence is put together anywhere else.

A message is named as its call, with a hyphen for the dot; `roll-read-midnight` stands for one game's `roll.read`.
It has the attributes `brief` and `full`. A message that is a part of sentences may have them, too; else it has a
value, and `said` where the ear needs other words than the eye.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache, reduce
from pathlib import Path
from typing import Any, Literal

from fluent.runtime import FluentBundle, FluentResource

from webui.calls.call import Call
from webui.calls.values import Count, Dice, Fields, Name, Names, Part, Parts, Row, Spelt, Tally, Thrown, Word

Level = Literal["brief", "full"]
Form = Literal["caption", "said"]
Style = Literal["place", "value"]
LEVELS: tuple[Level, ...] = ("brief", "full")
FORMS: tuple[Form, ...] = ("caption", "said")
FOLDER = Path(__file__).parent
MOST_NAMES = 4
"""Names of a list that are all said. Larger: longer sentences. Smaller: more are only counted."""
WORDS_TO = 12
"""The largest number that is a word. Larger numbers are figures."""
ISOLATED = "\u2068{}\u2069"
"""A name among other words, whatever its direction (Unicode UAX 9)."""
_TWO_STOPS = re.compile("([.!?…])(\u2069?)\\.")
_SPACES = re.compile(" {2,}")


@dataclass(frozen=True)
class How:
    """How a sentence is wanted. form: to be read, or to be heard. style: how dice are picked, and so said.

    said_as: what is heard for a name, where that is not the name.
    """

    level: Level = "full"
    form: Form = "said"
    style: Style = "value"
    said_as: Mapping[str, str] = field(default_factory=dict)


class SentenceError(LookupError):
    """A sentence is not in the language's file, or names a field that its call does not have."""


class Language:
    """The sentences of one language. code: as in `lang` of HTML."""

    def __init__(self, code: str, source: str) -> None:
        self.code = code
        self._bundle = FluentBundle([code], use_isolating=False)
        self._bundle.add_resource(FluentResource(source))

    def has(self, message: str) -> bool:
        """Whether there is such a message."""
        return bool(self._bundle.has_message(message))

    def sentence(self, call: Call, how: How) -> str:
        """What the call says. Raises SentenceError."""
        return _tidy(self._message(self._name_of(call), call.fields, how))

    def words(self, part: Part, how: How) -> str:
        """What a part of a sentence says by itself. Raises SentenceError."""
        return _tidy(self._message(part.id, part.fields, how))

    def _name_of(self, call: Call) -> str:
        name = call.id.replace(".", "-")
        own = f"{name}-{call.game}"
        return own if call.game and self.has(own) else name

    def _message(self, name: str, fields: Fields, how: How) -> str:
        if not self.has(name):
            raise SentenceError(f"{self.code}.ftl has no message {name}")
        message = self._bundle.get_message(name)
        wanted = [message.attributes.get(each) for each in (how.level, how.form)]
        pattern = next(filter(None, (*wanted, message.value)))
        text, errors = self._bundle.format_pattern(pattern, self._arguments(fields, how))
        if errors:
            raise SentenceError(f"{self.code}.ftl, {name}: {errors[0]}")
        return str(text)

    def _arguments(self, fields: Fields, how: How) -> dict[str, Any]:
        """The fields in words. Of each there is one more that begins with a capital, for the start of a sentence."""
        given: dict[str, Any] = {"level": how.level, "style": how.style}
        for name, value in fields.items():
            given[name] = self._value(value, how)
            if isinstance(value, Dice | Thrown | Count | Word | Part | Parts):
                given[f"{name}Capital"] = given[name][:1].upper() + given[name][1:]
            if isinstance(value, Thrown):
                given[f"{name}Apart"] = "yes" if _apart(value, how) else "no"
        return given

    def _value(self, value: Any, how: How) -> Any:
        if value is None:
            return "none"
        if isinstance(value, int | str):
            return value
        writers: dict[type, Callable[[Any, How], str]] = {
            Name: self._person,
            Names: self._people,
            Tally: self._tally,
            Dice: self._dice,
            Row: self._row,
            Thrown: self._thrown,
            Count: self._count,
            Word: lambda word, how: self._number(word.number, how),
            Spelt: lambda code, how: self._letters(code, how),
            Part: lambda part, how: self._message(part.id, part.fields, how),
            Parts: self._parts,
        }
        return writers[type(value)](value, how)

    def _person(self, name: Name, how: How) -> str:
        if how.form == "caption":
            return ISOLATED.format(name.text)
        if name.text in how.said_as:
            return how.said_as[name.text]
        spoken = _without_signs(name.text)
        if not spoken:
            return self._message("name-blank", {"seat": str(name.seat)}, how)
        if spoken.isdecimal():
            return self._message("name-digits", {"name": spoken}, how)
        twin = {"name": spoken, "seat": str(name.seat)}
        return self._message("name-twin", twin, how) if name.twin else spoken

    def _people(self, names: Names, how: How) -> str:
        return self._listed([self._person(name, how) for name in names.names], how, names.whole)

    def _tally(self, tally: Tally, how: How) -> str:
        entries = [
            self._message("tally-entry", {"name": name, "value": value}, how) for name, value in tally.entries
        ]
        left_out = 0 if tally.whole or len(entries) <= MOST_NAMES else len(entries) - MOST_NAMES + 1
        shown = self._chained("list-middle", entries[: len(entries) - left_out], how)
        return self._message("list-more", {"a": shown, "count": left_out}, how) if left_out else shown

    def _listed(self, items: list[str], how: How, whole: bool = True) -> str:
        """Items with commas, and the word for "and" before the last; cut, where more than four are not wanted whole."""
        if len(items) > MOST_NAMES and not whole:
            shown = self._chained("list-middle", items[: MOST_NAMES - 1], how)
            return self._message("list-more", {"a": shown, "count": len(items) - MOST_NAMES + 1}, how)
        if len(items) < 2:
            return "".join(items)
        first = self._chained("list-middle", items[:-1], how)
        last = "list-last" if len(items) > 2 else "list-two"
        return self._message(last, {"a": first, "b": items[-1]}, how)

    def _chained(self, message: str, items: Iterable[str], how: How) -> str:
        every = list(items)
        return reduce(lambda a, b: self._message(message, {"a": a, "b": b}, how), every) if every else ""

    def _dice(self, dice: Dice, how: How) -> str:
        groups = [(face, dice.faces.count(face)) for face in sorted(set(dice.faces))]
        return self._listed([self._equal(face, count, how) for face, count in groups], how)

    def _equal(self, face: int, count: int, how: How) -> str:
        return self._message(f"faces-{face}", {"count": count, "word": self._number(count, how)}, how)

    def _row(self, row: Row, how: How) -> str:
        faces = [self._face(face, how) for face in row.faces]
        if not row.places:
            return self._chained("list-middle", faces, how)
        dice = [{"place": str(place), "face": face} for place, face in zip(row.places, faces, strict=True)]
        messages = ("place-first", *("place-next",) * len(dice[1:]))
        named = [self._message(message, die, how) for message, die in zip(messages, dice, strict=True)]
        return self._chained("list-middle", named, how)

    def _face(self, face: int | None, how: How) -> str:
        return self._message("face-unsure", {}, how) if face is None else str(face)

    def _thrown(self, thrown: Thrown, how: How) -> str:
        if how.style == "value":
            return self._dice(Dice(thrown.faces), how)
        return self._row(Row(thrown.faces, thrown.places if _apart(thrown, how) else ()), how)

    def _count(self, count: Count, how: How) -> str:
        words = {"count": count.number, "word": self._number(count.number, how)}
        return self._message("dice-count", words, how)

    def _number(self, number: int, how: How) -> str:
        return self._message(f"number-{number}", {}, how) if 0 < number <= WORDS_TO else str(number)

    def _letters(self, code: Spelt, how: How) -> str:
        if how.form == "caption":
            return " ".join(code.text)
        return self._chained("list-middle", list(code.text), how)

    def _parts(self, parts: Parts, how: How) -> str:
        return self._chained(parts.joined, [str(self._value(part, how)) for part in parts.parts], how)


@cache
def english() -> Language:
    """The language that every other falls back to."""
    return Language("en", (FOLDER / "en.ftl").read_text(encoding="utf-8"))


def _apart(thrown: Thrown, how: How) -> bool:
    """Whether each die is named with its place: other dice lie between, and there is time to say so."""
    return thrown.aside and how.style == "place" and how.level == "full"


def _without_signs(name: str) -> str:
    """A name without signs and pictures, which a voice would read out by their names."""
    kept = "".join(letter if unicodedata.category(letter)[0] in "LNMP" else " " for letter in name)
    return " ".join(kept.split()) if any(letter.isalnum() for letter in kept) else ""


def _tidy(text: str) -> str:
    """A sentence without the spaces of what was left out, and with one stop after a name that brings its own."""
    one_line = text.replace("\n", " ")
    return _TWO_STOPS.sub(r"\1\2", _SPACES.sub(" ", one_line)).strip()
