# Tested by tests/test_webui_store.py.
"""The database under the store: its tables, its file, and its errors as sentences."""

from __future__ import annotations

import hashlib
import json
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import sqlalchemy as sql

FILE = "rollcall.sqlite3"

META = sql.MetaData()
MATCHES = sql.Table(
    "matches",
    META,
    sql.Column("id", sql.Integer, primary_key=True),
    sql.Column("begun", sql.String(32), nullable=False),
)
ROLLS = sql.Table(
    "rolls",
    META,
    sql.Column("id", sql.Integer, primary_key=True),
    sql.Column("match", sql.ForeignKey("matches.id"), nullable=False),
    sql.Column("seen", sql.JSON, nullable=False),
    sql.Column("picture", sql.String(80), nullable=False),
)
LINES = sql.Table(
    "lines",
    META,
    sql.Column("match", sql.ForeignKey("matches.id"), primary_key=True),
    sql.Column("n", sql.Integer, primary_key=True, autoincrement=False),
    sql.Column("text", sql.Text, nullable=False),
    sql.Column("roll", sql.ForeignKey("rolls.id")),
    sql.Column("written", sql.String(32), nullable=False),
    # The same by the count since the machine was started, which no change of the clock moves: see `uptime.py`.
    sql.Column("boot", sql.String(36)),
    sql.Column("boot_s", sql.Float),
    # Whether it puts right the line that was undone just before; of lines of an older version it is not known.
    sql.Column("corrects", sql.Boolean),
)
# The question that was open when a match was left, for when it is gone on with.
LEFT = sql.Table(
    "left",
    META,
    sql.Column("match", sql.ForeignKey("matches.id"), primary_key=True),
    sql.Column("question", sql.JSON, nullable=False),
)
# One row: which match is on the table, what is asked, and how many changes there were.
DESK = sql.Table(
    "desk",
    META,
    sql.Column("id", sql.Integer, primary_key=True, autoincrement=False),
    sql.Column("schema", sql.Integer, nullable=False),
    sql.Column("revision", sql.Integer, nullable=False),
    sql.Column("match", sql.ForeignKey("matches.id")),
    sql.Column("question", sql.JSON(none_as_null=True)),
)
# One row at most: how the change that led to this revision is taken back, where the lines do not tell that. It is no
# part of the desk: an older version, which does not know of it, can go on, and whatever it writes puts it out of date.
BACK = sql.Table(
    "back",
    META,
    sql.Column("revision", sql.Integer, primary_key=True, autoincrement=False),
    sql.Column("how", sql.JSON, nullable=False),
)


class StoreError(Exception):
    """The log cannot be opened, read or written: `what` is wrong and what to `do`. Nothing was written."""

    def __init__(self, what: str, do: str) -> None:
        super().__init__(f"{what} {do}")
        self.what = what
        self.do = do


class DiskFull(StoreError):
    """There is no room for the log; there is again when something is removed."""


CACHE_KIB = 256
"""KiB of the file that each connection keeps. Larger: a table of eight connections keeps as much eight times, and more
the longer the match. Smaller: a page that shows a long match reads more from the system's memory."""


def prepare_sqlite(connection: sqlite3.Connection, _record: object) -> None:
    cache = f"cache_size=-{CACHE_KIB}"
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000", cache):
        connection.execute(f"PRAGMA {pragma}")


def own_transactions(engine: sql.Engine) -> None:
    """Let each `BEGIN` on a SQLite file be ours: Python's module begins none before a SELECT or a change of the form.

    A connection whose execution option `writes` is set waits for other writers before it reads anything.
    """
    if engine.dialect.name == "sqlite":
        sql.event.listen(engine, "connect", _prepare_without_begin)
        sql.event.listen(engine, "begin", _begin)


def _prepare_without_begin(connection: sqlite3.Connection, record: object) -> None:
    prepare_sqlite(connection, record)
    connection.isolation_level = None


def _begin(connection: sql.Connection) -> None:
    writes = connection.get_execution_options().get("writes")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


IDLE_S = 1.0
"""Seconds for which a connection has lain idle before it is tried once more. Larger: after the server was started anew,
more is refused once. Smaller: each use asks the server one thing more."""


def try_after_pause(engine: sql.Engine) -> None:
    """Try each connection that has lain idle before it is used: the server may have been started anew since."""

    def used(_line: Any, record: Any, *_more: Any) -> None:
        record.info["used_s"] = time.monotonic()

    def try_(line: Any, record: Any, _more: Any) -> None:
        if time.monotonic() - record.info.get("used_s", 0.0) < IDLE_S:
            return
        try:
            engine.dialect.do_ping(line)
        except engine.dialect.loaded_dbapi.Error as error:
            raise sql.exc.InvalidatePoolError(str(error)) from error

    for when, what in (("connect", used), ("checkin", used), ("checkout", try_)):
        sql.event.listen(engine, when, what)


