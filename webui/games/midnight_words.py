# Tested by tests/test_webui_games.py.
"""What the page and the terminal say of a turn of Midnight."""

from __future__ import annotations

from collections.abc import Sequence

from engine.midnight import KEYS, Midnight, Turn
from engine.seats import DICE
from webui.page import words

MIDNIGHT = 24
"""The best score: four 6s beside the keys."""


def missing(state: Midnight, picked: Sequence[int]) -> tuple[int, ...]:
    """The keys that are neither kept nor picked."""
    return tuple(key for key in KEYS[state.settings.variant] if key not in (*state.kept, *picked))


def needs(state: Midnight, picked: Sequence[int]) -> str:
    """Which keys are still missing, or that both are in."""
    lacking = missing(state, picked)
    if lacking:
        return f"Still needs {words.and_list([words.die_value(key) for key in lacking])}."
    return f"{words.and_list([str(key) for key in KEYS[state.settings.variant]])} are in."


def sum_with(state: Midnight, picked: Sequence[int]) -> int:
    """What the kept and picked dice beside the keys add up to."""
    dice = (*state.kept, *picked)
    return sum(dice) - sum(key for key in KEYS[state.settings.variant] if key in dice)


def counting(state: Midnight, picked: Sequence[int]) -> int:
    """How many dice that will count are neither kept nor picked."""
    return DICE - len(state.kept) - len(picked) - len(missing(state, picked))


def goal(state: Midnight, picked: Sequence[int]) -> str:
    """What is still to come to beat the best score of the round; "" where there is none to beat."""
    best = state.to_beat
    if not best or state.over:
        return ""
    leader = next(
        turn.player for turn in reversed(state.turns) if turn.round == state.round and turn.score == best
    )
    free, more = counting(state, picked), best + 1 - sum_with(state, picked)
    if not state.kept and not picked:
        return f"{best} to beat."
    if free < 0 or more > 6 * free:
        return f"{words.whose(leader)} {best} is out of reach."
    if more <= 0:
        return f"That beats {words.whose(leader)} {best}."
    return f"{more} more on {words.dice(free)} beats {words.whose(leader)} {best}."


def lacks(turn: Turn) -> str:
    """The keys that a finished turn has not; "" where both are there."""
    lacking = [str(key) for key in KEYS[turn.variant] if key not in turn.final]
    return f"no {' and no '.join(lacking)}" if lacking else ""


def pot_note(state: Midnight) -> str:
    """What lies in the pot of this round: "6 coins in the pot"; "" where nothing is at stake."""
    if state.at_stake == "nothing" or state.over:
        return ""
    return f"{words.counted(state.pot, state.at_stake.removesuffix('s'))} in the pot"


def scored(state: Midnight, turn: Turn) -> str:
    """How a turn ended, and how it stands in its round. state: after the turn."""
    if turn.end == "off table":
        return f"{turn.player}: 0, a die left the table."
    if lacks(turn):
        return f"{turn.player}: 0, {lacks(turn)}."
    return f"{turn.player}: {turn.score}. {_lead(state, turn)}".strip()


def _lead(state: Midnight, turn: Turn) -> str:
    """How a score stands among those of its round; who has won the round, where it was the last of it."""
    done = state.rounds[turn.round - 1] if len(state.rounds) >= turn.round else None
    if len(state.players) == 1:
        return ""
    if done is not None:
        return (
            f"{words.and_list(done.winners)} {'win' if len(done.winners) > 1 else 'wins'} round {turn.round}."
            if done.winners
            else f"Nobody wins round {turn.round}."
        )
    others = [each.score for each in state.turns if each.round == turn.round and each is not turn]
    if turn.score == MIDNIGHT:
        return "Midnight!"
    best = max(others, default=0)
    return (
        "Best so far."
        if turn.score > best
        else "Level with the best."
        if turn.score == best
        else f"{best} leads."
    )
