# Tested by tests/test_webui_calls_transcripts.py.
"""The calls of a match that comes to the table: new, played again, or taken up where it was left."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.game import State
from engine.line import Line
from engine.log import Match
from webui.calls import drawing
from webui.calls.call import Call
from webui.calls.correcting import going_on
from webui.calls.games.all import CALLS
from webui.calls.step import Step
from webui.calls.values import Part, Word, names_of
from webui.match.lines import HEAD
from webui.match.open_match import OpenMatch


def begun(before: OpenMatch, after: OpenMatch) -> tuple[Call, ...]:
    """What is said when another match is on the table than before."""
    match = after.match
    assert match is not None
    at = f"{after.saved.match}/{len(after.saved.lines)}.{after.saved.revision}"
    step = Step(match.game, at, match.state, Line(""), match.state)
    if len(after.saved.lines) > HEAD:
        return (_taken_up(step, before, after),)
    came_and_went = _came_and_went(step, before) if before.match else ()
    return (*came_and_went, _new(step, before, match), *drawing.begins(CALLS[step.game], step))


def _came_and_went(step: Step, before: OpenMatch) -> tuple[Call, ...]:
    """Who joins and who leaves, where others of the match before play on."""
    assert before.match is not None
    was, now = before.match.state.players, step.after.players
    stay = [player for player in was if player in now]
    if not stay:
        return ()
    gone = [names_of(was)[player] for player in was if player not in now]
    leaves = [step.call("player.leaves", name=name, names=step.names(*stay), stay=len(stay)) for name in gone]
    joins = [_joins(step, seat) for seat, player in enumerate(now) if player not in was]
    return (*_apart(leaves), *_apart(joins))


def _joins(step: Step, seat: int) -> Call:
    """A new player, and whom the seat is after; the first seat is after the last one."""
    players = step.after.players
    return step.call("player.joins", name=step.name(players[seat]), other=step.name(players[seat - 1]))


def _apart(calls: Sequence[Call]) -> tuple[Call, ...]:
    """Calls of one id in one breath, each an event of its own."""
    return tuple(replace(each, event=f"{each.event}/{number}") for number, each in enumerate(calls, 1))


def _taken_up(step: Step, before: OpenMatch, after: OpenMatch) -> Call:
    if _is_one_before(before, after):
        return step.call("undo.match", after=going_on(step.game, step.after))
    return step.call(
        "match.resumed", names=step.names(*step.after.players), standing=CALLS[step.game].standing(step.after)
    )


def _is_one_before(before: OpenMatch, after: OpenMatch) -> bool:
    """Whether a match in which nothing stands made way for an older one, as Undo does."""
    return not before.standing.stands and (before.saved.match or 0) > (after.saved.match or 0)


def _new(step: Step, before: OpenMatch, match: Match) -> Call:
    was = before.match
    if was and was.state.outcome and (was.game, was.state.players) == (match.game, match.state.players):
        return step.call("match.rematch", name=step.name(str(match.state.player)))
    names = step.names(*match.state.players)
    return step.call(
        "match.begins", game=Part(f"game-{match.game}"), names=names, rule=_rule(match.game, match.state)
    )


def _rule(game: str, state: State) -> Part:
    """The number of rounds, and what a tie or a die off the table does."""
    rounds = int(state.options.get("rounds", 1))
    fields = {"rounds": rounds, "word": Word(rounds), "ties": str(state.options.get("ties", ""))}
    return Part(f"rule-{game}", {**fields, "off": str(state.options["off_table"])})
