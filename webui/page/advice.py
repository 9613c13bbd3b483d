"""Odds and luck, for who wants them: what the best choice is worth and why, what luck gave, what choices cost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import Literal, get_args

from engine.advice import advise
from engine.log import Match
from engine.luck import Review, Whole, review, summed
from engine.solve import Odds
from webui.match.board import Board
from webui.page import words
from webui.page.game import GamePage, state_on
from webui.page.scene import Action, Scene

When = Literal["off", "now", "after"]
"""off: never. now: beside the choice. after: when the turn is over."""
LATELY = 4
"""Matches whose luck is remembered. More: memory. Fewer: it is worked out again for pages that come back to one."""


def when_of(text: str) -> When:
    """What a browser has asked for; `off` where that makes no sense."""
    return next((when for when in get_args(When) if when == text), "off")


def advised(made: Scene, board: Board, page: GamePage, odds: Odds | None, when: When) -> Scene:
    """The scene with the odds in it. odds: None while they are being worked out."""
    if when == "off":
        return made
    if odds is None:
        return replace(made, advice=("The odds are being worked out: a few seconds, once.",))
    if made.end is not None:
        return _with_luck(made, board, odds)
    if when == "after":
        return replace(made, advice=_last_turn(board, odds))
    state = state_on(board)
    if not state.moves or board.question is not None:
        return made
    return replace(
        made,
        advice=(advise(state, odds, odds.goal(None, state)).why,),
        actions=tuple(_with_risk(action, made, page) for action in made.actions),
    )


def _with_risk(action: Action, made: Scene, page: GamePage) -> Action:
    """The action that throws on, with what may go wrong under it."""
    if action.to != "/match/keep" or action.name or action.why:
        return action
    left = sum(place.pickable and not place.picked for place in made.places)
    risk = page.risk(left or page.dice)
    return replace(action, under=risk) if risk else action


@lru_cache(maxsize=LATELY)
def _whole(lines: Sequence[str], odds: Odds) -> dict[str, Whole]:
    return summed(Match.from_lines(lines), odds)


@lru_cache(maxsize=LATELY)
def _reviews(lines: Sequence[str], odds: Odds) -> dict[tuple[int, str], Review]:
    match = Match.from_lines(lines)
    return review(match, odds, odds.goal(None, match.state))


def _last_turn(board: Board, odds: Odds) -> tuple[str, ...]:
    """What luck and choices made of the newest finished turn."""
    reviews = _reviews(board.lines, odds)
    turn = next(
        (turn for turn in reversed(state_on(board).turns) if (turn.round, turn.player) in reviews), None
    )
    if turn is None:
        return ("After a turn its luck stands here.",)
    told = reviews[turn.round, turn.player]
    luck = (
        f"{turn.player}, the last turn: luck {rounded(told.luck)} {_unit(told)}, {luckier(told.percentile)}."
    )
    worst = max(told.choices, key=lambda choice: choice.cost, default=None)
    if worst is None or worst.cost < COSTLY * max(1.0, abs(told.luck)):
        return (luck, "No choice gave anything away.")
    return (luck, f"Better than {worst.chosen} was {worst.best}.")


COSTLY = 1e-6
"""The share of the luck below which a cost is nothing: the tables are exact to less than that."""


def rounded(number: float) -> str:
    """A number of points with its sign: whole, but for small ones with one decimal."""
    if abs(number) < 10 and round(number, 1) != round(number):
        return f"{'+' if number > 0 else '−'}{abs(number):.1f}"
    return words.signed(round(number))


def _with_luck(made: Scene, board: Board, odds: Odds) -> Scene:
    """The end of a match with each player's luck, what the choices cost, and who would have won without luck."""
    end, whole = made.end, _whole(board.lines, odds)
    if end is None or not whole:
        return made
    ranks = tuple(
        replace(rank, under=_joined(rank.under, _luck(whole[rank.name]))) if rank.name in whole else rank
        for rank in end.ranks
    )
    return replace(made, end=replace(end, ranks=ranks), advice=_without_luck(whole))


def _luck(one: Whole) -> str:
    cost = rounded(one.cost).lstrip("+")
    return f"luck {rounded(one.luck)} {_unit(one)}, {luckier(one.percentile)}; choices cost {cost}"


def _unit(one: Whole | Review) -> str:
    return one.unit.removeprefix("expected ")


def _joined(*parts: str) -> str:
    return " · ".join(filter(None, parts))


def _without_luck(whole: dict[str, Whole]) -> tuple[str, ...]:
    """What the choices alone would have made of it, the best first."""
    if len(whole) < 2:
        return ()
    by_choice = sorted(whole.values(), key=lambda one: one.cost)
    told = words.and_list([f"{one.player} {rounded(one.cost).lstrip('+')}" for one in by_choice])
    return (f"Choices gave away, in {_unit(by_choice[0])}: {told}.",)


def luckier(percentile: float) -> str:
    """A place among all: "luckier than 82 in 100"."""
    return f"luckier than {min(max(round(percentile), 0), 99)} in 100"


def risk(number: int, bust: Fraction) -> str:
    """What a throw of so many dice risks: "1 die, 2 in 3 bust"."""
    if bust >= Fraction(1, 10):
        simple = bust.limit_denominator(10)
        chance = f"{simple.numerator} in {simple.denominator}"
    else:
        chance = f"1 in {round(1 / bust)}"
    return f"{number} {'die' if number == 1 else 'dice'}, {chance} bust"
