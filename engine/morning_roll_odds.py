"""Morning Roll's odds for a state of a match: what every keep and stop is worth, in figures and in words.

Goals: `expected` (the default), the highest expected score of this turn; `reach=1500`, the best chance that this
turn scores 1500 or more. Both look at the turn alone: other players and other turns do not change it. The last turn
of a match against others is for the match: what wins it alone is the default there, to be reached. Dice are taken to
stay on the table.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.dice import chance_in_words
from engine.game import Move, State, state_of
from engine.morning_roll import MorningRoll
from engine.morning_roll_points import DICE, special_of, totals
from engine.morning_roll_solve import CAP, REACH, STEP, dice_after, far, throw_chances
from engine.solve import Goal, Table, TurnOdds, Worth, split_goal

GOALS = "expected (default): points of this turn on average; reach=POINTS: the chance to score that or more"


class MorningRollOdds(TurnOdds):
    """`engine.solve.Odds` of Morning Roll. `tables`: what `solve` makes."""

    def __init__(self, tables: dict[str, Table]) -> None:
        self.tables = tables
        self._busts = {dice: throw_chances(dice).bust for dice in range(1, DICE + 1)}

    def goal(self, text: str | None, state: State) -> Goal:
        wins = 0 if text else wins_with(state_of(MorningRoll, state))
        usual = f"reach={wins}" if 0 < wins <= REACH * STEP else "expected"
        name, target = split_goal(text or usual, ("expected", "reach"), range(1, REACH * STEP + 1))
        unit = f"probability of {target} or more" if target else "expected points"
        basis = f"the match: {wins:,} in this turn wins it" if target == wins > 0 else ""
        return Goal(name, unit, target, basis=basis)

    def worths(self, state: State, goal: Goal, moves: Sequence[Move] = ()) -> tuple[Worth, ...]:
        return tuple(self._worth(state_of(MorningRoll, state), goal, move) for move in moves or state.moves)

    def awaited(self, state: State, goal: Goal) -> float:
        return self.throwing(state_of(MorningRoll, state).points, state.to_throw, goal)

    def throwing(self, points: int, dice: int, goal: Goal) -> float:
        """What a turn with so many points is worth when so many dice are thrown next."""
        if goal.target:
            missing = max(0, -(-(goal.target - points) // STEP))
            return float(self.tables["reach"][missing, dice])
        if points < CAP * STEP:
            return float(self.tables["expected"][points // STEP, dice])
        start, slope = far(dice)
        return float(start + slope * points)

    def measure(self, state: State) -> Goal:
        return self.goal("expected", state)

    def spread(self, state: State) -> tuple[Table, int]:
        return self.tables["distribution"], STEP

    def phrase(self, state: State, goal: Goal, worth: Worth) -> str:
        points = state_of(MorningRoll, state).points + (worth.move.points or 0)
        if worth.move.kind == "stop":
            return f"Stop: {points:,}{_enough(points, goal)}"
        dice = _dice_to_throw(state, worth.move)
        bust = f"{chance_in_words(self._busts[dice])} to bust"
        if goal.target:
            value = f"{chance_in_words(worth.value)} to reach {goal.target:,}"
        else:
            value = f"worth {worth.value:,.0f} on average"
        return f"{_rolling(state, worth.move, dice)}: {bust}, {value}"

    def _worth(self, state: MorningRoll, goal: Goal, move: Move) -> Worth:
        points = state.points + (totals(move.faces)[0] if move.points is None else move.points)
        if move.kind == "stop":
            return Worth(move, float(points >= goal.target) if goal.target else float(points), points)
        dice = _dice_to_throw(state, move)
        expected = self.throwing(points, dice, Goal("expected", ""))
        return Worth(move, self.throwing(points, dice, goal) if goal.target else expected, expected)


def wins_with(state: MorningRoll) -> int:
    """The least score of the last turn of a match that leaves its player alone in front; 0 in every other turn.

    One who is in front already still needs a score at all: a bust is no way to end a match.
    """
    left = state.settings.rounds * len(state.players) - len(state.turns)
    if left != 1 or len(state.players) == 1:
        return 0
    scores = state.scores
    own = scores.pop(str(state.player))
    return max(max(scores.values()) - own, 0) + STEP


def _dice_to_throw(state: State, move: Move) -> int:
    return dice_after(len(state.thrown), len(move.faces))


def _enough(points: int, goal: Goal) -> str:
    if not goal.target:
        return ""
    return f", enough for {goal.target:,}" if points >= goal.target else f", short of {goal.target:,}"


def _rolling(state: State, move: Move, dice: int) -> str:
    """How the throw after a keep is named: "Rolling 2 (keep 1)"."""
    special = special_of(move.faces)
    if special:
        return f"Taking the {special} and rolling all {DICE}, as one must"
    if dice == DICE:
        return f"Keeping {' '.join(map(str, move.faces))} and rolling all {DICE} again"
    return f"Rolling {dice} ({move})"
