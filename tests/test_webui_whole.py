"""Each game whole in a real browser: by a finger with a second page beside it, without a script, and put right.

By keys alone each is played in test_webui_by_ear_browser.py, hands-free in test_webui_hands_free.py.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect
from real_browser import LAPTOP, PHONE, Table, chromium, needs_chromium, page, settled, table
from test_webui_by_ear_browser import LISTEN, until

__all__ = ["chromium", "page", "table"]
pytestmark = needs_chromium

# Dice that are thrown, then the places and the button that are tapped; the heading before each step is waited for.
Step = tuple[str, tuple[int, ...], str, str]
GAMES: dict[str, tuple[dict[str, object], tuple[Step, ...], str]] = {
    "morning-roll": (
        {"rounds": 1},
        (
            ("Ann, six dice.", (1, 2, 2, 3, 5, 6), "5", "Roll on"),
            ("Ann, five dice.", (1, 4, 4, 4, 6), "", "Stop"),
            ("Bo, six dice.", (2, 2, 3, 4, 6, 6), "", ""),
        ),
        "Ann wins",
    ),
    "midnight": (
        {"rounds": 1, "first": "seats"},
        (
            ("Ann, six dice.", (1, 4, 6, 6, 2, 3), "1234", "Roll on"),
            ("Ann, two dice.", (5, 5), "56", "Bank"),
            ("Bo, six dice.", (1, 4, 2, 2, 2, 3), "123456", "Bank"),
        ),
        "Ann wins",
    ),
    "420": (
        {"first": "seats"},
        (
            ("Ann, four dice.", (6, 5, 5, 1), "", ""),
            ("Bo, four dice.", (6, 6, 6, 6), "", ""),
            ("Ann, your throw", (), "4", "Throw the 1 again"),
            ("Ann, one die.", (4,), "", ""),
        ),
        "Bo buys",
    ),
}


def context(chromium: Browser, **options: object) -> Iterator[Page]:
    made: BrowserContext = chromium.new_context(**options)  # type: ignore[arg-type]
    page = made.new_page()
    yield page
    made.close()


@pytest.fixture
def phone(chromium: Browser) -> Iterator[Page]:
    yield from context(chromium, viewport=PHONE, has_touch=True, is_mobile=True)


@pytest.fixture
def plain(chromium: Browser) -> Iterator[Page]:
    yield from context(chromium, viewport=LAPTOP, java_script_enabled=False)


def begin(table: Table, game: str) -> tuple[tuple[Step, ...], str]:
    options, steps, end = GAMES[game]
    table.post("new", game=game, player=["Ann", "Bo"], **options)
    return steps, end


def board(page: Page) -> list[str]:
    """What both pages show alike: the scores, and the dice with their places."""
    return page.locator(".board li, .ranks li, .places .die").all_inner_texts()


@pytest.mark.parametrize("game", GAMES)
def test_each_game_is_played_whole_by_touch_and_a_second_page_agrees(
    phone: Page, page: Page, table: Table, game: str
) -> None:
    steps, end = begin(table, game)
    for each in (phone, page):
        each.goto(f"{table.url}/table")
    for heading, faces, places, button in steps:
        expect(phone.locator("h1")).to_have_text(heading)
        if faces:
            table.throw(*faces)
        if button:
            phone.locator("input[name=faces]").first.wait_for(state="attached")
        for place in places:
            settled(phone)
            box = phone.locator(f"#place-{place}")
            before = box.is_checked()
            phone.locator(f"label.die:has(#place-{place})").tap()
            expect(box).to_be_checked(checked=not before)
        if button:
            settled(phone)
            phone.locator(".actions button", has_text=button).tap()
    expect(phone.locator("h1")).to_have_text(end)
    expect(page.locator("h1")).to_have_text(end)
    settled(phone)
    settled(page)
    assert board(phone) == board(page) != []


@pytest.mark.parametrize("game", GAMES)
def test_each_game_is_played_whole_without_a_script(plain: Page, table: Table, game: str) -> None:
    steps, end = begin(table, game)
    plain.goto(f"{table.url}/table")
    for heading, faces, places, button in steps:
        expect(plain.locator("h1")).to_have_text(heading)
        for face in faces:
            plain.locator(".keypad a", has_text=re.compile(f"^{face}")).first.click()
        if faces:
            plain.get_by_text("That is the throw").click()
        if button:
            for place in places:
                plain.locator(f"label.die:has(#place-{place})").click()
            # Nobody has told the page what is picked: what may not be pressed yet is pressed all the same.
            named = "Throw" if game == "420" else button
            plain.locator(".actions button", has_text=named).last.click(force=True)
        elif "Bo, six" in heading:
            break
    expect(plain.locator("h1")).to_have_text(end)


# The game, what was played, the correction (a route, with a die and its value for a fix), and how it is said.
MOMENTS: tuple[tuple[str, str, str, str], ...] = (
    ("morning-roll", "throw 1 2 2 3 4 6", "fix 3 1", "Put right: the 3 is a 1. Turn 200."),
    ("morning-roll", "throw 1 2 2 3 4 6,keep 1", "undo", "Taken back: the keep, 1. Turn 100."),
    (
        "morning-roll",
        "throw 1 2 2 3 4 6,keep 1,throw 5 2 2 3 4",
        "undo",
        "Taken back: the throw, two twos, 3, 4",
    ),
    ("morning-roll", "throw 1 2 2 3 4 6", "fix 0 3", "Put right: the 1 is a 3. Now a bust: Ann 0."),
    ("morning-roll", "throw 2 2 3 3 4 6", "fix 5 1", "Put right: the 6 is a 1. No bust: Ann picks."),
    ("morning-roll", "throw 1 2 3 4 5 5", "fix 5 6", "Put right: the 5 is a 6. A straight, turn 2,500."),
    ("morning-roll", "throw 1 2 3 4 5 6", "fix 5 5", "Put right: the 6 is a 5. Turn 200."),
    ("morning-roll", "throw 1 2 2 3 4 6,stop 1", "undo", "Taken back: the stop, 1. Turn 100."),
    (
        "midnight",
        "throw 1 4 6 6 5 5,keep 1 4 5 5 6 6",
        "undo",
        "Taken back: the keep, 1, 4, two fives and two",
    ),
    (
        "midnight",
        "throw 1 4 6 6 5 5,keep 1 4 5 5 6 6,throw 1 4 2 2 2 2,keep 1 4 2 2 2 2",
        "undo",
        "Taken back: the",
    ),
    (
        "420",
        "throw 6 5 5 1,throw 6 6 5 4,keep 6 5 5,throw 4",
        "undo",
        "Taken back: the end. The match goes on.",
    ),
    ("420", "throw 6 5 5 1", "fix 3 4", "Put right: the 1 is a 4. Bo buys the drinks."),
)


def test_a_correction_at_twelve_moments_is_one_call_and_never_a_throw(page: Page, table: Table) -> None:
    for number, (game, played, correction, said) in enumerate(MOMENTS, 1):
        begin(table, game)
        for move in played.split(","):
            kind, *faces = move.split()
            table.post(kind, faces=faces)
        page.goto(f"{table.url}/table")
        page.evaluate(LISTEN)
        route, *die = correction.split()
        table.post(route, **(dict(zip(("die", "value"), die, strict=True)) if die else {}))
        until(page, "window.heard.length > 0")
        settled(page)
        page.keyboard.press("e")
        until(page, "window.heard.length > 1")
        (one, _) = page.evaluate("window.heard")
        assert one.startswith(said), (number, one)
        assert "threw" not in one, number
        (breath,) = [table.desk.feed.recent()[-1].breath]
        assert len(breath.calls) == 1, number
