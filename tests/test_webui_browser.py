"""The pages in a real browser: headless Chromium plays, corrects, undoes, by tap and by key, at every size."""

from __future__ import annotations

import json
import logging
import re
import shutil
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib import parse, request

import pytest
from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright
from seen_dice import roll
from waitress.server import create_server

from vision.nouns import Trouble
from webui.app import create_app
from webui.config import Settings
from webui.desk import Desk

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--no-first-run",
]
SHOTS = Path(__file__).resolve().parent.parent / "build" / "shots"
PHONE, LAPTOP = {"width": 390, "height": 844}, {"width": 1440, "height": 900}
LEAST_TOUCH = 44
MEANT = ("ERR_INTERNET_DISCONNECTED", "ERR_FAILED", "409")
"""What the tests themselves bring about on the console."""

pytestmark = pytest.mark.skipif(
    CHROMIUM is None,
    reason="Chromium is not here: install it (apt: chromium) to test the pages in a browser.",
)


@dataclass
class Table:
    """The program, served; and another player, who presses without a browser."""

    url: str
    desk: Desk

    @property
    def revision(self) -> int:
        return self.desk.board().revision

    @property
    def lines(self) -> tuple[str, ...]:
        return self.desk.board().lines[2:]

    def post(self, route: str, **fields: object) -> None:
        """What another device does, over HTTP."""
        data = parse.urlencode({"revision": self.revision, **fields}, doseq=True).encode()
        asked = request.Request(f"{self.url}/match/{route}", data, {"Accept": "application/json"})
        with request.urlopen(asked, timeout=10) as answer:
            json.load(answer)

    def new(self, *players: str, rounds: int = 1) -> None:
        self.post("new", game="morning-roll", player=players, rounds=rounds)

    def throw(self, *faces: int) -> None:
        self.post("throw", faces=faces)


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    app = create_app(Settings(data=tmp_path_factory.mktemp("data"), camera="none", port=0))
    logging.getLogger("waitress").setLevel(logging.CRITICAL)
    server = create_server(app, host="127.0.0.1", port=0, threads=16)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    desk: Desk = app.extensions["rollcall"]
    yield Table(f"http://127.0.0.1:{server.effective_port}", desk)
    desk.push.close()
    server.close()
    thread.join(10)
    desk.close()


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        yield browser
        browser.close()


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    """A laptop's page that may say nothing on its console."""
    context = chromium.new_context(viewport=LAPTOP)  # type: ignore[arg-type]
    page = context.new_page()
    page.set_default_timeout(10_000)
    said: list[str] = []
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("console", lambda message: said.append(message.text) if message.type == "error" else None)
    yield page
    context.close()
    assert [line for line in said if not any(word in line for word in MEANT)] == []


def heading(page: Page, words: str | re.Pattern[str]) -> None:
    expect(page.locator("h1")).to_have_text(words)


def settled(page: Page) -> None:
    """The moment is over in which a press would count for the board before."""
    expect(page.locator("#board:not([data-fresh])")).to_be_visible()


def action(page: Page, name: str) -> Locator:
    return page.locator(".actions").get_by_text(name)


# The whole of it


def test_a_match_is_played_from_the_first_page_to_the_final_score(page: Page, table: Table) -> None:
    page.goto(table.url)
    page.get_by_label("Player 1").fill("Ann")
    page.get_by_label("Player 2").fill("Bo")
    page.get_by_label("Turns each").fill("1")
    page.get_by_role("button", name="Start").click()
    heading(page, "Ann, six dice.")
    page.evaluate("window.same = true")
    table.throw(1, 2, 2, 3, 5, 6)
    heading(page, "Ann, your pick")
    expect(page.locator(".sum .total .points")).to_have_text("150")
    page.get_by_label("die 5: 5, 50").uncheck()
    expect(page.locator(".sum .total .points")).to_have_text("100")
    settled(page)
    action(page, "Roll on").click()
    heading(page, "Ann, five dice.")
    table.throw(1, 4, 4, 4, 6)
    heading(page, "Ann, your pick")
    expect(page.locator("#place-1")).to_contain_text("kept")
    settled(page)
    action(page, "Stop and bank").click()
    heading(page, "Bo, six dice.")
    expect(page.locator("#polite")).to_have_text("Ann banks 600. Ann 600. Bo is next, six dice.")
    table.throw(2, 2, 3, 4, 6, 6)
    heading(page, "Ann wins")
    expect(page.locator(".player .total")).to_have_text(["600", "0"])
    assert page.evaluate("window.same"), "the page was loaded anew in between"
    settled(page)
    action(page, "Play again").click()
    heading(page, "Ann, six dice.")


