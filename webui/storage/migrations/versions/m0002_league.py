"""The league: people, paired tables, turns, the organiser's acts; the outbox; and by which count a line was written."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make the new tables."""
    _people()
    _tables()
    _acts()
    _turns()
    _outbox()


def _people() -> None:
    """Accounts, and what they sign in by."""
    op.create_table(
        "league_accounts",
        sql.Column("id", sql.String(length=26), nullable=False),
        sql.Column("name", sql.String(length=40), nullable=False),
        sql.Column("folded", sql.String(length=160), nullable=False),
        sql.Column("password", sql.Text(), nullable=False),
        sql.Column("organiser", sql.Boolean(), nullable=False),
        sql.Column("joined", sql.String(length=32), nullable=False),
        sql.Column("closed", sql.String(length=32), nullable=True),
        sql.PrimaryKeyConstraint("id"),
        sql.UniqueConstraint("folded"),
    )
    op.create_table(
        "league_zones",
        sql.Column("account", sql.String(length=26), nullable=False),
        sql.Column("first", sql.String(length=10), nullable=False),
        sql.Column("zone", sql.String(length=64), nullable=False),
        sql.ForeignKeyConstraint(
            ["account"],
            ["league_accounts.id"],
        ),
        sql.PrimaryKeyConstraint("account", "first"),
    )
    op.create_table(
        "league_away",
        sql.Column("account", sql.String(length=26), nullable=False),
        sql.Column("day", sql.String(length=10), nullable=False),
        sql.ForeignKeyConstraint(
            ["account"],
            ["league_accounts.id"],
        ),
        sql.PrimaryKeyConstraint("account", "day"),
    )
    op.create_table(
        "league_invitations",
        sql.Column("mark", sql.String(length=64), nullable=False),
        sql.Column("by", sql.String(length=26), nullable=True),
        sql.Column("organiser", sql.Boolean(), nullable=False),
        sql.Column("until", sql.String(length=32), nullable=False),
        sql.Column("used", sql.String(length=32), nullable=True),
        sql.ForeignKeyConstraint(
            ["by"],
            ["league_accounts.id"],
        ),
        sql.PrimaryKeyConstraint("mark"),
    )
    op.create_table(
        "league_sessions",
        sql.Column("mark", sql.String(length=64), nullable=False),
        sql.Column("account", sql.String(length=26), nullable=False),
        sql.Column("until", sql.String(length=32), nullable=False),
        sql.ForeignKeyConstraint(
            ["account"],
            ["league_accounts.id"],
        ),
        sql.PrimaryKeyConstraint("mark"),
    )
    op.create_table(
        "league_resets",
        sql.Column("account", sql.String(length=26), nullable=False),
        sql.Column("mark", sql.String(length=64), nullable=False),
        sql.Column("until", sql.String(length=32), nullable=False),
        sql.ForeignKeyConstraint(
            ["account"],
            ["league_accounts.id"],
        ),
        sql.PrimaryKeyConstraint("account"),
    )


