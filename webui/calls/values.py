# Tested by tests/test_webui_calls_language.py.
"""The values that a sentence is made of: names, dice, numbers. None of them is a word; a language has those."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

Fields = Mapping[str, Any]
"""The fields of a sentence by name. A value is one of the types of this file, an int (a number as it is written,
with its grouping), a str (which a sentence may put in or choose by), or None (which it may choose by as `none`)."""


@dataclass(frozen=True)
class Name:
    """A player. seat: from 1. twin: another name at the table sounds alike, so the seat is said, too."""

    text: str
    seat: int
    twin: bool = False


@dataclass(frozen=True)
class Names:
    """Several players. whole: all are named, however many there are; else more than four are cut."""

    names: tuple[Name, ...]
    whole: bool = False


@dataclass(frozen=True)
class Tally:
    """Players, each with a number or a sentence part; more than four are cut unless they are to be named whole."""

    entries: tuple[tuple[Name, int | Part], ...]
    whole: bool = False


@dataclass(frozen=True)
class Dice:
    """Dice that are grouped: rising, equal ones together."""

    faces: tuple[int, ...]


@dataclass(frozen=True)
class Row:
    """Dice one by one, in the order of their places. None: a die without a value.

    places: of each die, from 1, where they are to be named; empty where the order tells them.
    """

    faces: tuple[int | None, ...]
    places: tuple[int, ...] = ()


@dataclass(frozen=True)
class Thrown:
    """Thrown dice in the order of their places: said in a row where dice are picked by place, else grouped.

    places: of each die, from 1.   aside: whether other dice lie in places of their own, so that the places are named.
    """

    faces: tuple[int, ...]
    places: tuple[int, ...]
    aside: bool


@dataclass(frozen=True)
class Count:
    """A number of dice: one die, two dice."""

    number: int


@dataclass(frozen=True)
class Word:
    """A number as a word: two."""

    number: int


@dataclass(frozen=True)
class Spelt:
    """A code, letter by letter."""

    text: str


@dataclass(frozen=True)
class Part:
    """A message of its own inside a sentence, such as what there is to beat."""

    id: str
    fields: Fields = field(default_factory=dict)


@dataclass(frozen=True)
class Parts:
    """Values one after another. joined: the message that joins each to those before it."""

    parts: tuple[Any, ...]
    joined: str = "one-after-another"


def names_of(players: Sequence[str]) -> dict[str, Name]:
    """The players of a match by name, in the order of their seats."""
    sounds = [sound_of(name) for name in players]
    return {
        name: Name(name, seat, sounds.count(sound) > 1)
        for seat, (name, sound) in enumerate(zip(players, sounds, strict=True), 1)
    }


def sound_of(name: str) -> str:
    """What is heard of a name: its letters and digits, without accents and capitals."""
    plain = unicodedata.normalize("NFKD", name).casefold()
    return "".join(letter for letter in plain if letter.isalnum())
