"""Which die is which: what several looks find at one place is one die, with its number, its votes and its age.

Dice at rest are tracked here; what moves is followed as a `Flight` (vision/flight.py). Ages are seconds of the
source, distances millimetres on the table.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from vision.motion import Sight
from vision.nouns import TILTED, Detection, DieState, Floats, Zone
from vision.table import Point, Table

# Detections of one resting die scatter by less than this share of its edge; touching dice lie a whole edge apart.
SAME_DICE = 0.6
MOVED_DICE = 0.35
# Dice so near each other may have been taken for one.
BESIDE_DICE = 1.2
# A read counts as a vote when the picture under the die has kept still for so long.
VOTE_STILL_S = 0.06
# The picture of a resting die differs by less than this many grey levels from one look to the next.
GONE_LEVELS = 22.0
GONE_S = 0.1
# A die that was found here and there so often, in a picture that keeps still, will not be found in one place.
WAVERS = 4
# Looks that agree are surer of a value than that.
AGREED = 0.6
# A die that was found in so many looks without moving lies there.
LAY_LOOKS = 2
# A die that was covered so shortly before was taken by a hand.
BY_HAND_S = 0.5


def assign(costs: NDArray[np.float64]) -> list[tuple[int, int]]:
    """The pairs (row, column) with the least total cost, one to one; an infinite cost forbids a pair.

    Hungarian method with potentials, O(n^3) for the n <= 20 things of a table. As many pairs as are allowed.
    """
    rows, columns = costs.shape
    if rows == 0 or columns == 0:
        return []
    allowed = np.isfinite(costs)
    most = float(costs[allowed].max(initial=1.0))
    # A forbidden pair costs more than all allowed ones together: it stands for "no partner".
    forbidden = (most + 1) * (rows + columns)
    filled = np.where(allowed, costs, forbidden)
    turned = rows > columns
    pairs = _hungarian(filled.T if turned else filled)
    ordered = [(j, i) if turned else (i, j) for i, j in pairs]
    return sorted((i, j) for i, j in ordered if allowed[i, j])


def _hungarian(costs: NDArray[np.float64]) -> list[tuple[int, int]]:
    """Each of the n rows gets one of the m >= n columns."""
    rows, columns = costs.shape
    row_price, column_price = np.zeros(rows + 1), np.zeros(columns + 1)
    owner = np.zeros(columns + 1, int)
    for row in range(1, rows + 1):
        owner[0] = row
        at, way = 0, np.zeros(columns + 1, int)
        least, used = np.full(columns + 1, math.inf), np.zeros(columns + 1, bool)
        while owner[at]:
            used[at] = True
            reach = costs[owner[at] - 1] - row_price[owner[at]] - column_price[1:]
            better = ~used[1:] & (reach < least[1:])
            least[1:][better], way[1:][better] = reach[better], at
            step_to = int(np.argmin(np.where(used[1:], math.inf, least[1:]))) + 1
            step = least[step_to]
            row_price[owner[used]] += step
            column_price[used] -= step
            least[~used] -= step
            at = step_to
        while at:
            owner[at], at = owner[way[at]], int(way[at])
    return [(int(owner[column]) - 1, column - 1) for column in range(1, columns + 1) if owner[column]]


def pair_near(
    count: int, others: int, distance: Callable[[int, int], float], reach: float
) -> list[tuple[int, int]]:
    """One-to-one pairs of `count` and `others` things that are no further apart than `reach`."""
    costs = np.array([[distance(i, j) for j in range(others)] for i in range(count)]).reshape(count, others)
    costs[costs > reach] = math.inf
    return assign(costs)


@dataclass(frozen=True)
class Vote:
    """What several looks at one still die say together."""

    value: int | None
    value_p: float
    state: DieState
    ranking: tuple[int, ...]


@dataclass(eq=False)
class Rest:
    """One die that was seen lying: where, since when, and what the looks at it say.

    votes: (6,) summed log probability of the values. looks: reads since it lies so; seen: how many of them found it,
    last at seen_s; states: how it lay by those. arrived_s: since when its
    picture keeps still; first_s: when it was first found there. gone_s: for how long its place looks different.
    lay: it was seen lying here for several looks. known: it lay here when a throw was read last. tower: it takes so
    much room that another must lie under it; alone: it is all that is seen of several dice, which it may lie on.
    wavered: how often it was found elsewhere though the picture of it had kept still: of touching dice now one is
    found, now one as large as both.
    """

    id: int
    detection: Detection
    votes: NDArray[np.float64]
    arrived_s: float
    looks: int = 0
    seen: int = 0
    states: Counter[DieState] = field(default_factory=Counter)
    still_s: float = 0.0
    gone_s: float = 0.0
    covered: bool = False
    covered_s: float = -math.inf
    lay: bool = False
    known: bool = False
    tower: bool = False
    alone: bool = False
    wavered: int = 0
    patch: Floats | None = None
    seen_s: float = field(init=False)
    first_s: float = field(init=False)

    def __post_init__(self) -> None:
        self.first_s = self.seen_s = self.arrived_s

    @property
    def centre_px(self) -> Point:
        return self.detection.centre_px

    @property
    def vote(self) -> Vote:
        """The common verdict: a value only where it lies flat."""
        odds = self._odds
        ranking = tuple(int(value) for value in np.argsort(-odds, kind="stable") + 1)
        value = ranking[0] if self.state == "flat" else None
        return Vote(value, float(odds.max()), self.state, ranking)

    @property
    def _odds(self) -> NDArray[np.float64]:
        """(6,) how probable each value is by all looks, that is by their geometric mean."""
        mean = self.votes / max(self.seen, 1)
        odds = np.exp(mean - mean.max())
        return np.asarray(odds / odds.sum())

    @property
    def state(self) -> DieState:
        """How it lies: tilted or flat, in this order, where half of the looks that found it say so.

        Unsure, too, where they do not agree what it shows.
        """
        if self.tower:
            return "stacked"
        if self.alone or not self.states:
            return "unsure"
        if 2 * sum(self.states[state] for state in TILTED) >= self.seen:
            return max(TILTED, key=self.states.__getitem__)
        if 2 * self.states["flat"] < self.seen:
            return self.states.most_common(1)[0][0]
        return "unsure" if self.torn else "flat"

    @property
    def torn(self) -> bool:
        """Whether most looks are sure of a value, but not all of the same."""
        return 2 * self.states["flat"] >= self.seen > 0 and bool(self._odds.max() < AGREED)


class Tracker:
    """The dice that lie on the table, from read to read."""

    def __init__(self) -> None:
        self.rests: list[Rest] = []
        self._next = 1
        self._time_s = 0.0

    def watch(self, sight: Sight) -> int:
        """Bring the ages of all dice up to a new frame; forget dice whose place has been empty.

        How many dice that had been told of have just moved away, not under a hand.
        """
        dt, self._time_s = max(0.0, sight.time_s - self._time_s), sight.time_s
        for rest in self.rests:
            self._watch_one(rest, sight, dt)
        lost = [rest for rest in self.rests if rest.gone_s >= GONE_S]
        self.rests = [rest for rest in self.rests if rest.gone_s < GONE_S]
        return sum(rest.known and sight.time_s - rest.covered_s > BY_HAND_S for rest in lost)

    def _watch_one(self, rest: Rest, sight: Sight, dt: float) -> None:
        corners = rest.detection.corners_px
        rest.still_s = sight.still_s(corners)
        rest.arrived_s = (
            max(rest.arrived_s, sight.time_s - rest.still_s) if not rest.known else rest.arrived_s
        )
        rest.covered = sight.covered(corners)
        if rest.covered:
            rest.covered_s = sight.time_s
        if rest.covered or rest.still_s < VOTE_STILL_S:
            # It may have been turned over: what was read before is not asked again.
            _start_again(rest)
            rest.wavered = 0
        if sight.light:
            rest.patch = None
        if rest.covered or rest.patch is None:
            rest.gone_s = 0.0
            return
        patch = sight.patch(corners)
        if patch.shape != rest.patch.shape:
            rest.patch = None
            return
        different = float(np.abs(patch - rest.patch).mean()) > GONE_LEVELS
        rest.gone_s = rest.gone_s + dt if different else 0.0

    def read(self, detections: Sequence[Detection], sight: Sight, table: Table) -> None:
        """Take in what a reader has just found in this frame."""
        pairs = pair_near(
            len(self.rests),
            len(detections),
            lambda i, j: table.distance_mm(self.rests[i].centre_px, detections[j].centre_px),
            SAME_DICE * table.die_mm,
        )
        found = dict(pairs)
        for number, rest in enumerate(self.rests):
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
            _start_again(rest)
        if moved:
            rest.known, rest.first_s = False, sight.time_s - rest.still_s
        rest.seen_s = sight.time_s
        rest.detection, rest.patch = detection, None
        _count(rest, sight)

    def read_anew(self) -> None:
        """What was read so far counts for nothing."""
        for rest in self.rests:
            _start_again(rest)

    def _doubt_those(self, beside: Detection, table: Table) -> None:
        """A new die was found beside others: what was read of those may have been read of both."""
        for rest in self.rests:
            away_mm = table.distance_mm(rest.centre_px, beside.centre_px)
            if not rest.known and away_mm < BESIDE_DICE * table.die_mm:
                _start_again(rest)

    def _appear(self, detection: Detection, sight: Sight, table: Table) -> None:
        if sight.covered(detection.corners_px):
            return
        self._doubt_those(detection, table)
        still_s = sight.still_s(detection.corners_px)
        rest = Rest(self._next, detection, np.zeros(6), sight.time_s - still_s, still_s=still_s)
        self._next += 1
        self.rests.append(rest)
        _count(rest, sight)


def zone_of(rest: Rest, table: Table) -> Zone:
    """Where a resting die lies."""
    return table.zone(rest.centre_px)


def _count(rest: Rest, sight: Sight) -> None:
    if rest.still_s < VOTE_STILL_S:
        return
    rest.looks += 1
    rest.seen += 1
    rest.states[rest.detection.state] += 1
    rest.lay = rest.lay or rest.seen >= LAY_LOOKS
    rest.votes = rest.votes + np.log(chances(rest.detection))
    rest.patch = sight.patch(rest.detection.corners_px)


def _start_again(rest: Rest) -> None:
    rest.looks = rest.seen = 0
    rest.tower = rest.alone = False
    rest.states.clear()
    rest.votes = np.zeros(6)


def chances(detection: Detection) -> NDArray[np.float64]:
    """(6,) how probable each value is: the likeliest has `value_p`, each further one a third of what is left."""
    order = [value - 1 for value in detection.ranking]
    if detection.value is not None:
        order = [detection.value - 1, *(index for index in order if index != detection.value - 1)]
    rest = 3.0 ** -np.arange(5)
    share = np.clip(detection.value_p, 0.17, 0.999)
    result = np.empty(6)
    result[order] = [share, *((1 - share) * rest / rest.sum())]
    return result
