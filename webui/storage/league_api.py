# Tested by tests/test_webui_league_open.py.
"""The tables of those who ask the league by program: tokens, and addresses that are told of each change. Nouns only."""

from __future__ import annotations

import sqlalchemy as sql

from webui.storage.database import META
from webui.storage.league import KEY, MARK, TIME

# What a program proves itself by. scopes: read, report, with a blank between.
TOKENS = sql.Table(
    "league_tokens",
    META,
    sql.Column("id", KEY, primary_key=True),
    sql.Column("mark", MARK, nullable=False, unique=True),
    sql.Column("account", KEY, sql.ForeignKey("league_accounts.id"), nullable=False),
    sql.Column("name", sql.String(40), nullable=False),
    sql.Column("scopes", sql.String(20), nullable=False),
    sql.Column("made", TIME, nullable=False),
    sql.Column("until", TIME, nullable=False),
)
# Who is told of what comes and is done. secret: by which each message is signed. after: the newest entry they took.
HOOKS = sql.Table(
    "league_hooks",
    META,
    sql.Column("id", KEY, primary_key=True),
    sql.Column("account", KEY, sql.ForeignKey("league_accounts.id"), nullable=False),
    sql.Column("url", sql.String(300), nullable=False),
    sql.Column("secret", sql.String(64), nullable=False),
    sql.Column("made", TIME, nullable=False),
    sql.Column("after", sql.String(80), nullable=False),
    sql.Column("due", TIME, nullable=False),
    sql.Column("fails", sql.Integer, nullable=False),
    sql.Column("answer", sql.String(200), nullable=False),
)
