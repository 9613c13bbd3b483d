"""In Chromium: a set is taught by showing pictures of its dice, by playing with the demo, and forgotten again."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from patient_demo import PatientDemo
from playwright.sync_api import Page, expect
from real_browser import (
    SHOTS,
    Table,
    action,
    chromium,
    heading,
    needs_chromium,
    on_page,
    page,
    served,
    settled,
)
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
    expect(page.locator(".set-picture img")).to_have_count(1)
    page.screenshot(path=SHOTS / "dice-passport.png", full_page=True)
    page.get_by_role("link", name="All sets").click()
    expect(page.get_by_role("button", name="the large ones").locator(".set-picture img")).to_have_count(1)
    page.screenshot(path=SHOTS / "dice-sets.png", full_page=True)
    page.go_back()
    page.locator(".crop").first.click()
    expect(page.locator(".crop")).to_have_count(4)
    forget(page, "Forget all examples")
    expect(page.get_by_text("Nothing is kept.")).to_be_visible()
    forget(page, "Forget the set")
    heading(page, "Which dice lie on the table?")
    assert showing.desk.school.chosen is None


def forget(page: Page, what: str) -> None:
    page.get_by_text("Forget", exact=True).click()
    page.get_by_role("button", name=what).click()


def kept(page: Page, table: Table) -> list[str]:
    """Where each example of the first set is from, as its page lists them once all is worked out."""
    assert table.desk.school.wait(LONG_S)
    page.goto(f"{table.url}/dice/1")
    heading(page, "the demo's")
    return sorted(page.locator(".crop .how").all_inner_texts())


def put_right(page: Page, table: Table) -> None:
    """Say that the first die shows a 6."""
    page.goto(f"{table.url}/table")
    page.get_by_role("link", name="Fix a die").click()
    sheet = page.get_by_role("dialog", name="What does this die show?")
    sheet.get_by_role("button", name="6", exact=True).click()
    expect(sheet).to_have_count(0)
    assert table.lines[-1].endswith("by=fix")


def test_dice_are_taught_by_playing_with_the_demo_and_forgotten_again(
    page: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "webui.camera.opening.open_camera", lambda name: PatientDemo((1, 2, 3, 4, 4, 5), instead=False)
    )
    with served(Settings(data=tmp_path, camera="demo", stale=LONG_S, reopen=2 * LONG_S)) as table:
        page.goto(f"{table.url}/dice")
        page.get_by_label("What do you call them?").fill("the demo's")
        page.get_by_role("button", name="Teach them").click()
        heading(page, "Lay all your dice with the 1 up")
        page.goto(table.url)
        page.get_by_label("Player 1", exact=True).fill("Ann")
        page.get_by_role("button", name=re.compile("Start.*Morning Roll")).click()
        heading(page, "Ann, your pick")
        assert kept(page, table) == [], "nobody has said anything yet"
        put_right(page, table)
        assert kept(page, table) == ["corrected"]
        assert table.desk.school.chosen
        expect(page.get_by_role("button", name="Forget this 6, corrected")).to_be_visible()
        page.goto(f"{table.url}/table")
        settled(page)
        action(page, "Undo").click()
        assert on_page(page, lambda: "by=fix" not in table.lines[-1])
        assert kept(page, table) == [], "the correction is undone"
        put_right(page, table)
        settled(page)
        page.keyboard.press("b")
        assert on_page(page, lambda: table.lines[-1].startswith("stop"))
        assert kept(page, table) == ["corrected", *["kept"] * 5]
        expect(
            page.get_by_text("6 dice were thrown, and nothing says that they are not fair.")
        ).to_be_visible()
        page.screenshot(path=SHOTS / "dice-played.png", full_page=True)
        page.get_by_role("button", name="Forget this 6, corrected").click()
        expect(page.locator(".crop")).to_have_count(5)
        forget(page, "Forget all examples")
        expect(page.get_by_text("Nothing is kept.")).to_be_visible()
        forget(page, "Forget the set")
        heading(page, "Which dice lie on the table?")
        expect(page.get_by_role("button", name="Any dice")).to_have_attribute("aria-current", "true")
        page.goto("about:blank")
