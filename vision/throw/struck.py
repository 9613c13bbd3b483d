"""Which of the dice that lie there anew lay there before, and were struck by those thrown?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from vision.following.rest import Rest
from vision.nouns import Die
from vision.throw.episode import Episode
from vision.throw.look import Look
from vision.throw.memory import Told, pushed

# A die that was turned over by one that struck it is looked for within so many dice of where it lay.
OVER_DICE = 4.0
# Found so many dice from where it lay, or more, a die was moved: boxes of one that was not differ by less.
NUDGED_DICE = 0.3
# A hand that sets a die aside does so longer before or after others come to rest.
ASIDE_S = 0.4


@dataclass(frozen=True, eq=False)
class Struck:
    """What is known of them when all lie still. rests: the dice that are surely there; left: how many have left."""

    rests: Sequence[Rest]
    look: Look
    episode: Episode
    told: Told
    left: int

    def __contains__(self, rest: Rest) -> bool:
        """Whether this die is one of them."""
        return any(rest is struck for _, struck in self.pairs)

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

    def bumped(self, thrown: Sequence[Rest]) -> tuple[int, ...]:
        """The values of those beside these that were only moved: they show what they did, near where they lay."""
        most_mm = OVER_DICE * self.look.table.die_mm
        return tuple(
            die.value
            for die, rest in (*self._flung, *self._nudged)
            if die.value is not None and die.value == rest.vote.value and rest not in thrown
            if die.zone == rest.zone(self.look.table) and self._away_mm(die, rest) < most_mm
        )

    @property
    def _flung(self) -> list[tuple[Die, Rest]]:
        """The pairs, where a hand was there only those seen to set out: it may have moved the others."""
        if not self.episode.hand.meddled:
            return self.pairs
        return [pair for pair in self.pairs if self._was_seen_to_set_out(*pair)]

    @property
    def _nudged(self) -> list[tuple[Die, Rest]]:
        """Those that lie so near where they lay that they are followed still, if no hand was there to move them."""
        if self.episode.hand.meddled:
            return []
        # A known side of another die was never told of.
        lain = [(self.told.own(rest), rest) for rest in self.rests if rest.known]
        least_mm = NUDGED_DICE * self.look.table.die_mm
        return [(die, rest) for die, rest in lain if die and self._away_mm(die, rest) > least_mm]

    @cached_property
    def _new(self) -> list[Rest]:
        """The dice that lie there anew."""
        return [rest for rest in self.rests if not rest.known]

    @cached_property
    def _most(self) -> int:
        """How many more lie there anew than were thrown: the awaited ones; else those that are gone and lay there no
        more before, or all. No more than are gone of those that are not awaited; and those that were set aside though
        others are missing then.
        """
        inside = sum(rest.zone(self.look.table) != "off" for rest in self._new) + self.left
        awaited = self.episode.expected
        if awaited is not None:
            gone = -self.told.too_many(self.rests, awaited)
            return min(max(inside - awaited, len(self._aside)), gone)
        taken = sum(not self.told.lay_there(die) for die in self.told.gone(self.look).values())
        return inside - (taken or inside)

    @cached_property
    def _aside(self) -> set[int]:
        """The numbers of the dice that were set aside: they lie in the keep zone, show what one did that is gone, and
        came there longer before those in the throw zone; or after them, and were not seen to roll.
        """
        table, values = self.look.table, {die.value for die in self.told.gone(self.look).values()}
        others_s = [rest.arrived_s for rest in self._new if rest.zone(table) == "throw"]
        return {
            rest.id
            for rest in self._new
            if rest.zone(table) == "keep" and rest.vote.value in values - {None}
            if all(self._came_apart(rest, other_s) for other_s in others_s)
        }

    def _came_apart(self, rest: Rest, other_s: float) -> bool:
        """Whether a hand may have set a die aside before or after another came to rest in a throw."""
        later_s = rest.arrived_s - other_s
        return later_s < -ASIDE_S or (later_s > ASIDE_S and not self.look.came_by_itself(rest))

    @property
    def _alike(self) -> list[tuple[Die, Rest]]:
        """Dice that lay there, each with those that show its value and may be it."""
        told, counted = self.told, self.episode.expected is not None
        return [
            (die, rest)
            for die in told.left_there(self.look)
            for rest in self._new
            if rest.vote.value == die.value
            if self._set_out(die, rest) or counted or told.lay_there(die)
        ]

    @property
    def _near(self) -> list[tuple[Die, Rest]]:
        """Dice that lay there, each with those near by that may be it, turned over, the likeliest pair first.

        Those that were seen to set out from there come before the nearest. One that came by itself is what struck it.
        """
        reach_mm, look = OVER_DICE * self.look.table.die_mm, self.look
        new = [rest for rest in self._new if not look.came_by_itself(rest)]
        pairs = [(die, rest) for die in self.told.left_there(look) for rest in new]
        near = [pair for pair in pairs if self._away_mm(*pair) < reach_mm or self._was_seen_to_set_out(*pair)]
        return sorted(near, key=lambda pair: (not self._was_seen_to_set_out(*pair), self._away_mm(*pair)))

    def _likely(self, pair: tuple[Die, Rest]) -> tuple[bool, bool, float, int]:
        """Sorts the pairs of one value, the likeliest first."""
        die, rest = pair
        aside = rest.zone(self.look.table) == "keep"
        return not self._set_out(die, rest), not aside, self._away_mm(die, rest), die.track

    def _away_mm(self, die: Die, rest: Rest) -> float:
        """How far a die lies from where one was told of."""
        return self.look.table.distance_mm(rest.centre_px, die.centre_px)

    def _was_seen_to_set_out(self, die: Die, rest: Rest) -> bool:
        """Whether this one was seen to set out from where a die lay."""
        return pushed(rest, self.look) == die.track

    def _set_out(self, die: Die, rest: Rest) -> bool:
        """The same; not asked where it is known how many are thrown."""
        return self.episode.expected is None and self._was_seen_to_set_out(die, rest)
