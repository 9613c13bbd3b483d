"""Tokens and webhooks of programs; what stays of a turn whose player had all deleted."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Make the tables and the column."""
    op.create_table(
        "league_tokens",
        sql.Column("id", sql.String(26), primary_key=True),
        sql.Column("mark", sql.String(64), nullable=False, unique=True),
        sql.Column("account", sql.String(26), sql.ForeignKey("league_accounts.id"), nullable=False),
        sql.Column("name", sql.String(40), nullable=False),
        sql.Column("scopes", sql.String(20), nullable=False),
        sql.Column("made", sql.String(32), nullable=False),
        sql.Column("until", sql.String(32), nullable=False),
    )
    op.create_table(
        "league_hooks",
        sql.Column("id", sql.String(26), primary_key=True),
        sql.Column("account", sql.String(26), sql.ForeignKey("league_accounts.id"), nullable=False),
        sql.Column("url", sql.String(300), nullable=False),
        sql.Column("secret", sql.String(64), nullable=False),
        sql.Column("made", sql.String(32), nullable=False),
        sql.Column("after", sql.String(80), nullable=False),
        sql.Column("due", sql.String(32), nullable=False),
        sql.Column("fails", sql.Integer(), nullable=False),
        sql.Column("answer", sql.String(200), nullable=False),
    )
    op.add_column("league_turns", sql.Column("body_mark", sql.String(64), nullable=True))
