"""One moment of judging: all that is known when the dice seem to lie still. Asking it changes nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from hardware.frame import Image
from vision.following.flight import Flight
from vision.following.rest import Rest
from vision.nouns import Die, Floats, Zone
from vision.throw.episode import Episode
from vision.throw.leavers import Leavers
from vision.throw.look import Look
from vision.throw.memory import Memory
from vision.throw.recognised import lies_anew, recognised

# Edges that a die moves at most when it is turned over. Larger: a die that is thrown near where one lay is asked about.
# Smaller: one that somebody turned over counts as new.
TURN_DICE = 1.6
# Edges that a hand moves dice apart at most when it spreads them. Larger: a die from the floor counts as thrown.
# Smaller: dice that are spread stay too few.
SPREAD_DICE = 3.0


@dataclass(frozen=True, eq=False)
class Case:
    """What the rules are given.

    look: the frame, its dice and flights as `recognised` has them. rests: the dice that are surely there.
    memory: what was told of until now. found: the numbers of the dice that lie where they lay.
    episode: what happened since; leavers: those that left.
    picture: (H, W, 3) uint8 BGR, what was seen when dice were told of last. counting: the last throw had another number
    than was awaited, and is asked about. wait_s: seconds for which dice are waited for that are missing.
    bare: pictures in which no die was found, before any die was told of.
    """

    look: Look
    rests: Sequence[Rest]
    memory: Memory
    found: frozenset[int]
    episode: Episode
    leavers: Leavers
    picture: Image | None
    counting: bool
    wait_s: float
    bare: Sequence[Floats] = ()

    @staticmethod
    def of(
        look: Look,
        memory: Memory,
        episode: Episode,
        leavers: Leavers,
        picture: Image | None,
        counting: bool,
        wait_s: float,
        bare: Sequence[Floats] = (),
    ) -> Case:
        """The case of a look, whose dice are recognised."""
        known = recognised(look, memory, episode.has_closed)
        return Case(
            known.look,
            known.rests,
            known.memory,
            known.found,
            episode,
            leavers,
            picture,
            counting,
            wait_s,
            bare,
        )

    @property
    def awaited(self) -> int | None:
        """How many dice the throw has; None if unknown."""
        return self.episode.expected

    @property
    def meddled(self) -> bool:
        """Whether a hand was over the table since something began."""
        return self.episode.hand.meddled

    @property
    def waited(self) -> bool:
        """Whether missing dice were waited for long enough."""
        return self.episode.calm_s(self.look) >= self.wait_s

    @cached_property
    def new(self) -> list[Rest]:
        """The dice that lie there anew."""
        return [rest for rest in self.rests if not rest.known]

    @cached_property
    def gone(self) -> dict[int, Die]:
        """The dice told of that are followed no longer, by their number."""
        return self.memory.gone(self.look)

    @cached_property
    def taken_up(self) -> list[Die]:
        """Those whose places were seen empty when all was told of: they are in a hand, or were."""
        return [die for number, die in self.gone.items() if number in self.memory.emptied]

    @cached_property
    def left_there(self) -> list[Die]:
        """Those that lay there yet when all was told of: struck by something, or taken up since."""
        return [die for number, die in self.gone.items() if number not in self.memory.emptied]

    @cached_property
    def hidden(self) -> list[Die]:
        """The dice told of that a hand, or something as large, covers."""
        covered = {rest.id for rest in self.look.rests if rest.covered}
        return [die for number, die in self.memory.dice.items() if number in covered]

    @cached_property
    def untouched(self) -> int:
        """How many dice lie in the throw zone that were in sight since this began, where all dice are awaited."""
        return self.memory.left_lying(self.rests, self.look, self.episode)

    @cached_property
    def back_again(self) -> list[Rest]:
        """Dice that were hidden for a while and lie about as before, where too many seem to lie there still."""
        return self.memory.back_again(self.rests, self.look, self.episode)

    def zone(self, rest: Rest) -> Zone:
        """Where on the table a die lies."""
        return rest.zone(self.look.table)

    def arrival(self, rest: Rest) -> Flight | None:
        """The flight that brought a die, if it was seen to."""
        return self.look.arrival(rest)

    def pushed(self, rest: Rest) -> int | None:
        """The number of the die at whose place this one started, where it was seen to."""
        flight = self.arrival(rest)
        return flight.origin if flight else None

    def away_mm(self, die: Die, rest: Rest) -> float:
        """How far a die lies from where one was told of."""
        return self.look.table.distance_mm(die.centre_px, rest.centre_px)

    def before(self, rest: Rest) -> Die | None:
        """The die that this one was when it was told of: at its place, or moved, or turned over beside it."""
        own = self.memory.own(rest)
        if own and own.value == rest.vote.value:
            return own  # whatever seemed to come there from elsewhere: a hand that passed over it
        number = self.pushed(rest)
        if number in self.gone:
            return self.gone[number]
        if own:
            return own
        reach_mm = TURN_DICE * self.look.table.die_mm
        near = [(self.away_mm(die, rest), number) for number, die in self.gone.items()]
        nearest = min((one for one in near if one[0] < reach_mm), default=None)
        return self.gone[nearest[1]] if nearest else None

    def lies_anew(self, rest: Rest) -> bool:
        """Whether a die lies otherwise than it did when it was told of, be it by a little."""
        before = self.memory.own(rest)
        return before is not None and lies_anew(before, rest, self.look)

    def lies_as_one_lay(self, rest: Rest) -> bool:
        """Whether a new die lies just as one did that is gone, and shows its value: that was taken up and put back."""
        return any(
            die.value == rest.vote.value and not lies_anew(die, rest, self.look) for die in self.gone.values()
        )

    def taken_up_near(self, rest: Rest) -> list[int | None]:
        """The values of the dice that were taken up and lay near where this one lies."""
        near_mm = TURN_DICE * self.look.table.die_mm
        return [die.value for die in self.taken_up if self.away_mm(die, rest) < near_mm]

    def lie_about_there(self, rests: Iterable[Rest]) -> bool:
        """Whether each lies about where one of the last throw lay, or is one."""
        lay, reach_mm = self.memory.as_thrown, SPREAD_DICE * self.look.table.die_mm
        return all(
            rest.id in self.memory.thrown or any(self.away_mm(die, rest) < reach_mm for die in lay)
            for rest in rests
        )
