"""All that is known of one frame: what the judges of a throw are given."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from hardware.frame import Image
from vision.following.flight import Flight
from vision.following.rest import Rest
from vision.nouns import Detection, Floats
from vision.plane.table import Table
from vision.throw.arrival import arrival
from vision.throw.footprint import Footprints

Measure = Callable[[Sequence[Floats], Sequence[Floats], Table], Footprints]
# Share of the picture inside its box that a new die changes. Larger: a new die beside one that lies there is taken for
# a side of that one. Smaller: a side is taken for a new die.
FRESH = 0.1
# Edges within which a side of a die is found from its middle. Larger: new dice count as sides. Smaller: sides as new
# dice.
SIDE_DICE = 1.5


@dataclass(frozen=True, eq=False)
class Look:
    """One frame.

    rests: dice that lie. flights: what moves or moved lately; left: those that have just left the table.
    vanished: dice that had been told of and have just moved away by themselves.
    stir: anything moved, was covered or changed its light. hand: a hand moves over the table; away: not near any die
    that lies. read: the reader has just looked at this frame. sparse: frames come too far apart to follow a die over
    the edge. footprints: gives the room that dice take, by their corners; the second are those of dice that lay there
    before. fresh: gives the share of what is inside such corners that looks unlike before.
    """

    time_s: float
    image: Image
    table: Table
    rests: Sequence[Rest]
    flights: Sequence[Flight]
    left: Sequence[Flight]
    vanished: int
    stir: bool
    hand: bool
    away: bool
    read: bool
    met: bool
    sparse: bool
    footprints: Measure
    fresh: Callable[[Floats], float]

    @property
    def in_sight(self) -> list[Detection]:
        """The dice that lie there and are not covered."""
        return [rest.detection for rest in self.rests if not rest.covered]

    @property
    def flying(self) -> list[Flight]:
        """The dice that are on their way in this frame."""
        return [flight for flight in self.flights if flight.is_flying(self.time_s, self.table)]

    @property
    def news(self) -> list[Flight]:
        """The flights that no throw was told of yet."""
        return [flight for flight in self.flights if not flight.known]

    @property
    def new_rests(self) -> list[Rest]:
        """The dice that lie there and were not told of yet."""
        return [rest for rest in self.rests if not rest.known]

    def asked_anew(self) -> Look:
        """The same look, after its dice and flights may have changed: nothing is worked out of it yet."""
        return replace(self)

    def kept(self) -> Look:
        """The same look, of which later ones change nothing."""
        return replace(self, rests=[rest.copy() for rest in self.rests])

    def set_out_elsewhere(self, number: int) -> Look:
        """The same look, in which nothing new set out from that die: it lies where it lay."""
        if not any(flight.origin == number for flight in self.news):
            return self
        flights = [
            flight.from_elsewhere() if flight.origin == number and not flight.known else flight
            for flight in self.flights
        ]
        return replace(self, flights=flights)

    def lain_before(self, time_s: float) -> list[Rest]:
        """The new dice, if all of them lay still by then, and still do."""
        new = self.new_rests
        return [] if any(rest.covered or rest.arrived_s >= time_s for rest in new) else new

    def arrival(self, rest: Rest) -> Flight | None:
        """The one of the `news` that brought this die, if it was seen to: see `vision.throw.arrival.arrival`."""
        asked = (rest.id, rest.first_s)
        if asked not in self._arrivals:
            self._arrivals[asked] = arrival(rest, self.news, self.table)
        return self._arrivals[asked]

    @cached_property
    def _arrivals(self) -> dict[tuple[int, float], Flight | None]:
        """The answers of `arrival`, by the number of a die and since when it lies there: each is worked out once."""
        return {}

    def came_by_itself(self, rest: Rest) -> bool:
        """Whether it was seen to come there, and not from where another die lay."""
        flight = self.arrival(rest)
        return flight is not None and flight.origin is None

    def flew(self, rest: Rest) -> bool:
        """Whether it was found, and seen to fly there."""
        return rest.seen > 0 and self.arrival(rest) is not None

    def is_there(self, rest: Rest) -> bool:
        """Whether most looks found this die, or one did and it was seen to fly there."""
        return 2 * rest.seen > rest.looks or self.flew(rest)

    def is_doubtful(self, rest: Rest) -> bool:
        """Found in some looks and not in others, and not seen to fly there: a ghost, or a die that is hard to see."""
        return rest.seen < rest.looks and 2 * rest.seen <= rest.looks + 1 and not self.flew(rest)

    def looks_as_before(self, rest: Rest) -> bool:
        """Whether nothing was told of it, nobody saw it fly there, and its place looks as it did before the throw."""
        if rest.known or self.flew(rest):
            return False
        return self.fresh(rest.detection.corners_px) < FRESH

    def is_side(self, rest: Rest) -> bool:
        """Whether it is beside a die that lies there, and looks as its place did before: a side of that one."""
        if not self.looks_as_before(rest):
            return False
        reach_mm = SIDE_DICE * self.table.die_mm
        return any(
            other.known
            and not other.covered
            and self.table.distance_mm(other.centre_px, rest.centre_px) < reach_mm
            for other in self.rests
        )


def begin_s(rests: Sequence[Rest], look: Look, default_s: float | None = None) -> float:
    """When the throw began whose dice lie here: when the first of them, or of their flights, came into view.

    default_s: where there are none; None: the time of the look.
    """
    arrivals = [look.arrival(rest) for rest in rests]
    born = [flight.born_s for flight in arrivals if flight is not None]
    none_s = look.time_s if default_s is None else default_s
    return min([*born, *(rest.first_s for rest in rests)], default=none_s)
