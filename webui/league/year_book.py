# Tested by tests/test_webui_league_standings.py.
"""The scores of a year as a table in memory: a row for each player, a column for each day.

It is a copy, of which nothing is stored: it is made from turns and acts, and what came or was done since is taken in
each time that it is asked for. So a page of a thousand players asks the database for a few rows, not for all.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from functools import lru_cache
from typing import Any

import numpy as np
import sqlalchemy as sql
from numpy.typing import NDArray

from webui.league.day import DAY
from webui.league.finished import SEEN
from webui.league.place import written
from webui.storage.league import ACTS, LUCK, TURNS

NONE = -1
"""Stands for a day without a turn that counts."""
KEPT = 4
"""Years that are kept in memory. Larger: more memory; smaller: past years are read again."""
MARGIN = timedelta(seconds=30)
"""How far back new turns are looked for: one may be stored later than another that came after it, or by a machine whose
clock is behind. Larger: more rows are read each time. Smaller: a slow one is seen an hour later only."""
ANEW = timedelta(hours=1)
"""After this the year is read again as a whole."""
LUCK_AGAIN = timedelta(minutes=1)
"""Between two looks for luck that has been worked out since. Larger: it is shown later; smaller: more is read."""
Points = NDArray[np.int32]
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Scores:
    """The turns of a year that count. rows: the row of each account, by its id; columns are the days from 1 January on.

    points: what counts, NONE where there is no turn. seen: whether a camera has seen its dice. luck, cost: of its
    throws and choices, in points; not a number while that is not worked out.
    """

    year: int
    rows: dict[str, int]
    points: Points
    seen: NDArray[np.bool_]
    luck: Floats
    cost: Floats

    def by_camera(self) -> Scores:
        """Only the turns that a camera has seen."""
        return replace(self, points=np.where(self.seen, self.points, NONE).astype(np.int32))

    def of(self, account: str) -> Points:
        """The row of this account; of one that has no turn, a row of none."""
        row = self.rows.get(account)
        return self.points[row] if row is not None else np.full(self.points.shape[1], NONE, np.int32)

    @property
    def unknown(self) -> int:
        """How many turns have luck that is not worked out yet."""
        return int(((self.points > NONE) & np.isnan(self.luck)).sum())

    def days(self, account: str) -> list[date]:
        """The days on which this account has a turn."""
        dates = _dates(self.year)
        return [dates[n] for n in np.flatnonzero(self.of(account) > NONE).tolist()]


@lru_cache(KEPT)
def _dates(year: int) -> tuple[date, ...]:
    """Every date of this year."""
    first = date(year, 1, 1)
    return tuple(first + n * DAY for n in range((date(year + 1, 1, 1) - first).days))


@dataclass
class _Year:
    """A year as it was last read. came, acts: up to where; recent: the newest turns in it; read, luck_read: when."""

    scores: Scores
    came: str
    recent: frozenset[str]
    acts: tuple[int, int]
    read: datetime
    luck_read: datetime
    synced: datetime


class YearBook:
    """The scores of the newest years that were asked for. Thread-safe."""

    def __init__(self) -> None:
        self._years: OrderedDict[int, _Year] = OrderedDict()
        self._lock = threading.Lock()

    def scores(self, connection: sql.Connection, year: int, now: datetime, luck: bool = False) -> Scores:
        """The scores of this year as they are now. luck: look for luck that was worked out just now, too."""
        with self._lock:
            known = self._years.pop(year, None)
            if known and luck:
                known.luck_read = now - LUCK_AGAIN
            fresh = known is not None and known.synced <= now < known.read + ANEW
            found = _synced(connection, known, now) if known and fresh else _read(connection, year, now)
            self._years[year] = found
            while len(self._years) > KEPT:
                self._years.popitem(last=False)
            return found.scores


def _read(connection: sql.Connection, year: int, now: datetime) -> _Year:
    """Read a whole year."""
    days = (date(year + 1, 1, 1) - date(year, 1, 1)).days
    empty = np.empty((0, days))
    scores = Scores(
        year, {}, empty.astype(np.int32), empty.astype(np.bool_), empty.astype(float), empty.astype(float)
    )
    acts, came = _acts(connection), _newest(connection)
    recent = frozenset(_came_since(connection, came))
    scores = _with_days(connection, scores, (f"{year:04}-01-01", f"{year:04}-12-31"))
    scores = _with_luck(connection, scores, (f"{year:04}-01-01", f"{year:04}-12-31"))
    return _Year(scores, came, recent, acts, now, now, now)


def _synced(connection: sql.Connection, known: _Year, now: datetime) -> _Year:
    """Take in what came, and what was done, since."""
    acts, came, year = _acts(connection), _newest(connection), known.scores.year
    recent = _came_since(connection, known.came)
    changed = {day for turn, day in recent.items() if turn not in known.recent}
    if acts != known.acts:
        done = _done_since(connection, known.acts)
        if done is None or acts[0] != known.acts[0] + len(done):
            return _read(connection, year, now)
        changed |= set(done)
    scores = known.scores
    for day in sorted(day for day in changed if day.startswith(f"{year:04}-")):
        scores = _with_days(connection, scores, (day, day))
        scores = _with_luck(connection, scores, (day, day))
    luck_read = known.luck_read
    if now >= luck_read + LUCK_AGAIN:
        luck_read = now
        for day in _without_luck(scores):
            scores = _with_luck(connection, scores, (day, day))
    return _Year(scores, came, frozenset(recent), acts, known.read, luck_read, now)


def _acts(connection: sql.Connection) -> tuple[int, int]:
    """How many acts there are, and the newest."""
    count, newest = connection.execute(sql.select(sql.func.count(), sql.func.max(ACTS.c.id))).one()
    return count, newest or 0


def _done_since(connection: sql.Connection, acts: tuple[int, int]) -> list[str] | None:
    """The days of the acts that are newer; None where one is of no day."""
    days = connection.execute(sql.select(ACTS.c.day).where(ACTS.c.id > acts[1])).scalars().all()
    return None if None in days else [str(day) for day in days]


def _newest(connection: sql.Connection) -> str:
    return connection.execute(sql.select(sql.func.max(TURNS.c.came))).scalar() or ""


def _came_since(connection: sql.Connection, came: str) -> dict[str, str]:
    """The turns that came since, or a little before, each with its day."""
    since = written(datetime.fromisoformat(came) - MARGIN) if came else ""
    wanted = sql.select(TURNS.c.id, TURNS.c.day).where(TURNS.c.came >= since)
    return {row.id: row.day for row in connection.execute(wanted)}


def _with_days(connection: sql.Connection, scores: Scores, span: tuple[str, str]) -> Scores:
    """The scores with these days, from the first to the last, as the database has them."""
    names = (TURNS.c.id, TURNS.c.account, TURNS.c.day, TURNS.c.score, TURNS.c.mark)
    wanted = sql.select(*names).where(TURNS.c.day.between(*span), TURNS.c.withdrawn.is_(None))
    found = connection.execute(wanted.order_by(TURNS.c.place)).all()
    corrected, internet = _put_right(connection, span)
    scores = _with_rows(scores, (account for _, account, _, _, _ in found))
    points, seen = scores.points.copy(), scores.seen.copy()
    columns = slice(_column(scores, span[0]), _column(scores, span[1]) + 1)
    points[:, columns], seen[:, columns] = NONE, False
    rows, days = _places(scores, [(account, day) for _, account, day, _, _ in found])
    # A later place overwrites an earlier one: the last turn of a day counts.
    points[rows, days] = [corrected.get(turn, score) for turn, _, _, score, _ in found]
    seen[rows, days] = [mark in SEEN and turn not in internet for turn, _, _, _, mark in found]
    return replace(scores, points=points, seen=seen)


def _put_right(connection: sql.Connection, span: tuple[str, str]) -> tuple[dict[str, int], set[str]]:
    """The scores that the organiser has put right, and the turns of internet dice, by the ids of the turns."""
    wanted = sql.select(ACTS.c.turn, ACTS.c.kind, ACTS.c.new)
    these = ACTS.c.kind.in_(["correct", "internet"]), ACTS.c.day.between(*span)
    done = connection.execute(wanted.where(*these).order_by(ACTS.c.id)).all()
    corrected = {turn: int(new) for turn, kind, new in done if kind == "correct"}
    return corrected, {turn for turn, kind, _ in done if kind == "internet"}


def _with_rows(scores: Scores, accounts: Iterable[str]) -> Scores:
    """The scores with a row for each of these accounts."""
    rows = dict(scores.rows)
    for account in accounts:
        rows.setdefault(account, len(rows))
    more = len(rows) - len(scores.rows)
    if not more:
        return scores
    days = scores.points.shape[1]

    def longer(table: Any, value: object) -> Any:
        return np.concatenate([table, np.full((more, days), value, table.dtype)])

    nan = float("nan")
    return Scores(
        scores.year,
        rows,
        longer(scores.points, NONE),
        longer(scores.seen, False),
        longer(scores.luck, nan),
        longer(scores.cost, nan),
    )


def _column(scores: Scores, day: str) -> int:
    return (date.fromisoformat(day) - date(scores.year, 1, 1)).days


def _places(scores: Scores, cells: Sequence[tuple[str, str]]) -> tuple[list[int], list[int]]:
    columns = {day: _column(scores, day) for day in {day for _, day in cells}}
    return [scores.rows[account] for account, _ in cells], [columns[day] for _, day in cells]


def _with_luck(connection: sql.Connection, scores: Scores, span: tuple[str, str]) -> Scores:
    """The scores with the luck of these days, as far as it is written down."""
    wanted = (
        sql.select(TURNS.c.account, TURNS.c.day, LUCK.c.luck, LUCK.c.cost)
        .outerjoin(LUCK, LUCK.c.turn == TURNS.c.id)
        .where(TURNS.c.day.between(*span), TURNS.c.withdrawn.is_(None))
    )
    found = [row for row in connection.execute(wanted.order_by(TURNS.c.place)) if row.account in scores.rows]
    luck, cost = scores.luck.copy(), scores.cost.copy()
    rows, days = _places(scores, [(row.account, row.day) for row in found])
    luck[rows, days] = [float("nan") if row.luck is None else row.luck for row in found]
    cost[rows, days] = [float("nan") if row.cost is None else row.cost for row in found]
    return replace(scores, luck=luck, cost=cost)


def _without_luck(scores: Scores) -> list[str]:
    """The days that have a turn whose luck is not known."""
    missing = ((scores.points > NONE) & np.isnan(scores.luck)).any(axis=0)
    return [(date(scores.year, 1, 1) + int(n) * DAY).isoformat() for n in np.flatnonzero(missing)]