KINDS = ("sqlite", "postgresql")
POSTGRESQL_FULL = "53100"
"""What PostgreSQL answers where its disk is full."""
_SECRETS = ("password", "passfile", "sslpassword")


def mark_of(url: str) -> str:
    """What parts the files that belong to this database from those of others; "" for the one in the data folder.

    Raises StoreError for what is no address.
    """
    if not url:
        return ""
    with sentences("the database"):
        address = sql.make_url(url)
    query = {name: value for name, value in address.query.items() if name not in _SECRETS}
    address = address.set(drivername=address.get_backend_name(), password=None, query=query)
    return f"-{hashlib.sha256(str(address).encode()).hexdigest()[:12]}"


def make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise StoreError(f"{folder} is a file, not a folder.", "Name a folder with --data.") from None
    except OSError as error:
        raise StoreError(
            f"The data folder {folder} cannot be made ({error.strerror}).", "Name another with --data."
        ) from None


def lock_folder(folder: Path) -> sqlite3.Connection:
    """Hold the folder for this process. Raises StoreError."""
    taken = f"Another Roll Call is using the data folder {folder}.", "Close it, or name another with --data."
    return hold(folder / "lock.sqlite3", taken)


def hold(path: Path, taken: tuple[str, str]) -> sqlite3.Connection:
    """Hold this file for this process: a lock that every system has, and that a kill gives back.

    taken: what to say, and to do, where another process holds it. Raises StoreError.
    """
    lock = None
    try:
        lock = sqlite3.connect(path, timeout=0, isolation_level=None, check_same_thread=False)
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError as error:
        if lock:
            lock.close()
        if error.sqlite_errorname.startswith("SQLITE_BUSY"):
            raise StoreError(*taken) from None
        raise _sentence(error, str(path.parent)) from None
    return lock


def engine_of(folder: Path, url: str) -> sql.Engine:
    """What opens the database in this folder, or at this address. Raises StoreError for a kind that is not known here.

    A connection is tried before it is used: a server may have been started anew since.
    """
    # Put together by name: a `?` or `%` in the path of a folder is none of an address.
    address = sql.make_url(url) if url else sql.URL.create("sqlite", database=str(folder / FILE))
    kind = address.get_backend_name()
    if kind not in KINDS:
        raise StoreError(
            f"Matches are kept in SQLite or PostgreSQL, not in {kind}.",
            "Set ROLLCALL_DATABASE to postgresql+psycopg://..., or leave it out.",
        )
    if address.drivername == "postgresql":
        address = address.set(drivername="postgresql+psycopg")
    try:
        return sql.create_engine(address, pool_pre_ping=True, json_deserializer=_read_json)
    except ImportError as error:
        raise StoreError(
            f"The driver of this database is not installed ({error}).",
            "Install it: .venv/bin/pip install -e '.[postgresql]', and write postgresql+psycopg://...",
        ) from None


def _read_json(text: str) -> Any:
    """What was written; None for what is no JSON: one spoilt row is that row, and not the end of all others."""
    try:
        return json.loads(text)
    except ValueError:
        return None


@contextmanager
def sentences(place: str) -> Iterator[None]:
    """Turn the database's errors into a StoreError."""
    try:
        yield
    except sql.exc.DBAPIError as error:
        raise _sentence(error.orig, place) from error
    except sql.exc.ArgumentError as error:
        raise StoreError(
            f"The database address cannot be read: {error}", "Check ROLLCALL_DATABASE."
        ) from None


def _sentence(error: BaseException | None, place: str) -> StoreError:
    name = getattr(error, "sqlite_errorname", "")
    full = name == "SQLITE_FULL" or getattr(error, "sqlstate", "") == POSTGRESQL_FULL
    if full or name.startswith("SQLITE_IOERR"):
        kind = DiskFull if full else StoreError
        return kind(
            f"The disk is full or broken: nothing more can be written to {place}.", "Make room on it."
        )
    if name.startswith(("SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_PERM")):
        return StoreError(
            f"Nothing can be written to {place}: it is read-only here.",
            "Give this user the right to write there, or name another folder with --data.",
        )
    if name.startswith(("SQLITE_NOTADB", "SQLITE_CORRUPT")):
        return StoreError(
            f"The file {FILE} in {place} is damaged, or no Roll Call database.",
            "Move it away and start again, or bring back a copy of it.",
        )
    why = str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
    return StoreError(f"The database cannot be used: {why}.", "Is its folder or server there?")
