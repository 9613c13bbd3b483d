"""The log in a database: the lines of every match, what the camera saw, and the question that is open.

SQLAlchemy Core: a SQLite file in the data folder, or PostgreSQL by URL. Whatever happens is one transaction, on
the disk before anyone is told; after a kill at any moment the next start reads the same table.
"""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import sqlalchemy as sql

from webui.database import (
    DESK,
    FILE,
    LEFT,
    LINES,
    MATCHES,
    META,
    ROLLS,
    DiskFull,
    StoreError,
    lock_folder,
    make_folder,
    prepare_sqlite,
    sentences,
)

__all__ = [
    "NEW",
    "Change",
    "Conflict",
    "DiskFull",
    "Line",
    "Saved",
    "SavedMatch",
    "SavedRoll",
    "Store",
    "StoreError",
]

SCHEMA = 1
NEW = -1
"""Stands for the number of the roll that the same transaction writes."""


class Conflict(Exception):
    """Somebody else changed the table since it was read; nothing was written."""


@dataclass(frozen=True)
class Line:
    """One line of a match, and the number of the roll that it came from, if a camera saw it."""

    text: str
    roll: int | None = None


@dataclass(frozen=True)
class SavedRoll:
    """What the camera saw of one throw, as plain JSON, and the name of its picture ("" for none)."""

    id: int
    seen: dict[str, Any]
    picture: str


@dataclass(frozen=True)
class SavedMatch:
    """One match with all its lines. begun: UTC, as `datetime.isoformat` writes it. asked: it left a question."""

    number: int
    begun: str
    lines: tuple[Line, ...]
    asked: bool = False


@dataclass(frozen=True)
class Saved:
    """The table as it was left. question: plain JSON of the open question, or None.

    roll: the number of the roll that the change wrote which led to it, if it wrote one.
    """

    revision: int
    match: int | None
    lines: tuple[Line, ...]
    question: dict[str, Any] | None
    roll: int | None = field(default=None, compare=False)


@dataclass(frozen=True)
class Change:
    """What one transaction does.

    lines: appended to the match; new_match: they begin a new one; match: to this one, which is on the table from now
    on, with the question that was open when it was left. question: what is asked afterwards.
    roll: a throw seen just now, and the name of its picture; it gets a number, which takes the place of NEW in
    `Line.roll`, question["roll"] and in question["later"]. attach: the line (its number) that this throw belongs to.
    """

    lines: tuple[Line, ...] = ()
    new_match: bool = False
    match: int | None = None
    question: dict[str, Any] | None = None
    roll: tuple[dict[str, Any], str] | None = None
    attach: int | None = None


