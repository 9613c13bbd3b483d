"""What every match is before its first turn: players on seats, the options, and who begins."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar, Self

from engine.customs import Customs
from engine.draw import Draw
from engine.line import Head, Line
from engine.notation import check_off, check_throw
from engine.option import Option
from engine.roll import Roll


@dataclass(frozen=True)
class Seated(ABC):
    """A moment of a match, as far as all games agree; see `engine.game.State`.

    draw: the dice thrown for who begins, where the lowest does.
    """

    NAME: ClassVar[str]
    OPTIONS: ClassVar[tuple[Option, ...]]
    players: tuple[str, ...]
    settings: Customs
    draw: Draw = field(default_factory=Draw)

    @property
    def options(self) -> dict[str, int | str]:
        """Every option of the match with its value, in the order of the game's list."""
        return {option.name: getattr(self.settings, option.name) for option in self.OPTIONS}

    @property
    def drawing(self) -> bool:
        """One die is awaited, for who begins; no turn has begun."""
        return bool(self.draw.waiting)

    @property
    def first(self) -> int | None:
        """The seat, from 0, that begins the first round; None while dice are thrown for it."""
        return self.draw.lowest if self.settings.first == "lowest" else self.settings.begins - 1

    @property
    @abstractmethod
    def to_throw(self) -> int:
        """How many dice are awaited."""

    @property
    @abstractmethod
    def position(self) -> str:
        """Whose turn it is, and the turn so far in the notation of a match."""

    @property
    @abstractmethod
    def rolls(self) -> tuple[Roll, ...]:
        """The throws of the turn so far."""

    @property
    def again(self) -> int:
        """How many dice of the awaited throw have left the table and are thrown again; the others lie as they do."""
        rolls = self.draw.rolls if self.drawing else self.rolls
        return rolls[-1].off if rolls else 0

    @property
    def own_dice(self) -> bool:
        """Whether everybody's dice stay on the table; one set is handed round unless a game says otherwise."""
        return False

    @property
    def at_stake(self) -> str:
        """What is played for beside the win: `nothing`, `coins` or `drinks`."""
        return "nothing"

    @property
    def net(self) -> dict[str, int]:
        """What each player has won of what is at stake so far, or has lost (below 0). At the end it adds up to 0."""
        return dict.fromkeys(self.players, 0)

    @property
    @abstractmethod
    def turn_lines(self) -> tuple[Line, ...]:
        """Every line since the first turn began."""

    @property
    def lines(self) -> tuple[str, ...]:
        """The match so far in its notation."""
        head = Head(self.NAME, self.players, self.options)
        drawn = (line for roll in self.draw.rolls for line in roll.lines)
        return (*head.lines, *map(str, (*drawn, *self.turn_lines)))

    def throw(self, faces: Sequence[int], by: str | None = None) -> Self:
        """The state after these faces came. Raises WrongThrow, UnparsableMove."""
        roll = Roll(check_throw(faces, by, self.to_throw, self.position), by)
        return self._drawn(roll) if self.drawing else self._threw(roll.thrown, by)

    def off(self, number: int) -> Self:
        """The state after dice left the table in the throw that is open or awaited. Raises IllegalMove."""
        check_off(number, self._may_leave, self.position)
        return self._drawn(Roll((), off=number)) if self.drawing else self._lost(number)

    def _drawn(self, roll: Roll) -> Self:
        return replace(self, draw=replace(self.draw, rolls=(*self.draw.rolls, roll)))

    @property
    def _may_leave(self) -> int:
        """How many dice can leave the table now."""
        return self.to_throw

    @abstractmethod
    def _threw(self, thrown: tuple[int, ...], by: str | None) -> Self:
        """The state after these dice of a turn, which are as many as are awaited."""

    @abstractmethod
    def _lost(self, number: int) -> Self:
        """The state after so many dice of a turn have left the table."""


def best_of(scores: dict[str, int]) -> tuple[str, ...]:
    """Who has the highest score, by seat."""
    return tuple(name for name, score in scores.items() if score == max(scores.values()))


def places_of(scores: dict[str, int]) -> tuple[tuple[str, ...], ...]:
    """Everybody by score, the highest first; who is level stands together, by seat."""
    levels = sorted(set(scores.values()), reverse=True)
    return tuple(tuple(name for name, score in scores.items() if score == level) for level in levels)


def draw_of(customs: Customs, players: Sequence[str]) -> Draw:
    """The draw of a new match."""
    return Draw(len(players)) if customs.first == "lowest" else Draw()
