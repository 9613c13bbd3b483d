"""When do dice that lie still make a throw? Exactly one Roll for each throw, none for anything else.

It is a throw when at least one die arrived by itself: it flew free, came from no die that lay there, and stopped
where a die lies now; or it left the table; or when all dice in the throw zone are new, as many as are awaited, though
a hand hid how they came. Dice that came to rest after such a flight began belong to the throw; dice that lay still are
kept. A die that was pushed or turned over is a question. A throw that is asked about, because its dice are too few
or too many, is told once more when a hand has laid out the missing ones, or when somebody asks for it.

When all has come to rest is judged in `episode.py`. One moment of judging is a `Case`, and the rules of `verdict.py`
give a `Verdict` on it; these only ask. What comes of it is written down here (`_settle`).
"""

from __future__ import annotations

from collections.abc import Sequence

from hardware.frame import Image
from vision.following.flight import Flight
from vision.nouns import Event, Moving, Trouble, Wait
from vision.throw.bare import Bare
from vision.throw.case import Case
from vision.throw.episode import QUIET_S, WAIT_S, Episode
from vision.throw.leavers import Leavers
from vision.throw.look import Look
from vision.throw.memory import Memory
from vision.throw.ripe import Ripe
from vision.throw.silence import Silence
from vision.throw.verdict import verdict


class Settler:
    """Turns looks, frame by frame, into events. `expected`: how many dice the next throw has, None if unknown."""

    def __init__(self, expected: int | None = None) -> None:
        # What the verdict waits for; None where there is none to come.
        self.waits: Wait | None = None
        self._counts: tuple[Trouble, ...] = ()
        self._silence = Silence()
        self._ripe, self._bare = Ripe(), Bare()
        self._episode, self._memory, self._leavers = Episode(expected), Memory(), Leavers()
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
        """Seconds for which no die has been on its way."""
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
        in_hand = self._memory.in_hand(look, episode)
        left = self._leavers.step(look, in_hand)
        events += left
        episode.open = episode.open or bool(left)
        self.waits = None
        self._memory = self._memory.with_look(look)
        if self._picture is None:
            self._bare.step(look)
        if episode.open:
            episode.note(look, in_hand)
            events += self._judge(look)
        return (*events, *self._silence.step(look, self._memory, self.waits, episode.began_s))

    def finish(self, look: Look) -> tuple[Event, ...]:
        """The source has ended with this look: a throw that lay still for most of the time it takes is said."""
        look = look.asked_anew()
        if not self._episode.open or not self._episode.is_nearly_over(look):
            return ()
        return self._settle(look, look, 0.0)

    def _judge(self, look: Look) -> Sequence[Event]:
        """What is to be said if all is over; or, where a hand came too early, of the dice as they lay before."""
        self.waits = self._episode.waits(look)
        if self.waits is None:
            return self._settle(look, look, WAIT_S)
        ripe = self._ripe.step(look, self._episode)
        return self._settle(ripe, look, WAIT_S) if ripe else ()

    def _settle(self, look: Look, now: Look, wait_s: float) -> tuple[Event, ...]:
        """Judge a look, and write down what comes of it: all that the judge changes is changed here.

        now: the newest look, whose dice it is written into. wait_s: for how long dice are waited for that are missing.
        """
        case = Case.of(
            look,
            self._memory,
            self._episode,
            self._leavers,
            self._picture,
            self._counting,
            wait_s,
            self._bare.pictures,
        )
        said = verdict(case)
        self.waits, self._memory, self._leavers.left = said.wait, said.memory, list(said.left)
        judged = {rest.id: rest for rest in said.rests}
        for rest in now.rests:
            if rest.id in judged:
                rest.take(judged[rest.id])
        for flight in look.news:
            if flight.origin in said.found:
                # The die lies where it lay: what seemed to set out from there came from elsewhere.
                flight.origin = None
        if said.wait is None:
            self._counts = self._counts if said.counts is None else said.counts
            self._close(look, bool(case.rests))
        return said.events

    def _close(self, look: Look, any_lie: bool) -> None:
        """All that lies and has flown until now is told of. any_lie: some dice lie there."""
        if any_lie:
            self._picture = look.image
            self._bare.forget()
        for flight in look.flights:
            # On an empty table nothing has come of it yet: fingers that waited there may hold the dice.
            over = look.time_s - flight.last_s >= QUIET_S if any_lie else flight.ended
            flight.known = flight.known or over
        self._leavers.begin()
        self._ripe.forget()
        self._silence.begin()
        self._episode.close(look.time_s, self._next)
