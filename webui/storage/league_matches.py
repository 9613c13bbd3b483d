# Tested by tests/test_webui_league_matches.py.
"""The tables of matches that other tables bring to a league, and of what this table has brought to one. Nouns only."""

from __future__ import annotations

import sqlalchemy as sql

from webui.storage.database import META
from webui.storage.league import KEY, MARK, TIME

# Matches of other tables, as they were last brought. number, begun: what the table itself calls the match.
BROUGHT = sql.Table(
    "league_matches",
    META,
    sql.Column("device", KEY, sql.ForeignKey("league_devices.id"), primary_key=True),
    sql.Column("number", sql.Integer, primary_key=True, autoincrement=False),
    sql.Column("begun", TIME, primary_key=True),
    sql.Column("lines", sql.JSON, nullable=False),
    sql.Column("came", TIME, nullable=False),
    sql.Index("league_matches_begun", "begun"),
)
# Matches of this table that the other league has. mark: the SHA-256 of the lines it was brought, as hex.
TOLD = sql.Table(
    "league_told",
    META,
    sql.Column("match", sql.Integer, primary_key=True, autoincrement=False),
    sql.Column("mark", MARK, nullable=False),
)
