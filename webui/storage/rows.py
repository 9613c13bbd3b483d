# Tested by tests/test_webui_store.py.
"""The rows of the match on the table, its lines, rolls and question: read and written on a connection that is open."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sql

from webui.storage.database import BACK, DESK, LEFT, LINES, MATCHES, ROLLS
from webui.storage.saved import Change, Json, Line, Saved
from webui.storage.uptime import uptime

UNPLAYED = 2
"""Lines of a match before anything is thrown: its game and its players."""


class Conflict(Exception):
    """Somebody else changed the table since it was read; nothing was written."""


def number_of(result: sql.CursorResult[Any]) -> int:
    """The number that a row was given as it was written."""
    key = result.inserted_primary_key
    assert key is not None
    return int(key[0])


def leave(connection: sql.Connection, saved: Saved) -> None:
    """Put the open question aside with its match."""
    if saved.question:
        connection.execute(LEFT.insert().values(match=saved.match, question=saved.question))


def drop_unplayed(connection: sql.Connection, saved: Saved) -> None:
    """Keep no match that nobody has thrown in: it has two lines, and nothing of it was ever seen or asked."""
    if saved.match is None or len(saved.lines) > UNPLAYED or saved.question:
        return
    if connection.execute(sql.select(ROLLS.c.id).where(ROLLS.c.match == saved.match).limit(1)).first():
        return
    for table in (LINES, LEFT):
        connection.execute(table.delete().where(table.c.match == saved.match))
    connection.execute(MATCHES.delete().where(MATCHES.c.id == saved.match))


def take_up(connection: sql.Connection, match: int) -> Json | None:
    """Take up the question that was open when this match was left."""
    question: Json | None = connection.execute(
        sql.select(LEFT.c.question).where(LEFT.c.match == match)
    ).scalar()
    connection.execute(LEFT.delete().where(LEFT.c.match == match))
    return question


def way_back(connection: sql.Connection, revision: int) -> Json | None:
    """How the change that led to this revision is taken back; what is there of another is out of date."""
    how: Json | None = connection.execute(sql.select(BACK.c.how).where(BACK.c.revision == revision)).scalar()
    return how


def write_back(connection: sql.Connection, revision: int, how: Json | None) -> None:
    """Keep how the change that led to this revision is taken back; of older ones nothing is kept."""
    connection.execute(BACK.delete())
    if how:
        connection.execute(BACK.insert().values(revision=revision, how=how))


def lines_of(connection: sql.Connection, match: int | None) -> tuple[Line, ...]:
    """The lines of a match, the first one first."""
    rows = connection.execute(
        sql.select(LINES.c.text, LINES.c.roll, LINES.c.corrects)
        .where(LINES.c.match == match)
        .order_by(LINES.c.n)
    )
    return tuple(map(line_of, rows))


def line_of(row: Any) -> Line:
    """The line of this row."""
    return Line(str(row.text), row.roll, bool(row.corrects))


def write_roll(connection: sql.Connection, match: int | None, change: Change) -> int | None:
    """Write the throw of this change, if it has one, beside the line that it belongs to; its number."""
    if not change.roll:
        return None
    seen, picture = change.roll
    number = number_of(connection.execute(ROLLS.insert().values(match=match, seen=seen, picture=picture)))
    if change.attach is not None:
        line = LINES.update().where(LINES.c.match == match, LINES.c.n == change.attach)
        connection.execute(line.values(roll=number))
    return number


def write_lines(
    connection: sql.Connection, match: int | None, first: int, lines: tuple[Line, ...], now: str
) -> None:
    """Append these lines; the first of them has the number `first`."""
    since = uptime()
    when = {"written": now, "boot": since.boot, "boot_s": since.s}
    rows = [
        {"match": match, "n": n, "text": line.text, "roll": line.roll, "corrects": line.corrects, **when}
        for n, line in enumerate(lines, first)
    ]
    if rows:
        connection.execute(LINES.insert(), rows)


def move_on(connection: sql.Connection, seen: int) -> None:
    """The guard against two writers: only one of them finds the revision that both saw."""
    done = connection.execute(DESK.update().where(DESK.c.revision == seen).values(revision=seen + 1))
    if done.rowcount != 1:
        raise Conflict
