# Tested by tests/test_webui_app.py.
"""All the parts of one running program, put together: what every route works with."""

from __future__ import annotations

import threading
import traceback
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial

from flask import current_app

from engine.game import MoveError
from webui.calls.breath import Breath, breath
from webui.calls.call import Call
from webui.calls.feed import Feed
from webui.calls.pairing import Devices
from webui.calls.sounding import Sounding
from webui.calls.watching import ReportWatch, TroubleWatch
from webui.camera.eye import Eye
from webui.config import Settings
from webui.dice.opening import opened
from webui.dice.school import School
from webui.hall import Hall
from webui.health import Health
from webui.league.office import Office
from webui.match.board import Board, Source
from webui.match.guests import Guests
from webui.match.ledger import Changed, Ledger
from webui.match.open_match import OpenMatch
from webui.match.presses import Presses
from webui.match.rolls import SPOILT
from webui.match.sightings import Sightings
from webui.odds import Shelf
from webui.pairing import Pairing
from webui.push import Push
from webui.report import Reports
from webui.serving.certificate import fingerprint_of
from webui.serving.server import FOLDER
from webui.setup.progress import Progress
from webui.storage.bell import Bell
from webui.storage.bucket import Bucket
from webui.storage.database import mark_of
from webui.storage.evidence import Evidence
from webui.storage.store import Store, StoreError

PHONES = "phones.json"
SOUNDING = "ear.json"
UPDATE = "update.txt"


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
    school: School

    @classmethod
    def open(cls, settings: Settings) -> Desk:
        """Open the data folder and the camera. Raises StoreError, CameraError or ModelError, each with a sentence."""
        store = Store.open(settings.data, settings.database)
        try:
            return cls._around(settings, store)
        except BaseException:
            store.close()
            raise

    @classmethod
    def _around(cls, settings: Settings, store: Store) -> Desk:
        push = Push(settings.streams, settings.heartbeat)
        health = Health(lambda: push.changed("health"))
        _say_of_update(settings, health)
        evidence = _evidence(settings, store)
        ledger = _ledger(settings, store, evidence, health, push)
        reports, sightings, presses = Reports(settings, health, ledger), Sightings(ledger), Presses(ledger)
        pairing, sounding = Pairing(settings.data / PHONES), Sounding(settings.data / SOUNDING)
        feed = Feed(lambda: sounding.said_as)
        hearers: list[Changed] = []
        ledger.notify(sightings.forget_dice, sightings.ask_waiting, _caller(feed, ledger, reports, hearers))
        say = partial(_say, feed, push)
        eye = None if settings.camera == "none" else Eye.open(settings, sightings, health, push, reports)
        if eye:
            eye.say = say
        school = opened(
            store,
            evidence,
            ledger,
            eye.reader if eye else None,
            health,
            lambda: push.changed("board"),
            reports.our_fault,
        )
        hearers.append(school.hear)
        bell = Bell(store.url, lambda: push.changed("league"))
        told = ReportWatch(feed, lambda: push.changed("board"))
        office = _office(settings, store, evidence, bell, health, ledger, eye, told)
        ledger.reports = office.reports
        watch = _watch(feed, health, push, eye)
        odds = Shelf(settings.data / "odds", lambda: push.changed("board"))
        return cls(
            settings,
            store,
            evidence,
            push,
            health,
            ledger,
            sightings,
            presses,
            reports,
            pairing,
            Devices(say),
            office,
            feed,
            sounding,
            watch,
            eye,
            odds,
            bell,
            Progress(settings.data),
            Guests(settings.data),
            school,
        )

    def hall(self) -> Hall:
        """What the league's pages work with, here beside a table."""
        destinations, box = self.office.destinations, self.office.box
        matches = self.store.matches
        return Hall(self.office.league, self.push, self.bell, destinations.look_up, box.body, matches, True)

    def board(self) -> Board:
        """The board, with the camera and the troubles of this moment."""
        source = self.eye.source() if self.eye else Source("none")
        return replace(self.ledger.board(), source=source, troubles=self.health.troubles())

    def say(self, *calls: Call) -> None:
        """Pages say this now."""
        _say(self.feed, self.push, *calls)

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


