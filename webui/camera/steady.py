"""Watches that the camera still sees the table where it was marked; a nudged camera must bust nobody.

What `vision/view/sway.py` holds where it was is where it was: this is of the nudges that it did not follow.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from hardware.frame import Frame, Image
from hardware.mat import MATS
from vision.nouns import Doubles, Event, OffTable, Roll, Trouble
from vision.plane.markers import detect_mat
from vision.plane.table import Table
from vision.view.nudge import EVERY_S, LEAST, Nudge, is_same_shape
from vision.view.shift import Moved
from webui.camera.stand import Stand
from webui.setup.table_file import MarkedTable, TableFile

# Looking for the markers takes longer than looking for a nudge.
SEARCH_EVERY_S = 1.0


@dataclass(frozen=True)
class OtherShape(Moved):
    """Nobody knows what a picture of another shape shows more, or less, of."""

    what = "The camera's picture has another shape."
    do = (
        "Use the camera of before, or mark the table again in Set up. "
        "Until then no die counts as off the table."
    )


class Steady:
    """One table's camera. table_file: where the table was marked; None where nothing can be marked.

    stale: the mat was found elsewhere, and whoever looks at the table does not know it yet.
    """

    def __init__(self, table_file: TableFile | None) -> None:
        self.stale = False
        self._table_file = table_file
        self._known: MarkedTable | None = None
        self._nudge = Nudge()
        self._moved: Moved | None = None
        self._since_s, self._searched_s = 0.0, -SEARCH_EVERY_S
        self._stand = Stand()

    @property
    def moved_s(self) -> float | None:
        """When the camera moved last, seconds of its clock; None while it never did."""
        return self._stand.moved_s

    def look(self, frame: Frame, held: Image, sway: Doubles | None = None) -> None:
        """See the newest frame; held: (H, W, 3) uint8 BGR, its picture as a `vision.view.sway.Sway` holds it.

        sway: (2, 3), where that has its places in the camera's own; None where the camera stands still.
        """
        self._watch(frame, held)
        is_lost = self._moved is not None or self.stale
        self._stand.look(sway, held.shape[1::-1], is_lost, frame.time_s)

    def _watch(self, frame: Frame, held: Image) -> None:
        """Whether the view still lies where the table was marked."""
        table_file = self._table_file
        if table_file is None:
            return
        # Another thread may mark another table at any moment.
        now = table_file.now
        if now is not self._known:
            self._begin(now, table_file.picture, frame)
        if now.table is None:
            return
        before, self._moved = self._moved, self._where(now.table, held, frame.time_s)
        if self._moved is not None and before is None:
            self._since_s = frame.time_s
        if now.how == "mat" and (self._moved is not None or self._nudge.unsure):
            self._search(table_file, frame)

    def _where(self, table: Table, held: Image, time_s: float) -> Moved | None:
        """How the view lies elsewhere than when the table was marked; None while it does not."""
        if not is_same_shape(held.shape[1::-1], table.size_px):
            return OtherShape()
        return self._nudge.step(held, time_s)

    def _begin(self, now: MarkedTable, picture: Image | None, frame: Frame) -> None:
        """The table was marked anew: the view is to be as it was then, be that yesterday."""
        self._known, self._moved, table = now, None, now.table
        height, width = (frame.image if picture is None else picture).shape[:2]
        self._nudge.restart(None if table is None else table.fitted(width, height).polygon_px)
        if picture is not None:
            self._nudge.step(picture, frame.time_s - EVERY_S)

    def _search(self, table_file: TableFile, frame: Frame) -> None:
        if 0 <= frame.time_s - self._searched_s < SEARCH_EVERY_S:
            return
        self._searched_s = frame.time_s
        # Where it is in the camera's own picture: from there it is followed anew. A person may have marked the table
        # while it was looked for.
        found = detect_mat(frame.image, MATS)
        if not found or self._known is None:
            return
        if self._is_elsewhere(found.table):
            self.stale = table_file.move(self._known, found.table, frame.image) or self.stale
        elif self._moved is not None:
            # It lies where it lay: all else has changed, and is the view from now on.
            self._moved = None
            self._nudge.restart(found.table.polygon_px)

    def _is_elsewhere(self, found: Table) -> bool:
        """Whether the mat lies elsewhere than it was known to."""
        known = self._known.table if self._known else None
        if known is None or len(known.polygon_px) != len(found.polygon_px):
            return True
        if not is_same_shape(known.size_px, found.size_px):
            return True
        away = found.polygon_px - known.fitted(*found.size_px).polygon_px
        return bool(np.abs(away).max() > LEAST * max(found.size_px))

    def edge(self, width: int, height: int) -> Sequence[Sequence[float]]:
        """The edge of the marked table, in a picture of this size; empty where the whole picture is the table."""
        table = self._table_file.fitted(width, height) if self._table_file else None
        return table.polygon_px.tolist() if table else ()

    @property
    def troubles(self) -> tuple[Trouble, ...]:
        """The trouble that the camera has moved, while it has."""
        if self._moved is None:
            return ()
        return (Trouble(self._moved.code, self._moved.what, self._moved.do, self._since_s),)

    def judged(self, events: Iterable[Event]) -> list[Event]:
        """The events as they may be believed: while the view lies elsewhere, or may, no die counts as off the table.

        A roll then has fewer dice than were thrown, which is a question to the players, and no bust.
        """
        if self._moved is None and not self._nudge.suspect and not self.stale:
            return list(events)
        return [
            replace(event, off_table=0, why="") if isinstance(event, Roll) else event
            for event in events
            if not isinstance(event, OffTable)
        ]
