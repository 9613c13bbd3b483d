"""The dice that lie there and were told of: where, with which values, and which of the dice seen now they are."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import numpy as np

from vision.following.rest import Rest
from vision.following.rests import SAME_DICE
from vision.nouns import Die
from vision.plane.table import Table
from vision.throw.episode import Episode
from vision.throw.look import Look

# Turned over, a die lies so many dice from where it lay, or less.
TURN_DICE = 1.6
# A hand that spreads dice lays them this far apart, or less.
SPREAD_DICE = 3.0
# Boxes of a die that nobody touched differ by less than this, corner by corner.
ANEW_DICE = 0.1


class Told:
    """The dice as they were told of last, by the numbers by which they are followed.

    rolled_s: when a throw was told of last.
    """

    def __init__(self) -> None:
        self.rolled_s = -math.inf
        self._dice: dict[int, Die] = {}
        # Those that were thrown last, and those that lay there then.
        self._thrown: set[int] = set()
        self._beside: set[int] = set()
        # Those that were found again where they had lain since the last time all was told of.
        self._back: set[int] = set()
        # Those whose place was seen empty since; and those that were seen to lie there when all was last told of.
        self._emptied: set[int] = set()
        self._seen: set[int] = set()
        # Those that were in a roll or a question.
        self._said: set[int] = set()

    def forget(self, thrown: Iterable[Rest], beside: Iterable[Rest], time_s: float) -> None:
        """A new throw: only what lies there now will count. thrown: its dice; beside: the others."""
        self.rolled_s = time_s
        self._thrown = {rest.id for rest in thrown}
        self._beside = {rest.id for rest in beside}
        self._dice, self._emptied = {}, set()

    def tell(self, rests: Sequence[Rest], look: Look) -> None:
        """All that lies there now is told of."""
        self._follow_pushed(rests, look)
        covered = {rest.id for rest in look.rests if rest.covered}
        self._seen = {rest.id for rest in rests if not rest.covered} | (self._seen & covered)
        if not look.hand:
            self._emptied |= self.gone(look).keys()
        # A die that lies as it lay and is read less well, in a worse light, is still the one it was.
        now = [die_of(rest, look.table) for rest in rests]
        self._dice |= {die.track: die for die in now if die.track not in self._dice or die.state != "unsure"}
        self._back = set()

    def say(self, rests: Iterable[Rest]) -> None:
        """These were in a roll or a question."""
        self._said |= {rest.id for rest in rests}

    def was_said(self, rest: Rest) -> bool:
        """Whether it was in a roll or a question, wherever it was moved since."""
        return rest.id in self._said

    def find_again(self, rests: Sequence[Rest], look: Look) -> None:
        """Dice that show what lay at their place before are the same: a shadow or a sleeve had hidden them.

        Not one whose place was seen empty since, if it was seen to fly there or lies a little otherwise.
        """
        for rest in rests:
            same = None if rest.known else self._found_at(rest, look)
            if same is not None:
                self._give_back(same, look)
                rest.known = True
                self._renumber(same, rest.id)
                self._back.add(rest.id)
                _clear(look, same)
            elif rest.known:
                _clear(look, rest.id)

    def _found_at(self, rest: Rest, look: Look) -> int | None:
        """The number of the die that lay where this one lies, the nearest, unless another lies nearer there by now."""
        by_itself = look.came_by_itself(rest)
        there = {one.id: one for one in look.rests}

        def near(number: int, one: Rest) -> float:
            return _distance(self._dice[number], one, look)

        same = [
            number
            for number, die in self._dice.items()
            if die.value == rest.vote.value
            if near(number, rest) < SAME_DICE * look.table.die_mm
            if number not in self._emptied or not (by_itself or _lies_anew(die, rest, look))
            if number not in there
            or number == rest.id
            or (number in self._back and near(number, rest) < near(number, there[number]))
        ]
        return min(same, key=lambda number: near(number, rest), default=None)

    def _give_back(self, number: int, look: Look) -> None:
        """Whatever was taken for this die until now is another one."""
        for rest in look.rests:
            if rest.id == number:
                rest.known = False
        self._back.discard(number)

    def before(self, rest: Rest, look: Look) -> Die | None:
        """The die that this one was when it was told of: at its place, or moved, or turned over beside it."""
        own = self.own(rest)
        if own and own.value == rest.vote.value:
            return own  # whatever seemed to come there from elsewhere: a hand that passed over it
        gone_dice, number = self.gone(look), pushed(rest, look)
        if number in gone_dice:
            return gone_dice[number]
        if own:
            return own
        gone = [(_distance(die, rest, look), number) for number, die in gone_dice.items()]
        near = min((one for one in gone if one[0] < TURN_DICE * look.table.die_mm), default=None)
        return self._dice[near[1]] if near else None

    def own(self, rest: Rest) -> Die | None:
        """The die that was told of by this one's number."""
        return self._dice.get(rest.id)

    @property
    def dice(self) -> list[Die]:
        """All that were told of and not thrown anew since."""
        return list(self._dice.values())

    def gone(self, look: Look) -> dict[int, Die]:
        """Those that are followed no longer, by their number."""
        there = {rest.id for rest in look.rests}
        return {number: die for number, die in self._dice.items() if number not in there}

    def hidden(self, look: Look) -> list[Die]:
        """Those that a hand, or something as large, covers."""
        covered = {rest.id for rest in look.rests if rest.covered}
        return [die for number, die in self._dice.items() if number in covered]

    def left_there(self, look: Look) -> list[Die]:
        """Those that are gone, and lay there yet when all was told of: struck by something, or taken up since."""
        return [die for number, die in self.gone(look).items() if number not in self._emptied]

    def taken_up(self, look: Look) -> list[Die]:
        """Those that are gone, whose places were seen empty when all was told of: they are in a hand, or were."""
        return [die for number, die in self.gone(look).items() if number in self._emptied]

    def lay_there(self, die: Die) -> bool:
        """Whether it was seen to lie there when all was last told of, or before something covered it."""
        return die.track in self._seen

    def was_taken_up(self, die: Die) -> bool:
        """Whether its place was seen empty when all was told of."""
        return die.track in self._emptied

    def moved_on(self, rests: Sequence[Rest]) -> list[Die]:
        """Those that lie no longer where they lay, and whose places nobody has seen empty until now."""
        seen = {rest.id for rest in rests if rest.known} | self._emptied
        return [die for number, die in self._dice.items() if number not in seen]

    def in_hand(self, look: Look, episode: Episode) -> int | None:
        """How many dice may be thrown: as many as are awaited, but for those of them that lie untouched.

        Before the first throw that was told nobody knows whether those that lie there are the awaited ones.
        """
        if episode.expected is None or self.rolled_s == -math.inf:
            return episode.expected
        return max(0, episode.expected - self.left_lying(look.rests, look, episode))

    def left_lying(self, rests: Sequence[Rest], look: Look, episode: Episode) -> int:
        """Where all dice are awaited: how many lie in the throw zone that were in sight since this began."""
        if not self._all_awaited(episode):
            return 0
        known = [rest for rest in rests if rest.known and rest.id not in self._back]
        in_sight = [rest for rest in known if rest.covered_s <= episode.opened_s]
        return sum(rest.zone(look.table) == "throw" for rest in in_sight)

    def too_many(self, rests: Sequence[Rest], awaited: int) -> int:
        """How many more of the dice told of seem to lie there still than are not awaited; below 0, so many are gone."""
        followed = sum(rest.known and rest.id in self._dice for rest in rests)
        return followed + awaited - len(self._dice)

    def back_again(self, rests: Sequence[Rest], look: Look, episode: Episode) -> list[Rest]:
        """Dice in the throw zone that were hidden for a while and lie as before, or about, where too many seem to."""
        if episode.expected is None or self.too_many(rests, episode.expected) <= 0:
            return []
        return [
            rest
            for rest in rests
            if rest.known and rest.zone(look.table) == "throw"
            if rest.id in self._back or rest.covered_s > episode.opened_s
        ]

    def _all_awaited(self, episode: Episode) -> bool:
        """Whether as many dice are awaited as were told of: any of those may be thrown."""
        return episode.expected is not None and episode.expected >= len(self._dice)

    @property
    def number_thrown(self) -> int:
        """How many dice the last throw had as it was told."""
        return len(self._as_thrown)

    @property
    def _as_thrown(self) -> list[Die]:
        """The dice of the last throw."""
        return [self._dice[number] for number in self._thrown & self._dice.keys()]

    def beside_lie_there(self, rests: Sequence[Rest]) -> bool:
        """Whether a throw was told of, and all dice that lay beside it are followed still."""
        return self.rolled_s > -math.inf and self._beside & self._dice.keys() <= {rest.id for rest in rests}

    def may_be_thrown(self, rest: Rest) -> bool:
        """Whether it is not one of those, nor known and never told of: the side of a die."""
        return rest.id not in self._beside and (not rest.known or rest.id in self._dice)

    def lie_about_there(self, rests: Iterable[Rest], look: Look) -> bool:
        """Whether each lies about where one of the last throw lay, or is one."""
        lay, reach_mm = self._as_thrown, SPREAD_DICE * look.table.die_mm
        return all(
            rest.id in self._thrown or any(_distance(die, rest, look) < reach_mm for die in lay)
            for rest in rests
        )

    def lies_anew(self, rest: Rest, look: Look) -> bool:
        """Whether a die lies otherwise than it did when it was told of, be it by a little."""
        before = self.own(rest)
        return before is not None and _lies_anew(before, rest, look)

    def lies_as_one_lay(self, rest: Rest, look: Look) -> bool:
        """Whether a new die lies just as one did that is gone, and shows its value: that was taken up and put back."""
        return any(
            die.value == rest.vote.value and not _lies_anew(die, rest, look)
            for die in self.gone(look).values()
        )

    def was_taken_up_near(self, rest: Rest, look: Look) -> bool:
        """Whether one of those that were taken up lay near where this die lies."""
        return bool(self._taken_up_near(rest, look))

    def was_put_back(self, rest: Rest, look: Look) -> bool:
        """Whether one of those that were taken up lay near where this die lies, and showed its value."""
        return rest.vote.value is not None and rest.vote.value in self._taken_up_near(rest, look)

    def _taken_up_near(self, rest: Rest, look: Look) -> list[int | None]:
        """The values of those that were taken up and lay near where this die lies."""
        near_mm = TURN_DICE * look.table.die_mm
        return [die.value for die in self.taken_up(look) if _distance(die, rest, look) < near_mm]

    def was_thrown(self, die: Die) -> bool:
        """Whether it is of the last throw that was told of."""
        return die.track in self._thrown

    def is_new(self, rest: Rest) -> bool:
        """Whether nothing was told of it yet."""
        return rest.id not in self._dice

    def _follow_pushed(self, rests: Sequence[Rest], look: Look) -> None:
        """Dice that are gone from where they lay, where new ones show their values: they were pushed aside.

        So was the last one that is gone where the last new one cannot be read: at the picture's edge, or cocked.
        """
        new = [rest for rest in rests if not rest.known]
        for rest in new:
            same = [number for number, die in self.gone(look).items() if die.value == rest.vote.value]
            if same:
                self._renumber(same[0], rest.id)
        gone, unread = list(self.gone(look)), [one for one in new if one.id not in self._dice]
        if len(gone) == len(unread) == 1 and unread[0].vote.value is None:
            self._renumber(gone[0], unread[0].id)

    def _renumber(self, before: int, now: int) -> None:
        """A die that was told of is followed by another number."""
        self._dice[now] = self._dice.pop(before)
        for some in (self._thrown, self._beside, self._said):
            if before in some:
                some.add(now)


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


def pushed(rest: Rest, look: Look) -> int | None:
    """The number of the die at whose place this one started, where it was seen to."""
    flight = look.arrival(rest)
    return flight.origin if flight else None


def _clear(look: Look, number: int) -> None:
    """This die lies where it lay: what seemed to set out from there came from elsewhere."""
    for flight in look.news:
        if flight.origin == number:
            flight.origin = None


def _lies_anew(die: Die, rest: Rest, look: Look) -> bool:
    """Whether a die at rest lies otherwise than one that was told of, be it by a little."""
    away_px = np.linalg.norm(rest.detection.corners_px - die.corners_px, axis=1).mean()
    return bool(away_px > ANEW_DICE * look.table.die_px(rest.centre_px))


def _distance(die: Die, rest: Rest, look: Look) -> float:
    """How far a die lies from where another was told of, mm."""
    return look.table.distance_mm(die.centre_px, rest.centre_px)