def test_a_die_is_corrected_with_one_tap_and_the_focus_comes_back(page: Page, table: Table) -> None:
    table.new("Ann")
    table.desk.keeper.see(roll((1, 4, 4, 6, 2, 3)))
    page.goto(f"{table.url}/table")
    page.get_by_role("link", name="Fix a die").click()
    sheet = page.get_by_role("dialog", name="What does this die show?")
    expect(sheet.get_by_role("button", name="Yes, a 1")).to_be_focused()
    sheet.get_by_role("link", name="die 6: 6").click()
    sheet.get_by_role("button", name="4").click()
    expect(sheet).to_have_count(0)
    assert table.lines[-1] == "throw 1 4 4 4 2 3 by=fix"
    expect(page.get_by_role("link", name="Fix a die")).to_be_focused()
    expect(page.locator(".sum .total .points")).to_have_text("500")
    action(page, "Undo").click()
    heading(page, "Ann, six dice.")


def test_escape_closes_the_sheet_without_a_change(page: Page, table: Table) -> None:
    table.new("Ann")
    table.throw(1, 4, 4, 6, 2, 3)
    page.goto(f"{table.url}/table")
    page.keyboard.press("f")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert table.lines == ("throw 1 4 4 6 2 3 by=hand",)


def test_an_unsure_die_is_answered_with_its_number_on_the_keyboard(page: Page, table: Table) -> None:
    table.new("Ann")
    page.goto(f"{table.url}/table")
    table.desk.keeper.see(roll((1, None, 4, 4, 2, 3)))
    expect(page.get_by_role("dialog")).to_be_visible()
    expect(page.locator("#assertive")).to_have_text("Die 6: a 6 or a 4? Press the number.")
    settled(page)
    page.keyboard.press("4")
    heading(page, "Ann, your pick")
    assert table.lines == ("throw 1 4 4 4 2 3 by=fix",)


def test_a_turn_is_played_with_the_keyboard_alone(page: Page, table: Table) -> None:
    table.new("Ann", "Bo")
    page.goto(f"{table.url}/table")
    for key in (*"122356", "Enter"):
        page.keyboard.press(key)
    heading(page, "Ann, your pick")
    page.keyboard.press("5")
    expect(page.locator("#polite")).to_have_text("Die 5, a 5, back to throw. 100.")
    page.keyboard.press("r")
    heading(page, "Ann, five dice.")
    page.keyboard.press("u")
    heading(page, "Ann, your pick")
    page.keyboard.press("Shift+U")
    heading(page, "Ann, five dice.")
    for key in (*"14446", "Enter"):
        page.keyboard.press(key)
    heading(page, "Ann, your pick")
    page.keyboard.press("1")
    expect(page.locator("#polite")).to_have_text("Die 1 is kept.")
    page.keyboard.press("s")
    heading(page, "Bo, six dice.")
    assert table.lines[-1] == "stop 1 4 4 4"


def test_keys_can_be_switched_off(page: Page, table: Table) -> None:
    table.new("Ann")
    page.goto(f"{table.url}/table")
    page.get_by_text("Keys", exact=True).click()
    page.get_by_label("Keys work on this page").uncheck()
    page.keyboard.press("1")
    page.wait_for_timeout(200)
    expect(page.locator(".die.is-typed")).to_have_count(0)


# Other people, other troubles


def test_what_others_do_takes_neither_focus_nor_pick(page: Page, table: Table) -> None:
    table.new("Ann", "Bo")
    table.throw(1, 5, 4, 4, 4, 6)
    page.goto(f"{table.url}/table")
    page.get_by_label("die 5: 5, 50").uncheck()
    expect(page.locator(".sum .total .points")).to_have_text("500")
    table.desk.health.hold("eye", [Trouble("light", "The light is low.", "Switch on a lamp.", 0.0)])
    expect(page.get_by_text("The light is low.")).to_be_visible()
    expect(page.get_by_label("die 5: 5, 50")).to_be_focused()
    expect(page.get_by_label("die 5: 5, 50")).not_to_be_checked()
    table.desk.health.hold("eye", [])
    expect(page.get_by_text("The light is low.")).to_be_hidden()


