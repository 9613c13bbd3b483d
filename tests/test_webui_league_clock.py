"""A clock that nobody vouches for dates nothing; one that is set to another day, by hand or by the network, loses no
date."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st
from leagued import MORNING, SetClock, app, begun, desk_of, joined, known_here, opened, played
from test_webui_league_table import sent

from webui.desk import Desk
from webui.league.clock import Clock
from webui.league.outgoing import Delivery
from webui.storage.uptime import Uptime

__all__ = ["app"]

TOLD = datetime(2026, 3, 3, 10, 0, tzinfo=UTC)
WRONG = {
    "1970": datetime(1970, 1, 1, tzinfo=UTC),
    "yesterday": MORNING - timedelta(days=1),
    "tomorrow": MORNING + timedelta(days=1),
    "next year": MORNING + timedelta(days=365),
}
TURN = "throw 1 1 1 2 3 4", "stop 1 1 1"


@pytest.fixture
def tom(app: Flask) -> FlaskClient:
    """Tom, who runs the league and is known at the table."""
    tom = begun(app)
    known_here(app, tom, "Tom")
    return tom


def is_dated(delivery: Delivery, until: datetime) -> bool:
    """Whether it was reported as a turn of 3 March that ended a moment before this one."""
    began, ended = delivery.report.began, delivery.report.ended
    assert began is not None
    assert ended is not None
    right = until - timedelta(minutes=5) < began <= ended <= until
    return right and (delivery.state, delivery.report.day) == ("sent", date(2026, 3, 3))


@pytest.mark.parametrize("by", ["phone", "network"])
@pytest.mark.parametrize("wrong", WRONG)
def test_a_table_that_starts_on_a_wrong_day_reports_nothing_until_the_time_is_known_and_dates_it_rightly_then(
    app: Flask, desk: Desk, clock: SetClock, tom: FlaskClient, wrong: str, by: str
) -> None:
    clock.lose(WRONG[wrong])
    played(desk, "Tom", *TURN)
    assert [(each.state, each.report.day) for each in sent(desk, clock)] == [("waiting", None)]
    assert "Reports wait" in app.test_client().get("/league/reports").text
    if by == "phone":
        desk.office.league.clock.set_by(TOLD)
    else:
        clock.at, clock.is_synchronised = TOLD, True
    desk.office.sender.work()
    (delivery,) = desk.office.box.shown()
    assert is_dated(delivery, TOLD)
    assert delivery.report.clock == {"phone": "phone", "network": "synchronised"}[by]
    assert "1,000" in tom.get("/league/day/2026-03-03").text


@pytest.mark.parametrize("wrong", WRONG)
def test_a_known_clock_that_somebody_sets_to_a_wrong_day_changes_no_date(
    app: Flask, desk: Desk, clock: SetClock, tom: FlaskClient, wrong: str
) -> None:
    known_here(app, joined(app, tom, "Ann"), "Ann")
    played(desk, "Tom", *TURN)
    assert is_dated(sent(desk, clock)[0], clock.at)
    before = clock.now()
    clock.step(WRONG[wrong])
    played(desk, "Ann", *TURN)
    newest, first = sent(desk, clock)
    assert is_dated(newest, before + timedelta(minutes=5))
    assert first.state == "sent"
    assert tom.get("/league/day/2026-03-03").text.count("1,000") >= 2


@pytest.mark.parametrize("wrong", WRONG)
def test_a_clock_that_is_put_right_in_the_middle_of_a_turn_dates_its_first_throw_too(
    desk: Desk, clock: SetClock, tom: FlaskClient, wrong: str
) -> None:
    clock.lose(WRONG[wrong])
    played(desk, "Tom", TURN[0])
    clock.at, clock.is_synchronised = TOLD, True
    desk.presses.play(desk.board().revision, TURN[1])
    assert is_dated(sent(desk, clock)[0], TOLD + timedelta(seconds=1))


def test_a_turn_of_before_the_table_was_switched_off_with_no_time_known_is_asked_of_people(
    tmp_path: Path,
) -> None:
    clock = SetClock()
    app = opened(tmp_path, clock)
    desk = desk_of(app)
    tom = begun(app)
    known_here(app, tom, "Tom")
    clock.lose()
    played(desk, "Tom", "throw 1 1 1 2 3 4", "stop 1 1 1")
    desk.close()
    clock = SetClock(datetime(2026, 3, 3, 12, tzinfo=UTC))
    clock.boot = "another start"
    app = opened(tmp_path, clock)
    desk = desk_of(app)
    (delivery,) = sent(desk, clock)
    assert delivery.state == "refused"
    assert "nobody knows of which day" in delivery.answer
    desk.close()


steps = st.sampled_from(["later", "stepped", "network", "network gone", "phone"])
spans = st.timedeltas(timedelta(seconds=-400 * 86_400), timedelta(days=400))


@given(st.lists(st.tuples(steps, spans)))
def test_whatever_is_done_to_the_clock_what_it_vouches_for_is_the_time(
    happened: list[tuple[str, timedelta]],
) -> None:
    true, wrong, known, synchronised = MORNING, timedelta(days=3), False, False
    clock = Clock(
        lambda: (true + wrong).timestamp(),
        lambda: synchronised,
        lambda: Uptime("a start", (true - MORNING).total_seconds()),
    )
    assert clock.trust == ""
    for what, span in happened:
        match what:
            case "later":
                true += abs(span)
            case "stepped":
                wrong, synchronised = span, False
            case "network":
                wrong, synchronised = timedelta(0), True
            case "network gone":
                synchronised = False
            case _:
                clock.set_by(true)
                known = True
        known = known or synchronised
        assert bool(clock.trust) == known
        if known:
            assert abs(clock.now() - true) < timedelta(milliseconds=1)
            assert clock.when(Uptime("a start", -60.0)) is not None
        assert clock.when(Uptime("another start", 5.0)) is None
