"""Whether the demo may throw: as those who look at the pages have it, who can hold it back and let it go on."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from webui.match.ledger import Refused
from webui.match.open_match import Awaited
from webui.storage.store import StoreError

# Seconds after which a sheet that was opened and never closed, on a page that is gone, holds nobody any more.
SHEET_S = 60.0
# Seconds that an open choice stands before a demo that throws by itself throws on. Larger: a slower game. Smaller: the
# dice are not read by who looks on.
BY_ITSELF_S = 3.0


@dataclass(frozen=True)
class Expected:
    """What the camera is told of the next throw: so many dice, 0 for none; those that lie aside; waits: hold still."""

    dice: int
    lying: tuple[int, ...]
    waits: bool


class Going:
    """Thread-safe: each value is written whole. Nothing of it is in the match.

    by_itself: an open choice is thrown on after a moment, with the first keep that the game names. press: presses a
    move on the board of a revision; see `Presses.play`.
    """

    def __init__(self) -> None:
        self.by_itself = False
        self.press: Callable[[int, str], object] = lambda revision, move: None
        self._sheet_s = -SHEET_S
        self._gone_on = -1
        self._open = (-1, 0.0)

    def look(self, revision: int, sheet: bool, seen: bool) -> None:
        """A page is shown of this revision, with a sheet open or not; seen: somebody there has pressed to go on."""
        self._sheet_s = time.monotonic() if sheet else -SHEET_S
        if seen:
            self._gone_on = revision

    def expected(self, awaited: Awaited) -> Expected:
        """What the camera is told. A table needs no telling; the demo throws nothing while a throw is asked about, but
        for dice that lean.
        """
        if awaited.asking and not awaited.again:
            return Expected(0, awaited.lying, self.waits(awaited))
        if awaited.on and self._throws_on(awaited):
            return Expected(awaited.on, awaited.on_lying, self.waits(awaited))
        return Expected(awaited.dice, awaited.lying, self.waits(awaited))

    def waits(self, awaited: Awaited) -> bool:
        """Whether the demo holds still: a sheet is open; after a bust or an undo, until somebody goes on."""
        if time.monotonic() - self._sheet_s < SHEET_S:
            return True
        return awaited.halts and self._gone_on != awaited.revision

    def keep(self, awaited: Awaited) -> None:
        """Press the move of an open choice that no throw confirms, as where all dice score, once it has been open for
        long enough. What cannot be written now is pressed again at the next look.
        """
        if awaited.keep and not awaited.asking and not self.waits(awaited) and self._throws_on(awaited):
            with suppress(Refused, StoreError):
                self.press(awaited.revision, awaited.keep)

    def _throws_on(self, awaited: Awaited) -> bool:
        """Whether the choice has been open for long enough."""
        if self._open[0] != awaited.revision:
            self._open = awaited.revision, time.monotonic()
        return self.by_itself and time.monotonic() - self._open[1] >= BY_ITSELF_S
