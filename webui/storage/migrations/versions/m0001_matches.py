"""The tables of version 0.1.0. Those that are there stay as they are: that version wrote no number of its form."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the tables that are not there."""
    there = set(sql.inspect(op.get_bind()).get_table_names())
    for name, columns in _tables().items():
        if name not in there:
            op.create_table(name, *columns)


def _tables() -> dict[str, list[sql.Column[object]]]:
    return {
        "matches": [
            sql.Column("id", sql.Integer, primary_key=True),
            sql.Column("begun", sql.String(32), nullable=False),
        ],
        "rolls": [
            sql.Column("id", sql.Integer, primary_key=True),
            sql.Column("match", sql.Integer, sql.ForeignKey("matches.id"), nullable=False),
            sql.Column("seen", sql.JSON, nullable=False),
            sql.Column("picture", sql.String(80), nullable=False),
        ],
        "lines": [
            sql.Column("match", sql.Integer, sql.ForeignKey("matches.id"), primary_key=True),
            sql.Column("n", sql.Integer, primary_key=True, autoincrement=False),
            sql.Column("text", sql.Text, nullable=False),
            sql.Column("roll", sql.Integer, sql.ForeignKey("rolls.id")),
            sql.Column("written", sql.String(32), nullable=False),
        ],
        "left": [
            sql.Column("match", sql.Integer, sql.ForeignKey("matches.id"), primary_key=True),
            sql.Column("question", sql.JSON, nullable=False),
        ],
        "desk": [
            sql.Column("id", sql.Integer, primary_key=True, autoincrement=False),
            sql.Column("schema", sql.Integer, nullable=False),
            sql.Column("revision", sql.Integer, nullable=False),
            sql.Column("match", sql.Integer, sql.ForeignKey("matches.id")),
            sql.Column("question", sql.JSON(none_as_null=True)),
        ],
        "back": [
            sql.Column("revision", sql.Integer, primary_key=True, autoincrement=False),
            sql.Column("how", sql.JSON, nullable=False),
        ],
    }
