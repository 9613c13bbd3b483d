# Tested by tests/test_webui_league_table.py.
"""The league's end of a table: the league of this program, the outbox, whom it tells, and the thread that sends."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import sqlalchemy as sql

from engine.log import Match
from vision.nouns import Trouble
from webui.league import watch
from webui.league.bringing import Bringing, Matches
from webui.league.clock import Clock
from webui.league.destinations import Destinations, Here
from webui.league.league import League, odds_in
from webui.league.outbox import Box
from webui.league.outgoing import Ready
from webui.league.place import Place
from webui.league.proofs import PictureOf
from webui.league.reporting import Reporting
from webui.league.sender import Sender
from webui.league.wire import Wire
from webui.storage.outbox import Outbox
from webui.storage.saved import Line

log = logging.getLogger("rollcall")
FOLDER = "league"
"""Folder of the profiles of other sites, in the data folder."""


@dataclass(frozen=True)
class Office:
    """All of it, put together. Thread-safe."""

    league: League
    box: Box
    destinations: Destinations
    sender: Sender
    reporting: Reporting

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
    ) -> Office:
        """Around this database. picture: of a throw; film: whether a film is on the table; changed: tells the pages.

        on_table: the match; say: takes all that is to be said at the table now. matches: of this table.
        """
        league = League(Place(url), Clock(), odds_in(folder))
        box = Box(league.place, league.clock)
        here = Here(league, lambda report: _pictures(report, picture))
        destinations = Destinations(league, here, Wire(), folder / FOLDER)
        sender = Sender(
            league,
            box,
            destinations,
            changed,
            lambda: say(_troubles(league, box, here, on_table())),
            Bringing(league.place, destinations, matches).work,
        )
        return cls(league, box, destinations, sender, Reporting(league, destinations, film))

    def reports(
        self, before: Match | None, after: Match, lines: Sequence[Line], stands: Sequence[int]
    ) -> Outbox | None:
        """What a change of the match writes into the outbox; the sender looks at it soon."""
        outbox = self.reporting.outbox(before, after, lines, stands)
        if outbox:
            self.sender.look()
        return outbox

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


def _pictures(report: Ready, picture: PictureOf) -> list[tuple[int, bytes]]:
    """What this table still has of a turn's pictures."""
    seen = [(n, picture(roll)) for n, roll in enumerate(report.rolls) if roll is not None]
    return [(n, each) for n, each in seen if each]
