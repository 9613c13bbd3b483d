"""How it is known of a die that it left the table: what was seen of it, where, and how far beyond the edge."""

from __future__ import annotations

from collections.abc import Sequence

from vision.following.flight import Flight
from vision.following.rest import Rest
from vision.nouns import Gone, GoneHow
from vision.throw.look import Look


def flown(flights: Sequence[Flight], how: GoneHow, look: Look) -> list[Gone]:
    """Dice that were last seen on their way."""
    return [Gone(how, flight.last_s, flight.at_px, look.table.beyond_mm(flight.at_px)) for flight in flights]


def lying(rests: Sequence[Rest], look: Look) -> list[Gone]:
    """Dice that came to rest beyond the edge."""
    return [
        Gone("beyond", rest.arrived_s, rest.centre_px, look.table.beyond_mm(rest.centre_px)) for rest in rests
    ]


def missing(count: int, look: Look) -> list[Gone]:
    """Dice of which nothing was seen: fewer lie there than were awaited, and nothing hides them."""
    return [Gone("missing", look.time_s)] * count
