"""The calls of who begins: thrown for, level, or drawn."""

from __future__ import annotations

from collections.abc import Sequence

from webui.calls.call import Call
from webui.calls.game import GameCalls
from webui.calls.step import Step, why_off


def calls(game: GameCalls, step: Step) -> Sequence[Call]:
    """What a line says that was played before the first turn: one die of one player."""
    if step.line.is_off:
        return [step.call("off.again", why=why_off(step), number=step.line.number)]
    state = step.after
    if not state.drawing:
        drawn = step.call("start.drawn", name=step.name(str(state.player)), by="lowest", face=_lowest(step))
        return [drawn, *game.comes(step)] if step.last else [drawn]
    level = [state.players[seat] for seat in state.draw.level]
    again = bool(level) and state.draw.level == state.draw.waiting
    said = [step.call("start.level", names=step.names(*level))] if again else []
    return [*said, throws(step)] if step.last else said


def _lowest(step: Step) -> str:
    """The face that was the lowest among those who threw last."""
    among = len(step.before.draw.level) or len(step.before.players)
    faces = [roll.thrown[0] for roll in step.after.draw.rolls if roll.thrown]
    return str(min(faces[-among:]))


def throws(step: Step) -> Call:
    """Who throws a die for it now."""
    return step.call("start.throw", name=step.name(str(step.after.player)))


def begins(game: GameCalls, step: Step) -> Sequence[Call]:
    """How a new match comes to its first turn: by dice, by lot, or at once."""
    state = step.after
    if state.drawing:
        return [throws(step)]
    if state.options["first"] == "lot" and len(state.players) > 1:
        return [step.call("start.drawn", name=step.name(str(state.player)), by="lot"), *game.comes(step)]
    return game.comes(step)