def _say(feed: Feed, push: Push, *calls: Call) -> None:
    """Pages say this now."""
    feed.say(Breath(calls))
    push.changed("board")


def _office(
    settings: Settings,
    store: Store,
    evidence: Evidence,
    bell: Bell,
    health: Health,
    ledger: Ledger,
    eye: Eye | None,
    reports: ReportWatch,
) -> Office:
    """The office of the league, in the same database."""
    return Office.open(
        store.url,
        settings.data,
        picture=lambda number: _picture(store, evidence, number),
        film=lambda: eye is not None and not eye.source().live,
        changed=bell.ring,
        say=lambda troubles: health.hold("league", troubles),
        on_table=lambda: ledger.now.match,
        matches=store.matches,
        hear=lambda news: reports.look(news.fates, news.again, news.turn),
        bucket=Bucket(settings.bucket) if settings.bucket else None,
    )


def _watch(feed: Feed, health: Health, push: Push, eye: Eye | None) -> TroubleWatch:
    """What says the troubles."""
    watch = TroubleWatch(
        feed,
        lambda: [each.code for each in health.troubles()],
        lambda: eye is not None and eye.source().phase == "moving",
        lambda: push.changed("health"),
    )
    health.notify(watch.look)
    return watch


def _caller(feed: Feed, ledger: Ledger, reports: Reports, hearers: Sequence[Changed]) -> Changed:
    """What says each change, and lets these hear it. A fault in that costs nothing of the match, which is stored."""

    def changed(before: OpenMatch, after: OpenMatch) -> None:
        try:
            feed.say(breath(before, after, ledger.rolls.seen))
            for hear in hearers:
                hear(before, after)
        except Exception as error:
            reports.our_fault("".join(traceback.format_exception(error)))

    return changed


def _say_of_update(settings: Settings, health: Health) -> None:
    """What hardware/install.sh has written about an update that did not work, if one did not."""
    with suppress(OSError, ValueError):
        told = (settings.data / UPDATE).read_text(encoding="utf-8").strip()
        health.start(
            "update", "update-failed", told, "Look at it when there is time; the match is as it was."
        )


def _ledger(settings: Settings, store: Store, evidence: Evidence, health: Health, push: Push) -> Ledger:
    """The match on the table; where what was on it cannot be read any more, none: the others stay as they are."""

    def opened() -> Ledger:
        return Ledger(store, evidence, health, lambda: push.changed("board"), settings.hands_free)

    try:
        return opened()
    except (MoveError, *SPOILT) as error:
        number = store.put_aside()
        what = f"The match on the table cannot be read any more ({error}), so it was put aside."
        do = f"Begin a new one. Its lines are kept: they are number {number} of the history."
        health.start("match", "match-spoilt", what, do)
        return opened()


def _evidence(settings: Settings, store: Store) -> Evidence:
    folder = settings.data / f"pictures{mark_of(settings.database)}"
    try:
        evidence = Evidence(folder, settings.evidence_mb * 1_000_000, settings.picture_quality)
        evidence.forget_all_but(store.pictures())
    except OSError as error:
        raise StoreError(
            f"The pictures of throws cannot be kept in {folder}: {error.strerror}.",
            "Name another folder with --data.",
        ) from None
    return evidence


def _picture(store: Store, evidence: Evidence, number: int) -> bytes | None:
    """The picture of a throw, by its number."""
    saved = store.roll(number)
    return evidence.read(saved.picture) if saved else None


def desk() -> Desk:
    """The desk of the app that answers this request."""
    found = current_app.extensions["rollcall"]
    assert isinstance(found, Desk)
    return found
