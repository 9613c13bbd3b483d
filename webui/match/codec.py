"""The open question, what Undo does, and what the camera saw, as they are stored: plain JSON and back. Pure.

Nothing else in the program knows this JSON: the store keeps it as it is given. What an older version has written is
read, too.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict

from engine.game import State
from engine.log import Match
from webui.match.board import Question
from webui.match.seen import SeenDie, SeenGone, SeenRoll, points_of
from webui.match.take_back import TakeBack
from webui.storage.evidence import Kind
from webui.storage.saved import NEW, Json, Line, SavedRoll

Seen = Callable[[int | None], SeenRoll | None]
"""Finds what the camera saw in the roll of a number."""


def write_roll(roll: SeenRoll) -> Json:
    """A roll without its number and picture, which the store knows."""
    return {key: value for key, value in asdict(roll).items() if key != "id" and not key.startswith("has_")}


def read_roll(saved: SavedRoll, has: Callable[[str, Kind], bool]) -> SeenRoll:
    """What `write_roll` wrote; `has` knows which evidence of a throw is there."""
    facts = dict(saved.seen)
    return SeenRoll(
        id=saved.id,
        dice=tuple(_die(die) for die in facts.pop("dice")),
        way=tuple(points_of(way) for way in facts.pop("way", ())),
        edge=points_of(facts.pop("edge", ())),
        lay=tuple(facts.pop("lay", ())),
        bumped=tuple(facts.pop("bumped", ())),
        gone=tuple(map(_gone, facts.pop("gone", ()))),
        stays=_faces(facts.pop("stays", None)),
        has_picture=has(saved.picture, "picture"),
        has_leaving=has(saved.picture, "leaving"),
        has_replay=has(saved.picture, "replay"),
        has_stay=has(saved.picture, "stays"),
        **facts,
    )


def _faces(stored: list[int] | None) -> tuple[int, ...] | None:
    return None if stored is None else tuple(stored)


def _gone(facts: Json) -> SeenGone:
    return SeenGone(**{**facts, "at": tuple(facts["at"]) if facts["at"] else None})


def _die(facts: Json) -> SeenDie:
    ranking, corners, colour = tuple(facts["ranking"]), points_of(facts["corners"]), facts.get("colour")
    colour = tuple(colour) if colour else None
    return SeenDie(**{**facts, "ranking": ranking, "corners": corners, "colour": colour})


def write_question(question: Question, new: int | None = None) -> Json:
    """A question, its throws by their numbers. new: the number of the throw that is written along with it."""
    stored: Json = {
        "kind": question.kind,
        "faces": [*question.faces],
        "roll": _number(question.roll, new),
        "moves": [*map(str, question.moves)],
        "later": [_number(each, new) for each in question.later],
    }
    if question.places:
        stored["places"] = [*question.places]
    if question.before:
        stored["before"] = write_question(question.before, new)
    if question.taken:
        stored["taken"] = [_write_line(line) for line in question.taken]
    return stored


def _write_line(line: Line) -> Json:
    corrects = {"corrects": True} if line.corrects else {}
    return {"text": line.text, "roll": line.roll, **corrects}


def _number(roll: SeenRoll, new: int | None) -> int | None:
    return new if roll.id == NEW else roll.id


def read_question(stored: Json | None, state: State, seen: Seen) -> Question | None:
    """What `write_question` wrote, about a game in this state; None for None, or where the throw is not known."""
    roll = seen(stored["roll"]) if stored else None
    if not stored or not roll:
        return None
    waiting = stored["later"]
    # In older matches one throw waits, or none.
    numbers = waiting if isinstance(waiting, list) else [waiting]
    return Question(
        stored["kind"],
        state.to_throw,
        tuple(stored["faces"]),
        roll,
        tuple(move for move in state.moves if str(move) in stored["moves"]),
        tuple(each for each in map(seen, numbers) if each),
        tuple(stored.get("places", ())),
        *_before(stored, state, seen),
    )


def _before(stored: Json, state: State, seen: Seen) -> tuple[Question | None, tuple[Line, ...]]:
    """The question in whose place it is asked, and the lines that were taken back for it."""
    before = stored.get("before")
    if before and "line" in before:  # older
        return None, (Line(before["line"], before["roll"]),)
    return read_question(before, state, seen), tuple(Line(**line) for line in stored.get("taken", ()))


def write_back(back: TakeBack) -> Json:
    """How a press is taken back."""
    return {
        "lines": [_write_line(line) for line in back.lines],
        "ask": write_question(back.ask) if back.ask else None,
        "again": [_write_line(line) for line in back.again],
        "taken": back.taken,
    }


def read_back(stored: Json, match: Match, seen: Seen) -> TakeBack:
    """What `write_back` wrote, of this match as it is now."""
    lines, again = (tuple(Line(**line) for line in stored[name]) for name in ("lines", "again"))
    if stored["taken"]:
        return TakeBack((), None, again, taken=True)
    for line in lines:
        match = match.add(line.text)
    return TakeBack(lines, read_question(stored["ask"], match.state, seen), again)
