"""What pages say comes with the board, once; the reading keys have an answer in every moment, and change nothing."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from seen_dice import off_table, roll
from told_calls import plain

from webui.app import create_app
from webui.config import Settings
from webui.desk import Desk

READS = ("H", "E", "L", "S", "V", "?")
KEYS = (
    *READS,
    "R",
    "B",
    "U",
    "Shift+U",
    "F",
    "T",
    "O",
    "X",
    "P",
    "1",
    "6",
    "Shift+1",
    "Backspace",
    "late",
    "back",
)


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    made = create_app(Settings(data=tmp_path, camera="none", hands_free=True))
    yield made
    made.extensions["rollcall"].close()


@pytest.fixture
def page(app: Flask) -> FlaskClient:
    return app.test_client()


def new(desk: Desk, *players: str, game: str = "morning-roll", **options: object) -> None:
    desk.presses.new(desk.board().revision, game, players or ("Ann", "Bo"), **options)


def sent(page: FlaskClient, **asks: object) -> dict[str, list[dict[str, object]]]:
    """What a page is sent with its board."""
    text = page.get("/table/board", query_string=asks).get_data(as_text=True)
    found = re.search("data-said='([^']*)'", text)
    assert found
    told: dict[str, list[dict[str, object]]] = json.loads(found[1])
    return told


def newest(page: FlaskClient) -> str:
    """What it says of the newest breath, in full."""
    calls = sent(page)["breaths"][-1]["calls"]
    return plain(" ".join(call["full"][0] for call in calls))  # type: ignore[attr-defined]


def own(page: FlaskClient, **asks: object) -> str:
    """What it says to whoever has asked, in full."""
    return plain(" ".join(call["full"][0] for call in sent(page, **asks)["own"]))  # type: ignore[index]


def told(page: FlaskClient, key: str, **asks: object) -> str:
    """The answer to a key."""
    calls = page.get("/tell", query_string={"key": key, **asks}).get_json()["calls"]
    return plain(" ".join(call["full"][0] for call in calls))


def test_a_throw_a_stop_and_a_correction_are_said_with_the_board(page: FlaskClient, desk: Desk) -> None:
    new(desk)
    assert (
        newest(page)
        == "Morning Roll: Ann and Bo. One round; a die off the table busts. Ann, six dice to throw."
    )
    desk.presses.throw(desk.board().revision, (6, 4, 1, 4, 4, 2))
    assert newest(page) == "Typed in: 1, 2, three 4s and 6. Picked 1 and three 4s: 500, turn 500."
    desk.presses.fix(desk.board().revision, 5, 1)
    assert newest(page) == "Put right: the 2 is a 1. Turn 600. Picked two 1s and three 4s: 600, turn 600."
    desk.presses.play(desk.board().revision, "stop 1 1 4 4 4")
    assert newest(page) == "Ann stops and banks 600. Total 600. Bo, six dice to throw."
    desk.presses.undo(desk.board().revision)
    assert newest(page).startswith("Taken back: the stop, two 1s and three 4s. Turn 600.")


def test_the_numbers_of_the_breaths_rise_and_every_event_is_there_once(page: FlaskClient, desk: Desk) -> None:
    before = page.get("/calls.json").get_json()["newest"]
    new(desk)
    desk.sightings.see(roll((1, 2, 2, 3, 4, 6)))
    breaths = page.get("/calls.json").get_json()["breaths"]
    assert [each["number"] for each in breaths] == [before + 1, before + 2]
    events = [call["event"] for each in breaths for call in each["calls"]]
    assert len(events) == len(set(events))


def test_played_hands_free_it_is_said_what_a_throw_has_kept_and_banked(page: FlaskClient, desk: Desk) -> None:
    new(desk, rounds=2)
    desk.sightings.see(roll((1, 2, 3, 4, 6, 6)))
    desk.sightings.see(roll((1, 2, 2, 3, 4), kept=(1,)))
    assert newest(page) == "Ann keeps 1: 100 so far. Ann threw 1, two 2s, 3 and 4. Picked 1: 100, turn 200."
    desk.sightings.see(roll((1, 2, 3, 3, 4, 6)))
    assert newest(page).startswith("Ann stops and banks 200. Total 200. Bo threw 1, 2, two 3s, 4 and 6.")
    desk.sightings.see(roll((2, 3, None, 4, 6), kept=(1,)))
    assert newest(page).startswith("Bo keeps 1: 100 so far. Die ")


def test_a_die_off_the_table_is_said_with_how_it_left_and_once(page: FlaskClient, desk: Desk) -> None:
    new(desk)
    desk.sightings.see_off(replace(off_table(), tracks=()))
    assert newest(page) == (
        "Bust: A die is gone: 5 of 6 lie here. Ann gets 0. Wrong? Press U. Bo, six dice to throw."
    )
    number = sent(page)["newest"]
    desk.sightings.see(roll((1, 4, 4, 4, 6), off=1, why="A die left the table."))
    assert sent(page)["newest"] == number
    desk.presses.undo(desk.board().revision)
    assert newest(page) == (
        "Taken back: off the table. So it stayed on the table. R looks again, T types the dice."
    )


def test_a_bumped_die_is_said_with_the_throw(page: FlaskClient, desk: Desk) -> None:
    new(desk)
    desk.sightings.see(roll((1, 2, 2, 3, 4, 6)))
    desk.presses.play(desk.board().revision, "keep 1")
    desk.sightings.see(replace(roll((1, 2, 3, 4, 6), kept=(1, 5)), bumped=(1, 5)))
    assert newest(page).endswith(
        "The throw bumped a kept 1. It still counts as 1; if it turned over, turn it back."
    )


def test_a_question_is_said_once_and_is_not_true_after_its_answer(page: FlaskClient, desk: Desk) -> None:
    new(desk)
    desk.sightings.see(roll((1, None, 4, 4, 2, 3)))
    (question,) = sent(page)["breaths"][-1]["calls"]  # type: ignore[misc]
    assert (question["id"], question["rank"]) == ("ask.unsure", 5)
    desk.presses.fix(desk.board().revision, 1, 4)
    answered = sent(page)["breaths"][-1]
    assert answered["voids"] == [question["event"]]  # type: ignore[call-overload]
    assert newest(page) == "Ann threw 1, 2, 3 and three 4s. Picked 1 and three 4s: 500, turn 500."


def test_a_question_that_is_put_away_says_what_is_awaited(page: FlaskClient, desk: Desk) -> None:
    new(desk)
    desk.sightings.see(roll((1, 2, 3)))
    desk.presses.dismiss(desk.board().revision)
    assert newest(page) == "Ann, six dice to throw."
    desk.presses.undo(desk.board().revision)
    assert newest(page).startswith("Three seen, six expected.")


def test_a_cocked_die_takes_its_throw_back_without_a_word_of_its_own(page: FlaskClient, desk: Desk) -> None:
    new(desk)
    desk.sightings.see(roll((1, 2, 2, 3, 4, 6)))
    desk.presses.lean(desk.board().revision, 0)
    assert newest(page) == "A die leans and has no value. Throw it again, the others stay. F if it lies flat."
    assert sent(page)["breaths"][-1]["voids"] == [f"{desk.board().match}/2"]  # type: ignore[call-overload]


def test_what_a_page_has_picked_typed_or_looks_at_is_said_to_it_alone(page: FlaskClient, desk: Desk) -> None:
    new(desk)
    typed = {"at": desk.board().revision, "type": "4 5"}
    assert own(page, **typed) == "Typed 4, 5. 4 more."
    desk.presses.throw(desk.board().revision, (6, 4, 1, 4, 4, 2))
    at = desk.board().revision
    assert own(page, at=at, pick="1", tapped="1") == "Die 1, a 1, picked. 1: 100, turn 100."
    assert own(page, at=at, pick="1", tapped="1", style="value") == "A 1 picked. 1: 100, turn 100."
    assert own(page, at=at, pick="none", tapped="1") == "Die 1, a 1, back. Nothing picked."
    assert own(page, at=at, pick="3 4 5") == "Three 4s: 400, turn 400."
    assert own(page, at=at, pick="2", tapped="2") == (
        "Die 2, a 2, picked. No score for 2: leave that to be thrown."
    )
    assert own(page, at=at, fix="2").startswith("Die 1 is read as 1. Press what it shows")
    assert own(page, at=at - 1, pick="1", tapped="1") == ""
    assert own(page) == ""


def test_the_reading_keys_tell(page: FlaskClient, desk: Desk) -> None:
    new(desk)
    desk.presses.throw(desk.board().revision, (6, 4, 1, 4, 4, 2))
    assert told(page, "H") == "1, 2, three 4s and 6; picked 1 and three 4s, 500. None kept."
    assert told(page, "H", again=1) == "By place: 1, 2, 4, 4, 4, 6. None kept."
    assert told(page, "E") == "Ann is on, 500 so far. Ann 0, Bo 0."
    assert told(page, "S") == "R: throw two dice. B: stop with 500. 1 to 6: pick. U: undo."
    assert told(page, "L").startswith("Typed in: 1, 2, three 4s and 6.")
    assert told(page, "L", back=1) == "Ann, six dice to throw."
    assert told(page, "V", voice="full") == "Voice on, full. R: throw two dice. B: stop with 500."
    assert told(page, "?") == "The list of keys. Escape leads back."


def test_the_last_calls_are_known_after_a_start(tmp_path: Path) -> None:
    settings = Settings(data=tmp_path, camera="none")
    first: Desk = create_app(settings).extensions["rollcall"]
    new(first)
    first.presses.throw(first.board().revision, (6, 4, 1, 4, 4, 2))
    first.close()
    app = create_app(settings)
    page = app.test_client()
    assert sent(page)["breaths"] == []
    assert told(page, "L").startswith("Typed in: 1, 2, three 4s and 6.")
    app.extensions["rollcall"].close()


def test_every_key_has_an_answer_in_every_moment_and_changes_nothing(page: FlaskClient, desk: Desk) -> None:
    assert page.get("/tell?key=H").get_json()["calls"] == []
    for game in ("morning-roll", "midnight", "420"):
        new(desk, game=game)
        for _ in range(14):
            board = desk.board()
            assert board.state
            for key in KEYS:
                for style in ("place", "value"):
                    assert told(page, key, style=style, at=board.revision, pick="1 2"), (game, key)
            assert desk.board() == board
            if board.state.outcome:
                break
            if board.state.to_throw:
                desk.presses.throw(board.revision, [4, 1, 6, 5, 2, 3][: board.state.to_throw])
            else:
                desk.presses.play(board.revision, str(board.state.moves[0]))


def test_a_fault_in_telling_costs_nothing_of_the_match(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    new(desk)
    monkeypatch.setattr("webui.assembly.breath", lambda before, after, seen: 1 / 0)
    desk.presses.throw(desk.board().revision, (6, 4, 1, 4, 4, 2))
    assert desk.board().lines[-1] == "throw 6 4 1 4 4 2 by=hand"
    assert [trouble.code for trouble in desk.board().troubles] == ["our-fault"]
