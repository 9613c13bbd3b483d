"""Why a die was called off the table: kept with the throw, on a page of its own, in the history and in the JSON."""

from __future__ import annotations

from dataclasses import replace

from flask import Flask
from plain_browser import PlainBrowser
from seen_dice import off_table, roll

from vision.nouns import Gone
from webui.desk import Desk


def bust(desk: Desk, *gone: Gone) -> int:
    desk.presses.new(desk.board().revision, "morning-roll", ["Ann", "Bo"])
    desk.sightings.see_off(replace(off_table(), gone=gone))
    throw = desk.board().throw
    assert throw is not None
    assert throw.roll is not None
    return throw.roll.id


def test_a_bust_by_the_edge_leads_to_a_page_that_says_how_far_and_how_it_is_known(
    app: Flask, desk: Desk
) -> None:
    number = bust(desk, Gone("seen", 1.0, (60.0, 20.0), 42.3))
    browser = PlainBrowser(app.test_client())
    browser.open("/table")
    page = browser.follow("Why?")
    assert page.address == f"/why/{number}"
    assert page.one("h1").words == "A die left the table"
    words = page.one("main").words
    assert "A die was seen to leave: at last it was 42 mm beyond the table's edge." in words
    assert "It went over the edge while it was watched." in words
    assert browser.press("That is wrong: undo").one("h1").words == "Ann, six dice."


def test_redo_stands_beside_undo_there_too_where_something_can_come_again(app: Flask, desk: Desk) -> None:
    number = bust(desk, Gone("seen", 1.0, (60.0, 20.0), 42.3))
    browser = PlainBrowser(app.test_client())
    assert "Redo" not in browser.open(f"/why/{number}").one("main").words
    desk.presses.throw(desk.board().revision, (1, 2, 2, 3, 4, 6))
    desk.presses.undo(desk.board().revision)
    browser.open(f"/why/{number}")
    browser.press("Redo")
    assert desk.board().lines[-1] == "throw 1 2 2 3 4 6 by=hand"


def test_a_die_that_nobody_saw_go_is_told_with_a_question_mark(app: Flask, desk: Desk) -> None:
    number = bust(desk, Gone("missing", 1.0))
    page = PlainBrowser(app.test_client()).open(f"/why/{number}")
    assert "Not sure: It is missing; nothing on the table hides it." in page.one("ul", class_="grounds").words


def test_the_reason_is_in_the_history_and_in_the_json(app: Flask, desk: Desk) -> None:
    number = bust(desk, Gone("beyond", 1.0, (60.0, 20.0), 18.0))
    client = app.test_client()
    assert f"/why/{number}" in client.get("/history").text
    told = client.get("/board.json").json
    assert told is not None
    (gone,) = told["throw"]["roll"]["gone"]
    assert (gone["how"], gone["beyond_mm"], gone["why"]) == (
        "beyond",
        18.0,
        "A die lies 18 mm beyond the table's edge.",
    )


def test_a_throw_in_which_no_die_left_has_no_such_page(app: Flask, desk: Desk) -> None:
    desk.presses.new(desk.board().revision, "morning-roll", ["Ann"])
    desk.sightings.see(roll((1, 2, 2, 3, 4, 6)))
    for number in (1, 99, 2**40):
        assert app.test_client().get(f"/why/{number}").status_code == 404
