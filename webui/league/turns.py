# Tested by tests/test_webui_league_standings.py.
"""The turns of the league as they are stored, with all that was done about them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from typing import Any, NamedTuple, cast

import sqlalchemy as sql

from webui.league.finished import Mark
from webui.league.turn import Act, Turn, lines_of
from webui.storage.league import ACTS, LUCK, TURNS

AT_ONCE = 400
"""Turns that the database is asked for by their ids. More: all acts are read."""


def turns_of(
    connection: sql.Connection, first: date, last: date, account: str | None = None
) -> tuple[Turn, ...]:
    """All turns of these days, oldest first, withdrawn ones among them."""
    days = TURNS.c.day.between(first.isoformat(), last.isoformat())
    whose = TURNS.c.account == account if account else sql.true()
    wanted = sql.select(TURNS).where(days, whose).order_by(TURNS.c.day, TURNS.c.ended, TURNS.c.id)
    rows = connection.execute(wanted).all()
    acts = acts_of(connection, rows)
    return tuple(_turn(row, acts.get(row.id, ())) for row in rows)


class Entry(NamedTuple):
    """A turn of a day: its id, whose it is, and whether it counts."""

    turn: str
    account: str
    counts: bool


def entries_of(connection: sql.Connection, day: date) -> tuple[Entry, ...]:
    """The turns of this day, oldest first, withdrawn ones among them."""
    names = (TURNS.c.id, TURNS.c.account, TURNS.c.place, TURNS.c.withdrawn)
    wanted = sql.select(*names).where(TURNS.c.day == day.isoformat()).order_by(TURNS.c.ended, TURNS.c.id)
    rows = connection.execute(wanted).all()
    last = {row.account: row.id for row in sorted(rows, key=lambda row: row.place) if not row.withdrawn}
    return tuple(Entry(row.id, row.account, last.get(row.account) == row.id) for row in rows)


def turns_by_id(connection: sql.Connection, ids: Sequence[str]) -> tuple[Turn, ...]:
    """These turns, in this order."""
    rows = {row.id: row for row in connection.execute(sql.select(TURNS).where(TURNS.c.id.in_(ids)))}
    acts = acts_of(connection, tuple(rows.values()))
    return tuple(_turn(rows[turn], acts.get(turn, ())) for turn in ids)


def without_luck(connection: sql.Connection, odds: str, most: int) -> tuple[Turn, ...]:
    """Turns whose luck is not written down yet by these odds, the newest first, so many at most."""
    known = sql.and_(LUCK.c.turn == TURNS.c.id, LUCK.c.odds == odds)
    wanted = sql.select(TURNS).outerjoin(LUCK, known).where(LUCK.c.turn.is_(None), TURNS.c.body != "")
    rows = connection.execute(wanted.order_by(TURNS.c.day.desc()).limit(most)).all()
    return tuple(_turn(row, ()) for row in rows)


def turn_of(connection: sql.Connection, turn: str) -> Turn | None:
    """The turn of this id."""
    row = connection.execute(sql.select(TURNS).where(TURNS.c.id == turn)).first()
    return _turn(row, acts_of(connection, [row]).get(turn, ())) if row else None


def acts_of(connection: sql.Connection, rows: Sequence[sql.Row[Any]]) -> dict[str, tuple[Act, ...]]:
    """What was done about the turns of these rows, oldest first; the opening of its day that let a turn in is such."""
    found: dict[str, list[Act]] = {}
    let_in = {row.opened: row.id for row in rows if row.opened is not None}
    these = sql.or_(ACTS.c.turn.is_not(None), ACTS.c.kind == "open")
    if len(rows) <= AT_ONCE:
        these = sql.or_(ACTS.c.turn.in_([row.id for row in rows]), ACTS.c.id.in_(let_in))
    for act in _acts(connection, these):
        turn = act.turn or let_in.get(act.id)
        if turn:
            found.setdefault(turn, []).append(act)
    return {turn: tuple(acts) for turn, acts in found.items()}


def openings_of(connection: sql.Connection, day: date) -> tuple[Act, ...]:
    """The times that this day was opened for a player, and no turn has come yet."""
    text = day.isoformat()
    used = sql.select(TURNS.c.opened).where(TURNS.c.day == text, TURNS.c.opened.is_not(None))
    return _acts(connection, ACTS.c.kind == "open", ACTS.c.day == text, ACTS.c.id.not_in(used))


def closings_of(connection: sql.Connection, account: str) -> tuple[Act, ...]:
    """That this account was closed."""
    return _acts(connection, ACTS.c.kind == "close", ACTS.c.account == account)


def _acts(connection: sql.Connection, *these: sql.ColumnElement[bool]) -> tuple[Act, ...]:
    return tuple(map(act_of, connection.execute(sql.select(ACTS).where(*these).order_by(ACTS.c.id))))


def act_of(row: sql.Row[Any]) -> Act:
    """An act as it is stored."""
    day = date.fromisoformat(row.day) if row.day else None
    at = datetime.fromisoformat(row.at)
    return Act(row.id, row.kind, row.account, day, row.turn, row.old, row.new, row.reason, row.by, at)


def _turn(row: sql.Row[Any], acts: tuple[Act, ...]) -> Turn:
    return Turn(
        id=row.id,
        account=row.account,
        day=date.fromisoformat(row.day),
        place=row.place,
        reported=row.score,
        came_as=cast(Mark, row.mark),
        began=datetime.fromisoformat(row.began),
        ended=datetime.fromisoformat(row.ended),
        came=datetime.fromisoformat(row.came),
        late=row.late,
        device=row.device,
        comment=row.comment,
        hidden=row.hidden,
        withdrawn=row.withdrawn is not None,
        lines=lines_of(row.body),
        acts=acts,
    )


def counting(turns: Sequence[Turn]) -> tuple[Turn, ...]:
    """The turns that count: of each player and day the last one that was not withdrawn."""
    last = {(turn.account, turn.day): turn for turn in sorted(turns, key=_place) if not turn.withdrawn}
    return tuple(turn for turn in turns if last.get((turn.account, turn.day)) is turn)


def _place(turn: Turn) -> int:
    return turn.place
