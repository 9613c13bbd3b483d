# Tested by tests/test_webui_games.py.
"""What the page and the terminal say of a hand of 420."""

from __future__ import annotations

from collections.abc import Sequence

from engine.four_twenty import DICE, GOAL, LEAST_STAYING, FourTwenty, Turn
from webui.page import words


def hand_told(turn: Turn) -> str:
    """How a turn ended."""
    hand = f"{turn.player} has {' '.join(map(str, turn.final))}: {turn.score}"
    return {
        "twenty": f"Twenty! {turn.player} is out, and safe.",
        "short": f"{hand}, {GOAL - turn.score} short.",
        "over": f"{hand}, over. All four again next turn.",
        "off table": f"{words.whose(turn.player)} hand is lost. All four again next turn.",
    }[turn.end]


def happened(state: FourTwenty) -> str:
    """How the turn before has ended, as long as nothing happened in this one."""
    return hand_told(state.turns[-1]) if state.turns and not (state.kept or state.rolls) else ""


def out_note(state: FourTwenty) -> str:
    """Behind the number of the round: who is out."""
    if not state.out or state.over:
        return ""
    return f" · {words.and_list(state.out)} {'are' if len(state.out) > 1 else 'is'} out"


def again(thrown: Sequence[int]) -> str:
    """The words of the button that throws these dice again."""
    if not thrown:
        return "Throw again"
    if len(thrown) == DICE:
        return "Throw all four again"
    return (
        f"Throw the {thrown[0]} again"
        if len(thrown) == 1
        else f"Throw {words.number_word(len(thrown))} again"
    )


def not_allowed(state: FourTwenty, thrown: Sequence[int], staying: Sequence[int]) -> str:
    """The rule that a pick breaks, in a sentence; "" for one that is allowed."""
    if not thrown:
        return "Pick at least one die to throw again."
    if sum(state.hand) > GOAL and staying:
        return f"{sum(state.hand)} is over: all four are thrown again."
    least, makes = LEAST_STAYING[len(staying)], sum(staying)
    if makes >= least:
        return ""
    many = words.number_word(len(thrown))
    if len(staying) == 1:
        return f"To throw {many} again the one that stays must be {least} or more; it is {makes}."
    return f"To throw {many} again the other {words.number_word(len(staying))} must make {least}; they make {makes}."
