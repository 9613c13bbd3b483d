"""A line of a match as a value, and the two lines it begins with. Read and written here alone.

    game morning-roll rounds=1 off_table=bust
    players Ann "Bo B"
    throw 3 1 5 4 2 6 [by=hand|program|fix]     keep 1 4 6     keep     stop 1 5 [points=150]     off 1     undo

    >>> Line.read("throw 3 1 5 by=hand")
    Line(kind='throw', faces=(3, 1, 5), by='hand', number=0, points=None)
    >>> str(Line("off", number=1))
    'off 1'

A line is only read here: whether it can be played is for the state to say.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Self

from engine.move import MARKED, AmbiguousMove, Move, UnparsableMove

MOVES = ("keep", "stop")
KINDS = ("throw", *MOVES, "off", "undo")
FACES_ALONE = ""
"""The kind of a line of faces without a word before them. What they mean depends on the state: see `Line.meant`."""


@dataclass(frozen=True)
class Line:
    """A line after the first two.

    kind: one of `KINDS`, or `FACES_ALONE`.   faces: of a throw in the order they were given, of a keep or stop in
    rising order.   by: of a throw, see `move.BY`.   number: of an `off`, the dice that left the table.
    points: of a keep or stop that counts its dice for less than the best.
    """

    kind: str
    faces: tuple[int, ...] = ()
    by: str | None = None
    number: int = 0
    points: int | None = None

    def __post_init__(self) -> None:
        if self.is_move:
            object.__setattr__(self, "faces", tuple(sorted(self.faces)))

    @classmethod
    def read(cls, text: str, position: str = "") -> Self:
        """The line that this text is. Raises UnparsableMove; `position` is named in its sentence."""
        kind, *words = text.split() or [""]
        if re.fullmatch("[1-6]", kind):
            kind, words = FACES_ALONE, [kind, *words]
        elif kind not in KINDS:
            rule = "a line begins with throw, keep, stop, off or undo"
            raise UnparsableMove(text, rule, f"{kind!r} is none of these", position)
        if kind == "undo" and words:
            raise UnparsableMove(text, "undo stands alone", f"{' '.join(words)!r} follows it", position)
        if kind == "off":
            return cls(kind, number=_number(text, words, position))
        words, by, points = _told(kind, words)
        return cls(kind, _faces(text, words, position), by, points=points)

    @classmethod
    def of(cls, move: Move, best: int | None = None) -> Self:
        """The line of a move. Its points are named where they are given and not the `best`, which are taken anyway."""
        return cls(move.kind, move.faces, points=None if move.points == best else move.points)

    def __str__(self) -> str:
        by = [f"by={self.by}"] if self.by else []
        number = [str(self.number)] if self.is_off else []
        points = [] if self.points is None else [f"points={self.points}"]
        kind = [self.kind] if self.kind else []
        return " ".join([*kind, *map(str, self.faces), *number, *by, *points])

    @property
    def is_throw(self) -> bool:
        """Dice were thrown, and read."""
        return self.kind == "throw"

    @property
    def is_move(self) -> bool:
        """A player chose: a keep or a stop."""
        return self.kind in MOVES

    @property
    def is_off(self) -> bool:
        """Dice left the table."""
        return self.kind == "off"

    @property
    def is_undo(self) -> bool:
        """The newest line that stands is taken back."""
        return self.kind == "undo"

    @property
    def marked(self) -> bool:
        """The dice of this throw were typed in, or thrown by the program."""
        return self.by in MARKED

    @property
    def move(self) -> Move:
        """The choice of a keep or stop."""
        return Move(self.kind, self.faces, self.points)

    def meant(self, moves: Sequence[Move], position: str = "") -> Line:
        """Faces alone as the one thing that they can be here: the choice, or the throw where there is none.

        Raises AmbiguousMove where one may keep or stop.
        """
        if self.kind != FACES_ALONE:
            return self
        kinds = sorted({move.kind for move in moves}) or ["throw"]
        if len(kinds) > 1:
            rule = f"faces alone are not enough where one may {' or '.join(kinds)}"
            raise AmbiguousMove(
                str(self), rule, f"say {' or '.join(f'{kind} {self}' for kind in kinds)}", position
            )
        text = f"{kinds[0]} {self}"
        return Line.read(text, position)


def read_move(text: str, moves: Sequence[Move], position: str = "") -> Move:
    """A move from its text; faces alone are the one kind of move there is here. Raises any MoveError.

    `keep 5 5 5 points=150` counts the dice for less than the best; see `morning_roll`.
    """
    line = Line.read(text, position).meant(moves, position)
    if not line.is_move:
        fact = f"{text.split()[0]!r} is neither"
        raise UnparsableMove(text, "a move begins with keep or stop", fact, position)
    return line.move


def _told(kind: str, words: list[str]) -> tuple[list[str], str | None, int | None]:
    """What follows the faces: the words before it, who says so (unchecked), and the points."""
    if not words:
        return words, None, None
    *before, last = words
    if kind not in MOVES and last.startswith("by="):
        return before, last.removeprefix("by="), None
    if kind != "throw" and (points := re.fullmatch(r"points=([0-9]{1,6})", last)):
        return before, None, int(points[1])
    return words, None, None


def _faces(line: str, words: Sequence[str], position: str) -> tuple[int, ...]:
    for word in words:
        if not re.fullmatch(r"[1-6]", word):
            raise UnparsableMove(line, "a face is a number from 1 to 6", f"{word!r} is not", position)
    return tuple(map(int, words))


def _number(line: str, words: Sequence[str], position: str) -> int:
    if len(words) != 1 or not re.fullmatch("[0-9]{1,3}", words[0]):
        fact = f"{' '.join(words)!r} is not" if words else "none is there"
        raise UnparsableMove(line, "off is followed by one number of dice", fact, position)
    return int(words[0])


@dataclass(frozen=True)
class Head:
    """What a match begins with. game: its name.   options: by name, the values as they are written, unchecked."""

    game: str
    players: tuple[str, ...]
    options: Mapping[str, object] = field(default_factory=dict)

    @classmethod
    def read(cls, game: str, players: str) -> Self:
        """The head from the first two lines of a match. Raises UnparsableMove."""
        words = game.split()
        if len(words) < 2 or words[0] != "game":
            rule = "a match begins with a line such as: game midnight"
            raise UnparsableMove(game, rule, "this line is another")
        if not re.match(r"players\s", players):
            rule = "the second line of a match is such as: players Ann Bo"
            raise UnparsableMove(players, rule, "this line is another")
        return cls(words[1], read_players(players), read_options(game, words[2:]))

    @property
    def lines(self) -> tuple[str, str]:
        """The two lines."""
        options = (f"{name}={value}" for name, value in self.options.items())
        return " ".join(["game", self.game, *options]), write_players(self.players)


def read_options(line: str, words: Sequence[str]) -> dict[str, str]:
    """The options of a match by name, the values unchecked, from words name=value. Raises UnparsableMove."""
    options: dict[str, str] = {}
    for word in words:
        name, sign, value = word.partition("=")
        if not sign or name in options:
            raise UnparsableMove(line, "options are written name=value, once each", f"{word!r} is not")
        options[name] = value
    return options


def read_players(line: str) -> tuple[str, ...]:
    """The names after the word `players`, quoted as in a shell where they hold spaces."""
    try:
        return tuple(shlex.split(line, posix=True)[1:])
    except ValueError as error:
        raise UnparsableMove(line, 'names with spaces stand in quotes: "Bo B"', str(error).lower()) from error


def write_players(names: Sequence[str]) -> str:
    """The line of the players, which `read_players` reads back."""
    return " ".join(
        ["players", *(name if re.fullmatch(r"[^\s\"'\\]+", name) else shlex.quote(name) for name in names)]
    )
