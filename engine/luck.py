"""Luck and skill: how kind the dice were, and what each decision cost against the best one.

A position is worth what best play makes of it on average. A throw moves that worth up or down: that is luck. A
choice can only hold it or let it fall: that is its cost. The two add up to everything that happened,

    score of the turn = worth of the turn at its start + luck of all throws - cost of all choices.

So the luck of a turn can be set beside the scores of best play: it is as rare as the score that best play would
have needed that luck for. The percentile is the share of such turns that are less lucky, plus half of those that
are as lucky. Luck is measured on a player's own dice: points in Morning Roll and Midnight, turns to 20 in 420 (saved
turns are good luck; a hand cut short by another's 20 counts as the turns it still needed). Costs are in the goal
asked for, such as the chance to win the round. A die off the table counts as luck, though it may not be.

Over a match all three add up player by player, and the luck of all turns is as rare as the sum of as many scores of
best play. A die thrown for who begins is of no turn, and no luck.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from engine.game import Move, State
from engine.line import Line
from engine.log import Match
from engine.solve import Goal, Odds, best, percentile, plays


@dataclass(frozen=True)
class Choice:
    """A decision. position: the state's own words.   cost: what it gave away, 0 or more, in the goal's unit."""

    position: str
    chosen: Move
    best: Move
    cost: float


@dataclass(frozen=True)
class Review:
    """One player's turn (in 420: all the turns of a round).

    luck: above 0 is better than average; in `unit`.   percentile: 0 to 100, 50 is ordinary.   choices: in order.
    """

    player: str
    luck: float
    unit: str
    percentile: float
    choices: tuple[Choice, ...]

    @property
    def cost(self) -> float:
        """What all the choices together gave away, in the goal's unit."""
        return sum(choice.cost for choice in self.choices)


@dataclass(frozen=True)
class Whole:
    """One player's match, of the turns that are finished (in 420: of the rounds).

    score: points; in 420 the turns taken, those that a hand cut short still needed counted in.   worth: what best play
    makes of as many turns on average.   luck: above 0 is better than average.   cost: what the choices gave away.
    unit: of all four.   percentile: of the luck, 0 to 100, 50 is ordinary.   score = worth + luck - cost; in 420, where
    fewer is better, score = worth - luck + cost.
    """

    player: str
    unit: str
    score: float
    worth: float
    luck: float
    cost: float
    percentile: float


Told = dict[tuple[int, str], tuple[float, tuple[Choice, ...]]]
"""By round and player: the luck of the throws, and the choices."""


def review(match: Match, odds: Odds, goal: Goal) -> dict[tuple[int, str], Review]:
    """Every finished turn (in 420: everyone's part of a finished round), by round from 1 and player."""
    measure = odds.measure(match.state)
    spread, step = odds.spread(match.state)
    return {
        (number, player): Review(
            player, luck, measure.unit, percentile(spread, step, luck, measure.fewest), choices
        )
        for (number, player), (luck, choices) in _tell(match, odds, goal).items()
    }


def summed(match: Match, odds: Odds) -> dict[str, Whole]:
    """Luck and cost of a match by player, by seat: of everybody who has finished a turn. It may go on."""
    if match.state.drawing:
        return {}
    measure = odds.measure(match.state)
    spread, step = odds.spread(match.state)
    start = next(state for state in match.states if not state.drawing)
    turn, reviews = odds.awaited(start, measure), review(match, odds, measure)
    wholes = {}
    for player in match.state.players:
        mine = [seen for (_, name), seen in reviews.items() if name == player]
        if mine:
            luck, cost = sum(seen.luck for seen in mine), sum(seen.cost for seen in mine)
            worth = turn * len(mine)
            rare = percentile(plays(spread, len(mine)), step, luck, measure.fewest)
            score = worth + measure.gain(luck - cost)
            wholes[player] = Whole(player, measure.unit, score, worth, luck, cost, rare)
    return wholes


def _tell(match: Match, odds: Odds, goal: Goal) -> Told:
    """Go through the lines that stand: what each throw gave, what each choice cost."""
    measure = odds.measure(match.state)
    told: Told = {}
    for line, (before, after) in zip(match.standing, pairwise(match.states), strict=True):
        if before.drawing:
            continue
        key = before.round, str(before.player)
        luck, choices = told.get(key, (0.0, ()))
        if line.is_move:
            choices = (*choices, _choice(line, before, odds, goal))
        else:
            ended = len(after.turns) > len(before.turns)
            now = odds.ended(after) if ended else _worth(after, odds, measure)
            luck += measure.gain(now) - measure.gain(_worth(before, odds, measure))
        told[key] = luck, choices
    return {key: value for key, value in told.items() if odds.done(match.state, *key)}


def _worth(state: State, odds: Odds, measure: Goal) -> float:
    if state.to_throw:
        return odds.awaited(state, measure)
    return best(odds.worths(state, measure), measure)[0].value


def _choice(line: Line, state: State, odds: Odds, goal: Goal) -> Choice:
    worths = odds.worths(state, goal)
    top = best(worths, goal)[0]
    # Not looked up among the legal moves: those name the best points of their dice, the player may have named fewer.
    (taken,) = odds.worths(state, goal, [line.move])
    return Choice(
        state.position, line.move, top.move, max(0.0, goal.gain(top.value) - goal.gain(taken.value))
    )
