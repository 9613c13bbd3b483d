# Tested by tests/test_webui_calls_transcripts.py.
"""The calls of Morning Roll, line by line."""

from __future__ import annotations

from collections.abc import Sequence

from engine.game import state_of
from engine.morning_roll import MorningRoll
from engine.morning_roll_points import special_of
from webui.calls import turn
from webui.calls.call import Call
from webui.calls.step import Step, why_off
from webui.calls.values import Dice


def calls(step: Step) -> Sequence[Call]:
    """What this line says, in the order in which it happened."""
    said = _said(step)
    if not step.turn_ended:
        return said
    if step.after.outcome:
        return [*said, turn.ended(step, dict(step.after.scores))]
    return [*said, turn.begins(step)] if step.last else said


def _said(step: Step) -> list[Call]:
    if step.line.is_throw:
        return _thrown(step)
    if step.line.is_off:
        return [_off(step)]
    return [_stopped(step) if step.line.kind == "stop" else _kept(step)]


def _thrown(step: Step) -> list[Call]:
    state = state_of(MorningRoll, step.after)
    if step.turn_ended:
        lost = state.turns[-1].points
        return [step.call("bust.nothing", name=step.who, dice=Dice(step.line.faces), lost=lost)]
    best = state.moves[0]
    points = best.points or 0
    fields = {
        "name": step.who,
        "dice": Dice(step.line.faces),
        "points": points,
        "turn": state.points + points,
    }
    special = special_of(best.faces)
    if special:
        return [step.call(f"special.{special}", **fields)]
    read = step.call("roll.read", **fields, picked=Dice(best.faces), by=step.by)
    whole = len(best.faces) == len(state.thrown)
    return [read, step.call("roll.whole", turn=state.points + points)] if whole else [read]


def _kept(step: Step) -> Call:
    state = state_of(MorningRoll, step.after)
    roll = state.rolls[-1]
    if roll.special:
        return step.call("keep.special", name=step.who, special=roll.special, turn=state.points)
    points = None if roll.points == state.points else roll.points
    fields = {"name": step.who, "dice": Dice(roll.kept), "points": points, "turn": state.points}
    return step.call("keep.made", **fields, n=step.number)


def _stopped(step: Step) -> Call:
    ended = step.after.turns[-1]
    total = step.after.scores[ended.player]
    return step.call("stop.banked", name=step.who, score=ended.score, total=total)


def _off(step: Step) -> Call:
    if not step.turn_ended:
        return step.call("off.again", why=why_off(step), number=step.line.number)
    lost = state_of(MorningRoll, step.after).turns[-1].points
    return step.call("bust.off", name=step.who, why=why_off(step), lost=lost)
