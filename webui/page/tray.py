"""The tray of Morning Roll: six places, kept dice first, then the throw by value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.morning_roll import MorningRoll, kept_of
from engine.morning_roll_points import SINGLE, special_of
from webui.match.turned_dice import TurnedDie
from webui.page import words
from webui.page.parts import PLACES, Links
from webui.page.scene import Look, Place


def kept_places(state: MorningRoll) -> tuple[Place, ...]:
    """The dice that lie aside, flat and locked, in the order they were kept."""
    return tuple(locked(number, face) for number, face in enumerate(state.kept, 1))


def locked(number: int, face: int) -> Place:
    """A kept die."""
    return Place(number, "locked", f"die {number}: {words.die_value(face)}, kept", face, "kept", "lock")


def empty_places(start: int, number: int, look: Look, name: str) -> tuple[Place, ...]:
    """`number` places that hold no die that can be read, from place `start` on."""
    return tuple(Place(n, look, f"die {n}: {name}") for n in range(start, start + number))


def in_order(faces: Sequence[int | None]) -> tuple[int, ...]:
    """The dice of a throw (their indices) as they lie in the tray: by value, so that triples lie together."""
    return tuple(sorted(range(len(faces)), key=lambda die: (faces[die] or PLACES + 1, die)))


def kept_beside(state: MorningRoll, asked: bool) -> int:
    """How many kept dice lie in the places before those of the throw that is asked about, or else of the newest.

    Of a throw that was a bust they are those of the turn that it has ended.
    """
    return len(kept_of(state.turns[-1].rolls[:-1]) if state.bust and not asked else state.kept)


def choice_places(state: MorningRoll, picked: Sequence[int]) -> tuple[Place, ...]:
    """The open throw beside the kept dice; `picked`: places."""
    kept = kept_places(state)
    thrown = state.thrown
    places = []
    for number, die in enumerate(in_order(thrown), len(kept) + 1):
        face, caption = thrown[die], worth(thrown[die], thrown)
        look: Look = "open" if caption else "nothing"
        caption = caption or "no points"
        name = f"die {number}: {face}, {caption}"
        places.append(
            Place(number, look, name, face, caption, "tick", pickable=True, picked=number in picked)
        )
    return (*kept, *places)


def worth(face: int, thrown: Sequence[int]) -> str:
    """What a die of the throw is worth, as its caption; "" for one that scores nothing."""
    special = special_of(thrown)
    if special:
        return {"straight": "straight", "boxcars": "pair"}[special]
    if thrown.count(face) >= 3:
        return words.COMBINATIONS[thrown.count(face)]
    return words.points(SINGLE[face]) if face in SINGLE else ""


def places_of(faces: Sequence[int], places: Sequence[Place]) -> tuple[int, ...]:
    """The places of these dice among the pickable ones, the first of equal dice first."""
    left = list(faces)
    found = []
    for place in places:
        if place.pickable and place.face in left:
            left.remove(place.face)
            found.append(place.number)
    return tuple(found)


def asked_places(
    state: MorningRoll,
    faces: Sequence[int | None],
    ranking: Sequence[tuple[int, ...]],
    links: Links | None,
    leaning: Mapping[int, str] | None = None,
) -> tuple[Place, ...]:
    """A throw that waits for an answer: what is known of it, beside the kept dice.

    ranking: for each die the six values, likeliest first. leaning: how each die lies that has no value.
    A tap on a die opens its sheet, where there are links.
    """
    kept = kept_places(state)
    room = PLACES - len(kept)
    places = []
    for number, die in enumerate(in_order(faces)[:room], len(kept) + 1):
        lies = (leaning or {}).get(die, "")
        places.append(
            _asked_place(number, faces[die], ranking[die], links.fixing(die) if links else "", lies)
        )
    rest = empty_places(len(kept) + len(places) + 1, room - len(places), "slot", "not seen")
    return (*kept, *places, *rest)


def _asked_place(number: int, face: int | None, ranking: Sequence[int], link: str, lies: str = "") -> Place:
    if face is not None:
        return Place(
            number, "open", f"die {number}: {face}{'. Put it right' if link else ''}", face, link=link
        )
    if lies:
        return Place(number, "cocked", f"die {number}: {lies}, no value", ranking[0], lies, "tilt", link=link)
    caption = words.or_faces(ranking[0], ranking[1])
    name = f"die {number}: {caption}{' Say which' if link else ''}"
    return Place(number, "unsure", name, ranking[0], caption, "ask", link=link)


def turned_places(state: MorningRoll, turned: Sequence[TurnedDie]) -> tuple[Place, ...]:
    """The dice on the table, and among them those that turned over."""
    kept = list(kept_places(state))
    for one in turned:
        if one.place is None:
            at = next(at for at, place in enumerate(kept) if (place.look, place.face) == ("locked", one.face))
            name = f"die {at + 1}: kept as {one.face}, turned over"
            kept[at] = Place(at + 1, "unsure", name, one.face, f"was {one.face}", "ask")
    now = {one.place: one.die.value for one in turned}
    places = []
    for number, die in enumerate(in_order(state.thrown), len(kept) + 1):
        face = state.thrown[die]
        if die in now:
            value = now[die]
            caption = words.or_faces(face, value) if value else f"was {face}"
            places.append(Place(number, "unsure", f"die {number}: {caption}", face, caption, "ask"))
        else:
            places.append(Place(number, "open", f"die {number}: {face}", face))
    rest = empty_places(len(kept) + len(places) + 1, PLACES - len(kept) - len(places), "slot", "to throw")
    return (*kept, *places, *rest)


def final_places(faces: Sequence[int], kept: int, off: int) -> tuple[Place, ...]:
    """The dice as a turn ended: `kept` of them kept, `off` of them off the table, nothing to pick."""
    shown = [*faces[:kept], *sorted(faces[kept:])][: PLACES - off]
    places = [
        locked(number, face) if number <= kept else Place(number, "nothing", f"die {number}: {face}", face)
        for number, face in enumerate(shown, 1)
    ]
    unread = empty_places(len(shown) + 1, PLACES - off - len(shown), "slot", "not read")
    gone = tuple(
        Place(n, "off", f"die {n}: off the table", None, "off the table", "out")
        for n in range(PLACES - off + 1, PLACES + 1)
    )
    return (*places, *unread, *gone)


def typed_places(state: MorningRoll, typed: Sequence[int], links: Links) -> tuple[Place, ...]:
    """The values typed in so far; a tap on one takes it back."""
    kept = kept_places(state)
    places = []
    for index, face in enumerate(typed):
        number = len(kept) + index + 1
        left = (*typed[:index], *typed[index + 1 :])
        name = f"die {number}: {face}. Take it back"
        places.append(Place(number, "typed", name, face, "typed", link=links.typed(left)))
    rest = empty_places(
        len(kept) + len(places) + 1, PLACES - len(kept) - len(places), "slot", "not typed yet"
    )
    return (*kept, *places, *rest)
