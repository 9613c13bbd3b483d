"""Two machines in a browser: a table is paired by six letters, a player known there, and a turn of the demo arrives."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from leagued import SetClock
from leagued_browser import browsing, joined_in_browser, letters_on, played_out, served_league
from patient_demo import PatientDemo
from playwright.sync_api import Browser, Page, expect
from real_browser import LAPTOP, PHONE, SHOTS, chromium, needs_chromium, open_to_everybody

from webui.league import reporting

__all__ = ["chromium"]
pytestmark = needs_chromium


def say_yes(phone: Page, url: str, letters: str, question: str, yes: str) -> None:
    """Type the letters in on a phone that is signed in to the league, and say yes to what it asks."""
    phone.goto(f"{url}/league/me")
    phone.get_by_text("Type in six letters").click()
    phone.fill("[name=letters]", letters)
    phone.get_by_text("Go on").click()
    expect(phone.locator("h1")).to_have_text(question)
    phone.get_by_text(yes).click()
    expect(phone.locator("h1")).to_have_text("It is done")


def test_a_table_is_paired_with_another_league_and_a_turn_of_the_demo_is_there_with_its_proof(
    tmp_path: Path, chromium: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reporting, "PAUSE", timedelta(0))
    demo = PatientDemo((1, 1, 1, 4, 5, 5), instead=False)
    monkeypatch.setattr("webui.camera.opening.open_camera", lambda name: demo)
    clock = SetClock(datetime(2026, 3, 3, 9, tzinfo=UTC))
    with (
        served_league(tmp_path / "hub", clock, "none") as (hub, _),
        served_league(tmp_path / "table", clock, "demo") as (url, desk),
        browsing(chromium, PHONE) as tom,
        browsing(chromium, PHONE) as ann,
        browsing(chromium, LAPTOP) as table,
    ):
        joined_in_browser(hub, tom, ann)
        table.goto(f"{url}/league/reports")
        table.locator("li", has_text="Another league").get_by_text("See").click()
        table.fill("[name=url]", hub)
        table.fill("[name=name]", "Kitchen")
        table.get_by_text("Ask for six letters").click()
        open_to_everybody(table, "pairing")
        say_yes(tom, hub, letters_on(table), "Pair Kitchen?", "Yes, pair it")
        table.get_by_text("It is done").click()
        expect(table.locator("h1")).to_contain_text("This table tells 127.0.0.1")
        desk.presses.new(desk.board().revision, "morning-roll", ["Ann"], rounds=1, off_table="bust")
        table.goto(f"{url}/league/faces")
        table.get_by_role("button", name="In 127.0.0.1").click()
        say_yes(ann, hub, letters_on(table), "Are you Ann?", "Yes, that is me")
        table.get_by_text("It is done").click()
        expect(table.locator(".devices")).to_contain_text("is known in 127.0.0.1")
        played_out(desk)
        table.goto(f"{url}/league/reports")
        expect(table.locator(".state").first).to_contain_text("Sent, ")
        ann.goto(f"{hub}/league/")
        expect(ann.locator(".day .score")).to_have_text(f"{desk.board().state.scores['Ann']:,}")  # type: ignore[union-attr]
        ann.locator(".day .how a").click()
        expect(ann.locator(".proof img").first).to_be_visible()
        expect(ann.locator(".lines")).to_contain_text("throw ")
        tom.goto(f"{hub}/league/organise")
        kitchen = tom.locator("li", has_text="Kitchen")
        expect(kitchen).to_contain_text("last heard of just now")
        tom.screenshot(path=SHOTS / "league-organise-phone.png", full_page=True)
        kitchen.get_by_role("button", name="Take away").click()
        expect(kitchen).to_contain_text("takes part no more")
