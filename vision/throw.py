"""Which of the dice at rest were thrown, which lay there, were put down or were pushed?"""

from __future__ import annotations

from collections.abc import Sequence

from vision.arrival import arrival, strikers
from vision.flight import Flight
from vision.rest import Rest
from vision.table import Table

# The dice of one throw come to rest within about this of one another's flight.
BURST_S = 1.0


def thrown_dice(
    rests: Sequence[Rest],
    flights: Sequence[Flight],
    left: Sequence[Flight],
    table: Table,
    expected: int | None,
) -> list[Rest]:
    """The dice that belong to a throw; none when there was no throw.

    Surest first: those seen to arrive; those that came to rest after such a flight began; those that did so shortly
    before (their flight was hidden by a hand or by other dice). Where the number is known it decides how far to go.
    """
    new = [rest for rest in rests if not rest.known]
    arrivals = {rest.id: arrival(rest, flights, table) for rest in new}
    stopped = [flight for flight in arrivals.values() if flight is not None]
    free = [flight for flight in stopped if flight.origin is None]
    starts = [flight.born_s for flight in (*free, *left, *strikers(stopped, flights, table))]
    if not starts:
        return []
    begun_s = min(starts)

    def rank(rest: Rest) -> int:
        flight = arrivals[rest.id]
        if flight is not None and flight.origin is None:
            return 0
        if rest.zone(table) == "keep" or rest.arrived_s < begun_s - BURST_S:
            return 3
        return 1 if rest.arrived_s >= begun_s else 2

    tiers = [[rest for rest in new if rank(rest) <= most] for most in (0, 1, 2)]
    if expected is None:
        return tiers[-1]
    return next((tier for tier in tiers if len(tier) + len(left) >= expected), tiers[-1])
