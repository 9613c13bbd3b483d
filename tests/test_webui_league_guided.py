"""A family that opens a league is told what to do next, until each is known at the table; and what is gone is said."""

from __future__ import annotations

from flask import Flask
from leagued import PASSWORD, SetClock, app, begun, desk_of, joined, known_here, played, reported

from webui.desk import Desk
from webui.league.turn import Turn
from webui.league.turns import turn_of

__all__ = ["app"]


def stored(app: Flask, key: str) -> Turn:
    with desk_of(app).office.league.place.reading() as connection:
        turn = turn_of(connection, key)
    assert turn is not None
    return turn


def test_the_first_is_led_to_invite_others_and_each_to_say_who_they_are_at_the_table(
    app: Flask, desk: Desk
) -> None:
    tom = begun(app)
    assert "You are the first here" in tom.get("/league/").text
    assert "Say who plays here" in app.test_client().get("/league/reports").text
    ann = joined(app, tom, "Ann")
    assert "You are the first here" not in tom.get("/league/").text
    for who, name in ((tom, "Tom"), (ann, "Ann")):
        assert "No table knows you yet" in who.get("/league/").text
        assert 'href="/league/faces"' in who.get("/league/").text
        known_here(app, who, name)
        assert "No table knows you yet" not in who.get("/league/").text
    assert "Say who plays here" not in app.test_client().get("/league/reports").text


def test_the_question_on_the_phone_names_the_table_as_one_would(app: Flask) -> None:
    tom = begun(app)
    page = app.test_client().post("/league/faces", data={"name": "Tom"}).text
    letters = page.split("/league/pair?letters=")[1][:6]
    assert "At this table somebody plays as <b>Tom</b>" in tom.get(f"/league/pair?letters={letters}").text


def test_the_end_of_a_match_leads_to_what_the_league_has_where_there_is_a_league(
    app: Flask, desk: Desk, clock: SetClock
) -> None:
    played(desk, "Tom", "throw 1 1 1 2 3 4", "stop 1 1 1")
    assert "What the league has of it" not in app.test_client().get("/table").text
    begun(app)
    assert "What the league has of it" in app.test_client().get("/table").text
    desk.presses.new(desk.board().revision, "midnight", ["Tom", "Ann"], rounds=1)
    assert "What the league has of it" not in app.test_client().get("/table").text


def test_a_die_that_left_the_table_makes_a_roll_whether_or_not_the_others_were_read(
    app: Flask, desk: Desk, clock: SetClock
) -> None:
    tom = begun(app)
    known_here(app, tom, "Tom")
    for day, lines in enumerate(
        (["off"], ["throw 1 1 1 2 3 4", "off"], ["throw 1 1 1 2 3 4", "keep 1", "off"])
    ):
        clock.go(days=bool(day))
        played(desk, "Tom", *lines)
        clock.go(minutes=1)
        desk.office.sender.work()
        key = desk.office.box.shown()[0].report.key
        assert stored(app, key).throws == (1, 1, 2)[day], lines


def test_of_a_turn_whose_lines_were_deleted_that_is_said(app: Flask, clock: SetClock) -> None:
    tom = begun(app)
    ann = joined(app, tom, "Ann")
    key, _ = reported(app, ann, clock, "Ann")
    assert "1 roll" in tom.get("/league/").text
    assert ann.post("/league/me/delete", data={"password": PASSWORD}).status_code == 303
    page = tom.get(f"/league/turns/{key}").text
    assert "has had the lines deleted" in page
    assert "played these lines again" not in page
    assert "0 rolls" not in tom.get("/league/").text
