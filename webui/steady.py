"""Watches that the camera still sees the table where it was marked; a nudged camera must bust nobody.

What `vision/sway.py` holds where it was is where it was: this is of the nudges that it did not follow.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from hardware.frame import Frame, Image
from hardware.mat import MATS
from vision.markers import find_mat
from vision.nouns import Event, OffTable, Roll, Trouble
from vision.nudge import EVERY_S, Nudge, Shift
from webui.marked import Marked, Marks

# Looking for the markers takes longer than looking for a nudge.
SEARCH_EVERY_S = 1.0


class Steady:
    """One table's camera. marks: where the table was marked; None where nothing can be marked.

    stale: the mat was found elsewhere, and whoever looks at the table does not know it yet.
    """

    def __init__(self, marks: Marks | None) -> None:
        self.stale = False
        self._marks = marks
        self._known: Marked | None = None
        self._nudge = Nudge()
        self._shift: Shift | None = None
        self._since_s, self._searched_s = 0.0, -SEARCH_EVERY_S

    def look(self, frame: Frame, held: Image) -> None:
        """See the newest frame; held: (H, W, 3) uint8 BGR, its picture as a `vision.sway.Sway` holds it."""
        marks = self._marks
        if marks is None:
            return
        if marks.now is not self._known:
            self._begin(marks, frame)
        if marks.now.table is None:
            return
        before, self._shift = self._shift, self._nudge.step(held, frame.time_s)
        if self._shift is None:
            return
        if before is None:
            self._since_s = frame.time_s
        if marks.now.how == "mat":
            self._search(marks, frame)

    def _begin(self, marks: Marks, frame: Frame) -> None:
        """The table was marked anew: the view is to be as it was then, be that yesterday."""
        self._known, self._shift = marks.now, None
        self._nudge.restart()
        if marks.picture is not None:
            self._nudge.step(marks.picture, frame.time_s - EVERY_S)

    def _search(self, marks: Marks, frame: Frame) -> None:
        if 0 <= frame.time_s - self._searched_s < SEARCH_EVERY_S:
            return
        self._searched_s = frame.time_s
        # Where it is in the camera's own picture: from there it is followed anew. A person may have marked the table
        # while it was looked for.
        found = find_mat(frame.image, MATS)
        if found and marks.now is self._known:
            marks.move(found.table, frame.image)
            self.stale = True

    def edge(self, width: int, height: int) -> Sequence[Sequence[float]]:
        """Of the marked table, in a picture of this size; empty where the whole picture is the table."""
        table = self._marks.now.table if self._marks else None
        return table.fitted(width, height).polygon_px.tolist() if table else ()

    @property
    def troubles(self) -> tuple[Trouble, ...]:
        """That the camera has moved, while it has."""
        if self._shift is None:
            return ()
        return (Trouble(self._shift.code, self._shift.what, self._shift.do, self._since_s),)

    def judged(self, events: Iterable[Event]) -> list[Event]:
        """The events as they may be believed: while the view lies elsewhere, or may, no die counts as off the table.

        A roll then has fewer dice than were thrown, which is a question to the players, and no bust.
        """
        if self._shift is None and not self._nudge.suspect and not self.stale:
            return list(events)
        return [
            replace(event, off_table=0, why="") if isinstance(event, Roll) else event
            for event in events
            if not isinstance(event, OffTable)
        ]
