"""Which of the dice at rest were thrown, which lay there, were put down or were pushed? Each is worked out once."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from vision.following.flight import Flight
from vision.following.rest import Rest, under
from vision.throw.appeared import appeared
from vision.throw.arrival import unread
from vision.throw.case import Case
from vision.throw.episode import WAIT_S
from vision.throw.flown import flown
from vision.throw.handled import were_handled
from vision.throw.look import begin_s
from vision.throw.missing import Missing
from vision.throw.struck import Struck

# Seconds after a throw was told for which its dice that left roll on beyond the edge. Larger: the next throw is taken
# for them. Smaller: they are told as one.
AFTER_S = 2.0


@dataclass(frozen=True, eq=False)
class Throw:
    """What a case tells of a throw, if there was one."""

    case: Case

    @cached_property
    def struck(self) -> Struck:
        """The dice that lay there and were struck by those thrown."""
        return Struck(self.case)

    @cached_property
    def dice(self) -> list[Rest]:
        """Those that were thrown, seen or unseen; none where none were."""
        thrown = self._came
        return [*thrown, *(rest.as_thrown(self.case.look.time_s) for rest in self._back(thrown))]

    @cached_property
    def _came(self) -> list[Rest]:
        """Those that came by themselves, unless a hand moved them; else those that appeared."""
        came = flown(self.case, self.struck)
        if came and not were_handled(came, self.case, self.struck):
            return came
        return appeared(self.case, self.struck)

    def _back(self, thrown: list[Rest]) -> list[Rest]:
        """Dice taken for some that lay there, where too many are and these are missing.

        One of those that were gathered may come to lie about where it lay, with the value that it had; but one that
        lies just as it lay was left there. Those count that were seen to come by themselves, or else all; where that
        leaves a choice, nobody knows which.
        """
        case, look = self.case, self.case.look
        if not thrown or case.awaited is None or case.episode.calm_s(look) < WAIT_S:
            return []
        if unread(look.news, case.rests, look.table, begin_s(thrown, look)):
            return []
        anew = [rest for rest in case.back_again if case.lies_anew(rest)]
        back = [rest for rest in anew if look.came_by_itself(rest)] or anew
        lacking = case.awaited - len(thrown) - under(thrown) - len(case.leavers.left)
        return back if len(back) <= min(lacking, case.memory.too_many(case.rests, case.awaited)) else []

    @cached_property
    def numbers(self) -> set[int]:
        """The numbers of the dice that were thrown."""
        return {rest.id for rest in self.dice}

    @cached_property
    def left(self) -> list[Flight]:
        """The dice that were seen to leave. Where none came to rest, those that crossed the table have left it."""
        case = self.case
        if self.dice or case.leavers.left or case.meddled:
            return case.leavers.left
        in_hand = case.memory.in_hand(case.look, case.episode)
        return case.leavers.crossing(case.look, in_hand, case.episode.opened_s)

    @cached_property
    def beyond(self) -> list[Rest]:
        """The thrown dice that lie beyond the edge."""
        return [rest for rest in self.dice if self.case.zone(rest) == "off"]

    @cached_property
    def inside(self) -> list[Rest]:
        """The thrown dice that lie on the table, as they lie: some on others that are missing."""
        return self._missing.above if self.happened else self._on_table

    @cached_property
    def _on_table(self) -> list[Rest]:
        return [rest for rest in self.dice if self.case.zone(rest) != "off"]

    @cached_property
    def happened(self) -> bool:
        """Whether something was thrown. Dice of the last throw that left may roll on, beyond the edge."""
        on = self.case.look.time_s - self.case.memory.rolled_s < AFTER_S and not self._on_table
        return bool(self.left or (self.dice and not on))

    @cached_property
    def _missing(self) -> Missing:
        return Missing(self.case, self.left, self.beyond, self._on_table)

    @cached_property
    def off(self) -> int:
        """How many dice of the throw left the table."""
        return self._missing.off if self.happened else 0

    @cached_property
    def count(self) -> int:
        """How many dice the throw has, with those that lie under others or left; or how many lie anew, if none was."""
        return len(self.inside) + under(self.inside) + self.off if self.happened else len(self.case.new)

    @cached_property
    def rests(self) -> list[Rest]:
        """All dice that are surely there, as they lie: the thrown ones among them."""
        marked = {rest.id: rest for rest in (*self.dice, *self.inside)}
        return [marked.get(rest.id, rest) for rest in self.case.rests]

    @cached_property
    def untold(self) -> list[int]:
        """The numbers of the dice that were taken up, where as many as are awaited lie there otherwise, and nobody saw
        them thrown: they were, under a hand, or were put back. Only a person knows.
        """
        case = self.case
        taken_up = case.taken_up or (list(case.gone.values()) if case.memory.bare else [])
        if self.happened or not case.awaited or case.awaited != len(taken_up):
            return []
        lie = [rest for rest in self.struck.others if case.zone(rest) == "throw"]
        anew = [rest for rest in lie if not case.lies_as_one_lay(rest)]
        return [die.track for die in taken_up] if len(lie) == len(anew) == case.awaited else []

    @cached_property
    def laid_out(self) -> list[Rest]:
        """The dice of the last throw as they lie now, if somebody asks for them, or a hand laid out the missing ones.

        If just those awaited were never told, these.

        Not if any that lay beside it then is gone, or may be: it may be among them. By themselves only those count that
        lie about where the throw lay: one from elsewhere may have been on the floor.
        """
        case, memory, again = self.case, self.case.memory, self.case.episode.again
        if self.happened or not (memory.beside_lie_there(case.rests) or again == "all"):
            return []
        here = [rest for rest in case.rests if case.zone(rest) == "throw"]
        untold = [rest for rest in here if not memory.was_said(rest)]
        if again and len(untold) == case.awaited:
            return untold
        mine = [rest for rest in here if memory.may_be_thrown(rest)]
        missing = case.counting and len(memory.as_thrown) < len(mine) == case.awaited
        return mine if again or (missing and case.lie_about_there(mine)) else []
