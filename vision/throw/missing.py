"""What has become of awaited dice that are not seen: have they left the table, do they lie under others, or hidden?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from vision.following.flight import Flight
from vision.following.rest import Rest, under
from vision.nouns import Die
from vision.plane.table import Table
from vision.plane.viewpoint import Viewpoint
from vision.throw.case import Case
from vision.throw.cover import may_hide
from vision.throw.footprint import Footprints

# Times as large as on the table that a die looks at least which lies on another: its box holds a side of that one, too.
# Larger: one on another counts as a die alone. Smaller: a die alone is asked about.
LARGER = 1.1


@dataclass(frozen=True, eq=False)
class Missing:
    """The dice of a throw that are awaited and not seen.

    left: the flights of those seen to leave. beyond, inside: those seen at rest, beyond the edge and on the table.
    """

    case: Case
    left: Sequence[Flight]
    beyond: Sequence[Rest]
    inside: Sequence[Rest]

    @cached_property
    def off(self) -> int:
        """How many dice of the throw left the table."""
        case, rooms = self.case, self._rooms
        plain = (
            self._are_all(rooms)
            and not case.look.hand
            and not case.episode.changed
            and not self._may_be_hidden()
        )
        emptied = [die.centre_px for die in self._old]
        return case.leavers.count(
            self.left, self.beyond, self.inside, case.look, self._awaited(), plain, emptied
        )

    @cached_property
    def above(self) -> list[Rest]:
        """The dice inside, those marked that the missing ones lie under, or may.

        With no other to tell by its room a die may lie on the one that is missing, unless it looks no larger than one
        on the table.
        """
        lacks = self._lacks(self.off)
        towers = self._rooms.towers[:lacks]
        alone = len(self.inside) == 1 and lacks > 0 and _may_lie_above(self.inside[0], self.case.look.table)
        return [rest.as_above(index in towers, alone) for index, rest in enumerate(self.inside)]

    @cached_property
    def _old(self) -> list[Die]:
        """The dice that lay there before the throw."""
        return self.case.memory.moved_on(self.case.rests)

    def _awaited(self) -> int | None:
        """How many dice are awaited. One that lies as it lay may be the missing one: then none has left."""
        if self.case.awaited is None:
            return None
        thrown = {rest.id for rest in (*self.beyond, *self.inside)}
        return self.case.awaited - sum(rest.id not in thrown for rest in self.case.back_again)

    def _lacks(self, off: int) -> int:
        """How many awaited dice are neither here nor gone."""
        return max(0, (self.case.awaited or 0) - len(self.inside) - under(self.inside) - off)

    @cached_property
    def _rooms(self) -> Footprints:
        """The rooms of the dice that are there, where some are missing and were waited for long enough."""
        if not self.case.waited or not self._lacks(0):
            return Footprints()
        corners = [rest.detection.corners_px for rest in self.inside]
        old = [die.corners_px for die in self._old]
        return self.case.look.footprints(corners, old, self.case.look.table)

    def _are_all(self, rooms: Footprints) -> bool:
        """Whether the dice inside lie flat and are surely all that lies there, by their rooms, though some are missing.

        One that flew there does not lie on another, as one that fell straight down may: there need be no other to
        compare it with, and it may lie where its room cannot be told. If all fell straight down, none rolled away.
        """
        if not (rooms.plain or rooms.single) or any(rest.state != "flat" for rest in self.inside):
            return False
        flew = [self.case.look.flew(rest) for rest in self.inside]
        alone = [flown for flown, room in zip(flew, rooms.own, strict=True) if rooms.single or room is None]
        return any(flew) and all(alone)

    def _may_be_hidden(self) -> bool:
        """Whether something stands there that may hide a die."""
        look = self.case.look
        return may_hide(look.image, look.table, [rest.detection.corners_px for rest in look.rests])


def _may_lie_above(rest: Rest, table: Table) -> bool:
    """Whether a die looks larger than one does that lies on the table, or nobody knows."""
    if not table.measured:
        return True
    seen_mm = Viewpoint.of(table).edge_seen_mm(rest.centre_px, rest.detection.size_px)
    return seen_mm > LARGER * table.die_mm
