"""In Chromium: a set is taught by showing a picture of its dice, chosen, and forgotten again."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from playwright.sync_api import Page, expect
from real_browser import SHOTS, Table, chromium, heading, needs_chromium, page, served
from still_film import still_film, stills
from waiting import LONG_S

from models.measure.strange import SETS, Drawn
from webui.config import Settings

pytestmark = needs_chromium
__all__ = ["chromium", "page"]


@pytest.fixture(scope="module")
def showing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """A table on which five dice lie with a star up."""
    folder, random = tmp_path_factory.mktemp("stars"), np.random.default_rng([1, 7])
    drawn = Drawn.any(SETS["large pips, a star for 6"], random)
    film = still_film(folder / "stars.mkv", drawn.picture([3] * 5, random)[0])
    with stills(), served(Settings(data=folder / "data", camera=film, stale=LONG_S)) as table:
        yield table


def test_dice_are_taught_by_showing_them_and_forgotten_again(page: Page, showing: Table) -> None:
    page.goto(f"{showing.url}/dice")
    page.get_by_label("What do you call them?").fill("the large ones")
    page.get_by_role("button", name="Teach them").click()
    heading(page, "Lay all your dice with the 1 up")
    page.get_by_role("link", name="The 3: 0 examples").click()
    heading(page, "Lay all your dice with the 3 up")
    page.get_by_role("button", name="Look").click()
    heading(page, "Do all of these show the 3?")
    expect(page.get_by_role("checkbox")).to_have_count(5)
    SHOTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=SHOTS / "dice-shown.png", full_page=True)
    page.get_by_role("button", name="They show the 3").click()
    heading(page, "Lay all your dice with the 4 up")
    expect(page.get_by_role("link", name="The 3: 5 examples")).to_be_visible()
    page.get_by_role("link", name="That is enough").click()
    expect(page.locator(".crop")).to_have_count(5)
    page.screenshot(path=SHOTS / "dice-passport.png", full_page=True)
    page.locator(".crop").first.click()
    expect(page.locator(".crop")).to_have_count(4)
    page.get_by_role("button", name="Forget all examples").click()
    expect(page.get_by_text("Nothing is kept.")).to_be_visible()
    page.get_by_role("button", name="Forget the set").click()
    heading(page, "Which dice lie on the table?")
    assert showing.desk.school.chosen is None
