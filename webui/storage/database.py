# Tested by tests/test_webui_store.py.
"""The database under the store: its tables, its file, and its errors as sentences."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

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


def prepare_sqlite(connection: sqlite3.Connection, _record: object) -> None:
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000"):
        connection.execute(f"PRAGMA {pragma}")


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
    """Hold the folder for this process: a lock that every system has, and that a kill gives back."""
    lock = None
    try:
        lock = sqlite3.connect(
            folder / "lock.sqlite3", timeout=0, isolation_level=None, check_same_thread=False
        )
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError as error:
        if lock:
            lock.close()
        if error.sqlite_errorname.startswith("SQLITE_BUSY"):
            raise StoreError(
                f"Another Roll Call is using the data folder {folder}.",
                "Close it, or name another with --data.",
            ) from None
        raise _sentence(error, str(folder)) from None
    return lock


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
    if name == "SQLITE_FULL" or name.startswith("SQLITE_IOERR"):
        kind = DiskFull if name == "SQLITE_FULL" else StoreError
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
    return StoreError(f"The database cannot be used: {error}", "Is its folder or server there?")
