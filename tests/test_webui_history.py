"""The history: the match so far, and the matches that were played before it."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from plain_browser import PlainBrowser
from seen_dice import roll

from webui.desk import Desk
from webui.routes.table import MATCHES
from webui.storage.store import Change, Line


@pytest.fixture
def browser(app: Flask) -> PlainBrowser:
    return PlainBrowser(app.test_client())


def new(desk: Desk, *players: str) -> None:
    desk.presses.new(desk.board().revision, "morning-roll", players, rounds=1)


def turn(desk: Desk, faces: tuple[int, ...], stop: str = "") -> None:
    """A throw that the camera saw, and the end of the turn; without `stop` it is a bust."""
    desk.sightings.see(roll(faces))
    if stop:
        desk.presses.play(desk.board().revision, stop)


def listed(browser: PlainBrowser) -> list[str]:
    links = [each for each in browser.page.all("a") if re.fullmatch(r"/history/\d+", each["href"])]
    return [re.sub(r"\d+ \w+ \d{4}, \d\d:\d\d", "DAY", each.words) for each in links]


def test_a_match_that_is_over_stays_in_the_history_with_its_turns_and_pictures(
    browser: PlainBrowser, desk: Desk
) -> None:
    new(desk, "Ann", "Bo")
    turn(desk, (1, 2, 2, 3, 5, 6), "stop 1 5")
    turn(desk, (2, 2, 3, 4, 6, 6))
    new(desk, "Ann", "Bo")
    browser.open("/history")
    assert listed(browser) == ["Ann won DAY Ann 150 Bo 0"]
    page = browser.follow("Ann won")
    assert (page.address, page.one("h1").words) == ("/history/1", "Ann won")
    assert [each.words for each in page.all("article")] == [
        "Ann turn 1 · banked 150 150 kept 1 and 5, then stopped",
        "Bo turn 1 · bust 0 bust nothing scores",
    ]
    assert [each["href"] for each in page.all("a", class_="evidence")] == [
        "/evidence/1.jpg",
        "/evidence/2.jpg",
    ]
    assert page.one("pre").text.splitlines()[1:3] == ["players Ann Bo", "throw 1 2 2 3 5 6"]
    browser.follow("All matches")
    assert listed(browser)


def test_a_match_that_is_over_and_still_on_the_table_is_called_by_its_winner(
    browser: PlainBrowser, desk: Desk
) -> None:
    new(desk, "Ann", "Bo")
    turn(desk, (1, 2, 2, 3, 5, 6), "stop 1 5")
    assert browser.open("/history").one("h1").words == "The match so far"
    turn(desk, (2, 2, 3, 4, 6, 6))
    assert browser.open("/history").one("h1").words == "Ann won"


@pytest.mark.parametrize(
    ("by", "told"),
    [
        ("hand", " · dice typed in"),
        ("program", " · dice of the program"),
        ("fix", ""),
    ],
)
def test_dice_that_no_camera_saw_are_marked_as_such_for_ever(
    browser: PlainBrowser, desk: Desk, by: str, told: str
) -> None:
    lines = ("game morning-roll", "players Ann", f"throw 1 2 2 3 5 6 by={by}", "stop 1")
    desk.store.write(desk.store.load(), Change(tuple(map(Line, lines)), new_match=True))
    page = browser.open("/history/1")
    assert page.one("article").words == f"Ann turn 1 · banked{told} 100 100 kept 1, then stopped"


def test_a_match_that_was_left_is_called_not_finished_and_one_without_a_throw_is_left_out(
    browser: PlainBrowser, desk: Desk
) -> None:
    new(desk, "Ann", "Bo")
    turn(desk, (1, 2, 2, 3, 5, 6))
    new(desk, "Zoë")
    new(desk, "Marek")
    turn(desk, (1, 1, 1, 3, 5, 6), "stop 1 1 1 5")
    new(desk, "Ann")
    browser.open("/history")
    assert listed(browser) == ["1,050 points DAY Marek 1,050", "Not finished DAY Ann 0 Bo 0"]
    assert browser.follow("Not finished").one("pre").text.endswith("throw 1 2 2 3 5 6")


def test_many_matches_are_listed_page_by_page_the_newest_first(browser: PlainBrowser, desk: Desk) -> None:
    for number in range(MATCHES + 3):
        new(desk, f"P{number}")
        turn(desk, (1, 2, 2, 3, 5, 6))
    browser.open("/history")
    first = listed(browser)
    assert (len(first), first[0]) == (MATCHES, f"Not finished DAY P{MATCHES + 1} 0")
    browser.follow("Older matches")
    assert listed(browser) == ["Not finished DAY P1 0", "Not finished DAY P0 0"]


def test_the_first_match_has_none_before_it(browser: PlainBrowser, desk: Desk) -> None:
    assert "Your matches will be here." in browser.open("/history").one("main").words
    new(desk, "Ann")
    assert "Your matches will be here." in browser.open("/history").one("main").words


def test_a_match_is_in_the_history_from_its_first_throw_on(browser: PlainBrowser, desk: Desk) -> None:
    new(desk, "Ann")
    desk.sightings.see(roll((1, 2, 2, 3, 5, 6)))
    page = browser.open("/history")
    assert page.one("h1").words == "The match so far"
    assert page.one("article").words == "Ann turn 1 · not finished 0 nothing kept yet"
    assert page.one("pre").text.splitlines()[-1] == "throw 1 2 2 3 5 6"
    desk.presses.play(desk.board().revision, "keep 1")
    assert browser.open("/history").one("article").words == "Ann turn 1 · not finished 100 100 kept 1"


def test_a_match_that_was_left_is_gone_on_with_where_it_was(browser: PlainBrowser, desk: Desk) -> None:
    new(desk, "Ann", "Bo")
    turn(desk, (1, 2, 2, 3, 5, 6), "stop 1 5")
    new(desk, "Zoë")
    turn(desk, (1, 2, 2, 3, 5, 6))
    browser.open("/history")
    browser.follow("Not finished")
    assert browser.press("Go on with this match").address == "/table"
    board = desk.board()
    assert board.state is not None
    assert (board.match, board.state.player, board.state.scores) == (1, "Bo", {"Ann": 150, "Bo": 0})
    browser.open("/history")
    assert listed(browser) == ["Not finished DAY Zoë 0"]
    turn(desk, (2, 2, 3, 4, 6, 6))
    assert desk.store.load().lines[-1].text == "throw 2 2 3 4 6 6"
    assert browser.open("/history").one("h1").words == "Ann won"


def test_a_match_of_which_only_a_question_is_left_is_in_the_history(
    browser: PlainBrowser, desk: Desk
) -> None:
    new(desk, "Ann")
    desk.sightings.see(roll((1, 2, None, 3, 5, 6)))
    assert "go on with it" in browser.open("/").one("main").words
    new(desk, "Zoë")
    assert "go on with it" not in browser.open("/").one("main").words
    browser.open("/history")
    assert listed(browser) == ["Not finished DAY Ann 0"]
    browser.follow("Not finished")
    browser.press("Go on with this match")
    assert desk.board().question is not None


def test_a_match_that_is_over_is_opened_again_to_undo_its_last_line(
    browser: PlainBrowser, desk: Desk
) -> None:
    new(desk, "Ann")
    turn(desk, (1, 2, 2, 3, 5, 6), "stop 1 5")
    new(desk, "Ann")
    browser.open("/history/1")
    assert browser.press("Open again to undo its last line").one("h1").words == "Ann is done"
    assert browser.press("Undo").one("h1").words == "Ann, your pick"


def test_the_match_on_the_table_is_not_gone_on_with(browser: PlainBrowser, desk: Desk) -> None:
    new(desk, "Ann")
    turn(desk, (1, 2, 2, 3, 5, 6))
    assert not browser.open("/history").all("button")


def test_the_match_on_the_table_is_in_no_page_of_the_list(browser: PlainBrowser, desk: Desk) -> None:
    for number in range(MATCHES + 2):
        new(desk, f"P{number}")
        turn(desk, (1, 2, 2, 3, 5, 6))
    desk.presses.go_on(desk.board().revision, 1)
    browser.open("/history")
    assert [name.split()[-2] for name in listed(browser)] == [f"P{n}" for n in range(MATCHES + 1, 1, -1)]
    browser.follow("Older matches")
    assert listed(browser) == ["Not finished DAY P1 0"]


def test_a_match_whose_lines_cannot_be_read_any_more_is_shown_as_they_are(
    browser: PlainBrowser, desk: Desk, app: Flask
) -> None:
    odd = (Line("game morning-roll"), Line("players Ann"), Line("jump"))
    desk.store.write(desk.store.load(), Change(odd, new_match=True))
    client = app.test_client()
    assert "jump" in client.get("/history/1").text
    assert "Cannot be read any more" in client.get("/history").text


@pytest.mark.parametrize("address", ["/history/7", f"/history/{'9' * 30}", "/history/x"])
def test_a_match_that_never_was_is_not_here(browser: PlainBrowser, address: str) -> None:
    browser.open(address)
    assert browser.status == 404


@pytest.mark.parametrize("before", ["x", "-1", "9" * 5000, "0"])
def test_a_senseless_page_of_the_list_is_the_list(app: Flask, desk: Desk, before: str) -> None:
    new(desk, "Ann")
    assert app.test_client().get("/history", query_string={"before": before}).status_code == 200


def test_the_match_on_the_table_has_one_page(app: Flask, desk: Desk) -> None:
    new(desk, "Ann")
    assert app.test_client().get("/history/1").location == "/history"
