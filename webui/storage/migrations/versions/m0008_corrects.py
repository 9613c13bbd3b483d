"""Which lines put another right: a die put back to what it was is told from a correction that was taken back."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Make the column; of the lines that are there it is not known."""
    op.add_column("lines", sql.Column("corrects", sql.Boolean(), nullable=True))
