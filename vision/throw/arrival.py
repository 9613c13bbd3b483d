"""Which flight brought which die: those that came to rest on the table, and what they tell of the throw."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from vision.following.flight import DIE_BLOB, Flight
from vision.following.rest import Rest
from vision.plane.table import Point, Table

# Edges from where a die's flight was last seen, a little off in its shadow, within which it lies. Larger: a hand beside
# it brought it. Smaller: dice that were thrown count as laid down.
ARRIVE_DICE = 1.3
# Edges that a flight is long at least. Larger: dice let fall are none. Smaller: a die that is turned over was thrown.
ARRIVE_TRAVEL_DICE = 0.7
ARRIVED_WITHIN_S = 0.6
# Edges that a flight is long which brought a die, whatever else stopped there. Larger: a hand that passes brought it.
# Smaller: a hand that lays one bare threw it.
FAR_DICE = 2.0
# Edges within which it ended. Larger and smaller: as above, the other way round.
AT_DICE = 0.5
# What is laid bare by a hand keeps its place: one that goes so far by itself before it lies there rolled.
ROLLED_DICE = 0.2
# Edges from where a die lay within which another strikes it. Larger: dice that pass strike it. Smaller: a fast one does
# not.
STRUCK_DICE = 2.0
# Seconds for which that one is followed before. Larger and smaller: as above.
STRUCK_S = 0.1
# The dice of one throw come into view within this.
BEGIN_S = 0.3


def arrival(rest: Rest, flights: Sequence[Flight], table: Table) -> Flight | None:
    """The flight that stopped where this die lies, if it was seen to: not one that began when the die lay there.

    Where one from afar and one from a die's old place both did, that place was passed over, or laid bare by a hand.
    """
    near = [
        (table.distance_mm(flight.at_px, rest.centre_px), flight.id, flight)
        for flight in flights
        if flight.free >= 1
        and flight.born_s < rest.first_s
        and flight.area_px <= DIE_BLOB * table.die_px(flight.at_px) ** 2
        and flight.last_s > rest.first_s - ARRIVED_WITHIN_S
        and flight.travelled_mm(table) > ARRIVE_TRAVEL_DICE * table.die_mm
    ]
    here = sorted(((d, i, f) for d, i, f in near if d < ARRIVE_DICE * table.die_mm), key=lambda one: one[:2])
    nearest = here[0][2] if here else None
    if nearest is None or nearest.origin is None:
        return nearest
    at = [flight for away, _, flight in here if away < AT_DICE * table.die_mm]
    return next((flight for flight in at if _came_from_afar(flight, nearest, table)), nearest)


def _came_from_afar(flight: Flight, beside: Flight, table: Table) -> bool:
    """Whether it is a thrown die that stopped there, and flew further than what else did."""
    far_mm = max(FAR_DICE * table.die_mm, beside.travelled_mm(table))
    return came_to_rest(flight, table) and flight.travelled_mm(table) > far_mm


def came_to_rest(flight: Flight, table: Table) -> bool:
    """Whether it was a thrown die, seen by itself for most of its way, that stopped on the table."""
    alone = flight.came_by_itself and 2 * flight.free > flight.seen
    if not alone or not flight.stopped or flight.gone:
        return False
    far = flight.travelled_mm(table) > ARRIVE_TRAVEL_DICE * table.die_mm
    small = flight.area_px <= DIE_BLOB * table.die_px(flight.at_px) ** 2
    return far and small and table.beyond_mm(flight.at_px) < 0


def rolled_in(rest: Rest, flights: Sequence[Flight], table: Table) -> bool:
    """Whether a die was seen to roll for the last bit of its way, be it short: a hand hid the rest of it."""
    return any(
        flight.came_by_itself
        and flight.stopped
        and 2 * flight.free > flight.seen
        and not flight.leapt(table)
        and flight.travelled_mm(table) > ROLLED_DICE * table.die_mm
        and table.distance_mm(flight.at_px, rest.centre_px) < AT_DICE * table.die_mm
        for flight in flights
    )


def strikers(stopped: Sequence[Flight], flights: Sequence[Flight], table: Table) -> list[Flight]:
    """The flights that went on as another one, from the place of a die that lay there and was struck.

    Two dice cannot have set out from one die's place: where two stopped that did, one of them had come there.
    """
    # One flight may have stopped beside two dice.
    ways = Counter(flight.origin for flight in set(stopped))
    struck = [flight for flight in stopped if flight.origin is not None and ways[flight.origin] >= 2]
    return [
        flight
        for flight in flights
        if flight.came_by_itself and flight.travelled_mm(table) > FAR_DICE * table.die_mm
        if any(_strikes(flight, other, table) for other in struck)
    ]


def _strikes(flight: Flight, other: Flight, table: Table) -> bool:
    """Whether one came to where another began, before it was lost there."""
    away = min(table.distance_mm(place[1:], other.path[0][1:]) for place in flight.path)
    return flight.born_s < other.born_s < flight.last_s + STRUCK_S and away < STRUCK_DICE * table.die_mm


def unread(
    flights: Sequence[Flight],
    rests: Sequence[Rest],
    table: Table,
    begun_s: float,
    emptied: Sequence[Point] = (),
) -> int:
    """How many dice of a throw stopped on the table where none was read: hidden or hard to read, but not gone.

    emptied: places where dice lay before. What is laid bare there looks like a die that has stopped.
    """
    reach = ARRIVE_DICE * table.die_mm
    places = [*(rest.centre_px for rest in rests), *emptied]
    count = 0
    for flight in flights:
        stopped = flight.born_s > begun_s - BEGIN_S and came_to_rest(flight, table)
        if stopped and all(table.distance_mm(flight.at_px, place) > reach for place in places):
            count += 1
            places.append(flight.at_px)
    return count