class Store:
    """The open database. Thread-safe; made by `Store.open`."""

    def __init__(self, engine: sql.Engine, lock: sqlite3.Connection) -> None:
        self._engine = engine
        self._lock = lock

    @classmethod
    def open(cls, folder: Path, url: str = "") -> Store:
        """The database in this folder, or at this URL; made if it is not there. Raises StoreError.

        Nobody else uses the folder while it is open: what else is kept there is of one program, too.
        """
        make_folder(folder)
        lock = lock_folder(folder)
        try:
            return cls._opened(folder, url, lock)
        except BaseException:
            lock.close()
            raise

    @classmethod
    def _opened(cls, folder: Path, url: str, lock: sqlite3.Connection) -> Store:
        place = "the database" if url else str(folder)
        with sentences(place):
            # Put together by name: a `?` or `%` in the path of a folder is none of an address.
            engine = sql.create_engine(url or sql.URL.create("sqlite", database=str(folder / FILE)))
            if engine.dialect.name == "sqlite":
                sql.event.listen(engine, "connect", prepare_sqlite)
            store = cls(engine, lock)
            try:
                store._create(place)
            except BaseException:
                engine.dispose()
                raise
            return store

    def _create(self, place: str) -> None:
        META.create_all(self._engine)
        with self._engine.begin() as connection:
            schema = connection.execute(sql.select(DESK.c.schema)).scalar()
            if schema is None:
                connection.execute(DESK.insert().values(id=1, schema=SCHEMA, revision=0))
            elif schema != SCHEMA:
                raise StoreError(
                    f"The matches in {place} were written by another version of Roll Call ({schema}, not {SCHEMA}).",
                    "Start that version, or name another folder with --data.",
                )

    def load(self) -> Saved:
        """The table as it was left."""
        with sentences("the data folder"), self._engine.connect() as connection:
            desk = connection.execute(sql.select(DESK)).one()
            return Saved(desk.revision, desk.match, _lines_of(connection, desk.match), desk.question)

    def write(self, saved: Saved, change: Change) -> Saved:
        """Do all of it in one transaction, or nothing; the table afterwards.

        Raises StoreError, and Conflict where the table is no longer the one in `saved`.
        """
        with sentences("the data folder"), self._engine.begin() as connection:
            _move_on(connection, saved.revision)
            now = datetime.now(UTC).isoformat(timespec="milliseconds")
            match, old, asked = saved.match, saved.lines, change.question
            if change.new_match or change.match is not None:
                _leave(connection, saved)
            if change.new_match:
                match, old = _number(connection.execute(MATCHES.insert().values(begun=now))), ()
            elif change.match is not None:
                match, old = change.match, _lines_of(connection, change.match)
                asked = _left(connection, match)
            number = _write_roll(connection, match, change)
            if change.attach is not None:
                old = (
                    *old[: change.attach],
                    Line(old[change.attach].text, number),
                    *old[change.attach + 1 :],
                )
            new = tuple(Line(line.text, number if line.roll == NEW else line.roll) for line in change.lines)
            _write_lines(connection, match, len(old), new, now)
            question = asked if asked is None or number is None else _numbered(asked, number)
            connection.execute(DESK.update().values(match=match, question=question))
        return Saved(saved.revision + 1, match, old + new, question, number)

    def roll(self, number: int) -> SavedRoll | None:
        """What the camera saw in this roll; None where there is no such roll."""
        with sentences("the data folder"), self._engine.connect() as connection:
            row = connection.execute(sql.select(ROLLS).where(ROLLS.c.id == number)).first()
            return SavedRoll(row.id, row.seen, row.picture) if row else None

    def pictures(self) -> frozenset[str]:
        """The names of all pictures that a roll knows of."""
        with sentences("the data folder"), self._engine.connect() as connection:
            return frozenset(connection.execute(sql.select(ROLLS.c.picture)).scalars())

    def matches(self, before: int | None = None, most: int | None = None) -> tuple[SavedMatch, ...]:
        """The matches with lower numbers than `before`, the newest first, `most` of them at most."""
        wanted = sql.select(MATCHES).order_by(MATCHES.c.id.desc()).limit(most)
        if before is not None:
            wanted = wanted.where(MATCHES.c.id < before)
        with sentences("the data folder"), self._engine.connect() as connection:
            rows = connection.execute(wanted).all()
            numbers = [row.id for row in rows]
            lines: dict[int, list[Line]] = {number: [] for number in numbers}
            for line in connection.execute(
                sql.select(LINES).where(LINES.c.match.in_(numbers)).order_by(LINES.c.n)
            ):
                lines[line.match].append(Line(line.text, line.roll))
            asked = set(
                connection.execute(sql.select(LEFT.c.match).where(LEFT.c.match.in_(numbers))).scalars()
            )
            return tuple(SavedMatch(row.id, row.begun, tuple(lines[row.id]), row.id in asked) for row in rows)

    def match(self, number: int) -> SavedMatch | None:
        """The match of this number; None where there is none."""
        found = self.matches(before=number + 1, most=1)
        return found[0] if found and found[0].number == number else None

    def close(self) -> None:
        """Give the file back; may be called twice."""
        self._engine.dispose()
        self._lock.close()


def _number(result: sql.CursorResult[Any]) -> int:
    key = result.inserted_primary_key
    assert key is not None
    return int(key[0])


def _leave(connection: sql.Connection, saved: Saved) -> None:
    """Put the open question aside with its match."""
    if saved.question:
        connection.execute(LEFT.insert().values(match=saved.match, question=saved.question))


def _left(connection: sql.Connection, match: int) -> dict[str, Any] | None:
    """Take up the question that was open when this match was left."""
    question = connection.execute(sql.select(LEFT.c.question).where(LEFT.c.match == match)).scalar()
    connection.execute(LEFT.delete().where(LEFT.c.match == match))
    return question


def _lines_of(connection: sql.Connection, match: int | None) -> tuple[Line, ...]:
    rows = connection.execute(
        sql.select(LINES.c.text, LINES.c.roll).where(LINES.c.match == match).order_by(LINES.c.n)
    )
    return tuple(Line(row.text, row.roll) for row in rows)


def _numbered(question: dict[str, Any], number: int) -> dict[str, Any]:
    """The question, with the number of the throw seen just now in the place of NEW."""
    later = [number if roll == NEW else roll for roll in question["later"]]
    return {**question, "roll": number if question["roll"] == NEW else question["roll"], "later": later}


def _write_roll(connection: sql.Connection, match: int | None, change: Change) -> int | None:
    if not change.roll:
        return None
    seen, picture = change.roll
    number = _number(connection.execute(ROLLS.insert().values(match=match, seen=seen, picture=picture)))
    if change.attach is not None:
        line = LINES.update().where(LINES.c.match == match, LINES.c.n == change.attach)
        connection.execute(line.values(roll=number))
    return number


def _write_lines(
    connection: sql.Connection, match: int | None, first: int, lines: tuple[Line, ...], now: str
) -> None:
    rows = [
        {"match": match, "n": n, "text": line.text, "roll": line.roll, "written": now}
        for n, line in enumerate(lines, first)
    ]
    if rows:
        connection.execute(LINES.insert(), rows)


def _move_on(connection: sql.Connection, seen: int) -> None:
    """The guard against two writers: only one of them finds the revision that both saw."""
    done = connection.execute(DESK.update().where(DESK.c.revision == seen).values(revision=seen + 1))
    if done.rowcount != 1:
        raise Conflict
