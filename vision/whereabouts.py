"""Where the camera is and how large a die is, as the dice have told; and so, where on the table each thing lies."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np

from hardware.frame import Image
from vision.following.changed import holds
from vision.following.rest import Rest
from vision.nouns import Box, Detection
from vision.plane.table import Table, guess_die_px
from vision.plane.viewpoint import Camera, Somewhere, Viewpoint
from vision.throw.look import Look

# So many looks at a die that can be read tell its size: a ghost's would make the reader see only ghosts.
SURE_LOOKS = 2
# One die alone does not tell where the camera is: leaning, it may look as if it lay flat in a picture upside down.
ALONE = 1
# Until then a thing up to so much larger than guessed, or half as large, may be a die.
GUESS_TIMES = 3.5
# Share by which a look at dice changes what is known of their size. Larger: one bad look counts for much.
LEARN = 0.2


class Reads(Protocol):
    """What the pipeline needs of a reader."""

    def read(
        self,
        image: Image,
        size_px: float | None = None,
        camera: Camera | None = None,
        where: Sequence[Box] | None = None,
    ) -> tuple[Detection, ...]:
        """The dice in a picture; size_px: of a die's upright box, if it is known; camera: where it is; where: no other
        dice are asked for.
        """
        ...

    def placed(self, camera: Somewhere, image: Image, dice: Sequence[Detection]) -> Somewhere:
        """The same camera, with what the dice of a throw tell of its place."""
        ...


class Whereabouts:
    """What one source's dice have told of its camera, and the reader that asks them. marked: the marked table."""

    def __init__(self, reader: Reads, marked: Table | None) -> None:
        self._reader, self._marked = reader, marked
        self._table: Table | None = None
        self._die_px: float | None = None
        self._edge_mm: float | None = None
        self._somewhere: Somewhere | None = None
        # The last throw, until it was asked where the camera is.
        self._rolled: Look | None = None
        # How many dice, at most, were asked at a time how the picture hangs.
        self._asked = ALONE
        # Whether the last read found a die of that size with a value; else the next looks for dice of any size.
        self._sized = False
        self._found = False

    def mark(self, table: Table | None) -> None:
        """The table was found elsewhere."""
        self._marked, self._table = table, None

    def table(self, image: Image) -> Table:
        """The table in a picture, with what its dice have told of it."""
        height, width = image.shape[:2]
        if self._table is None or self._table.size_px != (width, height):
            table = self._marked or Table.whole(width, height)
            self._table = self._scaled(table.fitted(width, height))
        return self._table

    @property
    def sized(self) -> bool:
        """Whether it is known how large a die is, and not only guessed."""
        return self._die_px is not None or (self._table is not None and self._table.measured)

    @property
    def met(self) -> bool:
        """Whether a die was ever found, or it is known how large one looks: what was never seen cannot have left."""
        return self._found or self.sized

    def may_look_in_part(self, image: Image) -> bool:
        """Whether a part of the picture may be looked at by itself: it is known how large a die is, and where the
        camera is, so that no other die is needed to tell how one lies.
        """
        return self._sized and self._die_px is not None and self.table(image).measured

    def read(self, image: Image, where: Sequence[Box] | None = None) -> tuple[Detection, ...]:
        """What the reader finds; where: in these boxes only, if it `may_look_in_part`."""
        known, camera = self._die_px if self._sized else None, self._camera(self.table(image))
        if where is not None:
            found = self._reader.read(image, known, camera, where)
            return tuple(detection for detection in found if holds(where, detection.centre_px))
        detections = self._reader.read(image, known, camera)
        self._sized = any(detection.value is not None for detection in detections)
        self._found = self._found or bool(detections)
        return detections

    def learn(self, image: Image, rests: Sequence[Rest], detections: Sequence[Detection]) -> bool:
        """Take in what a read has found, and the dice that lie there by it; whether all must be read anew."""
        table = self.table(image)
        camera = self._camera(table)
        anew = self._hang(image, camera, rests)
        self._measure(table, camera, [] if anew else rests, detections)
        return anew

    def told(self, look: Look) -> None:
        """A throw was told by this look: before the next frame it is asked where the camera is."""
        self._rolled = look

    def locate(self) -> None:
        """Over a table that nobody measured the dice of each throw tell a little more of the camera's place."""
        # Not before the throw is told: it takes as long as a read.
        look, self._rolled = self._rolled, None
        if look is None:
            return
        camera = self._camera(look.table)
        if isinstance(camera, Somewhere) and len(look.in_sight) > ALONE:
            self._somewhere = self._reader.placed(camera, look.image, look.in_sight)
            if self._table is not None:
                self._table = self._scaled(self._table)

    def _scaled(self, table: Table) -> Table:
        """The table with what its dice tell of its plane, where nobody measured it."""
        if self._die_px is None:
            return table
        seen_from = self._somewhere or Somewhere(table.size_px)
        plane = seen_from.plane(self._die_px) if seen_from.size_px == table.size_px else None
        return table.with_die(self._die_px).as_told(plane)

    def _camera(self, table: Table) -> Camera:
        if table.measured:
            return Viewpoint.of(table, self._edge_mm)
        if self._somewhere is None or self._somewhere.size_px != table.size_px:
            self._somewhere, self._asked = Somewhere(table.size_px), ALONE
        return self._somewhere

    def _hang(self, image: Image, camera: Camera, rests: Sequence[Rest]) -> bool:
        """Over a table that nobody measured: does the picture hang upside down, or on its side?

        Asked of more dice than ever before, and before they are told of: then side faces were read for the top ones,
        and all dice are to be read anew.
        """
        if not isinstance(camera, Somewhere) or camera.turns:
            return False
        dice = [rest.detection for rest in rests if rest.seen >= SURE_LOOKS and not rest.covered]
        if len(dice) <= self._asked:
            return False
        self._asked = len(dice)
        placed = self._reader.placed(camera, image, dice)
        if placed.turns:
            self._somewhere = placed
        return bool(placed.turns)

    def _measure(
        self, table: Table, camera: Camera, rests: Sequence[Rest], detections: Sequence[Detection]
    ) -> None:
        """Learn the size of the dice from those that lie; until then, from whatever looks like one."""
        lying = [
            rest.detection for rest in rests if rest.state == "flat" and rest.states["flat"] >= SURE_LOOKS
        ]
        if lying and isinstance(camera, Viewpoint):
            edges = [camera.edge_seen_mm(each.centre_px, each.size_px) for each in lying]
            self._edge_mm = _toward(self._edge_mm, float(np.median(edges)))
        if lying:
            self._die_px = _toward(self._die_px, float(np.median([each.size_px for each in lying])))
            self._table = self._scaled(table)
        elif self._die_px is None:
            guess = guess_die_px(*table.size_px)
            likely = [each.size_px for each in detections if guess / 2 < each.size_px < GUESS_TIMES * guess]
            self._table = table.with_die(float(np.median(likely))) if likely else table


def _toward(known: float | None, seen: float) -> float:
    """What is known of a size after it was seen once more."""
    return seen if known is None else known + LEARN * (seen - known)