def _tables() -> None:
    """Paired tables, and who is who at them."""
    op.create_table(
        "league_devices",
        sql.Column("id", sql.String(length=26), nullable=False),
        sql.Column("name", sql.String(length=40), nullable=False),
        sql.Column("mark", sql.String(length=64), nullable=True),
        sql.Column("paired", sql.String(length=32), nullable=False),
        sql.Column("seen", sql.String(length=32), nullable=False),
        sql.Column("revoked", sql.String(length=32), nullable=True),
        sql.Column("by", sql.String(length=26), nullable=True),
        sql.ForeignKeyConstraint(
            ["by"],
            ["league_accounts.id"],
        ),
        sql.PrimaryKeyConstraint("id"),
        sql.UniqueConstraint("mark"),
    )
    op.create_table(
        "league_asked",
        sql.Column("id", sql.String(length=26), nullable=False),
        sql.Column("letters", sql.String(length=6), nullable=True),
        sql.Column("kind", sql.String(length=5), nullable=False),
        sql.Column("name", sql.String(length=40), nullable=False),
        sql.Column("device", sql.String(length=26), nullable=True),
        sql.Column("mark", sql.String(length=64), nullable=True),
        sql.Column("until", sql.String(length=32), nullable=False),
        sql.Column("by", sql.String(length=26), nullable=True),
        sql.ForeignKeyConstraint(
            ["by"],
            ["league_accounts.id"],
        ),
        sql.ForeignKeyConstraint(
            ["device"],
            ["league_devices.id"],
        ),
        sql.PrimaryKeyConstraint("id"),
        sql.UniqueConstraint("letters"),
    )
    op.create_table(
        "league_faces",
        sql.Column("device", sql.String(length=26), nullable=False),
        sql.Column("folded", sql.String(length=160), nullable=False),
        sql.Column("account", sql.String(length=26), nullable=False),
        sql.Column("since", sql.String(length=32), nullable=False),
        sql.ForeignKeyConstraint(
            ["account"],
            ["league_accounts.id"],
        ),
        sql.ForeignKeyConstraint(
            ["device"],
            ["league_devices.id"],
        ),
        sql.PrimaryKeyConstraint("device", "folded"),
    )


def _acts() -> None:
    """What the organiser did, what was tried, and the settings."""
    op.create_table(
        "league_acts",
        sql.Column("id", sql.Integer(), nullable=False),
        sql.Column("kind", sql.String(length=10), nullable=False),
        sql.Column("account", sql.String(length=26), nullable=False),
        sql.Column("day", sql.String(length=10), nullable=True),
        sql.Column("turn", sql.String(length=26), nullable=True),
        sql.Column("old", sql.String(length=200), nullable=False),
        sql.Column("new", sql.String(length=200), nullable=False),
        sql.Column("reason", sql.String(length=200), nullable=False),
        sql.Column("by", sql.String(length=26), nullable=False),
        sql.Column("at", sql.String(length=32), nullable=False),
        sql.ForeignKeyConstraint(
            ["account"],
            ["league_accounts.id"],
        ),
        sql.ForeignKeyConstraint(
            ["by"],
            ["league_accounts.id"],
        ),
        sql.PrimaryKeyConstraint("id"),
    )
    op.create_index("league_acts_turn", "league_acts", ["turn"], unique=False)
    op.create_table(
        "league_tries",
        sql.Column("id", sql.Integer(), nullable=False),
        sql.Column("what", sql.String(length=120), nullable=False),
        sql.Column("at", sql.String(length=32), nullable=False),
        sql.PrimaryKeyConstraint("id"),
    )
    op.create_index("league_tries_what", "league_tries", ["what", "at"], unique=False)
    op.create_table(
        "league_settings",
        sql.Column("name", sql.String(length=40), nullable=False),
        sql.Column("value", sql.Text(), nullable=False),
        sql.PrimaryKeyConstraint("name"),
    )


