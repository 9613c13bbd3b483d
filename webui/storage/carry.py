# Tested by tests/test_webui_db.py.
"""A whole database as JSON lines: carried from SQLite to PostgreSQL, or back, or kept.

The first line names the form, the last one counts the rows; each between is a row. Tables stand in an order in which
each row comes after those that it names, and the rows of a table in the order of their keys: so the same content is
always the same file.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any

import sqlalchemy as sql

import webui.storage.dice_sets
import webui.storage.league_api
import webui.storage.league_matches
import webui.storage.outbox
from webui.json_text import read_json
from webui.storage.database import DESK, META, StoreError, own_transactions
from webui.storage.migrate import form_of, newest_form

NOUNS = (
    webui.storage.dice_sets,
    webui.storage.league_api,
    webui.storage.league_matches,
    webui.storage.outbox,
)
"""Files whose tables, and the league's, are among those of META as soon as they are imported."""
AT_ONCE = 1000
"""Rows that are read or written at once. Larger: more memory, and fewer steps."""
Row = dict[str, Any]


def export_lines(engine: sql.Engine) -> Iterator[str]:
    """All rows as they are at one moment, though somebody writes meanwhile.

    The database must have the newest form. Raises StoreError.
    """
    form = form_of(engine)
    if form != newest_form():
        raise StoreError(
            f"The database has another form than this program knows ({form or 'none'}, not {newest_form()}).",
            "Bring it up first: ./rollcall db upgrade.",
        )
    own_transactions(engine)
    count = 0
    with _at_one_moment(engine) as connection:
        yield _text({"rollcall": form})
        for table in META.sorted_tables:
            for row in connection.execute(sql.select(table).order_by(*table.primary_key)):
                count += 1
                yield _text({"in": table.name, "row": _plain(table, row._mapping)})
    yield _text({"rows": count})


def _at_one_moment(engine: sql.Engine) -> sql.Connection:
    options: dict[str, Any] = {"yield_per": AT_ONCE}
    if engine.dialect.name == "postgresql":
        options |= {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
    return engine.connect().execution_options(**options)


def _text(value: object) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def _plain(table: sql.Table, row: Any) -> Row:
    return {
        column.name: base64.b64encode(row[column.name]).decode()
        if isinstance(column.type, sql.LargeBinary) and row[column.name] is not None
        else row[column.name]
        for column in table.columns
    }


def import_lines(engine: sql.Engine, lines: Iterable[str]) -> int:
    """Write all rows into an empty database of the newest form, in one transaction; how many.

    Raises StoreError where something is in the database already, or where the lines are not whole.
    """
    own_transactions(engine)
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        _need_empty(connection)
        connection.execute(DESK.delete())
        count = 0
        for table, rows in _tables(lines):
            _write(connection, table, rows)
            count += len(rows)
        _count_on(connection)
        return count


def _write(connection: sql.Connection, table: sql.Table, rows: list[Row]) -> None:
    """Write rows past SQLAlchemy, which takes twice as long: by COPY where the server knows it."""
    names = ", ".join(f'"{column.name}"' for column in table.columns)
    kinds = [(column.name, isinstance(column.type, sql.JSON)) for column in table.columns]
    values = [
        tuple(
            json.dumps(row[name]) if is_json and row[name] is not None else row[name]
            for name, is_json in kinds
        )
        for row in rows
    ]
    if connection.dialect.name == "sqlite":
        marks = ", ".join("?" * len(kinds))
        connection.exec_driver_sql(f'INSERT INTO "{table.name}" ({names}) VALUES ({marks})', values)
        return
    driver: Any = connection.connection.driver_connection
    with driver.cursor() as cursor, cursor.copy(f'COPY "{table.name}" ({names}) FROM STDIN') as copy:
        for row_values in values:
            copy.write_row(row_values)


def _need_empty(connection: sql.Connection) -> None:
    for table in META.sorted_tables:
        rows = connection.execute(sql.select(sql.func.count()).select_from(table)).scalar() or 0
        untouched = table is DESK and not connection.execute(sql.select(DESK.c.revision)).scalar()
        if rows and not untouched:
            raise StoreError(
                f"Something is in this database already (in {table.name}), so nothing was brought in.",
                "Name an empty one with --data or --db.",
            )


def _tables(lines: Iterable[str]) -> Iterator[tuple[sql.Table, list[Row]]]:
    """The rows, as many at once as are written at once."""
    for name, found in groupby(_rows(lines), key=lambda pair: pair[0]):
        table, batch = META.tables[name], []
        for _, row in found:
            batch.append(row)
            if len(batch) == AT_ONCE:
                yield table, batch
                batch = []
        if batch:
            yield table, batch


def _rows(lines: Iterable[str]) -> Iterator[tuple[str, Row]]:
    """Each row with the name of its table. Raises StoreError where the lines are no whole export."""
    count, n, form, ended = 0, 0, "", False
    for n, line in enumerate(lines, 1):
        try:
            facts = read_json(line)
            if n == 1:
                form = facts["rollcall"]
            elif "rows" in facts:
                ended = facts["rows"] == count
            else:
                count += 1
                yield facts["in"], _read(META.tables[facts["in"]], facts["row"])
        except (ValueError, KeyError, TypeError, AttributeError):
            raise StoreError(f"Line {n} is no line of an export.", "Export once more.") from None
        if form != newest_form():
            raise StoreError(
                f"This export has another form than this program knows ({form}, not {newest_form()}).",
                "Export it with the same version.",
            )
    if not ended:
        raise StoreError(f"The export has no end: it was cut off after line {n}.", "Export once more.")


def _read(table: sql.Table, row: Row) -> Row:
    return {
        column.name: base64.b64decode(row[column.name], validate=True)
        if isinstance(column.type, sql.LargeBinary) and row[column.name] is not None
        else row[column.name]
        for column in table.columns
    }


def _count_on(connection: sql.Connection) -> None:
    """Let a server number new rows after those that were brought in; SQLite does so by itself."""
    if connection.dialect.name != "postgresql":
        return
    for table in META.sorted_tables:
        column = table.autoincrement_column
        if column is not None:
            sequence = sql.func.pg_get_serial_sequence(f'"{table.name}"', column.name)
            newest = sql.select(sql.func.coalesce(sql.func.max(column), 0) + 1).scalar_subquery()
            connection.execute(sql.select(sql.func.setval(sequence, newest, False)))
