"""When do dice that lie still make a throw? Exactly one Roll for each throw, none for anything else.

It is a throw when at least one die arrived by itself: it flew free, came from no die that lay there, and stopped
where a die lies now; or it left the table. Dice that came to rest after such a flight began belong to the throw;
dice that lay still, or were put down by a hand, are kept. A die that was pushed or turned over is a question.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from hardware.frame import Image
from vision.flight import LEAVE_TRAVEL_DICE, Flight, is_flying, may_have_left
from vision.nouns import Die, Event, Moving, OffTable, Roll, Trouble
from vision.table import Table
from vision.throw import arrival, begin_s, doubted, thrown_dice, unread
from vision.track import Rest, Vote, zone_of

# All dice of a throw lie still for so long before it is read as one.
STILL_S = 0.25
# So many looks at each die make a verdict.
LOOKS = 3
# At the end of a clip so much of both is enough.
ENDED_SHARE = 0.6
# A flight that was not seen for so long has ended or is hidden.
QUIET_S = 0.08
# Longer waiting for dice that are expected and not seen, and for an empty table.
WAIT_S, EMPTY_S = 1.2, 0.3
# Dice that move away explain what leaves the table for so long.
VANISH_S = 1.5


@dataclass(frozen=True, eq=False)
class Look:
    """All that is known of one frame.

    rests: dice that lie. flights: what moves or moved lately; left: those that have just left the table.
    vanished: dice that had been told of and have just moved away by themselves.
    stir: anything moved, was covered or changed its light. hand: a hand moves over the table. read: the reader
    has just looked at this frame. sparse: frames come too far apart to follow a die over the edge.
    """

    time_s: float
    image: Image
    table: Table
    rests: Sequence[Rest] = ()
    flights: Sequence[Flight] = ()
    left: Sequence[Flight] = ()
    vanished: int = 0
    stir: bool = False
    hand: bool = False
    read: bool = False
    sparse: bool = False


class Settler:
    """Turns looks, frame by frame, into events. `expected`: how many dice the next throw has, None if unknown."""

    def __init__(self, expected: int | None = None) -> None:
        self.expected = expected
        self.open = True
        self.troubles: tuple[Trouble, ...] = ()
        self._said = False
        self._left: list[Flight] = []
        self._told = 0
        self._explained: list[Flight] = []
        self._vanished: list[float] = []
        self._moved_s = float("-inf")
        self._reads = 0
        self._clear = False
        self._handled = False
        self._opened_s = 0.0

    def step(self, look: Look) -> tuple[Event, ...]:
        """The events of one more frame."""
        events = [*self._begin(look), *self._leave(look)]
        if not self.open:
            return tuple(events)
        self._note(look)
        if self._is_due(look, 1.0, WAIT_S):
            events += self._verdict(look, WAIT_S)
        return tuple(events)

    def finish(self, look: Look) -> tuple[Event, ...]:
        """The source has ended with this look: a throw that lay still for most of the time it takes is said."""
        return tuple(self._verdict(look, 0.0)) if self.open and self._is_due(look, ENDED_SHARE, 0.0) else ()

    def quiet_s(self, time_s: float) -> float:
        """For how long no die has been on its way."""
        return time_s - self._moved_s

    def _begin(self, look: Look) -> list[Event]:
        """Notice that something happens; say once that dice move."""
        if look.stir and not self.open:
            self.open, self._opened_s, self._handled = True, look.time_s - STILL_S, False
        self._handled = self._handled or look.hand
        flying = [flight for flight in look.flights if is_flying(flight, look.time_s, look.table)]
        if flying:
            self.open, self._moved_s = True, look.time_s
            self._reads, self._clear = 0, False
        if self._said or not any(flight.free >= 2 for flight in flying):
            return []
        self._said = True
        self.troubles = ()
        return [Moving(look.time_s)]

    def _leave(self, look: Look) -> list[Event]:
        """Say at once that dice have left the table.

        Never more than can be missing while others are still on their way; and dice that lay there and are picked
        up or pushed off explain as many that leave: whether those are missing is seen when the others lie.
        """
        self._vanished = [time_s for time_s in self._vanished if look.time_s - time_s < VANISH_S]
        self._vanished += [look.time_s] * look.vanished
        left = [] if look.sparse else list(look.left)
        explained = min(len(left), max(0, len(self._vanished) - len(self._explained)))
        self._explained += left[:explained]
        left = left[explained:]
        if self.expected is not None:
            flying = sum(is_flying(flight, look.time_s, look.table) for flight in look.flights)
            left = left[: max(0, self.expected - len(self._left) - flying)]
        if not left:
            return []
        self._left += left
        self._told += len(left)
        self.open = True
        return [OffTable(look.time_s, len(left), _left_why(len(left)), look.image)]

    def _note(self, look: Look) -> None:
        if look.read:
            self._reads += 1
            self._clear = self._clear or not look.hand

    def _is_due(self, look: Look, share: float, wait_s: float) -> bool:
        """Whether all dice lay still for this share of the time it takes, and were looked at as often.

        A die of which it is not sure that it is there holds that up for so long.
        """
        quiet_s, looks = self.quiet_s(look.time_s), math.ceil(share * LOOKS)
        if quiet_s < QUIET_S or self._reads < looks or (look.hand and not self._clear):
            return False
        rests = [rest for rest in look.rests if not rest.covered]
        if not rests:
            return quiet_s >= EMPTY_S and not look.hand
        for rest in rests:
            if rest.looks < looks and not (rest.known and rest.seen > 0):
                return False
            if rest.still_s < share * STILL_S or (_doubtful(rest) and quiet_s < wait_s):
                return False
        return True

    def _verdict(self, look: Look, wait_s: float) -> list[Event]:
        rests = [rest for rest in look.rests if self._is_there(rest, look)]
        thrown = thrown_dice(rests, look.flights, self._left, look.table, self.expected)
        thrown = thrown or self._appeared(rests)
        inside = [rest for rest in thrown if zone_of(rest, look.table) != "off"]
        if not thrown and not self._left:
            self._left = self._crossed(look)
        if not thrown and not self._left:
            events = self._question(rests, look)
        else:
            count = len(inside) + self._off(thrown, inside, look)
            if self.expected not in (None, count) and self.quiet_s(look.time_s) < wait_s:
                return []
            events = self._roll(rests, thrown, inside, look)
        for rest in rests:
            rest.known, rest.told = True, rest.vote.value or rest.told
        self._close()
        return events

    @staticmethod
    def _is_there(rest: Rest, look: Look) -> bool:
        """Whether most looks found this die, or one did and it was seen to fly there."""
        flown = arrival(rest, look.flights, look.table) is not None
        return 2 * rest.seen > rest.looks or (rest.seen > 0 and flown)

    def _close(self) -> None:
        self.open = self._said = self._clear = False
        self._left, self._explained, self._told, self._reads = [], [], 0, 0

    def _off(self, thrown: Sequence[Rest], inside: Sequence[Rest], look: Look) -> int:
        """How many dice left the table: seen to leave, at rest beyond its edge, or missing and likely gone."""
        beyond = len(thrown) - len(inside)
        if look.sparse:
            return beyond
        if self.expected is None:
            return max(len(self._left), beyond)
        missing = max(0, self.expected - len(inside))
        sure = min(missing, len(self._left) + beyond)
        begun_s = begin_s(inside, look.flights, look.table, look.time_s)
        most = max(0, missing - unread(look.flights, look.rests, look.table, begun_s))
        if sure:
            # Dice that leave side by side look like one.
            return max(sure, most)
        return min(most, doubted(look.flights, self._explained, look.table, begun_s))

    def _appeared(self, rests: Sequence[Rest]) -> list[Rest]:
        """As many new dice as are awaited, while something flew, though none was seen to stop; no hand was there."""
        new = [rest for rest in rests if not rest.known]
        unhandled = not (self._handled or self._vanished or self._explained)
        return new if self._said and unhandled and len(new) == self.expected else []

    def _crossed(self, look: Look) -> list[Flight]:
        """Awaited dice that crossed the table within a few frames, and nothing came to rest; no hand was there."""
        if self.expected is None or look.sparse or self._handled or self._vanished or self._explained:
            return []
        far = LEAVE_TRAVEL_DICE * look.table.die_mm
        return [
            flight
            for flight in look.flights
            if flight.free and flight.seen >= 2 and flight.travelled_mm(look.table) > far
            if flight.born_s >= self._opened_s and may_have_left(flight, look.table, flight.born_s)
        ][: self.expected]

    def _roll(
        self, rests: Sequence[Rest], thrown: Sequence[Rest], inside: Sequence[Rest], look: Look
    ) -> list[Event]:
        off = self._off(thrown, inside, look)
        events: list[Event] = []
        if off > self._told:
            why = _left_why(off - self._told) if len(thrown) == len(inside) else _beyond_why(off - self._told)
            events.append(OffTable(look.time_s, off - self._told, why, look.image))
        kept = [rest for rest in rests if rest not in thrown and zone_of(rest, look.table) != "off"]
        votes = [rest.vote for rest in inside]
        dice = [*(_die(rest, look.table) for rest in inside), *(_die(rest, look.table) for rest in kept)]
        events.append(
            Roll(
                look.time_s,
                tuple(vote.value for vote in votes),
                tuple(rest.vote.value for rest in kept),
                off,
                _left_why(off) if off else "",
                min((vote.value_p for vote in votes), default=0.0),
                look.image,
                tuple(dice),
            )
        )
        self.troubles = self._miscount(len(inside), off, look.time_s)
        return [*events, *self.troubles]

    def _miscount(self, seen: int, off: int, time_s: float) -> tuple[Trouble, ...]:
        if self.expected is None or seen + off == self.expected:
            return ()
        return (
            Trouble(
                "count",
                f"{_dice(seen + off)} seen, {self.expected} expected.",
                "One may be hidden or stacked. Spread the dice, or say what you see.",
                time_s,
            ),
        )

    def _question(self, rests: Sequence[Rest], look: Look) -> list[Event]:
        """No throw: but a die that shows another value than before is asked about."""
        before = {rest.id: rest.told for rest in look.rests}
        turned = []
        for rest in rests:
            flight = arrival(rest, look.flights, look.table)
            told = (
                rest.told if flight is None or flight.origin is None else before.get(flight.origin, rest.told)
            )
            if told is not None and rest.vote.value is not None and rest.vote.value != told:
                turned.append(f"This die turned over: {told} became {rest.vote.value}.")
        if turned:
            asked = "The others lay still. Was it nudged?"
            self.troubles = tuple(Trouble("turned", what, asked, look.time_s) for what in turned)
        return list(self.troubles) if turned else []


def _doubtful(rest: Rest) -> bool:
    """Seen in some looks and not in others: a ghost, or a die that is hard to see."""
    return rest.seen < rest.looks and 2 * rest.seen <= rest.looks + 1


def _die(rest: Rest, table: Table) -> Die:
    vote: Vote = rest.vote
    return Die(
        vote.value,
        vote.value_p,
        vote.state,
        zone_of(rest, table),
        rest.detection.corners_px,
        vote.ranking,
        rest.id,
    )


def _dice(count: int) -> str:
    return "1 die" if count == 1 else f"{count} dice"


def _left_why(count: int) -> str:
    return "A die left the table." if count == 1 else f"{count} dice left the table."


def _beyond_why(count: int) -> str:
    lies = "A die lies" if count == 1 else f"{count} dice lie"
    return f"{lies} beyond the table's edge."
