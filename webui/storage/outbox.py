# Tested by tests/test_webui_league_sender.py.
"""The outbox: turns that ended at this table, and what became of each of their reports.

A turn is written here in the transaction of its last line, so that after a kill at any moment there is the line and the
report, or neither. Who sends them is `webui.league.sender`.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sql

from webui.storage.database import LINES, META
from webui.storage.league import DAY, KEY, TIME

REPORTS = sql.Table(
    "reports",
    META,
    sql.Column("key", KEY, primary_key=True),
    sql.Column("match", sql.Integer, sql.ForeignKey("matches.id"), nullable=False),
    # The numbers of its first and last line in the match.
    sql.Column("first", sql.Integer, nullable=False),
    sql.Column("last", sql.Integer, nullable=False),
    sql.Column("player", sql.String(80), nullable=False),
    sql.Column("score", sql.Integer, nullable=False),
    sql.Column("mark", sql.String(10), nullable=False),
    sql.Column("lines", sql.JSON, nullable=False),
    sql.Column("rolls", sql.JSON, nullable=False),
    sql.Column("comment", sql.String(200), nullable=False),
    # As soon as the clock can be trusted: when it began and ended, and by what that is known.
    sql.Column("began", TIME),
    sql.Column("ended", TIME),
    sql.Column("day", DAY),
    sql.Column("clock", sql.String(12)),
    # When its last line was taken back at the table.
    sql.Column("undone", TIME),
)
DELIVERIES = sql.Table(
    "deliveries",
    META,
    sql.Column("report", KEY, sql.ForeignKey("reports.key"), primary_key=True),
    sql.Column("to", sql.String(80), primary_key=True),
    sql.Column("state", sql.String(10), nullable=False),
    sql.Column("tries", sql.Integer, nullable=False),
    # Not before this moment.
    sql.Column("due", TIME, nullable=False),
    # What is sent, from the first try on the same to the byte.
    sql.Column("body", sql.Text),
    sql.Column("answer", sql.Text, nullable=False),
    sql.Column("changed", TIME, nullable=False),
    sql.Index("deliveries_due", "state", "due"),
)


@dataclass(frozen=True)
class Outgoing:
    """A turn that ended just now, for the outbox.

    first, last: the numbers of its lines in the match; throws: of those that tell dice. lines: the turn as a match of
    its own. mark: how its dice came. to: who is told of it, each with the state that the report begins in. due: not
    before this moment. ended, clock: when that was and by what it is known, where the clock can be trusted.
    """

    key: str
    first: int
    last: int
    player: str
    score: int
    mark: str
    lines: tuple[str, ...]
    throws: tuple[int, ...]
    to: tuple[tuple[str, str], ...]
    due: str
    ended: str | None
    clock: str


@dataclass(frozen=True)
class Outbox:
    """What a change of the match does to the outbox. stays: the last lines of all turns that have ended after it."""

    ended: tuple[Outgoing, ...] = ()
    stays: tuple[int, ...] = ()


def write_outbox(connection: sql.Connection, match: int, outbox: Outbox, now: str) -> None:
    """Put the turns that ended into the outbox, and note of the others which were taken back."""
    undone = REPORTS.update().where(
        REPORTS.c.match == match, REPORTS.c.undone.is_(None), REPORTS.c.last.not_in(outbox.stays)
    )
    connection.execute(undone.values(undone=now))
    for turn in outbox.ended:
        connection.execute(REPORTS.insert().values(**_report(connection, match, turn)))
        rows = [_delivery(turn, to, state, now) for to, state in turn.to]
        connection.execute(DELIVERIES.insert(), rows)


def _report(connection: sql.Connection, match: int, turn: Outgoing) -> dict[str, object]:
    names = ("key", "first", "last", "player", "score", "mark", "ended")
    facts = {name: getattr(turn, name) for name in names}
    began = None
    if turn.ended:
        began = began_at(connection, match, turn.first, turn.last, datetime.fromisoformat(turn.ended))
    dated = {"began": began, "clock": turn.clock or None, "comment": ""}
    seen = {"lines": list(turn.lines), "rolls": _rolls(connection, match, turn.throws)}
    return {**facts, **dated, **seen, "match": match}


def _rolls(connection: sql.Connection, match: int, throws: tuple[int, ...]) -> list[int | None]:
    """What the camera saw of these lines, by number."""
    wanted = sql.select(LINES.c.n, LINES.c.roll).where(LINES.c.match == match, LINES.c.n.in_(throws))
    rolls = {row.n: row.roll for row in connection.execute(wanted)}
    return [rolls[n] for n in throws]


def _delivery(turn: Outgoing, to: str, state: str, now: str) -> dict[str, object]:
    facts = {"report": turn.key, "to": to, "state": state, "tries": 0, "due": turn.due}
    return {**facts, "answer": "", "changed": now}


def began_at(connection: sql.Connection, match: int, first: int, last: int, ended: datetime) -> str:
    """When the first of these lines was written, if the last was at `ended`.

    It is told by the count since the start of the machine. Where that was started in between, the clock is asked, and
    is believed if it fits.
    """
    began, end = (written_at(connection, match, n) for n in (first, last))
    if began.boot and began.boot == end.boot:
        return (ended - timedelta(seconds=end.boot_s - began.boot_s)).isoformat(timespec="milliseconds")
    clock = datetime.fromisoformat(began.written)
    fits = ended - timedelta(hours=24) < clock <= ended
    return (clock if fits else ended).isoformat(timespec="milliseconds")


def written_at(connection: sql.Connection, match: int, n: int) -> Any:
    """When this line of the match was written: by the clock, and by the count since the start of the machine."""
    wanted = sql.select(LINES.c.written, LINES.c.boot, LINES.c.boot_s)
    return connection.execute(wanted.where(LINES.c.match == match, LINES.c.n == n)).one()
