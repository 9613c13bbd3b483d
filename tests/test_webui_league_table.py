"""A turn that ends at the table is in the league by itself: once, dated, and with what became of it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from flask import Flask
from leagued import SetClock, begun, desk_of, joined, known_here, opened, played

from webui.desk import Desk
from webui.league.outgoing import Delivery


@pytest.fixture(params=["sqlite", "postgresql"])
def app(tmp_path: Path, clock: SetClock, request: pytest.FixtureRequest) -> Iterator[Flask]:
    database = "" if request.param == "sqlite" else request.getfixturevalue("postgresql")
    app = opened(tmp_path, clock, database=database)
    yield app
    desk_of(app).close()


def sent(desk: Desk, clock: SetClock) -> tuple[Delivery, ...]:
    """What became of the reports after the pause before they go out."""
    clock.go(seconds=31)
    desk.office.sender.work()
    return desk.office.box.shown()


def test_the_turn_at_the_table_is_the_report(app: Flask, desk: Desk, clock: SetClock) -> None:
    tom = begun(app)
    ann = joined(app, tom, "Ann")
    known_here(app, ann, "ann")
    played(desk, "Ann", "throw 1 5 4 4 4 6", "keep 1 4 4 4", "throw 5 2", "stop 5")
    assert [each.state for each in desk.office.box.shown()] == ["waiting"]
    (delivery,) = sent(desk, clock)
    assert (delivery.state, delivery.answer) == ("sent", "The league has 550 for Ann.")
    page = tom.get("/league/").text
    assert "550" in page
    assert "typed in" in page
    turn = tom.get(f"/league/turns/{delivery.report.key}").text
    assert "stop 5" in turn
    assert "they make 550" in turn


def test_a_guest_is_never_reported(app: Flask, desk: Desk, clock: SetClock) -> None:
    tom = begun(app)
    known_here(app, tom, "Tom")
    played(desk, "Guest", "throw 1 1 1 2 3 4", "stop 1 1 1")
    assert sent(desk, clock) == ()


def test_an_undo_before_it_goes_out_takes_the_report_back(app: Flask, desk: Desk, clock: SetClock) -> None:
    tom = begun(app)
    known_here(app, tom, "Tom")
    played(desk, "Tom", "throw 1 1 1 2 3 4", "stop 1 1 1")
    desk.presses.undo(desk.board().revision)
    assert [each.state for each in sent(desk, clock)] == ["undone"]
    desk.presses.play(desk.board().revision, "stop 1")
    newest, undone = sent(desk, clock)
    assert (newest.state, newest.report.score, undone.state) == ("sent", 100, "undone")


def test_an_undo_after_it_went_out_is_said_and_changes_nothing_in_the_league(
    app: Flask, desk: Desk, clock: SetClock
) -> None:
    tom = begun(app)
    known_here(app, tom, "Tom")
    played(desk, "Tom", "throw 1 1 1 2 3 4", "stop 1 1 1")
    assert sent(desk, clock)[0].state == "sent"
    desk.presses.undo(desk.board().revision)
    desk.presses.play(desk.board().revision, "stop 1")
    newest, first = sent(desk, clock)
    assert (newest.state, first.state, first.report.undone) == ("spare", "sent", True)
    assert "withdraw it there until" in app.test_client().get("/league/reports").text
    clock.go(minutes=6)
    late = app.test_client().get("/league/reports").text
    assert "ask who runs the league to put its score right." in late
    assert "withdraw it there" not in late
    clock.go(minutes=-6)
    assert "1,000" in tom.get("/league/").text


def test_a_turn_on_a_day_that_was_opened_goes_by_itself_though_the_first_one_was_told(
    app: Flask, desk: Desk, clock: SetClock
) -> None:
    tom = begun(app)
    known_here(app, tom, "Tom")
    played(desk, "Tom", "throw 1 1 1 2 3 4", "stop 1 1 1")
    assert sent(desk, clock)[0].state == "sent"
    account = tom.get("/league/").text.split("/league/players/")[1][:26]
    form = {"account": account, "day": "2026-03-03", "reason": "The dog took a die."}
    assert tom.post("/league/organise/open", data=form).status_code == 303
    for score, state in ((200, "sent"), (100, "spare")):
        played(desk, "Tom", "throw 1 1 2 3 4 6", "stop 1 1" if score == 200 else "stop 1")
        newest = sent(desk, clock)[0]
        assert (newest.report.score, newest.state) == (score, state)
    assert "200" in tom.get("/league/").text


def test_a_turn_that_was_for_its_own_sake_is_reported_when_somebody_says_that_the_day_was_opened_since(
    app: Flask, desk: Desk, clock: SetClock
) -> None:
    tom = begun(app)
    known_here(app, tom, "Tom")
    for _ in range(2):
        played(desk, "Tom", "throw 1 1 1 2 3 4", "stop 1 1 1")
    spare = sent(desk, clock)[0]
    assert "The day was opened: report it" in app.test_client().get("/league/reports").text
    go = f"/league/reports/{spare.report.key}/go"
    assert app.test_client().post(go, data={"to": spare.to}).status_code == 303
    refused = sent(desk, clock)[0]
    assert (refused.state, "already rolled today" in refused.answer) == ("refused", True)


def test_only_the_first_turn_of_a_day_counts_and_the_others_are_for_their_own_sake(
    app: Flask, desk: Desk, clock: SetClock
) -> None:
    tom = begun(app)
    known_here(app, tom, "Tom")
    for _ in range(3):
        played(desk, "Tom", "throw 1 1 1 2 3 4", "stop 1 1 1")
    assert [each.state for each in sent(desk, clock)] == ["spare", "spare", "sent"]
    clock.go(days=1)
    played(desk, "Tom", "throw 2 2 3 3 4 6")
    newest = sent(desk, clock)[0]
    assert (newest.state, newest.report.score) == ("sent", 0)


def test_turns_by_other_rules_or_of_other_games_are_not_reported(
    app: Flask, desk: Desk, clock: SetClock
) -> None:
    tom = begun(app)
    known_here(app, tom, "Tom")
    desk.presses.new(desk.board().revision, "morning-roll", ["Tom"], rounds=1, off_table="again")
    desk.presses.throw(desk.board().revision, [1, 1, 1, 2, 3, 4])
    desk.presses.play(desk.board().revision, "stop 1 1 1")
    assert sent(desk, clock) == ()


def test_with_hold_nothing_goes_until_somebody_has_looked_and_a_comment_goes_along(
    app: Flask, desk: Desk, clock: SetClock
) -> None:
    tom = begun(app)
    known_here(app, tom, "Tom")
    table = app.test_client()
    table.post("/league/hold", data={"hold": "yes"})
    played(desk, "Tom", "throw 1 1 1 2 3 4", "stop 1 1 1")
    (delivery,) = sent(desk, clock)
    assert delivery.state == "held"
    form = {"to": "here", "comment": "  Three ones\nbefore coffee  "}
    assert table.post(f"/league/reports/{delivery.report.key}/go", data=form).status_code == 303
    (delivery,) = sent(desk, clock)
    assert delivery.state == "sent"
    assert "“<bdi>Three ones before coffee</bdi>”" in tom.get("/league/").text
    again = table.post(f"/league/reports/{delivery.report.key}/go", data=form)
    assert again.status_code == 422
    assert "gone out already" in again.text


def test_a_turn_that_ends_at_eight_is_too_late_and_one_a_second_before_is_not(
    app: Flask, desk: Desk, clock: SetClock
) -> None:
    tom = begun(app)
    ann = joined(app, tom, "Ann")
    known_here(app, tom, "Tom")
    known_here(app, ann, "Ann")
    clock.at = datetime(2026, 3, 3, 19, 59, 59, tzinfo=UTC)
    played(desk, "Tom", "throw 1 1 1 2 3 4", "stop 1 1 1")
    clock.at = datetime(2026, 3, 3, 20, 0, 0, tzinfo=UTC)
    played(desk, "Ann", "throw 1 1 1 2 3 4", "stop 1 1 1")
    late, in_time = sent(desk, clock)
    assert (in_time.state, late.state) == ("sent", "late")
    assert "at 20:00" in late.answer
    clock.at = datetime(2026, 3, 4, 9, tzinfo=UTC)
    assert "came late" in tom.get("/league/day/2026-03-03").text


def test_a_player_takes_along_all_turns_of_their_own_and_of_nobody_else(
    app: Flask, desk: Desk, clock: SetClock
) -> None:
    tom = begun(app)
    ann = joined(app, tom, "Ann")
    known_here(app, ann, "Ann")
    played(desk, "Ann", "throw 1 1 1 2 3 4", "stop 1 1 1")
    sent(desk, clock)
    (line,) = ann.get("/league/me/turns.jsonl").text.splitlines()
    facts = json.loads(line)
    assert (facts["reported"], facts["lines"][-1], facts["day"]) == (1000, "stop 1 1 1", "2026-03-03")
    assert tom.get("/league/me/turns.jsonl").text == ""
    assert app.test_client().get("/league/me/turns.jsonl").status_code == 303
