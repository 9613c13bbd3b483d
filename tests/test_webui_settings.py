"""The page of the settings: each is there, explained, and changed where it stands."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from flask import Flask

from webui.config import Settings
from webui.desk import Desk
from webui.match.by_throw import FILE, confirms


def test_every_setting_is_on_the_page_with_a_sentence(app: Flask) -> None:
    page = app.test_client().get("/settings")
    assert page.status_code == 200
    parts = re.findall(r'<div class="set"><h3>(.*?)</h3><p>(.*?)</p>', page.text, re.DOTALL)
    names = [name for name, _ in parts]
    for word in (
        "Throwing",
        "Odds",
        "Own dice",
        "Keys",
        "ways of picking",
        "Which camera",
        "Pictures",
        "Reports",
    ):
        assert any(word in name for name in names), word
    assert all(sentence.rstrip().endswith(".") for _, sentence in parts)


def test_what_is_changed_there_holds_and_comes_back_to_the_page(app: Flask, desk: Desk) -> None:
    client = app.test_client()
    answer = client.post("/match/by-throw", data={"on": "no", "then": "settings"})
    assert answer.headers["Location"] == "/settings"
    assert not desk.board().by_throw
    assert 'value="no" aria-pressed="true"' in client.get("/settings").text
    answer = client.post("/odds", data={"when": "now", "then": "settings"})
    assert answer.headers["Location"] == "/settings"
    assert 'value="now" aria-pressed="true"' in client.get("/settings").text


def test_a_form_of_the_table_goes_back_to_the_table(app: Flask) -> None:
    answer = app.test_client().post("/match/by-throw", data={"on": "yes", "then": "//elsewhere.example"})
    assert answer.headers["Location"] == "/table"


@pytest.mark.parametrize("on", ["yes", "no"])
def test_what_a_throw_confirms_is_as_it_was_chosen_after_a_restart(app: Flask, desk: Desk, on: str) -> None:
    app.test_client().post("/match/by-throw", data={"on": on})
    assert confirms(desk.settings) is (on == "yes")
    assert not confirms(Settings(data=desk.settings.data, hands_free=False)), (
        "the start names it, and goes first"
    )


@pytest.mark.parametrize("spoilt", [b"\xff\xfe", b"", b"perhaps"])
def test_a_spoilt_choice_is_none(tmp_path: Path, spoilt: bytes) -> None:
    (tmp_path / FILE).write_bytes(spoilt)
    assert confirms(Settings(data=tmp_path))


def test_a_choice_that_cannot_be_kept_holds_until_the_program_ends(app: Flask, desk: Desk) -> None:
    (desk.settings.data / FILE).mkdir()
    assert app.test_client().post("/match/by-throw", data={"on": "no"}).status_code == 303
    assert not desk.board().by_throw
