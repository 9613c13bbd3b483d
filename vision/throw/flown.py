"""The dice that came by themselves: they flew free, and came from no die that lay there."""

from __future__ import annotations

from vision.following.rest import Rest
from vision.throw.arrival import strikers
from vision.throw.case import Case
from vision.throw.struck import Struck

# Seconds of one another's flight within which the dice of one throw come to rest. Larger: dice that were put down
# before a throw count as thrown. Smaller: dice whose flight a hand hid are left out.
BURST_S = 1.0


def flown(case: Case, struck: Struck) -> list[Rest]:
    """Those that came by themselves, and those that came to rest with them; none when nothing flew.

    Where the number is known it decides how far to go down the ranks (`_rank`).
    """
    begun_s = _begun_s(case, struck)
    if begun_s is None:
        return []
    ranks = [(_rank(rest, case, begun_s), rest) for rest in struck.others]
    tiers = [[rest for rank, rest in ranks if rank <= most] for most in (0, 1, 2, 3)]
    if case.awaited is None:
        return tiers[2]
    lacking = case.awaited - len(case.leavers.left)
    return next((tier for tier in tiers if len(tier) >= lacking), tiers[2])


def _begun_s(case: Case, struck: Struck) -> float | None:
    """When the first die came into view that flew free, left, or struck one that lay there; None where none did."""
    arrivals = [case.arrival(rest) for rest in struck.others]
    stopped = [flight for flight in arrivals if flight is not None]
    free = [flight for flight in stopped if flight.origin is None]
    hit = strikers(stopped, case.look.news, case.look.table)
    return min((flight.born_s for flight in (*free, *case.leavers.left, *hit)), default=None)


def _rank(rest: Rest, case: Case, begun_s: float) -> int:
    """How surely a die was thrown, the surest first.

    0: it was seen to arrive. 1: it came to rest after such a flight began. 2: shortly before: its flight was hidden by
    a hand or by other dice. 3: so, but in the keep zone. 4: long before; or nobody saw it come, and its place looks as
    it did before: a clock, a card or print beside the dice, which a passing hand had hidden.
    """
    flight = case.arrival(rest)
    if flight is not None and flight.origin is None:
        return 0
    if rest.arrived_s < begun_s - BURST_S or _lay_there(rest, case):
        return 4
    if case.zone(rest) == "keep":
        return 3
    return 1 if rest.arrived_s >= begun_s else 2


def _lay_there(rest: Rest, case: Case) -> bool:
    """Whether its place looks as before. Not where a die lay: another that takes its place looks like that one."""
    near_mm = case.look.table.die_mm
    taken = any(case.away_mm(die, rest) < near_mm for die in case.memory.dice.values())
    return not taken and case.look.looks_as_before(rest)
