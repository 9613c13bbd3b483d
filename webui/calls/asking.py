"""The calls of questions: the game waits for a person."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.game import State
from vision.nouns import TILTED
from webui.calls.call import Call, call
from webui.calls.game import Laid
from webui.calls.games.all import CALLS
from webui.calls.values import Count, Dice, Part, Parts, Word, names_of
from webui.match.board import Question
from webui.match.turned_dice import turned_dice

MOST_CHOICES = 4
"""Choices that are said with the question. Of more only S tells."""


def ask(asks: Question, game: str, state: State, at: str, whole: bool = False, laid: Laid = ()) -> Call:
    """What is asked. at: the match and the number of the next line. whole: with all choices, however many there are.

    laid: the values by which the dice on the table took their places, see `Board.laid`.
    """
    id_, fields = _asked(asks, game, state, whole, laid)
    later = len(asks.later)
    fields["more"] = Part("more-wait", {"count": later}) if later else ""
    about = f"{asks.roll.id}.{fields.get('place', len(asks.leaning))}"
    return call(id_, fields, event=f"{at}/{id_}/{about}")


def _asked(asks: Question, game: str, state: State, whole: bool, laid: Laid) -> tuple[str, dict[str, Any]]:
    match asks.kind:
        case "unsure":
            return _leaning(asks) if asks.leaning else _unsure(asks, game, state, laid)
        case "count":
            return "ask.count", _counted(asks)
        case "which":
            return _which(asks, state, whole)
        case "off":
            return "ask.stayed", {}
        case "turned":
            return _turned(asks, game, state, laid)


def doubtful(asks: Question) -> int:
    """The die that is asked about first: of those without a value, one that lies flat."""
    unknown = [die for die, face in enumerate(asks.faces) if face is None]
    return min(unknown, key=lambda die: asks.roll.thrown[die].state in TILTED)


def _unsure(asks: Question, game: str, state: State, laid: Laid) -> tuple[str, dict[str, Any]]:
    die = doubtful(asks)
    first, second = likeliest(asks.roll.thrown[die].ranking)
    beside = tuple(face for face in asks.faces if face is not None)
    fields = {
        "place": CALLS[game].places(state, laid or asks.laid)[die],
        "face": str(first),
        "face2": str(second),
        "beside": Part("ask-unsure-beside", {"dice": Dice(beside)}) if beside else "",
    }
    return "ask.unsure", fields


def likeliest(ranking: Sequence[int]) -> tuple[int, int]:
    """The two likeliest values of a die."""
    every = [*ranking, *(value for value in range(6, 0, -1) if value not in ranking)]
    return every[0], every[1]


def _leaning(asks: Question) -> tuple[str, dict[str, Any]]:
    number = len(asks.leaning)
    stacked = all(asks.roll.thrown[die].state == "stacked" for die in asks.leaning)
    return "ask.stacked" if stacked else "ask.cocked", {"number": number, "n": Count(number)}


def _counted(asks: Question) -> dict[str, Any]:
    seen, expected = len(asks.faces), asks.expected
    many = "yes" if seen > expected else "no"
    return {"seen": Word(seen), "expected": Word(expected), "many": many}


def _which(asks: Question, state: State, whole: bool) -> tuple[str, dict[str, Any]]:
    name = names_of(state.players)[str(state.player)]
    came = len(asks.faces) + asks.roll.off_table
    if asks.roll.hand:
        owner = names_of(state.players)[asks.roll.hand]
        return "ask.hand", {"name": name, "owner": owner, "came": Count(came)}
    if not asks.moves:
        return "ask.throw", {"name": name, "came": Count(came), "leaves": Word(came)}
    if len(asks.moves) == 1:
        return "ask.which", {"name": name, "dice": Dice(asks.moves[0].faces)}
    choices = Parts(
        tuple(
            Part("choice", {"number": number, "dice": Dice(move.faces), "kind": move.kind})
            for number, move in enumerate(asks.moves, 1)
        )
    )
    return "ask.whichof", {"choices": choices if whole or len(asks.moves) <= MOST_CHOICES else None}


def _turned(asks: Question, game: str, state: State, laid: Laid) -> tuple[str, dict[str, Any]]:
    """The first die that turned over; the others are named when the page is looked at."""
    one = turned_dice(asks)[0]
    now = str(one.die.value) if one.die.value else Part("face-unsure")
    fields: dict[str, Any] = {"was": str(one.face), "now": now}
    if one.place is None:
        return "ask.keptover", fields
    return "ask.turned", {**fields, "place": CALLS[game].places(state, laid or state.thrown)[one.place]}
