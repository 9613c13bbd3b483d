"""A die on its way: a die-sized part of the picture that moves, as `flights.py` follows it from frame to frame.

A flight knows where it began (at a die that lay there, or from outside or a hand), where it is, and whether it
went over the table's edge and did not come back.
"""

from __future__ import annotations

import copy
import math
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np

from hardware.frame import Image
from vision.following.sight import SHADOW_SOLID, Blob, Sight
from vision.plane.table import Point, Points, Table

# Faster than a hard throw across a table.
TOP_SPEED_MM_S = 3000.0
# A flight that was not seen for so long has ended; one that was beyond the edge for so long has left.
LOST_S = 0.2
# At the edge is within so many dice of it.
EDGE_DICE = 2.0
# Squares of a die's edge that one thrown die takes at most, with its blur and shadow. Larger: a heap counts as a die.
# Smaller: a fast die with a long shadow is none.
DIE_BLOB = 9.0
# Squares of a die's edge that one takes at least. Larger: a die far away is none. Smaller: the fringe of a hand is one.
LEAST_BLOB = 0.4
# Slower than this over the edge is no roll: fingers and sleeves creep.
LEAVE_SPEED_MM_S = 120.0
LEAVE_TRAVEL_DICE = 2.0
# What is so near to where it was in the picture before may be that picture once more.
REPEATED_DICE = 0.05
# A thrown die does not gain speed: in the first half of its time it goes at least such a share of its way.
FIRST_HALF = 0.2
STREAK_MM_S = 300.0
# Share of its way that a thing leaps between two pictures if it is laid bare here and then there. Larger: what a hand
# lays bare has flown. Smaller: a die seen in two pictures was laid bare.
LEAP = 0.9
# Edges of a die that such a leap is long at least. Larger: what a hand lays bare has flown. Smaller: a die that rolls
# on a little was laid bare.
LEAP_DICE = 1.5
# Millimetres a second at which a hand pushes dice at most. Larger: a slow roll counts as pushed. Smaller: a quick hand
# throws.
PUSH_MM_S = 150.0
# Edges of a die that one must be seen to creep before it was pushed. Larger: short pushes are throws. Smaller: a roll
# that ends was pushed.
PUSHED_DICE = 0.7
# Seconds for which it must be seen to creep. Larger and smaller: as above, in time.
PUSHED_S = 0.25
# What was out of sight for more of its way than that was not followed: parts of a hand show now here and now there.
SKIPPED = 0.25
# Pictures that show one thing, and not two, one after the other. More: fast dice are not followed. Fewer: two things
# make a flight.
FOLLOWED = 3
# Seconds between pictures beyond which they show no more of a die on its way. Larger: two things make a flight.
# Smaller: a slow camera sees none.
FAR_APART_S = 0.05
# So many places of a flight are kept.
LONGEST = 64
# Seen by itself for less of its way than this, beside a hand else, it is fingers.
BY_ITSELF = 0.25


