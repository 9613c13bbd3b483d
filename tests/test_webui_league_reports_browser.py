"""The page of reports in a browser: somebody looks first, copies the link, says a word and lets the turn go."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest
from leagued import SetClock, played
from leagued_browser import be_known, browsing, family
from playwright.sync_api import Browser, expect
from real_browser import LAPTOP, SHOTS, chromium, needs_chromium, open_to_everybody

__all__ = ["chromium"]
pytestmark = needs_chromium
NO_CLIPBOARD = "Object.defineProperty(navigator, 'clipboard', { value: undefined })"


@pytest.mark.parametrize("secure", [True, False], ids=["secure", "over plain HTTP"])
def test_a_turn_that_is_held_for_a_look_has_its_link_copied_and_goes_with_a_word(
    tmp_path: Path, chromium: Browser, secure: bool
) -> None:
    clock = SetClock(datetime(2026, 3, 3, 9, tzinfo=UTC))
    with (
        family(tmp_path, clock, chromium) as (url, desk, tom, ann),
        browsing(chromium, LAPTOP) as table,
    ):
        if secure:
            table.context.grant_permissions(["clipboard-write"])  # where there is a window, one need not ask
        else:
            table.add_init_script(NO_CLIPBOARD)
        desk.presses.new(desk.board().revision, "morning-roll", ["Ann"], rounds=1)
        be_known(url, table, ann)
        table.goto(f"{url}/league/reports")
        table.locator("li", has_text="Reports go by themselves").get_by_text("Change").click()
        expect(table.locator("main")).to_contain_text("Somebody looks first")
        played(desk, "Ann", "throw 1 1 1 2 3 4", "stop 1 1 1")
        desk.office.sender.look()
        table.reload()
        expect(table.locator(".state")).to_contain_text("Not sent yet")
        table.get_by_text("Copy the link").click()
        expect(table.locator("[data-copies]")).to_have_text("Copied")
        open_to_everybody(table, "reports")
        table.fill("[name=comment]", "Looked at twice")
        table.screenshot(path=SHOTS / "league-report-desktop.png", full_page=True)
        table.get_by_role("button", name="Report 1,000").click()
        expect(table.locator(".state")).to_contain_text("Sent, ")
        expect(table.locator(".row.is-apart")).to_contain_text("Ann, 1,000 today")
        tom.goto(f"{url}/league/")
        expect(tom.locator(".day .said")).to_have_text("“Looked at twice”")
