# Tested by tests/test_webui_pages.py.
"""The tray: the dice of a turn in their places. What a game keeps, and where its dice lie, its `GamePage` says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.game import State
from webui.match.board import Board
from webui.match.turned_dice import TurnedDie
from webui.page import words
from webui.page.game import GamePage, state_on
from webui.page.links import Links
from webui.page.scene import Look, Place

Places = tuple[Place, ...]


def locked(number: int, face: int) -> Place:
    """A kept die."""
    return Place(number, "locked", f"die {number}: {words.die_value(face)}, kept", face, "kept", "lock")


def empty_places(numbers: Sequence[int], look: Look, name: str) -> Places:
    """Places that hold no die that can be read."""
    return tuple(Place(n, look, f"die {n}: {name}") for n in numbers)


def places_of(faces: Sequence[int], places: Sequence[Place]) -> tuple[int, ...]:
    """The places of these dice among the pickable ones, the first of equal dice first."""
    left = list(faces)
    found = []
    for place in places:
        if place.pickable and place.face in left:
            left.remove(place.face)
            found.append(place.number)
    return tuple(found)


def picked_of(places: Sequence[Place]) -> tuple[int, ...]:
    """The values that are picked, in the order of their places."""
    return tuple(place.face for place in places if place.pickable and place.picked and place.face)


def dice_at(page: GamePage, board: Board, numbers: Sequence[int]) -> tuple[int, ...]:
    """The dice of the open throw (their indices) that lie in these places."""
    there = dict(zip(page.free(state_on(board)), page.order(board.laid), strict=False))
    return tuple(there[number] for number in numbers if number in there)


def awaited_numbers(page: GamePage, state: State) -> tuple[int, ...]:
    """The places of the dice that are awaited; of one die alone where the lowest begins."""
    return page.free(state)[: state.to_throw]


def awaited_places(page: GamePage, state: State, moving: bool) -> Places:
    """The kept dice, and empty places for those to be thrown; while they move, the places say so."""
    look: Look = "moving" if moving else "slot"
    name = "rolling" if moving else "to throw"
    return _in_places(page.lying(state), empty_places(awaited_numbers(page, state), look, name))


def asked_places(
    page: GamePage,
    board: Board,
    faces: Sequence[int | None],
    ranking: Sequence[tuple[int, ...]],
    links: Links | None,
    leaning: Mapping[int, str],
) -> Places:
    """A throw that waits for an answer: what is known of it, beside the kept dice.

    ranking: for each die the six values, likeliest first. leaning: how each die lies that has no value.
    A tap on a die opens its sheet, where there are links.
    """
    state = state_on(board)
    numbers = page.free(state) or tuple(range(1, page.dice + 1))
    asked = [
        _asked_place(
            number, faces[die], ranking[die], links.fixing(die) if links else "", leaning.get(die, "")
        )
        for number, die in zip(numbers, page.order(board.laid), strict=False)
    ]
    rest = empty_places(numbers[len(asked) :], "slot", "not seen")
    return _in_places(page.lying(state), asked, rest)


def _asked_place(number: int, face: int | None, ranking: Sequence[int], link: str, lies: str) -> Place:
    if face is not None:
        return Place(
            number,
            "open",
            f"die {number}: {words.die_value(face)}{'. Put it right' if link else ''}",
            face,
            link=link,
        )
    if lies:
        return Place(number, "cocked", f"die {number}: {lies}, no value", ranking[0], lies, "tilt", link=link)
    caption = words.or_faces(ranking[0], ranking[1])
    name = f"die {number}: {caption}{' Say which' if link else ''}"
    return Place(number, "unsure", name, ranking[0], caption, "ask", link=link)


def turned_places(page: GamePage, board: Board, turned: Sequence[TurnedDie]) -> Places:
    """The dice on the table, and among them those that turned over."""
    state = state_on(board)
    kept = list(page.lying(state))
    for one in turned:
        if one.place is None:
            _mark_turned(kept, one.face)
    now = {one.place: one.die.value for one in turned if one.place is not None}
    thrown = [
        _turned_place(number, state.thrown[die], die in now, now.get(die))
        for number, die in zip(page.free(state), page.order(board.laid if state.thrown else ()), strict=False)
    ]
    rest = empty_places(page.free(state)[len(thrown) :], "slot", "to throw")
    return _in_places(kept, thrown, rest)


def _mark_turned(kept: list[Place], face: int) -> None:
    """Doubt the first of the kept dice that counts as this; a game whose tray shows no kept dice has none."""
    for at, place in enumerate(kept):
        if (place.look, place.face) == ("locked", face):
            name = f"die {place.number}: kept as {face}, turned over"
            kept[at] = Place(place.number, "unsure", name, face, f"was {face}", "ask")
            return


def _turned_place(number: int, face: int, doubted: bool, value: int | None) -> Place:
    if not doubted:
        return Place(number, "open", f"die {number}: {words.die_value(face)}", face)
    caption = words.or_faces(face, value) if value else f"was {face}"
    return Place(number, "unsure", f"die {number}: {caption}", face, caption, "ask")


def typed_places(page: GamePage, state: State, typed: Sequence[int], links: Links) -> Places:
    """The values typed in so far; a tap on one takes it back."""
    numbers = awaited_numbers(page, state)
    places = []
    for index, (number, face) in enumerate(zip(numbers, typed, strict=False)):
        left = (*typed[:index], *typed[index + 1 :])
        name = f"die {number}: {words.die_value(face)}, typed. Take it back"
        places.append(Place(number, "typed", name, face, "typed", link=links.typed(left)))
    rest = empty_places(numbers[len(places) :], "slot", "not typed yet")
    return _in_places(page.lying(state), places, rest)


def gone_places(numbers: Sequence[int]) -> Places:
    """Places of dice that left the table."""
    return tuple(Place(n, "off", f"die {n}: off the table", None, "off the table", "out") for n in numbers)


def _in_places(*parts: Sequence[Place]) -> Places:
    return tuple(sorted((place for part in parts for place in part), key=lambda place: place.number))
