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
from still_film import STILLS, still_film, stills
from waiting import LONG_S, until

from hardware.frame import Image
from models.measure.strange import SETS, Drawn, Strange
from webui.config import Settings

pytestmark = needs_chromium
__all__ = ["chromium", "page"]


@pytest.fixture(scope="module")
def film(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A film of five dice with a star up."""
    random = np.random.default_rng([1, 7])
    drawn = Drawn.any(SETS["large pips, a star for 6"], random)
    return still_film(tmp_path_factory.mktemp("stars") / "stars.mkv", drawn.picture([3] * 5, random)[0])


@pytest.fixture(scope="module")
def showing(tmp_path_factory: pytest.TempPathFactory, film: str) -> Iterator[Table]:
    """A table that looks at that film."""
    data = tmp_path_factory.mktemp("data")
    with stills(), served(Settings(data=data, camera=film, stale=LONG_S)) as table:
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


def is_seen(table: Table, picture: Image) -> bool:
    """Whether that is what the camera sees now."""
    frame = table.desk.eye.frame() if table.desk.eye else None
    return frame is not None and np.array_equal(frame.image, picture)


def shown(page: Page, table: Table, film: str, picture: Image, face: int) -> None:
    """Lay these dice on the table, all with this face up, and say so."""
    STILLS[film] = picture
    until(lambda: is_seen(table, picture))
    heading(page, f"Lay all your dice with the {face} up")
    page.get_by_role("button", name="Look").click()
    page.get_by_role("button", name=f"They show the {face}").click()


def test_dice_that_are_read_anyway_are_not_shown_six_times(page: Page, showing: Table, film: str) -> None:
    usual, random = Drawn.any(Strange(), np.random.default_rng([5, 7])), np.random.default_rng([6, 7])
    page.goto(f"{showing.url}/dice")
    page.get_by_label("What do you call them?").fill("the plain ones")
    page.get_by_role("button", name="Teach them").click()
    page.get_by_role("link", name="The 3: 0 examples").click()
    for face in (3, 4):
        expect(page.get_by_text("There is nothing to learn")).to_have_count(0)
        shown(page, showing, film, usual.picture([face] * 4, random)[0], face)
    heading(page, "Lay all your dice with the 5 up")
    expect(page.get_by_text("These dice are read as they are.")).to_be_visible()
    page.screenshot(path=SHOTS / "dice-enough.png", full_page=True)
    page.set_viewport_size({"width": 390, "height": 844})
    page.screenshot(path=SHOTS / "dice-enough-phone.png", full_page=True)
    page.get_by_role("link", name="Stop here").click()
    heading(page, "the plain ones")
    forget(page, "Forget the set")


def test_emblems_are_taught_by_six_pictures_and_go_to_another_table_as_a_file(
    page: Page, showing: Table, film: str, tmp_path: Path
) -> None:
    emblems = Drawn.any(SETS["a star for 1, a heart for 6"], np.random.default_rng([1, 7]))
    page.goto(f"{showing.url}/dice")
    page.get_by_label("What do you call them?").fill("the starry ones")
    page.get_by_role("button", name="Teach them").click()
    for face in range(1, 7):
        random = np.random.default_rng([face, 7])
        shown(page, showing, film, emblems.picture([face] * 5, random)[0], face)
    assert showing.desk.school.wait(LONG_S)
    page.get_by_role("link", name="That is enough").click()
    heading(page, "the starry ones")
    kept = page.locator(".crop").count()
    assert kept >= 24
    expect(page.get_by_text(re.compile("^Read better since"))).to_be_visible()
    page.screenshot(path=SHOTS / "dice-emblems.png", full_page=True)
    page.set_viewport_size({"width": 390, "height": 844})
    page.screenshot(path=SHOTS / "dice-emblems-phone.png", full_page=True)
    with page.expect_download() as download:
        page.get_by_role("link", name="Take the set elsewhere").click()
    download.value.save_as(taken := tmp_path / "set.json")
    forget(page, "Forget the set")
    heading(page, "Which dice lie on the table?")
    page.get_by_label("The file that Roll Call gave out there").set_input_files(taken)
    page.get_by_role("button", name="Bring it in").click()
    heading(page, "the starry ones")
    expect(page.locator(".crop")).to_have_count(kept)
    forget(page, "Forget the set")


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
