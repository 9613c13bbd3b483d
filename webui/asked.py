"""The open question and what the camera saw, as they are stored: plain JSON and back. Pure."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from engine.game import State
from engine.move import Move
from webui.board import Question, QuestionKind, SeenDie, SeenRoll
from webui.store import SavedRoll


def write_roll(roll: SeenRoll) -> dict[str, Any]:
    """A roll without its number and picture, which the store knows."""
    return {key: value for key, value in asdict(roll).items() if key not in ("id", "has_picture")}


def read_roll(saved: SavedRoll, has_picture: bool) -> SeenRoll:
    """What `write_roll` wrote."""
    facts = dict(saved.seen)
    dice = tuple(_die(die) for die in facts.pop("dice"))
    return SeenRoll(id=saved.id, dice=dice, has_picture=has_picture, **facts)


def _die(facts: dict[str, Any]) -> SeenDie:
    corners = tuple((float(x), float(y)) for x, y in facts["corners"])
    return SeenDie(**{**facts, "ranking": tuple(facts["ranking"]), "corners": corners})


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
