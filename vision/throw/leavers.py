"""Which dice have left the table: said at once where they are seen to, told by what is missing where they are not."""

from __future__ import annotations

import math
from collections.abc import Sequence

from vision.following.flight import EDGE_DICE, LEAVE_TRAVEL_DICE, STREAK_MM_S, Flight
from vision.following.rest import Rest, covered, under
from vision.following.sight import SHADOW_SOLID
from vision.nouns import Gone, OffTable
from vision.plane.table import Point, Table
from vision.throw.arrival import ARRIVE_DICE, BEGIN_S, unread
from vision.throw.gone import flown, lying, missing
from vision.throw.look import Look, begin_s

# Seconds for which dice that move away explain what leaves the table, if all is not calm sooner. Larger: a die that
# leaves later is said late. Smaller: a die that somebody takes away is said to have left.
VANISH_S = 1.5
# Edges from where a flight ended within which a die is that one, though it was not seen to stop. Larger: one that left
# beside another is not counted. Smaller: one that lies there is counted as gone.
STOPPED_DICE = 0.6
# Seconds within which the dice of a throw come into view. Larger: a die seen once as it leaves is not counted. Smaller:
# one seen once as it comes in is.
ENTRY_S = 0.2
# Seconds ahead for which a die near the edge may be out of sight. Larger: dice well inside count as leaving. Smaller:
# fast ones do not.
NEXT_S = 0.08
# Seconds ahead within which a die that was lost inside must reach the edge. Larger: one that rolls to its rest beside
# another counts as leaving. Smaller: a fast die that few pictures show does not.
REACH_S = 0.15
# Edges inside the edge from where nothing leaves unseen. Larger: what vanishes near the edge may be gone. Smaller: what
# was lost well inside may be.
INSIDE_DICE = 0.8
# Seconds ahead for which what vanished must stay inside, to be still on the table. Larger and smaller: as above, in
# time.
ONWARD_S = 0.1
# Times as many as the awaited dice that may cross the table beside them: shadows do. Larger: a camera that sways
# throws. Smaller: a throw with hard shadows is not told.
MOST_TIMES = 2
# What is said of dice of which nothing was seen.
MISSING_WHY = Gone("missing", 0.0).why


