"""A throw counted anew: something in it is no die, or one die more was thrown than the camera saw."""

from __future__ import annotations

from dataclasses import replace

from engine.notation import write_throw
from webui.match.board import LastThrow, Question, QuestionKind
from webui.match.ledger import UNDO, Ledger, Refused
from webui.match.lines import known_of
from webui.match.seen import NewRoll, SeenRoll
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
        ledger.go((UNDO,), new=new, ask=Question.about("count", new.seen, before=ledger.now.newest))


def _left(roll: SeenRoll, asks: Question | LastThrow, die: int) -> SeenRoll:
    """The throw without this die, each of the others with the value that it counts as."""
    thrown = [replace(each, value=face) for each, face in zip(roll.thrown, asks.faces, strict=False)]
    beside = [each for each in roll.dice if each.zone != "throw"]
    return replace(roll, id=NEW, dice=(*thrown[:die], *thrown[die + 1 :], *beside))


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
    """One die more was thrown than the camera saw, so the keep that this throw has confirmed was another one."""
    moves, last = ledger.now.keeps_of_more, ledger.last_throw()
    if not moves or last is None or last.roll is None:
        raise Refused("No keep leaves one die more. Undo, and say what was kept and thrown.")
    keep, throw = ledger.now.stands[-2:]
    ledger.go(
        (UNDO, UNDO),
        ask=Question.about("which", last.roll, moves),
        back=TakeBack((keep, throw), None),
    )
