# Tested by tests/test_webui_store.py.
"""The hold on a database: one program alone keeps its matches there, and it is still where it was opened."""

from __future__ import annotations

import logging
import sqlite3
import threading
from pathlib import Path

import sqlalchemy as sql

from webui.storage.database import FILE, StoreError, hold, sentences

log = logging.getLogger("rollcall")

TAKEN = "Another Roll Call is using this database.", "Close it, or give this one another database."


class Holding:
    """The hold on a database while it is open. Raises StoreError where another program has it.

    A server keeps a lock for as long as the connection lasts that took it; a SQLite file is held by one beside it. The
    file in the data folder needs none: the folder is held.
    """

    def __init__(self, engine: sql.Engine, folder: Path) -> None:
        file = engine.url.database if engine.dialect.name == "sqlite" else None
        self._file = Path(file) if file and file != ":memory:" else None
        self._engine = engine
        self._taking = threading.Lock()
        self._lock: sql.Connection | sqlite3.Connection | None = None
        if engine.dialect.name == "postgresql":
            self._lock = _locked(engine)
        elif self._file and self._file.resolve() != (folder / FILE).resolve():
            self._lock = hold(self._file.with_name(f"{self._file.name}.lock"), TAKEN)
        self._identity: tuple[int, int] | None = None

    def found(self) -> None:
        """The database is made, or was there: from now on it must stay the same one."""
        self._identity = self._now()

    def check(self) -> None:
        """Raises StoreError where the file was deleted or moved: what is written into it then is kept nowhere.

        A server that was started anew has forgotten the lock: it is taken again, or another program has it by now.
        """
        if isinstance(self._lock, sql.Connection):
            self._take_again(self._lock)
        if self._file and self._identity != self._now():
            raise StoreError(
                f"The matches are gone from {self._file.parent}: it was deleted or moved while they were played.",
                "Put it back, and press again; or stop Roll Call and start it anew.",
            )

    def _take_again(self, lock: sql.Connection) -> None:
        """Take the lock of a server again where the connection that held it is gone."""
        with self._taking, sentences("the database"):
            if self._lock is not lock or _is_alive(lock):
                return
            lock.close()
            self._lock = _locked(self._engine)
            log.info("the database was lost for a while; it is held again")

    def _now(self) -> tuple[int, int] | None:
        try:
            about = self._file.stat() if self._file else None
        except OSError:
            return None
        return (about.st_dev, about.st_ino) if about else None

    def release(self) -> None:
        """Let others have it; may be called twice."""
        if self._lock:
            self._lock.close()


def _is_alive(lock: sql.Connection) -> bool:
    """Whether the server still knows this connection, and so the lock that it holds."""
    if lock.closed or lock.invalidated:
        return False  # it would connect anew, without the lock
    try:
        lock.execute(sql.select(1))
        lock.commit()
    except sql.exc.DBAPIError:
        return False
    return True


def _locked(engine: sql.Engine) -> sql.Connection:
    """A connection that holds the lock of this database, and of this schema in it."""
    connection = engine.connect()
    ours = sql.func.hashtext(sql.func.concat("roll call ", sql.func.current_schema()))
    if not connection.execute(sql.select(sql.func.pg_try_advisory_lock(ours))).scalar():
        connection.close()
        raise StoreError(*TAKEN)
    connection.commit()
    return connection
