# Tested by tests/test_webui_hub.py.
"""What a league does by itself now and then, in one program at a time however many serve it."""

from __future__ import annotations

import logging
import threading

from webui.league import hooks, proofs
from webui.league.chain import close_days
from webui.league.league import League
from webui.league.wire import Wire
from webui.storage.database import StoreError

log = logging.getLogger("rollcall")
EVERY_S = 20.0
"""Seconds between two looks. Larger: a day closes later after it is over, and webhooks go out later."""


def keep_house(league: League, wire: Wire) -> bool:
    """Close the days that are over, work out luck, let old pictures go, tell webhooks.

    False where another program does so now.
    """
    with league.place.alone("house") as mine:
        if mine and league.clock.trust:
            now = league.now()
            close_days(league.place, now)
            league.write_luck_down()
            days = int(league.setting(proofs.SETTING, str(proofs.DAYS)))
            proofs.let_go(league.place, now, days, league.bucket)
            hooks.tell(league, wire)
        return mine


class Keeper:
    """A thread that keeps house on a server that has no table."""

    def __init__(self, league: League, wire: Wire) -> None:
        self._league, self._wire = league, wire
        self._closed = threading.Event()
        self._thread = threading.Thread(target=self._run, name="keeper", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def close(self) -> None:
        """Stop; what is being done comes to its end first."""
        self._closed.set()
        if self._thread.is_alive():
            self._thread.join(30.0)

    def _run(self) -> None:
        while not self._closed.is_set():
            try:
                # The year is read before anybody has to wait for it.
                self._league.scores(self._league.now().year)
                keep_house(self._league, self._wire)
            except StoreError as error:
                log.warning("the league is not looked after now: %s", error)
            except Exception:
                log.exception("our fault: who looks after the league goes on")
            self._closed.wait(EVERY_S)
