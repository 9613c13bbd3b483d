"""The whole of it in a real browser: register, be known at a table, play with the demo, see the turn and its proof."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from leagued import SetClock
from leagued_browser import (
    be_known,
    browsing,
    family,
    played_out,
    turn_typed_in,
)
from patient_demo import PatientDemo
from playwright.sync_api import Browser, Page, expect
from real_browser import LAPTOP, SHOTS, chromium, needs_chromium

from webui.league import reporting

__all__ = ["chromium"]
pytestmark = needs_chromium


def test_from_the_invitation_to_the_proof_of_a_turn_and_the_close_of_the_day(
    tmp_path: Path, chromium: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reporting, "PAUSE", timedelta(0))
    monkeypatch.setattr(
        "webui.camera.opening.open_camera", lambda name: PatientDemo((1, 1, 1, 4, 5, 5), instead=False)
    )
    clock = SetClock(datetime(2026, 3, 3, 9, tzinfo=UTC))
    with (
        family(tmp_path, clock, chromium, "demo") as (url, desk, tom, ann),
        browsing(chromium, LAPTOP) as table,
    ):
        desk.presses.new(desk.board().revision, "morning-roll", ["Ann"], rounds=1, off_table="bust")
        be_known(url, table, ann)
        played_out(desk)
        _see_the_proof(url, ann, desk.board().state.scores["Ann"])  # type: ignore[union-attr]
        tom.goto(f"{url}/league/")
        expect(tom.locator(".said")).to_have_text("“A film, but mine.”")
        expect(tom.locator(".day .how a")).to_contain_text("internet dice")
        _open_the_day(url, tom)
        turn_typed_in(url, ann)
        tom.goto(f"{url}/league/")
        expect(tom.locator(".figures .big").first).to_have_text("1,050")
        _see_it_close(url, tom, clock)


def _see_the_proof(url: str, ann: Page, score: int) -> None:
    """Ann's turn is in the league by itself, with its pictures; she says something about it."""
    ann.goto(f"{url}/league/")
    expect(ann.locator(".day .score")).to_have_text(f"{score:,}")
    ann.locator(".day .how a").click()
    expect(ann.locator("h1")).to_have_text(f"Ann, {score:,} on 3 March")
    picture = ann.locator(".proof img").first
    expect(picture).to_be_visible()
    assert picture.evaluate("(each) => each.decode().then(() => each.naturalWidth)") > 0
    expect(ann.locator(".lines")).to_contain_text("throw ")
    ann.screenshot(path=SHOTS / "league-proof-phone.png", full_page=True)
    ann.fill("[name=comment]", "A film, but mine.")
    ann.get_by_text("Say it").click()
    expect(ann.locator("[name=comment]")).to_have_value("A film, but mine.")


def _open_the_day(url: str, tom: Page) -> None:
    """Tom, who runs the league, opens the day for Ann."""
    tom.goto(f"{url}/league/organise")
    tom.select_option("[action$='organise/open'] [name=account]", label="Ann")
    tom.fill("[action$='organise/open'] [name=reason]", "The film ran before coffee.")
    tom.get_by_text("Open the day").click()
    expect(tom.locator("h1")).to_have_text("You run the league")


def _see_it_close(url: str, tom: Page, clock: SetClock) -> None:
    """A page that is left open closes by itself at eight in the evening."""
    clock.at = datetime(2026, 3, 3, 19, 59, 58, tzinfo=UTC)
    tom.goto(f"{url}/league/")
    expect(tom.locator("h1")).to_have_text("Tuesday 3 March")
    clock.at = datetime(2026, 3, 3, 20, 0, 0, tzinfo=UTC)
    expect(tom.locator("h1")).to_have_text("Closed for the night")
    tom.screenshot(path=SHOTS / "league-closed-phone.png")
