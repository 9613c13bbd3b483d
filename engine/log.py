"""A match as lines: replay, add, undo, redo. How a line is written, `engine.line` says.

Lines are only ever added. `undo` takes back the last line that stands, again and again down to the players; what
was taken back can be played again line by line (`Match.redo`) until something else is played.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.game import GAMES, IllegalMove, State, UnparsableMove
from engine.line import Head, Line


@dataclass(frozen=True)
class Match:
    """A match: its lines and where they lead.

    lines: every line ever added as text, undos among them, after the two of the head. states: the state after the
    head and after each line that stands, oldest first. standing: those lines, as values. undone: lines that `redo`
    would play again, the next one last.
    """

    lines: tuple[str, ...]
    states: tuple[State, ...]
    standing: tuple[Line, ...] = ()
    undone: tuple[Line, ...] = ()

    @classmethod
    def new(cls, game: str, players: Sequence[str], /, **options: object) -> Match:
        """A match before its first throw. Raises a MoveError for a game, names or options that cannot be."""
        if game not in GAMES:
            raise UnparsableMove(
                f"game {game}", f"the games are {', '.join(GAMES)}", f"{game!r} is none of them"
            )
        state = GAMES[game].new(players, **options)
        return cls(state.lines, (state,))

    @classmethod
    def from_lines(cls, lines: Iterable[str]) -> Match:
        """The match that these lines tell. Raises the MoveError of the first line that cannot be."""
        first, second, *rest = [*lines, "", ""]
        head = Head.read(first, second)
        match = cls.new(head.game, head.players, **head.options)
        for line in rest[:-2]:
            match = match.add(line)
        return match

    @property
    def game(self) -> str:
        """The name of the game, a key of `GAMES`."""
        return Head.read(*self.lines[:2]).game

    @property
    def state(self) -> State:
        """Where the match stands."""
        return self.states[-1]

    @property
    def can_undo(self) -> bool:
        """There is a line to take back."""
        return bool(self.standing)

    @property
    def can_redo(self) -> bool:
        """There is a line to play again."""
        return bool(self.undone)

    def add(self, line: str) -> Match:
        """The match with one more line, written in its plain form. Raises a MoveError; nothing changes then."""
        asked = Line.read(line.strip(), self.state.position)
        if asked.is_undo:
            return self._undo()
        asked = asked.meant(self.state.moves, self.state.position)
        state = _after(self.state, asked)
        left = self.undone[:-1] if self.undone[-1:] == (asked,) else ()
        return Match((*self.lines, str(asked)), (*self.states, state), (*self.standing, asked), left)

    def redo(self) -> Match:
        """The match with the line last taken back played again. Raises IllegalMove where there is none."""
        if not self.undone:
            raise IllegalMove(
                "redo", "only what was taken back can be played again", "nothing was", self.state.position
            )
        return self.add(str(self.undone[-1]))

    def _undo(self) -> Match:
        if not self.standing:
            rule = "a line that was played can be taken back"
            raise IllegalMove("undo", rule, "none is left", self.state.position)
        undone = (*self.undone, self.standing[-1])
        return Match((*self.lines, "undo"), self.states[:-1], self.standing[:-1], undone)


def _after(state: State, line: Line) -> State:
    """The state after one line that is not an undo."""
    if line.is_throw:
        return state.throw(line.faces, line.by)
    return state.off(line.number) if line.is_off else state.play(line.move)
