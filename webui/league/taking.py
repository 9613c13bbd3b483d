# Tested by tests/test_webui_league_standings.py.
"""Taking a report: the rules of the day, and each turn once however often it is sent."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any, Literal

import sqlalchemy as sql

from webui.league.accounts import Player
from webui.league.finished import Mark
from webui.league.place import written
from webui.league.refusal import Denied
from webui.league.turn import SKEW, Report
from webui.storage.league import ACTS, TURNS

OPENED = timedelta(hours=24)
"""How long a day that the organiser has opened for a player stays so."""


@dataclass(frozen=True)
class Taken:
    """What became of a report. state: `taken`, or why not. sentence: for the player. turn: its id in the league."""

    state: Literal["taken", "refused", "late"]
    sentence: str
    turn: str = ""


@dataclass(frozen=True)
class Slot:
    """Where a turn belongs. late: it came after the day had closed. opened: the act by which it may."""

    day: date
    place: int
    late: bool = False
    opened: int | None = None


SAME = (
    sql.select(*TURNS.c["id", "account", "place", "score", "ended", "withdrawn", "body"])
    .where(
        sql.or_(
            TURNS.c.id == sql.bindparam("key"),
            sql.and_(TURNS.c.account == sql.bindparam("account"), TURNS.c.day == sql.bindparam("day")),
        )
    )
    .order_by(TURNS.c.place)
)
"""The turns of a player and day, and one of this key."""
INSERT = TURNS.insert()


def take(
    connection: sql.Connection,
    now: datetime,
    account: Player,
    report: Report,
    device: str | None,
    mark: Mark | None = None,
) -> Taken:
    """Take a report of this player, or say why not; what was taken before is taken, and nothing is written again.

    The player must be held: two reports of one player wait for each other, so that one place is never given twice.
    mark: how its dice came, where that is not believed as it stands in the report.
    """
    day = account.home.at(report.began).day
    wanted = {"key": report.key, "account": account.id, "day": day.isoformat()}
    there = connection.execute(SAME, wanted).all()
    before = next((row for row in there if row.id == report.key), None)
    if before is not None:
        return _taken_before(before, account, report)
    try:
        slot = slot_of(connection, now, account, day, there, report.ended)
    except Denied as error:
        return Taken("late" if error.kind == "late" else "refused", error.sentence)
    row = _row(now, account, report, device, slot) | ({"mark": mark} if mark else {})
    connection.execute(INSERT, row)
    return Taken("taken", f"The league has {report.score:,} for {account.name}.", report.key)


def _taken_before(before: sql.Row[Any], account: Player, report: Report) -> Taken:
    if before.account != account.id or before.body != report.body:
        return Taken("refused", "Another turn was reported under this key.")
    return Taken("taken", f"The league has {before.score:,} for {account.name}.", before.id)


def _row(now: datetime, account: Player, report: Report, device: str | None, slot: Slot) -> dict[str, Any]:
    return {
        "id": report.key,
        "account": account.id,
        "day": slot.day.isoformat(),
        "place": slot.place,
        "opened": slot.opened,
        "score": report.score,
        "mark": report.mark,
        "began": written(report.began),
        "ended": written(report.ended),
        "came": written(now),
        "late": slot.late,
        "device": device,
        "body": report.body,
        "comment": report.comment,
        "hidden": False,
    }


def slot_of(
    connection: sql.Connection,
    now: datetime,
    account: Player,
    day: date,
    there: Sequence[Any],
    ended: datetime,
) -> Slot:
    """Where a turn of this day that ended then belongs, if it arrives now. there: the turns that this day has.

    Raises Denied with the rule that keeps it out.
    """
    if ended > now + SKEW:
        raise Denied("This turn ends in the future: the clock of its table is wrong.")
    try:
        _in_hours(account, day, now, ended)
        if there:
            raise Denied(_already(account, there))
    except Denied:
        opened = _opening(connection, now, account)
        if opened is None:
            raise
        given = date.fromisoformat(opened.day)
        return Slot(given, _count(connection, account, given), opened=opened.id)
    return Slot(day, 0, late=now >= account.home.window(day)[1])


def _in_hours(account: Player, day: date, now: datetime, ended: datetime) -> None:
    """Raises Denied where the turn did not end while its day was open, or arrives on another day."""
    opens, closes = account.home.window(day)
    if ended < opens:
        raise Denied("It ended before Morning Roll opened, at 08:00.", "closed")
    if ended >= closes:
        minutes = int((ended - closes).total_seconds() // 60)
        raise Denied(f"It ended {_after(minutes)} after Morning Roll had closed, at 20:00.", "late")
    if account.home.at(now).day > day and now >= closes:
        raise Denied(f"It is a turn of {day:%-d %B}, and came a day too late.", "late")


def _after(minutes: int) -> str:
    if minutes < 1:
        return "less than a minute"
    return f"{minutes} minute{'s' * (minutes != 1)}" if minutes < 100 else f"{minutes // 60} hours"


def _already(account: Player, there: Sequence[Any]) -> str:
    time = account.home.at(datetime.fromisoformat(there[0].ended)).local
    what = "has withdrawn the turn of this day" if there[0].withdrawn else "has already rolled today"
    return f"{account.name} {what}, {there[0].score:,} at {time:%H:%M}. One turn a day; the first one counts."


def _count(connection: sql.Connection, account: Player, day: date) -> int:
    mine = TURNS.c.account == account.id, TURNS.c.day == day.isoformat()
    return connection.execute(sql.select(sql.func.count()).where(*mine)).scalar() or 0


def _opening(connection: sql.Connection, now: datetime, account: Player) -> sql.Row[Any] | None:
    """A day that the organiser has opened for this player, and that no turn has used yet."""
    used = sql.select(TURNS.c.opened).where(TURNS.c.opened.is_not(None), TURNS.c.account == account.id)
    wanted = sql.select(ACTS).where(
        ACTS.c.kind == "open",
        ACTS.c.account == account.id,
        ACTS.c.at > written(now - OPENED),
        ACTS.c.id.not_in(used),
    )
    return connection.execute(wanted.order_by(ACTS.c.id)).first()


def is_open(connection: sql.Connection, now: datetime, account: Player) -> bool:
    """Whether this player may look at the league now: in the hours, or while the organiser has opened a day for
    them."""
    return account.home.at(now).open or is_opened(connection, now, account)


def is_opened(connection: sql.Connection, now: datetime, account: Player) -> bool:
    """Whether the organiser has opened a day for this player, and no turn has used it yet."""
    return _opening(connection, now, account) is not None
