"""One line a turn: a second player says it, changes it and takes it back; who runs the league hides it."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from leagued import SetClock
from leagued_browser import family, turn_typed_in
from playwright.sync_api import Browser, Page, expect
from real_browser import SHOTS, chromium, needs_chromium, open_to_everybody

__all__ = ["chromium"]
pytestmark = needs_chromium


def say(page: Page, words: str) -> None:
    page.fill("[name=comment]", words)
    page.get_by_role("button", name="Say it").click()
    expect(page.locator("[name=comment]")).to_have_value(words)


def press_with_reason(page: Page, button: str, reason: str) -> None:
    form = page.locator("form").filter(has=page.get_by_role("button", name=button))
    form.locator("[name=reason]").fill(reason)
    form.get_by_role("button", name=button).click()


def test_a_second_player_comments_and_who_runs_the_league_hides_it(tmp_path: Path, chromium: Browser) -> None:
    clock = SetClock(datetime(2026, 3, 3, 9, tzinfo=UTC))
    with family(tmp_path, clock, chromium) as (url, _, tom, ann):
        turn_typed_in(url, ann)
        turn = ann.url
        expect(ann.locator("[name=comment]")).to_have_value("")
        tom.goto(f"{url}/league/")
        said = tom.locator(".day .said")
        expect(said).to_have_count(0)
        say(ann, "Three ones <b>before</b> coffee")
        expect(said).to_have_text("“Three ones <b>before</b> coffee”")
        say(ann, "Three ones before tea")
        expect(said).to_have_text("“Three ones before tea”")
        say(ann, "")
        expect(said).to_have_count(0)
        say(ann, "Tom is a cheat")
        tom.goto(turn)
        expect(tom.locator("[name=comment]")).to_have_count(0)
        press_with_reason(tom, "Hide the comment", "Be kind.")
        expect(tom.locator("main")).to_contain_text("Tom hid the comment. “Be kind.”")
        ann.goto(f"{url}/league/")
        expect(ann.locator(".day .said")).to_have_count(0)
        ann.goto(turn)
        expect(ann.locator("main")).to_contain_text("This comment is hidden by who runs the league.")
        expect(ann.locator(".done-acts")).to_contain_text("Tom hid the comment. “Be kind.”")
        open_to_everybody(tom, "turn")
        tom.screenshot(path=SHOTS / "league-hidden-phone.png", full_page=True)
        press_with_reason(tom, "Show the comment", "It was a joke.")
        ann.goto(f"{url}/league/")
        expect(ann.locator(".day .said")).to_have_text("“Tom is a cheat”")
