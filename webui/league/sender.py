"""Sends the reports of turns, by itself, until each has arrived or a person is asked. It never holds up the table.

Before anything is sent, the outbox says so; so a kill at any moment leaves either what was never sent, or what may have
arrived. Where the same report may be sent twice and counts once, that is simply sent again. Elsewhere it is looked up.
"""

from __future__ import annotations

import logging
import random
import threading
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial

from webui.league.destinations import Destinations, Here
from webui.league.house import keep_house
from webui.league.league import League
from webui.league.outbox import Box
from webui.league.outgoing import Delivery, Destination, Outcome
from webui.league.refusal import Denied
from webui.league.sites import Site
from webui.league.wire import NoAnswer, NotSent
from webui.storage.database import StoreError

log = logging.getLogger("rollcall")
FIRST_S = 5.0
"""Seconds until the second try; a pause is up to twice the one before. Larger: later reports. Smaller: more tries."""
LONGEST_S = 600.0
"""Seconds between two tries at most. Larger: a report waits though the network is back. Smaller: more tries."""
SETTLES_S = 60.0
"""Seconds until a site is looked up after it has not answered: it may still be writing.

Shorter: a turn may be sent twice.
"""
LOOKS_S = 20.0
"""Seconds between two looks at the outbox where nothing is due sooner."""


class Sender:
    """A thread that works through the outbox.

    changed: called when something has become of a report; watch: now and then; bring: brings matches to a league.
    """

    def __init__(
        self,
        league: League,
        box: Box,
        destinations: Destinations,
        changed: Callable[[], None],
        watch: Callable[[], None] = lambda: None,
        bring: Callable[[], object] = lambda: None,
        chance: Callable[[], float] = random.random,
    ) -> None:
        self._league, self._box, self._destinations = league, box, destinations
        self._changed, self._watch, self._bring, self._chance = changed, watch, bring, chance
        self._wake = threading.Event()
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="sender", daemon=True)

    def start(self) -> None:
        """Begin; what was on its way when the program ended is put where it belongs first."""
        self._thread.start()

    def look(self) -> None:
        """There may be something to send."""
        self._wake.set()

    def close(self) -> None:
        """Stop. What is on its way comes to its end first, as long as that takes."""
        self._closed = True
        self._wake.set()
        if self._thread.is_alive():
            self._thread.join(30.0)

    def _run(self) -> None:
        while not self._closed:
            self._wake.clear()
            self._guarded(self.work)
            self._guarded(self._watch)
            self._guarded(self._bring)
            self._guarded(lambda: keep_house(self._league, self._destinations.wire))
            self._wake.wait(self._pause_s())

    def _guarded(self, work: Callable[[], object]) -> None:
        try:
            work()
        except StoreError as error:
            log.warning("reports wait: %s", error)
        except Exception:
            log.exception("our fault: the sender of reports goes on")

    def _pause_s(self) -> float:
        try:
            due = self._box.next_due()
            soon = (due - self._league.now()).total_seconds() if due else LOOKS_S
        except StoreError:
            soon = LOOKS_S
        return min(max(soon, 0.05), LOOKS_S)

    def work(self) -> None:
        """Everything that is due now."""
        if not self._league.clock.trust:
            return
        # One thread sends: what is on its way now was so when the program ended, or when the database took no word.
        self._box.recover(self._once, timedelta(seconds=FIRST_S))
        now = self._league.now()
        if self._box.date(self._today, self._opened):
            self._changed()
        for delivery in self._box.due(now, timedelta(seconds=LONGEST_S)):
            if self._closed:
                return
            self._guarded(partial(self._deliver, delivery))
            self._changed()

    def _today(self, to: str, player: str, moment: datetime) -> str:
        destination = self._destinations.of(to)
        day = destination.today(player, moment) if destination else moment.astimezone().date()
        return day.isoformat()

    def _opened(self, to: str, player: str) -> bool:
        destination = self._destinations.of(to)
        return isinstance(destination, Here) and destination.opened(player)

    def _once(self, to: str) -> bool:
        destination = self._destinations.of(to)
        return destination is not None and destination.once

    def _deliver(self, delivery: Delivery) -> None:
        destination = self._destinations.of(delivery.to)
        if destination is None:
            self._box.end(delivery, Outcome("refused", "This table tells them no more."))
        elif delivery.state == "unknown":
            self._look_up(destination, delivery)
        elif isinstance(destination, Site) and destination.is_over(delivery.report, self._league.now()):
            self._box.end(
                delivery, Outcome("late", f"{destination.name} had closed before it could be sent.")
            )
        elif _by_hand(destination):
            what = f"{destination.name} wants a person: hand it over, then say that it is there."
            self._settle(delivery, Outcome("unknown", what, SETTLES_S))
        else:
            self._try(destination, delivery)

    def _try(self, destination: Destination, delivery: Delivery) -> None:
        sending = self._box.begin(delivery)
        if sending is None or sending.body is None:
            return
        try:
            outcome = destination.send(sending.body, sending.report)
        except NotSent as error:
            outcome = Outcome("waiting", str(error))
        except Denied as error:
            outcome = Outcome("refused", error.sentence)
        except NoAnswer as error:
            outcome = Outcome("waiting" if destination.once else "unknown", str(error), SETTLES_S)
            if destination.once:
                outcome = Outcome("waiting", str(error))
        self._settle(sending, outcome)

    def _look_up(self, destination: Destination, delivery: Delivery) -> None:
        """Read back whether it has arrived; what cannot be read back is asked of a person."""
        there, by_hand = destination.is_there(delivery.report), _by_hand(destination)
        if there:
            self._settle(delivery, Outcome("sent", f"{destination.name} has it: it was looked up there."))
        elif (
            isinstance(destination, Site)
            and by_hand
            and destination.is_over(delivery.report, self._league.now())
        ):
            self._box.end(
                delivery, Outcome("late", f"{destination.name} had closed before it was handed over.")
            )
        elif there is None or by_hand:
            self._settle(delivery, Outcome("unknown", delivery.answer, SETTLES_S if by_hand else 0.0))
        else:
            self._settle(
                delivery, Outcome("waiting", f"{destination.name} does not have it; it is sent again.")
            )

    def _settle(self, delivery: Delivery, outcome: Outcome) -> None:
        pause_s = min(LONGEST_S, FIRST_S * 2**delivery.tries)
        wait_s = max(outcome.wait_s, pause_s * (0.5 + self._chance()))
        self._box.end(delivery, outcome, self._league.now() + timedelta(seconds=wait_s))


def _by_hand(destination: Destination) -> bool:
    """Whether nothing is sent there: a person reports."""
    return isinstance(destination, Site) and destination.by_hand
