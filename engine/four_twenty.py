"""420. Source: the rules by Mark Steere, September 2025.

Each player keeps a hand of four dice. The first throw of a round makes the hand; on every later turn the player
throws 1, 2, 3 or all 4 dice of the hand again, once, and the turn passes clockwise. A hand of exactly 20 wins the
round at once. What may be thrown again is ruled by the dice that stay:

    4 dice  always                                  2 dice  if the 2 that stay make 10 or more
    3 dice  if the one that stays is 5 or more      1 die   if the 3 that stay make 15 or more

A hand of 21 or more must be thrown again whole. Throwing none is not allowed.

With more than two players the winner of a round drops out and a new round begins with cleared hands; its first
player is the next one still in, to the left of the first player of the round before (who may have left). The
first player of all is drawn: the program draws the seat before the match, or the lowest die says it. The last one left
buys the drinks; everybody else is a winner.

With `dice=own` everybody's hand stays on the table; with `dice=one` one set is passed round, and only the dice that
are thrown again are thrown. The rules are the same.

Of dice off the table the rules do not speak: they are thrown again, or with `off_table=bust` the hand is lost and
the next turn throws four.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import combinations
from typing import ClassVar, Self

from engine.customs import check_begins
from engine.four_twenty_options import OPTIONS, Settings
from engine.four_twenty_turn import GOAL, Turn, lines_of
from engine.line import Line
from engine.move import IllegalMove, Move, Outcome, Round
from engine.notation import (
    OVER,
    check_players,
    check_points,
    check_within,
    dice,
    read_choice,
)
from engine.option import Option, check_options
from engine.roll import Roll
from engine.seated import Seated, draw_of

__all__ = ["DICE", "GOAL", "LEAST_STAYING", "OPTIONS", "FourTwenty", "Settings", "Turn", "keeps_of", "refill"]

NAME = "420"
TITLE = "420"
LEAST_PLAYERS = 2
DICE = 4
LEAST_STAYING = {0: 0, 1: 5, 2: 10, 3: 15}
ALL_AGAIN = (Move("keep"),)


@lru_cache(maxsize=256)
def keeps_of(hand: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """What may stay of a hand (in rising order) while the rest is thrown again: fewest dice first."""
    most = 0 if sum(hand) > GOAL else DICE - 1
    staying = {faces for number in range(most + 1) for faces in combinations(hand, number)}
    allowed = [faces for faces in staying if sum(faces) >= LEAST_STAYING[len(faces)]]
    return tuple(sorted(allowed, key=lambda faces: (len(faces), faces)))


def refill(hand: Sequence[int], kept: Sequence[int], thrown: Sequence[int]) -> tuple[int, ...]:
    """The new hand: kept dice stay in their places, thrown ones fill the others in the order they are given."""
    staying, coming = list(kept), list(thrown)
    new: list[int] = []
    for face in hand or [0] * DICE:
        if face in staying:
            staying.remove(face)
            new.append(face)
        else:
            new.append(coming.pop(0))
    return tuple(new)


@dataclass(frozen=True)
class FourTwenty(Seated):
    """A moment of a match; see `engine.game.State`.

    hands: by seat, each die in its place; empty before the first throw of a round, when lost, and once out.
    out: who has won a round, in that order.   opened: the seat that began this round.   seat: the seat on turn.
    stays: the dice of the hand that are kept, None before the choice.   rolls: the throws of this turn in which dice
    left the table.   turns: the finished ones.
    """

    NAME: ClassVar[str] = NAME
    OPTIONS: ClassVar[tuple[Option, ...]] = OPTIONS
    settings: Settings
    hands: tuple[tuple[int, ...], ...] = ()
    opened: int = 0
    seat: int = 0
    out: tuple[str, ...] = ()
    stays: tuple[int, ...] | None = None
    rolls: tuple[Roll, ...] = ()
    turns: tuple[Turn, ...] = ()

    @property
    def over(self) -> bool:
        """Only one player is left."""
        return len(self.out) == len(self.players) - 1

    @property
    def player(self) -> str | None:
        if self.drawing:
            return self.players[self.draw.waiting[0]]
        return None if self.over else self.players[self.seat]

    @property
    def round(self) -> int:
        """The round being played, from 1; after the end the last one."""
        return len(self.out) + (0 if self.over else 1)

    @property
    def hand(self) -> tuple[int, ...]:
        """The hand of the player on turn; empty before its first throw."""
        return self.hands[self.seat]

    @property
    def thrown(self) -> tuple[int, ...]:
        """The hand to choose from; empty while dice are awaited."""
        return () if self.over or self.to_throw else self.hand

    @property
    def own_dice(self) -> bool:
        return self.settings.dice == "own"

    @property
    def kept(self) -> tuple[int, ...]:
        """The dice that stay while the others are thrown."""
        return self.stays or ()

    @property
    def to_throw(self) -> int:
        if self.drawing:
            return 1
        if self.over or (self.hand and self.stays is None):
            return 0
        return DICE - len(self.kept)

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        """What may stay, fewest dice first; a bare `keep` throws all four again. No move has points."""
        if not self.thrown:
            return ()
        return tuple(Move("keep", faces) for faces in keeps_of(tuple(sorted(self.thrown))))

    @property
    def bust(self) -> bool:
        """The last thing that happened was a hand lost to a die off the table."""
        return (
            self.stays is None and not self.rolls and bool(self.turns) and self.turns[-1].end == "off table"
        )

    @property
    def rounds(self) -> tuple[Round, ...]:
        """The finished rounds."""
        return tuple(Round((name,)) for name in self.out)

    @property
    def scores(self) -> dict[str, int]:
        """Rounds won: 1 for whoever is out and safe, 0 for the others."""
        return {name: int(name in self.out) for name in self.players}

    @property
    def loser(self) -> str | None:
        """Who buys the drinks, when it is known."""
        return next(name for name in self.players if name not in self.out) if self.over else None

    @property
    def outcome(self) -> Outcome | None:
        """Winners are all but the last one left, in the order in which they left."""
        if self.loser is None:
            return None
        places = tuple((name,) for name in (*self.out, self.loser))
        return Outcome(self.out, tuple(self.scores.items()), places)

    @property
    def at_stake(self) -> str:
        return self.settings.stake_in

    @property
    def net(self) -> dict[str, int]:
        """At the end 1 drink for everybody but the one who buys them."""
        bought = len(self.out) if self.over and self.settings.stake_in == "drinks" else 0
        return {name: -bought if name == self.loser else min(bought, 1) for name in self.players}

    @property
    def position(self) -> str:
        if self.over:
            return OVER
        if self.drawing:
            return f"{self.player}, one die for who begins"
        hand = f"with {' '.join(map(str, self.hand))}" if self.hand else "without a hand yet"
        lines = [str(line) for line in lines_of(self.stays, self.rolls)]
        after = f", after {' / '.join(lines)}" if lines else ""
        return f"{self.player} {hand}{after}"

    @property
    def turn_lines(self) -> tuple[Line, ...]:
        """Every line since the first turn began."""
        finished = (line for turn in self.turns for line in turn.lines)
        return (*finished, *lines_of(self.stays, self.rolls))

    def throw(self, faces: Sequence[int], by: str | None = None) -> Self:
        """The state after this throw; the bare `keep` may be left out where there is no other, as in `off`."""
        if self.moves == ALL_AGAIN:
            return self.play("keep").throw(faces, by)
        return super().throw(faces, by)

    def off(self, number: int) -> Self:
        if self.moves == ALL_AGAIN:
            return self.play("keep").off(number)
        return super().off(number)

    def _drawn(self, roll: Roll) -> Self:
        after = super()._drawn(roll)
        begins = after.draw.lowest or 0
        return replace(after, opened=begins, seat=begins)

    def _threw(self, thrown: tuple[int, ...], by: str | None) -> Self:
        return self._end(Roll(thrown, by), refill(self.hand, self.kept, thrown))

    def _lost(self, number: int) -> Self:
        roll = Roll((), off=number)
        lost = self.settings.off_table == "bust"
        return self._end(roll, ()) if lost else replace(self, rolls=(*self.rolls, roll))

    def play(self, move: Move | str) -> Self:
        asked = read_choice(move, self.moves, self.to_throw, self.position)
        self._check(asked)
        return replace(self, stays=asked.faces)

    def _end(self, roll: Roll, hand: tuple[int, ...]) -> Self:
        """The turn is over: the next player's, or the next round, or the end."""
        turn = Turn(self.players[self.seat], self.round, self.stays, (*self.rolls, roll), hand)
        ended = replace(self, turns=(*self.turns, turn), stays=None, rolls=())
        if turn.qualified:
            return ended._next_round()
        hands = tuple(hand if seat == self.seat else other for seat, other in enumerate(self.hands))
        return replace(ended, hands=hands, seat=ended._left_of(self.seat))

    def _next_round(self) -> Self:
        cleared = replace(self, out=(*self.out, self.players[self.seat]), hands=((),) * len(self.players))
        opened = cleared._left_of(self.opened)
        return replace(cleared, opened=opened, seat=opened)

    def _left_of(self, seat: int) -> int:
        """The next seat clockwise whose player is still in."""
        around: list[int] = [*range(seat + 1, len(self.players)), *range(seat + 1)]
        return next(other for other in around if self.players[other] not in self.out)

    def _check(self, move: Move) -> None:
        """Raises IllegalMove with the rule that this move breaks, if it breaks one."""
        if move.kind != "keep":
            fact = f"{move.kind} is not for 420"
            raise IllegalMove(str(move), "a turn ends with a throw", fact, self.position)
        check_within(move, self.hand, self.position)
        total = sum(move.faces)
        if sum(self.hand) > GOAL and move.faces:
            fact = f"this hand makes {sum(self.hand)}"
            raise IllegalMove(str(move), "a hand of 21 or more is thrown again whole", fact, self.position)
        if len(move.faces) == DICE:
            rule = "at least one die is thrown again"
            raise IllegalMove(str(move), rule, "all four would stay", self.position)
        if total < LEAST_STAYING[len(move.faces)]:
            again, least = dice(DICE - len(move.faces)), LEAST_STAYING[len(move.faces)]
            fact = f"{'it is' if len(move.faces) == 1 else 'they make'} {total}"
            rule = f"to throw {again} again the other {dice(len(move.faces))} must make {least} or more"
            raise IllegalMove(str(move), rule, fact, self.position)
        check_points(move, self.moves, self.position)


def new(players: Sequence[str], options: Mapping[str, object]) -> FourTwenty:
    """A match before its first throw. Raises a MoveError for names or options that cannot be."""
    settings = Settings(**check_options(TITLE, OPTIONS, options))
    names = check_players(players, LEAST_PLAYERS, "as the last one left buys")
    check_begins(settings, names)
    begins, hands = settings.begins - 1, ((),) * len(names)
    return FourTwenty(names, settings, draw_of(settings, names), hands, opened=begins, seat=begins)
