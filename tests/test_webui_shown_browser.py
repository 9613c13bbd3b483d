"""What the page of a match shows at the moments when people argue or look away, in a real browser."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from playwright.sync_api import Page, expect
from real_browser import Table, chromium, needs_chromium, quiet_page, settled
from seen_dice import off_table, picture, roll
from test_webui_looks import pictured

from vision.nouns import Trouble
from webui.match.seen import seen_die

__all__ = ["chromium", "pictured", "quiet_page"]
pytestmark = needs_chromium

SIZES = ((360, 740), (390, 844), (768, 1024), (844, 390), (1366, 768), (1440, 900), (1920, 1080))
DARK = Trouble("dark", "The light is low.", "Switch on a lamp above the table.", 0.0)
MOVED = Trouble(
    "camera-moved", "The camera has moved.", "Put it back, or mark the table again in Set up.", 0.0
)


@pytest.fixture
def page(quiet_page: Page) -> Page:
    """A page with its scripts, which goes on by itself."""
    quiet_page.unroute_all()
    return quiet_page


def at(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})


def hold(table: Table, *troubles: Trouble) -> None:
    table.desk.health.hold("test", troubles)


def test_the_page_says_which_way_of_playing_is_on_and_the_button_turns_it(
    page: Page, pictured: Table
) -> None:
    pictured.new("Ann", "Bo")
    page.goto(f"{pictured.url}/table")
    mode = page.locator(".by-throw", has=page.locator("#by-throw"))
    for on, says in (
        (False, "What was kept is asked when you throw before you press."),
        (True, "Throwing on keeps what was picked, if only one keep fits."),
    ):
        pictured.desk.presses.confirm_by_throwing(not on)
        expect(mode).not_to_contain_text(says)
        settled(page)
        page.locator("#by-throw").click()
        expect(mode).to_contain_text(says)
        assert pictured.desk.board().by_throw == on
        for size in SIZES:
            at(page, size)
            mode.scroll_into_view_if_needed()
            expect(mode).to_be_in_viewport(ratio=0.9)


def lying(faces: tuple[int, ...]) -> tuple[np.ndarray, ...]:
    """Corners of so many dice in a row, in a picture of 1280 x 720."""
    square = np.array([[-30, -30], [30, -30], [30, 30], [-30, 30]], np.float32)
    return tuple(square + np.array([200 + 150 * n, 360], np.float32) for n in range(len(faces)))


RINGS = """() => [...document.querySelectorAll('.marks polygon.ring')].filter((each) => each.checkVisibility())
  .map((each) => each.closest('g').getAttribute('class'))"""
TAGS = """() => [...document.querySelectorAll('.marks .tag + text')].filter((each) => each.checkVisibility())
  .map((each) => each.textContent)"""


@pytest.mark.parametrize("leaves", [0, 1, 2], ids=["nothing counts", "one is off", "one was seen to leave"])
def test_at_a_bust_the_dice_that_lie_there_keep_their_rings_and_their_values(
    quiet_page: Page, pictured: Table, leaves: int
) -> None:
    off = min(leaves, 1)
    faces = (2, 2, 3, 3, 4, 6)[off:]
    seen = roll(faces, off=off)
    dice = tuple(
        replace(die, corners_px=corners) for die, corners in zip(seen.dice, lying(faces), strict=True)
    )
    source = replace(pictured.desk.board().source, phase="settled", dice=tuple(map(seen_die, dice)))
    pictured.new("Ann", "Bo")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pictured.desk.eye, "source", lambda: source)
        if leaves == 2:
            way = np.array([[0.1, 900, 300], [0.2, 1200, 320]])
            pictured.desk.sightings.see_off(
                replace(off_table(), tracks=(way,), picture=picture(1280, 720, shade=88))
            )
        pictured.desk.sightings.see(replace(seen, picture=picture(1280, 720), dice=dice))
        for size in ((390, 844), (1440, 900)):
            at(quiet_page, size)
            quiet_page.goto(f"{pictured.url}/table")
            expect(quiet_page.locator("h1")).to_contain_text("Bust")
            assert quiet_page.evaluate(RINGS) == ["still"] * len(faces) + ["off"] * (leaves == 2)
            assert sorted(quiet_page.evaluate(TAGS)) == sorted(map(str, faces))


NUMBERS = """() => [...document.querySelectorAll('main *')]
  .filter((each) => each.checkVisibility() && [...each.childNodes].some((n) => n.nodeType === 3 && /\\d/.test(n.data)))
  .map((each) => [parseFloat(getComputedStyle(each).fontSize), each.textContent.trim()]).sort(([a], [b]) => b - a)"""


def test_the_largest_number_of_the_winner_s_page_is_the_winner_s(quiet_page: Page, pictured: Table) -> None:
    pictured.new("Ann", "Bo")
    pictured.throw(1, 1, 1, 5, 5, 5)
    pictured.post("stop", faces=[1, 1, 1, 5, 5, 5])
    pictured.throw(2, 2, 3, 3, 4, 6)
    quiet_page.goto(f"{pictured.url}/table")
    expect(quiet_page.locator("h1")).to_have_text("Ann wins")
    won = quiet_page.locator(".hero .number").inner_text()
    assert int(won.replace(",", "")) > 0
    for size in SIZES:
        at(quiet_page, size)
        (large, number), (next_large, _), *_ = quiet_page.evaluate(NUMBERS)
        assert number == won, size
        assert large > 1.5 * next_large, size
    quiet_page.goto(f"{pictured.url}/wall")
    title = quiet_page.locator(".wall h1 bdi")
    for size in SIZES:
        at(quiet_page, size)
        assert title.inner_text() == "Ann wins"
        assert title.evaluate("each => each.scrollWidth <= each.clientWidth"), size


PLACES = """() => Object.fromEntries(['.bar', '.board', '.picture', '.strip', '.turn', '.tray', '.sum', '.actions']
  .map((name) => [name, JSON.stringify(document.querySelector(name).getBoundingClientRect())]))"""


@pytest.mark.parametrize("trouble", [DARK, MOVED], ids=lambda trouble: trouble.code)
def test_a_trouble_takes_its_room_from_the_picture_and_pushes_nothing(
    page: Page, pictured: Table, trouble: Trouble
) -> None:
    hold(pictured)
    pictured.new("Ann", "Bo", "Zoë", "Marek")
    pictured.throw(1, 5, 4, 4, 4, 6)
    page.goto(f"{pictured.url}/table")
    page.locator(".lens").wait_for(state="attached")
    strip = page.locator("#board .trouble")
    for size in SIZES:
        at(page, size)
        before = page.evaluate(PLACES)
        hold(pictured, trouble)
        expect(strip).to_be_in_viewport(ratio=1)
        assert page.evaluate(PLACES) == before, size
        hold(pictured)
        expect(strip).to_be_hidden()
        assert page.evaluate(PLACES) == before, size


def test_a_page_that_is_cut_off_moves_nothing(quiet_page: Page, pictured: Table) -> None:
    hold(pictured)
    pictured.new("Ann", "Bo")
    quiet_page.goto(f"{pictured.url}/table")
    quiet_page.locator(".lens").wait_for(state="attached")
    before = quiet_page.evaluate(PLACES)
    quiet_page.evaluate("document.getElementById('cut-off').hidden = false")
    expect(quiet_page.locator("#cut-off")).to_be_in_viewport(ratio=1)
    assert quiet_page.evaluate(PLACES) == before


NAMES = """() => [...document.querySelectorAll('.places > .die')].map((die) => [
  (die.querySelector('input') ?? die).getAttribute('aria-label') ?? die.querySelector('.vh').textContent,
  [...die.querySelectorAll('.caption')].map((each) => [...each.childNodes]
    .filter((n) => n.nodeType === 3).map((n) => n.data.trim()).join(' ')).join(' ')])"""
"""What a screen reader calls each die, and the words under it; the key beside them is no word."""


def test_the_name_of_each_die_has_the_words_that_stand_under_it(quiet_page: Page, pictured: Table) -> None:
    pictured.new("Ann", "Bo")
    asked = f"/table?at={pictured.revision}&type=1+4+4"
    quiet_page.goto(pictured.url + asked)
    typed = quiet_page.evaluate(NAMES)
    assert [words for _, words in typed[:3]] == ["typed"] * 3
    assert [name.split(",")[0] for name, _ in typed[:3]] == ["die 1: a 1", "die 2: a 4", "die 3: a 4"]
    pictured.throw(1, 5, 4, 4, 4, 6)
    quiet_page.goto(f"{pictured.url}/table")
    thrown = quiet_page.evaluate(NAMES)
    pictured.post("keep", faces=[1, 5])
    quiet_page.goto(f"{pictured.url}/table")
    kept = quiet_page.evaluate(NAMES)
    pictured.desk.sightings.see(roll((None, 3, 3, 2), kept=(1, 5)))
    quiet_page.goto(f"{pictured.url}/table")
    unsure = quiet_page.evaluate(NAMES)
    for name, words in (*typed, *thrown, *kept, *unsure):
        assert words.lower() in name.lower(), (name, words)
