"""What has become of awaited dice that are not seen: have they left the table, do they lie under others, or hidden?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from vision.following.rest import Rest, under
from vision.nouns import Die
from vision.plane.table import Table
from vision.plane.viewpoint import Viewpoint
from vision.throw.cover import may_hide
from vision.throw.footprint import Footprints
from vision.throw.thrown import Throw

# On another, a die looks so much larger at least than on the table: its box holds a side of that one, too.
LARGER = 1.1


@dataclass(frozen=True, eq=False)
class Missing:
    """The dice of a throw that are awaited and not seen. thrown: those that are; inside: of them, on the table."""

    throw: Throw
    thrown: Sequence[Rest]
    inside: Sequence[Rest]

    def off(self, waited: bool) -> int:
        """How many dice of the throw left the table. Those inside that may lie on others are marked as such.

        waited: it was waited for long enough to go by the room that dice take.
        """
        look, episode, leavers = self.throw.look, self.throw.episode, self.throw.leavers
        old = self.throw.told.moved_on(self.throw.rests)
        rooms = self._rooms(old) if waited else Footprints()
        plain = self._are_all(rooms) and not look.hand and not episode.changed and not self._may_be_hidden()
        emptied = [die.centre_px for die in old]
        off = leavers.count(self.thrown, self.inside, look, self._awaited(), plain, emptied)
        self._mark_those_above(rooms, off)
        return off

    def _awaited(self) -> int | None:
        """How many dice are awaited. One that lies as it lay may be the missing one: then none has left."""
        throw = self.throw
        if throw.episode.expected is None:
            return None
        back = throw.told.back_again(throw.rests, throw.look, throw.episode)
        return throw.episode.expected - sum(rest not in self.thrown for rest in back)

    def _lacks(self, off: int) -> int:
        """How many awaited dice are neither here nor gone."""
        return max(0, (self.throw.episode.expected or 0) - len(self.inside) - under(self.inside) - off)

    def _rooms(self, old: Sequence[Die]) -> Footprints:
        """Where dice are missing, the rooms of those that are there. old: those that lay there before."""
        if not self._lacks(0):
            return Footprints()
        corners = [rest.detection.corners_px for rest in self.inside]
        return self.throw.look.footprints(corners, [die.corners_px for die in old], self.throw.look.table)

    def _are_all(self, rooms: Footprints) -> bool:
        """Whether the dice inside lie flat and are surely all that lies there, by their rooms, though some are missing.

        One that flew there does not lie on another, as one that fell straight down may: there need be no other to
        compare it with, and it may lie where its room cannot be told. If all fell straight down, none rolled away.
        """
        if not (rooms.plain or rooms.single) or any(rest.state != "flat" for rest in self.inside):
            return False
        flew = [self.throw.look.flew(rest) for rest in self.inside]
        alone = [flown for flown, room in zip(flew, rooms.own, strict=True) if rooms.single or room is None]
        return any(flew) and all(alone)

    def _may_be_hidden(self) -> bool:
        """Whether something stands there that may hide a die."""
        look = self.throw.look
        return may_hide(look.image, look.table, [rest.detection.corners_px for rest in look.rests])

    def _mark_those_above(self, rooms: Footprints, off: int) -> None:
        """Mark the dice that the missing ones lie under, or may."""
        for index in rooms.towers[: self._lacks(off)]:
            self.inside[index].tower = True
        # With no other to tell by its room it may lie on the one that is missing, unless it looks no larger than
        # one on the table.
        table = self.throw.look.table
        alone = len(self.inside) == 1 and self._lacks(off) > 0 and _may_lie_above(self.inside[0], table)
        for rest in self.inside:
            rest.alone = alone


def _may_lie_above(rest: Rest, table: Table) -> bool:
    """Whether a die looks larger than one does that lies on the table, or nobody knows."""
    if not table.measured:
        return True
    seen_mm = Viewpoint.of(table).edge_seen_mm(rest.centre_px, rest.detection.size_px)
    return seen_mm > LARGER * table.die_mm
