"""At 19:45 and 19:55 an open turn is told how long it has; a report that asks for a person says so at the table."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import pytest
from flask import Flask
from leagued import SetClock, app, begun, desk_of, known_here, played

from webui.desk import Desk

__all__ = ["app"]


def said(desk: Desk, clock: SetClock, hour: int, minute: int, second: int = 0) -> str:
    """What the table says of the league at this time."""
    clock.at = datetime(2026, 3, 3, hour, minute, second, tzinfo=UTC)
    desk.office.sender._watch()
    return " ".join(f"{each.what} {each.do}" for each in desk.health.troubles())


def test_an_open_turn_is_told_when_it_must_end(app: Flask, desk: Desk, clock: SetClock) -> None:
    tom = begun(app)
    known_here(app, tom, "Tom")
    played(desk, "Tom", "throw 1 1 1 2 3 4")
    assert said(desk, clock, 19, 44, 59) == ""
    assert said(desk, clock, 19, 45).startswith("Morning Roll closes in 15 minutes. Tom, this turn counts if")
    assert said(desk, clock, 19, 54, 59).startswith("Morning Roll closes in 15 minutes.")
    assert said(desk, clock, 19, 55).startswith("Morning Roll closes in 5 minutes.")
    assert "this turn is not reported" in said(desk, clock, 20, 0)
    assert "closes in" not in app.test_client().get("/table").text
    assert "this turn is not reported" in app.test_client().get("/table").text
    clock.at = datetime(2026, 3, 3, 19, 50, tzinfo=UTC)
    desk.presses.play(desk.board().revision, "stop 1 1 1")
    assert said(desk, clock, 19, 50) == ""


@pytest.mark.parametrize("begun_turn", [True, False])
def test_a_guest_and_a_turn_that_has_not_begun_are_told_nothing(
    app: Flask, desk: Desk, clock: SetClock, begun_turn: bool
) -> None:
    tom = begun(app)
    known_here(app, tom, "Tom")
    played(desk, *(("Guest", "throw 1 1 1 2 3 4") if begun_turn else ("Tom",)))
    assert said(desk, clock, 19, 55) == ""


def test_reports_that_wait_for_the_time_say_so(app: Flask, desk: Desk, clock: SetClock) -> None:
    tom = begun(app)
    known_here(app, tom, "Tom")
    clock.lose()
    played(desk, "Tom", "throw 1 1 1 2 3 4", "stop 1 1 1")
    clock.passed_s += 19.5 * 60
    page = app.test_client().get("/league/reports").text
    assert re.search(r"The time is not known yet. It ended 2[0-9] minutes ago\.", page)
    assert "does not know what time it is" in said(desk, clock, 10, 0)
    assert app.test_client().post("/league/clock", data={"ms": "abc"}).get_json()["error"]
    table = app.test_client().post("/league/clock", data={"ms": str(int(clock.at.timestamp() * 1000))})
    assert table.get_json()["trust"] == "", "a browser of this very machine knows no better"
    near = {"ms": str(int(clock.at.timestamp() * 1000) + 59_000)}
    phone = app.test_client().post("/league/clock", data=near, environ_base={"REMOTE_ADDR": "192.168.7.9"})
    assert phone.get_json()["trust"] == "phone"
    assert said(desk, clock, 10, 1) == ""


def test_a_phone_that_is_two_minutes_off_confirms_nothing_until_its_owner_says_so(
    app: Flask, clock: SetClock
) -> None:
    clock.lose()
    form = {"ms": str(int(clock.at.timestamp() * 1000) + 120_000)}
    phone = {"REMOTE_ADDR": "192.168.7.9"}
    answer = app.test_client().post("/league/clock", data=form, environ_base=phone)
    assert answer.get_json()["trust"] == ""
    sure = app.test_client().post("/league/clock", data={**form, "sure": "yes"}, environ_base=phone)
    assert sure.status_code == 303
    assert desk_of(app).office.league.clock.trust == "phone"
