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
dice show; with `off_table=again` only it is thrown again. The most points in `rounds` turns each win; equal totals
share it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar, Self

import engine.roll
from engine import seats
from engine.customs import COCKED, check_begins, first, off_table, rounds
from engine.line import MOVES, Line
from engine.morning_roll_points import DICE, idle, keeps_of, special_of, totals
from engine.move import IllegalMove, Move, Outcome, Round
from engine.notation import check_players, check_within, read_choice
from engine.option import Option, check_options
from engine.seated import best_of, draw_of, places_of
from engine.seats import InTurns, Settings

NAME = "morning-roll"
TITLE = "Morning Roll"
LEAST_PLAYERS = 1
OPTIONS: tuple[Option, ...] = (
    rounds(1),
    *first("seats"),
    off_table("bust", "A bust: the turn ends with 0, as the rules have it."),
    COCKED,
)


@dataclass(frozen=True)
class Roll(engine.roll.Roll):
    """One throw of a turn.   points: what the kept dice score.   stopped: the turn was ended with this keep."""

    points: int = 0
    stopped: bool = False

    @property
    def special(self) -> str | None:
        """`straight` or `boxcars` where the kept dice scored as one."""
        return special_of(self.kept)

    @property
    def choice(self) -> Line:
        """The line of what was kept."""
        return Line.of(Move("stop" if self.stopped else "keep", self.kept, self.points), totals(self.kept)[0])


@dataclass(frozen=True)
class Turn(seats.Turn):
    """A finished turn.   end: `banked`, `bust` or `off table`."""

    rolls: tuple[Roll, ...]

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
    def kept(self) -> tuple[int, ...]:
        """The dice that lay aside at the end: kept since all six were last thrown."""
        return kept_of(self.rolls, whole=True)

    @property
    def final(self) -> tuple[int, ...]:
        """The six dice as they lay at the end: kept ones first; fewer where the last were not read."""
        return (*self.kept, *self.rolls[-1].left)


def kept_of(rolls: Sequence[Roll], whole: bool = False) -> tuple[int, ...]:
    """The dice kept since the last time all six were thrown. `whole`: six kept dice count as still there."""
    kept: tuple[int, ...] = ()
    for roll in rolls:
        kept = roll.kept if len(kept) == DICE else (*kept, *roll.kept)
    return kept if whole or len(kept) < DICE else ()


@dataclass(frozen=True)
class MorningRoll(InTurns):
    """A moment of a match; see `engine.game.State` and `engine.seats.InTurns`."""

    NAME: ClassVar[str] = NAME
    OPTIONS: ClassVar[tuple[Option, ...]] = OPTIONS
    ROLL: ClassVar[type[Roll]] = Roll
    turns: tuple[Turn, ...] = ()
    rolls: tuple[Roll, ...] = ()

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
        kept = [roll for roll in self.rolls if roll.kept]
        return not self.thrown and bool(kept) and kept[-1].special is not None

    @property
    def special(self) -> str | None:
        """What the open throw is: `straight`, `boxcars` or None."""
        return special_of(self.thrown)

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
        return tuple(
            Round(best_of(scores)) for scores in self.round_scores([turn.score for turn in self.turns])
        )

    @property
    def outcome(self) -> Outcome | None:
        if not self.over:
            return None
        return Outcome(best_of(self.scores), tuple(self.scores.items()), places_of(self.scores))

    def _threw(self, thrown: tuple[int, ...], by: str | None) -> Self:
        after = replace(self, rolls=(*self.rolls, Roll(thrown, by)))
        return after if keeps_of(tuple(sorted(thrown))) else after._end("bust")

    def play(self, move: Move | str) -> MorningRoll:
        asked = read_choice(move, self.moves, self.to_throw, self.position)
        self._check(asked)
        points = totals(asked.faces)[0] if asked.points is None else asked.points
        roll = replace(self.rolls[-1], kept=asked.faces, points=points, stopped=asked.kind == "stop")
        kept = replace(self, rolls=(*self.rolls[:-1], roll))
        return kept._end("banked") if roll.stopped else kept

    def _end(self, end: str) -> Self:
        turn = Turn(str(self.player), self.round, self.rolls, end)
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
        if not move.faces:
            return "keep at least one die that scores", "none is named"
        if move.kind == "stop" and special_of(move.faces):
            rule = "after a straight or boxcars all six are thrown again, so the turn cannot end here"
            return rule, f"this is {'a straight' if special_of(move.faces) == 'straight' else 'boxcars'}"
        if move.kind not in MOVES:
            return "a choice is keep or stop", f"{move.kind!r} is neither"
        return None


def new(players: Sequence[str], options: Mapping[str, object]) -> MorningRoll:
    """A match before its first throw. Raises a MoveError for names or options that cannot be."""
    settings = Settings(**check_options(TITLE, OPTIONS, options))
    names = check_players(players, LEAST_PLAYERS)
    check_begins(settings, names)
    return MorningRoll(names, settings, draw_of(settings, names))
