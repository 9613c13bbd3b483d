"""A throw counted anew: something in it is no die, or one die more was thrown than the camera saw."""

from __future__ import annotations

from dataclasses import replace

from engine.notation import write_throw
from webui.match.board import LastThrow, Question, QuestionKind
from webui.match.ledger import UNDO, Ledger, Refused
from webui.match.lines import known_of
from webui.match.seen import NewRoll, SeenRoll, counted
from webui.match.take_back import TakeBack
from webui.storage.store import NEW, Line


def without(ledger: Ledger, die: int) -> None:
    """What lies in this place of the throw is no die: the others are the throw, or it is asked how many there are."""
    question, last = ledger.now.question, ledger.last_throw()
    asks = question if question else last if last and last.newest else None
    if question and question.kind in ("which", "turned"):
        raise Refused("Answer the question first; then something can be called no die.")
    if asks is None or asks.roll is None:
        raise Refused("The camera has seen no such die: type in the dice that there are.")
    if not 0 <= die < len(asks.roll.thrown):
        raise Refused(f"There is no die in place {die + 1}: {len(asks.roll.thrown)} lie open.")
    saved = ledger.rolls.roll(asks.roll.id)
    new = NewRoll(_left(asks.roll, asks, die), saved.picture if saved else "")
    if question:
        _answer(ledger, question, new)
    else:
        ledger.go((UNDO,), new=new, ask=Question.about("count", new.seen, taken=(ledger.now.newest,)))


def _left(roll: SeenRoll, asks: Question | LastThrow, die: int) -> SeenRoll:
    """The throw without this die, each of the others with the value that it counts as."""
    thrown = [replace(each, value=face) for each, face in zip(roll.thrown, asks.faces, strict=False)]
    return replace(roll, id=NEW, dice=(*thrown[:die], *thrown[die + 1 :], *roll.beside))


def _answer(ledger: Ledger, question: Question, new: NewRoll) -> None:
    """The throw, where it is as many dice as are awaited and each is known; else what is in doubt now."""
    faces = new.seen.faces
    if len(faces) == question.expected and None not in faces:
        line = Line(write_throw(known_of(faces), "fix"), NEW)
        ledger.go((line,), question.later, new, back=TakeBack((UNDO,), question))
        return
    kind: QuestionKind = "off" if question.kind == "off" else "count"
    if len(faces) == question.expected:
        kind = "unsure"
    ledger.go((), new=new, ask=Question.about(kind, new.seen, later=question.later, before=question))


def with_one_more(ledger: Ledger) -> None:
    """One die more was thrown than the camera saw, so the keep before this throw was another one."""
    now, question = ledger.now, ledger.now.question
    if question and question.kind != "unsure":
        raise Refused("Answer the question first; then one die more can be counted.")
    last = ledger.last_throw()
    asks = question if question else last if last and last.newest else None
    if asks is None or asks.roll is None or len(asks.roll.thrown) != len(asks.faces):
        raise Refused("The camera has seen no such throw: type in the dice that there are.")
    if not now.keeps_of_more:
        raise Refused(_all_counted(len(asks.faces)))
    saved = ledger.rolls.roll(asks.roll.id)
    seen = replace(asks.roll, id=NEW, dice=(*counted(asks.roll, asks.faces), *asks.roll.beside))
    taken = tuple(now.stands[-1:] if question else now.stands[-2:])
    later = question.later if question else ()
    ask = Question.about("which", seen, now.keeps_of_more, later, question, taken)
    ledger.go((UNDO,) * len(taken), new=NewRoll(seen, saved.picture if saved else ""), ask=ask)


def _all_counted(number: int) -> str:
    """Why there is no room for one die more."""
    counts = f"All {number} dice of this throw are" if number > 1 else "The one die of this throw is"
    return f"{counts} counted. What is none, call no die first: then there is room for another."
