# Tested by tests/test_webui_league_standings.py.
"""The chain of days: each day closes with a hash over all that it has and over the hash of the day before.

A day closes when it is over everywhere on earth. A turn that comes later, because the organiser has opened the day,
stands in the day on which it came, and so does whatever is done about a turn. Whoever has written a hash down can
tell years later whether one byte of any day before it was changed. Comments are their players' own and stand outside.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from typing import Any

import sqlalchemy as sql

from webui.json_text import read_json
from webui.league.day import DAY
from webui.league.place import Place, written
from webui.league.refusal import Denied
from webui.league.turn import Report
from webui.storage.league import ACTS, CLOSINGS, TURNS

NOTHING = "0" * 64
"""The hash before the first day."""
TURN_FACTS = (
    "id",
    "account",
    "day",
    "place",
    "score",
    "mark",
    "began",
    "ended",
    "came",
    "late",
    "device",
    "body",
    "body_mark",
)
ACT_FACTS = ("id", "kind", "account", "day", "turn", "old", "new", "reason", "by", "at")


def body_mark(body: str) -> str:
    """What is hashed of a report, so that it may be deleted and its day still be verified."""
    return hashlib.sha256(body.encode()).hexdigest()


@dataclass(frozen=True)
class Link:
    """A day as it is hashed. facts: its turns and acts, each as it is stored. before: the hash of the day before.

    closed: the hash that it has closed with; "" while it is open.
    """

    day: date
    before: str
    facts: tuple[dict[str, Any], ...]
    closed: str = ""

    @property
    def hash(self) -> str:
        """SHA-256 over the day, what it has, and the day before, as hex. Of each report counts its own SHA-256."""
        block = [self.day.isoformat(), self.before, *map(_with_mark, self.facts)]
        text = json.dumps(block, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        return hashlib.sha256(text.encode()).hexdigest()

    @property
    def hashes(self) -> tuple[str, str]:
        """The hash, and the one of days that closed before reports could be deleted: over the reports themselves."""
        plain = ({name: fact[name] for name in fact if name != "body_mark"} for fact in self.facts)
        block = [self.day.isoformat(), self.before, *plain]
        text = json.dumps(block, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        return self.hash, hashlib.sha256(text.encode()).hexdigest()

    @property
    def line(self) -> str:
        """The day as a line of a file that `verify` reads."""
        facts = {"day": self.day.isoformat(), "before": self.before, "facts": self.facts, "hash": self.closed}
        return json.dumps(facts, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def _with_mark(fact: dict[str, Any]) -> dict[str, Any]:
    if fact.get("is") != "turn":
        return fact
    body = fact.get("body", "")
    mark = body_mark(body) if body else fact.get("body_mark")
    return {**fact, "body": mark, "body_mark": ""}


def closes(day: date) -> datetime:
    """When this day is over everywhere: on the line where dates end it is noon of the next day in UTC."""
    return datetime.combine(day + 2 * DAY, time(0), UTC)


def facts_of(connection: sql.Connection, day: date) -> tuple[dict[str, Any], ...]:
    """All that this day has: its own turns that came before it closed, later ones that came on it, and acts of it."""
    over = written(closes(day))
    start, end = (written(datetime.combine(each, time(0), UTC)) for each in (day, day + DAY))
    own = sql.and_(TURNS.c.day == day.isoformat(), TURNS.c.came < over)
    late = sql.and_(TURNS.c.came >= start, TURNS.c.came < end, TURNS.c.day < (day - DAY).isoformat())
    turns = connection.execute(sql.select(TURNS).where(sql.or_(own, late)).order_by(TURNS.c.id))
    acts = connection.execute(sql.select(ACTS).where(ACTS.c.at >= start, ACTS.c.at < end).order_by(ACTS.c.id))
    return (
        *({"is": "turn", **{name: row._mapping[name] for name in TURN_FACTS}} for row in turns),
        *({"is": "act", **{name: row._mapping[name] for name in ACT_FACTS}} for row in acts),
    )


def close_days(place: Place, now: datetime) -> int:
    """Close every day that is over; how many were."""
    with place.writing() as connection:
        newest = connection.execute(sql.select(CLOSINGS).order_by(CLOSINGS.c.day.desc())).first()
        first = connection.execute(sql.select(sql.func.min(TURNS.c.day))).scalar()
        if first is None:
            return 0
        day = date.fromisoformat(newest.day) + DAY if newest else date.fromisoformat(first)
        before, count = newest.hash if newest else NOTHING, 0
        while closes(day) <= now:
            link = Link(day, before, facts_of(connection, day))
            row = {"day": day.isoformat(), "before": before, "hash": link.hash, "at": written(now)}
            connection.execute(CLOSINGS.insert().values(**row))
            day, before, count = day + DAY, link.hash, count + 1
        return count


def hash_of_day(connection: sql.Connection, day: date) -> str:
    """The hash that this day has closed with; "" while it is open."""
    wanted = sql.select(CLOSINGS.c.hash).where(CLOSINGS.c.day == day.isoformat())
    return connection.execute(wanted).scalar() or ""


def links(connection: sql.Connection, year: int) -> Iterator[Link]:
    """The closed days of a year as they are stored now, each after the hash that the day before has closed with."""
    wanted = sql.select(CLOSINGS).where(CLOSINGS.c.day.like(f"{year:04}-%")).order_by(CLOSINGS.c.day)
    for row in connection.execute(wanted).all():
        day = date.fromisoformat(row.day)
        yield Link(day, row.before, facts_of(connection, day), row.hash)


class Broken(ValueError):
    """A day that is not as it was closed, or a turn whose score does not follow; a sentence with the day."""


@dataclass(frozen=True)
class Verified:
    """What a file was found to hold."""

    days: int
    turns: int
    first: str
    last: str
    hash: str


def verify(lines: Iterable[str]) -> Verified:
    """Read a year as `Link.line` wrote it, replay every turn, and follow the chain. Raises Broken."""
    links: list[Link] = []
    turns = 0
    for line in lines:
        name = (links[-1].day + DAY).isoformat() if links else "The first day of the file"
        link = _read(line, name)
        name = name if links else f"{name} ({link.day})"
        if links and (link.before != links[-1].closed or link.day != links[-1].day + DAY):
            raise Broken(f"{name} does not follow the day before it.")
        if link.closed not in link.hashes:
            raise Broken(f"{name} is not as it was closed: its hash is another.")
        turns += sum(_replayed(fact, name) for fact in link.facts if fact["is"] == "turn")
        links.append(link)
    if not links:
        raise Broken("The file holds no day.")
    return Verified(len(links), turns, links[0].day.isoformat(), links[-1].day.isoformat(), links[-1].hash)


def _read(line: str, name: str) -> Link:
    try:
        facts = read_json(line)
        day = date.fromisoformat(facts["day"])
        link = Link(day, facts["before"], tuple(facts["facts"]), facts["hash"])
        whole = link.line == line.rstrip("\n") and bool(link.hashes)
    except (ValueError, KeyError, TypeError, AttributeError):
        raise Broken(f"{name} cannot be read.") from None
    if not whole:
        raise Broken(f"{name} is not as it was closed.")
    return link


def _replayed(fact: dict[str, Any], day: str) -> int:
    """1 for a turn whose score follows from its lines, 0 for one whose player has had it deleted. Raises Broken."""
    if not fact["body"] and fact.get("body_mark"):
        return 0
    try:
        report = Report.read(fact["body"])
    except Denied as error:
        raise Broken(f"{day}: a turn does not follow. {error.sentence}") from None
    if (report.key, report.score) != (fact["id"], fact["score"]):
        raise Broken(f"{day}: a turn is not the one that was reported.")
    return 1
