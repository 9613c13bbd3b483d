# Tested by tests/test_webui_league_standings.py.
"""The turns of the league as they are stored, with all that was done about them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from typing import Any, cast

import sqlalchemy as sql

from webui.league.finished import Mark
from webui.league.turn import Act, Turn, lines_of
from webui.storage.league import ACTS, LUCK, TURNS


def turns_of(
    connection: sql.Connection, first: date, last: date, account: str | None = None
) -> tuple[Turn, ...]:
    """All turns of these days, oldest first, withdrawn ones among them."""
    days = TURNS.c.day.between(first.isoformat(), last.isoformat())
    whose = TURNS.c.account == account if account else sql.true()
    wanted = sql.select(TURNS).where(days, whose).order_by(TURNS.c.day, TURNS.c.ended, TURNS.c.id)
    rows = connection.execute(wanted).all()
    acts = acts_of(connection, [row.id for row in rows])
    return tuple(_turn(row, acts.get(row.id, ())) for row in rows)


def without_luck(connection: sql.Connection, odds: str, most: int) -> tuple[Turn, ...]:
    """Turns whose luck is not written down yet by these odds, the newest first, so many at most."""
    known = sql.and_(LUCK.c.turn == TURNS.c.id, LUCK.c.odds == odds)
    wanted = sql.select(TURNS).outerjoin(LUCK, known).where(LUCK.c.turn.is_(None))
    rows = connection.execute(wanted.order_by(TURNS.c.day.desc()).limit(most)).all()
    return tuple(_turn(row, ()) for row in rows)


def turn_of(connection: sql.Connection, turn: str) -> Turn | None:
    """The turn of this id."""
    row = connection.execute(sql.select(TURNS).where(TURNS.c.id == turn)).first()
    return _turn(row, acts_of(connection, [turn]).get(turn, ())) if row else None


def acts_of(connection: sql.Connection, turns: Sequence[str]) -> dict[str, tuple[Act, ...]]:
    """What was done about each of these turns, oldest first."""
    found: dict[str, list[Act]] = {}
    wanted = sql.select(ACTS).where(ACTS.c.turn.is_not(None)).order_by(ACTS.c.id)
    if len(turns) == 1:
        wanted = wanted.where(ACTS.c.turn == turns[0])
    for row in connection.execute(wanted):
        found.setdefault(row.turn, []).append(act_of(row))
    return {turn: tuple(acts) for turn, acts in found.items()}


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
