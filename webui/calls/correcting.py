"""The calls of corrections: a fix, an undo, a redo. Exactly one, which carries what follows.

Nothing that follows from a correction is said as if it happened now: no throw, no bust, no win, only this call.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from engine.game import State
from engine.line import Line
from webui.calls.call import MUST, Call, call
from webui.calls.consequence import consequence, is_decided
from webui.calls.games.all import CALLS
from webui.calls.values import Count, Dice, Part, Parts
from webui.match.open_match import OpenMatch
from webui.storage.saved import Line as Stored


def correction(before: OpenMatch, after: OpenMatch) -> tuple[Call, ...]:
    """The call of a change that takes back or changes lines, or plays them again; empty for any other change."""
    new = after.saved.lines[len(before.saved.lines) :]
    undone = _undone(before, after)
    if not undone:
        return _brought_back(before, after, new)
    if _asked_instead(before, after, undone):
        return ()
    played = [line.told for line in new if not line.told.is_undo]
    if not played:
        return (_undo(before, after, undone),)
    if _put_back(before, after):
        return (_made("undo.done", before, after, what=Part("what-fix", {"dice": Dice(undone[-1].faces)})),)
    if undone[-1].is_off:
        return (_made("undo.done", before, after, what=Part("what-off")),)
    return (_fix(before, after, undone, played),)


def going_on(game: str, state: State) -> Part | Parts:
    """Who is on, and how many dice are awaited; what is there where none are."""
    return consequence(CALLS[game], state, state)


def _undone(before: OpenMatch, after: OpenMatch) -> list[Line]:
    """The lines that were taken back, in the order in which they were played."""
    gone = set(before.standing.stands) - set(after.standing.stands)
    return [before.saved.lines[number].told for number in sorted(gone)]


def _put_back(before: OpenMatch, after: OpenMatch) -> bool:
    """Whether what was taken back is a correction, with another line in its place."""
    if after.pressed:
        return after.pressed.taken
    return after.standing.corrected == before.standing.stands[-1]


def _brought_back(before: OpenMatch, after: OpenMatch, new: Sequence[Stored]) -> tuple[Call, ...]:
    """The call where nothing was taken back, and lines that were came again; none where they are new."""
    if not new:
        return ()
    if before.question and before.question.taken == new:
        return (_made("undo.done", before, after, what=Part("what-answer")),)
    return (
        (_made("redo.done", before, after, what=_what(before, new[0].told)),) if new == before.again else ()
    )


def _asked_instead(before: OpenMatch, after: OpenMatch, undone: list[Line]) -> bool:
    """Whether lines were taken back because dice are cocked, none or more: the question says so."""
    asked = after.question if after.question != before.question else None
    return asked is not None and [line.told for line in asked.taken] == undone


def _undo(before: OpenMatch, after: OpenMatch, undone: list[Line]) -> Call:
    assert before.match is not None
    if before.match.state.outcome:
        return _made("undo.end", before, after)
    what = Part("what-answer") if len(undone) > 1 else _what(before, undone[0], back=True)
    return _made("undo.done", before, after, what=what)


def _what(before: OpenMatch, line: Line, back: bool = False) -> Part:
    """What was taken back or played again. back: it was the newest line."""
    assert before.match is not None
    if line.is_throw:
        return Part("what-throw", {"dice": Dice(line.faces)})
    if line.is_off:
        return Part("what-off")
    if line.kind == "stop":
        return Part("what-stop", {"dice": Dice(line.faces)})
    if before.match.game == "420":
        state = before.match.states[-2] if back else before.match.state
        return Part("what-again", {"n": Count(len(state.thrown) - len(line.faces))})
    return Part("what-keep", {"dice": Dice(line.faces)})


def _fix(before: OpenMatch, after: OpenMatch, undone: list[Line], played: list[Line]) -> Call:
    """The first throw that changed, and how."""
    was, now = next(
        (
            (was, now)
            for was, now in zip(undone, played, strict=False)
            if was.is_throw and was.faces != now.faces
        ),
        (undone[-1], played[-1]),
    )
    changed = [die for die, pair in enumerate(zip(was.faces, now.faces, strict=False)) if pair[0] != pair[1]]
    if len(changed) == 1 and len(was.faces) == len(now.faces):
        values = {"was": str(was.faces[changed[0]]), "now": str(now.faces[changed[0]])}
        return _made("fix.done", before, after, **values)
    return _made("fix.whole", before, after, dice=Dice(now.faces))


def _made(id_: str, before: OpenMatch, after: OpenMatch, **fields: Any) -> Call:
    """The call with what follows from it; with a bust or a win in it nothing may cut it."""
    assert before.match is not None
    assert after.match is not None
    was, now = before.match.state, after.match.state
    follows = Part("after-asked") if after.question else consequence(CALLS[after.match.game], was, now)
    event = f"{after.saved.match}/{len(after.saved.lines) - 1}/{id_}"
    fields |= {"after": follows, "picked": "" if after.question else CALLS[after.match.game].picked_now(now)}
    made = call(id_, fields, game=after.match.game, event=event)
    return replace(made, rank=MUST) if is_decided(follows) else made
