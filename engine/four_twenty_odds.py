"""420's odds for a state of a match: what every keep is worth, in figures and in words.

Goals: `win` (the default), the chance to make 20 first and win this round; `solitaire`, the fewest turns to 20 on
average, whatever the others hold. With two players `win` is the solved game. With more it is the best play against
others who throw as the two-player game would have them, whose hands all count. Dice are taken to stay on the table.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.dice import Faces, chance_in_words
from engine.four_twenty import DICE, GOAL, FourTwenty
from engine.four_twenty_solve import (
    after,
    duel_worth,
    number_of,
    race,
    race_worth,
    standing,
    turns_worth,
)
from engine.game import Move, State, state_of
from engine.solve import Goal, Table, Worth, split_goal

GOALS = (
    "win (default): the chance to make 20 first (with more than 2 players: against others who play as in the game "
    "of two); solitaire: the turns to 20 on average, fewest is best"
)
UNITS = {"win": "win probability", "solitaire": "expected turns"}


class FourTwentyOdds:
    """`engine.solve.Odds` of 420. `tables`: what `solve` makes."""

    def __init__(self, tables: dict[str, Table]) -> None:
        self.tables = tables

    def goal(self, text: str | None, state: State) -> Goal:
        name, _ = split_goal(text or "win", tuple(UNITS), range(0))
        basis = "others playing as in the game of two" if name == "win" and len(state.players) > 2 else ""
        return Goal(name, UNITS[name], fewest=name == "solitaire", basis=basis)

    def worths(self, state: State, goal: Goal, moves: Sequence[Move] = ()) -> tuple[Worth, ...]:
        asked = moves or state.moves
        values = self._values(state_of(FourTwenty, state), goal, [move.faces for move in asked])
        return tuple(
            Worth(move, value, -turns_worth(move.faces, self.tables["alone"]))
            for move, value in zip(asked, values, strict=True)
        )

    def awaited(self, state: State, goal: Goal) -> float:
        match = state_of(FourTwenty, state)
        return self._values(match, goal, [tuple(sorted(match.kept))])[0]

    def measure(self, state: State) -> Goal:
        return self.goal("solitaire", state)

    def spread(self, state: State) -> tuple[Table, int]:
        return self.tables["distribution"], 1

    def ended(self, state: State) -> float:
        last = state.turns[-1]
        return 1.0 if last.qualified else 1.0 + float(self.tables["alone"][number_of()[standing(last.final)]])

    def done(self, state: State, round: int, player: str) -> bool:
        return round < state.round or state.outcome is not None

    def phrase(self, state: State, goal: Goal, worth: Worth) -> str:
        kept = worth.move.faces
        if goal.fewest:
            value = f"{worth.value:.1f} turns to {GOAL} on average"
        else:
            value = f"{chance_in_words(worth.value)} to win"
        chances = dict(after(kept))
        twenty, over = (chance_in_words(chances.get(hand, 0.0)) for hand in (None, ()))
        name = f"Keep {' '.join(map(str, kept))}, throw {DICE - len(kept)}" if kept else f"Throw all {DICE}"
        return f"{name}: {twenty} for {GOAL} now, {over} to go over, {value}"

    def _values(self, match: FourTwenty, goal: Goal, keeps: list[Faces]) -> list[float]:
        if goal.fewest:
            return [turns_worth(kept, self.tables["alone"]) for kept in keeps]
        others = other_hands(match)
        if len(others) == 1:
            return [duel_worth(kept, others[0], self.tables["duel"]) for kept in keeps]
        chance = race(others, self.tables["left"])
        return [race_worth(kept, chance) for kept in keeps]


def other_hands(match: FourTwenty) -> tuple[Faces, ...]:
    """The hands of the others still in, as the solver sees them."""
    return tuple(
        standing(hand)
        for seat, (name, hand) in enumerate(zip(match.players, match.hands, strict=True))
        if seat != match.seat and name not in match.out
    )