class Leavers:
    """The dice of one throw that left the table.

    left: the flights of those that were seen to. told: how many were said to have left. why: all that was said of
    them, in a sentence; gone: each of those, and how that is known.
    """

    def __init__(self) -> None:
        self._vanished: list[float] = []
        # When nothing moved last, and no hand was there.
        self._calm_s = -math.inf
        self.begin()

    def begin(self) -> None:
        """A new throw: nothing has left yet."""
        self.why = ""
        self.left: list[Flight] = []
        self._explained: list[Flight] = []
        self._held: list[Flight] = []
        self.told = 0
        self.gone: list[Gone] = []
        self._spoken: list[Flight] = []
        self._hand = False

    @property
    def handled(self) -> bool:
        """Whether dice that lay there moved away: what left may have been one of those."""
        return bool(self._vanished or self._explained)

    def step(self, look: Look, expected: int | None) -> list[OffTable]:
        """Say at once that dice have left the table.

        Never more than can be missing while others are still on their way; and dice that lay there and are picked
        up or pushed off explain as many that leave: whether those are missing is seen when the others lie.
        """
        self._hand = self._hand or look.hand
        self._vanished = [time_s for time_s in self._vanished if look.time_s - time_s < VANISH_S]
        self._vanished += [look.time_s] * look.vanished
        left = [flight for flight in look.left if not flight.known] if look.met and not look.sparse else []
        # Those that had gone when nothing moved are none of what has set out since.
        since = sum(time_s > self._calm_s for time_s in self._vanished)
        explained = min(len(left), max(0, since - len(self._explained)))
        self._explained += left[:explained]
        left = left[explained:]
        if not look.stir and all(flight.ended for flight in look.flights):
            self._calm_s = look.time_s
        if expected is not None:
            most = max(0, expected - len(self.left) - self._present(look))
            self._held += left[most:]
            left = left[:most]
        if not left:
            return []
        self.left += left
        event = off_table(flown(left, "seen", look), left, look, left_why(len(left)))
        self.told += event.n
        self.gone += event.gone
        self._spoken += left
        self.why = event.why if self.told == event.n else left_why(self.told)
        return [event]

    @staticmethod
    def _present(look: Look) -> int:
        """How many dice of this throw are still on the table: on their way, or new and lying there."""
        reach = ARRIVE_DICE * look.table.die_mm
        lying = [rest.centre_px for rest in look.rests if not rest.known and rest.seen]
        alive = [flight for flight in look.news if not flight.ended and not flight.gone and flight.free >= 2]
        return len(lying) + sum(
            all(look.table.distance_mm(flight.at_px, place) > reach for place in lying) for flight in alive
        )

    def count(
        self,
        left: Sequence[Flight],
        beyond: Sequence[Rest],
        inside: Sequence[Rest],
        look: Look,
        expected: int | None,
        plain: bool,
        emptied: Sequence[Point],
    ) -> int:
        """How many dice left the table: seen to leave, at rest beyond its edge, or missing and likely gone.

        left: those seen to. beyond, inside: the dice of the throw that lie beyond the edge, and the others.
        plain: nothing but these dice lies on the table, so one that is missing is gone. Several may yet be thrown.
        emptied: places where dice lay before the throw.
        """
        if look.sparse:
            return len(beyond)
        seen = len(beyond) + len(_apart(left, beyond, look))
        if expected is None:
            return seen
        lacking = max(0, expected - len(inside))
        begun_s = begin_s(inside, look)
        stopped = unread(look.news, look.rests, look.table, begun_s, emptied)
        here = under(inside) + stopped + len(_behind(look, begun_s)) + covered(look.rests)
        most = max(0, lacking - here)
        sure = min(lacking, seen)
        if plain and (sure or most == 1):
            # Dice that leave side by side look like one.
            return max(sure, most)
        return max(sure, min(most, sure + len(self._doubted(inside, look))))

    def _doubted(self, inside: Sequence[Rest], look: Look) -> list[Flight]:
        """The flights of this throw that may have left: reason enough where dice are missing, and only there."""
        begun_s = begin_s(inside, look)
        heading = _heading_px(look.news, look.table)
        doubted = [flight for flight in look.news if _may_have_left(flight, look.table, begun_s, heading)]
        found = [*self._explained, *self._held, *doubted]
        lay_s = max((rest.arrived_s for rest in inside), default=look.time_s)
        own = [
            flight
            for flight in found
            if flight.born_s > begun_s - BEGIN_S
            if flight.inside or not self._hand or _flew_past(flight, look, lay_s)
        ]
        return _apart(own, inside, look, STOPPED_DICE)

    def crossing(self, look: Look, expected: int | None, since_s: float) -> list[Flight]:
        """Where nothing came to rest: awaited dice that crossed the table within a few frames since then have left.

        Where more crossed it than dice and their shadows could, the camera sways or somebody passes by.
        """
        if expected is None or look.sparse or self.handled or not look.met:
            return []
        far, heading = LEAVE_TRAVEL_DICE * look.table.die_mm, _heading_px(look.news, look.table)
        left = [
            flight
            for flight in look.news
            if flight.free and flight.seen >= 2 and flight.travelled_mm(look.table) > far
            if flight.born_s >= since_s and _may_have_left(flight, look.table, flight.born_s, heading)
        ]
        return left[:expected] if len(left) <= MOST_TIMES * expected else []

    def unsaid(
        self, off: int, left: Sequence[Flight], beyond: Sequence[Rest], inside: Sequence[Rest], look: Look
    ) -> list[OffTable]:
        """What is to be said of so many dice that left, and was not said yet. left, beyond, inside: see `count`."""
        count = off - self.told
        if count <= 0:
            return []
        arrivals = [look.arrival(rest) for rest in beyond]
        flights = [flight for flight in arrivals if flight] or left or self._doubted(inside, look)
        why = beyond_why(count) if beyond else left_why(count) if flights else MISSING_WHY
        crossed = [] if beyond else [flight for flight in flights if flight not in self._spoken]
        gone = [*lying(beyond, look), *flown(crossed, "crossed", look)][:count]
        return [off_table([*gone, *missing(count - len(gone), look)], flights, look, why)]

    def in_all(self, unsaid: Sequence[OffTable]) -> tuple[str, list[Gone]]:
        """Why, in a sentence, and each of all dice that left, with those that are said last."""
        if not unsaid:
            return self.why, self.gone
        last = unsaid[-1]
        return last.why if not self.told else left_why(self.told + last.n), [*self.gone, *last.gone]


def off_table(gone: Sequence[Gone], flights: Sequence[Flight], look: Look, why: str) -> OffTable:
    """The event that these are gone, with the last picture that shows such a die, and the ways they took."""
    last = max(flights, key=lambda flight: flight.last_s, default=None)
    picture = look.image if last is None or last.picture is None else last.picture
    tracks = tuple(flight.track for flight in flights)
    return OffTable(look.time_s, len(gone), why, picture, tracks, tuple(gone))


