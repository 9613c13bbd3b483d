# Tested by tests/test_webui_league_standings.py.
"""A league, opened: its database, its clock, and what is asked of it from outside as one transaction each."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import sqlalchemy as sql

from engine.solve import Odds
from webui.league import accounts as people
from webui.league import devices, tries
from webui.league.accounts import Account
from webui.league.clock import Clock
from webui.league.finished import MARKS
from webui.league.luck import AT_ONCE, Luck
from webui.league.place import Place
from webui.league.refusal import Denied
from webui.league.taking import Taken, take
from webui.league.turn import Report
from webui.league.turns import without_luck
from webui.league.year_book import Scores, YearBook
from webui.storage.bucket import Bucket
from webui.storage.database import DiskFull
from webui.storage.league import ACCOUNTS, SETTINGS, TURNS
from webui.storage.outbox import REPORTS


class League:
    """The league of a database. Thread-safe.

    odds: the solved game, asked for when it is first needed. bucket: where pictures lie; None: in the database.
    """

    def __init__(
        self, place: Place, clock: Clock, odds: Callable[[], Odds], bucket: Bucket | None = None
    ) -> None:
        self.place = place
        self.bucket = bucket
        self.clock = clock
        self._odds = odds
        self._lock = threading.Lock()
        self._luck: Luck | None = None
        self._book = YearBook()

    def now(self) -> datetime:
        """This moment, by the clock of this machine."""
        return self.clock.now()

    @property
    def luck(self) -> Luck:
        """The luck of turns; a few seconds where the game was never solved on this machine."""
        with self._lock:
            self._luck = self._luck or Luck(self._odds())
            return self._luck

    def write_luck_down(self) -> int:
        """Work out the luck of some turns beforehand, so that no page has to wait for it; of how many."""
        if not self.has_turns():
            return 0
        luck = self.luck
        with self.place.alone("luck") as mine:
            if not mine:
                return 0  # another program works it out now
            return luck.write_down(
                self.place, lambda connection, most: without_luck(connection, luck.name, most)
            )

    def scores(self, year: int) -> Scores:
        """The scores of this year as they are now; with the luck of each turn, but where that would take long."""
        with self.place.reading() as connection:
            found = self._book.scores(connection, year, self.now())
        if not 0 < found.unknown <= AT_ONCE:
            return found
        try:
            self.write_luck_down()
        except DiskFull:
            return found  # the page is shown all the same, without the luck that is new
        with self.place.reading() as connection:
            return self._book.scores(connection, year, self.now(), luck=True)

    def has_turns(self) -> bool:
        """Whether anybody has ever reported one."""
        with self.place.reading() as connection:
            return connection.execute(sql.select(TURNS.c.id).limit(1)).first() is not None

    def is_begun(self) -> bool:
        """Whether anybody has opened this league."""
        with self.place.reading() as connection:
            return connection.execute(sql.select(ACCOUNTS.c.id).limit(1)).first() is not None

    def begin(self, name: str, password: str, zone: str) -> str:
        """Open the league: its first account runs it.

        What the cookie of a session holds. Raises Denied, UnknownZone.
        """
        with self.place.writing() as connection:
            if connection.execute(sql.select(ACCOUNTS.c.id).limit(1)).first() is not None:
                raise Denied("This league is open already. Ask who runs it for an invitation.")
            invitation = people.invite(connection, self.now(), None, organiser=True)
            account = people.register(connection, self.now(), invitation, name, password, zone)
            devices.here(connection, self.now())
            return people.new_session(connection, self.now(), account)

    def report(self, device: str, report: Report) -> Taken:
        """The table of this program reports a turn. Raises StoreError."""
        with self.place.writing() as connection:
            return self._taken(connection, device, report)

    def report_from(self, device: str, report: Report) -> Taken:
        """A table elsewhere reports a turn, which counts among its tries. Raises StoreError, Denied (`often`)."""
        with self.place.writing() as connection:
            often = tries.count_try(connection, self.now(), tries.REPORTING, "table", device)
            taken = None if often else self._taken(connection, device, report)
        if taken is None:
            raise Denied(tries.REPORTING.sentence, "often")
        return taken

    def _taken(self, connection: sql.Connection, device: str, report: Report) -> Taken:
        who = people.held_at(connection, device, report.player)
        if who is None or who.closed:
            return Taken("refused", f"Nobody of the league has said that they are {report.player} there.")
        return take(connection, self.now(), who, report, device)

    def report_own(self, who: Account, report: Report) -> Taken:
        """A player reports their own turn, with no table between. Raises StoreError.

        That a camera has seen it is only believed of a turn that is in the outbox of this very table.
        """
        with self.place.writing() as connection:
            people.hold(connection, who.id)
            ours = sql.select(REPORTS.c.key).where(REPORTS.c.key == report.key, REPORTS.c.mark == report.mark)
            known = connection.execute(ours).first() is not None
            mark = report.mark if known else max("typed", report.mark, key=MARKS.index)
            return take(connection, self.now(), who, report, None, mark)

    def setting(self, name: str, default: str = "") -> str:
        """A setting of the league."""
        with self.place.reading() as connection:
            found = connection.execute(sql.select(SETTINGS.c.value).where(SETTINGS.c.name == name)).scalar()
            return default if found is None else found

    def set(self, name: str, value: str) -> None:
        """Change a setting of the league."""
        with self.place.writing() as connection:
            put_setting(connection, name, value)

    def close(self) -> None:
        """Give the database back."""
        self.place.close()


def put_setting(connection: sql.Connection, name: str, value: str) -> None:
    """Change a setting of the league in a transaction that does more."""
    connection.execute(SETTINGS.delete().where(SETTINGS.c.name == name))
    connection.execute(SETTINGS.insert().values(name=name, value=value))


def odds_in(folder: Path) -> Callable[[], Odds]:
    """The odds of Morning Roll, solved once and kept in this data folder."""

    def load() -> Odds:
        from webui.odds import load_odds

        return load_odds("morning-roll", folder / "odds")

    return load
