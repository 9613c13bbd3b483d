# Tested by tests/test_webui_league_verb.py.
"""Where the league is kept: the database, opened for reading or for writing, one transaction at a time."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

import sqlalchemy as sql
from ulid import ULID

from webui.storage.database import own_transactions, sentences, try_after_pause


class Place:
    """The database of a league. Thread-safe. SQLite: who writes waits for the other before it reads anything."""

    def __init__(self, url: sql.URL) -> None:
        self._engine = self._reader = sql.create_engine(url)
        own_transactions(self._engine)
        if self.dialect == "postgresql":
            try_after_pause(self._engine)
            # A server shows each question what is there at that moment, in a transaction or not; without one it is
            # asked nothing more, and keeps the plans that a rollback would throw away.
            self._reader = self._engine.execution_options(isolation_level="AUTOCOMMIT")

    @property
    def dialect(self) -> str:
        """`sqlite` or `postgresql`."""
        return self._engine.dialect.name

    @contextmanager
    def reading(self) -> Iterator[sql.Connection]:
        """What is there: of a SQLite file as it is now, of a server at each question. Raises StoreError."""
        with sentences("the data folder"), self._reader.connect() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[sql.Connection]:
        """A transaction: all of it or nothing. Raises StoreError."""
        with (
            sentences("the data folder"),
            self._engine.connect().execution_options(writes=True) as connection,
            connection.begin(),
        ):
            yield connection

    @contextmanager
    def alone(self, what: str) -> Iterator[bool]:
        """Whether this program alone may do this now: another one that asks meanwhile may not. Raises StoreError.

        A SQLite file is of one program. A server takes the right back from a program that was killed.
        """
        if self.dialect == "sqlite":
            yield True
            return
        lock = sql.func.hashtext(sql.func.concat("roll call ", what, " ", sql.func.current_schema()))
        with sentences("the database"), self._engine.connect() as connection:
            # A lock of the transaction, which stays open: it ends with the connection, whatever becomes of us.
            yield bool(connection.execute(sql.select(sql.func.pg_try_advisory_xact_lock(lock))).scalar())

    def close(self) -> None:
        """Give the database back; may be called twice."""
        self._engine.dispose()


def written(moment: datetime) -> str:
    """A moment as it is stored: in this form, later ones compare as larger."""
    return moment.isoformat(timespec="milliseconds")


def new_key() -> str:
    """A name for something new: 26 letters and digits, never given twice."""
    return str(ULID())
