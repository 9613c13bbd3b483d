"""The day as both databases hold it: however one travels and reports, each date has one turn, and none is lost."""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from itertools import count
from pathlib import Path
from zoneinfo import ZoneInfo, available_timezones

import pytest
import sqlalchemy as sql
from flask import Flask
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from leagued import SetClock, begun, desk_of, opened, report_of, turn_lines

from webui.league import accounts as people
from webui.league import taking
from webui.league.accounts import Account
from webui.league.day import Home
from webui.league.league import League
from webui.storage.league import TURNS

LINES = turn_lines(random.Random(1))
NUMBERS = count()
zones = st.sampled_from(sorted(available_timezones()))
instants = st.datetimes(datetime(2026, 1, 1), datetime(2028, 12, 31), timezones=st.just(UTC))
legs = st.lists(
    st.tuples(st.none() | zones, st.timedeltas(timedelta(minutes=1), timedelta(hours=15))),
    min_size=1,
    max_size=12,
)


@pytest.fixture(params=["sqlite", "postgresql"])
def app(tmp_path: Path, clock: SetClock, request: pytest.FixtureRequest) -> Iterator[Flask]:
    database = "" if request.param == "sqlite" else request.getfixturevalue("postgresql")
    app = opened(tmp_path, clock, database=database)
    begun(app)
    yield app
    desk_of(app).close()


def player(league: League, zone: str) -> str:
    """Somebody new, who lives there: the account."""
    now, name = datetime(2026, 1, 1, tzinfo=UTC), f"Player {next(NUMBERS)}"
    with league.place.writing() as connection:
        invitation = people.invite(connection, now, None)
        return people.register(connection, now, invitation, name, "three dice rolling", zone)


def account(connection: sql.Connection, key: str) -> Account:
    found = people.account_of(connection, key)
    assert found
    return found


def windows(home: Home, now: datetime) -> list[date]:
    """The dates that are open now, by the clock on the wall of the zone in which each date is spent."""
    found = []
    for shift in range(-2, 3):
        day = (now + timedelta(days=shift)).date()
        zone = ZoneInfo(next(name for first, name in reversed(home.zones) if first <= day))
        wall = now.astimezone(zone)
        if wall.date() == day and 8 <= wall.hour < 20:
            found.append(day)
    return found


@pytest.mark.parametrize("again", [False, True], ids=["once", "each report sent twice"])
@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(zone=zones, start=instants, journey=legs)
@example(
    zone="Pacific/Pago_Pago",
    start=datetime(2026, 5, 1, 20, tzinfo=UTC),
    journey=[("Pacific/Kiritimati", timedelta(hours=1)), ("Pacific/Pago_Pago", timedelta(hours=15))],
)
@example(
    zone="Europe/Berlin",
    start=datetime(2026, 3, 29, 5, 59, tzinfo=UTC),
    journey=[(None, timedelta(minutes=1))],
)
def test_a_date_has_one_turn_and_an_open_date_always_takes_its_first(
    app: Flask, again: bool, zone: str, start: datetime, journey: list[tuple[str | None, timedelta]]
) -> None:
    league, now, home = desk_of(app).office.league, start, Home.of(zone)
    who = player(league, zone)
    taken = dict[date, str]()
    for there, later in journey:
        now += later
        report = report_of(LINES, now, now)
        if there:
            home = home.moved(now, there)
            with league.place.writing() as connection:
                people.move(connection, now, account(connection, who), there)
        for _ in range(1 + again):
            with league.place.writing() as connection:
                answer = taking.take(connection, now, account(connection, who), report, None)
        free = [day for day in windows(home, now) if day not in taken]
        with league.place.reading() as connection:
            rows = connection.execute(sql.select(TURNS.c.day, TURNS.c.id).where(TURNS.c.account == who)).all()
        stored = {date.fromisoformat(day): turn for day, turn in rows}
        assert len(stored) == len(rows), "two turns on a date"
        new = stored.keys() - taken.keys()
        assert new <= set(free), "a turn lies on a date that was not open, or had one"
        assert len(new) == (answer.state == "taken")
        if len(windows(home, now)) == 1:
            assert len(new) == len(free), "an open date was lost"
        taken = stored
