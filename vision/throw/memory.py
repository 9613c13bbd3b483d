"""What was told of until now: the dice, where they lay, with which values. A value: telling of more makes another."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from vision.following.rest import Rest, die_of
from vision.following.rests import SAME_DICE
from vision.nouns import Die
from vision.throw.episode import Episode
from vision.throw.look import Look


@dataclass(frozen=True, eq=False)
class Memory:
    """The dice as they were told of last, by the numbers by which they are followed.

    dice: each of them. rolled_s: when a throw was told of last.
    thrown: the numbers of the dice of that throw; beside: of those that lay there then.
    back: of those that were found again where they had lain, since all was told of last.
    emptied: of those whose place was seen empty since they were told of.
    bare: whether a look since then found none of them where it had lain, and no hand.
    seen: of those that were seen to lie there when all was told of last, or before something covered them.
    said: of those that were in a roll or a question.
    """

    dice: Mapping[int, Die] = field(default_factory=dict)
    rolled_s: float = -math.inf
    thrown: frozenset[int] = frozenset()
    beside: frozenset[int] = frozenset()
    back: frozenset[int] = frozenset()
    emptied: frozenset[int] = frozenset()
    bare: bool = False
    seen: frozenset[int] = frozenset()
    said: frozenset[int] = frozenset()

    # What comes of it when something is told.

    def with_roll(self, thrown: Iterable[Rest], beside: Iterable[Rest], time_s: float) -> Memory:
        """After a throw: only what lies there now will count. thrown: its dice; beside: the others."""
        return replace(
            self,
            rolled_s=time_s,
            thrown=frozenset(rest.id for rest in thrown),
            beside=frozenset(rest.id for rest in beside),
            dice={},
            emptied=frozenset(),
            bare=False,
        )

    def with_all(self, rests: Sequence[Rest], look: Look) -> Memory:
        """After all that lies there was told of."""
        after = self._with_pushed([rest for rest in rests if not rest.known], look)
        covered = {rest.id for rest in look.rests if rest.covered}
        in_sight = {rest.id for rest in rests if not rest.covered}
        now = [die_of(rest, look.table) for rest in rests]
        # A die that lies as it lay and is read less well, in a worse light, is still the one it was.
        read = {die.track: die for die in now if die.track not in after.dice or die.state != "unsure"}
        left = frozenset[int]() if look.hand else frozenset(after.gone(look))
        return replace(
            after,
            dice={**after.dice, **read},
            seen=frozenset(in_sight | (self.seen & covered)),
            emptied=after.emptied | left,
            bare=False,
            back=frozenset(),
        )

    def with_said(self, numbers: Iterable[int]) -> Memory:
        """After these were in a roll or a question."""
        return replace(self, said=self.said | frozenset(numbers))

    def with_unsaid(self, numbers: Iterable[int]) -> Memory:
        """After these were taken up, and nobody knows what became of them: whatever lies there now was not said."""
        return replace(self, said=self.said - frozenset(numbers))

    def with_look(self, look: Look) -> Memory:
        """After one more look, in which none may lie where it lay."""
        if self.bare or not look.read or look.hand:
            return self
        least_mm = SAME_DICE * look.table.die_mm
        places = [(die.centre_px, rest.centre_px) for die in self.dice.values() for rest in look.rests]
        return replace(self, bare=all(look.table.distance_mm(*two) >= least_mm for two in places))

    def with_found(self, before: int, now: int) -> Memory:
        """After a die of that number was found again, under the number that it has now."""
        return replace(self._renumbered(before, now), back=(self.back - {before}) | {now})

    def _with_pushed(self, new: Sequence[Rest], look: Look) -> Memory:
        """Dice that are gone from where they lay, where new ones show their values, were pushed aside.

        So was the last one that is gone where the last new one cannot be read: at the picture's edge, or cocked.
        """
        after = self
        for rest in new:
            same = [number for number, die in after.gone(look).items() if die.value == rest.vote.value]
            after = after._renumbered(same[0], rest.id) if same else after
        gone, unread = list(after.gone(look)), [one for one in new if one.id not in after.dice]
        if len(gone) == len(unread) == 1 and unread[0].vote.value is None:
            after = after._renumbered(gone[0], unread[0].id)
        return after

    def _renumbered(self, before: int, now: int) -> Memory:
        """A die that was told of is followed by another number."""
        dice = dict(self.dice)
        dice[now] = dice.pop(before)

        def also(some: frozenset[int]) -> frozenset[int]:
            return some | {now} if before in some else some

        return replace(
            self, dice=dice, thrown=also(self.thrown), beside=also(self.beside), said=also(self.said)
        )

    # What it tells of the dice that lie there now.

    def own(self, rest: Rest) -> Die | None:
        """The die that was told of by this one's number."""
        return self.dice.get(rest.id)

    def was_said(self, rest: Rest) -> bool:
        """Whether it was in a roll or a question, wherever it was moved since."""
        return rest.id in self.said

    def was_thrown(self, die: Die) -> bool:
        """Whether it is of the last throw that was told of."""
        return die.track in self.thrown

    def was_taken_up(self, die: Die) -> bool:
        """Whether its place was seen empty when all was told of."""
        return die.track in self.emptied

    def lay_there(self, die: Die) -> bool:
        """Whether it was seen to lie there when all was last told of, or before something covered it."""
        return die.track in self.seen

    def gone(self, look: Look) -> dict[int, Die]:
        """Those that are followed no longer, by their number."""
        there = {rest.id for rest in look.rests}
        return {number: die for number, die in self.dice.items() if number not in there}

    def moved_on(self, rests: Sequence[Rest]) -> list[Die]:
        """Those that lie no longer where they lay, and whose places nobody has seen empty until now."""
        seen = {rest.id for rest in rests if rest.known} | self.emptied
        return [die for number, die in self.dice.items() if number not in seen]

    def in_hand(self, look: Look, episode: Episode) -> int | None:
        """How many dice may be thrown: as many as are awaited, but for those of them that lie untouched.

        Before the first throw that was told nobody knows whether those that lie there are the awaited ones.
        """
        if episode.expected is None or self.rolled_s == -math.inf:
            return episode.expected
        return max(0, episode.expected - self.left_lying(look.rests, look, episode))

    def left_lying(self, rests: Sequence[Rest], look: Look, episode: Episode) -> int:
        """How many dice lie in the throw zone that were in sight since this began, where all dice are awaited."""
        if episode.expected is None or episode.expected < len(self.dice):
            return 0
        known = [rest for rest in rests if rest.known and rest.id not in self.back]
        in_sight = [rest for rest in known if rest.covered_s <= episode.opened_s]
        return sum(rest.zone(look.table) == "throw" for rest in in_sight)

    def too_many(self, rests: Sequence[Rest], awaited: int) -> int:
        """How many more of the dice told of seem to lie there still than are not awaited; below 0, so many are gone."""
        followed = sum(rest.known and rest.id in self.dice for rest in rests)
        return followed + awaited - len(self.dice)

    def back_again(self, rests: Sequence[Rest], look: Look, episode: Episode) -> list[Rest]:
        """Dice in the throw zone that were hidden for a while and lie as before, or about, where too many seem to."""
        if episode.expected is None or self.too_many(rests, episode.expected) <= 0:
            return []
        return [
            rest
            for rest in rests
            if rest.known and rest.zone(look.table) == "throw"
            if rest.id in self.back or rest.covered_s > episode.opened_s
        ]

    @property
    def as_thrown(self) -> list[Die]:
        """The dice of the last throw, as it was told."""
        return [self.dice[number] for number in self.thrown & self.dice.keys()]

    def beside_lie_there(self, rests: Collection[Rest]) -> bool:
        """Whether a throw was told of, and all dice that lay beside it are followed still."""
        return self.rolled_s > -math.inf and self.beside & self.dice.keys() <= {rest.id for rest in rests}

    def may_be_thrown(self, rest: Rest) -> bool:
        """Whether it is not one of those, nor known and never told of: the side of a die."""
        return rest.id not in self.beside and (not rest.known or rest.id in self.dice)
