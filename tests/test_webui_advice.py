"""Odds and luck on the page: a switch of one browser, worked out beside the table."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from threading import Event

import pytest
from flask import Flask
from plain_browser import PlainBrowser
from waiting import LONG_S, until

from engine.advice import advise
from engine.log import Match
from engine.luck import summed
from engine.solve import Odds
from webui.desk import Desk
from webui.odds import Shelf, best_keep, load_odds
from webui.page.advice import risk, rounded, when_of


@pytest.fixture
def desk(app: Flask, morning_roll_odds: Odds) -> Desk:
    found = app.extensions["rollcall"]
    assert isinstance(found, Desk)
    found.odds._begun.add("morning-roll")
    found.odds._ready["morning-roll"] = morning_roll_odds
    return found


def throw(desk: Desk, *faces: int) -> None:
    desk.presses.throw(desk.board().revision, faces)


def switched(app: Flask, when: str) -> PlainBrowser:
    client = app.test_client()
    assert client.post("/odds", data={"when": when}).status_code == 303
    return PlainBrowser(client)


@pytest.mark.parametrize(
    ("dice", "bust", "words"),
    [
        (1, Fraction(2, 3), "1 die, 2 in 3 bust"),
        (2, Fraction(4, 9), "2 dice, 4 in 9 bust"),
        (6, Fraction(5, 162), "6 dice, 1 in 32 bust"),
    ],
)
def test_a_risk_is_said_as_people_say_it(dice: int, bust: Fraction, words: str) -> None:
    assert risk(dice, bust) == words


def test_small_numbers_keep_a_decimal_and_the_sign_is_written() -> None:
    assert [rounded(number) for number in (540.4, -12.6, 0.0, 0.25, -3.0)] == [
        "+540",
        "−13",
        "0",
        "+0.2",
        "−3",
    ]


def test_what_makes_no_sense_switches_the_odds_off() -> None:
    assert [when_of(text) for text in ("now", "after", "off", "", "maybe")] == [
        "now",
        "after",
        "off",
        "off",
        "off",
    ]


def test_the_odds_are_shown_to_the_browser_that_asked_and_to_no_other(app: Flask, desk: Desk) -> None:
    desk.presses.new(desk.board().revision, "morning-roll", ["Ann", "Bo"])
    throw(desk, 1, 5, 2, 2, 3, 4)
    state = desk.board().state
    assert state is not None
    odds = desk.odds.take("morning-roll")
    assert odds is not None
    asked = switched(app, "now").open("/table")
    assert asked.one("section", class_="odds").words.startswith(
        advise(state, odds, odds.goal(None, state)).why
    )
    assert (
        "4 dice, 3 in 19 bust" in asked.called("button", "Roll on").words
        or "bust" in asked.called("button", "Roll on").words
    )
    other = PlainBrowser(app.test_client()).open("/table")
    assert "bust" not in other.called("button", "Roll on").words
    assert other.one("section", class_="odds").words == "Odds and luck off now after the turn"


def test_after_a_turn_its_luck_and_its_costliest_choice_are_told(app: Flask, desk: Desk) -> None:
    desk.presses.new(desk.board().revision, "morning-roll", ["Ann", "Bo"], rounds=2)
    throw(desk, 1, 2, 3, 4, 5, 6)
    desk.presses.play(desk.board().revision, "stop 1 5")
    words = switched(app, "after").open("/table").one("section", class_="odds").words
    assert words.startswith("Ann, the last turn: luck")
    assert "Better than stop 1 5 was keep 1 2 3 4 5 6." in words


def test_the_end_of_a_match_tells_luck_and_cost_as_the_engine_sums_them(app: Flask, desk: Desk) -> None:
    desk.presses.new(desk.board().revision, "morning-roll", ["Ann", "Bo"])
    for _ in range(2):
        throw(desk, 1, 1, 1, 4, 4, 6)
        desk.presses.play(desk.board().revision, "stop 1 1 1")
    odds = desk.odds.take("morning-roll")
    assert odds is not None
    whole = summed(Match.from_lines(desk.board().lines), odds)
    assert whole["Ann"].score == pytest.approx(whole["Ann"].worth + whole["Ann"].luck - whole["Ann"].cost)
    words = switched(app, "now").open("/table").one("ol", class_="ranks").words
    assert f"luck {rounded(whole['Ann'].luck)} points" in words


def test_a_page_never_waits_for_odds_and_is_told_when_they_are_there(
    solved_data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[int] = []
    may_end = Event()

    def slow(game: str, folder: Path) -> Odds:
        assert may_end.wait(LONG_S)
        return load_odds(game, folder)

    monkeypatch.setattr("webui.odds.load_odds", slow)
    shelf = Shelf(solved_data / "odds", lambda: told.append(1))
    choice = Match.new("420", ["Ann", "Bo"], first="seats").add("throw 5 6 3 4").add("throw 1 2 1 1")
    for _ in range(3):
        assert shelf.take("420") is None
        assert shelf.best_keep(choice) == choice.state.moves[0]
    assert not told
    may_end.set()
    assert until(lambda: told)
    odds = shelf.take("420")
    assert odds
    assert shelf.best_keep(choice) == advise(choice.state, odds, odds.goal(None, choice.state)).best[0]
    assert shelf.best_keep(choice) != choice.state.moves[0]
    assert told == [1]


def test_the_best_keep_stops_no_turn(morning_roll_odds: Odds) -> None:
    state = Match.new("morning-roll", ["Ann", "Bo"]).add("throw 1 1 1 1 1 2").state
    assert advise(state, morning_roll_odds, morning_roll_odds.goal(None, state)).best[0].kind == "stop"
    assert str(best_keep(state, morning_roll_odds)) == "keep 1 1 1 1 1"
