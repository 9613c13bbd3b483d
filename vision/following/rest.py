"""A die that lies: where, since when, and what several looks at it say together."""

from __future__ import annotations

import copy
import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from vision.following.sight import Sight
from vision.nouns import TILTED, Detection, Die, DieState, Floats, Zone
from vision.plane.table import Point, Table
from vision.reading.chances import chances_of

# A read counts as a vote when the picture under the die has kept still for so long.
VOTE_STILL_S = 0.06
# The picture of a resting die differs by less than this many grey levels from one look to the next.
GONE_LEVELS = 22.0
# Looks that agree are surer of a value than that.
AGREED = 0.6
# A die that was found in so many looks without moving lies there.
LAY_LOOKS = 2


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
    last at seen_s; states: how it lay by those. arrived_s: since when its picture keeps still; first_s: when it was
    first found there. gone_s: for how long its place looks different. lay: it was seen lying here for several looks.
    known: it lay here when a throw was read last. tower: it takes so much room that another must lie under it; alone:
    it is all that is seen of several dice, which it may lie on.
    flat_s: since when every look found it flat with a value, whether or not its picture keeps still; inf if the last
    did not.
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
    flat_s: float = math.inf
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
    def is_seen_flat(self) -> bool:
        """Whether the last look found it flat, with a value, and nothing covers it."""
        return self.flat_s < math.inf and not self.covered

    @property
    def torn(self) -> bool:
        """Whether most looks are sure of a value, but not all of the same."""
        return 2 * self.states["flat"] >= self.seen > 0 and bool(self._odds.max() < AGREED)

    def zone(self, table: Table) -> Zone:
        """Where on the table it lies."""
        return table.zone(self.centre_px)

    def watch(self, sight: Sight, dt: float) -> None:
        """Bring its ages up to a new frame, dt seconds after the last."""
        corners = self.detection.corners_px
        self.still_s = sight.still_s(corners)
        if not self.known:
            self.arrived_s = max(self.arrived_s, sight.time_s - self.still_s)
        self.covered = sight.covered(corners)
        if self.covered:
            self.covered_s = sight.time_s
        if self.covered or self.still_s < VOTE_STILL_S:
            # It may have been turned over: what was read before is not asked again.
            self.start_again()
            self.wavered = 0
        if sight.light:
            self.patch = None
        if self.covered or self.patch is None:
            self.gone_s = 0.0
            return
        patch = sight.patch(corners)
        if patch.shape != self.patch.shape:
            self.patch = None
            return
        different = float(np.abs(patch - self.patch).mean()) > GONE_LEVELS
        self.gone_s = self.gone_s + dt if different else 0.0

    def count(self, sight: Sight) -> None:
        """One more look found it, as `detection` has it: that is a vote where the picture keeps still."""
        if self.still_s < VOTE_STILL_S:
            return
        self.looks += 1
        self.seen += 1
        self.states[self.detection.state] += 1
        self.lay = self.lay or self.seen >= LAY_LOOKS
        self.votes = self.votes + np.log(chances_of(self.detection))
        self.patch = sight.patch(self.detection.corners_px)

    def found(self, detection: Detection | None, time_s: float) -> None:
        """What a look found of it, None if it found nothing, and when: is it seen flat?"""
        flat = detection is not None and detection.state == "flat" and detection.value is not None
        self.flat_s = min(self.flat_s, time_s) if flat else math.inf

    def start_again(self) -> None:
        """What was read of it until now counts for nothing."""
        self.looks = self.seen = 0
        self.tower = self.alone = False
        self.states.clear()
        self.votes = np.zeros(6)

    def copy(self) -> Rest:
        """The same die as it is now."""
        other = copy.copy(self)
        other.states = self.states.copy()
        return other

    def as_thrown(self, time_s: float) -> Rest:
        """The same die, which was thrown though it lies as one did before: it came there when it last moved."""
        other = self.copy()
        other.first_s = other.arrived_s = time_s - self.still_s
        return other

    def as_above(self, tower: bool, alone: bool) -> Rest:
        """The same die, which lies on another, or may. See `tower` and `alone`."""
        other = self.copy()
        other.tower, other.alone = self.tower or tower, alone
        return other

    def as_told(self) -> Rest:
        """The same die, of which all is told: it lies alone no more."""
        other = self.copy()
        other.known, other.alone = True, False
        return other

    def take(self, judged: Rest) -> None:
        """Take over what the judge knows of this die: that it was told of, how it lies, since when."""
        self.known, self.tower, self.alone = judged.known, judged.tower, judged.alone
        self.first_s, self.arrived_s = judged.first_s, judged.arrived_s


def die_of(rest: Rest, table: Table) -> Die:
    """What is said of a die at rest."""
    vote = rest.vote
    return Die(
        vote.value,
        vote.value_p,
        vote.state,
        rest.zone(table),
        rest.detection.corners_px,
        vote.ranking,
        rest.id,
    )


def under(rests: Sequence[Rest]) -> int:
    """How many dice are hidden by those that lie on them."""
    return sum(rest.state == "stacked" for rest in rests)


def covered(rests: Sequence[Rest]) -> int:
    """How many new dice were seen and are under a hand now."""
    return sum(rest.covered and not rest.known for rest in rests)
