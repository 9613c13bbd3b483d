"""What pages that are left open say by themselves: that the day ends soon, and that it has ended."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from leagued import SetClock, played
from leagued_browser import be_known, browsing, family
from playwright.sync_api import Browser, Page, expect
from real_browser import LAPTOP, PHONE, SHOTS, chromium, needs_chromium

from webui.desk import Desk

__all__ = ["chromium"]
pytestmark = needs_chromium


def at(hour: int, minute: int = 0, second: int = 0) -> datetime:
    return datetime(2026, 3, 3, hour, minute, second, tzinfo=UTC)


def comes(desk: Desk, clock: SetClock, moment: datetime) -> None:
    """It is this time, and the sender looks up, as it does every twenty seconds by itself."""
    clock.at = moment
    desk.office.sender.look()


def test_an_open_turn_is_told_at_a_quarter_and_at_five_to_eight_on_the_table_s_page(
    tmp_path: Path, chromium: Browser
) -> None:
    clock = SetClock(at(9))
    with (
        family(tmp_path, clock, chromium) as (url, desk, _, ann),
        browsing(chromium, LAPTOP) as table,
    ):
        clock.at = at(19, 40)
        played(desk, "Ann", "throw 1 1 1 2 3 4")
        be_known(url, table, ann)
        table.goto(f"{url}/table")
        said = table.locator("#board .trouble")
        comes(desk, clock, at(19, 44, 59))
        expect(said).to_be_hidden()
        comes(desk, clock, at(19, 45))
        expect(said).to_contain_text(
            "Morning Roll closes in 15 minutes. Ann, this turn counts if it ends before 20:00."
        )
        comes(desk, clock, at(19, 55))
        expect(said).to_contain_text("Morning Roll closes in 5 minutes.")
        table.screenshot(path=SHOTS / "league-closes-desktop.png")
        comes(desk, clock, at(20))
        expect(said).to_contain_text("Morning Roll has closed for the night. Ann, this turn is not reported.")
        desk.presses.play(desk.board().revision, "stop 1 1 1")
        desk.office.sender.look()
        expect(said).to_be_hidden()


def stopped(page: Page, moment: datetime) -> None:
    """The page's own clock shows this time, and goes on only when the test says so."""
    page.clock.install(time=moment)
    page.clock.pause_at(moment)


def test_a_page_that_was_left_open_in_the_morning_closes_at_eight_and_opens_again_at_eight(
    tmp_path: Path, chromium: Browser
) -> None:
    clock = SetClock(at(9))
    with family(tmp_path, clock, chromium) as (url, _, _, ann):
        stopped(ann, at(9))
        ann.goto(f"{url}/league/")
        heading = ann.locator("h1")
        expect(heading).to_have_text("Tuesday 3 March")
        clock.at = at(19, 59, 59)
        ann.clock.run_for("10:59:59")
        expect(heading).to_have_text("Tuesday 3 March")
        clock.at = at(20)
        ann.clock.run_for(1500)
        expect(heading).to_have_text("Closed for the night")
        expect(ann.locator(".when")).to_contain_text("Come back in the morning.")
        expect(ann.locator("main")).not_to_contain_text("Tom")
        expect(ann.locator("main")).to_contain_text(
            "Need in early? Ask who runs the league to open the day for you."
        )
        clock.at = datetime(2026, 3, 4, 8, tzinfo=UTC)
        ann.clock.run_for("12:00:01")
        expect(heading).to_have_text("Wednesday 4 March")


def test_a_page_in_another_zone_says_so_and_its_days_are_those_of_there_from_tomorrow_on(
    tmp_path: Path, chromium: Browser
) -> None:
    clock = SetClock(at(9))
    with family(tmp_path, clock, chromium, zone="Asia/Tokyo") as (url, _, _, ann):
        ann.goto(f"{url}/league/me")
        expect(ann.locator("main")).to_contain_text("It is that of Asia/Tokyo")
        cookies = ann.context.cookies()
        with browsing(chromium, PHONE, "America/Lima") as away:
            away.context.add_cookies(cookies)  # type: ignore[arg-type]
            with away.expect_response("**/league/zone"):
                away.goto(f"{url}/league/")
            away.goto(f"{url}/league/me")
            expect(away.locator("main")).to_contain_text("It is that of Asia/Tokyo")
            expect(away.locator("main")).to_contain_text("on it is that of America/Lima.")
