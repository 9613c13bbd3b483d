"""Sets of dice that were taught."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Make the tables; nothing is in them until somebody teaches."""
    op.create_table(
        "dice_sets",
        sql.Column("id", sql.Integer(), primary_key=True),
        sql.Column("name", sql.String(40), nullable=False, unique=True),
        sql.Column("chosen", sql.Boolean(), nullable=False),
        sql.Column("made", sql.String(32), nullable=False),
        sql.Column("better", sql.String(32), nullable=True),
    )
    op.create_table(
        "dice_examples",
        sql.Column("id", sql.Integer(), primary_key=True),
        sql.Column("set", sql.Integer(), sql.ForeignKey("dice_sets.id"), nullable=False),
        sql.Column("crop", sql.LargeBinary(), nullable=False),
        sql.Column("value", sql.Integer(), nullable=False),
        sql.Column("origin", sql.String(12), nullable=False),
        sql.Column("roll", sql.String(40), nullable=False),
        sql.Column("share", sql.Float(), nullable=False),
        sql.Column("sure", sql.Float(), nullable=False),
    )
    op.create_table(
        "dice_throws",
        sql.Column("id", sql.Integer(), primary_key=True),
        sql.Column("set", sql.Integer(), sql.ForeignKey("dice_sets.id"), nullable=False),
        sql.Column("roll", sql.String(40), nullable=False),
        sql.Column("faces", sql.JSON(), nullable=False),
        sql.Column("asked", sql.JSON(), nullable=False),
    )
    for table in ("dice_examples", "dice_throws"):
        op.create_index(f"ix_{table}_set", table, ["set"])
