"""The open question and what the camera saw, as they are stored: plain JSON and back. Pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import Any

from engine.game import State
from engine.move import Move
from webui.match.board import Question, QuestionKind
from webui.match.seen import SeenDie, SeenRoll, points_of
from webui.match.turned_dice import TurnedDie
from webui.storage.evidence import Kind
from webui.storage.store import SavedRoll


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
        bumped=tuple(facts.pop("bumped", ())),
        has_picture=has(saved.picture, "picture"),
        has_leaving=has(saved.picture, "leaving"),
        has_replay=has(saved.picture, "replay"),
        has_stay=has(saved.picture, "stays"),
        **facts,
    )


def _die(facts: dict[str, Any]) -> SeenDie:
    return SeenDie(**{**facts, "ranking": tuple(facts["ranking"]), "corners": points_of(facts["corners"])})


def write_question(
    kind: QuestionKind, roll: SeenRoll, moves: tuple[Move, ...] = (), later: Sequence[SeenRoll] = ()
) -> dict[str, Any]:
    """The question about this roll, with nothing answered yet.

    One that comes of calling a die cocked has one more key, `before`: the question in whose place it is asked, as it
    was stored; or, where the throw was in the match already, its line and the number of its roll.
    """
    return {
        "kind": kind,
        "faces": list(roll.faces),
        "roll": roll.id,
        "moves": [*map(str, moves)],
        "later": [each.id for each in later],
    }


def write_turned(turned: Sequence[TurnedDie], roll: int) -> dict[str, Any]:
    """The question about these dice, which are those of this roll."""
    faces, places = [each.face for each in turned], [each.place for each in turned]
    return {"kind": "turned", "faces": faces, "places": places, "roll": roll, "moves": [], "later": []}


def read_question(
    saved: dict[str, Any] | None, state: State, seen: Callable[[int | None], SeenRoll | None]
) -> Question | None:
    """What `write_question` wrote, about a game in this state; `seen` finds a roll by its number."""
    roll = seen(saved["roll"]) if saved else None
    if not saved or not roll:
        return None
    moves = tuple(move for move in state.moves if str(move) in saved["moves"])
    faces = tuple(saved["faces"])
    places = tuple(saved.get("places", ()))
    waiting = saved["later"]
    # In older matches one throw waits, or none.
    numbers = waiting if isinstance(waiting, list) else [waiting]
    later = tuple(each for each in map(seen, numbers) if each)
    return Question(saved["kind"], state.to_throw, faces, roll, moves, later, places)
