"""A breath: the calls of all that was stored in one go, in the order in which it happened. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine.log import Match
from webui.calls import drawing
from webui.calls.asking import ask
from webui.calls.beginning import begun
from webui.calls.call import Call, call
from webui.calls.correcting import correction
from webui.calls.games.all import CALLS
from webui.calls.step import Step
from webui.calls.values import Count, Dice, names_of
from webui.match.board import laid_of
from webui.match.lines import HEAD
from webui.match.open_match import OpenMatch
from webui.match.seen import SeenRoll
from webui.storage.store import Line

Seen = Callable[[int | None], SeenRoll | None]


@dataclass(frozen=True)
class Breath:
    """Calls that are said together. voids: lines and questions, as events begin, whose calls are no longer true."""

    calls: tuple[Call, ...] = ()
    voids: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.calls or self.voids)


def breath(before: OpenMatch, after: OpenMatch, seen: Seen) -> Breath:
    """What is said about a change. seen: what the camera saw in the roll of a number."""
    if after.match is None:
        return Breath()
    if before.saved.match != after.saved.match:
        return Breath((*begun(before, after), *_question(after, seen)))
    voids = (*_answered(before, after, seen), *_undone(before, after))
    corrected = correction(before, after)
    if corrected:
        return Breath((*corrected, *_asked(before, after, seen)), voids)
    told = _told(before, after, seen)
    asked = _asked(before, after, seen)
    return Breath((*told, *asked) if told or asked else _awaited(before, after), voids)


def calls_of(match: int, lines: Sequence[Line], seen: Seen) -> tuple[Call, ...]:
    """The calls of all lines of a match that stand, as if each had been stored by itself; corrections have none."""
    whole = Match.from_lines([line.text for line in lines])
    numbers = _standing_numbers(lines)
    steps = (
        Step(
            whole.game,
            f"{match}/{number}",
            whole.states[n],
            whole.standing[n],
            whole.states[n + 1],
            roll=seen(lines[number].roll),
        )
        for n, number in enumerate(numbers)
    )
    return tuple(each for step in steps for each in _of(step))


def _of(step: Step) -> Sequence[Call]:
    game = CALLS[step.game]
    return drawing.calls(game, step) if step.before.drawing else game.calls(step)


def _standing_numbers(lines: Sequence[Line]) -> list[int]:
    stands: list[int] = []
    for number, line in enumerate(lines[HEAD:], HEAD):
        if line.told.is_undo:
            stands.pop()
        else:
            stands.append(number)
    return stands


def _told(before: OpenMatch, after: OpenMatch, seen: Seen) -> tuple[Call, ...]:
    """The calls of the lines that were added."""
    match, was = after.match, before.match
    assert match is not None
    first = len(was.standing) if was else 0
    added = range(first, len(match.standing))
    calls: list[Call] = []
    for n in added:
        step = _step(after, n, last=n == added[-1], seen=seen)
        calls += _of(step)
        calls += _bumped(step)
    return tuple(calls)


def _step(after: OpenMatch, n: int, last: bool, seen: Seen) -> Step:
    match = after.match
    assert match is not None
    number = after.standing.stands[n]
    line = after.saved.lines[number]
    asked = last and after.question is not None
    follows = not last or asked
    confirmed = match.standing[n].is_move and line.roll is not None and follows
    return Step(
        match.game,
        f"{after.saved.match}/{number}",
        match.states[n],
        match.standing[n],
        match.states[n + 1],
        last=not follows,
        confirmed=confirmed,
        roll=seen(line.roll) if line.roll is not None else None,
    )


def _bumped(step: Step) -> list[Call]:
    """The kept dice that a throw moved, and did not turn over."""
    bumped = step.roll.bumped if step.roll and step.line.is_throw else ()
    faces = tuple(sorted((Counter(bumped) & Counter(step.before.kept)).elements()))
    return [step.call("dice.bumped", dice=Dice(faces), count=len(faces))] if faces else []


def _answered(before: OpenMatch, after: OpenMatch, seen: Seen) -> tuple[str, ...]:
    """The question that is no longer open, if it was."""
    old, new = _question(before, seen), _question(after, seen)
    gone = {each.event for each in old} - {each.event for each in new}
    return tuple(sorted(gone))


def _undone(before: OpenMatch, after: OpenMatch) -> tuple[str, ...]:
    """The lines that no longer stand."""
    gone = set(before.standing.stands) - set(after.standing.stands)
    return tuple(f"{after.saved.match}/{number}" for number in sorted(gone))


def _question(now: OpenMatch, seen: Seen) -> tuple[Call, ...]:
    if now.question is None or now.match is None:
        return ()
    at, laid = f"{now.saved.match}/{len(now.saved.lines)}", laid_of(now.question, now.last_throw(seen))
    return (ask(now.question, now.match.game, now.match.state, at, laid=laid),)


def _asked(before: OpenMatch, after: OpenMatch, seen: Seen) -> tuple[Call, ...]:
    """The question, where it was not asked already."""
    old, new = before.question, after.question
    same = (
        old is not None
        and new is not None
        and (old.kind, old.faces, old.roll.id)
        == (
            new.kind,
            new.faces,
            new.roll.id,
        )
    )
    return () if same and len(before.saved.lines) == len(after.saved.lines) else _question(after, seen)


def _awaited(before: OpenMatch, after: OpenMatch) -> tuple[Call, ...]:
    """The call that dice are awaited, where a question was put away and nothing else was said."""
    match = after.match
    if before.question is None or match is None or not match.state.to_throw:
        return ()
    name = names_of(match.state.players)[str(match.state.player)]
    at = f"{after.saved.match}/{after.saved.revision}.put-away"
    fields = {"name": name, "n": Count(match.state.to_throw)}
    return (call("dice.awaited", fields, game=match.game, event=f"{at}/dice.awaited"),)
