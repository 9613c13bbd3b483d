# Tested by tests/test_webui_league_standings.py.
"""The league's tables: people, tables that are paired, turns, what the organiser did. Nouns only.

Times are UTC as `datetime.isoformat` writes them, dates are ISO dates. A `mark` is the SHA-256 of a secret as hex: the
secret itself is stored nowhere. Nothing that can be computed from turns and acts is kept here.
"""

from __future__ import annotations

import sqlalchemy as sql

from webui.storage.database import META

TIME = sql.String(32)
DAY = sql.String(10)
KEY = sql.String(26)
MARK = sql.String(64)


def _account(name: str = "account", primary_key: bool = False, nullable: bool = False) -> sql.Column[str]:
    return sql.Column(
        name, KEY, sql.ForeignKey("league_accounts.id"), primary_key=primary_key, nullable=nullable
    )


ACCOUNTS = sql.Table(
    "league_accounts",
    META,
    sql.Column("id", KEY, primary_key=True),
    sql.Column("name", sql.String(40), nullable=False),
    # The name as it is compared: two accounts never have names that look the same.
    sql.Column("folded", sql.String(160), nullable=False, unique=True),
    sql.Column("password", sql.Text, nullable=False),
    sql.Column("organiser", sql.Boolean, nullable=False),
    sql.Column("joined", TIME, nullable=False),
    sql.Column("closed", TIME),
)
# Where a player is at home from this date on.
ZONES = sql.Table(
    "league_zones",
    META,
    _account(primary_key=True),
    sql.Column("first", DAY, primary_key=True),
    sql.Column("zone", sql.String(64), nullable=False),
)
AWAY = sql.Table("league_away", META, _account(primary_key=True), sql.Column("day", DAY, primary_key=True))
INVITATIONS = sql.Table(
    "league_invitations",
    META,
    sql.Column("mark", MARK, primary_key=True),
    _account("by", nullable=True),
    sql.Column("organiser", sql.Boolean, nullable=False),
    sql.Column("until", TIME, nullable=False),
    sql.Column("used", TIME),
)
SESSIONS = sql.Table(
    "league_sessions",
    META,
    sql.Column("mark", MARK, primary_key=True),
    _account(),
    sql.Column("until", TIME, nullable=False),
)
# A code for a new password, handed out by the organiser; one an account.
RESETS = sql.Table(
    "league_resets",
    META,
    _account(primary_key=True),
    sql.Column("mark", MARK, nullable=False),
    sql.Column("until", TIME, nullable=False),
)
# What was tried, for limits that hold across processes and restarts.
TRIES = sql.Table(
    "league_tries",
    META,
    sql.Column("id", sql.Integer, primary_key=True),
    sql.Column("what", sql.String(120), nullable=False),
    sql.Column("at", TIME, nullable=False),
    sql.Index("league_tries_what", "what", "at"),
)
# Tables whose turns the league takes. The one of this very program has no secret.
DEVICES = sql.Table(
    "league_devices",
    META,
    sql.Column("id", KEY, primary_key=True),
    sql.Column("name", sql.String(40), nullable=False),
    sql.Column("mark", MARK, unique=True),
    sql.Column("paired", TIME, nullable=False),
    sql.Column("seen", TIME, nullable=False),
    sql.Column("revoked", TIME),
    _account("by", nullable=True),
)
# What a table asks a person: to pair it, or to be the player of this name there. letters: while it is asked.
ASKED = sql.Table(
    "league_asked",
    META,
    sql.Column("id", KEY, primary_key=True),
    sql.Column("letters", sql.String(6), unique=True),
    sql.Column("kind", sql.String(5), nullable=False),
    sql.Column("name", sql.String(40), nullable=False),
    sql.Column("device", KEY, sql.ForeignKey("league_devices.id")),
    # The digest of the secret by which the table fetches the answer.
    sql.Column("mark", MARK),
    sql.Column("until", TIME, nullable=False),
    _account("by", nullable=True),
)
# Who is the player of this name at this table.
FACES = sql.Table(
    "league_faces",
    META,
    sql.Column("device", KEY, sql.ForeignKey("league_devices.id"), primary_key=True),
    sql.Column("folded", sql.String(160), primary_key=True),
    _account(),
    sql.Column("since", TIME, nullable=False),
)
# Turns as they were reported; nothing in a row changes but the comment, and that it was withdrawn.
TURNS = sql.Table(
    "league_turns",
    META,
    sql.Column("id", KEY, primary_key=True),
    _account(),
    sql.Column("day", DAY, nullable=False),
    # 0 for the first turn of the day; more only where the organiser has opened the day.
    sql.Column("place", sql.Integer, nullable=False),
    sql.Column("opened", sql.Integer, sql.ForeignKey("league_acts.id")),
    sql.Column("score", sql.Integer, nullable=False),
    sql.Column("mark", sql.String(10), nullable=False),
    sql.Column("began", TIME, nullable=False),
    sql.Column("ended", TIME, nullable=False),
    sql.Column("came", TIME, nullable=False),
    sql.Column("late", sql.Boolean, nullable=False),
    sql.Column("device", KEY, sql.ForeignKey("league_devices.id")),
    # The report as it came.
    sql.Column("body", sql.Text, nullable=False),
    # The mark of the report, where its player has had it deleted: the report itself is "" then.
    sql.Column("body_mark", MARK),
    sql.Column("comment", sql.String(200), nullable=False),
    sql.Column("hidden", sql.Boolean, nullable=False),
    sql.Column("withdrawn", TIME),
    sql.UniqueConstraint("account", "day", "place", name="league_turns_once"),
    sql.Index("league_turns_day", "day"),
    sql.Index("league_turns_came", "came"),
)
# What was done about a day or a turn, with its reason, for ever.
ACTS = sql.Table(
    "league_acts",
    META,
    sql.Column("id", sql.Integer, primary_key=True),
    sql.Column("kind", sql.String(10), nullable=False),
    _account(),
    sql.Column("day", DAY),
    sql.Column("turn", KEY),
    sql.Column("old", sql.String(200), nullable=False),
    sql.Column("new", sql.String(200), nullable=False),
    sql.Column("reason", sql.String(200), nullable=False),
    _account("by"),
    sql.Column("at", TIME, nullable=False),
    sql.Index("league_acts_turn", "turn"),
)
# What the camera saw of a turn: the small picture stays, the large one for as long as a setting says. One of no bytes
# lies in the bucket.
PICTURES = sql.Table(
    "league_pictures",
    META,
    sql.Column("turn", KEY, sql.ForeignKey("league_turns.id"), primary_key=True),
    sql.Column("n", sql.Integer, primary_key=True, autoincrement=False),
    sql.Column("small", sql.LargeBinary, nullable=False),
    sql.Column("large", sql.LargeBinary),
    sql.Column("came", TIME, nullable=False),
)
# The hash over all that a day has, and over the hash of the day before.
CLOSINGS = sql.Table(
    "league_closings",
    META,
    sql.Column("day", DAY, primary_key=True),
    sql.Column("before", MARK, nullable=False),
    sql.Column("hash", MARK, nullable=False),
    sql.Column("at", TIME, nullable=False),
)
# The luck of each turn, worked out from its lines once: it takes long. odds: by which solved game.
LUCK = sql.Table(
    "league_luck",
    META,
    sql.Column("turn", KEY, sql.ForeignKey("league_turns.id"), primary_key=True),
    sql.Column("odds", sql.String(20), nullable=False),
    # The same as in the facts, for sums over a year.
    sql.Column("luck", sql.Float, nullable=False),
    sql.Column("cost", sql.Float, nullable=False),
    sql.Column("facts", sql.JSON, nullable=False),
)
SETTINGS = sql.Table(
    "league_settings",
    META,
    sql.Column("name", sql.String(40), primary_key=True),
    sql.Column("value", sql.Text, nullable=False),
)
