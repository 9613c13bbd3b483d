"""The settings of a game: each says what it is, what may be chosen, and what every choice means.

A form can be drawn from a game's list alone, without knowing the game, and so can the help of a command.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.move import IllegalMove, UnparsableMove


@dataclass(frozen=True)
class Choice:
    """One value of a setting. value: as it is written.   title: for a label.   meaning: a sentence."""

    value: str
    title: str
    meaning: str


@dataclass(frozen=True)
class Option:
    """One setting. A whole number from `low` to `high` where the default is one, else one of `choices`.

    title: for a label.   meaning: a sentence.   asked: False where no form shows it, because the program fills it in.
    only_if: it matters only where the option of this name has one of these values; empty: always.
    """

    name: str
    title: str
    default: int | str
    meaning: str
    choices: tuple[Choice, ...] = ()
    low: int = 0
    high: int = 0
    asked: bool = True
    only_if: tuple[str, tuple[str, ...]] | None = None

    @property
    def values(self) -> tuple[str, ...]:
        """The values that may be chosen; empty where it is a number."""
        return tuple(choice.value for choice in self.choices)

    @property
    def allowed(self) -> str:
        """What may be chosen, as part of a sentence."""
        if self.choices:
            return " or ".join(self.values)
        return f"a whole number from {self.low} to {self.high}"

    def matters(self, given: Mapping[str, object]) -> bool:
        """Whether it makes a difference beside these other settings."""
        return self.only_if is None or str(given.get(self.only_if[0])) in self.only_if[1]

    def read(self, given: object) -> int | str:
        """The setting as a value, from a number or a text. Raises IllegalMove or UnparsableMove."""
        text, rule = str(given), f"{self.name} is {self.allowed}"
        if self.choices:
            if text not in self.values:
                fact = f"{text!r} is {'neither' if len(self.choices) == 2 else 'none of these'}"
                raise IllegalMove(f"{self.name}={text}", rule, fact)
            return text
        if not re.fullmatch(r"[+-]?[0-9]{1,9}", text):
            raise UnparsableMove(f"{self.name}={text}", rule, f"{text!r} is not")
        if not self.low <= int(text) <= self.high:
            raise IllegalMove(f"{self.name}={text}", rule, f"{int(text)} is not")
        return int(text)


def check_options(game: str, options: tuple[Option, ...], given: Mapping[str, object]) -> dict[str, Any]:
    """Every option of a game with its value: int or str, as `Option.read` gives it; what is not given has its default.

    Raises IllegalMove for a value that may not be chosen, UnparsableMove for a name that the game does not have.
    """
    names = [option.name for option in options]
    for name in given:
        if name not in names:
            raise UnparsableMove(str(name), f"{game} has the options {', '.join(names)}", f"{name!r} is none")
    return {option.name: option.read(given.get(option.name, option.default)) for option in options}
