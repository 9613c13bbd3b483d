"""All that is known of one frame: what the judges of a throw are given."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from hardware.frame import Image
from vision.following.flight import Flight
from vision.following.rest import Rest
from vision.nouns import Detection, Floats
from vision.plane.table import Table
from vision.throw.arrival import arrival
from vision.throw.footprint import Footprints

Measure = Callable[[Sequence[Floats], Sequence[Floats], Table], Footprints]
# A new die changes at least such a share of the picture inside its box; a side of one is found so near it.
FRESH, SIDE_DICE = 0.1, 1.5


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

    def kept(self) -> Look:
        """The same look, of which later ones change nothing."""
        return replace(self, rests=[rest.copy() for rest in self.rests])

    def know(self, rests: Sequence[Rest]) -> None:
        """These dice were told of, by an earlier look."""
        told = {rest.id for rest in rests if rest.known}
        for rest in self.rests:
            rest.known = rest.known or rest.id in told

    def lain_before(self, time_s: float) -> list[Rest]:
        """The new dice, if all of them lay still by then, and still do."""
        new = self.new_rests
        return [] if any(rest.covered or rest.arrived_s >= time_s for rest in new) else new

    def arrival(self, rest: Rest) -> Flight | None:
        """The one of the `news` that brought this die, if it was seen to: see `vision.throw.arrival.arrival`."""
        return arrival(rest, self.news, self.table)

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

    def is_side(self, rest: Rest) -> bool:
        """Whether it is beside a die that lies there, and looks as its place did before: a side of that one."""
        if rest.known or self.flew(rest):
            return False
        reach_mm = SIDE_DICE * self.table.die_mm
        beside = any(
            other.known
            and not other.covered
            and self.table.distance_mm(other.centre_px, rest.centre_px) < reach_mm
            for other in self.rests
        )
        return beside and self.fresh(rest.detection.corners_px) < FRESH
