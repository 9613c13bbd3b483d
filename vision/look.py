"""All that is known of one frame: what the judges of a throw are given."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from hardware.frame import Image
from vision.arrival import arrival
from vision.flight import Flight
from vision.footprint import Footprints
from vision.nouns import Detection, Floats
from vision.rest import Rest
from vision.table import Table

Measure = Callable[[Sequence[Floats], Sequence[Floats], Table], Footprints]


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

    def arrival(self, rest: Rest) -> Flight | None:
        """The one of the `news` that brought this die, if it was seen to: see `vision.arrival.arrival`."""
        return arrival(rest, self.news, self.table)