def _turns() -> None:
    """Turns, their pictures, and the hash of each day."""
    op.create_table(
        "league_turns",
        sql.Column("id", sql.String(length=26), nullable=False),
        sql.Column("account", sql.String(length=26), nullable=False),
        sql.Column("day", sql.String(length=10), nullable=False),
        sql.Column("place", sql.Integer(), nullable=False),
        sql.Column("opened", sql.Integer(), nullable=True),
        sql.Column("score", sql.Integer(), nullable=False),
        sql.Column("mark", sql.String(length=10), nullable=False),
        sql.Column("began", sql.String(length=32), nullable=False),
        sql.Column("ended", sql.String(length=32), nullable=False),
        sql.Column("came", sql.String(length=32), nullable=False),
        sql.Column("late", sql.Boolean(), nullable=False),
        sql.Column("device", sql.String(length=26), nullable=True),
        sql.Column("body", sql.Text(), nullable=False),
        sql.Column("comment", sql.String(length=200), nullable=False),
        sql.Column("hidden", sql.Boolean(), nullable=False),
        sql.Column("withdrawn", sql.String(length=32), nullable=True),
        sql.ForeignKeyConstraint(
            ["account"],
            ["league_accounts.id"],
        ),
        sql.ForeignKeyConstraint(
            ["device"],
            ["league_devices.id"],
        ),
        sql.ForeignKeyConstraint(
            ["opened"],
            ["league_acts.id"],
        ),
        sql.PrimaryKeyConstraint("id"),
        sql.UniqueConstraint("account", "day", "place", name="league_turns_once"),
    )
    op.create_index("league_turns_day", "league_turns", ["day"], unique=False)
    op.create_table(
        "league_pictures",
        sql.Column("turn", sql.String(length=26), nullable=False),
        sql.Column("n", sql.Integer(), autoincrement=False, nullable=False),
        sql.Column("small", sql.LargeBinary(), nullable=False),
        sql.Column("large", sql.LargeBinary(), nullable=True),
        sql.Column("came", sql.String(length=32), nullable=False),
        sql.ForeignKeyConstraint(
            ["turn"],
            ["league_turns.id"],
        ),
        sql.PrimaryKeyConstraint("turn", "n"),
    )
    op.create_table(
        "league_closings",
        sql.Column("day", sql.String(length=10), nullable=False),
        sql.Column("before", sql.String(length=64), nullable=False),
        sql.Column("hash", sql.String(length=64), nullable=False),
        sql.Column("at", sql.String(length=32), nullable=False),
        sql.PrimaryKeyConstraint("day"),
    )


def _outbox() -> None:
    """The outbox, and by which count a line was written."""
    op.create_table(
        "reports",
        sql.Column("key", sql.String(length=26), nullable=False),
        sql.Column("match", sql.Integer(), nullable=False),
        sql.Column("first", sql.Integer(), nullable=False),
        sql.Column("last", sql.Integer(), nullable=False),
        sql.Column("player", sql.String(length=80), nullable=False),
        sql.Column("score", sql.Integer(), nullable=False),
        sql.Column("mark", sql.String(length=10), nullable=False),
        sql.Column("lines", sql.JSON(), nullable=False),
        sql.Column("rolls", sql.JSON(), nullable=False),
        sql.Column("comment", sql.String(length=200), nullable=False),
        sql.Column("began", sql.String(length=32), nullable=True),
        sql.Column("ended", sql.String(length=32), nullable=True),
        sql.Column("day", sql.String(length=10), nullable=True),
        sql.Column("clock", sql.String(length=12), nullable=True),
        sql.Column("undone", sql.String(length=32), nullable=True),
        sql.ForeignKeyConstraint(
            ["match"],
            ["matches.id"],
        ),
        sql.PrimaryKeyConstraint("key"),
    )
    op.create_table(
        "deliveries",
        sql.Column("report", sql.String(length=26), nullable=False),
        sql.Column("to", sql.String(length=80), nullable=False),
        sql.Column("state", sql.String(length=10), nullable=False),
        sql.Column("tries", sql.Integer(), nullable=False),
        sql.Column("due", sql.String(length=32), nullable=False),
        sql.Column("body", sql.Text(), nullable=True),
        sql.Column("answer", sql.Text(), nullable=False),
        sql.Column("changed", sql.String(length=32), nullable=False),
        sql.ForeignKeyConstraint(
            ["report"],
            ["reports.key"],
        ),
        sql.PrimaryKeyConstraint("report", "to"),
    )
    op.create_index("deliveries_due", "deliveries", ["state", "due"], unique=False)
    op.add_column("lines", sql.Column("boot", sql.String(length=36), nullable=True))
    op.add_column("lines", sql.Column("boot_s", sql.Float(), nullable=True))
