"""An evening is worked out from the lines of its matches, and a correction carries through."""

from __future__ import annotations

import csv
import io
from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask
from flask.testing import FlaskClient
from plain_browser import PlainBrowser

from engine.log import Match
from webui.desk import Desk
from webui.page.evening import APART, sitting
from webui.page.past import Past


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


def midnight(desk: Desk, *scores: tuple[int, ...]) -> None:
    """A match of one round for Ann and Bo, a coin each, each keeping all six of one throw."""
    desk.presses.new(
        desk.board().revision, "midnight", ["Ann", "Bo"], rounds=1, stake_in="coins", first="seats"
    )
    for faces in scores:
        desk.presses.throw(desk.board().revision, faces)
        desk.presses.play(desk.board().revision, f"keep {' '.join(map(str, faces))}")


def rows(client: FlaskClient) -> list[list[str]]:
    return list(csv.reader(io.StringIO(client.get("/evening/tally.csv").text)))


HIGH, LOW = (1, 4, 6, 6, 5, 5), (1, 4, 2, 2, 2, 2)


def test_before_the_first_match_there_is_no_evening_and_the_page_says_so(
    app: Flask, client: FlaskClient
) -> None:
    page = PlainBrowser(app.test_client()).open("/evening")
    assert page.one("h1").words == "No match was played yet"
    assert client.get("/evening/tally.csv").status_code == 404


def test_matches_of_one_evening_add_up_and_coins_add_up_to_nothing(desk: Desk, client: FlaskClient) -> None:
    midnight(desk, HIGH, LOW)
    midnight(desk, HIGH, LOW)
    midnight(desk, LOW, HIGH)
    head, ann, bo, *_ = rows(client)
    assert head == ["player", "wins", "points Midnight", "drinks bought", "coins", "drinks"]
    assert ann == ["Ann", "2", "52", "0", "+1", "0"]
    assert bo == ["Bo", "1", "38", "0", "−1", "0"]
    assert "Bo pays Ann 1 coin" in client.get("/evening").text


def test_a_correction_of_an_earlier_match_carries_through_to_the_tally(
    desk: Desk, client: FlaskClient
) -> None:
    midnight(desk, HIGH, LOW)
    first = desk.board().match or 0
    midnight(desk, HIGH, LOW)
    desk.presses.go_on(desk.board().revision, first)
    for _ in range(2):
        desk.presses.undo(desk.board().revision)
    desk.presses.throw(desk.board().revision, (1, 4, 6, 6, 6, 6))
    desk.presses.play(desk.board().revision, "keep 1 4 6 6 6 6")
    _, first_row, second_row, *_ = rows(client)
    assert {first_row[0]: first_row[4], second_row[0]: second_row[4]} == {"Ann": "0", "Bo": "0"}


def test_a_name_that_looks_like_a_formula_is_no_formula_in_the_table(desk: Desk, client: FlaskClient) -> None:
    desk.presses.new(desk.board().revision, "midnight", ["=1+1"], rounds=1)
    desk.presses.throw(desk.board().revision, HIGH)
    desk.presses.play(desk.board().revision, f"keep {' '.join(map(str, HIGH))}")
    assert rows(client)[1][0] == "'=1+1"


def past(number: int, begun: datetime) -> Past:
    lines = ("game midnight rounds=1", "players Ann", "throw 1 4 6 6 5 5")
    return Past(number, begun, lines, Match.from_lines(lines))


def test_hours_between_two_matches_part_two_evenings() -> None:
    pub = datetime(2026, 3, 6, 20, 0, tzinfo=UTC)
    matches = [
        past(4, pub + timedelta(hours=3)),
        past(3, pub),
        past(2, pub - APART - timedelta(minutes=1)),
        past(1, pub - timedelta(hours=12)),
    ]
    assert [each.number for each in sitting(matches)] == [4, 3]
    assert [each.number for each in sitting(matches, 3)] == [3]
    assert [each.number for each in sitting(matches, 2)] == [2]


def test_the_evening_page_starts_the_next_match_with_the_same_players(app: Flask, desk: Desk) -> None:
    midnight(desk, HIGH, LOW)
    browser = PlainBrowser(app.test_client())
    browser.open("/evening")
    assert browser.press("Start").one("h1").words == "Ann, six dice."
    assert desk.board().players == ("Ann", "Bo")
