"""The player by ear in a real browser: it reads the live regions alone, presses keys, and finishes every game.

ROLLCALL_BY_EAR_IN_BROWSER is how many matches of each game are played (1 by default).
"""

from __future__ import annotations

import os
import random

import pytest
from ear_player import NUMBERS, EarPlayer
from playwright.sync_api import Browser, Page, expect
from real_browser import (
    LAPTOP,
    Table,
    chromium,
    heading,
    heard,
    needs_chromium,
    on_page,
    page,
    settled,
    table,
)
from seen_dice import roll

__all__ = ["chromium", "page", "table"]
pytestmark = needs_chromium
MATCHES = int(os.environ.get("ROLLCALL_BY_EAR_IN_BROWSER", "1"))
LISTEN = """() => {
  window.heard = [];
  for (const id of ["assertive", "polite"]) {
    const hear = () => { const text = document.getElementById(id).textContent; if (text) window.heard.push(text); };
    new MutationObserver(hear).observe(document.getElementById(id), { childList: true });
  }
}"""
BY_EAR = """() => {
  for (const [name, value] of [["region", "full"], ["style", "value"], ["keys", "on"]]) localStorage[name] = value;
}"""


def until(page: Page, true: str) -> None:
    """Wait until this is so on the page."""
    assert on_page(page, lambda: page.evaluate(true)), f"never: {true}"


def soon(page: Page, true: str) -> None:
    """The same, with the page's clock, which must be installed, set ahead meanwhile: nobody waits for a breath."""

    def there() -> object:
        page.clock.fast_forward(STEP_MS)
        return page.evaluate(true)

    assert on_page(page, there), f"never: {true}"


STEP_MS = 250
"""Milliseconds of the page that pass at each look. Larger: what waits for less is jumped over."""
CALM = "!document.getElementById('board').dataset.fresh"
"""The moment is over in which a press would count for the board before."""
READ = ("h", "e", "l", "s")
"""Keys that act on nothing, so that no board must have been seen for them."""


class EarPage:
    """A page of which only the live regions are read, and the keys pressed; its clock is installed."""

    def __init__(self, page: Page, chance: random.Random) -> None:
        self.page, self.chance = page, chance
        page.evaluate(LISTEN)

    def press(self, key: str) -> str:
        """Press a key; what the live regions say then."""
        if key not in READ:
            soon(self.page, CALM)
        before = self.page.evaluate("window.heard.length")
        self.page.keyboard.press(key)
        soon(self.page, f"window.heard.length > {before}")
        return str(self.page.evaluate(f"window.heard.slice({before}).join(' ')"))

    def throw(self) -> str:
        """Type as many dice as are awaited, then Enter."""
        number = NUMBERS.index(self.press("s").split(", ")[1].split()[0])
        for _ in range(number):
            self.page.keyboard.press(str(self.chance.randint(1, 6)))
        soon(self.page, "window.heard.at(-1).endsWith('Enter takes it.')")
        return self.press("Enter")


@pytest.mark.parametrize("game", ["morning-roll", "midnight", "420"])
def test_by_ear_and_keyboard_alone_every_game_is_played_to_its_end(
    page: Page, table: Table, game: str
) -> None:
    page.clock.install()
    page.goto(table.url)
    page.evaluate(BY_EAR)
    for seed in range(MATCHES):
        rounds = {} if game == "420" else {"rounds": 1}
        table.post("new", game=game, player=["Ann", "Bo"], first="seats", **rounds)
        page.goto(f"{table.url}/table")
        chance = random.Random(f"{game} {seed}")
        ear = EarPage(page, chance)
        EarPlayer(ear.press, ear.press, ear.throw, chance, "value").play()
        state = table.desk.board().state
        assert state
        assert state.outcome


def test_a_page_that_is_loaded_says_nothing_and_a_second_page_says_each_thing_once(
    chromium: Browser, page: Page, table: Table
) -> None:
    table.new("Ann", "Bo")
    table.throw(1, 2, 2, 3, 5, 6)
    page.goto(f"{table.url}/table")
    other = chromium.new_context(viewport=LAPTOP).new_page()  # type: ignore[arg-type]
    other.goto(f"{table.url}/table")
    for each in (page, other):
        heading(each, "Ann, your pick")
        each.evaluate(LISTEN)
        assert each.locator("#polite").text_content() == ""
    table.post("keep", faces="1")
    for each in (page, other):
        expect(each.locator("#polite")).to_have_text("Ann keeps 1: 100 so far. Five dice to throw.")
        assert each.evaluate("window.heard.length") == 1
    other.context.close()


def test_a_breath_is_one_change_of_each_region_and_the_same_words_are_a_new_node(
    page: Page, table: Table
) -> None:
    table.new("Ann", "Bo")
    page.goto(f"{table.url}/table")
    page.evaluate(LISTEN)
    table.throw(2, 2, 3, 4, 6, 6)
    expect(page.locator("#assertive")).to_have_text(
        "Bust: two twos, 3, 4 and two sixes, nothing scores. Ann gets 0."
    )
    expect(page.locator("#polite")).to_have_text("Bo, six dice to throw.")
    assert page.evaluate("window.heard.length") == 2
    before = page.evaluate("window.heard.length")
    for again in (1, 2):
        page.keyboard.press("s")
        until(page, f"window.heard.length === {before + again}")


