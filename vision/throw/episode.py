"""What happens from one time that all was told of to the next, and whether it is over: do all dice lie still?"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Literal

from vision.following.flight import Flight
from vision.following.rest import Rest
from vision.nouns import TILTED, Wait
from vision.throw.look import Look
from vision.throw.wait import COVERED, EMPTY, HAND, LOST, MORE, MOVING, UNSTEADY
from vision.throw.wait import LOOKS as TOO_FEW

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
# Seconds for which dice are waited for that are expected and not seen. Larger: a throw with a die lost is told late.
# Smaller: slow dice are called missing.
WAIT_S = 0.5
# Seconds for which an empty table is waited for. Larger: a bust is told late. Smaller: dice that a hand has just let go
# are called gone.
EMPTY_S = 0.3
# Dice that lie still for so long while a hand moves beside them are not being put there any more.
HAND_S = 1.0
# Where nobody knows how many come, dice may come in for so long.
POUR_S = 0.6


@dataclass
class Hand:
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


@dataclass
class Episode:
    """What has been noticed since all was told of last.

    expected: how many dice the throw has, None if unknown. open: anything happened.
    closed_s: when all was told of; opened_s: when something stirred after that; began_s: when the first die flew;
    moved_s: when one was last on its way.
    said: that dice move. reads: looks of the reader since something flew; clear: one of them without a hand before the
    dice. changed: the number awaited is another one since something flew: then none of this throw is surely missing.
    again: the dice that lie there are to be told whatever their number: "known", those of the last throw; "all", for
    the game has none aside.
    """

    expected: int | None
    open: bool = True
    closed_s: float = -math.inf
    opened_s: float = 0.0
    began_s: float = -math.inf
    moved_s: float = -math.inf
    hand: Hand = field(default_factory=Hand)
    said: bool = False
    clear: bool = False
    changed: bool = False
    reads: int = 0
    again: Literal["", "known", "all"] = ""

    def expect(self, dice: int | None) -> None:
        """So many dice are awaited now."""
        if dice != self.expected and self.began_s > self.closed_s:
            self.changed = True
        self.expected = dice

    def read_again(self, all_thrown: bool) -> None:
        """Somebody asks for the dice that lie there. all_thrown: the game has none aside."""
        self.open = True
        self.again = "all" if all_thrown else "known"
        self._look_anew()

    def close(self, time_s: float, expected: int | None) -> None:
        """All is told of; so many dice are awaited from now on."""
        self.expected, self.open, self.closed_s = expected, False, time_s
        self.said = self.changed = False
        self.again = ""
        self._look_anew()

    @property
    def has_closed(self) -> bool:
        """Whether all that lay there was ever told of."""
        return self.closed_s > -math.inf

    def _look_anew(self) -> None:
        """What was read until now counts for nothing."""
        self.reads, self.clear = 0, False

    def begin(self, look: Look) -> bool:
        """Notice that something happens in one more frame: whether dice move, if that was not said yet."""
        if look.stir and not self.open:
            self.open, self.opened_s, self.hand.meddled = True, look.time_s - STILL_S, False
        self.hand.step(look)
        flying = self.flying(look)
        if flying:
            self.open, self.moved_s = True, look.time_s
            self._look_anew()
            if self.began_s <= self.closed_s:
                self.began_s = look.time_s
        if self.said or not any(flight.free >= 2 for flight in flying):
            return False
        self.said = True
        return True

    def note(self, look: Look, in_hand: int | None) -> None:
        """Count the reader's look at this frame, if it had one. in_hand: how many dice may be thrown."""
        if look.read:
            self.reads += 1
            self.clear = self.clear or not look.hand or (look.away and _are_here(in_hand, look))

    def flying(self, look: Look) -> list[Flight]:
        """The dice of a throw that are on their way in this frame."""
        return [flight for flight in look.flying if not self._is_late(flight, look)]

    def quiet_s(self, time_s: float) -> float:
        """Seconds for which no die has been on its way."""
        return time_s - self.moved_s

    def calm_s(self, look: Look) -> float:
        """Seconds for which no die has been on its way, and the new ones have lain still."""
        return look.time_s - max([self.moved_s, *(rest.arrived_s for rest in look.new_rests)])

    def waits(self, look: Look) -> Wait | None:
        """What is waited for before the throw is judged; None where all dice lay still for as long as it takes, or
        nearly: a hand has come and will take them up.
        """
        gathered = look.hand and bool(look.lain_before(self.hand.since_s))
        return self._waits(look, ENDED_SHARE if gathered else 1.0, WAIT_S)

    def is_nearly_over(self, look: Look) -> bool:
        """Whether all dice lay still for most of the time it takes: no other look will come."""
        return self._waits(look, ENDED_SHARE, 0.0) is None

    def _waits(self, look: Look, share: float, wait_s: float) -> Wait | None:
        """What is waited for until all dice lay still for this share of the time it takes, and were looked at as often.

        A die of which it is not sure that it is there holds that up for wait_s.
        """
        if self.quiet_s(look.time_s) < QUIET_S:
            return MOVING
        if self.reads < math.ceil(share * LOOKS):
            return TOO_FEW
        hidden = any(rest.lay and rest.covered for rest in look.new_rests)
        if look.hand and not self.clear and (self.calm_s(look) < HAND_S or hidden):
            return HAND
        if wait_s and self._pours(look):
            return MORE
        if wait_s and self._is_at_large(look):
            return LOST
        if self.expected is None and hidden:
            return COVERED
        return self._waits_for_dice(look, share, wait_s)

    def _waits_for_dice(self, look: Look, share: float, wait_s: float) -> Wait | None:
        """The same of the dice that no hand covers."""
        looks = math.ceil(share * LOOKS)
        rests = [rest for rest in look.rests if not rest.covered and not _is_nothing(rest, looks)]
        if not rests:
            # What a hand has just let go is not seen at once.
            bare_s = min(self.quiet_s(look.time_s), look.time_s - self.hand.last_s)
            return None if bare_s >= EMPTY_S else EMPTY
        lie = all(self._lies_still(rest, look, share, looks, wait_s) for rest in rests)
        return None if lie else UNSTEADY

    def _lies_still(self, rest: Rest, look: Look, share: float, looks: int, wait_s: float) -> bool:
        """The same of one die that no hand covers."""
        if rest.looks < looks and not (rest.known and rest.seen > 0):
            return False
        longer = rest.state in TILTED or (rest.state == "unsure" and wait_s > 0)
        still_s = LEAN_S if longer and not rest.known else STILL_S
        in_doubt = self.calm_s(look) < wait_s and look.is_doubtful(rest)
        return rest.still_s >= share * still_s and not in_doubt

    def _is_at_large(self, look: Look) -> bool:
        """Whether a die of the throw is out of sight, and none has come to rest that it may be."""
        lost = [flight for flight in look.news if flight.is_at_large(look.time_s, look.table)]
        came = [look.arrival(rest) for rest in look.new_rests] if lost else []
        return any(flight not in came and not self._is_late(flight, look) for flight in lost)

    def _is_late(self, flight: Flight, look: Look) -> bool:
        """Whether it came into view when all dice of the throw lay still: a hand or its shadow, most likely.

        All of it are as many as are awaited; where nobody knows, those that came within the time that dice come in.
        """
        came = len(look.lain_before(flight.born_s))
        if self.expected is not None:
            return came == self.expected > 0
        return came > 0 and self.closed_s < self.began_s < flight.born_s - POUR_S

    def _pours(self, look: Look) -> bool:
        """Whether more dice of a throw may still come in that nobody has counted."""
        return self.expected is None and look.time_s - self.began_s < POUR_S


def _is_nothing(rest: Rest, looks: int) -> bool:
    """Whether so many looks found nothing there any more: something was seen there in passing."""
    return rest.looks >= looks and rest.seen == 0 and not rest.known


def _are_here(in_hand: int | None, look: Look) -> bool:
    """Whether as many new dice lie in sight as are awaited: a hand that is away from them holds no more."""
    new = look.new_rests
    in_sight = [rest for rest in new if rest.seen > 0 and not rest.covered]
    return len(new) == len(in_sight) == in_hand
