# Tested by tests/test_webui_calls_transcripts.py.
"""What every game says after a turn: whose turn is next, and how a match ends."""

from __future__ import annotations

from typing import Any

from engine.game import State
from webui.calls.call import Call
from webui.calls.step import Step
from webui.calls.values import Count, Part


def begins(step: Step, goal: Part | str = "") -> Call:
    """The next player is on. goal: what there is to beat."""
    state = step.after
    new = step.before.round != state.round or not state.turns
    fields = {"name": step.name(str(state.player)), "n": Count(state.to_throw), "goal": goal}
    return step.call("turn.begins", **fields, round=round_of(state) if new else "")


def round_of(state: State) -> Part | str:
    """Which round it is; "" where there is one only, or no fixed number."""
    rounds = state.options.get("rounds", 1)
    return Part("round-now", {"round": state.round, "rounds": rounds}) if rounds != 1 else ""


def ended(step: Step, total: dict[str, Any]) -> Call:
    """How a match ends in which the best total wins. total: of each player, in the unit of the game."""
    outcome = step.after.outcome
    winners = outcome.winners if outcome else ()
    if len(step.after.players) == 1:
        return _alone(step, total)
    if not winners:
        return step.call("match.nobody")
    if len(winners) > 1:
        return step.call("match.shared", names=step.names(*winners), total=total[winners[0]])
    others = {name: score for name, score in step.after.scores.items() if name != winners[0]}
    second = max(others, key=lambda name: others[name])
    return step.call(
        "match.won",
        name=step.name(winners[0]),
        total=total[winners[0]],
        second=step.name(second),
        total2=total[second],
    )


def _alone(step: Step, total: dict[str, Any]) -> Call:
    name, turns = step.after.players[0], len(step.after.turns)
    return step.call(
        "match.alone",
        name=step.name(name),
        total=total[name],
        turns=Part("turns", {"count": turns}),
    )
