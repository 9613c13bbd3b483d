"""The luck of each turn, so that it is worked out once."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Make the table; it fills by itself."""
    op.create_table(
        "league_luck",
        sql.Column("turn", sql.String(26), sql.ForeignKey("league_turns.id"), primary_key=True),
        sql.Column("odds", sql.String(20), nullable=False),
        sql.Column("facts", sql.JSON(), nullable=False),
    )
