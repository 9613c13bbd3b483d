"""The best move and why: every legal move with its worth, and the comparison a person would make.

    odds = solve("morning-roll")
    advice = advise(state, odds, odds.goal(None, state))
    advice.why      "Stop: 350. Rolling 1 (keep 1 5): 67 % to bust, worth 334 on average."

`solve` takes a second or three a game; `tables` are arrays that can be kept (`engine.solve.to_bytes`) and given
back to `odds_of`. Advice itself takes a few milliseconds at most.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine import (
    four_twenty_odds,
    four_twenty_solve,
    midnight_odds,
    midnight_solve,
    morning_roll_odds,
    morning_roll_solve,
)
from engine.game import Move, State
from engine.solve import Goal, Odds, Table, Worth, best


@dataclass(frozen=True)
class Solver:
    """One game's solver. tables: solve it now. odds: what answers for a state. goals: in words, for --help."""

    tables: Callable[[], dict[str, Table]]
    odds: Callable[[dict[str, Table]], Odds]
    goals: str


SOLVERS: dict[str, Solver] = {
    "morning-roll": Solver(
        morning_roll_solve.solve, morning_roll_odds.MorningRollOdds, morning_roll_odds.GOALS
    ),
    "midnight": Solver(midnight_solve.solve, midnight_odds.MidnightOdds, midnight_odds.GOALS),
    "420": Solver(four_twenty_solve.solve, four_twenty_odds.FourTwentyOdds, four_twenty_odds.GOALS),
}


def solve(game: str) -> Odds:
    """Solve a game now (under 5 s each)."""
    return odds_of(game, SOLVERS[game].tables())


def odds_of(game: str, tables: dict[str, Table]) -> Odds:
    """A game's odds from tables solved before."""
    return SOLVERS[game].odds(tables)


@dataclass(frozen=True)
class Advice:
    """What to do with an open throw.

    worths: every legal move with its worth, in the order of `state.moves`.   best: the best ones, the one to
    name first in front; empty where there is nothing to choose.   why: the comparison in words, "" likewise.
    """

    goal: Goal
    worths: tuple[Worth, ...]
    best: tuple[Move, ...]
    why: str


def advise(state: State, odds: Odds, goal: Goal) -> Advice:
    """Advice for the player on turn; `goal` comes from `odds.goal`."""
    worths = odds.worths(state, goal)
    tops = best(worths, goal)
    return Advice(goal, worths, tuple(top.move for top in tops), _why(state, odds, goal, worths, tops))


def _why(state: State, odds: Odds, goal: Goal, worths: tuple[Worth, ...], tops: tuple[Worth, ...]) -> str:
    if not tops:
        return ""
    if len(worths) == 1:
        return f"{odds.phrase(state, goal, tops[0])}. There is no other move."
    if len(tops) == len(worths):
        return f"All moves are worth the same now. {odds.phrase(state, goal, tops[0])}."
    sentences = [odds.phrase(state, goal, worth) for worth in (tops[0], *_rivals(worths, tops, goal))]
    if tops[1:]:
        sentences.append(f"Just as good: {', '.join(str(top.move) for top in tops[1:4])}")
    if goal.basis:
        sentences.append(f"Based on {goal.basis}")
    return " ".join(f"{sentence}." for sentence in sentences)


def _rivals(worths: tuple[Worth, ...], tops: tuple[Worth, ...], goal: Goal) -> list[Worth]:
    """What to compare the best move with: the next best that throws on, and the best that stops, if it does not."""
    rest = [worth for worth in worths if worth not in tops]
    ranked = sorted(rest, key=lambda worth: (-goal.gain(worth.value), -worth.then))
    firsts = {worth.move.kind: worth for worth in reversed(ranked)}
    return [worth for kind, worth in firsts.items() if (kind, tops[0].move.kind) != ("stop", "stop")]
