"""The settings of a game: name, default, what may be chosen, and the check with its sentence."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from engine.move import IllegalMove, UnparsableMove


@dataclass(frozen=True)
class Option:
    """One setting. A whole number from `low` to `high` where the default is one, else one of `values`."""

    name: str
    default: int | str
    meaning: str
    values: tuple[str, ...] = ()
    low: int = 0
    high: int = 0

    @property
    def choices(self) -> str:
        """What may be chosen, as part of a sentence."""
        if isinstance(self.default, int):
            return f"a whole number from {self.low} to {self.high}"
        return " or ".join(self.values)

    def read(self, given: object) -> int | str:
        """The setting as a value, from a number or a text. Raises IllegalMove or UnparsableMove."""
        text = str(given)
        if isinstance(self.default, str):
            if text not in self.values:
                raise IllegalMove(
                    f"{self.name}={text}", f"{self.name} is {self.choices}", f"{text!r} is neither"
                )
            return text
        if not re.fullmatch(r"[+-]?[0-9]{1,9}", text):
            raise UnparsableMove(f"{self.name}={text}", f"{self.name} is {self.choices}", f"{text!r} is not")
        if not self.low <= int(text) <= self.high:
            raise IllegalMove(f"{self.name}={text}", f"{self.name} is {self.choices}", f"{int(text)} is not")
        return int(text)


ROUNDS_HIGH = 20


def rounds(default: int) -> Option:
    """The setting `rounds` of the games that are played for a number of rounds."""
    return Option("rounds", default, "How many turns each player takes.", low=1, high=ROUNDS_HIGH)


def off_table(default: str, bust: str) -> Option:
    """The setting `off_table`. `bust`: what a die off the table costs in this game, a sentence."""
    meaning = f"A die off the table: again = thrown again; bust = {bust}"
    return Option("off_table", default, meaning, values=("bust", "again"))


def check_options(
    game: str, options: tuple[Option, ...], given: Mapping[str, object]
) -> dict[str, int | str]:
    """Every option of a game with its value. Raises UnparsableMove for a name the game does not have."""
    names = [option.name for option in options]
    for name in given:
        if name not in names:
            raise UnparsableMove(str(name), f"{game} has the options {', '.join(names)}", f"{name!r} is none")
    return {option.name: option.read(given.get(option.name, option.default)) for option in options}
