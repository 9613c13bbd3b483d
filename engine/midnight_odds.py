"""Midnight's odds for a state of a match: what every keep is worth, in figures and in words.

Goals: `win` (the default with two players or more), the chance to win this round against the scores posted and
the players still to come, who play to win it too; `expected` (the default alone), the expected score;
`reach=18`, the chance of 18 or more; `qualify`, the chance to score at all. Dice are taken to stay on the table.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.dice import chance_in_words
from engine.game import Move, State, state_of
from engine.midnight import KEYS, Midnight
from engine.midnight_solve import SEATS, TOP, needed
from engine.seats import DICE
from engine.solve import Goal, Table, TurnOdds, Worth, split_goal

GOALS = (
    "win (default with 2 players or more): the chance to win this round; expected (default alone): the score on "
    "average; reach=POINTS: the chance of that score or more; qualify: the chance to score at all"
)
NAMES = ("win", "expected", "reach", "qualify")
UNITS = {"win": "win probability", "expected": "expected points", "qualify": "probability to qualify"}


class MidnightOdds(TurnOdds):
    """`engine.solve.Odds` of Midnight, both variants and both tie rules. `tables`: what `solve` makes."""

    def __init__(self, tables: dict[str, Table]) -> None:
        self.tables = tables

    def goal(self, text: str | None, state: State) -> Goal:
        alone = len(state.players) == 1
        name, target = split_goal(text or ("expected" if alone else "win"), NAMES, range(1, TOP + 1))
        name = "expected" if name == "win" and alone else name
        basis = (
            f"at most {SEATS - 1} players still to come"
            if len(state.players) > SEATS and name == "win"
            else ""
        )
        return Goal(name, UNITS.get(name, f"probability of {target} or more"), target, basis=basis)

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
        return f"{_said(worth.move)}: {scored}" + (f", {_meaning(worth, goal)}" if goal.name == "win" else "")

    def _worth(self, state: Midnight, goal: Goal, kept: tuple[int, ...], move: Move) -> Worth:
        return Worth(move, *self._value(state, goal, kept))

    def _value(self, state: Midnight, goal: Goal, kept: tuple[int, ...]) -> tuple[float, float]:
        """(value, expected score with that play) once these dice are kept and the others are thrown."""
        table, column = self._table(state, goal)
        has, total = needed(kept, 0, KEYS[state.settings.variant][0])
        value, expected = table[:, DICE - len(kept), has, min(total, TOP), column]
        return float(value), float(expected)

    def _table(self, state: Midnight, goal: Goal) -> tuple[Table, int]:
        """The table of the goal, and the column of its problem: a target, or the score to beat."""
        # A tie is no win under `none`, as under `carry`: for this round they are the same game.
        variant, ties = state.settings.variant, "share" if state.settings.ties == "share" else "carry"
        if goal.name == "win":
            return self.tables[f"{variant} {ties}"][min(to_come(state), SEATS - 1)], state.to_beat
        return self.tables[f"{variant} scores"], 1 if goal.name == "qualify" else goal.target


def to_come(state: Midnight) -> int:
    """How many players have their turn of this round still to come, after the one on turn."""
    return len(state.players) - 1 - len(state.turns) % len(state.players)


def _said(move: Move) -> str:
    return f"Keep {' '.join(map(str, move.faces))}"


def _meaning(worth: Worth, goal: Goal) -> str:
    if goal.name == "expected":
        return f"worth {worth.value:.1f} on average"
    what = {"win": "to win the round", "qualify": "to qualify"}.get(goal.name, f"for {goal.target} or more")
    return f"{chance_in_words(worth.value)} {what}"
