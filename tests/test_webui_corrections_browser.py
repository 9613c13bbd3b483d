"""Corrections one after another in a real browser, in each game: what is shown is what the ledger says.

Then Undo goes back through all of them, and Redo over them again, one at a time. `ROLLCALL_CORRECTIONS_IN_BROWSER=12`
has twelve in each game, of dice that were seen and of dice that were typed in; else a few matches have two.
"""

from __future__ import annotations

import os
import random
from collections.abc import Sequence

import pytest
from playwright.sync_api import Page, expect
from real_browser import Table, chromium, needs_chromium, page, settled, table
from seen_dice import roll

from engine.log import Match

__all__ = ["chromium", "page", "table"]
pytestmark = needs_chromium

CORRECTIONS = int(os.environ.get("ROLLCALL_CORRECTIONS_IN_BROWSER", "0"))
GAMES: dict[str, tuple[dict[str, object], tuple[int, ...]]] = {
    "morning-roll": ({"rounds": 1}, (1, 2, 2, 3, 5, 6)),
    "midnight": ({"rounds": 1, "first": "seats"}, (1, 4, 6, 6, 2, 3)),
    "420": ({"first": "seats", "dice": "one"}, (6, 5, 5, 1)),
}
EVERY = [(game, seen) for game in GAMES for seen in (True, False)]
PUT_RIGHT = EVERY if CORRECTIONS else [("midnight", True), ("420", False)]
SHOWN = """(page) => ["h1", ".board li", ".places .die", ".places input", ".sum", ".glasses"].flatMap((kind) =>
  [...page.querySelectorAll(kind)].map((one) => one.ariaLabel ?? one.textContent.replace(/\\s+/g, " ").trim()))"""
FRESH = f"""async () => ({SHOWN})(
  new DOMParser().parseFromString(await (await fetch("/table")).text(), "text/html"))"""


def as_told(page: Page, table: Table) -> list[str]:
    """Heading, scores, dice and sum: as on a page that is loaded anew; and the board is what the lines say."""
    page.locator(f"#board[data-revision='{table.revision}']").wait_for()
    settled(page)
    found: list[str] = page.evaluate(f"({SHOWN})(document)")
    assert page.evaluate(FRESH) == found
    board = table.desk.board()
    assert Match.from_lines(board.lines).state == board.state
    return found


def press(page: Page, key: str) -> None:
    """Press a key that changes the match, and see the board that follows."""
    board = page.locator("#board")
    before = str(board.get_attribute("data-revision"))
    page.keyboard.press(key)
    expect(board).not_to_have_attribute("data-revision", before)
    settled(page)


def put_right(page: Page, table: Table, chance: random.Random) -> None:
    """Another value for a die of the throw, by the sheet and keys; the die keeps its place."""
    page.keyboard.press("f")
    page.locator(".sheet").wait_for()
    before = values(page)
    die = chance.randrange(len(before))
    page.locator(f"#tab-{die + 1}").click()
    page.locator(f"#tab-{die + 1}[aria-current=true]").wait_for()
    value = chance.choice(sorted({1, 2, 3, 4, 5, 6} - {before[die]}))
    press(page, str(value))
    expect(page.locator(".sheet")).to_have_count(0)
    after = [*before]
    after[die] = value
    page.keyboard.press("f")
    page.locator(".sheet").wait_for()
    assert values(page) == after
    page.keyboard.press("Escape")
    expect(page.locator(".sheet")).to_have_count(0)
    throw = table.desk.board().throw
    assert throw
    assert sorted(throw.faces) == sorted(after)  # type: ignore[type-var]


def values(page: Page) -> list[int]:
    """The dice of the throw as the sheet shows them, in their places."""
    names: Sequence[str] = page.locator(".sheet .tab").evaluate_all(
        "(tabs) => tabs.map((tab) => tab.ariaLabel)"
    )
    return [int(name[-1]) for name in names]


@pytest.mark.parametrize(("game", "seen"), PUT_RIGHT)
def test_after_each_correction_and_each_undo_and_redo_the_page_shows_what_the_ledger_says(
    page: Page, table: Table, game: str, seen: bool
) -> None:
    options, faces = GAMES[game]
    table.post("new", game=game, player=["Ann", "Bo"], **options)
    page.goto(f"{table.url}/table")
    if seen:
        table.desk.sightings.see(roll(faces))
    else:
        table.throw(*faces)
    chance = random.Random(f"{game} {seen}")
    stations = [as_told(page, table)]
    for _ in range(CORRECTIONS or 2):
        put_right(page, table, chance)
        stations.append(as_told(page, table))
    for station in reversed(stations[:-1]):
        press(page, "u")
        assert as_told(page, table) == station
    for station in stations[1:]:
        press(page, "Shift+KeyU")
        assert as_told(page, table) == station
