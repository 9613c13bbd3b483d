"""Read this first: what a game is, and the table of the games.

A game is a value. A `State` waits for exactly one of three things: dice (`to_throw` > 0), a person's choice
(`moves`), or nothing, because the match is over (`outcome`). `throw(faces)`, `off(n)` and `play(move)` give the
next state and change nothing; what is not allowed raises a `MoveError`, which says why. The dice are the chance
player: they come from a camera, from a person who types, or from a program; the engine cannot tell.

    >>> state = GAMES["morning-roll"].new(["Ann", "Bo"])
    >>> state = state.throw((3, 1, 5, 4, 2, 2))
    >>> state.player, [f"{move} for {move.points}" for move in state.moves][:2]
    ('Ann', ['keep 1 5 for 150', 'stop 1 5 for 150'])
    >>> state.play("stop 1").scores
    {'Ann': 100, 'Bo': 0}

A new game: copy one of the game files, whose docstring is its rule book, and name it in the last line here, with its
solver in `engine/advice.py` and its opponents in `engine/opponents.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Protocol, TypeVar

from engine import four_twenty, midnight, morning_roll
from engine.draw import Draw
from engine.move import (
    AmbiguousMove,
    IllegalMove,
    Move,
    MoveError,
    Outcome,
    Round,
    UnparsableMove,
    WrongThrow,
)
from engine.option import Option
from engine.roll import Roll

__all__ = [
    "GAMES",
    "AmbiguousMove",
    "Game",
    "IllegalMove",
    "Move",
    "MoveError",
    "Option",
    "Outcome",
    "Roll",
    "Round",
    "State",
    "Turn",
    "UnparsableMove",
    "WrongThrow",
    "state_of",
]


class Turn(Protocol):
    """A finished turn. Each game adds its own terms.

    round: from 1. end: why it ended, in a word. rolls: its throws. kept: the dice that were aside at the end.
    final: all dice as they lay at the end. score: what it is worth.
    qualified: whether it counts (not a bust; for Midnight qualified; for 420 a twenty).
    marked: some of its dice were typed in or thrown by the program, for ever.
    """

    @property
    def player(self) -> str: ...
    @property
    def round(self) -> int: ...
    @property
    def end(self) -> str: ...
    @property
    def rolls(self) -> Sequence[Roll]: ...
    @property
    def kept(self) -> tuple[int, ...]: ...
    @property
    def final(self) -> tuple[int, ...]: ...
    @property
    def score(self) -> int: ...
    @property
    def qualified(self) -> bool: ...
    @property
    def marked(self) -> bool: ...


class State(Protocol):
    """A moment of a match. Immutable, equal by value; each game's own class adds its own terms.

    player: whose turn it is, None when the match is over.   to_throw: how many dice are awaited.
    moves: the legal moves.   outcome: how it ended.   Exactly one of the last three is there.
    players: by seat.   options: each with its value.   scores: so far.
    turns, rounds: the finished ones.   round: the one being played, from 1.
    thrown: the dice a choice is about, in the order they lie, empty where there is none; in 420 the hand.
    kept: the dice that stay while the others are thrown.   rolls: the throws of this turn so far.
    bust: a bust is the last thing that happened.
    again: how many of the dice awaited have left the table and are thrown again, while the others lie as they do; the
    throw that follows names all of them.
    drawing: the one die awaited is for who begins; no turn has begun.   draw: all such dice.   first: the seat, from 0,
    that begins; None while drawing.
    own_dice: everybody's dice stay on the table, so that those of others lie beside a throw, with any values.
    at_stake: `nothing`, `coins` or `drinks`.   net: what each has won of it so far, or lost; 0 in all at the end.
    position: whose turn and the turn so far, as text.
    lines: the whole match so far in its notation, from which `engine.log` makes the same state again.
    """

    @property
    def player(self) -> str | None: ...
    @property
    def to_throw(self) -> int: ...
    @property
    def moves(self) -> tuple[Move, ...]: ...
    @property
    def outcome(self) -> Outcome | None: ...
    @property
    def players(self) -> tuple[str, ...]: ...
    @property
    def options(self) -> dict[str, int | str]: ...
    @property
    def scores(self) -> dict[str, int]: ...
    @property
    def round(self) -> int: ...
    @property
    def turns(self) -> Sequence[Turn]: ...
    @property
    def rounds(self) -> tuple[Round, ...]: ...
    @property
    def thrown(self) -> tuple[int, ...]: ...
    @property
    def kept(self) -> tuple[int, ...]: ...
    @property
    def own_dice(self) -> bool: ...
    @property
    def rolls(self) -> Sequence[Roll]: ...
    @property
    def bust(self) -> bool: ...
    @property
    def again(self) -> int: ...
    @property
    def drawing(self) -> bool: ...
    @property
    def draw(self) -> Draw: ...
    @property
    def first(self) -> int | None: ...
    @property
    def at_stake(self) -> str: ...
    @property
    def net(self) -> dict[str, int]: ...
    @property
    def position(self) -> str: ...
    @property
    def lines(self) -> tuple[str, ...]: ...

    def throw(self, faces: Sequence[int], by: str | None = None) -> State:
        """The state after these faces came. `by`: see `move.BY`. Raises WrongThrow, UnparsableMove."""

    def off(self, number: int) -> State:
        """The state after dice of this throw left the table. Raises IllegalMove."""

    def play(self, move: Move | str) -> State:
        """The state after the player's choice. Raises any `MoveError`."""


Kind = TypeVar("Kind")


def state_of(kind: type[Kind], state: State) -> Kind:
    """The state as the class of its game, for code that knows one game. Raises TypeError for another game's."""
    if not isinstance(state, kind):
        raise TypeError(f"this needs a state of {kind.__name__}, and got one of {type(state).__name__}")
    return state


@dataclass(frozen=True)
class Game:
    """A game by name. `new(players, **options)` begins a match; options are checked, each with a sentence."""

    name: str
    title: str
    least_players: int
    options: tuple[Option, ...]
    begin: Callable[[Sequence[str], Mapping[str, object]], State]

    def new(self, players: Sequence[str], /, **options: object) -> State:
        """The first state. Raises a MoveError for names or options that cannot be."""
        return self.begin(players, options)


def _game(rules: ModuleType) -> Game:
    return Game(rules.NAME, rules.TITLE, rules.LEAST_PLAYERS, rules.OPTIONS, rules.new)


GAMES: dict[str, Game] = {rules.NAME: _game(rules) for rules in (morning_roll, midnight, four_twenty)}
