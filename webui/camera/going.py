"""Whether the demo may throw: as those who look at the pages have it, who can hold it back and let it go on."""

from __future__ import annotations

import time

from webui.match.open_match import Awaited

# Seconds after which a sheet that was opened and never closed, on a page that is gone, holds nobody any more.
SHEET_S = 60.0


class Going:
    """Thread-safe: each value is written whole. Nothing of it is in the match."""

    def __init__(self) -> None:
        self._sheet_s = -SHEET_S
        self._gone_on = -1

    def look(self, revision: int, sheet: bool, seen: bool) -> None:
        """A page is shown of this revision, with a sheet open or not; seen: somebody there has pressed to go on."""
        self._sheet_s = time.monotonic() if sheet else -SHEET_S
        if seen:
            self._gone_on = revision

    def waits(self, awaited: Awaited) -> bool:
        """Whether the demo holds still: a sheet is open; after a bust or an undo, until somebody goes on."""
        if time.monotonic() - self._sheet_s < SHEET_S:
            return True
        return awaited.halts and self._gone_on != awaited.revision