@dataclass(eq=False)
class Flight:
    """One moving thing of a die's size.

    path: (time_s, x_px, y_px) of its birth, and of the newest after it, 64 in all. origin: the number of the
    resting die at whose place it began, None where there was none. solid: the most it was of anything but a shadow;
    pale: it was no more than one when it was seen last. seen: frames; free: frames in which it touched neither the
    picture's edge nor a hand. unseen: frames in a row, up to now, in which it was not seen and nothing was where it
    should have been; skipped: those between frames in which it was. outside_s: for how long it has been wholly
    beyond the table's edge. gone: it has left the table. merged: it was lost beside something else. stopped:
    something of its size lies still where it was last. hidden: it was lost at a hand. unwatched: there were no
    pictures for a moment since its birth.
    area_px: the most room it took.
    picture: the last one in which it is whole, of shown_s, for as long as it may be wanted. known: a throw was told
    of it.
    """

    id: int
    path: list[tuple[float, float, float]]
    origin: int | None
    solid: float = 0.0
    pale: bool = False
    seen: int = 0
    free: int = 0
    unseen: int = 0
    skipped: int = 0
    inside: bool = False
    outside_s: float = 0.0
    gone: bool = False
    ended: bool = False
    merged: bool = False
    stopped: bool = False
    hidden: bool = False
    unwatched: bool = False
    area_px: float = 0.0
    picture: Image | None = None
    shown_s: float = math.inf
    known: bool = False
    born_s: float = field(init=False)

    def __post_init__(self) -> None:
        self.born_s = self.path[0][0]

    @property
    def last_s(self) -> float:
        return self.path[-1][0]

    @property
    def at_px(self) -> Point:
        return self.path[-1][1:]

    @property
    def came_by_itself(self) -> bool:
        """Whether it was seen away from hands and the picture's edge, set out from no die, and was no shadow."""
        return self.free >= 2 and self.origin is None and self.solid >= SHADOW_SOLID

    def from_elsewhere(self) -> Flight:
        """The same flight, which set out from no die that lay there."""
        other = copy.copy(self)
        other.origin = None
        return other

    def is_die(self, table: Table) -> bool:
        """Whether it is a thrown die, seen by itself inside the table: no heap, no shadow, nothing that lay there."""
        alone = self.inside and self.came_by_itself
        return alone and LEAST_BLOB <= self.area_px / table.die_px(self.at_px) ** 2 <= DIE_BLOB

    def is_as_large_as_a_die(self, table: Table) -> bool:
        """Whether it was, when it was largest."""
        return self.area_px >= table.die_px(self.at_px) ** 2

    def flew_all_the_way(self, table: Table) -> bool:
        """Whether it did not linger and then leap away, as fingers and shadows do."""
        middle_s = (self.path[0][0] + self.last_s) / 2
        half = next(place for place in self.path if place[0] >= middle_s)
        first_px = self.path[0][1:]
        whole_mm = table.distance_mm(first_px, self.at_px)
        return table.distance_mm(first_px, half[1:]) >= FIRST_HALF * whole_mm

    def leapt(self, table: Table) -> bool:
        """Whether it came nearly all of a long way between two pictures, as what is laid bare here and there does."""
        steps = [table.distance_mm(before[1:], after[1:]) for before, after in pairwise(self.path)]
        least_mm = max(LEAP_DICE * table.die_mm, LEAP * self.travelled_mm(table))
        return max(steps, default=0.0) > least_mm

    def crept(self, table: Table) -> bool:
        """Whether it was seen to move as slowly as a hand pushes dice, for some way and time, and but for a leap never
        faster. What brakes after a roll does so within less; what was lost for long between two places counts for none.
        """
        steps = [
            (table.distance_mm(before[1:], after[1:]), after[0] - before[0])
            for before, after in pairwise(self.path)
            if after[0] - before[0] < LOST_S
        ]
        slow = [(way_mm, lasts_s) for way_mm, lasts_s in steps if way_mm <= PUSH_MM_S * lasts_s]
        moving = [(way_mm, lasts_s) for way_mm, lasts_s in slow if way_mm > REPEATED_DICE * table.die_mm]
        far = sum(way_mm for way_mm, _ in moving) > PUSHED_DICE * table.die_mm
        return far and sum(lasts_s for _, lasts_s in moving) > PUSHED_S and len(steps) - len(slow) < 2

    def came_to_a_halt(self, table: Table) -> bool:
        """Whether it hardly moved any more when it was last seen to move: a camera may give one picture twice."""
        for before, after in reversed([*pairwise(self.path[-3:])]):
            way_mm = table.distance_mm(before[1:], after[1:])
            if way_mm > REPEATED_DICE * table.die_mm:
                return way_mm < LEAVE_SPEED_MM_S * (after[0] - before[0])
        return True

    def is_at_large(self, time_s: float, table: Table) -> bool:
        """Whether it was lost a moment ago by itself: it is not clear yet whether it has left the table."""
        lost = self.last_s < time_s and not (self.merged or self.stopped or self.ended or self.gone)
        return lost and not self.unwatched and self.is_die(table)

    @property
    def track(self) -> Points:
        """(N, 3) its way: time_s, x, y in pixels, up to where it is in its picture."""
        return np.array([place for place in self.path if place[0] <= self.shown_s] or self.path[:1])

    @property
    def velocity_px_s(self) -> Point:
        """From the last positions, over 0.05 s or more where there are so many."""
        t1, x1, y1 = self.path[-1]
        earlier = next((point for point in reversed(self.path[:-1]) if t1 - point[0] >= 0.05), self.path[0])
        dt = t1 - earlier[0]
        return ((x1 - earlier[1]) / dt, (y1 - earlier[2]) / dt) if dt > 0 else (0.0, 0.0)

    def ahead(self, seconds: float) -> Point:
        """Where it would be so many seconds after it was last seen."""
        (vx, vy), (x, y) = self.velocity_px_s, self.at_px
        return x + vx * seconds, y + vy * seconds

    def speed_mm_s(self, table: Table) -> float:
        """How fast it was when it was last seen."""
        return table.distance_mm(self.at_px, self.ahead(0.01)) / 0.01

    def travelled_mm(self, table: Table) -> float:
        """The longest distance from where it began."""
        first = self.path[0][1:]
        return max(table.distance_mm(first, point[1:]) for point in self.path)

    def is_flying(self, time_s: float, table: Table) -> bool:
        """Whether a die is on its way in this frame: it moves, and has come at least half a die from where it began.

        What is no more than a shadow must be fast: the streak of a fast die may look like one. What was never over
        the table is none of its dice: beside it something may move all day.
        """
        if self.last_s < time_s or self.free == 0 or self.gone:
            return False
        if not self.inside and table.beyond_mm(self.at_px) > 0:
            return False
        if self.pale and self.speed_mm_s(table) < STREAK_MM_S:
            return False
        return self.travelled_mm(table) > 0.5 * table.die_mm

    def see(self, blob: Blob, sight: Sight, table: Table) -> None:
        """It is this blob in a new frame."""
        if self.last_s < sight.time_s:
            self.path = [self.path[0], *self.path[1:][2 - LONGEST :], (sight.time_s, *blob.centre_px)]
        self.solid, self.merged, self.hidden = max(self.solid, blob.solid), False, False
        self.pale = blob.solid < SHADOW_SOLID
        self.area_px = max(self.area_px, blob.area_px)
        by_hand = any(hand.is_near(blob.centre_px, table) for hand in sight.hands)
        self.seen += 1
        self.skipped, self.unseen = self.skipped + self.unseen, 0
        self.free += not blob.at_edge and not by_hand
        self.inside = self.inside or table.beyond_mm(blob.centre_px) < -table.die_mm / 2

    def miss(self, sight: Sight, table: Table) -> None:
        """It is not seen in a new frame: what is there instead, where it was last and where it should be by now?"""
        ahead = self.ahead(sight.time_s - self.last_s)
        places = (self.at_px, ahead) if table.beyond_mm(ahead) < 0 else (self.at_px,)
        self.hidden = any(hand.is_near(place, table) for hand in sight.hands for place in places)
        # Not the last of it that the picture's edge has left: that is too thin for a die.
        others = [blob for blob in sight.blobs if not blob.is_sliver(table)]
        beside = any(blob.is_near(place, table) for blob in others for place in places)
        self.merged = self.merged or self.hidden or beside
        self.unseen += not (self.hidden or beside)

    def judge_leaving(self, time_s: float, dt: float, table: Table) -> None:
        """Note when it is `gone`: a thrown die that was inside and free, and is now beyond the edge for good.

        dt: seconds since the frame before this one.
        """
        if self.unwatched or not self.is_die(table) or not self._was_followed(dt):
            return
        missing_s = time_s - self.last_s
        if missing_s > 0:
            self.gone = missing_s > LOST_S and not self.merged and self._was_leaving(table)
            return
        beyond = table.beyond_mm(self.at_px)
        self.outside_s = self.outside_s + min(dt, 0.1) if beyond > table.die_mm else 0.0
        self.gone = self.outside_s >= LOST_S

    def _was_followed(self, dt: float) -> bool:
        """Whether it was seen for most of its way, by itself, and often enough; dt: between pictures, s."""
        mostly = self.skipped <= SKIPPED * self.seen and self.free >= BY_ITSELF * self.seen
        return mostly and (self.seen >= FOLLOWED or dt > FAR_APART_S)

    def _was_leaving(self, table: Table) -> bool:
        """Whether it rolled towards the edge, and near it, when it was last seen."""
        speed = self.speed_mm_s(table)
        before, after = table.beyond_mm(self.at_px), table.beyond_mm(self.ahead(0.1))
        near_edge = before > -table.die_mm - 0.06 * speed
        far = self.travelled_mm(table) >= LEAVE_TRAVEL_DICE * table.die_mm
        if not far or not self.flew_all_the_way(table) or self.came_to_a_halt(table):
            return False
        rolls = LEAVE_SPEED_MM_S < speed < TOP_SPEED_MM_S
        return rolls and near_edge and after > max(before, -table.die_mm / 4)
