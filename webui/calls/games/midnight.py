# Tested by tests/test_webui_calls_transcripts.py.
"""The calls of Midnight, line by line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.game import state_of
from engine.midnight import KEYS, Midnight, Turn
from engine.seats import DICE
from engine.settling import payments
from webui.calls import turn
from webui.calls.call import Call
from webui.calls.step import Step, why_off
from webui.calls.values import Dice, Part, Parts, Thrown


def calls(step: Step) -> Sequence[Call]:
    """What this line says, in the order in which it happened."""
    if not step.turn_ended:
        return [_going_on(step)]
    said = [_ended(step)]
    if len(step.after.rounds) > len(step.before.rounds):
        said.append(_round(step))
    if step.after.outcome:
        return [*said, turn.ended(step, _won_rounds(step.after.scores)), *_settled(step)]
    return [*said, *comes(step)] if step.last else said


def comes(step: Step) -> Sequence[Call]:
    """The next player is on; at the start of a round with stakes, what lies in the pot."""
    state = state_of(Midnight, step.after)
    begins = turn.begins(step, to_beat(state))
    new = len(state.turns) % len(state.players) == 0
    carried = bool(state.rounds) and state.rounds[-1].left > 0
    if state.at_stake == "nothing" or not new or carried:
        return [begins]
    put = _coins(state, state.settings.each_puts)
    return [step.call("pot.now", pot=_coins(state, state.pot), coins=put), begins]


def to_beat(state: Midnight) -> Part | str:
    """The best score of the round so far; "" while there is none."""
    return Part("to-beat", {"best": state.to_beat}) if state.to_beat else ""


def thrown(state: Midnight) -> Thrown:
    """The open throw in its places."""
    free = [(face, place) for place, (face, locked) in enumerate(state.places, 1) if not locked]
    return Thrown(tuple(face for face, _ in free), tuple(place for _, place in free), aside=len(free) < DICE)


def need(missing: Sequence[int], message: str = "need") -> Part:
    """The keys that are still missing. message: how they are named."""
    if len(missing) == 1:
        return Part(f"{message}-one", {"face": str(missing[0])})
    return Part(f"{message}-two", {"face": str(missing[0]), "other": str(missing[1])})


def _going_on(step: Step) -> Call:
    state = state_of(Midnight, step.after)
    if step.line.is_off:
        return step.call("off.again", why=why_off(step), number=step.line.number)
    if step.line.is_throw:
        return step.call("roll.read", name=step.who, dice=thrown(state), keys=_keys(state), by=step.by)
    fields: dict[str, Any] = {"name": step.who, "dice": Dice(step.line.faces), "n": step.number}
    if state.missing:
        return step.call("keep.needs", **fields, need=need(state.missing))
    qualified = state_of(Midnight, step.before).missing
    fields |= {"sum": state.points, "goal": _goal(state)}
    return step.call("keep.qualified" if qualified else "keep.sum", **fields)


def _keys(state: Midnight) -> Part:
    """Which of the keys that are not kept yet lie there."""
    missing, there = state.missing, [key for key in state.missing if key in state.thrown]
    if not missing:
        return Part("keys-kept", {"sum": state.points, "best": state.to_beat})
    if there:
        faces = {"face": str(there[0]), "other": str(there[-1])}
        return Part("keys-both" if len(there) > 1 else "keys-one", faces)
    faces = {"face": str(missing[0]), "other": str(missing[-1])}
    return Part("keys-neither" if len(missing) > 1 else "keys-no", faces)


def _goal(state: Midnight) -> Part | str:
    """What is missing to the best score of the round; "" where that is beaten, or can only be reached."""
    best, most = state.to_beat, state.points + state.to_throw * 6
    if not best or state.points > best or most == best:
        return ""
    if most < best:
        return Part("goal-out", {"best": best})
    return Part("goal-more", {"more": best - state.points + 1, "best": best})


def _ended(step: Step) -> Call:
    ended = state_of(Midnight, step.after).turns[-1]
    if ended.end == "off table":
        return step.call("bust.off", name=step.who, why=why_off(step))
    last = Part("last-die", {"face": str(step.line.faces[0])}) if step.line.is_throw else ""
    keys = KEYS[ended.variant]
    if not ended.qualified:
        lacking = need([key for key in keys if key not in ended.final], "lack")
        return step.call("night.zero", name=step.who, need=lacking, last=last)
    beside = list(ended.final)
    for key in keys:
        beside.remove(key)
    return step.call(
        "night.scored",
        name=step.who,
        score=ended.score,
        dice=Dice(tuple(beside)),
        pair=Dice(keys),
        last=last,
        lead=_lead(step, ended),
    )


def _lead(step: Step, ended: Turn) -> Part | str:
    """How the score compares with the best of the round before it; "" where the round is over, which says it."""
    if len(step.after.rounds) > len(step.before.rounds):
        return ""
    before = state_of(Midnight, step.before)
    if ended.score > before.to_beat:
        return Part("lead-best")
    leader = next(turn.player for turn in before.turns[::-1] if turn.score == before.to_beat)
    if ended.score == before.to_beat:
        return Part("lead-level", {"other": step.name(leader)})
    return Part("lead-behind", {"other": step.name(leader), "best": before.to_beat})


def _round(step: Step) -> Call:
    """How a round ended."""
    state = state_of(Midnight, step.after)
    number, winners = len(state.rounds), state.rounds[-1].winners
    scores = {turn.player: turn.score for turn in state.turns[-len(state.players) :]}
    best = max(scores.values())
    level = [name for name, score in scores.items() if score == best]
    fields: dict[str, Any] = {"round": number, "score": best, "names": step.names(*level)}
    if not best:
        return step.call("round.nobody", round=number, carried=_carried(state))
    if len(winners) == 1:
        fields |= {
            "name": step.name(winners[0]),
            "rounds": step.tally(state.scores),
            "pot": _pot(step, state),
        }
        return step.call("round.won", **fields)
    if winners:
        return step.call("round.shared", **fields)
    if state.settings.ties == "carry" and not state.outcome:
        return step.call("round.carried", **fields, next=number + 1, stake=_stake(state))
    return step.call("round.tied", **fields)


def _carried(state: Midnight) -> Part | str:
    if state.settings.ties != "carry" or state.outcome:
        return ""
    return Part("carried", {"next": len(state.rounds) + 1, "stake": _stake(state)})


def _stake(state: Midnight) -> Part:
    """What the next round is worth."""
    if state.at_stake != "nothing":
        return _coins(state, state.pot)
    return Part("rounds", {"count": state.rounds[-1].stake + 1})


def _coins(state: Midnight, count: int) -> Part:
    return Part("coins", {"count": count, "unit": state.at_stake})


def pot_of(state: Midnight) -> Part | str:
    """What lies in the pot; "" where nothing is at stake."""
    return Part("pot-is", {"pot": _coins(state, state.pot)}) if state.at_stake != "nothing" else ""


def _pot(step: Step, state: Midnight) -> Part | str:
    """What the winner of the last round takes."""
    if state.at_stake == "nothing":
        return ""
    winner = step.name(state.rounds[-1].winners[0])
    return Part("takes-pot", {"name": winner, "pot": _coins(state, state.rounds[-1].each)})


def _settled(step: Step) -> list[Call]:
    """Who pays whom at the end of a match with stakes."""
    state = state_of(Midnight, step.after)
    if state.at_stake == "nothing":
        return []
    owed = tuple(
        Part(
            "pays",
            {
                "name": step.name(each.payer),
                "other": step.name(each.receiver),
                "coins": _coins(state, each.amount),
            },
        )
        for each in payments(state.net)
    )
    return [step.call("match.settle", payments=Parts(owed) if owed else Part("all-even"))]


def _won_rounds(scores: dict[str, int]) -> dict[str, Any]:
    return {name: Part("rounds", {"count": won}) for name, won in scores.items()}
