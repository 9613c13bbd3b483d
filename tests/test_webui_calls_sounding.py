"""What is chosen for the ear of the whole table: the device that is the voice, how names are said; and who watches."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from seen_dice import roll
from told_calls import plain

from webui.calls.sounding import MOST_NAMES, Sounding, Voice
from webui.desk import Desk


@pytest.fixture
def page(app: Flask, desk: Desk) -> FlaskClient:
    desk.presses.new(desk.board().revision, "morning-roll", ["Siobhán", "Bo"], rounds=1)
    return app.test_client()


def said(page: FlaskClient, address: str = "/table/board") -> dict[str, Any]:
    """What comes with the board of a page."""
    found = re.search("data-said='([^']*)'", page.get(address).text)
    assert found
    told: dict[str, Any] = json.loads(found[1])
    return told


def voice_of(page: FlaskClient) -> str:
    found = re.search('data-voice="([a-z]*)"', page.get("/table/board").text)
    assert found
    return found[1]


PHONE = "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/120 Mobile Safari/537.36"


def test_one_device_is_the_voice_and_every_page_says_which(app: Flask, page: FlaskClient) -> None:
    other = app.test_client()
    assert (voice_of(page), voice_of(other)) == ("nowhere", "nowhere")
    page.post("/ear/voice", data={"on": "yes"}, headers={"User-Agent": PHONE})
    assert (voice_of(page), voice_of(other)) == ("here", "elsewhere")
    assert "The voice of this table is an Android device." in other.get("/table").text
    other.post("/ear/voice", data={"on": "yes"})
    assert (voice_of(page), voice_of(other)) == ("elsewhere", "here")
    other.post("/ear/voice", data={"on": "no"})
    assert (voice_of(page), voice_of(other)) == ("nowhere", "nowhere")
    assert page.post("/ear/voice", data={"on": "loud"}).status_code == 400


def test_a_name_is_heard_as_its_player_says_and_read_as_it_is_written(page: FlaskClient, desk: Desk) -> None:
    names = {"name": ["Siobhán", "Bo", "Nobody"], "said": [" She  vawn ", "", "Someone"]}
    page.post("/ear/names", data=names)
    assert desk.sounding.said_as == {"Siobhán": "She vawn"}
    desk.presses.throw(desk.board().revision, (1, 2, 2, 3, 4, 6))
    desk.presses.play(desk.board().revision, "keep 1")
    (call,) = said(page)["breaths"][-1]["calls"]
    assert [plain(each) for each in call["full"]] == [
        "Siobhán keeps 1: 100 so far. Five dice to throw.",
        "She vawn keeps 1: 100 so far. Five dice to throw.",
    ]
    standing = page.get("/tell", query_string={"key": "E"}).get_json()["calls"][0]
    assert standing["full"][1].startswith("She vawn is on")
    page.post("/ear/names", data={"name": ["Siobhán"], "said": ["Siobhán"]})
    assert desk.sounding.said_as == {}


def test_what_was_chosen_is_kept_and_what_cannot_be_read_is_nothing(tmp_path: Path) -> None:
    path = tmp_path / "ear.json"
    sounding = Sounding(path)
    sounding.say_as("Ann", "Anne")
    sounding.choose(Voice("0123456789abcdef", "an iPad"))
    again = Sounding(path)
    assert (again.said_as, again.voice) == ({"Ann": "Anne"}, Voice("0123456789abcdef", "an iPad"))
    for spoilt in ("", "{}", "[]", '{"said": 1, "voice": ["", ""]}', '{"said": {}, "voice": 3}'):
        path.write_text(spoilt)
        assert (Sounding(path).said_as, Sounding(path).voice) == ({}, Voice())
    for number in range(MOST_NAMES + 5):
        sounding.say_as(f"player {number}", "x")
    assert len(sounding.said_as) == MOST_NAMES
    assert "Ann" not in sounding.said_as


def watched(page: FlaskClient, key: str) -> str:
    calls = page.get("/tell", query_string={"key": key, "watch": "yes"}).get_json()["calls"]
    return plain(" ".join(call["full"][0] for call in calls))


def test_who_only_watches_hears_all_but_the_questions_and_no_key_of_theirs_acts(
    page: FlaskClient, desk: Desk
) -> None:
    assert watched(page, "S") == "Throw: Siobhán, six dice."
    desk.sightings.see(roll((1, None, 4, 4, 2, 3)))
    (asked,) = said(page, "/wall")["breaths"][-1]["calls"]
    assert (asked["full"], asked["brief"]) == (["Waiting for an answer.", ""],) * 2
    assert watched(page, "S") == "Waiting for an answer."
    desk.presses.fix(desk.board().revision, 1, 6)
    before = desk.board()
    assert said(page, "/wall")["breaths"][-1] == said(page)["breaths"][-1]
    assert watched(page, "S") == "Siobhán picks."
    assert watched(page, "H").startswith("1, 2, 3, two 4s and 6; picked 1")
    assert watched(page, "E").startswith("Siobhán is on")
    assert watched(page, "L") == "Siobhán threw 1, 2, 3, two 4s and 6. Picked 1: 100, turn 100."
    for key in ("R", "B", "U", "Shift+U", "F", "T", "O", "X", "P", "1", "Shift+6", "Backspace"):
        assert watched(page, key) == "You are watching: the players press."
    assert desk.board() == before
