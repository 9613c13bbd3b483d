"""Picking dice by key, by place or by value: what a digit does to the pick, and what is said of it. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.game import State
from webui.calls.call import Call
from webui.calls.game import Laid, Pick
from webui.calls.games.all import CALLS
from webui.calls.language import Style
from webui.calls.values import Count, Dice, Part, names_of


@dataclass(frozen=True)
class Key:
    """A digit that was pressed. back: with Shift, which gives one back where dice are picked by value."""

    digit: int
    back: bool = False
    style: Style = "place"


def usual(game: str, state: State, laid: Laid = ()) -> Pick:
    """What is picked before anybody presses: of equal dice the first. laid: see `GameCalls.open_dice`."""
    left, found = list(CALLS[game].usual(state)), []
    for place, face in CALLS[game].open_dice(state, laid).items():
        if face in left:
            left.remove(face)
            found.append(place)
    return tuple(found)


def faces_of(game: str, state: State, pick: Sequence[int], laid: Laid = ()) -> tuple[int, ...]:
    """The faces that are picked, rising."""
    dice = CALLS[game].open_dice(state, laid)
    return tuple(sorted(dice[place] for place in pick if place in dice))


def pressed(game: str, state: State, pick: Pick, key: Key, laid: Laid = ()) -> tuple[Pick, Call]:
    """The pick after this key, and what is said; a key that hits nothing changes nothing, and says so."""
    place = _place(game, state, pick, key, laid)
    if place is None:
        return pick, missed(game, state, key)
    after = tuple(sorted(set(pick) ^ {place}))
    return after, picked(game, state, after, place, key.style, laid)


def picked(game: str, state: State, pick: Sequence[int], place: int, style: Style, laid: Laid = ()) -> Call:
    """What is said of the die in this place, which was picked or given back. pick: what is picked now."""
    face = str(CALLS[game].open_dice(state, laid)[place])
    by_place = {"place": str(place), "face": face}
    die = Part("die-place", by_place) if style == "place" else Part("die-value", {"face": face})
    faces = faces_of(game, state, pick, laid)
    fields = {"die": die, "picked": Dice(faces) if faces else None}
    return CALLS[game].pick_call(state, faces, fields, back=place not in pick)


def chosen(game: str, state: State, pick: Sequence[int], laid: Laid = ()) -> Call:
    """What is said of dice that were picked together."""
    faces = faces_of(game, state, pick, laid)
    if not faces:
        return CALLS[game].call("no.keep")
    return CALLS[game].pick_call(state, faces, {"die": None, "picked": Dice(faces)}, back=False)


def missed(game: str, state: State, key: Key) -> Call:
    """What is said of a digit that hits nothing."""
    if not state.thrown:
        name = names_of(state.players)[str(state.player or state.players[0])]
        return CALLS[game].call("no.throw", name=name, n=Count(state.to_throw))
    if key.style == "value":
        why = "back" if key.back else "left"
    else:
        why = "kept" if key.digit <= len(state.thrown) + len(state.kept) else "empty"
    return CALLS[game].call("no.die", digit=str(key.digit), why=why)


def _place(game: str, state: State, pick: Pick, key: Key, laid: Laid) -> int | None:
    """The place that the key is about; None where it hits nothing."""
    dice = CALLS[game].open_dice(state, laid)
    if key.style == "place":
        return key.digit if key.digit in dice and not key.back else None
    wanted = [place for place, face in dice.items() if face == key.digit and (place in pick) == key.back]
    return (wanted[-1] if key.back else wanted[0]) if wanted else None
