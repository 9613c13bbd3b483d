"""The database brought to the form that this program knows, with all that is in it. A copy is made beside it first.

Alembic walks the steps of `migrations/` in one transaction: after a kill at any moment the form is the old one or the
new one, never one in between. It is loaded where there is a step to take: it takes 12 MB, which a table would keep.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path

import sqlalchemy as sql

from webui.storage.copies import beside, copy_file
from webui.storage.database import META, StoreError, own_transactions

STEPS = Path(__file__).parent / "migrations"
FORMS = sql.Table(
    "alembic_version",
    sql.MetaData(),
    sql.Column("version_num", sql.String(32), nullable=False),
    sql.PrimaryKeyConstraint("version_num", name="alembic_version_pkc"),
)
"""Where Alembic keeps the number of the form: one row. It is no part of the form itself."""
LOCK = 8420
"""Number of the lock that one process holds while it changes the form of a PostgreSQL database."""


def upgrade(engine: sql.Engine, place: str) -> Path | None:
    """Bring the database of this engine to the newest form; the copy that was made of it before, if one was.

    A PostgreSQL database is not copied: its server has tools of its own for that. Raises StoreError where the
    database has a form that this program does not know.
    """
    newest, form = newest_form(), form_of(engine)
    if form == newest:
        return None
    if form is not None and form not in forms():
        raise StoreError(
            f"The matches in {place} were written by a newer version of Roll Call (form {form}).",
            "Start that version, or name another folder with --data.",
        )
    copy = _copied(engine, newest)
    _walk(engine)
    return copy


def forms() -> tuple[str, ...]:
    """The numbers of the forms that this program knows, as its steps are named, rising."""
    return tuple(sorted(step.name[1:5] for step in (STEPS / "versions").glob("m????_*.py")))


def newest_form() -> str:
    """The number of the form that this program knows best."""
    return forms()[-1]


def form_of(engine: sql.Engine) -> str | None:
    """The number of the form that the database has; None for an empty one, and for one of version 0.1.0."""
    with engine.connect() as connection:
        if not sql.inspect(connection).has_table(FORMS.name):
            return None
        return connection.execute(sql.select(FORMS.c.version_num)).scalar()


def is_newest(engine: sql.Engine) -> bool:
    """Whether the database has the form that this program knows."""
    return form_of(engine) == newest_form()


def _walk(engine: sql.Engine) -> None:
    """Take every step that is still to be taken, all in one transaction."""
    walking = sql.create_engine(engine.url, poolclass=sql.NullPool, execution_options={"writes": True})
    own_transactions(walking)
    with walking.begin() as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(sql.select(sql.func.pg_advisory_xact_lock(LOCK)))
        if sql.inspect(connection).get_table_names():
            _step(connection)
        else:
            # Nothing is there to be changed: the newest form is made at once, which is ten times as fast.
            META.create_all(connection)
            FORMS.create(connection)
            connection.execute(FORMS.insert().values(version_num=newest_form()))


def _step(connection: sql.Connection) -> None:
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(STEPS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def _copied(engine: sql.Engine, newest: str) -> Path | None:
    """Copy a SQLite file that something is in to one beside it, which replaces none; the copy."""
    file = engine.url.database
    if engine.dialect.name != "sqlite" or not file or file == ":memory:":
        return None
    if not sql.inspect(engine).get_table_names():
        return None
    copy = beside(Path(file), f"before-{newest}")
    try:
        copy_file(Path(file), copy)
    except (OSError, sqlite3.Error) as error:
        raise StoreError(
            f"No copy of {file} could be made before its form is changed ({error}), so nothing was changed.",
            "Make room beside it, or let this user write there.",
        ) from None
    return copy
