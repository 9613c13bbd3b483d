# Tested by tests/test_webui_league_standings.py.
"""The page of a day: who has rolled what, who is to come, and how the year stands beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

import sqlalchemy as sql

from webui.league import accounts as people
from webui.league.accounts import Account
from webui.league.plots import YearPlot, spark, year_plot
from webui.league.standings import Standing, running_totals, standings
from webui.league.turn import Turn
from webui.league.turns import counting, turns_of
from webui.storage.league import TURNS

ICONS = {"camera": "camera", "corrected": "pen", "typed": "keys", "internet": "net"}
HOW = {
    "camera": "seen by the camera",
    "corrected": "camera, put right by hand",
    "typed": "typed in",
    "internet": "internet dice",
}


@dataclass(frozen=True)
class Row:
    """A turn of the day as a row: how its dice came in words, with the drawing of that.

    When, by the player's own clock.
    """

    turn: Turn
    account: Account
    how: str
    icon: str
    time: str
    counts: bool


@dataclass(frozen=True)
class DayPage:
    """A day.

    To_come: who has not rolled, and is not away; away: who is. you: the row of whoever looks, if there is one.
    """

    day: date
    rows: tuple[Row, ...]
    to_come: tuple[Account, ...]
    away: tuple[Account, ...]
    you: Row | None
    hash: str = ""

    @property
    def rolled(self) -> int:
        """How many have rolled."""
        return len({row.account.id for row in self.rows if row.counts})


@dataclass(frozen=True)
class YearPage:
    """A year. standings: the best first; sparks: by account; plot: None where there is nothing to draw."""

    year: int
    standings: tuple[Standing, ...]
    plot: YearPlot | None
    camera_only: bool

    @staticmethod
    def spark(standing: Standing) -> Sequence[object]:
        """The last scores as little bars."""
        return spark(standing.latest)


def row_of(turn: Turn, account: Account, counts: bool = True) -> Row:
    """A turn as a row."""
    how, icon = HOW[turn.mark], ICONS[turn.mark]
    if turn.bust:
        how, icon = ("bust: a die left the table", "out") if turn.off else (f"bust, {how}", icon)
    time = f"{account.home.at(turn.ended).local:%H:%M}"
    return Row(turn, account, how, icon, time, counts)


def day_page(connection: sql.Connection, day: date, viewer: Account) -> DayPage:
    """This day, as this player sees it."""
    everyone = people.accounts(connection)
    known = {account.id: account for account in everyone}
    turns = turns_of(connection, day, day)
    count = set(counting(turns))
    rows = tuple(row_of(turn, known[turn.account], turn in count) for turn in turns)
    rolled = {row.account.id for row in rows}
    off = {account for account, days in people.days_away(connection).items() if day in days}
    missing = [each for each in everyone if each.id not in rolled and not each.closed and _joined(each, day)]
    return DayPage(
        day=day,
        rows=rows,
        to_come=tuple(each for each in missing if each.id not in off),
        away=tuple(each for each in missing if each.id in off),
        you=next((row for row in rows if row.account.id == viewer.id and row.counts), None),
    )


def _joined(account: Account, day: date) -> bool:
    return account.home.at(datetime.fromisoformat(account.joined)).day <= day


def year_page(
    connection: sql.Connection, year: int, today: date, you: str = "", camera_only: bool = False
) -> YearPage:
    """This year, up to today."""
    everyone = people.accounts(connection)
    turns = counting(turns_of(connection, date(year, 1, 1), date(year, 12, 31)))
    if camera_only:
        turns = tuple(turn for turn in turns if turn.mark in ("camera", "corrected"))
    table = standings(everyone, turns, people.days_away(connection), today, year)
    first, last = date(year, 1, 1), min(today, date(year, 12, 31))
    if turns:
        first = max(first, min(turn.day for turn in turns).replace(day=1))
    shown = [each.account for each in table if each.turns]
    totals = [
        (account, running_totals([turn for turn in turns if turn.account == account.id], first, last))
        for account in shown[:4]
    ]
    return YearPage(year, table, year_plot(totals, first, you), camera_only)


def years(connection: sql.Connection) -> tuple[int, ...]:
    """The years that have turns, the newest first."""
    days = connection.execute(sql.select(sql.func.substr(TURNS.c.day, 1, 4)).distinct()).scalars()
    return tuple(sorted((int(each) for each in days), reverse=True))
