"""The log in a database: the lines of every match, what the camera saw, the question that is open, and what Undo does.

SQLAlchemy Core: a SQLite file in the data folder, or PostgreSQL by URL. Whatever happens is one transaction, on
the disk before anyone is told; after a kill at any moment the next start reads the same table.
"""

from __future__ import annotations

import logging
import sqlite3
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import sqlalchemy as sql

from webui.storage import rows
from webui.storage.database import (
    BACK,
    DESK,
    FILE,
    MATCHES,
    ROLLS,
    DiskFull,
    StoreError,
    engine_of,
    lock_folder,
    make_folder,
    prepare_sqlite,
    sentences,
)
from webui.storage.holding import Holding
from webui.storage.migrate import upgrade
from webui.storage.outbox import write_outbox
from webui.storage.past import matches_of
from webui.storage.rows import Conflict
from webui.storage.saved import NEW, Change, Line, Saved, SavedMatch, SavedRoll

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

log = logging.getLogger("rollcall")
SCHEMA = 1


class Store:
    """The open database. Thread-safe; made by `Store.open`."""

    def __init__(self, engine: sql.Engine, lock: sqlite3.Connection, holding: Holding) -> None:
        self._engine = engine
        self._lock = lock
        self._holding = holding

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
            engine = engine_of(folder, url)
            if engine.dialect.name == "sqlite":
                sql.event.listen(engine, "connect", prepare_sqlite)
            try:
                store = cls(engine, lock, Holding(engine, folder))
                store._create(place)
            except BaseException:
                engine.dispose()
                raise
            return store

    @property
    def url(self) -> sql.URL:
        """The address of the database, with its password."""
        return self._engine.url

    def _create(self, place: str) -> None:
        if copy := upgrade(self._engine, place):
            log.info("The matches have a new form; as they were before, they lie in %s.", copy)
        with self._engine.begin() as connection:
            schema = connection.execute(sql.select(DESK.c.schema)).scalar()
            if schema is None:
                connection.execute(DESK.insert().values(id=1, schema=SCHEMA, revision=0))
            elif schema != SCHEMA:
                raise StoreError(
                    f"The matches in {place} were written by another version of Roll Call ({schema}, not {SCHEMA}).",
                    "Start that version, or name another folder with --data.",
                )

        self._holding.found()

    def check(self) -> None:
        """Raises StoreError where nothing can be read or kept now."""
        with sentences("the data folder"), self._engine.connect() as connection:
            self._holding.check()
            connection.execute(sql.select(DESK.c.revision)).one()

    def load(self) -> Saved:
        """The table as it was left."""
        with sentences("the data folder"), self._engine.connect() as connection:
            desk = connection.execute(sql.select(DESK)).one()
            if not isinstance(desk.revision, int):
                raise StoreError(
                    f"The file {FILE} is damaged: it does not tell how often the table was changed.",
                    "Bring back a copy of it, or name another folder with --data.",
                )
            lines, back = rows.lines_of(connection, desk.match), rows.way_back(connection, desk.revision)
            return Saved(desk.revision, desk.match, lines, desk.question, back)

    def write(self, saved: Saved, change: Change) -> Saved:
        """Do all of it in one transaction, or nothing; the table afterwards.

        Raises StoreError, and Conflict where the table is no longer the one in `saved`.
        """
        self._holding.check()
        with sentences("the data folder"), self._engine.begin() as connection:
            rows.move_on(connection, saved.revision)
            now = datetime.now(UTC).isoformat(timespec="milliseconds")
            match, old, left = saved.match, saved.lines, None
            if change.new_match or change.match is not None:
                rows.leave(connection, saved)
            if change.new_match:
                match, old = rows.number_of(connection.execute(MATCHES.insert().values(begun=now))), ()
            elif change.match is not None:
                match, old = change.match, rows.lines_of(connection, change.match)
                left = rows.take_up(connection, match)
            number = rows.write_roll(connection, match, change)
            if change.attach is not None:
                old = (
                    *old[: change.attach],
                    Line(old[change.attach].text, number),
                    *old[change.attach + 1 :],
                )
            new = tuple(replace(line, roll=number) if line.roll == NEW else line for line in change.lines)
            rows.write_lines(connection, match, len(old), new, now)
            if change.outbox and match is not None:
                write_outbox(connection, match, change.outbox, now)
            question = change.question(number) if change.question else left
            connection.execute(DESK.update().values(match=match, question=question))
            rows.write_back(connection, saved.revision + 1, change.back)
            if match != saved.match:
                rows.drop_unplayed(connection, saved)
        return Saved(saved.revision + 1, match, old + new, question, change.back, number)

    def put_aside(self) -> int | None:
        """Take a match that cannot be read off the table, as it is, with its question; its number."""
        with sentences("the data folder"), self._engine.begin() as connection:
            match = connection.execute(sql.select(DESK.c.match)).scalar()
            connection.execute(DESK.update().values(match=None, question=None, revision=DESK.c.revision + 1))
            connection.execute(BACK.delete())
            return match

    def roll(self, number: int) -> SavedRoll | None:
        """What the camera saw in this roll; None where there is no such roll."""
        with sentences("the data folder"), self._engine.connect() as connection:
            row = connection.execute(sql.select(ROLLS).where(ROLLS.c.id == number)).first()
            return SavedRoll(row.id, row.seen, str(row.picture)) if row and row.seen else None

    def pictures(self) -> frozenset[str]:
        """The names of all pictures that a roll knows of."""
        with sentences("the data folder"), self._engine.connect() as connection:
            return frozenset(map(str, connection.execute(sql.select(ROLLS.c.picture)).scalars()))

    def matches(self, before: int | None = None, most: int | None = None) -> tuple[SavedMatch, ...]:
        """The matches with lower numbers than `before`, the newest first, `most` of them at most."""
        with sentences("the data folder"), self._engine.connect() as connection:
            return matches_of(connection, before, most)

    def match(self, number: int) -> SavedMatch | None:
        """The match of this number; None where there is none."""
        found = self.matches(before=number + 1, most=1)
        return found[0] if found and found[0].number == number else None

    def close(self) -> None:
        """Give the file back; may be called twice."""
        self._holding.release()
        self._engine.dispose()
        self._lock.close()
