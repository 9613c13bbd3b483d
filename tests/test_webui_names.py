"""Names as they are taken from people."""

from __future__ import annotations

from pathlib import Path

import pytest
from plain_browser import PlainBrowser

from webui.app import create_app
from webui.config import Settings
from webui.match.names import tidy

ALIKE = {
    "a space that nobody sees": ("Ann", "Ann\u200b"),
    "a joint at the end": ("Ann", "Ann\u200d"),
    "a joint that joins nothing": ("Ann", "A\u200cnn"),
    "an accent in two parts": ("Zo\u00eb", "Zoe\u0308"),
    "two spaces": ("Ann B", "Ann  B"),
    "a space that does not break": ("Ann B", "Ann\u00a0B"),
}


@pytest.mark.parametrize("names", ALIKE.values(), ids=ALIKE)
def test_two_seats_that_look_the_same_are_refused_as_the_same(tmp_path: Path, names: tuple[str, str]) -> None:
    app = create_app(Settings(data=tmp_path, camera="none"))
    browser = PlainBrowser(app.test_client())
    browser.open("/")
    page = browser.press("Start", player=list(names), **{"morning-roll.rounds": ["1"]})
    app.extensions["rollcall"].close()
    assert browser.status == 422
    assert "is there twice: change one" in page.one("p", class_="refused").words


@pytest.mark.parametrize(
    "name",
    [
        "Zo\u00eb",
        "\u5c71\u7530 \u82b1\u5b50",
        "\u0646\u0645\u06cc\u200c\u062f",
        "\U0001f469\u200d\U0001f467",
        "Ann B.",
    ],
)
def test_a_name_of_any_script_stays_as_it_is(name: str) -> None:
    assert tidy(f" {name} ") == name


@pytest.mark.parametrize("name", ["\u200b", "\u202eAnn", "Ann\nBo"])
def test_a_name_that_cannot_be_is_left_for_the_game_to_refuse(name: str) -> None:
    assert tidy(name) == name
