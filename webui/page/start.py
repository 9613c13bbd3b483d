# Tested by tests/test_webui_app.py.
"""The page before a match: which game, who plays, and the options, drawn from the game's own list."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.option import Option
from webui.number import whole
from webui.page.game import GamePage

MOST_KNOWN = 8
"""Known players who are offered a seat. More: a longer list. Fewer: some must type their name again."""


@dataclass(frozen=True)
class Pick:
    """One value of an option."""

    value: str
    title: str
    meaning: str
    chosen: bool


@dataclass(frozen=True)
class Field:
    """One option as a field of the form. name: of the field. picks: empty where it is a number from low to high."""

    name: str
    title: str
    meaning: str
    value: str
    low: int
    high: int
    picks: tuple[Pick, ...]


@dataclass(frozen=True)
class GameForm:
    """One game to choose. other: the options that differ from the default, in a few words; rest: other numbers."""

    page: GamePage
    fields: tuple[Field, ...]
    other: str
    rest: str


def game_form(page: GamePage, options: Sequence[Option], given: Mapping[str, str]) -> GameForm:
    """The form of one game. given: the options by name, as they were asked for or last played with."""
    asked = [option for option in options if option.asked]
    values = {option.name: given.get(option.name, str(option.default)) for option in asked}
    told = [
        (_told(option, values[option.name]), values[option.name] != str(option.default))
        for option in asked
        if option.matters(values)
    ]
    return GameForm(
        page,
        tuple(_field(page.name, option, values[option.name]) for option in asked),
        ", ".join(text for text, differs in told if differs),
        ", ".join(text for text, differs in told if not differs and text[0].isdigit()),
    )


def _field(game: str, option: Option, value: str) -> Field:
    picks = tuple(Pick(each.value, each.title, each.meaning, each.value == value) for each in option.choices)
    return Field(f"{game}.{option.name}", option.title, option.meaning, value, option.low, option.high, picks)


def _told(option: Option, value: str) -> str:
    """An option with its value, in a few words."""
    if not option.choices:
        title = option.title.lower()
        return f"{value} {title.removesuffix('s') if value == '1' else title}"
    title = next((each.title for each in option.choices if each.value == value), value)
    return f"{option.title.lower()}: {title[:1].lower()}{title[1:]}"


def seated(names: Sequence[str], acts: Mapping[str, str]) -> list[str]:
    """The names after somebody was moved, let go or given a seat.

    acts: `up`, `down`, `drop`: a place from 0; `seat`: a name. What makes no sense changes nothing.
    """
    left = list(names)
    for act in ("up", "down", "drop"):
        place = whole(acts.get(act, ""))
        if place is None or place >= len(left):
            continue
        name = left.pop(place)
        if act != "drop":
            left.insert(max(place - 1, 0) if act == "up" else place + 1, name)
    if acts.get("seat") and acts["seat"] not in left:
        empty = next((place for place, name in enumerate(left) if not name.strip()), len(left))
        left[empty : empty + 1] = [acts["seat"]]
    return left


def known(past: Sequence[Sequence[str]], names: Sequence[str]) -> tuple[str, ...]:
    """Who has played before and has no seat, those of the newest matches first."""
    every = dict.fromkeys(name for players in past for name in players)
    return tuple(name for name in every if name not in names)[:MOST_KNOWN]
