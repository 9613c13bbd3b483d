"""The open question and what the camera saw, as they are stored: plain JSON and back. Pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import Any

from engine.game import State
from engine.move import Move
from webui.board import Corners, Question, QuestionKind, SeenDie, SeenRoll, points_of
from webui.evidence import Kind
from webui.store import SavedRoll


def write_roll(roll: SeenRoll) -> dict[str, Any]:
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
        has_picture=has(saved.picture, "picture"),
        has_leaving=has(saved.picture, "leaving"),
        has_replay=has(saved.picture, "replay"),
        **facts,
    )


def _die(facts: dict[str, Any]) -> SeenDie:
    return SeenDie(**{**facts, "ranking": tuple(facts["ranking"]), "corners": points_of(facts["corners"])})


def write_question(
    kind: QuestionKind, roll: SeenRoll, moves: tuple[Move, ...] = (), later: int | None = None
) -> dict[str, Any]:
    """The question about this roll, with nothing answered yet."""
    return {
        "kind": kind,
        "faces": list(roll.faces),
        "roll": roll.id,
        "moves": [*map(str, moves)],
        "later": later,
    }


def read_question(
    saved: dict[str, Any] | None, state: State, seen: Callable[[int | None], SeenRoll | None]
) -> Question | None:
    """What `write_question` wrote, about a game in this state; `seen` finds a roll by its number."""
    roll = seen(saved["roll"]) if saved else None
    if not saved or not roll:
        return None
    moves = tuple(move for move in state.moves if str(move) in saved["moves"])
    faces = tuple(saved["faces"])
    return Question(saved["kind"], state.to_throw, faces, roll, moves, seen(saved["later"]))


def turned_die(turned: SeenDie, was: int, faces: Sequence[int], roll: SeenRoll | None) -> int | None:
    """Which die of the open throw (its place in `faces`) has turned over; None for one that was kept.

    The one that lay nearest; where dice were typed in and nobody knows how they lay, one with the value it had.
    """
    if turned.zone != "throw":
        return None
    if roll is None or len(roll.thrown) != len(faces):
        return next((place for place, face in enumerate(faces) if face == was), None)
    return min(range(len(faces)), key=lambda place: _apart(roll.thrown[place].corners, turned.corners))


def _apart(one: Corners, other: Corners) -> float:
    """How far two dice of a picture lie from each other, in pixels, squared, summed over their corners' middles."""
    (x, y), (a, b) = (
        (sum(x for x, _ in corners) / len(corners), sum(y for _, y in corners) / len(corners))
        for corners in (one, other)
    )
    return (x - a) ** 2 + (y - b) ** 2