def test_reading_keys_change_nothing_and_work_while_a_question_is_open(page: Page, table: Table) -> None:
    table.new("Ann")
    page.clock.install()
    page.goto(f"{table.url}/table")
    table.desk.sightings.see(roll((1, None, 4, 4, 2, 3)))
    expect(page.get_by_role("dialog")).to_be_visible()
    before, ear = table.desk.board(), EarPage(page, random.Random(1))
    assert ear.press("h").startswith("No dice yet: Ann, six dice to throw.")
    assert ear.press("e").startswith("Ann is on.")
    assert ear.press("s").startswith("Die 6: a 6 or a 4?")
    assert ear.press("l").startswith("Die 6: a 6 or a 4?")
    assert table.desk.board() == before


def test_a_key_right_after_a_question_is_no_answer_to_it(page: Page, table: Table) -> None:
    table.new("Ann")
    page.goto(f"{table.url}/table")
    table.desk.sightings.see(roll((1, None, 4, 4, 2, 3)))
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("r")
    expect(page.locator("#polite")).to_contain_text("Die 6: a 6 or a 4?")
    assert table.lines == ()
    settled(page)
    page.keyboard.press("r")
    heading(page, "Ann, your pick")
    assert table.lines == ("throw 1 6 4 4 2 3 by=fix",)


SPEAKER = """() => {
  window.spoken = [];
  const synth = { speaking: false, cancel() { window.spoken.push("-"); this.speaking = false; },
    speak(words) { window.spoken.push(words.text); this.speaking = true; this.now = words; words.onstart?.(); } };
  Object.defineProperty(window, "speechSynthesis", { value: synth });
}"""


def test_the_page_speaks_when_it_is_woken_and_tells_the_reader_nothing_then(
    chromium: Browser, table: Table
) -> None:
    context = chromium.new_context(viewport=LAPTOP)  # type: ignore[arg-type]
    page = context.new_page()
    page.add_init_script(f"({SPEAKER})()")
    table.new("Ann", "Bo")
    page.goto(f"{table.url}/table")
    page.keyboard.press("v")
    until(page, "window.spoken.length > 0")
    assert page.evaluate("window.spoken")[0].startswith("Voice on.")
    assert page.evaluate("localStorage.voice") == "brief"
    page.reload()
    expect(page.locator("#voice-waits")).to_be_visible()
    page.locator("h1").click()
    expect(page.locator("#voice-waits")).to_be_hidden()
    until(page, "window.spoken.length > 0")
    page.evaluate("window.speechSynthesis.now.onend()")
    table.throw(1, 2, 2, 3, 5, 6)
    until(page, "window.spoken.length > 1")
    assert page.evaluate("window.spoken.at(-1)") == "1, two twos, 3, 5 and 6: 150."
    expect(page.locator("#captions li").last).to_have_text("1, two 2s, 3, 5 and 6: 150.")
    assert page.locator("#polite").text_content() == ""
    context.close()


def test_what_is_chosen_for_the_ear_is_kept_by_this_browser(page: Page, table: Table) -> None:
    table.new("Ann")
    page.goto(f"{table.url}/table")
    page.get_by_text("By ear", exact=True).click()
    page.get_by_label("I play by ear").check()
    page.reload()
    expect(page.locator("#table-keys")).to_be_focused()
    page.get_by_text("By ear", exact=True).click()
    expect(page.get_by_label("I play by ear")).to_be_checked()
    expect(page.get_by_label("Keys 1 to 6 pick a die")).to_have_value("value")
    table.throw(1, 5, 4, 4, 4, 6)
    heading(page, "Ann, your pick")
    settled(page)
    heard(page, "turn 550.")
    page.keyboard.press("Shift+Digit5")
    expect(page.locator("#polite")).to_have_text("A 5 back. 1 and three fours: 500, turn 500.")
    settled(page)
    page.keyboard.press("Backspace")
    expect(page.locator("#polite")).to_have_text("A 4 back. No score for two fours: keep three or none.")


def test_a_page_that_was_cut_off_does_not_make_up_for_what_it_missed(page: Page, table: Table) -> None:
    table.new("Ann", "Bo")
    page.goto(f"{table.url}/table")
    page.evaluate(LISTEN)
    page.context.set_offline(True)
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator("#polite")).to_have_text("Not connected: the table goes on without this page.")
    table.throw(2, 2, 3, 4, 6, 6)
    page.context.set_offline(False)
    page.evaluate("dispatchEvent(new Event('online'))")
    heading(page, "Bust")
    expect(page.locator("#polite")).to_contain_text("Connected again.")
    assert page.locator("#assertive").text_content() == ""