def test_two_who_press_at_once_do_one_thing_and_the_second_is_told(page: Page, table: Table) -> None:
    table.new("Ann", "Bo")
    table.throw(1, 5, 4, 4, 4, 6)
    page.goto(f"{table.url}/table")
    heading(page, "Ann, your pick")
    # This page hears nothing of the change, as if both had pressed in the same moment.
    page.route("**/table/board*", lambda route: route.abort())
    table.post("keep", faces=[1])
    action(page, "Stop and bank").click()
    expect(page.locator("#told")).not_to_have_text("")
    expect(page.locator("#told")).to_contain_text("nothing was changed")
    page.unroute("**/table/board*")
    assert table.lines == ("throw 1 5 4 4 4 6 by=hand", "keep 1")


def test_a_page_that_is_cut_off_says_so_and_catches_up(page: Page, table: Table) -> None:
    table.new("Ann", "Bo")
    page.goto(f"{table.url}/table")
    heading(page, "Ann, six dice.")
    page.context.set_offline(True)
    page.get_by_role("link", name="1", exact=True).click()
    expect(page.locator("#cut-off")).to_be_visible()
    table.throw(1, 5, 4, 4, 4, 6)
    page.context.set_offline(False)
    heading(page, "Ann, your pick")
    expect(page.locator("#cut-off")).to_be_hidden()


# How it looks


def moments(table: Table) -> Iterator[tuple[str, str]]:
    """Every moment of a match, one after the other: its name, and the address that shows it."""
    table.new("Ann", "Włodzimierz-Maximilian von und zu Hohenfels", "山田 花子", "محمد بن عبد الله", rounds=2)
    yield "start", "/"
    yield "typing", f"/table?at={table.revision}&type=1+4"
    table.throw(1, 1, 1, 5, 5, 5)
    yield "many", "/table"
    yield "bad-pick", f"/table?at={table.revision}&pick=1+2"
    yield "fix", f"/table?at={table.revision}&fix=0"
    table.post("stop", faces=[1, 1, 1, 5, 5, 5])
    table.throw(1, 2, 3, 4, 5, 6)
    yield "straight", "/table"
    table.post("keep", faces=[1, 2, 3, 4, 5, 6])
    table.desk.keeper.see(roll((1, None, 4, 4, 2, 3)))
    yield "unsure", "/table"
    table.post("undo")
    table.desk.keeper.see(roll((1, 4, 4)))
    yield "count", "/table"
    table.post("undo")
    table.desk.keeper.see(roll((1, 4, 4, 4, 6), off=1, why="A die went over the right edge."))
    yield "off", "/table"
    yield "history", "/history"


LOOKED_AT = ("start", "typing", "many", "unsure", "off")


@pytest.fixture
def quiet_page(chromium: Browser) -> Iterator[Page]:
    """A page with its own script switched off, so that it changes only when it is told to."""
    context = chromium.new_context(viewport=LAPTOP, java_script_enabled=True)  # type: ignore[arg-type]
    page = context.new_page()
    page.route("**/*.js", lambda route: route.abort())
    yield page
    context.close()


SMALL = f"""() => [...document.querySelectorAll('.button, .keep-way, .value, label.die, a.die, .tab, summary')]
  .filter((each) => each.checkVisibility() && !each.closest('[inert]') && !each.matches('.vh, .strip *'))
  .map((each) => [each.textContent.trim(), each.getBoundingClientRect()])
  .filter(([, box]) => box.width < {LEAST_TOUCH} - .5 || box.height < {LEAST_TOUCH} - .5)
  .map(([words, box]) => `${{words}} ${{box.width}} x ${{box.height}}`)"""


def test_nothing_overflows_sideways_and_everything_can_be_tapped_from_320_to_1920(
    quiet_page: Page, table: Table
) -> None:
    for name, address in moments(table):
        quiet_page.goto(table.url + address)
        for width in (320, 390, 704, 1024, 1920):
            quiet_page.set_viewport_size({"width": width, "height": 900})
            wide = quiet_page.evaluate("document.documentElement.scrollWidth")
            assert wide <= width, f"{name} is {wide} px wide on a screen of {width}"
            assert quiet_page.evaluate(SMALL) == [], f"{name} at {width}"


def test_screens_are_drawn_for_people_to_look_at(quiet_page: Page, table: Table) -> None:
    SHOTS.mkdir(parents=True, exist_ok=True)
    for name, address in moments(table):
        if name not in LOOKED_AT:
            continue
        quiet_page.goto(table.url + address)
        for device, size in (("phone", PHONE), ("desktop", LAPTOP)):
            quiet_page.set_viewport_size(size)  # type: ignore[arg-type]
            for mode in ("light", "dark"):
                quiet_page.emulate_media(color_scheme=mode)  # type: ignore[arg-type]
                shot = quiet_page.screenshot(path=SHOTS / f"typed-{name}-{device}-{mode}.png")
                assert len(shot) > 5_000


