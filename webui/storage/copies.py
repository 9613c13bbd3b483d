# Tested by tests/test_webui_db.py.
"""Copies of a SQLite file, made while it is in use, and a copy brought back."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from hardware.path import replacing
from webui.storage.database import StoreError

SQLITE = b"SQLite format 3\0"
"""What a SQLite file begins with (https://www.sqlite.org/fileformat.html, 1.3)."""
OWNERS = 0o600
"""Rights of a copy: it holds what passwords and table tokens are told by."""


def is_sqlite(file: Path) -> bool:
    """Whether this is a SQLite file. Raises OSError."""
    with file.open("rb") as opened:
        return opened.read(len(SQLITE)) == SQLITE


def copy_file(source: Path, copy: Path) -> None:
    """Copy a SQLite file as it is at one moment, though somebody writes to it. Raises OSError, sqlite3.Error."""
    with replacing(copy) as part:
        part.touch(OWNERS)
        with closing(sqlite3.connect(source)) as old, closing(sqlite3.connect(part)) as new:
            old.backup(new)


def beside(file: Path, why: str) -> Path:
    """A name for a copy beside this file that nothing has yet."""
    copy, number = file.with_name(f"{file.stem}-{why}{file.suffix}"), 1
    while copy.exists():
        number += 1
        copy = file.with_name(f"{file.stem}-{why}-{number}{file.suffix}")
    return copy


def bring_back(copy: Path, file: Path) -> Path | None:
    """Let this SQLite file be as its copy is, in one transaction; what was in it lies in a copy beside it.

    Nobody else may use the file. Raises StoreError where the copy is damaged, OSError, sqlite3.Error.
    """
    _check(copy)
    old = beside(file, "before-restore") if file.exists() else None
    if old:
        copy_file(file, old)
    with closing(sqlite3.connect(copy)) as source, closing(sqlite3.connect(file)) as target:
        source.backup(target)
    return old


def _check(copy: Path) -> None:
    try:
        with closing(sqlite3.connect(f"file:{copy.resolve().as_posix()}?mode=ro", uri=True)) as opened:
            (found,) = opened.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.DatabaseError as error:
        found = str(error)
    if found != "ok":
        raise StoreError(
            f"{os.fspath(copy)} is damaged ({found}), so nothing was changed.", "Take another copy."
        )
