# Tested by tests/test_webui_db.py.
"""`./rollcall db`: bring the database to the newest form, back it up, bring a backup back, carry it elsewhere.

backup and export may be made while the table runs. The pictures of throws lie in the data folder, in `pictures`: copy
that folder along. What is written may be read by its owner alone: it holds what passwords and tokens are told by.
"""

from __future__ import annotations

import argparse
import os
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import sqlalchemy as sql

from hardware.path import replacing
from webui.cli import Refusal
from webui.config import Settings
from webui.storage.carry import export_lines, import_lines
from webui.storage.copies import OWNERS, bring_back, copy_file, is_sqlite
from webui.storage.database import FILE, StoreError, engine_of, lock_folder, make_folder, sentences
from webui.storage.migrate import newest_form
from webui.storage.store import Store
from webui.terminal.settings import addressed, named, settings_of

WORDS = {
    "upgrade": "bring it to the form that this version knows; a copy is made before",
    "backup": "write a copy of it into FILE, at one moment",
    "restore": "let it be as it was in such a FILE; what is in it now is copied beside",
    "export": "write all of it into FILE as JSON lines, at one moment",
    "import": "read such lines into an empty database",
}


def main(arguments: list[str]) -> int:
    """Do what the word says; raises Refusal where it cannot be done."""
    given = _parser().parse_args(arguments)
    settings = settings_of(data=given.data, database=given.db)
    try:
        return _do(given.word, settings, getattr(given, "file", None))
    except StoreError as error:
        raise Refusal(str(error)) from None
    except OSError as error:
        raise Refusal(f"{error.filename or 'The file'} cannot be used: {error.strerror}.") from None
    except sqlite3.Error as error:
        raise Refusal(f"It could not be copied ({error}). Is there room, and is it a database?") from None


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="rollcall db", description=__doc__)
    words = parser.add_subparsers(dest="word", required=True)
    for word, meaning in WORDS.items():
        each = words.add_parser(word, help=meaning)
        if word != "upgrade":
            each.add_argument("file", type=named)
        each.add_argument(
            "--data", type=named, metavar="DIR", help="where matches are kept (default ~/.rollcall)"
        )
        each.add_argument(
            "--db", type=addressed, metavar="URL", help="another database: postgresql+psycopg://..."
        )
    return parser


def _do(word: str, settings: Settings, file: Path | None) -> int:
    if word == "upgrade":
        Store.open(settings.data, settings.database).close()
        print(f"The database has form {newest_form()}, which this version knows.")
        return 0
    assert file
    {"backup": _backup, "restore": _restore, "export": _export, "import": _import}[word](settings, file)
    return 0


@contextmanager
def there(settings: Settings) -> Iterator[sql.Engine]:
    """The database as it is, whoever uses it. Raises StoreError where there is none."""
    if not settings.database and not (settings.data / FILE).is_file():
        raise StoreError(f"There are no matches in {settings.data}.", "Name their folder with --data.")
    engine = engine_of(settings.data, settings.database)
    try:
        with sentences("the database"):
            yield engine
    finally:
        engine.dispose()


def _backup(settings: Settings, file: Path) -> None:
    with there(settings) as engine:
        if engine.dialect.name != "sqlite":
            _write(engine, file)
        else:
            copy_file(Path(engine.url.database or ""), file)
            print(f"All of it is in {file}.", file=sys.stderr)


def _export(settings: Settings, file: Path) -> None:
    with there(settings) as engine:
        _write(engine, file)


def _write(engine: sql.Engine, file: Path) -> None:
    count = -2  # The first line and the last one are no rows.
    with replacing(file) as part, open(part, "w", encoding="utf-8", opener=_for_its_owner) as lines:
        for line in export_lines(engine):
            lines.write(f"{line}\n")
            count += 1
    print(f"{count:,} rows are in {file}.", file=sys.stderr)


def _for_its_owner(path: str, flags: int) -> int:
    return os.open(path, flags, OWNERS)


def _restore(settings: Settings, file: Path) -> None:
    if not is_sqlite(file):
        _import(settings, file)
        return
    if settings.database:
        raise StoreError(
            f"{file} is a SQLite file, which no server takes.",
            "Restore it with --data, and export it from there.",
        )
    make_folder(settings.data)
    lock = lock_folder(settings.data)
    try:
        old = bring_back(file, settings.data / FILE)
    finally:
        lock.close()
    Store.open(settings.data).close()
    before = f" As it was before, it lies in {old}." if old else ""
    print(f"All is as in {file}.{before}", file=sys.stderr)


def _import(settings: Settings, file: Path) -> None:
    with file.open(encoding="utf-8", errors="replace", newline="\n") as lines:
        store = Store.open(settings.data, settings.database)
        engine = engine_of(settings.data, settings.database)
        try:
            with sentences("the database"):
                count = import_lines(engine, lines)
        finally:
            engine.dispose()
            store.close()
    print(f"{count:,} rows were brought in.", file=sys.stderr)
