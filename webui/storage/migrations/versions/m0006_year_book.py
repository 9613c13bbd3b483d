"""The luck of a turn as numbers that can be added up, and the turns in the order in which they came."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Make the columns and the index. The luck is worked out again: that costs time and loses nothing."""
    op.execute(sql.text("DELETE FROM league_luck"))
    with op.batch_alter_table("league_luck") as table:
        table.add_column(sql.Column("luck", sql.Float(), nullable=False))
        table.add_column(sql.Column("cost", sql.Float(), nullable=False))
    op.create_index("league_turns_came", "league_turns", ["came"], unique=False)
