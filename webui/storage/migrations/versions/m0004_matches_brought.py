"""Matches of all tables in one league."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Make the tables; a table that is paired brings its matches by itself."""
    op.create_table(
        "league_matches",
        sql.Column("device", sql.String(26), sql.ForeignKey("league_devices.id"), primary_key=True),
        sql.Column("number", sql.Integer(), primary_key=True, autoincrement=False),
        sql.Column("begun", sql.String(32), primary_key=True),
        sql.Column("lines", sql.JSON(), nullable=False),
        sql.Column("came", sql.String(32), nullable=False),
    )
    op.create_index("league_matches_begun", "league_matches", ["begun"])
    op.create_table(
        "league_told",
        sql.Column("match", sql.Integer(), primary_key=True, autoincrement=False),
        sql.Column("mark", sql.String(64), nullable=False),
    )
