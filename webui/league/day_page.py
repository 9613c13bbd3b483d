# Tested by tests/test_webui_league_standings.py.
"""The page of a day: who has rolled what, who is to come, and how the year stands beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

import numpy as np
import sqlalchemy as sql

from webui.league import accounts as people
from webui.league.accounts import Account
from webui.league.day import DAY
from webui.league.plots import YearPlot, spark, year_plot
from webui.league.standings import Ranking, Standing, running_totals
from webui.league.turn import Act, Turn
from webui.league.turns import counting, entries_of, openings_of, turns_by_id, turns_of
from webui.league.year_book import NONE, Scores
from webui.storage.league import TURNS

SHOWN = 100
"""Rows of a table on one page. Larger: longer pages, which take longer. Smaller: more pages."""
DRAWN = 4
"""Players whose totals are drawn. Larger: lines that nobody can tell apart."""
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
    """A day. rows: those that are shown; rolled: how many have rolled; more: from which row the next page is, 0: none.

    to_come: who has not rolled, and is not away; away: who is. openings: for whom the day was opened, and no turn has
    come yet. you: the row of whoever looks, if there is one.
    """

    day: date
    rows: tuple[Row, ...]
    rolled: int
    more: int
    to_come: tuple[Account, ...]
    away: tuple[Account, ...]
    openings: tuple[Act, ...]
    you: Row | None


@dataclass(frozen=True)
class YearPage:
    """A year. standings: those that are shown, from the place `first` in their order on; players: of how many.

    plot: None where there is nothing to draw. yours: the place in the order of whoever looks, where they have one.
    """

    year: int
    standings: tuple[Standing, ...]
    first: int
    players: int
    yours: int | None
    plot: YearPlot | None
    camera_only: bool

    @staticmethod
    def spark(standing: Standing) -> str:
        """The last scores as little bars."""
        return spark(standing.latest)

    @property
    def pages(self) -> tuple[int, ...]:
        """The places at which the pages begin, from 0."""
        return tuple(range(0, self.players, SHOWN))


def row_of(turn: Turn, account: Account, counts: bool = True) -> Row:
    """A turn as a row."""
    how, icon = HOW[turn.mark], ICONS[turn.mark]
    if turn.bust:
        how, icon = ("bust: a die left the table", "out") if turn.off else (f"bust, {how}", icon)
    time = f"{account.home.local(turn.ended):%H:%M}"
    return Row(turn, account, how, icon, time, counts)


def day_page(
    connection: sql.Connection, everyone: Sequence[Account], day: date, viewer: Account, first: int = 0
) -> DayPage:
    """This day, as this player sees it: its rows from the one with the number `first` on."""
    known = {account.id: account for account in everyone}
    entries = entries_of(connection, day)
    shown = entries[first : first + SHOWN]
    turns = turns_by_id(connection, [each.turn for each in shown])
    own = counting(turns_of(connection, day, day, viewer.id))
    rolled = {each.account for each in entries}
    off = {account for account, days in people.days_away(connection).items() if day in days}
    missing = [each for each in everyone if each.id not in rolled and not each.closed and _joined(each, day)]
    return DayPage(
        day=day,
        rows=tuple(
            row_of(turn, known[turn.account], each.counts) for turn, each in zip(turns, shown, strict=True)
        ),
        rolled=sum(each.counts for each in entries),
        more=first + SHOWN if len(entries) > first + SHOWN else 0,
        to_come=tuple(each for each in missing if each.id not in off),
        away=tuple(each for each in missing if each.id in off),
        openings=openings_of(connection, day),
        you=row_of(own[0], viewer) if own else None,
    )


def _joined(account: Account, day: date) -> bool:
    joined = date.fromisoformat(account.joined[:10])
    if abs(joined - day) > DAY:
        return joined < day  # no zone is further from that of the time as it is written
    return account.home.local(datetime.fromisoformat(account.joined)).date() <= day


def year_page(
    connection: sql.Connection,
    everyone: Sequence[Account],
    scores: Scores,
    today: date,
    you: str = "",
    first: int = 0,
    most: int | None = SHOWN,
    camera_only: bool = False,
) -> YearPage:
    """The year of these scores, up to today; its standings from the place `first` in their order on."""
    year, shown = scores.year, scores.by_camera() if camera_only else scores
    ranking = Ranking.of(everyone, shown)
    table = ranking.standings(people.days_away(connection), today, first, most)
    return YearPage(
        year, table, first, len(ranking.order), ranking.place_of(you), _plot(ranking, today, you), camera_only
    )


def _plot(ranking: Ranking, today: date, you: str) -> YearPlot | None:
    """The totals of the first players, and of whoever looks, from the day of the first turn on."""
    scores = ranking.scores
    played = np.flatnonzero((scores.points > NONE).any(axis=0))
    begin, last = date(scores.year, 1, 1), min(today, date(scores.year, 12, 31))
    first = begin + int(played[0]) * DAY if len(played) else begin
    place = ranking.place_of(you)
    shown = ranking.order[:DRAWN]
    if place is not None and place >= DRAWN:
        shown = (*shown[:-1], ranking.order[place])
    drawn = [account for account in shown if scores.days(account.id)]
    totals = [(account, running_totals(scores, account.id, first, last)) for account in drawn]
    return year_plot(totals, first, you)


def years(connection: sql.Connection) -> tuple[int, ...]:
    """The years that have turns, the newest first."""
    days = connection.execute(sql.select(sql.func.substr(TURNS.c.day, 1, 4)).distinct()).scalars()
    return tuple(sorted((int(each) for each in days), reverse=True))
