"""What who runs the league did about a turn stands beside its score: who, when, what it was before, and why."""

from __future__ import annotations

import random
import re
from datetime import timedelta

from flask import Flask
from leagued import MORNING, SetClock, app, begun, desk_of, joined, report_of, turn_lines

from webui.league import accounts
from webui.league.accounts import Account
from webui.league.turn import Report

__all__ = ["app"]


def account(app: Flask, name: str) -> Account:
    with desk_of(app).office.league.place.reading() as connection:
        return next(each for each in accounts.accounts(connection) if each.name == name)


def reported(app: Flask, name: str, clock: SetClock) -> Report:
    """A turn of this player that is there, and ended now."""
    report = report_of(turn_lines(random.Random(3)), clock.at)
    assert desk_of(app).office.league.report_own(account(app, name), report).state == "taken"
    return report


def words_of(page: str) -> str:
    return re.sub(r"\s+", " ", re.sub("<[^>]*>", "", page))


def test_the_day_shows_who_put_a_score_right_when_from_what_and_why(app: Flask, clock: SetClock) -> None:
    tom = begun(app)
    joined(app, tom, "Ann", "Europe/Berlin")
    report = reported(app, "Ann", clock)
    clock.go(minutes=14)
    tom.post(f"/league/turns/{report.key}/correct", data={"score": "1250", "reason": "a 6 was a 5"})
    clock.go(minutes=2)
    tom.post(f"/league/turns/{report.key}/internet", data={"reason": "thrown on a phone"})
    for page in ("", f"turns/{report.key}"):
        said = words_of(tom.get(f"/league/{page}").text)
        right = f"Tom put the score right: {report.score:,} is 1,250. “a 6 was a 5”"
        assert f"3 March, 10:14: {right}" in said, page
        marked = "Tom marked the dice as internet dice; before: typed in. “thrown on a phone”"
        assert f"3 March, 10:16: {marked}" in said, page


def test_a_day_that_was_opened_says_for_whom_when_and_why_before_and_beside_the_turn_that_came(
    app: Flask, clock: SetClock
) -> None:
    tom = begun(app)
    who = account(app, "Tom")
    first, day = reported(app, "Tom", clock), "/league/day/2026-03-03"
    clock.go(hours=2)
    form = {"account": who.id, "day": MORNING.date().isoformat(), "reason": "the camera fell"}
    tom.post("/league/organise/open", data=form)
    said = "3 March, 11:00: Tom opened the day for Tom. “the camera fell”"
    assert words_of(tom.get(day).text).count(said) == 1
    clock.go(hours=1)
    second = reported(app, "Tom", clock)
    assert words_of(tom.get(day).text).count(said) == 1
    assert said in words_of(tom.get(f"/league/turns/{second.key}").text)
    assert said not in words_of(tom.get(f"/league/turns/{first.key}").text)


def test_a_closed_account_says_who_closed_it_when_and_why(app: Flask, clock: SetClock) -> None:
    tom = begun(app)
    joined(app, tom, "Ann")
    ann = account(app, "Ann")
    clock.at = MORNING + timedelta(minutes=30)
    tom.post("/league/organise/close", data={"account": ann.id, "reason": "moved away"})
    said = "3 March, 09:30: Tom closed the account. “moved away”"
    assert said in words_of(tom.get(f"/league/players/{ann.id}").text)
    assert "closed the account" not in tom.get(f"/league/players/{account(app, 'Tom').id}").text
