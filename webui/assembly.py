# Tested by tests/test_webui_app.py.
"""The parts of one running program, put together in the order in which they need each other."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial

from engine.game import MoveError
from webui.calls.breath import breath
from webui.calls.evening import with_next
from webui.calls.feed import Feed
from webui.calls.pairing import Devices
from webui.calls.sounding import Sounding
from webui.calls.watching import ReportWatch, TroubleWatch
from webui.camera.eye import Eye
from webui.config import Settings
from webui.desk import Desk, say_on
from webui.dice.opening import opened
from webui.dice.school import School
from webui.health import Health
from webui.league.office import Office
from webui.match.by_throw import confirms
from webui.match.guests import Guests
from webui.match.ledger import Changed, Ledger
from webui.match.open_match import OpenMatch
from webui.match.plan import Next, Plans
from webui.match.presses import Presses
from webui.match.rolls import SPOILT
from webui.match.sightings import Sightings
from webui.odds import Shelf
from webui.page.next_up import waiting
from webui.pairing import Pairing
from webui.push import Push
from webui.report import Reports
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
class Core:
    """What the other parts are built on: the database, the match, and how pages hear of a change.

    hearers: are told of each change of the match, after it is stored and said; parts that are made later join them.
    """

    settings: Settings
    store: Store
    push: Push
    health: Health
    evidence: Evidence
    ledger: Ledger
    sightings: Sightings
    reports: Reports
    feed: Feed
    sounding: Sounding
    plans: Plans
    hearers: list[Changed]

    def board_changed(self) -> None:
        """Pages fetch the board anew."""
        self.push.changed("board")


def open_desk(settings: Settings) -> Desk:
    """Open the data folder and the camera. Raises StoreError, CameraError or ModelError, each with a sentence."""
    store = Store.open(settings.data, settings.database)
    try:
        return _desk(_core(settings, store))
    except BaseException:
        store.close()
        raise


def _core(settings: Settings, store: Store) -> Core:
    push = Push(settings.streams, settings.heartbeat)
    health = Health(lambda: push.changed("health"))
    _say_of_update(settings, health)
    evidence = _evidence(settings, store)
    ledger = _ledger(settings, store, evidence, health, push)
    reports, sightings = Reports(settings, health, ledger), Sightings(ledger)
    sounding = Sounding(settings.data / SOUNDING)
    feed = Feed(lambda: sounding.said_as)
    plans, hearers = Plans(settings.data), list[Changed]()
    caller = _caller(feed, ledger, reports, partial(waiting, plans, store), hearers)
    ledger.notify(sightings.forget_dice, sightings.ask_waiting, caller)
    return Core(
        settings, store, push, health, evidence, ledger, sightings, reports, feed, sounding, plans, hearers
    )


def _desk(core: Core) -> Desk:
    settings, say = core.settings, partial(say_on, core.feed, core.push)
    odds = Shelf(settings.data / "odds", core.board_changed)
    eye = _eye(core, say, odds)
    bell = Bell(core.store.url, lambda ring: core.push.became("league", ring))
    office = _office(core, bell, eye)
    core.ledger.reports = office.reports
    return Desk(
        settings=settings,
        store=core.store,
        evidence=core.evidence,
        push=core.push,
        health=core.health,
        ledger=core.ledger,
        sightings=core.sightings,
        presses=Presses(core.ledger),
        reports=core.reports,
        pairing=Pairing(settings.data / PHONES),
        devices=Devices(say),
        office=office,
        feed=core.feed,
        sounding=core.sounding,
        watch=_watch(core, eye),
        eye=eye,
        odds=odds,
        bell=bell,
        progress=Progress(settings.data),
        guests=Guests(settings.data),
        plans=core.plans,
        school=_school(core, eye),
    )


def _eye(core: Core, say: Callable[..., None], odds: Shelf) -> Eye | None:
    """What looks at the table; None where dice are typed in."""
    if core.settings.camera == "none":
        return None
    eye = Eye.open(core.settings, core.sightings, core.health, core.push, core.reports)
    eye.say, eye.going.press, eye.going.choose = say, Presses(core.ledger).play, odds.best_keep
    return eye


def _school(core: Core, eye: Eye | None) -> School:
    """What learns the dice of this table; it hears of each change of the match."""
    school = opened(
        core.store,
        core.evidence,
        core.ledger,
        eye.reader if eye else None,
        core.health,
        core.board_changed,
        core.reports.our_fault,
    )
    core.hearers.append(school.hear)
    return school


def _office(core: Core, bell: Bell, eye: Eye | None) -> Office:
    """The office of the league, in the same database."""
    told = ReportWatch(core.feed, core.board_changed)
    return Office.open(
        core.store.url,
        core.settings.data,
        picture=lambda number: _picture(core.store, core.evidence, number),
        film=lambda: eye is not None and not eye.source().live,
        changed=bell.ring,
        say=lambda troubles: core.health.hold("league", troubles),
        on_table=lambda: core.ledger.now.match,
        matches=core.store.matches,
        hear=lambda news: told.look(news.fates, news.again, news.turn),
        bucket=Bucket(core.settings.bucket) if core.settings.bucket else None,
    )


def _watch(core: Core, eye: Eye | None) -> TroubleWatch:
    """What says the troubles."""
    watch = TroubleWatch(
        core.feed,
        lambda: [each.code for each in core.health.troubles()],
        lambda: eye is not None and eye.source().phase == "moving",
        lambda: core.push.changed("health"),
    )
    core.health.notify(watch.look)
    return watch


def _caller(
    feed: Feed,
    ledger: Ledger,
    reports: Reports,
    following: Callable[[int | None], Next | None],
    hearers: Sequence[Changed],
) -> Changed:
    """What says each change, and lets these hear it. A fault in that costs nothing of the match, which is stored.

    following: the match of the evening that waits while the one of this number is on the table.
    """

    def changed(before: OpenMatch, after: OpenMatch) -> None:
        try:
            said = breath(before, after, ledger.rolls.seen)
            feed.say(with_next(said, after.saved.match, following))
            for hear in hearers:
                hear(before, after)
        except Exception as error:
            reports.our_fault("".join(traceback.format_exception(error)))

    return changed


def _say_of_update(settings: Settings, health: Health) -> None:
    """What hardware/install.sh has written about an update that did not work, if one did not."""
    with suppress(OSError, ValueError):
        told = (settings.data / UPDATE).read_text(encoding="utf-8").strip()
        do = "Play on. Its log tells more (journalctl -u rollcall); the next update that works ends this."
        health.start("update", "update-failed", told, do)


def _ledger(settings: Settings, store: Store, evidence: Evidence, health: Health, push: Push) -> Ledger:
    """The match on the table; where what was on it cannot be read any more, none: the others stay as they are."""

    def opened() -> Ledger:
        return Ledger(store, evidence, health, lambda: push.changed("board"), confirms(settings))

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
