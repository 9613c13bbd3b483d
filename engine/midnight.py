"""Midnight, 1-4-24 or 2-4-24. Sources: the Wikipedia article "Midnight (game)", and the rules of PlayPalace (2026).

A turn begins with six dice. After each throw the player keeps at least one die, which is then locked, and throws
the rest, until no die is left; all may be kept at once. A last die thrown alone is not a choice: the turn ends.
Whoever has a 1 and a 4 among the six (in 2-4-24 a 2 and a 4) has qualified: one of each is taken away and the
other four are summed, 4 to 24. Whoever has not scores 0, and 0 never wins a round.

Everyone takes a turn in each of the `rounds`, always in the order of the seats. The highest score wins the round.
If several have it, then with `ties=share` each of them wins the round; with `ties=none` nobody does; with `ties=carry`
nobody does and what it was worth is carried to the next. If nobody qualifies nobody wins, and under `carry` the stake
is carried too. Who has won the most rounds (under `carry`: the most stakes) wins the match; ties share it, but under
`carry` and `none` a match in which no round was won has no winner. Coins or drinks may be at stake in each round: see
`engine.pot`.

Of dice off the table the rules do not speak: they are thrown again, or with `off_table=bust` the turn scores 0.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import combinations
from typing import ClassVar, Self

from engine import seats
from engine.customs import COCKED, check_begins, first, off_table, rounds
from engine.move import IllegalMove, Move, Outcome, Round
from engine.notation import check_players, check_points, check_within, dice, read_choice
from engine.option import Choice, Option, check_options
from engine.pot import decided, handed_out, net_of
from engine.roll import Roll
from engine.seated import best_of, draw_of, places_of
from engine.seats import DICE, InTurns

NAME = "midnight"
TITLE = "Midnight"
LEAST_PLAYERS = 1
MOST_STAKE = 100
KEYS = {"1-4-24": (1, 4), "2-4-24": (2, 4)}
OPTIONS: tuple[Option, ...] = (
    Option(
        "variant",
        "Which one",
        "1-4-24",
        "The two dice that must be there.",
        (
            Choice("1-4-24", "1-4-24", "A 1 and a 4 must be there. The other four count, 24 at most."),
            Choice("2-4-24", "2-4-24", "A 2 and a 4 must be there. The other four count, 24 at most."),
        ),
    ),
    rounds(5),
    Option(
        "ties",
        "When a round is tied",
        "share",
        "Who wins a round in which several have the highest score.",
        (
            Choice("share", "Both win it", "Each tied player gets the round."),
            Choice("none", "Nobody wins it", "The round counts for no one."),
            Choice("carry", "It is carried on", "The next round is worth one more, and so is its pot."),
        ),
    ),
    Option(
        "stake_in",
        "What is at stake",
        "nothing",
        "What each player puts in each round.",
        (
            Choice("nothing", "Nothing", "Only the rounds count."),
            Choice(
                "coins", "Coins", "Who wins the round takes the pot; the end of the match says who pays whom."
            ),
            Choice("drinks", "Drinks", "The same with drinks; the end of the match says who owes whom."),
        ),
    ),
    Option(
        "stake",
        "At stake, each round",
        1,
        "How many each player puts in each round.",
        low=1,
        high=MOST_STAKE,
        only_if=("stake_in", ("coins", "drinks")),
    ),
    *first("seats"),
    off_table("again", "The turn scores 0."),
    COCKED,
)


def score_of(final: Sequence[int], variant: str) -> int:
    """The score of six dice: the sum of the four beside the two keys, 0 where a key is missing."""
    keys = KEYS[variant]
    return sum(final) - sum(keys) if all(key in final for key in keys) else 0


@lru_cache(maxsize=1024)
def keeps_of(thrown: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """All different ways to keep at least one of these dice (in rising order): fewest dice first."""
    return tuple(
        faces for number in range(1, len(thrown) + 1) for faces in sorted(set(combinations(thrown, number)))
    )


@dataclass(frozen=True)
class Turn(seats.Turn):
    """A finished turn.   end: `scored` or `off table`."""

    variant: str

    @property
    def kept(self) -> tuple[int, ...]:
        """The dice that were locked by choice, in that order."""
        return kept_of(self.rolls)

    @property
    def final(self) -> tuple[int, ...]:
        """The six dice in the order they were locked; fewer where dice off the table ended the turn."""
        return (*self.kept, *self.rolls[-1].left)

    @property
    def score(self) -> int:
        """4 to 24, or 0."""
        return score_of(self.final, self.variant) if self.end == "scored" else 0

    @property
    def qualified(self) -> bool:
        """Both keys are there."""
        return self.score > 0


def kept_of(rolls: Sequence[Roll]) -> tuple[int, ...]:
    """The locked dice in the order they were locked."""
    return tuple(face for roll in rolls for face in roll.kept)


@dataclass(frozen=True)
class Settings(seats.Settings):
    """The options of a match.   stake: what each puts in a round, where stake_in is not `nothing`."""

    variant: str
    ties: str
    stake_in: str
    stake: int

    @property
    def each_puts(self) -> int:
        """What each player puts in each round; 0 where nothing is at stake."""
        return 0 if self.stake_in == "nothing" else self.stake


@dataclass(frozen=True)
class Midnight(InTurns):
    """A moment of a match; see `engine.game.State` and `engine.seats.InTurns`."""

    NAME: ClassVar[str] = NAME
    OPTIONS: ClassVar[tuple[Option, ...]] = OPTIONS
    settings: Settings
    turns: tuple[Turn, ...] = ()

    @property
    def kept(self) -> tuple[int, ...]:
        """The locked dice of this turn in the order they were locked."""
        return kept_of(self.rolls)

    @property
    def missing(self) -> tuple[int, ...]:
        """The keys that are not locked yet."""
        return tuple(key for key in KEYS[self.settings.variant] if key not in self.kept)

    @property
    def points(self) -> int:
        """What the locked dice beside the keys add up to: the score if the turn qualifies, as far as it goes."""
        return sum(self.kept) - sum(key for key in KEYS[self.settings.variant] if key in self.kept)

    @property
    def places(self) -> tuple[tuple[int, bool], ...]:
        """The dice on the table, each in its place from throw to throw: face, and whether it is locked.

        Thrown dice fill the free places in the order they are given; empty before the first throw.
        """
        places: list[tuple[int, bool]] = [(0, False)] * DICE
        for roll in self.rolls:
            free = [place for place, (_, locked) in enumerate(places) if not locked]
            kept = list(roll.kept)
            for place, face in zip(free, roll.thrown, strict=False):
                places[place] = (face, face in kept)
                if face in kept:
                    kept.remove(face)
        return tuple(places) if self.rolls else ()

    @property
    def to_beat(self) -> int:
        """The best score of this round so far; 0 while nobody has qualified."""
        played = len(self.turns) % len(self.players)
        return max((turn.score for turn in self.turns[len(self.turns) - played :]), default=0)

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        """Every keep, fewest dice first. Only keeping all has points: what the turn then scores."""
        keeps = keeps_of(tuple(sorted(self.thrown)))
        score = score_of((*self.kept, *self.thrown), self.settings.variant)
        return tuple(Move("keep", keep, score if len(keep) == len(self.thrown) else None) for keep in keeps)

    @cached_property
    def rounds(self) -> tuple[Round, ...]:
        """The finished rounds: winners, how many rounds each was worth, and its pot."""
        finished: list[Round] = []
        carry, stake, left = self.settings.ties == "carry", 1, 0
        for scores in self.round_scores([turn.score for turn in self.turns]):
            winners = best_of(scores) if max(scores.values()) > 0 else ()
            if self.settings.ties != "share" and len(winners) != 1:
                winners = ()
            each_puts = self.settings.each_puts
            finished.append(decided(winners, stake, left, each_puts, len(self.players), carry))
            stake = 1 if winners or not carry else stake + 1
            left = finished[-1].left
        return tuple(finished)

    @property
    def at_stake(self) -> str:
        return self.settings.stake_in

    @property
    def pot(self) -> int:
        """What lies in the pot of the round being played; after the end, what was left in the last one."""
        left = self.rounds[-1].left if self.rounds else 0
        return left if self.over else left + self.settings.each_puts * len(self.players)

    @property
    def net(self) -> dict[str, int]:
        net = net_of(self.players, self.rounds, self.settings.each_puts)
        if self.outcome and self.pot:
            back = self.settings.ties == "carry"
            names = [name for name in self.in_order if back or name in self.outcome.winners]
            for name, amount in handed_out(self.pot, names).items():
                net[name] += amount
        return net

    @property
    def scores(self) -> dict[str, int]:
        """Rounds won by each player, each counted with its stake."""
        return {name: sum(won.stake for won in self.rounds if name in won.winners) for name in self.players}

    @property
    def outcome(self) -> Outcome | None:
        if not self.over:
            return None
        nobody = self.settings.ties != "share" and not any(self.scores.values())
        winners = () if nobody else best_of(self.scores)
        return Outcome(winners, tuple(self.scores.items()), places_of(self.scores))

    def _threw(self, thrown: tuple[int, ...], by: str | None) -> Self:
        after = replace(self, rolls=(*self.rolls, Roll(thrown, by)))
        return after._end("scored") if self.to_throw == 1 else after

    def play(self, move: Move | str) -> Midnight:
        asked = read_choice(move, self.moves, self.to_throw, self.position)
        self._check(asked)
        kept = replace(self, rolls=(*self.rolls[:-1], replace(self.rolls[-1], kept=asked.faces)))
        return kept._end("scored") if len(asked.faces) == len(self.thrown) else kept

    def _end(self, end: str) -> Self:
        turn = Turn(str(self.player), self.round, self.rolls, end, self.settings.variant)
        return replace(self, turns=(*self.turns, turn), rolls=())

    def _check(self, move: Move) -> None:
        """Raises IllegalMove with the rule that this move breaks, if it breaks one."""
        if move.kind != "keep":
            fact = f"{dice(len(self.thrown))} are still open"
            raise IllegalMove(str(move), "a turn is banked when all six dice are kept", fact, self.position)
        if not move.faces:
            raise IllegalMove(
                str(move), "keep at least one die after each throw", "none is named", self.position
            )
        check_within(move, self.thrown, self.position)
        check_points(move, self.moves, self.position)


def new(players: Sequence[str], options: Mapping[str, object]) -> Midnight:
    """A match before its first throw. Raises a MoveError for names or options that cannot be."""
    settings = Settings(**check_options(TITLE, OPTIONS, options))
    names = check_players(players, LEAST_PLAYERS)
    check_begins(settings, names)
    return Midnight(names, settings, draw_of(settings, names))
