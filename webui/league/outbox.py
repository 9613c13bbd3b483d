# Tested by tests/test_webui_league_sender.py.
"""The outbox as the sender and the pages see it: what is due, what has become of it, what a person says of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Any, cast

import sqlalchemy as sql

from webui.league.clock import Clock
from webui.league.outgoing import OPEN, Delivery, Outcome, Ready, State
from webui.league.place import Place, written
from webui.league.refusal import Denied
from webui.league.secret import folded
from webui.league.turn import said
from webui.storage.outbox import DELIVERIES, REPORTS, began_at, written_at
from webui.storage.uptime import Uptime

UNDATED = (
    "The clock of this table was not known before it was switched off, so nobody knows of which day this turn is. "
    "Ask who runs the league to open the day, and type the turn in."
)
SPARE = "Another turn of this day was reported before; this one was for its own sake."
UNDONE = "It was taken back at the table."
Today = Callable[[str, str, datetime], str]
Opened = Callable[[str, str], bool]
SHOWN = 30
"""Reports that a page shows."""


class Box:
    """The outbox of this table. Thread-safe."""

    def __init__(self, place: Place, clock: Clock) -> None:
        self._place, self._clock = place, clock

    def recover(self, once: Callable[[str], bool], pause: timedelta = timedelta(0)) -> None:
        """What is on its way though nobody sends may have arrived: it is looked up, or sent again where that may be.

        pause: until then. The program had ended, or the database took no word of what had become of it.
        """
        with self._place.reading() as connection:
            rows = connection.execute(sql.select(DELIVERIES).where(DELIVERIES.c.state == "sending")).all()
        if not rows:
            return
        due = written(self._clock.now() + pause)
        with self._place.writing() as connection:
            for row in rows:
                state = "waiting" if once(row.to) else "unknown"
                answer = "This table does not know whether it has arrived: it was interrupted."
                connection.execute(_this(row).values(state=state, due=due, answer=answer))

    def next_due(self) -> datetime | None:
        """When something is to be done next."""
        with self._place.reading() as connection:
            wanted = sql.select(sql.func.min(DELIVERIES.c.due)).where(
                DELIVERIES.c.state.in_(["waiting", "unknown"])
            )
            due = connection.execute(wanted).scalar()
            return datetime.fromisoformat(due) if due else None

    def date(self, today: Today, opened: Opened) -> bool:
        """Date the turns that had only an age, and find those whose player had rolled that day; whether there were any.

        The clock must be trusted. today: the date that a moment has for a player, there where it is sent. opened:
        whether a day was opened for a player there: then one more turn goes.
        """
        with self._place.writing() as connection:
            self._let_go(connection)
            rows = connection.execute(
                sql.select(REPORTS)
                .where(REPORTS.c.day.is_(None), REPORTS.c.undone.is_(None))
                .order_by(REPORTS.c.key)
            ).all()
            for row in rows:
                self._date(connection, row, today, opened)
            return bool(rows)

    def _let_go(self, connection: sql.Connection) -> None:
        """What was taken back at the table before it was ever sent is not sent."""
        undone = sql.select(REPORTS.c.key).where(REPORTS.c.undone.is_not(None))
        never_sent = DELIVERIES.update().where(
            DELIVERIES.c.report.in_(undone),
            DELIVERIES.c.state.in_(["waiting", "held"]),
            DELIVERIES.c.body.is_(None),
        )
        now = written(self._clock.now())
        connection.execute(never_sent.values(state="undone", changed=now, answer=UNDONE))

    def _date(self, connection: sql.Connection, row: Any, today: Today, opened: Opened) -> None:
        ended = datetime.fromisoformat(row.ended) if row.ended else self._ended(connection, row)
        this = REPORTS.update().where(REPORTS.c.key == row.key)
        wanted = sql.select(DELIVERIES.c.to).where(DELIVERIES.c.report == row.key)
        to = connection.execute(wanted).scalars().all()
        if ended is None:
            connection.execute(this.values(day="", undone=None))
            self._settle(connection, row.key, to, "refused", UNDATED)
            return
        began = row.began or began_at(connection, row.match, row.first, row.last, ended)
        day = today(to[0], row.player, datetime.fromisoformat(began))
        clock = row.clock or self._clock.trust
        connection.execute(this.values(began=began, ended=written(ended), day=day, clock=clock))
        if self._has_rolled(connection, row, day):
            others = [each for each in to if not opened(each, row.player)]
            self._settle(connection, row.key, others, "spare", SPARE)

    def _ended(self, connection: sql.Connection, row: Any) -> datetime | None:
        last = written_at(connection, row.match, row.last)
        return self._clock.when(Uptime(last.boot, last.boot_s)) if last.boot else None

    def ended(self, report: Ready) -> datetime | None:
        """When a turn ended by the clock as it stands now, be it right or wrong: so its age is right.

        None where the machine was started since.
        """
        with self._place.reading() as connection:
            return report.ended or self._ended(connection, report)

    def _has_rolled(self, connection: sql.Connection, row: Any, day: str) -> bool:
        """Whether another turn of this player and day was reported before, and still counts."""
        wanted = (
            sql.select(REPORTS.c.key, REPORTS.c.player)
            .join(DELIVERIES, DELIVERIES.c.report == REPORTS.c.key)
            .where(
                REPORTS.c.day == day,
                REPORTS.c.key != row.key,
                sql.or_(REPORTS.c.undone.is_(None), DELIVERIES.c.state == "sent"),
                DELIVERIES.c.state.in_([*OPEN, "sent"]),
            )
        )
        others = connection.execute(wanted).all()
        return any(folded(other.player) == folded(row.player) for other in others)

    def _settle(
        self, connection: sql.Connection, key: str, to: Sequence[str], state: State, answer: str
    ) -> None:
        values = {"state": state, "answer": answer, "changed": written(self._clock.now())}
        these = DELIVERIES.c.report == key, DELIVERIES.c.to.in_(to)
        connection.execute(DELIVERIES.update().where(*these).values(**values))

    def due(self, now: datetime, longest: timedelta) -> tuple[Delivery, ...]:
        """What is to be sent or looked up now, the oldest first. What is due later than anything is ever put off is
        due, too: the clock was set back.
        """
        late = sql.or_(DELIVERIES.c.due <= written(now), DELIVERIES.c.due > written(now + 2 * longest))
        open_ = DELIVERIES.c.state.in_(["waiting", "unknown"])
        return self._deliveries(late, open_, REPORTS.c.day.is_not(None))

    def begin(self, delivery: Delivery) -> Delivery | None:
        """It is on its way from now on, and its body stays as it is; None where it was taken back meanwhile."""
        now = written(self._clock.now())
        with self._place.writing() as connection:
            row = connection.execute(sql.select(REPORTS).where(REPORTS.c.key == delivery.report.key)).one()
            report = Ready.of(row)
            this = _this_of(delivery).where(DELIVERIES.c.state == "waiting")
            if report.undone and delivery.body is None:
                connection.execute(this.values(state="undone", changed=now, answer=UNDONE))
                return None
            body = delivery.body or report.report.body
            tries = delivery.tries + 1
            done = connection.execute(this.values(state="sending", body=body, tries=tries, changed=now))
            if done.rowcount != 1:
                return None
        return Delivery(report, delivery.to, "sending", tries, delivery.due, body, "", self._clock.now())

    def end(self, delivery: Delivery, outcome: Outcome, due: datetime | None = None) -> None:
        """What has become of it."""
        values = {
            "state": outcome.state,
            "answer": outcome.sentence[:400],
            "changed": written(self._clock.now()),
        }
        later = {"due": written(due)} if due else {}
        with self._place.writing() as connection:
            connection.execute(
                _this_of(delivery).where(DELIVERIES.c.state == delivery.state).values(**values, **later)
            )

    def shown(self) -> tuple[Delivery, ...]:
        """The newest reports, the newest first."""
        newest = sql.select(REPORTS.c.key).order_by(REPORTS.c.key.desc()).limit(SHOWN)
        found = self._deliveries(REPORTS.c.key.in_(newest))
        return tuple(reversed(found[-SHOWN:]))

    def find(self, key: str, to: str) -> Delivery:
        """This one. Raises Denied where there is none."""
        found = self._deliveries(DELIVERIES.c.report == key, DELIVERIES.c.to == to)
        if not found:
            raise Denied("There is no such report.")
        return found[0]

    def body(self, key: str) -> str:
        """What is sent of this turn. Raises Denied where it is not known, or not dated yet."""
        found = self._deliveries(REPORTS.c.key == key, REPORTS.c.began.is_not(None))
        if not found:
            raise Denied("This table knows no such turn, or not yet of which day it is.")
        return next((each.body for each in found if each.body), found[0].report.report.body)

    def _deliveries(self, *where: sql.ColumnElement[bool]) -> tuple[Delivery, ...]:
        wanted = (
            sql.select(REPORTS, DELIVERIES)
            .join(DELIVERIES, DELIVERIES.c.report == REPORTS.c.key)
            .where(*where)
            .order_by(REPORTS.c.key, DELIVERIES.c.to)
        )
        with self._place.reading() as connection:
            return tuple(_delivery(row) for row in connection.execute(wanted))

    def say(self, key: str, comment: str) -> None:
        """What its player says; until it is sent the first time. Raises Denied."""
        sent = sql.select(DELIVERIES.c.report).where(
            DELIVERIES.c.report == key, DELIVERIES.c.body.is_not(None)
        )
        with self._place.writing() as connection:
            if connection.execute(sent).first():
                raise Denied("It has gone out already. Say it in the league.")
            connection.execute(REPORTS.update().where(REPORTS.c.key == key).values(comment=said(comment)))

    def press(self, key: str, to: str, was: Sequence[State], state: State, answer: str = "") -> None:
        """A person decides. Raises Denied where it is not so any more."""
        now = written(self._clock.now())
        with self._place.writing() as connection:
            this = DELIVERIES.update().where(
                DELIVERIES.c.report == key, DELIVERIES.c.to == to, DELIVERIES.c.state.in_(was)
            )
            done = connection.execute(this.values(state=state, due=now, changed=now, answer=answer))
        if done.rowcount != 1:
            raise Denied("This has changed meanwhile. Look again.")


def _this(row: Any) -> sql.Update:
    return DELIVERIES.update().where(DELIVERIES.c.report == row.report, DELIVERIES.c.to == row.to)


def _this_of(delivery: Delivery) -> sql.Update:
    this = DELIVERIES.update().where(DELIVERIES.c.report == delivery.report.key)
    return this.where(DELIVERIES.c.to == delivery.to)


def _delivery(row: Any) -> Delivery:
    due, changed = (datetime.fromisoformat(each) for each in (row.due, row.changed))
    state = cast(State, row.state)
    return Delivery(Ready.of(row), row.to, state, row.tries, due, row.body, row.answer, changed)
