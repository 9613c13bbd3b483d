"""Morning Roll. Source: the rules by Bennett and Tom Bubul, initial release 18 February 2020.

A turn begins with six dice. After each throw the player keeps at least one of the dice that score, any number of
them, and either throws the rest or ends the turn, which scores the sum of all that was kept. A throw in which
nothing scores is a bust: the turn is over with 0. There is no least score to get on the board.

    die   single  three   four   five    six      A straight (1 2 3 4 5 6) and boxcars (three different pairs)
     1      100    1000   2000   4000   8000      score 2500, all six dice in one throw or not at all. Whoever
     2        -     200    400    800   1600      scores one may not end the turn: all six must be thrown again.
     3        -     300    600   1200   2400      Whoever keeps only 1s and 5s of it has not scored it.
     4        -     400    800   1600   3200
     5       50     500   1000   2000   4000      When all six dice have scored without one, rolling over to six
     6        -     600   1200   2400   4800      dice again is the player's choice.

Combinations never span throws. Part of a combination may be kept if what is kept still scores: three of four 4s,
not two. 1s and 5s of a combination may be counted singly: the best total is taken unless a move names another
(`keep 5 5 5 points=150`). A die that leaves the table in any throw of the turn busts the whole turn, whatever the
dice show; with `off_table=again` that throw is repeated instead. The most points in `rounds` turns each win;
equal totals share it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from engine.morning_roll_points import DICE, idle, keeps_of, special_of, totals
from engine.move import MARKED, IllegalMove, Move, Outcome, Round
from engine.notation import (
    check_off,
    check_players,
    check_throw,
    check_within,
    dice,
    read_move,
    write_move,
    write_players,
    write_throw,
)
from engine.option import Option, check_options, off_table, rounds

NAME, TITLE, LEAST_PLAYERS = "morning-roll", "Morning Roll", 1
OPTIONS: tuple[Option, ...] = (rounds(1), off_table("bust", "the turn ends with 0."))


@dataclass(frozen=True)
class Roll:
    """One throw of a turn and what became of it.

    thrown: the faces in the order they were given, empty where dice left the table before they were read.
    kept: the dice chosen from it in rising order; empty while the choice is open, in a bust, and after `off`.
    points: what they score.   special: `straight` or `boxcars` where that was scored.   by: see `move.BY`.
    off: how many dice left the table.   stopped: the turn was ended with this keep.
    """

    thrown: tuple[int, ...]
    by: str | None = None
    kept: tuple[int, ...] = ()
    points: int = 0
    stopped: bool = False
    off: int = 0

    @property
    def special(self) -> str | None:
        """The special these dice scored as, if they did."""
        return special_of(self.kept)

    @property
    def lines(self) -> tuple[str, ...]:
        """This roll in the notation of a match."""
        lines = [write_throw(self.thrown, self.by)] if self.thrown else []
        if self.kept:
            move = Move("stop" if self.stopped else "keep", self.kept, self.points)
            lines.append(write_move(move, totals(self.kept)[0]))
        return (*lines, f"off {self.off}") if self.off else tuple(lines)


@dataclass(frozen=True)
class Turn:
    """A finished turn.   end: `banked`, `bust` or `off table`.   round: counted from 1."""

    player: str
    round: int
    rolls: tuple[Roll, ...]
    end: str

    @property
    def points(self) -> int:
        """All that was kept in the turn: its score, or what the bust has cost."""
        return sum(roll.points for roll in self.rolls)

    @property
    def score(self) -> int:
        """What the turn is worth: 0 unless banked."""
        return self.points if self.qualified else 0

    @property
    def qualified(self) -> bool:
        """True unless the turn was a bust."""
        return self.end == "banked"

    @property
    def final(self) -> tuple[int, ...]:
        """The six dice as they lay at the end: kept ones first; fewer where the last were not read."""
        last = self.rolls[-1]
        left = list(last.thrown)
        for face in last.kept:
            left.remove(face)
        return (*kept_of(self.rolls, whole=True), *left)

    @property
    def marked(self) -> bool:
        """True where dice of this turn were typed in or thrown by the program."""
        return any(roll.by in MARKED for roll in self.rolls)


def kept_of(rolls: Sequence[Roll], whole: bool = False) -> tuple[int, ...]:
    """The dice kept since the last time all six were thrown. `whole`: six kept dice count as still there."""
    kept: tuple[int, ...] = ()
    for roll in rolls:
        kept = roll.kept if len(kept) == DICE else (*kept, *roll.kept)
    return kept if whole or len(kept) < DICE else ()


@dataclass(frozen=True)
class Settings:
    """The options of a match: turns for each player, and what a die off the table does."""

    rounds: int = 1
    off_table: str = "bust"


@dataclass(frozen=True)
class MorningRoll:
    """A moment of a match; see `engine.game.State`.

    turns: the finished ones.   rolls: the turn so far; the last one is the open throw where `moves` is not empty.
    """

    players: tuple[str, ...]
    settings: Settings = Settings()
    turns: tuple[Turn, ...] = ()
    rolls: tuple[Roll, ...] = ()

    @property
    def over(self) -> bool:
        return len(self.turns) == self.settings.rounds * len(self.players)

    @property
    def player(self) -> str | None:
        return None if self.over else self.players[len(self.turns) % len(self.players)]

    @property
    def round(self) -> int:
        """The round being played, from 1; after the end the last one."""
        return min(len(self.turns) // len(self.players) + 1, self.settings.rounds)

    @property
    def thrown(self) -> tuple[int, ...]:
        """The open throw in the order it was thrown; empty while dice are awaited."""
        last = self.rolls[-1] if self.rolls else Roll(())
        return () if last.kept or last.off else last.thrown

    @property
    def kept(self) -> tuple[int, ...]:
        """The dice that lie aside: kept in this turn since all six were last thrown."""
        return kept_of(self.rolls)

    @property
    def points(self) -> int:
        """Points of the turn so far, without the open throw."""
        return sum(roll.points for roll in self.rolls)

    @property
    def must_throw(self) -> bool:
        """True after a scored straight or boxcars: all six are thrown again, the turn cannot be ended."""
        return not self.thrown and any(
            roll.special for roll in [roll for roll in self.rolls if roll.kept][-1:]
        )

    @property
    def special(self) -> str | None:
        """What the open throw is: `straight`, `boxcars` or None."""
        return special_of(self.thrown)

    @property
    def bust(self) -> bool:
        """The last thing that happened was a bust."""
        return not self.rolls and bool(self.turns) and not self.turns[-1].qualified

    @property
    def to_throw(self) -> int:
        return 0 if self.over or self.thrown else DICE - len(self.kept)

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        """Every legal keep and stop, most points first, each with the best points of its dice."""
        return tuple(
            Move(kind, keep.faces, keep.points)
            for keep in keeps_of(tuple(sorted(self.thrown)))
            for kind in (("keep",) if special_of(keep.faces) else ("keep", "stop"))
        )

    @property
    def scores(self) -> dict[str, int]:
        """Each player's total of the finished turns."""
        return {name: sum(turn.score for turn in self.turns if turn.player == name) for name in self.players}

    @property
    def rounds(self) -> tuple[Round, ...]:
        """The finished rounds with the best score of each. Only totals decide the match."""
        seats = len(self.players)
        whole = [self.turns[start : start + seats] for start in range(0, len(self.turns), seats)]
        return tuple(
            Round(_best({turn.player: turn.score for turn in turns}))
            for turns in whole
            if len(turns) == seats
        )

    @property
    def outcome(self) -> Outcome | None:
        return Outcome(_best(self.scores), tuple(self.scores.items())) if self.over else None

    @property
    def position(self) -> str:
        if self.over:
            return "the match is over"
        lines = [line for roll in self.rolls for line in roll.lines]
        return (
            f"{self.player}, after {' / '.join(lines)}" if lines else f"{self.player}, at the start of a turn"
        )

    @property
    def lines(self) -> tuple[str, ...]:
        game = f"game {NAME} rounds={self.settings.rounds} off_table={self.settings.off_table}"
        rolls = [roll for turn in self.turns for roll in turn.rolls] + list(self.rolls)
        return (game, write_players(self.players), *(line for roll in rolls for line in roll.lines))

    def throw(self, faces: Sequence[int], by: str | None = None) -> MorningRoll:
        roll = Roll(check_throw(faces, self.to_throw, self.position), by)
        if not keeps_of(tuple(sorted(roll.thrown))):
            return self._end((*self.rolls, roll), "bust")
        return replace(self, rolls=(*self.rolls, roll))

    def off(self, number: int) -> MorningRoll:
        check_off(number, self.to_throw or len(self.thrown), self.position)
        before = self.rolls[:-1] if self.thrown else self.rolls
        roll = replace(self.rolls[-1], off=number) if self.thrown else Roll((), off=number)
        if self.settings.off_table == "bust":
            return self._end((*before, roll), "off table")
        return replace(self, rolls=(*before, roll))

    def play(self, move: Move | str) -> MorningRoll:
        asked = read_move(move, self.moves, self.position) if isinstance(move, str) else move
        self._check(asked)
        points = totals(asked.faces)[0] if asked.points is None else asked.points
        roll = replace(self.rolls[-1], kept=asked.faces, points=points, stopped=asked.kind == "stop")
        rolls = (*self.rolls[:-1], roll)
        return self._end(rolls, "banked") if roll.stopped else replace(self, rolls=rolls)

    def _end(self, rolls: tuple[Roll, ...], end: str) -> MorningRoll:
        turn = Turn(str(self.player), self.round, rolls, end)
        return replace(self, turns=(*self.turns, turn), rolls=())

    def _check(self, move: Move) -> None:
        """Raises IllegalMove with the rule that this move breaks, if it breaks one."""
        problem = self._problem(move)
        if problem:
            raise IllegalMove(str(move), *problem, self.position)
        check_within(move, self.thrown, self.position)
        ways = totals(move.faces)
        if not ways:
            raise IllegalMove(str(move), *idle(move.faces), self.position)
        if move.points is not None and move.points not in ways:
            fact = f"these count {' or '.join(map(str, ways))}, not {move.points}"
            raise IllegalMove(str(move), "dice count as the table says", fact, self.position)

    def _problem(self, move: Move) -> tuple[str, str] | None:
        if self.over:
            return "nothing can be kept when the match is over", "the last turn has been played"
        if self.to_throw:
            return "dice are kept after they are thrown", f"{dice(self.to_throw)} are awaited"
        if not move.faces:
            return "keep at least one die that scores", "none is named"
        if move.kind == "stop" and special_of(move.faces):
            rule = "after a straight or boxcars all six are thrown again, so the turn cannot end here"
            return rule, f"this is {special_of(move.faces)}"
        return None


def _best(scores: Mapping[str, int]) -> tuple[str, ...]:
    return tuple(name for name, score in scores.items() if score == max(scores.values()))


def new(players: Sequence[str], options: Mapping[str, object]) -> MorningRoll:
    """A match before its first throw. Raises a MoveError for names or options that cannot be."""
    checked = check_options(TITLE, OPTIONS, options)
    settings = Settings(int(checked["rounds"]), str(checked["off_table"]))
    return MorningRoll(check_players(players, LEAST_PLAYERS), settings)
