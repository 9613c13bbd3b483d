# Tested by tests/test_webui_calls_transcripts.py.
"""The calls of 420, line by line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.four_twenty import ALL_AGAIN, GOAL, FourTwenty
from engine.game import state_of
from webui.calls import turn
from webui.calls.call import Call
from webui.calls.step import Step, why_off
from webui.calls.values import Count, Dice, Name, Names, Part, Tally, Thrown, Word, names_of


def calls(step: Step) -> Sequence[Call]:
    """What this line says, in the order in which it happened."""
    if not step.turn_ended:
        return [_going_on(step)]
    said = [_ended(step)]
    state = state_of(FourTwenty, step.after)
    if state.outcome:
        return [*said, step.call("match.drinks", name=step.name(str(state.loser)))]
    if state.round > step.before.round:
        return [*said, _round(step, state)]
    return [*said, comes(step)] if step.last else said


def comes(step: Step) -> Call:
    """The next player is on: with a hand to choose from, with one that was over, or without one."""
    state = state_of(FourTwenty, step.after)
    name = step.name(str(state.player))
    if not state.hand:
        return turn.begins(step)
    if state.moves == ALL_AGAIN:
        return step.call("hand.reset", name=name)
    return step.call(
        "hand.choose", name=name, hand=hand(state.hand), **sums(state.hand), others=others(state)
    )


def hand(dice: Sequence[int]) -> Thrown:
    """A hand in its places."""
    return Thrown(tuple(dice), tuple(range(1, len(dice) + 1)), aside=False)


def sums(dice: Sequence[int]) -> dict[str, Any]:
    """The sum of a hand, and what it lacks to twenty."""
    return {"sum": sum(dice), "short": GOAL - sum(dice)}


def others(state: FourTwenty) -> Part | str:
    """The sums of the other hands, or that they are over; "" where none lies there."""
    return _sums(state, [player for player in state.players if player != state.player])


def sums_now(state: FourTwenty) -> Part | str:
    """The sums of all hands that lie there."""
    return _sums(state, state.players, whole=True)


def _sums(state: FourTwenty, players: Sequence[str], whole: bool = False) -> Part | str:
    names, hands = names_of(state.players), dict(zip(state.players, state.hands, strict=True))
    entries: tuple[tuple[Name, int | Part], ...] = tuple(
        (names[player], Part("over") if sum(hands[player]) > GOAL else sum(hands[player]))
        for player in players
        if hands[player]
    )
    return Part("others", {"hands": Tally(entries, whole)}) if entries else ""


def _going_on(step: Step) -> Call:
    if step.line.is_off:
        return step.call("off.again", why=why_off(step), number=step.line.number)
    stays = sum(step.line.faces)
    return step.call("keep.again", stays=stays, short=GOAL - stays, n=Count(step.after.to_throw))


def _ended(step: Step) -> Call:
    ended = state_of(FourTwenty, step.after).turns[-1]
    if not ended.final:
        return step.call("hand.lost", name=step.who, why=why_off(step))
    fields: dict[str, Any] = {"name": step.who, "dice": Dice(ended.thrown)}
    if ended.qualified:
        return step.call("hand.twenty", **fields, names=_still_in(step))
    if ended.score > GOAL:
        return step.call("hand.over", **fields, sum=ended.score)
    return step.call("hand.short", **fields, hand=hand(ended.final), **sums(ended.final))


def _still_in(step: Step) -> Names | None:
    """Who plays on; None where only the last one is left."""
    state = state_of(FourTwenty, step.after)
    left = [player for player in state.players if player not in state.out]
    return step.names(*left) if len(left) > 1 else None


def _round(step: Step, state: FourTwenty) -> Call:
    left = len(state.players) - len(state.out)
    return step.call("round.begins", round=state.round, name=step.name(str(state.player)), count=Word(left))
