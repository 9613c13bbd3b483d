"""Which of the dice at rest were thrown, which lay there, were put down or were pushed?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from vision.following.flight import Flight
from vision.following.rest import Rest, under
from vision.nouns import Zone
from vision.throw.arrival import begin_s, came_to_rest, rolled_in, strikers, unread
from vision.throw.episode import WAIT_S, Episode
from vision.throw.leavers import Leavers
from vision.throw.look import Look
from vision.throw.memory import Told, pushed
from vision.throw.struck import ASIDE_S, Struck

# The dice of one throw come to rest within about this of one another's flight.
BURST_S = 1.0


@dataclass(frozen=True, eq=False)
class Throw:
    """What is known of a throw, if it is one, when all dice lie still. Asking it changes nothing.

    rests: the dice that are surely there. look: the frame that shows them. episode: what happened before; told: the
    dice that were told of then; leavers: those that left.
    """

    rests: Sequence[Rest]
    look: Look
    episode: Episode
    told: Told
    leavers: Leavers

    @cached_property
    def _new(self) -> list[Rest]:
        """The dice that lie there anew, but for those that lay there and were struck."""
        return [rest for rest in self.rests if not rest.known and rest not in self.struck]

    @cached_property
    def struck(self) -> Struck:
        """The dice that lay there and were struck by those thrown."""
        return Struck(self.rests, self.look, self.episode, self.told, len(self.leavers.left))

    def dice(self) -> list[Rest]:
        """Those that were thrown, seen or unseen; but see `as_before`."""
        flown = self._flown()
        return flown if flown and not self._were_handled(flown) else self._appeared()

    def _flown(self) -> list[Rest]:
        """Those that came by themselves; none when nothing did.

        Surest first: those seen to arrive; those that came to rest after such a flight began; those that did so shortly
        before (their flight was hidden by a hand or by other dice); those of them in the keep zone. Where the number is
        known it decides how far to go.
        """
        look, left, expected = self.look, self.leavers.left, self.episode.expected
        new = self._new
        arrivals = {rest.id: look.arrival(rest) for rest in new}
        stopped = [flight for flight in arrivals.values() if flight is not None]
        free = [flight for flight in stopped if flight.origin is None]
        starts = [flight.born_s for flight in (*free, *left, *strikers(stopped, look.news, look.table))]
        if not starts:
            return []
        begun_s = min(starts)

        def rank(rest: Rest) -> int:
            flight = arrivals[rest.id]
            if flight is not None and flight.origin is None:
                return 0
            if rest.arrived_s < begun_s - BURST_S:
                return 4
            if rest.zone(look.table) == "keep":
                return 3
            return 1 if rest.arrived_s >= begun_s else 2

        tiers = [[rest for rest in new if rank(rest) <= most] for most in (0, 1, 2, 3)]
        if expected is None:
            return tiers[2]
        return next((tier for tier in tiers if len(tier) + len(left) >= expected), tiers[2])

    def _were_handled(self, flown: Sequence[Rest]) -> bool:
        """Whether these were moved by hand, or not at all: then what flew beside them were fingers.

        All of them lie just as they lay, or were put down, or set aside; or none was seen to fly for most of its way,
        and the other dice that are awaited lie untouched.
        """
        if self.leavers.left:
            return False
        if all(self.told.lies_as_one_lay(rest, self.look) or self._was_put_down(rest) for rest in flown):
            return True
        if self._were_set_aside() or self._were_kept(flown):
            return True
        untouched = self.told.left_lying(self.rests, self.look, self.episode)
        if not untouched or untouched + len(flown) > (self.episode.expected or 0):
            return False
        arrivals = [self.look.arrival(rest) for rest in flown]
        return not any(flight and came_to_rest(flight, self.look.table) for flight in arrivals)

    def _were_set_aside(self) -> bool:
        """Whether a hand was there, or its fingers alone were seen, and all that lies anew shows what as many dice did
        that are gone, none of them seen to be taken up, and none of these to roll.
        """
        moved = self.episode.hand.meddled or self._only_crept()
        return moved and not self.told.taken_up(self.look) and self._were_pushed(self._new)

    def _were_kept(self, flown: Sequence[Rest]) -> bool:
        """Whether all of these lie in the keep zone, a hand was there, and as many as are awaited lie untouched yet."""
        table, awaited = self.look.table, self.episode.expected
        left = sum(rest.known and not rest.covered and rest.zone(table) == "throw" for rest in self.rests)
        kept = all(rest.zone(table) == "keep" for rest in flown)
        return kept and self.episode.hand.meddled and awaited is not None and left >= awaited

    def _only_crept(self) -> bool:
        """Whether all that came to where dice lie anew crept there, and something did."""
        came = [flight for rest in self._new if (flight := self.look.arrival(rest)) is not None]
        return bool(came) and all(flight.crept(self.look.table) for flight in came)

    def _was_put_down(self, rest: Rest) -> bool:
        """Whether what seemed to fly there was a hand that laid a die bare: one that was turned over, which will be
        asked about, or carried there from where one with its value lay when all was told of; or nothing but a hand came
        there, and it took one up and put it back.
        """
        flight = self.look.arrival(rest)
        if not self.episode.hand.meddled or (flight is not None and not self._is_hand(flight)):
            return False
        if self.told.was_put_back(rest, self.look):
            return True
        if flight is None:
            return False
        before, value = self.told.before(rest, self.look), rest.vote.value
        if before is not None and before.value != value and not self.told.was_taken_up(before):
            return True
        away = [die for die in self.told.left_there(self.look) if die.track not in self.struck.numbers]
        return any(value in (None, die.value) for die in away)

    def _is_hand(self, flight: Flight) -> bool:
        """Whether it is what a hand showed and laid bare, here and then there."""
        return self.episode.hand.meddled and flight.leapt(self.look.table)

    def _appeared(self) -> list[Rest]:
        """All dice in the throw zone, as many as are awaited (after a while most): new, though none was seen to stop.

        Of the awaited ones some may lie beyond the table's edge. They were hidden by the hand that let them go, or too
        fast. Not so where dice that are gone from where they lay showed the same values, and none was seen to roll:
        those were pushed aside.
        """
        awaited = self.episode.expected or 0
        new = self._new_in("throw")
        taken = len(self.told.taken_up(self.look))
        if new and len(new) < taken <= (awaited or taken):
            new += self._poured_aside(new)
        beyond = self._new_in("off") if len(new) < awaited else []
        if not new or not self._are_enough(new, beyond) or not self._is_clear(new):
            return []
        if len(new) == 1 and (self.told.before(new[0], self.look) or pushed(new[0], self.look)):
            return new if self._was_taken_up() and self._is_another(new[0]) else []
        return [] if self._were_pushed(new) else [*new, *beyond]

    def _poured_aside(self, new: Sequence[Rest]) -> list[Rest]:
        """Dice that came to rest in the keep zone at the very time of those in the throw zone: none was set aside."""
        first_s, last_s = (some(rest.arrived_s for rest in new) for some in (min, max))
        aside = self._new_in("keep")
        at_once = all(first_s - ASIDE_S < rest.arrived_s < last_s + ASIDE_S for rest in aside)
        return aside if at_once and self._were_poured([*new, *aside]) else []

    def _is_another(self, rest: Rest) -> bool:
        """Whether a die that lies near where ones lay that were taken up shows no value of theirs, or was thrown."""
        values = [die.value for die in self.told.gone(self.look).values()]
        other = rest.vote.value is not None and rest.vote.value not in values
        return other or self._were_poured([rest]) or rolled_in(rest, self.look.news, self.look.table)

    def _new_in(self, zone: Zone) -> list[Rest]:
        """Dice in a zone that were not there when the last throw was over."""
        closed_s, table = self.episode.closed_s, self.look.table
        return [rest for rest in self._new if rest.first_s > closed_s and rest.zone(table) == zone]

    def _are_enough(self, new: Sequence[Rest], beyond: Sequence[Rest]) -> bool:
        """Whether these are as many as are awaited; where nobody knows, all, or as many as were taken up; after a while
        most.
        """
        awaited = self.episode.expected or 0
        here = sum(rest.zone(self.look.table) == "throw" for rest in self.rests)
        if len(new) + len(beyond) == (self.episode.expected or here):
            return True
        taken = len(self.told.taken_up(self.look))
        gone = len(self.told.gone(self.look))
        # With those that lie there yet they are all that were told of: what seems to be covered is among them.
        all_seen = self.told.too_many(self.rests, len(new)) == 0
        counts = len(new) in (taken, gone, gone - len(self.struck.numbers)) or all_seen
        if self.episode.expected is None and counts:
            return True
        if 0 < awaited <= min(len(new), taken):
            return True  # and others, struck by them, that show something else now: it will be asked about
        lie = self.told.left_lying(self.rests, self.look, self.episode)
        return lie < len(new) < awaited <= 2 * len(new) and self.episode.calm_s(self.look) >= WAIT_S

    def _is_clear(self, new: Sequence[Rest]) -> bool:
        """Whether it is known that these did not lie there before.

        What lay there before this began was seen, or something flew before they lay and no hand put them down.
        """
        flown = self.episode.said and all(rest.arrived_s > self.episode.began_s for rest in new)
        return self.episode.has_closed or (flown and not self.episode.hand.meddled)

    def _were_pushed(self, new: Sequence[Rest]) -> bool:
        """Whether these are dice that lay there, pushed aside."""
        # Where no place was seen empty, those that seem to be struck were set aside with them.
        taken = self.told.taken_up(self.look)
        struck = self.struck.numbers if taken else set()
        lay = [die for number, die in self.told.gone(self.look).items() if number not in struck]
        # A hand that keeps still may hide the place that a die was carried from.
        gone = Counter(die.value for die in lay or self.told.hidden(self.look))
        shown = Counter(rest.vote.value for rest in new)
        shown.pop(None, None)
        anew = new if taken else [rest for rest in self.rests if not rest.known]
        awaited = self.episode.expected
        # Where more are gone than are awaited, a hand that is there yet is setting them aside, one after another.
        meanwhile = awaited is not None and self.look.hand and gone.total() > awaited
        same = not shown - gone and (awaited is None or gone.total() == len(anew) or meanwhile)
        handled = self.leavers.handled
        # What was only seen to move away was pushed, unless dice show other values now.
        return (
            (same if gone else handled) and (handled or not self._rolled(new)) and not self._were_poured(new)
        )

    def _rolled(self, new: Sequence[Rest]) -> bool:
        """Whether something was seen to roll to its rest: not what a hand laid bare, nor, where no die was seen to be
        taken up, what only crept.
        """
        table, news = self.look.table, self.look.news
        if not self.told.taken_up(self.look):
            news = [flight for flight in news if not flight.crept(table)]
        return any(came_to_rest(flight, table) and not self._is_hand(flight) for flight in news) or any(
            rolled_in(rest, news, table) for rest in new
        )

    def _was_taken_up(self) -> bool:
        """Whether all dice that are gone, but for those struck, were taken up before: their places were seen empty."""
        struck = self.struck.numbers
        gone = [die for number, die in self.told.gone(self.look).items() if number not in struck]
        return bool(gone) and all(map(self.told.was_taken_up, gone))

    def _were_poured(self, new: Sequence[Rest]) -> bool:
        """Whether dice that were taken up came to rest at once, and elsewhere: no hand puts several down so. More than
        are awaited were not all thrown.
        """
        awaited, arrived_s = self.episode.expected, [rest.arrived_s for rest in new]
        if awaited is not None and len(new) > awaited:
            return False
        if not new or max(arrived_s) - min(arrived_s) > BURST_S or not self._was_taken_up():
            return False
        if len(new) == 1:
            return self._was_let_go(new[0])
        return not any(self.told.lies_as_one_lay(rest, self.look) for rest in new)

    def _was_let_go(self, rest: Rest) -> bool:
        """Whether this is the one die that was taken up, and is all that is awaited: it lies elsewhere, and no hand
        moved others, too. Not one that had been kept: a hand has only laid it elsewhere.
        """
        taken, others = self.told.taken_up(self.look), self.struck.numbers and self.episode.hand.meddled
        if self.episode.expected != 1 or len(taken) != 1 or others:
            return False
        kept = taken[0].zone == "keep" or not self.told.was_thrown(taken[0])
        return not kept and not self.told.was_taken_up_near(rest, self.look)

    def as_before(self, thrown: Sequence[Rest]) -> list[Rest]:
        """Dice taken for some that lay there, where too many are and these are missing.

        One of those that were gathered may come to lie about where it lay, with the value that it had; but one that
        lies just as it lay was left there. Those count that were seen to come by themselves, or else all; where that
        leaves a choice, nobody knows which.
        """
        look, told, episode = self.look, self.told, self.episode
        if not thrown or episode.expected is None or episode.calm_s(look) < WAIT_S:
            return []
        began_s = begin_s(thrown, look.news, look.table, look.time_s)
        if unread(look.news, self.rests, look.table, began_s):
            return []
        anew = [rest for rest in told.back_again(self.rests, look, episode) if told.lies_anew(rest, look)]
        back = [rest for rest in anew if look.came_by_itself(rest)] or anew
        lacking = episode.expected - len(thrown) - under(thrown) - len(self.leavers.left)
        return back if len(back) <= min(lacking, told.too_many(self.rests, episode.expected)) else []

    def laid_out(self, counting: bool) -> list[Rest]:
        """The dice of the last throw as they lie now, if somebody asks for them, or a hand laid out the missing ones.

        Not if any that lay beside it then is gone, or may be: it may be among them. By themselves only those count that
        lie about where the throw lay: one from elsewhere may have been on the floor. counting: the last throw had
        another number than was awaited, and is asked about.
        """
        look, told, episode = self.look, self.told, self.episode
        if not (told.beside_lie_there(self.rests) or episode.again == "all"):
            return []
        mine = [rest for rest in self.rests if rest.zone(look.table) == "throw" and told.may_be_thrown(rest)]
        missing = counting and told.number_thrown < len(mine) == episode.expected
        return mine if episode.again or (missing and told.lie_about_there(mine, look)) else []
