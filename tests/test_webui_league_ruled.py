"""What who runs the league did about a turn stands beside its score."""

from __future__ import annotations

import random

from flask import Flask
from leagued import MORNING, SetClock, app, begun, desk_of, report_of, turn_lines

from webui.league import accounts

__all__ = ["app"]


def test_the_day_shows_who_put_a_score_right_from_what_and_why(app: Flask, clock: SetClock) -> None:
    tom, league = begun(app), desk_of(app).office.league
    with league.place.reading() as connection:
        (who,) = accounts.accounts(connection)
    report = report_of(turn_lines(random.Random(3)), MORNING)
    assert league.report_own(who, report).state == "taken"
    tom.post(f"/league/turns/{report.key}/correct", data={"score": "1250", "reason": "a 6 was a 5"})
    tom.post(f"/league/turns/{report.key}/internet", data={"reason": "thrown on a phone"})
    page = tom.get("/league/").text
    assert f"Tom put the score right: {report.score:,} is 1,250. “a 6 was a 5”" in page
    assert "Tom marked the dice as internet dice" in page
    assert "“thrown on a phone”" in page