def _flew_past(flight: Flight, look: Look, lay_s: float) -> bool:
    """Whether a die flew past the table before the others lay still, at lay_s, though a hand was there.

    It was seen by itself, and fast. The edge of the picture cuts off an arm, and fingers and cups are slower.
    """
    travelled_mm = flight.travelled_mm(look.table)
    fast = travelled_mm > STREAK_MM_S * (flight.last_s - flight.born_s)
    return (
        flight.free >= 2
        and flight.born_s < lay_s
        and fast
        and travelled_mm > LEAVE_TRAVEL_DICE * look.table.die_mm
    )


def _heading_px(flights: Sequence[Flight], table: Table) -> Point:
    """Which way a throw goes, in pixels: the sum of the ways of its dice."""
    far = [
        flight for flight in flights if flight.origin is None and flight.travelled_mm(table) > table.die_mm
    ]
    return (
        sum(flight.at_px[0] - flight.path[0][1] for flight in far),
        sum(flight.at_px[1] - flight.path[0][2] for flight in far),
    )


def _may_have_left(flight: Flight, table: Table, since_s: float, heading_px: Point) -> bool:
    """Whether a flight was last seen at the table's edge and on its way out: what a missing die may be told by.

    Weaker than `Flight.gone`: a fast die crosses a corner of the picture within a frame or two. since_s: when the
    throw began; what was seen only once counts from a little later on, when dice no longer come in, or where the
    whole throw goes (heading_px) over the edge.
    """
    if not flight.ended or flight.gone or flight.origin is not None or flight.solid < SHADOW_SOLID:
        return False
    beyond, (x, y) = table.beyond_mm(flight.at_px), flight.at_px
    near = beyond > -EDGE_DICE * table.die_mm or table.beyond_mm(flight.ahead(NEXT_S)) > 0
    if not near or (flight.stopped and beyond < 0) or flight.hidden:
        return False
    if flight.seen >= 2 and beyond < -INSIDE_DICE * table.die_mm and not _flew_on(flight, table):
        return False
    if flight.seen < 2:
        length = max(math.hypot(*heading_px), 1e-6) / table.die_px(flight.at_px)
        onward = x + heading_px[0] / length, y + heading_px[1] / length
        return flight.born_s > since_s + ENTRY_S or table.beyond_mm(onward) > beyond + table.die_mm / 2
    return (flight.inside and beyond > table.die_mm / 2) or table.beyond_mm(flight.ahead(0.05)) > beyond


def _flew_on(flight: Flight, table: Table) -> bool:
    """Whether a die that was lost inside was about to reach the edge: fast, and by itself.

    What was lost beside something else is a part of that: a shadow, an arm that draws back, dice that touch.
    """
    return not flight.merged and table.beyond_mm(flight.ahead(REACH_S)) >= 0


def _behind(look: Look, begun_s: float) -> list[Flight]:
    """The dice of a throw that were lost on their way, well inside the table and where no die lies: they are behind
    something that stands there.
    """
    own = [flight for flight in look.news if flight.born_s > begun_s - BEGIN_S]
    return _apart([flight for flight in own if _vanished(flight, look.table)], look.rests, look)


def _vanished(flight: Flight, table: Table) -> bool:
    """Whether a thrown die was lost on its way, well inside the table."""
    lost = flight.ended and not (flight.stopped or flight.gone or flight.hidden)
    onward_mm = table.beyond_mm(flight.ahead(ONWARD_S))
    inside = table.beyond_mm(flight.at_px) < -INSIDE_DICE * table.die_mm and onward_mm < 0
    return lost and inside and flight.is_die(table)


def _apart(
    flights: Sequence[Flight], rests: Sequence[Rest], look: Look, dice: float = ARRIVE_DICE
) -> list[Flight]:
    """The flights that ended further than so many edges from where any of these dice lies."""
    reach = dice * look.table.die_mm
    return [
        flight
        for flight in flights
        if all(look.table.distance_mm(flight.at_px, rest.centre_px) > reach for rest in rests)
    ]


def left_why(count: int) -> str:
    """That so many dice left, in a sentence."""
    return "A die left the table." if count == 1 else f"{count} dice left the table."


def beyond_why(count: int) -> str:
    """That so many dice lie beyond the edge, in a sentence."""
    lies = "A die lies" if count == 1 else f"{count} dice lie"
    return f"{lies} beyond the table's edge."
