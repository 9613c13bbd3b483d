# Tested by tests/test_webui_app.py.
"""All the parts of one running program: what every route works with. `assembly.py` puts them together."""

from __future__ import annotations

import threading
import traceback
from dataclasses import dataclass, replace

from flask import current_app

from webui.calls.breath import Breath
from webui.calls.call import Call
from webui.calls.feed import Feed
from webui.calls.pairing import Devices
from webui.calls.sounding import Sounding
from webui.calls.watching import TroubleWatch
from webui.camera.eye import Eye
from webui.config import Settings
from webui.dice.school import School
from webui.hall import Hall
from webui.health import Health
from webui.league.office import Office
from webui.match.board import Board, Source
from webui.match.guests import Guests
from webui.match.ledger import Ledger
from webui.match.plan import Next, Plans
from webui.match.presses import Presses
from webui.match.sightings import Sightings
from webui.odds import Shelf
from webui.page.next_up import waiting
from webui.pairing import Pairing
from webui.push import Push
from webui.report import Reports
from webui.serving.certificate import fingerprint_of
from webui.serving.server import FOLDER
from webui.setup.progress import Progress
from webui.storage.bell import Bell
from webui.storage.evidence import Evidence
from webui.storage.store import Store


@dataclass(frozen=True)
class Desk:
    """The parts, by their names. eye: None where dice are typed in (`--camera none`)."""

    settings: Settings
    store: Store
    evidence: Evidence
    push: Push
    health: Health
    ledger: Ledger
    sightings: Sightings
    presses: Presses
    reports: Reports
    pairing: Pairing
    devices: Devices
    office: Office
    feed: Feed
    sounding: Sounding
    watch: TroubleWatch
    eye: Eye | None
    odds: Shelf
    bell: Bell
    progress: Progress
    guests: Guests
    plans: Plans
    school: School

    def hall(self) -> Hall:
        """What the league's pages work with, here beside a table."""
        destinations, box = self.office.destinations, self.office.box
        matches = self.store.matches
        return Hall(self.office.league, self.push, self.bell, destinations.look_up, box.body, matches, True)

    def board(self) -> Board:
        """The board, with the camera and the troubles of this moment."""
        source = self.eye.source() if self.eye else Source("none")
        return replace(self.ledger.board(), source=source, troubles=self.health.troubles())

    def next_up(self) -> Next | None:
        """The match of the planned evening that waits behind the one on the table; None where none is planned."""
        return waiting(self.plans, self.store, self.ledger.now.saved.match)

    def say(self, *calls: Call) -> None:
        """Pages say this now."""
        say_on(self.feed, self.push, *calls)

    def fingerprint(self) -> str:
        """The SHA-256 of the table's certificate as browsers show it; "" where it has none."""
        try:
            return fingerprint_of(self.settings.data / FOLDER)
        except (OSError, ValueError):
            return ""

    def start(self) -> None:
        """Begin to look at the table."""
        threading.excepthook = lambda args: self.reports.our_fault(
            "".join(traceback.format_exception(args.exc_value)) if args.exc_value else str(args.exc_type)
        )
        self.office.start()
        self.school.start()
        if self.eye:
            self.eye.start()

    def close(self) -> None:
        """Stop looking, let every page go, give the data folder back; may be called twice."""
        self.push.close()
        self.watch.close()
        self.devices.close()
        if self.eye:
            self.eye.close()
        self.office.close()
        self.school.close()
        self.bell.close()
        self.evidence.close()
        self.store.close()


def say_on(feed: Feed, push: Push, *calls: Call) -> None:
    """Pages say this now."""
    feed.say(Breath(calls))
    push.changed("board")


def desk() -> Desk:
    """The desk of the app that answers this request."""
    found = current_app.extensions["rollcall"]
    assert isinstance(found, Desk)
    return found
