# Tested by tests/test_webui_league_people.py.
"""Limits on how often something may be tried, kept in the database: they hold across processes and restarts."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

import sqlalchemy as sql

from webui.league.place import Place, written
from webui.league.refusal import Denied
from webui.storage.league import TRIES

TIDY = 10
"""Tries from one removal of old ones to the next. Larger: more rows lie about. Smaller: each try takes longer."""


@dataclass(frozen=True)
class Limit:
    """The number of tries that are allowed, and the time for which they count.

    too_many: whether a try too many counts, too. Yes: who goes on guessing waits on. No: so many go through anyhow.
    """

    most: int
    within: timedelta
    sentence: str
    too_many: bool = True


SIGN_IN = Limit(
    10, timedelta(minutes=10), "That was too often. Wait ten minutes, or ask who runs the league for a code."
)
SIGN_IN_FROM = Limit(40, timedelta(minutes=10), "From here it was tried too often. Wait ten minutes.")
LETTERS = Limit(5, timedelta(minutes=1), "Five times were not the right letters. Wait a minute.")
ASKING = Limit(20, timedelta(minutes=10), "This table has asked too often. Wait ten minutes.")
REPORTING = Limit(
    600, timedelta(minutes=1), "That is far more than a table can roll. Wait a minute.", too_many=False
)


TRY = TRIES.insert().inline()
COUNT = sql.select(sql.func.count()).where(
    TRIES.c.what == sql.bindparam("what"), TRIES.c.at >= sql.bindparam("since")
)


def try_(place: Place, now: datetime, limit: Limit, what: str, who: str) -> None:
    """Count one try of this, by this one. Raises Denied (`often`) where there were too many."""
    with place.writing() as connection:
        often = count_try(connection, now, limit, what, who)
    if often:
        raise Denied(limit.sentence, "often")


def count_try(connection: sql.Connection, now: datetime, limit: Limit, what: str, who: str) -> bool:
    """Count one try of this, by this one, in a transaction that does more; whether it is one too many."""
    facts = {"what": f"{what} {who}"[:120], "since": written(now - limit.within)}
    tried = connection.execute(COUNT, facts).scalar() or 0
    often = tried >= limit.most
    if often and not limit.too_many:
        return True
    connection.execute(TRY, {"what": facts["what"], "at": written(now)})
    if tried % TIDY == 0:
        connection.execute(TRIES.delete().where(TRIES.c.what == facts["what"], TRIES.c.at < facts["since"]))
    return often


def forget(place: Place, what: str, who: str) -> None:
    """It went well: what was tried before does not count any more."""
    with place.writing() as connection:
        connection.execute(TRIES.delete().where(TRIES.c.what == f"{what} {who}"[:120]))
