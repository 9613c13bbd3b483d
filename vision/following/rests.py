"""Which die is which: what several looks find at one place is one die, with its number, its votes and its age.

Dice at rest (`Rest`) are tracked here; what moves is followed in `flights.py`. Ages are seconds of the source,
distances millimetres on the table.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.following.changed import holds
from vision.following.pairing import pair_near
from vision.following.rest import VOTE_STILL_S, Rest
from vision.following.sight import Sight
from vision.nouns import Box, Detection
from vision.plane.table import Table

# Detections of one resting die scatter by less than this share of its edge; touching dice lie a whole edge apart.
SAME_DICE = 0.6
MOVED_DICE = 0.35
# Dice so near each other may have been taken for one.
BESIDE_DICE = 1.2
# A die is gone whose place has looked different for so long.
GONE_S = 0.1
# A die that was found here and there so often, in a picture that keeps still, will not be found in one place.
WAVERS = 4
# A die that was covered so shortly before was taken by a hand.
BY_HAND_S = 0.5


class Tracker:
    """The dice that lie on the table, from read to read."""

    def __init__(self) -> None:
        self.rests: list[Rest] = []
        self._next = 1
        self._time_s = 0.0

    @property
    def lying(self) -> set[int]:
        """The numbers of the dice that were seen lying for several looks."""
        return {rest.id for rest in self.rests if rest.lay}

    def watch(self, sight: Sight) -> int:
        """Bring the ages of all dice up to a new frame; forget dice whose place has been empty.

        How many dice that had been told of have just moved away, not under a hand.
        """
        dt, self._time_s = max(0.0, sight.time_s - self._time_s), sight.time_s
        for rest in self.rests:
            rest.watch(sight, dt)
        lost = [rest for rest in self.rests if rest.gone_s >= GONE_S]
        self.rests = [rest for rest in self.rests if rest.gone_s < GONE_S]
        return sum(rest.known and sight.time_s - rest.covered_s > BY_HAND_S for rest in lost)

    def read(
        self,
        detections: Sequence[Detection],
        sight: Sight,
        table: Table,
        where: Sequence[Box] | None = None,
    ) -> None:
        """Take in what a reader has just found in this frame. where: it looked only there; None: everywhere."""
        pairs = pair_near(
            len(self.rests),
            len(detections),
            lambda i, j: table.distance_mm(self.rests[i].centre_px, detections[j].centre_px),
            SAME_DICE * table.die_mm,
        )
        found = dict(pairs)
        for number, rest in enumerate(self.rests):
            if number not in found and not holds(where, rest.centre_px):
                continue
            rest.found(detections[found[number]] if number in found else None, sight.time_s)
            if number in found:
                self._seen(rest, detections[found[number]], sight, table)
            else:
                rest.looks += not rest.covered and rest.still_s >= VOTE_STILL_S
        taken = set(found.values())
        for number, detection in enumerate(detections):
            if number not in taken:
                self._appear(detection, sight, table)
        self.rests = [rest for rest in self.rests if rest.looks - rest.seen < 4 + rest.seen]

    def _seen(self, rest: Rest, detection: Detection, sight: Sight, table: Table) -> None:
        if rest.known and rest.still_s < VOTE_STILL_S:
            # It moves: what leaves its place is no longer this die at rest.
            return
        moved = table.distance_mm(rest.centre_px, detection.centre_px) > MOVED_DICE * table.die_mm
        rest.wavered += moved and rest.still_s > sight.time_s - rest.seen_s
        if moved and rest.wavered > WAVERS:
            detection = replace(detection, value=None, state="unsure")
        elif moved or rest.still_s < VOTE_STILL_S:
            rest.start_again()
        if moved:
            rest.known, rest.first_s = False, sight.time_s - rest.still_s
        rest.seen_s = sight.time_s
        rest.detection, rest.patch = detection, None
        rest.count(sight)

    def read_anew(self) -> None:
        """What was read so far counts for nothing."""
        for rest in self.rests:
            rest.start_again()

    def _doubt_those(self, beside: Detection, table: Table) -> None:
        """A new die was found beside others: what was read of those may have been read of both."""
        for rest in self.rests:
            away_mm = table.distance_mm(rest.centre_px, beside.centre_px)
            if not rest.known and away_mm < BESIDE_DICE * table.die_mm:
                rest.start_again()

    def _appear(self, detection: Detection, sight: Sight, table: Table) -> None:
        if sight.covered(detection.corners_px):
            return
        self._doubt_those(detection, table)
        still_s = sight.still_s(detection.corners_px)
        rest = Rest(self._next, detection, np.zeros(6), sight.time_s - still_s, still_s=still_s)
        self._next += 1
        self.rests.append(rest)
        rest.found(detection, sight.time_s)
        rest.count(sight)
