"""How the table is: a page for whoever opens it in a browser, JSON for a program, the same troubles in both."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from flask import Flask

from webui.app import create_app
from webui.config import Settings
from webui.hub import NAME, create_hub
from webui.storage.store import Store

BROWSER = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,image/webp,*/*;q=0.8"}
LOST = ("camera", "camera-lost", "The camera is gone.", "Plug it in again.")


@pytest.mark.parametrize("accepted", [None, "*/*", "application/json", "application/json, text/html;q=0.5"])
def test_a_program_is_told_in_json(app: Flask, accepted: str | None) -> None:
    answer = app.test_client().get("/health", headers={"Accept": accepted} if accepted else {})
    assert answer.get_json()["ok"] is True


def test_a_browser_is_shown_a_page_that_says_all_is_well(app: Flask) -> None:
    page = app.test_client().get("/health", headers=BROWSER)
    assert (page.status_code, page.mimetype) == (200, "text/html")
    assert "All is well" in page.text
    assert "Dice are typed in." in page.text


def test_what_is_wrong_stands_on_the_page_with_what_to_do_and_the_strip_of_each_page_leads_there(
    app: Flask,
) -> None:
    health = app.extensions["rollcall"].health
    health.start(*LOST)
    health.start("evidence", "evidence", "No picture can be kept.", "Make room on the disk.")
    client = app.test_client()
    page = client.get("/health", headers=BROWSER).text
    assert "Something is wrong" in page
    for word in (
        "The camera is gone.",
        "Plug it in again.",
        "No picture can be kept.",
        "Make room on the disk.",
    ):
        assert word in page
    assert '<a class="more-troubles" href="/health">And 1 more.</a>' in client.get("/settings").text


def test_a_database_that_is_gone_is_on_the_page_though_nobody_pressed_anything(tmp_path: Path) -> None:
    app = create_app(Settings(data=tmp_path / "data", camera="none"))
    shutil.rmtree(tmp_path / "data")
    page = app.test_client().get("/health", headers=BROWSER)
    assert "Something is wrong" in page.text
    assert "it was deleted or moved" in page.text
    app.extensions["rollcall"].close()


def test_the_server_of_a_league_has_such_a_page_too(tmp_path: Path) -> None:
    Store.open(tmp_path).close()
    app = create_hub(Settings(data=tmp_path))
    try:
        client = app.test_client()
        assert "All is well" in client.get("/health", headers=BROWSER).text
        assert client.get("/health").get_json()["ok"] is True
    finally:
        app.extensions[NAME].close()
