"""Which of the dice that lie there anew lay there before, and were struck by those thrown?"""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass
from functools import cached_property

from vision.following.rest import Rest
from vision.nouns import Die
from vision.throw.case import Case
from vision.throw.recognised import NUDGED_DICE

# Edges from where it lay within which a die is looked for that another turned over. Larger: a thrown die is taken for
# it. Smaller: one that was struck hard counts as thrown.
OVER_DICE = 4.0
# Seconds between dice that come to rest beyond which a hand set one of them aside. Larger: dice set aside count as
# thrown. Smaller: dice of one throw as set aside.
ASIDE_S = 0.4


@dataclass(frozen=True, eq=False)
class Struck:
    """What is known of them when all lie still."""

    case: Case

    def __contains__(self, rest: Rest) -> bool:
        """Whether this die is one of them."""
        return any(rest is struck for _, struck in self.pairs)

    @cached_property
    def others(self) -> list[Rest]:
        """The dice that lie there anew, but for these."""
        return [rest for rest in self.case.new if rest not in self]

    @property
    def numbers(self) -> set[int]:
        """The numbers of the dice that lay there."""
        return {die.track for die, _ in self.pairs}

    @cached_property
    def pairs(self) -> list[tuple[Die, Rest]]:
        """Each as it was told of, and as it lies now.

        Where more lie there than were thrown: those that show what one did that was not taken up, those in the keep
        zone first, then the nearest; then any that nobody saw come there by itself, the nearest to where one lay first.
        And any that shows what one did and was seen to set out from there, where nobody says how many are awaited.
        """
        struck = list[tuple[Die, Rest]]()
        for die, rest in [*sorted(self._alike, key=self._likely), *self._near]:
            alike = rest.vote.value == die.value
            may = len(struck) < self._most or (alike and self._set_out(die, rest))
            if may and not any(die is other or rest is one for other, one in struck):
                struck.append((die, rest))
        return struck

    def bumped(self, thrown: Container[int]) -> tuple[int, ...]:
        """The values of those that were only moved: they show what they did, near where they lay.

        thrown: the numbers of the dice that were thrown.
        """
        most_mm = OVER_DICE * self.case.look.table.die_mm
        return tuple(
            die.value
            for die, rest in (*self._flung, *self._nudged)
            if die.value is not None and die.value == rest.vote.value and rest.id not in thrown
            if die.zone == self.case.zone(rest) and self.case.away_mm(die, rest) < most_mm
        )

    @property
    def _flung(self) -> list[tuple[Die, Rest]]:
        """The pairs, where a hand was there only those seen to set out: it may have moved the others."""
        if not self.case.meddled:
            return self.pairs
        return [pair for pair in self.pairs if self._was_seen_to_set_out(*pair)]

    @property
    def _nudged(self) -> list[tuple[Die, Rest]]:
        """Those that lie so near where they lay that they are followed still, if no hand was there to move them."""
        if self.case.meddled:
            return []
        # A known side of another die was never told of.
        lain = [(self.case.memory.own(rest), rest) for rest in self.case.rests if rest.known]
        least_mm = NUDGED_DICE * self.case.look.table.die_mm
        return [(die, rest) for die, rest in lain if die and self.case.away_mm(die, rest) > least_mm]

    @cached_property
    def _most(self) -> int:
        """How many more lie there anew than were thrown: the awaited ones; else those that are gone and lay there no
        more before, or all. No more than are gone of those that are not awaited; and those that were set aside though
        others are missing then.
        """
        inside = sum(self.case.zone(rest) != "off" for rest in self.case.new) + len(self.case.leavers.left)
        awaited = self.case.awaited
        if awaited is not None:
            gone = -self.case.memory.too_many(self.case.rests, awaited)
            return min(max(inside - awaited, len(self._aside)), gone)
        taken = sum(not self.case.memory.lay_there(die) for die in self.case.gone.values())
        return inside - (taken or inside)

    @cached_property
    def _aside(self) -> set[int]:
        """The numbers of the dice that were set aside: they lie in the keep zone, show what one did that is gone, and
        came there longer before those in the throw zone; or after them, and were not seen to roll.
        """
        table, values = self.case.look.table, {die.value for die in self.case.gone.values()}
        others_s = [rest.arrived_s for rest in self.case.new if rest.zone(table) == "throw"]
        return {
            rest.id
            for rest in self.case.new
            if rest.zone(table) == "keep" and rest.vote.value in values - {None}
            if all(self._came_apart(rest, other_s) for other_s in others_s)
        }

    def _came_apart(self, rest: Rest, other_s: float) -> bool:
        """Whether a hand may have set a die aside before or after another came to rest in a throw."""
        later_s = rest.arrived_s - other_s
        return later_s < -ASIDE_S or (later_s > ASIDE_S and not self.case.look.came_by_itself(rest))

    @property
    def _alike(self) -> list[tuple[Die, Rest]]:
        """Dice that lay there, each with those that show its value and may be it."""
        memory, counted = self.case.memory, self.case.awaited is not None
        return [
            (die, rest)
            for die in self.case.left_there
            for rest in self.case.new
            if rest.vote.value == die.value
            if self._set_out(die, rest) or counted or memory.lay_there(die)
        ]

    @property
    def _near(self) -> list[tuple[Die, Rest]]:
        """Dice that lay there, each with those near by that may be it, turned over, the likeliest pair first.

        Those that were seen to set out from there come before the nearest. One that came by itself is what struck it.
        """
        reach_mm, look = OVER_DICE * self.case.look.table.die_mm, self.case.look
        new = [rest for rest in self.case.new if not look.came_by_itself(rest)]
        pairs = [(die, rest) for die in self.case.left_there for rest in new]
        near = [
            pair for pair in pairs if self.case.away_mm(*pair) < reach_mm or self._was_seen_to_set_out(*pair)
        ]
        return sorted(near, key=lambda pair: (not self._was_seen_to_set_out(*pair), self.case.away_mm(*pair)))

    def _likely(self, pair: tuple[Die, Rest]) -> tuple[bool, bool, float, int]:
        """Sorts the pairs of one value, the likeliest first."""
        die, rest = pair
        aside = self.case.zone(rest) == "keep"
        return not self._set_out(die, rest), not aside, self.case.away_mm(die, rest), die.track

    def _was_seen_to_set_out(self, die: Die, rest: Rest) -> bool:
        """Whether this one was seen to set out from where a die lay."""
        return self.case.pushed(rest) == die.track

    def _set_out(self, die: Die, rest: Rest) -> bool:
        """The same; not asked where it is known how many are thrown."""
        return self.case.awaited is None and self._was_seen_to_set_out(die, rest)