@pytest.mark.parametrize(
    "size", [LAPTOP, {"width": 1366, "height": 768}, PHONE], ids=["laptop", "low", "phone"]
)
def test_the_actions_of_a_turn_are_on_the_screen_without_scrolling(
    quiet_page: Page, table: Table, size: dict[str, int]
) -> None:
    table.new("Ann", "Bo", "Zoë", "Marek")
    table.throw(1, 5, 4, 4, 4, 6)
    quiet_page.set_viewport_size(size)  # type: ignore[arg-type]
    quiet_page.goto(f"{table.url}/table")
    for words in ("Undo", "Roll on", "Stop and bank"):
        box = action(quiet_page, words).first.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= size["height"]


PAIRS = {
    ("ink", "ground"): 4.5,
    ("ink", "surface"): 4.5,
    ("ink", "soft"): 4.5,
    ("ink-2", "ground"): 4.5,
    ("ink-2", "surface"): 4.5,
    ("ink-2", "sunk"): 4.5,
    ("accent-ink", "ground"): 4.5,
    ("accent-ink", "surface"): 4.5,
    ("on-accent", "accent"): 4.5,
    ("on-tray", "tray"): 4.5,
    ("on-tray", "tray-deep"): 4.5,
    ("bad", "surface"): 4.5,
    ("edge", "surface"): 3.0,
    ("edge", "ground"): 3.0,
    ("pip", "die"): 4.5,
    ("die", "tray"): 3.0,
    **{(f"p{seat}", ground): 3.0 for seat in (1, 2, 3, 4) for ground in ("surface", "soft")},
}
COLOURS = """([games, names]) => games.map((game) => {
  document.body.dataset.game = game;
  return Object.fromEntries(names.map((name) => {
    document.body.style.color = `var(--${name})`;
    return [name, getComputedStyle(document.body).color.match(/[\\d.]+/g).slice(0, 3).map(Number)];
  }));
})"""


def luminance(colour: list[float]) -> float:
    """Relative luminance, WCAG 2.2."""
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (each / 255 for each in colour)
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_the_colours_of_every_game_are_far_enough_apart(quiet_page: Page, table: Table, mode: str) -> None:
    quiet_page.emulate_media(color_scheme=mode)  # type: ignore[arg-type]
    quiet_page.goto(table.url)
    games = ["morning", "midnight", "420"]
    names = sorted({name for pair in PAIRS for name in pair})
    for game, colours in zip(games, quiet_page.evaluate(COLOURS, [games, names]), strict=True):
        for (front, back), least in PAIRS.items():
            dark, light = sorted(luminance(colours[name]) for name in (front, back))
            ratio = (light + 0.05) / (dark + 0.05)
            assert ratio >= least, f"{front} on {back}, {game}, {mode}: {ratio:.2f}"


def test_whoever_wants_no_motion_gets_none(quiet_page: Page, table: Table) -> None:
    table.new("Ann")
    table.throw(1, 5, 4, 4, 4, 6)
    quiet_page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    for wish, names in (("no-preference", "rise"), ("reduce", "none")):
        quiet_page.emulate_media(reduced_motion=wish)  # type: ignore[arg-type]
        quiet_page.goto(f"{table.url}/table?at={table.revision}&fix=0")
        sheet = quiet_page.locator(".sheet")
        assert sheet.evaluate("(each) => getComputedStyle(each).animationName") == names


def test_the_focus_goes_through_the_page_in_the_order_of_the_eye(quiet_page: Page, table: Table) -> None:
    table.new("Ann", "Bo")
    table.throw(1, 5, 4, 4, 4, 6)
    quiet_page.goto(f"{table.url}/table")
    seen: list[str] = []
    for _ in range(21):
        quiet_page.keyboard.press("Tab")
        seen.append(
            quiet_page.evaluate(
                "document.activeElement.closest('nav, .turn-head, .tray, .keeps, .actions, .more')?.className"
            )
        )
    order = [name for place, name in enumerate(seen) if name is not None and name not in seen[:place]]
    assert [name.split()[0] for name in order if name] == ["turn-head", "tray", "keeps", "actions", "more"]
