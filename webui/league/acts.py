# Tested by tests/test_webui_league_standings.py.
"""What may be done about turns afterwards: by the player within five minutes, by the organiser with a reason."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta

import sqlalchemy as sql

from webui.league.accounts import Account, sign_out_everywhere
from webui.league.place import written
from webui.league.refusal import Denied
from webui.league.turn import Turn, said
from webui.league.turns import turn_of
from webui.storage.league import ACCOUNTS, ACTS, TURNS

WITHDRAWN = timedelta(minutes=5)
"""How long after it was reported a turn can be withdrawn (RULINGS, Morning Roll 14)."""
MOST_SCORE = 1_000_000


@dataclass(frozen=True)
class By:
    """Who does it, when, and why."""

    who: Account
    now: datetime
    reason: str = ""


def _write(
    connection: sql.Connection,
    by: By,
    kind: str,
    account: str,
    *,
    day: date | None = None,
    turn: str | None = None,
    old: str = "",
    new: str = "",
) -> None:
    facts = {"kind": kind, "account": account, "day": day.isoformat() if day else None, "turn": turn}
    why = {"old": old, "new": new, "reason": said(by.reason), "by": by.who.id, "at": written(by.now)}
    connection.execute(ACTS.insert().values(**facts, **why))


def _organises(by: By) -> None:
    if not by.who.organiser:
        raise Denied("Only who runs the league may do that.", "unknown")
    if not said(by.reason):
        raise Denied("Say why: the reason is shown beside the score.")


def _need(connection: sql.Connection, turn: str) -> Turn:
    found = turn_of(connection, turn)
    if found is None:
        raise Denied("There is no such turn.")
    return found


def open_day(connection: sql.Connection, by: By, account: Account, day: date) -> None:
    """Let this player have a turn on this day, at any hour, within the next 24. Raises Denied."""
    _organises(by)
    if account.closed:
        raise Denied(f"The account of {account.name} is closed.")
    if day > account.home.at(by.now).day:
        raise Denied("This day has not begun yet.")
    _write(connection, by, "open", account.id, day=day)


def correct(connection: sql.Connection, by: By, turn: str, score: int) -> None:
    """Let another score count for this turn. Raises Denied."""
    _organises(by)
    found = _need(connection, turn)
    if not 0 <= score <= MOST_SCORE or score % 50:
        raise Denied("A score is a multiple of 50, from 0 on.")
    if score == found.score:
        raise Denied(f"It has {score:,} already.")
    _write(
        connection,
        by,
        "correct",
        found.account,
        day=found.day,
        turn=turn,
        old=str(found.score),
        new=str(score),
    )


def mark_internet(connection: sql.Connection, by: By, turn: str) -> None:
    """Mark the dice of this turn as internet dice. Raises Denied."""
    _organises(by)
    found = _need(connection, turn)
    if found.mark == "internet":
        raise Denied("It is marked so already.")
    _write(
        connection, by, "internet", found.account, day=found.day, turn=turn, old=found.mark, new="internet"
    )


def hide_comment(connection: sql.Connection, by: By, turn: str, hidden: bool) -> None:
    """Hide what was said about this turn, or show it again. Raises Denied."""
    _organises(by)
    found = _need(connection, turn)
    if found.hidden == hidden:
        raise Denied("It is so already.")
    connection.execute(TURNS.update().where(TURNS.c.id == turn).values(hidden=hidden))
    _write(connection, by, "hide" if hidden else "show", found.account, day=found.day, turn=turn)


def close_account(connection: sql.Connection, by: By, account: Account) -> None:
    """Let nobody sign in as this player any more; the turns stay. Raises Denied."""
    _organises(by)
    if account.closed:
        raise Denied(f"The account of {account.name} is closed already.")
    if account.id == by.who.id:
        raise Denied("You run the league: your own account stays open.")
    connection.execute(ACCOUNTS.update().where(ACCOUNTS.c.id == account.id).values(closed=written(by.now)))
    sign_out_everywhere(connection, account.id)
    _write(connection, by, "close", account.id)


def withdraw(connection: sql.Connection, by: By, turn: str) -> None:
    """Take one's own turn back, within five minutes after it came. Raises Denied."""
    found = _need(connection, turn)
    if found.account != by.who.id:
        raise Denied("Only who rolled it may withdraw it.", "unknown")
    if found.withdrawn:
        raise Denied("It is withdrawn already.")
    if by.now >= found.came + WITHDRAWN:
        raise Denied("A turn can be withdrawn within five minutes. Ask who runs the league to correct it.")
    connection.execute(TURNS.update().where(TURNS.c.id == turn).values(withdrawn=written(by.now)))
    _write(connection, by, "withdraw", found.account, day=found.day, turn=turn, old=str(found.score))


def comment(connection: sql.Connection, by: By, turn: str, words: str) -> None:
    """Say something about one's own turn, something else, or nothing any more. Raises Denied."""
    found = _need(connection, turn)
    if found.account != by.who.id:
        raise Denied("Only who rolled it may say something there.", "unknown")
    connection.execute(TURNS.update().where(TURNS.c.id == turn).values(comment=said(words)))
