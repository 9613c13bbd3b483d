# Tested by tests/test_webui_league_table.py.
"""The league's end of a table: the league of this program, the outbox, whom it tells, and the thread that sends."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import sqlalchemy as sql

from engine.log import Match
from vision.nouns import Trouble
from webui.calls.league import Fate
from webui.league import watch
from webui.league.bringing import Bringing, Matches
from webui.league.clock import Clock
from webui.league.destinations import Destinations, Here
from webui.league.fates import fates, throws_again
from webui.league.finished import GAME
from webui.league.league import League, odds_in
from webui.league.outbox import Box
from webui.league.outgoing import Ready
from webui.league.place import Place
from webui.league.proofs import PictureOf
from webui.league.reporting import Reporting
from webui.league.sender import Sender
from webui.league.wire import Wire
from webui.storage.bucket import Bucket
from webui.storage.outbox import Outbox
from webui.storage.saved import Line

log = logging.getLogger("rollcall")
FOLDER = "league"
"""Folder of the profiles of other sites, in the data folder."""


@dataclass(frozen=True)
class News:
    """What a table is to hear. fates: of all reports. again: who throws once more on a day that is told; "" nobody.

    turn: which turn that is: it differs from any other one.
    """

    fates: tuple[Fate, ...]
    again: str = ""
    turn: str = ""


@dataclass(frozen=True)
class Office:
    """All of it, put together. Thread-safe. look: tells the table what is new; the sender does so now and then."""

    league: League
    box: Box
    destinations: Destinations
    sender: Sender
    reporting: Reporting
    look: Callable[[], None]

    @classmethod
    def open(
        cls,
        url: sql.URL,
        folder: Path,
        picture: PictureOf,
        film: Callable[[], bool],
        changed: Callable[[], None],
        say: Callable[[list[Trouble]], None],
        on_table: Callable[[], Match | None],
        matches: Matches,
        hear: Callable[[News], None],
        bucket: Bucket | None = None,
    ) -> Office:
        """Around this database. picture: of a throw; film: whether a film is on the table; changed: tells the pages.

        on_table: the match; say: takes all troubles that hold now; matches: of this table; hear: takes what has become
        of the reports. bucket: where pictures lie.
        """
        league = League(Place(url), Clock(), odds_in(folder), bucket)
        box = Box(league.place, league.clock)
        here = Here(league, lambda report: _pictures(report, picture))
        destinations = Destinations(league, here, Wire(), folder / FOLDER)

        def look() -> None:
            say(_troubles(league, box, here, on_table()))
            hear(_news(league, box, destinations, here, on_table()))

        bring = Bringing(league.place, destinations, matches).work
        sender = Sender(league, box, destinations, changed, look, bring)
        return cls(league, box, destinations, sender, Reporting(league, destinations, film), look)

    def reports(
        self, before: Match | None, after: Match, lines: Sequence[Line], stands: Sequence[int]
    ) -> Outbox | None:
        """What a change of the match writes into the outbox; the sender looks at it soon."""
        outbox = self.reporting.outbox(before, after, lines, stands)
        if outbox or self._begins(after):
            self.sender.look()
        return outbox

    def _begins(self, match: Match) -> bool:
        """Whether a turn has just begun of somebody who is told of."""
        begins = match.game == GAME and match.state.thrown and not match.state.kept
        return bool(begins and self.destinations.that_know(str(match.state.player)))

    def start(self) -> None:
        """Begin to send."""
        for sentence in self.destinations.wrong:
            log.warning("%s", sentence)
        self.sender.start()

    def close(self) -> None:
        """Stop sending and give the database back; may be called twice."""
        self.sender.close()
        self.destinations.wire.close()
        self.league.close()


def _troubles(league: League, box: Box, here: Here, match: Match | None) -> list[Trouble]:
    """All that the league has to say at the table now."""
    deliveries, now = box.shown(), league.now()
    closes = here.closes(str(match.state.player), now) if match and league.clock.trust else None
    found = (
        watch.closing(match, now, closes),
        watch.asked(deliveries),
        watch.untold(deliveries, league.clock.trust),
    )
    return [each for each in found if each]


def _news(league: League, box: Box, destinations: Destinations, here: Here, match: Match | None) -> News:
    """What has become of the reports, and who throws again."""
    deliveries, trust = box.shown(), league.clock.trust
    known = fates(deliveries, destinations, trust)
    again = throws_again(match, deliveries, here, league.now()) if trust else None
    if again is None or match is None:
        return News(known)
    day: date = here.today(again, league.now())
    return News(known, again, f"{again}/{day}/{len(match.state.turns)}")


def _pictures(report: Ready, picture: PictureOf) -> list[tuple[int, bytes]]:
    """What this table still has of a turn's pictures."""
    seen = [(n, picture(roll)) for n, roll in enumerate(report.rolls) if roll is not None]
    return [(n, each) for n, each in seen if each]
