"""A match as lines of text: read, replay, add, undo, redo.

    game morning-roll rounds=1 off_table=bust
    players Ann "Bo B"
    throw 3 1 5 4 2 6 [by=hand|program|fix]
    keep 1 5
    stop 1 5
    off 1
    undo

Lines are only ever added. `undo` takes back the last line that stands, again and again down to the players; what
was taken back can be played again line by line (`Match.redo`) until something else is played.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.game import GAMES, IllegalMove, State, UnparsableMove
from engine.notation import MOVES, read_move, read_options, read_players, read_throw, write_move, write_throw


@dataclass(frozen=True)
class Match:
    """A match: its lines and where they lead.

    lines: every line ever added, undos among them. states: the state after the two head lines and after each
    line that stands, oldest first. standing: those lines, without the head. undone: lines that `redo` would
    play again, the next one last.
    """

    lines: tuple[str, ...]
    states: tuple[State, ...]
    standing: tuple[str, ...] = ()
    undone: tuple[str, ...] = ()

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
        head, *rest = list(lines) or [""]
        match = cls.new(*_read_head(head, rest[0] if rest else ""), **read_options(head, head.split()[2:]))
        for line in rest[1:]:
            match = match.add(line)
        return match

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
        words = line.split()
        if words == ["undo"]:
            return self._undo()
        state, plain = _step(self.state, line.strip(), words or [""])
        left = self.undone[:-1] if self.undone[-1:] == (plain,) else ()
        return Match((*self.lines, plain), (*self.states, state), (*self.standing, plain), left)

    def redo(self) -> Match:
        """The match with the line last taken back played again. Raises IllegalMove where there is none."""
        if not self.undone:
            raise IllegalMove(
                "redo", "only what was taken back can be played again", "nothing was", self.state.position
            )
        return self.add(self.undone[-1])

    def _undo(self) -> Match:
        if not self.standing:
            rule = "a line that was played can be taken back"
            raise IllegalMove("undo", rule, "none is left", self.state.position)
        undone = (*self.undone, self.standing[-1])
        return Match((*self.lines, "undo"), self.states[:-1], self.standing[:-1], undone)


def _step(state: State, line: str, words: Sequence[str]) -> tuple[State, str]:
    """The state after one line that is not an undo, and the line in its plain form."""
    kind, rest = words[0], words[1:]
    bare = re.fullmatch("[1-6]", kind)
    if kind == "throw" or (bare and state.to_throw):
        faces, by = read_throw(line, rest if kind == "throw" else words, state.position)
        return state.throw(faces, by), write_throw(faces, by)
    if kind in MOVES or bare:
        move = read_move(line, state.moves, state.position)
        return state.play(move), write_move(move)
    if kind == "off":
        number = _read_number(line, rest, state.position)
        return state.off(number), f"off {number}"
    rule = "a line begins with throw, keep, stop, off or undo"
    raise UnparsableMove(line, rule, f"{kind!r} is none of these", state.position)


def _read_number(line: str, words: Sequence[str], position: str) -> int:
    if len(words) != 1 or not re.fullmatch("[0-9]{1,3}", words[0]):
        fact = f"{' '.join(words)!r} is not" if words else "none is there"
        raise UnparsableMove(line, "off is followed by one number of dice", fact, position)
    return int(words[0])


def _read_head(head: str, players: str) -> tuple[str, tuple[str, ...]]:
    """The name of the game and the players, from the first two lines."""
    words = head.split()
    if len(words) < 2 or words[0] != "game":
        raise UnparsableMove(
            head, "a match begins with a line such as: game midnight", "this line is another"
        )
    if not re.match(r"players\s", players):
        raise UnparsableMove(
            players, "the second line of a match is such as: players Ann Bo", "this line is another"
        )
    return words[1], read_players(players)
