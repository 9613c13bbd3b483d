# Tested by tests/test_webui_eye.py.
"""What was seen, on its way into the match: in order, and what cannot be written now waits for the next time."""

from __future__ import annotations

import logging
import math
from collections import deque
from collections.abc import Sequence
from typing import Protocol

from vision.nouns import Event, Moving, OffTable, Roll, Turned, View
from webui.camera.steady import Steady
from webui.match.ledger import Refused, Stale
from webui.match.open_match import Awaited
from webui.match.sightings import Sightings
from webui.setup.trial import Trial
from webui.storage.replay import Reel, Ring
from webui.storage.store import StoreError

log = logging.getLogger("rollcall")

MOST_WAITING = 20
"""Throws that wait for the disk. Larger: throws of long ago may still come. Smaller: throws are lost on a slow disk."""
SEEN_S = 1.0
"""Seconds of a die that left which its replay shows after it was said to have left. Larger: more of the bare table."""


class Takes(Protocol):
    """Whoever is told of what happens on the table: the match, or a trial of the set-up."""

    @property
    def awaited(self) -> Awaited: ...
    def moving(self) -> None: ...
    def see_off(self, event: OffTable, reel: Reel, edge: Sequence[Sequence[float]]) -> None: ...
    def see(self, roll: Roll, reel: Reel) -> None: ...
    def see_turned(self, event: Turned) -> None: ...


class Handover:
    """Belongs to the thread that looks. steady: says whether the camera stands where it stood.

    trial: takes what happens in place of the match, while it is on.
    """

    def __init__(self, sightings: Sightings, trial: Trial, steady: Steady) -> None:
        self.steady = steady
        self._sightings, self._trial = sightings, trial
        self._ring = Ring()
        # When a die was said to have left, last.
        self._left_s = math.inf
        self._waiting: deque[tuple[Event, Reel]] = deque(maxlen=MOST_WAITING)

    @property
    def taker(self) -> Takes:
        """Who is told now: a match that is on goes before a trial."""
        return self._trial if self._trial.on and not self.playing else self._sightings

    @property
    def playing(self) -> bool:
        """Whether a match is on."""
        state = self._sightings.state
        return state is not None and not state.outcome

    @property
    def waits(self) -> bool:
        """Whether something that happened could not be told yet."""
        return bool(self._waiting)

    def put(self, view: View) -> None:
        """Take what happened in this view."""
        self._ring.put(view.image, view.time_s)
        for event in self.steady.judged(view.events):
            self.add(event, self._reel(event))

    def add(self, event: Event, reel: Reel = ()) -> None:
        """Take one thing that happened; reel: the seconds before it."""
        self._waiting.append((event, reel))

    def _reel(self, event: Event) -> Reel:
        """The last seconds before a throw lay still, or about when a die was said to have left."""
        if isinstance(event, OffTable):
            self._left_s = event.time_s
            return self._ring.reel(event.time_s)
        if not isinstance(event, Roll):
            return ()
        if event.off_table:
            # It may have left when the others lay still already, and long before they could be told.
            until_s, self._left_s = min(event.time_s, self._left_s + SEEN_S), math.inf
            return self._ring.reel(until_s)
        return self._ring.reel(event.span_s[1] or event.time_s)

    def deliver(self) -> bool:
        """Tell what happened, in order; what cannot be written now waits for the next time.

        Whether a throw was told, or a die that left.
        """
        told = False
        while self._waiting:
            # Out of the queue first: what fails by a fault of ours must not stand before all that is seen later.
            event, reel = self._waiting.popleft()
            try:
                self._tell(event, reel)
                told = told or isinstance(event, Roll | OffTable)
            except (StoreError, Stale):
                # Stale: another program has written to the same database; it was read since.
                self._waiting.appendleft((event, reel))
                return told
            except Refused as refused:
                log.warning("a throw was seen and not taken: %s", refused)
        return told

    def _tell(self, event: Event, reel: Reel) -> None:
        taker = self.taker
        if isinstance(event, Moving):
            taker.moving()
        elif isinstance(event, OffTable):
            height, width = event.picture.shape[:2]
            taker.see_off(event, reel, self.steady.edge(width, height))
        elif isinstance(event, Roll):
            taker.see(event, reel)
        elif isinstance(event, Turned):
            taker.see_turned(event)
