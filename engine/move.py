"""The nouns every game shares: moves, how a match ends, and the three ways a line can be wrong.

A die face is an int from 1 to 6. Faces of a move are a multiset, kept in rising order.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, field

FACES = (1, 2, 3, 4, 5, 6)
BY = ("hand", "program", "fix")
"""Who says what was thrown, when it was not the camera alone: typed in, thrown by the program ("internet
dice"), or read by the camera and put right by a person. The first two mark a turn for ever; `fix` does not."""
MARKED = ("hand", "program")


class MoveError(ValueError):
    """A line that cannot be played; nothing has changed. `str` is one sentence of all four parts.

    name: what was asked, in the notation of a match. rule: what holds here. fact: what is the matter.
    position: whose turn, and the turn so far.
    """

    def __init__(self, name: str, rule: str, fact: str, position: str = "") -> None:
        self.name = shorten(name)
        self.rule, self.fact, self.position = rule, shorten(fact), position
        where = f" ({position})" if position else ""
        super().__init__(f"{self.name}: {rule}; {self.fact}{where}")

    @property
    def sentence(self) -> str:
        """Rule and fact alone, for a person who sees the position."""
        return f"{self.rule[:1].upper()}{self.rule[1:]}; {self.fact}."


class IllegalMove(MoveError):
    """A move or throw that is well written but not allowed here."""


class WrongThrow(IllegalMove):
    """Another number of dice than is awaited, or dice when none are awaited."""


class AmbiguousMove(MoveError):
    """A line that may mean more than one thing here."""


class UnparsableMove(MoveError):
    """A line that is not in the notation at all."""


def shorten(text: str) -> str:
    """The text as part of a sentence: on one line, and cut in the middle where it is too long to be read."""
    cut = text if len(text) <= 80 else f"{text[:60]} ... {text[-15:]}"
    return "".join("\N{REPLACEMENT CHARACTER}" if breaks_a_line(letter) else letter for letter in cut)


def breaks_a_line(letter: str) -> bool:
    """True for control characters, line separators and halves of characters, which no line of a match may hold."""
    return unicodedata.category(letter) in ("Cc", "Cs", "Zl", "Zp")


@dataclass(frozen=True)
class Move:
    """What a player may choose at an open throw: `keep` these and throw the rest, or `stop` with these.

    points: what the kept dice score now, None where a keep has no points of its own. Two moves are equal
        when kind and faces are: the points follow from them.
    """

    kind: str
    faces: tuple[int, ...] = ()
    points: int | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "faces", tuple(sorted(self.faces)))

    def __str__(self) -> str:
        return " ".join([self.kind, *map(str, self.faces)])


@dataclass(frozen=True)
class Round:
    """A finished round.

    winners: in the order of the seats. stake: rounds it was worth, 1 unless carried.
    pot: what lay in it when it was decided. each: what every winner took of it. back: what everybody got back of it.
    left: what stayed in it.
    """

    winners: tuple[str, ...]
    stake: int = 1
    pot: int = 0
    each: int = 0
    back: int = 0
    left: int = 0


@dataclass(frozen=True)
class Outcome:
    """The end of a match. winners: who won or shared the victory. scores: every player's, by seat.

    places: everybody, the best first; who is level stands together.
    """

    winners: tuple[str, ...]
    scores: tuple[tuple[str, int], ...]
    places: tuple[tuple[str, ...], ...]
