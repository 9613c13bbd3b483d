"""When do dice that lie still make a throw? Exactly one Roll for each throw, none for anything else.

It is a throw when at least one die arrived by itself: it flew free, came from no die that lay there, and stopped
where a die lies now; or it left the table; or when all dice in the throw zone are new, as many as are awaited, though
a hand hid how they came. Dice that came to rest after such a flight began belong to the throw; dice that lay still are
kept. A die that was pushed or turned over is a question. A throw that is asked about, because its dice are too few
or too many, is told once more when a hand has laid out the missing ones, or when somebody asks for it.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from vision.arrival import begin_s, came_to_rest, unread
from vision.flight import Flight
from vision.footprint import Footprints
from vision.leave import Leavers
from vision.look import Look
from vision.nouns import TILTED, Die, Event, Moving, OffTable, Roll, Trouble, Turned, Zone
from vision.rest import Rest, under
from vision.table import Table
from vision.throw import thrown_dice
from vision.told import Told, die_of, pushed
from vision.viewpoint import Viewpoint

# All dice of a throw lie still for so long before it is read as one.
STILL_S = 0.25
# One that leans on something or lies on another may yet fall, and more looks may tell what one is that is not read yet:
# these are watched for longer, the latter as long as there is more to see.
LEAN_S = 0.5
# So many looks at each die make a verdict.
LOOKS = 3
# At the end of a clip, and before a hand that comes to gather the dice, so much of both is enough.
ENDED_SHARE = 0.6
# A flight that was not seen for so long has ended or is hidden.
QUIET_S = 0.08
# Longer waiting for dice that are expected and not seen, and for an empty table.
WAIT_S, EMPTY_S = 0.5, 0.3
# Dice that lie still for so long while a hand moves beside them are not being put there any more.
HAND_S = 1.0
# A new die changes at least such a share of the picture inside its box; a side of one is found so near it.
FRESH, SIDE_DICE = 0.1, 1.5
# On another, a die looks so much larger at least than on the table: its box holds a side of that one, too.
LARGER = 1.1
# Where nobody knows how many come, dice may come in for so long.
POUR_S = 0.6
# Dice that left roll on beyond the edge for so long after their throw was read.
AFTER_S = 2.0


@dataclass
class _Episode:
    """What has been noticed since all was told of last.

    said: that dice move. reads: looks of the reader since something flew; clear: one of them without a hand before the
    dice. changed: the number awaited is another one since something flew: then none of this throw is surely missing.
    again: the dice that lie there are to be told whatever their number: "known", those of the last throw; "all", for
    the game has none aside.
    """

    said: bool = False
    clear: bool = False
    changed: bool = False
    reads: int = 0
    again: Literal["", "known", "all"] = ""

    def look_anew(self) -> None:
        """What was read until now counts for nothing."""
        self.reads, self.clear = 0, False


@dataclass
class _Hand:
    """When a hand was over the table.

    last_s: when it was last; since_s: since when it has been without a break. meddled: it was since something began.
    """

    last_s: float = -math.inf
    since_s: float = math.inf
    meddled: bool = False

    def step(self, look: Look) -> None:
        """One more frame."""
        if look.hand:
            self.last_s, self.since_s = look.time_s, min(self.since_s, look.time_s)
            self.meddled = True
        else:
            self.since_s = math.inf


class Settler:
    """Turns looks, frame by frame, into events. `expected`: how many dice the next throw has, None if unknown."""

    def __init__(self, expected: int | None = None) -> None:
        self.expected = self._next = expected
        self.open = True
        self.troubles: tuple[Trouble, ...] = ()
        self._episode, self._hand = _Episode(), _Hand()
        self._told, self._leavers = Told(), Leavers()
        self._moved_s = self._began_s = self._closed_s = self._rolled_s = -math.inf
        self._opened_s = 0.0
        # Whether the last throw had another number than was awaited, and is asked about.
        self._counting = False

    def expect(self, dice: int | None, counting: bool = False) -> None:
        """How many dice the next throw has; None: any number. counting: the last one had another number, and is asked
        about.

        A throw of which a die was said to have left keeps what was awaited of it: that die has ended a turn perhaps,
        and what is awaited now is somebody else's throw.
        """
        self._next, self._counting = dice, counting
        if not self._leavers.told:
            if dice != self.expected and self._began_s > self._closed_s:
                self._episode.changed = True
            self.expected = dice

    def read_again(self, all_thrown: bool = False) -> None:
        """The dice that lie there are to be told as a throw, however many they are and however they came.

        all_thrown: the game has none aside, so that none of those may be one that was kept.
        """
        self.open = True
        self._episode.again = "all" if all_thrown else "known"
        self._episode.look_anew()

    def step(self, look: Look) -> tuple[Event, ...]:
        """The events of one more frame."""
        events: list[Event] = [*self._begin(look), *self._leavers.step(look, self._in_hand(look))]
        self.open = self.open or any(isinstance(event, OffTable) for event in events)
        if not self.open:
            return tuple(events)
        self._note(look)
        if self._is_due(look, ENDED_SHARE if self._is_gathered(look) else 1.0, WAIT_S):
            events += self._verdict(look, WAIT_S)
        return tuple(events)

    def finish(self, look: Look) -> tuple[Event, ...]:
        """The source has ended with this look: a throw that lay still for most of the time it takes is said."""
        return tuple(self._verdict(look, 0.0)) if self.open and self._is_due(look, ENDED_SHARE, 0.0) else ()

    def flying(self, look: Look) -> list[Flight]:
        """The dice of a throw that are on their way in this frame."""
        return [flight for flight in look.flying if not self._is_late(flight, look)]

    def quiet_s(self, time_s: float) -> float:
        """For how long no die has been on its way."""
        return time_s - self._moved_s

    def _calm_s(self, look: Look) -> float:
        """For how long no die has been on its way, and the new ones have lain still."""
        return look.time_s - max([self._moved_s, *(rest.arrived_s for rest in look.rests if not rest.known)])

    def _begin(self, look: Look) -> list[Event]:
        """Notice that something happens; say once that dice move."""
        if look.stir and not self.open:
            self.open, self._opened_s, self._hand.meddled = True, look.time_s - STILL_S, False
        self._hand.step(look)
        flying = self.flying(look)
        if flying:
            self.open, self._moved_s = True, look.time_s
            self._episode.look_anew()
            if self._began_s <= self._closed_s:
                self._began_s = look.time_s
        if self._episode.said or not any(flight.free >= 2 for flight in flying):
            return []
        self._episode.said = True
        self.troubles = ()
        return [Moving(look.time_s)]

    def _note(self, look: Look) -> None:
        if look.read:
            episode = self._episode
            episode.reads += 1
            episode.clear = episode.clear or not look.hand or (look.away and self._are_here(look))

    def _are_here(self, look: Look) -> bool:
        """Whether as many new dice lie in sight as are awaited: a hand that is away from them holds no more."""
        new = [rest for rest in look.rests if not rest.known]
        in_sight = [rest for rest in new if rest.seen > 0 and not rest.covered]
        return len(new) == len(in_sight) == self._in_hand(look)

    def _is_due(self, look: Look, share: float, wait_s: float) -> bool:
        """Whether all dice lay still for this share of the time it takes, and were looked at as often.

        A die of which it is not sure that it is there holds that up for so long.
        """
        quiet_s, calm_s, looks = self.quiet_s(look.time_s), self._calm_s(look), math.ceil(share * LOOKS)
        hidden = any(rest.lay and rest.covered and not rest.known for rest in look.rests)
        under_hand = look.hand and not self._episode.clear and (calm_s < HAND_S or hidden)
        if quiet_s < QUIET_S or self._episode.reads < looks or under_hand:
            return False
        if wait_s and (self._pours(look) or self._is_at_large(look)):
            return False
        rests = [rest for rest in look.rests if not rest.covered]
        if self.expected is None and hidden:
            return False
        if not rests:
            # What a hand has just let go is not seen at once.
            return min(quiet_s, look.time_s - self._hand.last_s) >= EMPTY_S
        for rest in rests:
            if rest.looks >= looks and rest.seen == 0 and not rest.known:
                continue  # nothing is found there any more
            if rest.looks < looks and not (rest.known and rest.seen > 0):
                return False
            longer = rest.state in TILTED or (rest.state == "unsure" and wait_s > 0)
            still_s = LEAN_S if longer and not rest.known else STILL_S
            if rest.still_s < share * still_s or (calm_s < wait_s and self._is_doubtful(rest, look)):
                return False
        return True

    def _is_at_large(self, look: Look) -> bool:
        """Whether a die of the throw is out of sight, and none has come to rest that it may be."""
        lost = [flight for flight in look.news if flight.is_at_large(look.time_s, look.table)]
        came = [look.arrival(rest) for rest in look.rests if not rest.known] if lost else []
        return any(flight not in came and not self._is_late(flight, look) for flight in lost)

    def _is_late(self, flight: Flight, look: Look) -> bool:
        """Whether it came into view when all dice of the throw lay still: a hand or its shadow, most likely.

        All of it are as many as are awaited; where nobody knows, those that came within the time that dice come in.
        """
        came = len(self._lain_before(flight.born_s, look))
        if self.expected is not None:
            return came == self.expected > 0
        return came > 0 and self._closed_s < self._began_s < flight.born_s - POUR_S

    def _is_gathered(self, look: Look) -> bool:
        """Whether a hand has come into view while all dice of the throw lay still: it will take them up."""
        return look.hand and bool(self._lain_before(self._hand.since_s, look))

    @staticmethod
    def _lain_before(time_s: float, look: Look) -> list[Rest]:
        """The new dice, if all of them lay still by then, and still do."""
        new = [rest for rest in look.rests if not rest.known]
        return [] if any(rest.covered or rest.arrived_s >= time_s for rest in new) else new

    def _pours(self, look: Look) -> bool:
        """Whether more dice of a throw may still come in that nobody has counted."""
        return self.expected is None and look.time_s - self._began_s < POUR_S

    def _verdict(self, look: Look, wait_s: float) -> list[Event]:
        """What is to be said of the dice that lie still; nothing while more may be seen of them."""
        rests = self._recognised(look)
        thrown = self._thrown(rests, look)
        inside = [rest for rest in thrown if rest.zone(look.table) != "off"]
        rolled_on = look.time_s - self._rolled_s < AFTER_S and not inside
        threw = bool(self._leavers.left or (thrown and not rolled_on))
        off = self._count_off(rests, thrown, inside, look, wait_s) if threw else 0
        count = len(inside) + under(inside) + off if threw else sum(not rest.known for rest in rests)
        laid_out = [] if threw else self._laid_out(rests, look)
        if self._waits(count, laid_out, look, wait_s):
            return []
        if threw:
            events = self._roll(rests, thrown, inside, off, look)
        elif laid_out:
            events = self._roll(rests, laid_out, laid_out, 0, look)
        else:
            events = self._turned(rests, look)
        self._close(rests, look)
        return events

    def _recognised(self, look: Look) -> list[Rest]:
        """The dice that are surely there; those that were told of, and sides of them, are known from now on."""
        rests = [rest for rest in look.rests if self._is_there(rest, look)]
        for rest in rests:
            rest.known = rest.known or self._is_side(rest, look)
        self._told.find_again(rests, look)
        return rests

    def _thrown(self, rests: Sequence[Rest], look: Look) -> list[Rest]:
        """Those of the dice that were thrown. Where none of them was, some may have left: the leavers are asked."""
        thrown = thrown_dice(rests, look.news, self._leavers.left, look.table, self.expected)
        thrown = [] if self._were_handled(thrown, rests, look) else thrown
        thrown = thrown or self._appeared(rests, look)
        back = self._as_before(rests, thrown, look)
        for rest in back:
            rest.lie_anew(look.time_s)
        thrown += back
        if not thrown and not self._leavers.left and not self._hand.meddled:
            self._leavers.take_for_left(look, self._in_hand(look), self._opened_s)
        return thrown

    def _count_off(
        self, rests: Sequence[Rest], thrown: Sequence[Rest], inside: Sequence[Rest], look: Look, wait_s: float
    ) -> int:
        """How many dice of a throw left the table. Those inside that may lie on others are marked as such."""
        old = self._told.moved_on(rests)
        rooms = self._rooms(inside, old, look) if self._calm_s(look) >= wait_s else Footprints()
        for rest in inside:
            rest.alone = False  # else it would not be seen how it lies
        plain = self._are_all(inside, rooms, look) and not look.hand and not self._episode.changed
        emptied = [die.centre_px for die in old]
        # One that lies as it lay may be the missing one: then none has left.
        doubtful = sum(rest not in thrown for rest in self._back_again(rests, look))
        awaited = None if self.expected is None else self.expected - doubtful
        off = self._leavers.count(thrown, inside, look, awaited, plain, emptied)
        for index in rooms.towers[: self._lacks(inside, off)]:
            inside[index].tower = True
        # With no other to tell by its room it may lie on the one that is missing, unless it looks no larger than
        # one on the table.
        alone = len(inside) == 1 and self._lacks(inside, off) > 0 and _may_lie_above(inside[0], look.table)
        for rest in inside:
            rest.alone = alone
        return off

    def _waits(self, count: int, laid_out: Sequence[Rest], look: Look, wait_s: float) -> bool:
        """Whether it is too early: more or fewer dice than awaited have not lain for long, or a hand may still lay dice
        out.
        """
        if count and self.expected not in (None, count) and self._calm_s(look) < wait_s:
            return True
        return bool(laid_out) and not self._episode.again and look.time_s - self._hand.last_s < HAND_S

    def _laid_out(self, rests: Sequence[Rest], look: Look) -> list[Rest]:
        """The dice of the last throw as they lie now, if somebody asks for them, or a hand laid out the missing ones.

        Not if any that lay beside it then is gone, or may be: it may be among them. By themselves only those count that
        lie about where the throw lay: one from elsewhere may have been on the floor.
        """
        told = self._told
        again = self._episode.again
        sure = self._rolled_s > -math.inf and told.beside_lie_there(rests)
        if not (sure or again == "all"):
            return []
        mine = [rest for rest in rests if rest.zone(look.table) == "throw" and told.may_be_thrown(rest)]
        missing = self._counting and told.number_thrown < len(mine) == self.expected
        return mine if again or (missing and told.lie_about_there(mine, look)) else []

    def _lacks(self, inside: Sequence[Rest], off: int) -> int:
        """How many awaited dice are neither here nor gone."""
        return max(0, (self.expected or 0) - len(inside) - under(inside) - off)

    def _rooms(self, inside: Sequence[Rest], old: Sequence[Die], look: Look) -> Footprints:
        """Where dice are missing, the rooms of those that are there. old: those that lay there before."""
        if not self._lacks(inside, 0):
            return Footprints()
        corners = [rest.detection.corners_px for rest in inside]
        return look.footprints(corners, [die.corners_px for die in old], look.table)

    def _are_all(self, inside: Sequence[Rest], rooms: Footprints, look: Look) -> bool:
        """Whether these dice, of which some are missing, lie flat and are surely all that lies there, by their rooms.

        One that flew there does not lie on another, as one that fell straight down may: there need be no other to
        compare it with, and it may lie where its room cannot be told. If all fell straight down, none rolled away.
        """
        if not (rooms.plain or rooms.single) or any(rest.state != "flat" for rest in inside):
            return False
        flew = [self._flew(rest, look) for rest in inside]
        alone = [flown for flown, room in zip(flew, rooms.own, strict=True) if rooms.single or room is None]
        return any(flew) and all(alone)

    def _is_doubtful(self, rest: Rest, look: Look) -> bool:
        """Found in some looks and not in others, and not seen to fly there: a ghost, or a die that is hard to see."""
        return rest.seen < rest.looks and 2 * rest.seen <= rest.looks + 1 and not self._flew(rest, look)

    @staticmethod
    def _flew(rest: Rest, look: Look) -> bool:
        return rest.seen > 0 and look.arrival(rest) is not None

    def _is_there(self, rest: Rest, look: Look) -> bool:
        """Whether most looks found this die, or one did and it was seen to fly there."""
        return 2 * rest.seen > rest.looks or self._flew(rest, look)

    def _is_side(self, rest: Rest, look: Look) -> bool:
        """Whether it is beside a die that lies there, and looks as its place did before: a side of that one."""
        if rest.known or self._closed_s == -math.inf or self._flew(rest, look):
            return False
        reach_mm = SIDE_DICE * look.table.die_mm
        beside = any(
            other.known
            and not other.covered
            and look.table.distance_mm(other.centre_px, rest.centre_px) < reach_mm
            for other in look.rests
        )
        return beside and look.fresh(rest.detection.corners_px) < FRESH

    def _close(self, rests: Sequence[Rest], look: Look) -> None:
        """All that lies and has flown until now is told of."""
        self._told.tell(rests, look)
        for rest in rests:
            rest.known, rest.alone = True, False
        for flight in look.flights:
            # On an empty table nothing has come of it yet: fingers that waited there may hold the dice.
            over = look.time_s - flight.last_s >= QUIET_S if rests else flight.ended
            flight.known = flight.known or over
        self.open, self._closed_s = False, look.time_s
        self._episode = _Episode()
        self._leavers.begin()
        self.expected = self._next

    def _appeared(self, rests: Sequence[Rest], look: Look) -> list[Rest]:
        """All dice in the throw zone, as many as are awaited (after a while most): new, though none was seen to stop.

        Of the awaited ones some may lie beyond the table's edge. They were hidden by the hand that let them go, or too
        fast. Not so where dice that are gone from where they lay showed the same values, and none was seen to roll:
        those were pushed aside.
        """
        here = sum(rest.zone(look.table) == "throw" for rest in rests)
        new = self._new_in("throw", rests, look)
        beyond = self._new_in("off", rests, look) if len(new) < (self.expected or 0) else []
        # What lay there before this began was seen, or something flew before they lay and no hand put them down.
        flown = self._episode.said and all(rest.arrived_s > self._began_s for rest in new)
        clear = self._closed_s > -math.inf or (flown and not self._hand.meddled)
        most = self._left_lying(rests, look) < len(new) < (self.expected or 0) <= 2 * len(new)
        enough = len(new) + len(beyond) == (self.expected or here) or (most and self._calm_s(look) >= WAIT_S)
        if not new or not enough or not clear:
            return []
        if len(new) == 1 and (self._told.before(new[0], look) or pushed(new[0], look)):
            return []
        gone = Counter(die.value for die in self._told.gone(look).values())
        shown = Counter(rest.vote.value for rest in new)
        shown.pop(None, None)
        same = not shown - gone and (self.expected is None or gone.total() == len(new))
        rolled = any(came_to_rest(flight, look.table) for flight in look.news) and not self._leavers.handled
        # What was only seen to move away was pushed, unless dice show other values now.
        pushed_on = same if gone else self._leavers.handled
        return [] if pushed_on and not rolled else [*new, *beyond]

    def _in_hand(self, look: Look) -> int | None:
        """How many dice may be thrown: as many as are awaited, but for those of them that lie untouched.

        Before the first throw that was told nobody knows whether those that lie there are the awaited ones.
        """
        if self.expected is None or self._rolled_s == -math.inf:
            return self.expected
        return max(0, self.expected - self._left_lying(look.rests, look))

    def _left_lying(self, rests: Sequence[Rest], look: Look) -> int:
        """Where all dice are awaited: how many lie in the throw zone that were in sight since this began."""
        if not self._all_awaited:
            return 0
        known = [rest for rest in rests if rest.known and not self._told.is_back(rest)]
        in_sight = [rest for rest in known if rest.covered_s <= self._opened_s]
        return sum(rest.zone(look.table) == "throw" for rest in in_sight)

    def _were_handled(self, thrown: Sequence[Rest], rests: Sequence[Rest], look: Look) -> bool:
        """Whether these were moved by hand, or not at all: then what flew beside them were fingers.

        All of them lie just as they lay; or none was seen to fly for most of its way, and the other dice that are
        awaited lie untouched.
        """
        if not thrown or self._leavers.left:
            return False
        if all(self._told.lies_as_one_lay(rest, look) for rest in thrown):
            return True
        untouched = self._left_lying(rests, look)
        if not untouched or untouched + len(thrown) > (self.expected or 0):
            return False
        arrivals = [look.arrival(rest) for rest in thrown]
        return not any(flight and came_to_rest(flight, look.table) for flight in arrivals)

    def _new_in(self, zone: Zone, rests: Sequence[Rest], look: Look) -> list[Rest]:
        """Dice in a zone that were not there when the last throw was over."""
        return [
            rest
            for rest in rests
            if rest.zone(look.table) == zone and not rest.known and rest.first_s > self._closed_s
        ]

    def _as_before(self, rests: Sequence[Rest], thrown: Sequence[Rest], look: Look) -> list[Rest]:
        """Dice taken for some that lay there, though as many were thrown as lay there, and these are missing.

        One of all that were gathered may come to lie about where it lay, with the value that it had; but one that lies
        just as it lay was left there.
        """
        if not thrown or self._calm_s(look) < WAIT_S:
            return []
        back = [rest for rest in self._back_again(rests, look) if self._told.lies_anew(rest, look)]
        count = len(thrown) + under(thrown) + len(self._leavers.left) + len(back)
        began_s = begin_s(thrown, look.news, look.table, look.time_s)
        if count > (self.expected or 0) or unread(look.news, rests, look.table, began_s):
            return []
        return back

    @property
    def _all_awaited(self) -> bool:
        """Whether as many dice are awaited as were told of: any of those may be thrown."""
        return self.expected is not None and self.expected >= len(self._told)

    def _back_again(self, rests: Sequence[Rest], look: Look) -> list[Rest]:
        """Dice in the throw zone that were hidden for a while and lie as before, or about, where all may be thrown."""
        if not self._all_awaited:
            return []
        return [
            rest
            for rest in rests
            if rest.known and rest.zone(look.table) == "throw"
            if self._told.is_back(rest) or rest.covered_s > self._opened_s
        ]

    def _roll(
        self, rests: Sequence[Rest], thrown: Sequence[Rest], inside: Sequence[Rest], off: int, look: Look
    ) -> list[Event]:
        events: list[Event] = [*self._leavers.tell(off, thrown, inside, look)]
        lay_s = max((rest.arrived_s for rest in inside), default=self._moved_s)
        began_s = begin_s(thrown, look.news, look.table, lay_s)
        kept = [rest for rest in rests if rest not in thrown and rest.zone(look.table) != "off"]
        self._rolled_s = look.time_s
        self._told.forget(inside, kept)
        dice = [*(die_of(rest, look.table) for rest in inside), *(die_of(rest, look.table) for rest in kept)]
        events.append(
            Roll(
                look.time_s,
                tuple(rest.vote.value for rest in inside),
                tuple(rest.vote.value for rest in kept),
                off,
                self._leavers.why if off else "",
                look.image,
                tuple(dice),
                (began_s, lay_s),
            )
        )
        self.troubles = self._miscount(inside, off, look.time_s)
        return [*events, *self.troubles]

    def _miscount(self, inside: Sequence[Rest], off: int, time_s: float) -> tuple[Trouble, ...]:
        seen = len(inside) + off
        if self.expected in (None, seen):
            return ()
        why = "One may lie under another." if under(inside) else "One may be hidden or stacked."
        return (
            Trouble(
                "count",
                f"{_dice(seen)} seen, {self.expected} expected.",
                f"{why} Spread the dice, or say what you see.",
                time_s,
            ),
        )

    def _turned(self, rests: Sequence[Rest], look: Look) -> list[Event]:
        """No throw: but a die that shows another value than before, or none any more, is asked about."""
        events: list[Event] = []
        for rest in rests:
            before, now = self._told.before(rest, look), die_of(rest, look.table)
            if before is None or before.value in (None, now.value):
                continue
            other = rest.torn and before.value not in now.ranking[:2]
            if now.value or now.state != "unsure" or before.track != now.track or other:
                kept = not self._told.was_thrown(before)
                events.append(Turned(look.time_s, before.value, now, kept, look.image))
        return events


def _may_lie_above(rest: Rest, table: Table) -> bool:
    """Whether a die looks larger than one does that lies on the table, or nobody knows."""
    if not table.measured:
        return True
    seen_mm = Viewpoint.of(table).edge_seen_mm(rest.centre_px, rest.detection.size_px)
    return seen_mm > LARGER * table.die_mm


def _dice(count: int) -> str:
    return "1 die" if count == 1 else f"{count} dice"
