"""Hands-free in a browser: made throws, the real nets and a page that is open play whole matches, and nobody presses.

ROLLCALL_HANDS_FREE_BROWSER is how many matches of each kind two to six players play; without it none is played.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from patient_demo import PatientDemo
from playwright.sync_api import Page, expect
from real_browser import Table, chromium, heading, needs_chromium, page, served, settled
from waiting import LONG_S

from engine.game import State
from webui.config import Settings

__all__ = ["chromium", "page"]
MATCHES = int(os.environ.get("ROLLCALL_HANDS_FREE_BROWSER", "0"))
pytestmark = [
    needs_chromium,
    pytest.mark.skipif(not MATCHES, reason="ROLLCALL_HANDS_FREE_BROWSER asks for no matches"),
]
NAMES = ("Ann", "Bo", "Zoë", "Marek", "Dee", "Eve")
GAMES: dict[str, dict[str, object]] = {
    "midnight": {"rounds": 1},
    "morning-roll": {"rounds": 1},
    "420-one": {"dice": "one"},
    "420-own": {"dice": "own"},
}
LONGEST_S = 120.0
"""Seconds of film from one line of a match to the next at most. Larger: one that stands still is found out later."""
SEEN = """() => {
  window.seen = [];
  const look = () => {
    const now = Number(document.getElementById("board").dataset.revision);
    if (now !== window.seen.at(-1)) window.seen.push(now);
  };
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true, attributes: true });
  look();
}"""
"""Every board that the page has shown, one after the other."""


def state_of(table: Table) -> State:
    board = table.desk.board()
    assert board.question is None, (board.question, board.lines)
    assert board.state
    return board.state


def watch_to_the_end(page: Page, table: Table, demo: PatientDemo) -> None:
    """Look on until the match is over. A bust waits for somebody: R goes on, and writes nothing down."""
    while not state_of(table).outcome:
        lines, end_s = table.lines, demo.seen_s + LONGEST_S
        if state_of(table).bust:
            heading(page, "Bust")
            settled(page)
            page.keyboard.press("r")
        while table.lines == lines:
            assert demo.seen_s < end_s, (lines, page.locator("h1").inner_text())
            page.wait_for_timeout(50)
            state_of(table)


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("game", GAMES)
def test_with_the_page_open_a_film_of_throws_plays_every_game_to_its_end_and_nobody_presses_anything(
    page: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, players: int
) -> None:
    for seed in range(MATCHES):
        demo = PatientDemo(seed=f"{game} {players} {seed}")
        monkeypatch.setattr("webui.camera.opening.open_camera", lambda name, demo=demo: demo)
        with served(Settings(data=tmp_path / str(seed), stale=LONG_S, reopen=2 * LONG_S)) as table:
            page.goto(f"{table.url}/settings")
            page.get_by_role("button", name="Confirm it").click()
            table.desk.presses.new(
                table.revision, game.split("-o")[0], NAMES[:players], first="seats", **GAMES[game]
            )
            page.goto(f"{table.url}/table")
            page.get_by_role("button", name="Throw on by itself").click()
            expect(page.get_by_role("button", name="Wait for me")).to_be_visible()
            page.evaluate(SEEN)
            watch_to_the_end(page, table, demo)
            expect(page.locator("main.is-over")).to_be_visible()
            assert page.evaluate("window.seen") == sorted(page.evaluate("window.seen"))
            assert page.evaluate("window.seen.at(-1)") == table.revision
            assert not [line for line in table.lines if "by=" in line or line == "undo"]
            page.goto("about:blank")
