"""A league served by several processes, in a real browser: a page misses no turn that overtook it on its way."""

from __future__ import annotations

import random
import re
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import sqlalchemy as sql
from leagued import PASSWORD, report_of, turn_lines
from playwright.sync_api import Browser, Route, expect
from real_browser import PHONE, chromium, needs_chromium
from test_webui_hub import Served
from test_webui_league_kill import noonish
from waiting import until

from webui.league import accounts
from webui.league.clock import Clock
from webui.league.league import League, odds_in
from webui.league.place import Place
from webui.storage.bell import Bell

__all__ = ["chromium"]
pytestmark = needs_chromium


class Elsewhere:
    """One more process on the database of a league that is served."""

    def __init__(self, folder: Path, url: str) -> None:
        self.league = League(Place(sql.make_url(url)), Clock(), odds_in(folder))
        self.heard: list[str] = []
        self.bell = Bell(sql.make_url(url), self.heard.append)
        until(lambda: self.heard)

    def invitation(self) -> str:
        with self.league.place.writing() as connection:
            return accounts.invite(connection, datetime.now(UTC), None, organiser=True)

    def report(self) -> int:
        """Somebody's turn comes in, and all processes hear of it; its score."""
        with self.league.place.reading() as connection:
            (who,) = accounts.accounts(connection)
        report = report_of(turn_lines(random.Random(3)), datetime.now(UTC))
        assert self.league.report_own(who, report).state == "taken"
        known = len(self.heard)
        self.bell.ring()
        assert until(lambda: len(self.heard) > known)
        return report.score

    def close(self) -> None:
        self.bell.close()
        self.league.close()


def test_a_turn_that_comes_while_a_page_of_another_process_is_on_its_way_is_shown(
    tmp_path: Path, solved_data: Path, postgresql: str, chromium: Browser
) -> None:
    (tmp_path / "odds").symlink_to(solved_data / "odds")
    with (
        closing(Served(tmp_path, postgresql)) as served,
        closing(Elsewhere(tmp_path, postgresql)) as elsewhere,
        chromium.new_context(viewport=PHONE, timezone_id=noonish()) as context,  # type: ignore[arg-type]
    ):
        url, page, scores, loads = f"http://127.0.0.1:{served.port}/league/", context.new_page(), [], []
        secret = elsewhere.invitation()
        page.goto(f"{url}join/{secret}")
        page.fill("[name=name]", "Tom")
        page.fill("[name=password]", PASSWORD)
        page.locator("main button").click()
        expect(page.locator("h2").first).to_have_text("Tom, you have not rolled today.")

        facts = {"name": "Ann", "password": PASSWORD, "zone": "Etc/UTC"}
        assert served.ask("POST", f"/league/join/{secret}", **facts)[0] in (404, 422), (
            "by either process, once"
        )

        def overtaken(route: Route) -> None:
            """The page is made; then the turn comes; then the page arrives."""
            answer = route.fetch()
            if not loads:
                assert "you have not rolled today" in answer.text()
                scores.append(elsewhere.report())
            loads.append(re.findall(r'data-news="(\w+)"', answer.text())[0])
            route.fulfill(response=answer)

        page.goto("about:blank")
        page.route(url, overtaken)
        page.goto(url)
        expect(page.locator(".day .score")).to_have_text(f"{scores[0]:,}")
        assert len(loads) == len(set(loads)) == 2
        assert served.close() == 0
        assert "our fault" not in served.said()
