"""Midnight's odds for a state of a match: what every keep is worth, in figures and in words.

Goals: `win` (the default with two players or more), the chance to win this round against the scores posted and
the players still to come, who play to win it too; `match`, the chance to win the match, where one that is shared or
that nobody wins counts half; `expected` (the default alone), the expected score; `reach=18`, the chance of 18 or more;
`qualify`, the chance to score at all. Dice are taken to stay on the table.

`match` is exact for two players: rounds left, rounds won so far, what ties do. With more it is the chance to win this
round where an equal score counts half, and the advice says so.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.dice import chance_in_words
from engine.game import Move, State, state_of
from engine.midnight import Midnight
from engine.midnight_match_solve import Before, payments_of, turn_for
from engine.midnight_solve import SEATS
from engine.midnight_turn_solve import LOW, TOP, needed
from engine.seats import DICE
from engine.solve import Goal, Table, TurnOdds, Worth, split_goal

GOALS = (
    "win (default with 2 players or more): the chance to win this round; match: the chance to win the match, a shared "
    "one counted half (exact with 2 players); expected (default alone): the score on average; reach=POINTS: the chance "
    "of that score or more; qualify: the chance to score at all"
)
NAMES = ("win", "match", "expected", "reach", "qualify")
UNITS = {
    "win": "win probability",
    "match": "probability to win the match",
    "expected": "expected points",
    "qualify": "probability to qualify",
}
WINS = {"win": "to win the round", "match": "to win the match"}


class MidnightOdds(TurnOdds):
    """`engine.solve.Odds` of Midnight, both variants and both tie rules. `tables`: what `solve` makes."""

    def __init__(self, tables: dict[str, Table]) -> None:
        self.tables = tables

    def goal(self, text: str | None, state: State) -> Goal:
        alone = len(state.players) == 1
        name, target = split_goal(text or ("expected" if alone else "win"), NAMES, range(1, TOP + 1))
        name = "expected" if name in WINS and alone else name
        unit = UNITS.get(name, f"probability of {target} or more")
        return Goal(name, unit, target, basis=_basis(name, len(state.players)))

    def worths(self, state: State, goal: Goal, moves: Sequence[Move] = ()) -> tuple[Worth, ...]:
        turn = state_of(Midnight, state)
        return tuple(
            self._worth(turn, goal, (*turn.kept, *move.faces), move) for move in moves or state.moves
        )

    def awaited(self, state: State, goal: Goal) -> float:
        turn = state_of(Midnight, state)
        return self._value(turn, goal, turn.kept)[0]

    def measure(self, state: State) -> Goal:
        return self.goal("expected", state)

    def spread(self, state: State) -> tuple[Table, int]:
        return self.tables[f"{state_of(Midnight, state).settings.variant} distribution"], 1

    def phrase(self, state: State, goal: Goal, worth: Worth) -> str:
        dice = len(state.thrown) - len(worth.move.faces)
        if dice:
            return f"{_said(worth.move)}, throw {dice}: {_meaning(worth, goal)}"
        scored = f"{worth.move.points} points" if worth.move.points else "no score"
        return f"{_said(worth.move)}: {scored}" + (f", {_meaning(worth, goal)}" if goal.name in WINS else "")

    def _worth(self, state: Midnight, goal: Goal, kept: tuple[int, ...], move: Move) -> Worth:
        return Worth(move, *self._value(state, goal, kept))

    def _value(self, state: Midnight, goal: Goal, kept: tuple[int, ...]) -> tuple[float, float]:
        """(value, expected score with that play) once these dice are kept and the others are thrown."""
        has, total = needed(kept, 0, LOW[state.settings.variant])
        value, expected = self._table(state, goal)[:, DICE - len(kept), has, min(total, TOP)]
        return float(value), float(expected)

    def _table(self, state: Midnight, goal: Goal) -> Table:
        """(value or expected score, dice left, keys kept, sum) for the goal and what there is to beat."""
        # A tie is no win under `none`, as under `carry`: for this round they are the same game.
        variant, ties = state.settings.variant, "share" if state.settings.ties == "share" else "carry"
        if goal.name == "match" and len(state.players) == 2:
            return self._of_match(state)
        if goal.name in WINS:
            table = self.tables[f"{variant} {ties if goal.name == 'win' else 'half'}"]
            return table[min(to_come(state), SEATS - 1), ..., state.to_beat]
        return self.tables[f"{variant} scores"][..., 1 if goal.name == "qualify" else goal.target]

    def _of_match(self, state: Midnight) -> Table:
        """A turn of a match of two: what each score is worth depends on rounds left, lead and score posted."""
        carry, variant = state.settings.ties == "carry", state.settings.variant
        carried = state.rounds[-1].stake if carry and state.rounds and not state.rounds[-1].winners else 0
        first, second = (state.scores[name] for name in state.in_order)
        before = Before(state.settings.rounds - len(state.rounds), carried, first - second)
        posted = None if to_come(state) else state.to_beat
        payments = payments_of(self.tables, variant, carry, before, posted)
        return turn_for(LOW[variant], tuple(payments.tolist()))


def _basis(goal: str, players: int) -> str:
    """What the values of a goal take for granted where they are not the whole game."""
    told = []
    if goal == "match" and players > 2:
        told.append("winning this round, a tie counted half")
    if goal in WINS and players > SEATS:
        told.append(f"at most {SEATS - 1} players still to come")
    return ", ".join(told)


def to_come(state: Midnight) -> int:
    """How many players have their turn of this round still to come, after the one on turn."""
    return len(state.players) - 1 - len(state.turns) % len(state.players)


def _said(move: Move) -> str:
    return f"Keep {' '.join(map(str, move.faces))}"


def _meaning(worth: Worth, goal: Goal) -> str:
    if goal.name == "expected":
        return f"worth {worth.value:.1f} on average"
    what = {**WINS, "qualify": "to qualify"}.get(goal.name, f"for {goal.target} or more")
    return f"{chance_in_words(worth.value)} {what}"
