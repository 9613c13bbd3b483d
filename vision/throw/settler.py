"""When do dice that lie still make a throw? Exactly one Roll for each throw, none for anything else.

It is a throw when at least one die arrived by itself: it flew free, came from no die that lay there, and stopped
where a die lies now; or it left the table; or when all dice in the throw zone are new, as many as are awaited, though
a hand hid how they came. Dice that came to rest after such a flight began belong to the throw; dice that lay still are
kept. A die that was pushed or turned over is a question. A throw that is asked about, because its dice are too few
or too many, is told once more when a hand has laid out the missing ones, or when somebody asks for it.

When all has come to rest is judged in `episode.py`; which dice were thrown in `thrown.py`; which left in `leavers.py`,
and where else those are that are missing in `missing.py`.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from hardware.frame import Image
from vision.following.flight import Flight
from vision.following.rest import Rest, under
from vision.nouns import Event, Moving, Roll, Trouble, Wait
from vision.throw.arrival import begin_s, unread
from vision.throw.episode import HAND_S, QUIET_S, WAIT_S, Episode
from vision.throw.leavers import Leavers
from vision.throw.look import Look
from vision.throw.memory import Told, die_of
from vision.throw.missing import Missing
from vision.throw.pan import is_seen_from_elsewhere
from vision.throw.ripe import Ripe
from vision.throw.silence import Silence
from vision.throw.thrown import Throw
from vision.throw.turned import turned, turned_over
from vision.throw.wait import COUNT, HALF_HIDDEN, LAYING

# Dice that left roll on beyond the edge for so long after their throw was read.
AFTER_S = 2.0
# Whoever counts dice, or points at one, holds a hand still above them for as long, or less.
POINTS_S = 2.0


class Settler:
    """Turns looks, frame by frame, into events. `expected`: how many dice the next throw has, None if unknown."""

    def __init__(self, expected: int | None = None) -> None:
        # What the verdict waits for; None where there is none to come.
        self.waits: Wait | None = None
        self._counts: tuple[Trouble, ...] = ()
        self._silence = Silence()
        self._ripe = Ripe()
        self._episode, self._told, self._leavers = Episode(expected), Told(), Leavers()
        self._next = expected
        # Whether the last throw had another number than was awaited, and is asked about.
        self._counting = False
        # What was seen when dice were told of last.
        self._picture: Image | None = None

    @property
    def expected(self) -> int | None:
        """How many dice the throw has that is under way, or the next; None if unknown."""
        return self._episode.expected

    @property
    def open(self) -> bool:
        """Whether anything has happened that was not told of."""
        return self._episode.open

    def expect(self, dice: int | None, counting: bool = False) -> None:
        """How many dice the next throw has; None: any number. counting: the last one had another number, and is asked
        about.

        A throw of which a die was said to have left keeps what was awaited of it: that die has ended a turn perhaps,
        and what is awaited now is somebody else's throw.
        """
        self._next, self._counting = dice, counting
        if not self._leavers.told:
            self._episode.expect(dice)

    def read_again(self, all_thrown: bool = False) -> None:
        """The dice that lie there are to be told as a throw, however many they are and however they came.

        all_thrown: the game has none aside, so that none of those may be one that was kept.
        """
        self._episode.read_again(all_thrown)

    def flying(self, look: Look) -> list[Flight]:
        """The dice of a throw that are on their way in this frame."""
        return self._episode.flying(look)

    def quiet_s(self, time_s: float) -> float:
        """For how long no die has been on its way."""
        return self._episode.quiet_s(time_s)

    @property
    def troubles(self) -> tuple[Trouble, ...]:
        """All that holds now."""
        silent = self._silence.trouble
        return (*self._counts, silent) if silent else self._counts

    def step(self, look: Look) -> tuple[Event, ...]:
        """The events of one more frame."""
        episode, events = self._episode, list[Event]()
        if episode.begin(look):
            self._counts = ()
            events.append(Moving(look.time_s))
        in_hand = self._told.in_hand(look, episode)
        left = self._leavers.step(look, in_hand)
        events += left
        episode.open = episode.open or bool(left)
        self.waits = None
        if episode.open:
            episode.note(look, in_hand)
            events += self._judge(look)
        return (*events, *self._silence.step(look, self._told, self.waits, episode.began_s))

    def _judge(self, look: Look) -> Sequence[Event]:
        """What is to be said if all is over; or, where a hand came too early, of the dice as they lay before."""
        self.waits = self._episode.waits(look)
        if self.waits is None:
            return self._verdict(look, WAIT_S)
        ripe = self._ripe.step(look, self._episode)
        if ripe is None:
            return ()
        events = self._verdict(ripe, WAIT_S)
        look.know(ripe.rests)
        return events

    def finish(self, look: Look) -> tuple[Event, ...]:
        """The source has ended with this look: a throw that lay still for most of the time it takes is said."""
        episode = self._episode
        return tuple(self._verdict(look, 0.0)) if episode.open and episode.is_nearly_over(look) else ()

    def _verdict(self, look: Look, wait_s: float) -> Sequence[Event]:
        """What is to be said of the dice that lie still; nothing while more may be seen of them.

        wait_s: for how long dice are waited for that are missing.
        """
        rests, self.waits = self._recognised(look), None
        throw = Throw(rests, look, self._episode, self._told, self._leavers)
        thrown = self._thrown(throw)
        inside = [rest for rest in thrown if rest.zone(look.table) != "off"]
        rolled_on = look.time_s - self._told.rolled_s < AFTER_S and not inside
        threw = bool(self._leavers.left or (thrown and not rolled_on))
        waited = self._episode.calm_s(look) >= wait_s
        off = Missing(throw, thrown, inside).off(waited) if threw else 0
        count = len(inside) + under(inside) + off if threw else sum(not rest.known for rest in rests)
        laid_out = [] if threw else throw.laid_out(self._counting)
        miscounted = count > 0 and self.expected not in (None, count)
        if miscounted and not waited:
            self.waits = COUNT
        elif self._may_go_on(laid_out, look):
            self.waits = LAYING
        if self.waits:
            return ()
        if self._was_moved(rests, look):
            self._told.say(rests)
            self._close(rests, look)
            return ()
        events: Sequence[Event]
        if threw:
            over = turned_over(throw.struck.pairs, look)
            bumped = throw.struck.bumped(thrown)
            numbers = {each.die.track for each in over}
            events = [*self._roll(rests, thrown, inside, off, look, numbers, bumped), *over]
        elif laid_out:
            events = self._roll(rests, laid_out, laid_out, 0, look)
        else:
            # No throw: but a die may have been turned over.
            events = turned(self._told, rests, look)
            if events and self._may_be_half_hidden(look):
                self.waits = HALF_HIDDEN
                return ()
            self._told.say([rest for rest in rests if any(rest.id == event.die.track for event in events)])
            self._counts = self._unread(rests, look) or self._counts
        self._close(rests, look)
        return events

    def _recognised(self, look: Look) -> list[Rest]:
        """The dice that are surely there; those that were told of, and sides of them, are known from now on."""
        rests = [rest for rest in look.rests if look.is_there(rest)]
        # Before sides are known: what is known is looked for no more, and its old place would count as left.
        self._told.find_again(rests, look)
        for rest in rests:
            if self._episode.has_closed and look.is_side(rest):
                rest.known = True
                self._told.say([rest])
            rest.alone = False  # of several dice it was all that was seen: now there may be more
        return rests

    def _thrown(self, throw: Throw) -> list[Rest]:
        """Those of the dice that were thrown. Where none of them was, some may have left: the leavers are asked."""
        thrown = throw.dice()
        back = throw.as_before(thrown)
        for rest in back:
            rest.lie_anew(throw.look.time_s)
        thrown += back
        if not thrown and not self._leavers.left and not self._episode.hand.meddled:
            in_hand = self._told.in_hand(throw.look, self._episode)
            self._leavers.take_for_left(throw.look, in_hand, self._episode.opened_s)
        return thrown

    def _was_moved(self, rests: Sequence[Rest], look: Look) -> bool:
        """Whether the camera has moved, and no die of those that lie there; not where one left, was taken up, or
        somebody asks for them.
        """
        if self._picture is None or self._leavers.left or self._episode.again:
            return False
        lay = [die for die in self._told.dice if not self._told.was_taken_up(die)]
        return is_seen_from_elsewhere(self._picture, lay, rests, look)

    def _may_go_on(self, laid_out: Sequence[Rest], look: Look) -> bool:
        """Whether a hand may still lay dice out, if nobody asks for those that lie there."""
        just_now = look.time_s - self._episode.hand.last_s < HAND_S
        return bool(laid_out) and not self._episode.again and just_now

    def _may_be_half_hidden(self, look: Look) -> bool:
        """Whether a hand that keeps still above dice may hide a part of others, which then look turned over."""
        just_now = look.time_s - self._episode.hand.last_s < POINTS_S
        return just_now and any(rest.known and rest.covered for rest in look.rests)

    def _close(self, rests: Sequence[Rest], look: Look) -> None:
        """All that lies and has flown until now is told of."""
        self._told.tell(rests, look)
        if rests:
            self._picture = look.image
        for rest in rests:
            rest.known, rest.alone = True, False
        for flight in look.flights:
            # On an empty table nothing has come of it yet: fingers that waited there may hold the dice.
            over = look.time_s - flight.last_s >= QUIET_S if rests else flight.ended
            flight.known = flight.known or over
        self._leavers.begin()
        self._ripe.forget()
        self._silence.begin()
        self._episode.close(look.time_s, self._next)

    def _roll(
        self,
        rests: Sequence[Rest],
        thrown: Sequence[Rest],
        inside: Sequence[Rest],
        off: int,
        look: Look,
        over: Collection[int] = (),
        bumped: tuple[int, ...] = (),
    ) -> list[Event]:
        """over: the numbers of the dice that it turned over; bumped: the values of those that it only moved."""
        events: list[Event] = [*self._leavers.tell(off, thrown, inside, look)]
        lay_s = max((rest.arrived_s for rest in inside), default=self._episode.moved_s)
        began_s = begin_s(thrown, look.news, look.table, lay_s)
        kept = [rest for rest in rests if rest not in thrown and rest.zone(look.table) != "off"]
        self._told.forget(inside, kept, look.time_s)
        events.append(
            Roll(
                look.time_s,
                tuple(rest.vote.value for rest in inside),
                # What was turned over is asked about: until then nobody knows what it counts as.
                tuple(None if rest.id in over else rest.vote.value for rest in kept),
                off,
                self._leavers.why if off else "",
                look.image,
                tuple(die_of(rest, look.table) for rest in (*inside, *kept)),
                (began_s, lay_s),
                bumped,
                tuple(self._leavers.gone[:off]),
            )
        )
        self._told.say(rests)
        self._counts = self._miscount(inside, off, look.time_s)
        return [*events, *self._counts]

    def _unread(self, rests: Sequence[Rest], look: Look) -> tuple[Trouble, ...]:
        """That dice seem to have come to rest where none can be read, if so: all is out of focus, or too small."""
        hidden = look.hand or self._episode.hand.meddled or any(not rest.known for rest in rests)
        if hidden or not unread(look.news, rests, look.table, self._episode.began_s):
            return ()
        what = "Something was thrown, but no dice can be read."
        do = "Set the camera's focus, bring it nearer or move the light; or say what you see."
        return (Trouble("unread", what, do, look.time_s),)

    def _miscount(self, inside: Sequence[Rest], off: int, time_s: float) -> tuple[Trouble, ...]:
        """That a throw has another number of dice than was awaited, if it has."""
        seen = len(inside) + off
        if self.expected in (None, seen):
            return ()
        what = f"{_dice(seen)} seen, {self.expected} expected."
        why = "One may lie under another." if under(inside) else "One may be hidden or stacked."
        return (Trouble("count", what, f"{why} Spread the dice, or say what you see.", time_s),)


def _dice(count: int) -> str:
    return "1 die" if count == 1 else f"{count} dice"
