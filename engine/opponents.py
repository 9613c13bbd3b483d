"""The program as a player: best play, and one weaker style a game, each with a name.

A style is a pure function of the state, the solved odds, and a source of chance that is handed in (`random.Random`
fits); the engine holds none. The weaker styles are what people do, and each says in a sentence what that is.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine.advice import advise
from engine.chance import Chance
from engine.game import Move, State, state_of
from engine.midnight import Midnight
from engine.morning_roll import MorningRoll
from engine.solve import Odds

ENOUGH = 300
"""The points at which the Banker stops."""


@dataclass(frozen=True)
class Opponent:
    """A way to play. `style` says it in a sentence; `choose` is asked only where there are moves."""

    name: str
    style: str
    choose: Callable[[State, Odds, Chance], Move]


def best_play(state: State, odds: Odds, chance: Chance) -> Move:
    """A best move under the default goal of the match; among moves that are equal in every way any one of them."""
    advice = advise(state, odds, odds.goal(None, state))
    then = {worth.move: worth.then for worth in advice.worths}
    equal = [move for move in advice.best if then[move] == then[advice.best[0]]]
    return equal[chance.randrange(len(equal))]


def banker(state: State, odds: Odds, chance: Chance) -> Move:
    """Keeps all that scores, and stops with 300 or more."""
    turn = state_of(MorningRoll, state)
    most = turn.moves[0].faces
    stop = Move("stop", most)
    enough = turn.points + (turn.moves[0].points or 0) >= ENOUGH
    return stop if enough and stop in turn.moves else Move("keep", most)


def sixer(state: State, odds: Odds, chance: Chance) -> Move:
    """Locks the two needed faces when they come, and every 6; failing that the highest die."""
    turn = state_of(Midnight, state)
    keys = [key for key in turn.missing if key in turn.thrown]
    left = list(turn.thrown)
    for key in keys:
        left.remove(key)
    return Move("keep", tuple(keys + [face for face in left if face == 6]) or (max(left),))


def twosome(state: State, odds: Odds, chance: Chance) -> Move:
    """Holds two dice that make 10, or a little more, and throws the other two; else throws all four."""
    pairs = [move for move in state.moves if len(move.faces) == 2]
    return min(pairs, key=lambda move: sum(move.faces), default=state.moves[0])


_BEST = Opponent("Ace", "Plays best, by the exact odds.", best_play)

OPPONENTS: dict[str, tuple[Opponent, ...]] = {
    "morning-roll": (_BEST, Opponent("Banker", str(banker.__doc__), banker)),
    "midnight": (_BEST, Opponent("Sixer", str(sixer.__doc__), sixer)),
    "420": (_BEST, Opponent("Twosome", str(twosome.__doc__), twosome)),
}
"""By game: best play first, then weaker."""
