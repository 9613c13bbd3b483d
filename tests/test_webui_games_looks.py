"""Midnight, 420, the wall and the evening at every size, with two and with twelve players: nothing is cut."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime

import pytest
from playwright.sync_api import Page
from real_browser import Table, chromium, needs_chromium, open_to_everybody, quiet_page, table
from seen_dice import picture, roll
from test_webui_looks import pictured

from vision.nouns import Trouble
from webui.match.plan import Plan

__all__ = ["chromium", "pictured", "quiet_page", "table"]
pytestmark = needs_chromium

TWELVE = (
    "Ann",
    "Włodzimierz-Maximilian von und zu Hohenfels",
    "محمد بن عبد الله",
    "🎲🎲 Zoë 👩‍👩‍👧",
    *("山田 花子", "Bo", "Cy", "Dee", "Eve", "Flo", "Gus", "W" * 40),
)
WIDTHS = (320, 360, 768, 1440)


def begin(table: Table, game: str, *players: str, **options: object) -> None:
    table.desk.presses.new(table.revision, game, players, **options)


def play(table: Table, *moves: str) -> None:
    """Lines as in a match: throws and keeps."""
    for move in moves:
        kind, *faces = move.split()
        table.post({"throw": "throw", "keep": "keep", "stop": "stop"}[kind], faces=faces)


def picked(table: Table, *places: int) -> str:
    return f"/table?at={table.revision}&pick={'+'.join(map(str, places))}"


def midnight(table: Table) -> Iterator[tuple[str, str]]:
    begin(table, "midnight", "Ann", "Bo", rounds=2, ties="carry", stake_in="coins", stake=3)
    play(table, "throw 1 6 5 4 3 3", "keep 1 4 6", "throw 5 5 1", "keep 5", "throw 6 6")
    yield "kept", picked(table, 5)
    play(table, "keep 6 6")
    yield "scored", "/table"
    for _ in range(2):
        play(table, "throw 1 4 6 6 6 5", "keep 1 4 5 6 6 6")
    play(table, "throw 1 4 6 2 2 2")
    yield "carried", picked(table, 1, 2)
    yield "carried, on the wall", "/wall"
    play(table, "keep 1 4 6 2 2 2")
    yield "over", "/table"
    yield "over, on the wall", "/wall"
    begin(table, "midnight", *TWELVE, rounds=1, stake_in="drinks", first="lowest")
    yield "the lowest die", "/table"
    play(table, "throw 2", *["throw 3"] * 11, "throw 1 4 6 6 6 5")
    yield "twelve", picked(table, 1, 2)
    yield "twelve, on the wall", "/wall"
    play(table, "keep 1 4 6 6 6 5")
    for _ in TWELVE[1:]:
        play(table, "throw 1 4 6 6 6 6", "keep 1 4 6 6 6 6")
    yield "eleven winners", "/table"
    yield "eleven winners, on the wall", "/wall"


def four_twenty(table: Table) -> Iterator[tuple[str, str]]:
    begin(table, "420", "Ann", "Bo", first="seats")
    yield "no hands", "/table"
    play(table, "throw 6 5 5 1", "throw 6 6 6 6")
    yield "picked", picked(table, 4)
    yield "not allowed", picked(table, 1)
    begin(table, "420", *TWELVE, first="seats", dice="own")
    play(table, *["throw 6 5 5 1"] * 12)
    yield "twelve", picked(table, 4)
    play(table, "keep 5 5 6", "throw 4")
    yield "the first is out", "/table"
    yield "the first is out, on the wall", "/wall"
    play(table, *["throw 6 6 4 4"] * 10)
    yield "over", "/table"
    yield "over, on the wall", "/wall"


def elsewhere(table: Table) -> Iterator[tuple[str, str]]:
    yield "start", "/?game=midnight&" + "&".join(f"player={name}" for name in TWELVE)
    begin(table, "morning-roll", *TWELVE, rounds=1)
    play(table, "throw 1 2 3 3 4 6")
    yield "twelve", "/table"
    play(table, "stop 1")
    for _ in TWELVE[1:]:
        play(table, "throw 1 1 1 5 5 5", "stop 1 1 1 5 5 5")
    yield "eleven winners", "/table"
    newest = table.desk.ledger.now.saved.match or 0
    now = datetime.now().astimezone()
    table.desk.plans.agree(Plan(newest, now, "420", TWELVE, len(TWELVE) - 1, 9))
    yield "evening", "/evening"
    yield "planned", "/"
    yield "planned, at the end", "/table"
    yield "history", "/history"


MOMENTS: dict[str, Callable[[Table], Iterator[tuple[str, str]]]] = {
    "midnight": midnight,
    "420": four_twenty,
    "elsewhere": elsewhere,
}


@pytest.mark.parametrize("game", MOMENTS)
def test_every_page_of_the_games_fits_its_screen_and_is_open_to_everybody(
    quiet_page: Page, table: Table, game: str
) -> None:
    for name, address in MOMENTS[game](table):
        quiet_page.goto(table.url + address)
        for width in WIDTHS:
            quiet_page.set_viewport_size({"width": width, "height": 800})
            wide = quiet_page.evaluate("document.documentElement.scrollWidth")
            assert wide <= width, f"{name} is {wide} px wide on a screen of {width}"
        open_to_everybody(quiet_page, name)


PAGES = (
    "/setup/steps/camera",
    "/setup/steps/light",
    "/setup/steps/table",
    "/setup/steps/throws",
    "/setup/steps/players",
    "/setup?how=hand",
    "/setup/mat",
    "/settings",
    "/camera",
    "/phone",
    "/dice",
    "/league/",
    "/nowhere",
)


def test_every_page_about_the_table_is_open_to_everybody(quiet_page: Page, pictured: Table) -> None:
    begin(pictured, "morning-roll", "Ann", "Bo")
    pictured.desk.sightings.see(replace(roll((1, 2, 3, 4, 5), off=1), picture=picture(640, 360)))
    quiet_page.goto(f"{pictured.url}/table")
    why = quiet_page.locator("#why-off").get_attribute("href")
    assert why
    for address in (why, *PAGES):
        quiet_page.goto(f"{pictured.url}{address}")
        open_to_everybody(quiet_page, address)


@pytest.mark.parametrize("size", [(360, 740), (768, 1024), (1440, 900), (1920, 1080)], ids=str)
def test_a_screen_that_nobody_touches_shows_all_twelve_without_scrolling(
    quiet_page: Page, table: Table, size: tuple[int, int]
) -> None:
    quiet_page.set_viewport_size({"width": size[0], "height": size[1]})
    for game in ("midnight", "420", "morning-roll"):
        begin(table, game, *TWELVE, first="seats")
        play(table, "throw 6 5 5 1" if game == "420" else "throw 1 4 6 6 6 5")
        quiet_page.goto(f"{table.url}/wall")
        high = quiet_page.evaluate("document.documentElement.scrollHeight")
        assert high <= size[1], f"{game}: {high} px"


@pytest.mark.parametrize("trouble", [False, True], ids=["well", "slow"])
def test_the_dial_of_midnight_lies_above_the_buttons_on_every_phone_and_a_television_and_no_die_beyond_the_edge(
    quiet_page: Page, pictured: Table, trouble: bool
) -> None:
    troubles = [Trouble("slow", "Only 3 pictures a second are looked at.", "Close other programs.", 0.0)]
    pictured.desk.health.hold("test", troubles if trouble else [])
    begin(pictured, "midnight", "Ann", "Bo", rounds=3, ties="carry", stake_in="coins", stake=1)
    for thrown, kept in (("2 4 1 5 3 4", "keep 4"), ("4 4 1 6 4", "keep 6"), ("5 5 1 2", "keep 5 5")):
        play(pictured, f"throw {thrown}")
        quiet_page.goto(f"{pictured.url}/table")
        quiet_page.locator(".lens").wait_for(state="attached")
        for width, height in (
            (360, 740),
            (375, 812),
            (390, 844),
            (768, 1024),
            (820, 1180),
            (1440, 900),
            (1920, 1080),
        ):
            quiet_page.set_viewport_size({"width": width, "height": height})
            parts = [quiet_page.locator(part).bounding_box() for part in (".dial-row", ".actions")]
            dial, actions = (box for box in parts if box)
            assert dial["y"] + dial["height"] <= actions["y"] + 1, f"{thrown} at {width}"
            assert actions["y"] + actions["height"] <= height + 1, f"{thrown} at {width}"
            edges = quiet_page.locator(".die").evaluate_all(
                "all => all.map((die) => die.getBoundingClientRect().right)"
            )
            assert max(edges) <= width, f"{thrown} at {width}"
        play(pictured, kept)
    pictured.desk.health.hold("test", [])


def test_the_dial_of_midnight_lies_above_the_buttons_of_a_low_phone_while_dice_are_typed_in(
    quiet_page: Page, table: Table
) -> None:
    quiet_page.set_viewport_size({"width": 360, "height": 740})
    begin(table, "midnight", "Ann", "Bo", rounds=3, ties="carry", stake_in="coins", stake=1)
    for thrown, kept in (
        ("1 4 6 6 2 2", "keep 1 4 6 6"),
        ("5 5", "keep 5 5"),
        ("1 4 6 6 2 2", "keep 1 4 6 6"),
    ):
        quiet_page.goto(f"{table.url}/table")
        dial, actions = (quiet_page.locator(part).bounding_box() for part in (".dial", ".actions"))
        assert dial, thrown
        assert actions, thrown
        assert dial["y"] + dial["height"] <= actions["y"], thrown
        play(table, f"throw {thrown}", kept)
