# Tested by tests/test_webui_league_matches.py.
"""This table brings its matches to the league that it is paired with: those that are over, and those that were left.

What the league has is written down match by match. So a table that was alone for a week brings all that is missing, and
a correction brings its match again.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator, Sequence

from webui.league.destinations import Destinations, Hub
from webui.league.matches import Brought
from webui.league.place import Place
from webui.league.wire import NoAnswer, NotSent
from webui.storage.league_matches import TOLD
from webui.storage.saved import SavedMatch

log = logging.getLogger("rollcall")
AT_ONCE = 50
"""Matches that are looked at in one go. Larger: more memory. Smaller: more questions to the database."""
PAUSE_S = 60.0
"""Seconds until the next try where the league cannot be reached. Larger: it catches up later."""
REFUSED = (413, 422)
"""The answers to a match that the league will never take."""
Matches = Callable[[int | None, int | None], Sequence[SavedMatch]]
"""The matches with lower numbers than the first, the newest first, so many as the second at most."""


class Bringing:
    """What this table has to bring. Used by one thread."""

    def __init__(self, place: Place, destinations: Destinations, matches: Matches) -> None:
        self._place, self._destinations, self._matches = place, destinations, matches
        self._not_before_s = 0.0

    def work(self) -> int:
        """Bring what the league does not have yet, the newest first; of how many matches. Raises StoreError."""
        hub = self._destinations.hub()
        if hub is None or time.monotonic() < self._not_before_s:
            return 0
        done = 0
        for brought in self._missing():
            if not self._bring(hub, brought):
                self._not_before_s = time.monotonic() + PAUSE_S
                break
            done += 1
        return done

    def _missing(self) -> Iterator[Brought]:
        """The matches that the league does not have as they are now. It ends where a whole page was known."""
        newest, before = None, None
        while page := [Brought.of(each) for each in self._matches(before, AT_ONCE)]:
            newest = newest or page[0].number
            told = self._told([each.number for each in page])
            missing = [
                each
                for each in page
                if told.get(each.number) != each.mark and (each.number != newest or each.over)
            ]
            yield from missing
            if not missing:
                return
            before = page[-1].number

    def _told(self, numbers: Sequence[int]) -> dict[int, str]:
        with self._place.reading() as connection:
            rows = connection.execute(TOLD.select().where(TOLD.c.match.in_(numbers)))
            return {row.match: row.mark for row in rows}

    def _bring(self, hub: Hub, brought: Brought) -> bool:
        """Bring one match. False where the league does not answer as it should: later, then."""
        try:
            reply = hub.ask("POST", "/league/api/matches", brought.body)
        except (NotSent, NoAnswer) as error:
            log.info("matches wait: %s", error)
            return False
        if reply.status not in (200, *REFUSED):
            return False
        if reply.status in REFUSED:
            log.warning("the league does not take match %d: %s", brought.number, reply.text[:200])
        with self._place.writing() as connection:
            connection.execute(TOLD.delete().where(TOLD.c.match == brought.number))
            connection.execute(TOLD.insert().values(match=brought.number, mark=brought.mark))
        return True
