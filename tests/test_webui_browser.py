"""The pages in a real browser: headless Chromium plays, corrects and undoes, by tap and by key."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from patient_demo import PatientDemo
from playwright.sync_api import Browser, Page, expect
from real_browser import (
    LAPTOP,
    PHONE,
    SHOTS,
    Table,
    action,
    chromium,
    heading,
    heard,
    needs_chromium,
    on_page,
    page,
    served,
    settled,
    table,
)
from seen_dice import roll

from hardware.demo import LOOK_AT_END_S
from vision.nouns import Trouble
from webui.config import Settings
from webui.page import words

__all__ = ["chromium", "page", "table"]
pytestmark = needs_chromium

# The whole of it


def test_a_match_is_played_from_the_first_page_to_the_final_score(page: Page, table: Table) -> None:
    page.goto(table.url)
    page.get_by_label("Player 1", exact=True).fill("Ann")
    page.get_by_label("Player 2", exact=True).fill("Bo")
    page.locator(".options[data-for=morning-roll] summary").click()
    page.locator("input[name='morning-roll.rounds']").fill("1")
    page.get_by_role("button", name=re.compile("Start.*Morning Roll")).click()
    heading(page, "Ann, six dice.")
    page.evaluate("window.same = true")
    table.throw(1, 2, 2, 3, 5, 6)
    heading(page, "Ann, your pick")
    expect(page.locator(".sum .total .points")).to_have_text("150")
    settled(page)
    page.get_by_label("die 5: a 5, 50").uncheck()
    expect(page.locator(".sum .total .points")).to_have_text("100")
    settled(page)
    action(page, "Roll on").click()
    heading(page, "Ann, five dice.")
    table.throw(1, 4, 4, 4, 6)
    heading(page, "Ann, your pick")
    expect(page.locator("#place-1")).to_contain_text("kept")
    settled(page)
    heard(page, "turn 600.")
    action(page, "Stop and bank").click()
    heading(page, "Bo, six dice.")
    expect(page.locator("#polite")).to_have_text("Ann stops and banks 600. Total 600. Bo, six dice to throw.")
    table.throw(2, 2, 3, 4, 6, 6)
    heading(page, "Ann wins")
    expect(page.locator(".ranks .number")).to_have_text(["600", "0"])
    assert page.evaluate("window.same"), "the page was loaded anew in between"
    settled(page)
    action(page, "Rematch").click()
    heading(page, "Bo, six dice.")


def test_a_die_is_corrected_with_one_tap_and_the_focus_comes_back(page: Page, table: Table) -> None:
    table.new("Ann")
    table.desk.sightings.see(roll((1, 4, 4, 6, 2, 3)))
    page.goto(f"{table.url}/table")
    page.get_by_role("link", name="Fix a die").click()
    sheet = page.get_by_role("dialog", name="What does this die show?")
    expect(sheet.get_by_role("button", name="Yes, a 1")).to_be_focused()
    sheet.get_by_role("link", name="die 6: a 6").click()
    sheet.get_by_role("button", name="4").click()
    expect(sheet).to_have_count(0)
    assert table.lines[-1] == "throw 1 4 4 4 2 3 by=fix"
    expect(page.get_by_role("link", name="Fix a die")).to_be_focused()
    expect(page.locator(".sum .total .points")).to_have_text("500")
    action(page, "Undo").click()
    expect(page.locator(".sum .total .points")).to_have_text("100")
    assert table.lines[-1] == "throw 1 4 4 6 2 3"
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


def test_a_sheet_is_closed_by_a_tap_beside_it_and_by_the_next_throw_with_a_word(
    chromium: Browser, table: Table
) -> None:
    table.new("Ann", "Bo")
    table.throw(1, 4, 4, 6, 2, 3)
    context = chromium.new_context(viewport=PHONE, has_touch=True, is_mobile=True)  # type: ignore[arg-type]
    page = context.new_page()
    page.goto(f"{table.url}/table")
    sheet, told = page.get_by_role("dialog"), page.locator("#told")
    page.get_by_role("link", name="Fix a die").tap()
    expect(sheet).to_be_visible()
    page.touchscreen.tap(200, 30)
    expect(sheet).to_have_count(0)
    expect(told).to_be_hidden()
    settled(page)
    page.get_by_role("link", name="Fix a die").tap()
    expect(sheet).to_be_visible()
    table.post("keep", faces=[1])
    expect(sheet).to_have_count(0)
    expect(told).to_have_text(words.SHEET_SHUT)
    table.throw(1, 4, 4, 6, 2)
    heading(page, "Ann, your pick")
    expect(told).to_be_hidden()
    context.close()


def test_an_unsure_die_is_answered_with_its_number_on_the_keyboard(page: Page, table: Table) -> None:
    table.new("Ann")
    page.goto(f"{table.url}/table")
    table.desk.sightings.see(roll((1, None, 4, 4, 2, 3)))
    expect(page.get_by_role("dialog")).to_be_visible()
    expect(page.locator("#assertive")).to_have_text(
        "Die 6: a 6 or a 4? Beside it 1, 2, 3 and two fours. Press what it shows."
    )
    settled(page)
    page.keyboard.press("4")
    heading(page, "Ann, your pick")
    assert table.lines == ("throw 1 4 4 4 2 3 by=fix",)


def test_a_turn_is_played_with_the_keyboard_alone(page: Page, table: Table) -> None:
    table.new("Ann", "Bo")
    page.goto(f"{table.url}/table")
    for key in "122356":
        page.keyboard.press(key)
    settled(page)
    page.keyboard.press("Enter")
    heading(page, "Ann, your pick")
    settled(page)
    heard(page, "turn 150.")
    page.keyboard.press("5")
    expect(page.locator("#polite")).to_have_text("Die 5, a 5, back. 1: 100, turn 100.")
    page.keyboard.press("r")
    heading(page, "Ann, five dice.")
    page.keyboard.press("u")
    heading(page, "Ann, your pick")
    page.keyboard.press("Shift+U")
    heading(page, "Ann, five dice.")
    for key in "14446":
        page.keyboard.press(key)
    settled(page)
    page.keyboard.press("Enter")
    heading(page, "Ann, your pick")
    settled(page)
    heard(page, "turn 600.")
    page.keyboard.press("1")
    expect(page.locator("#polite")).to_have_text("Die 1 is kept.")
    page.keyboard.press("b")
    heading(page, "Bo, six dice.")
    assert table.lines[-1] == "stop 1 4 4 4"


def test_enter_on_a_link_follows_the_link_and_sends_no_throw(page: Page, table: Table) -> None:
    table.new("Ann")
    page.goto(f"{table.url}/table")
    for key in "122356":
        page.keyboard.press(key)
    expect(page.locator(".die.is-typed")).to_have_count(6)
    page.get_by_role("link", name="die 6: a 6, typed. Take it back").press("Enter")
    expect(page.locator(".die.is-typed")).to_have_count(5)
    page.get_by_role("link", name="History").press("Enter")
    heading(page, "History")
    assert table.lines == ()


def test_enter_on_a_die_undoes_nothing(page: Page, table: Table) -> None:
    table.new("Ann")
    table.throw(1, 5, 4, 4, 4, 6)
    page.goto(f"{table.url}/table")
    page.get_by_label("die 5: a 5, 50").press("Enter")
    page.get_by_label("die 5: a 5, 50").press("Space")
    expect(page.locator("#polite")).to_have_text("Die 5, a 5, back. 1 and three fours: 500, turn 500.")
    assert table.lines == ("throw 1 5 4 4 4 6 by=hand",)


def test_without_a_script_too_enter_on_a_die_undoes_nothing(chromium: Browser, table: Table) -> None:
    table.new("Ann")
    table.throw(1, 5, 4, 4, 4, 6)
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{table.url}/table")
    page.get_by_label("die 5: a 5, 50").press("Space")
    page.get_by_label("die 5: a 5, 50").press("Enter")
    page.wait_for_timeout(300)
    expect(page.get_by_label("die 5: a 5, 50")).not_to_be_checked()
    assert table.lines == ("throw 1 5 4 4 4 6 by=hand",)
    page.get_by_role("button", name="Roll on").press("Enter")
    heading(page, "Ann, two dice.")
    context.close()


def test_keys_can_be_switched_off(page: Page, table: Table) -> None:
    table.new("Ann")
    page.goto(f"{table.url}/table")
    page.get_by_text("Keys", exact=True).click()
    page.get_by_label("Keys work on this page").uncheck()
    page.keyboard.press("1")
    page.wait_for_timeout(200)
    expect(page.locator(".die.is-typed")).to_have_count(0)


def test_a_pick_is_the_same_after_a_look_at_the_sheet(page: Page, table: Table) -> None:
    table.new("Ann")
    table.throw(1, 1, 5, 2, 3, 3)
    page.goto(f"{table.url}/table")
    heading(page, "Ann, your pick")
    page.keyboard.press("2")
    expect(page.locator(".sum .total .points")).to_have_text("150")
    page.keyboard.press("f")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.keyboard.press("r")
    heading(page, "Ann, four dice.")
    assert table.lines[-1] == "keep 1 5"


def test_the_keypad_keeps_the_focus_while_values_are_typed(page: Page, table: Table) -> None:
    table.new("Ann")
    page.goto(f"{table.url}/table")
    for typed in range(1, 6):
        page.locator("#type-3").press("Enter")
        expect(page.locator(".die.is-typed")).to_have_count(typed)
        expect(page.locator("#type-3")).to_be_focused()


def test_where_what_had_the_focus_is_gone_the_table_keys_have_it(page: Page, table: Table) -> None:
    table.new("Ann", "Bo")
    page.goto(f"{table.url}/table?at={table.revision}&type=2+2+3+4+6+6")
    page.locator("#do-throw").press("Enter")
    heading(page, "Bust")
    expect(page.locator("#table-keys")).to_be_focused()


def test_the_page_of_the_table_runs_without_a_picture_too(page: Page, table: Table) -> None:
    page.goto(f"{table.url}/setup")
    heading(page, "Where is your table?")
    page.wait_for_timeout(300)  # a fault of its script fails the test when the page is closed


# Other people, other troubles


def test_what_others_do_takes_neither_focus_nor_pick(page: Page, table: Table) -> None:
    table.new("Ann", "Bo")
    table.throw(1, 5, 4, 4, 4, 6)
    page.goto(f"{table.url}/table")
    page.get_by_label("die 5: a 5, 50").uncheck()
    expect(page.locator(".sum .total .points")).to_have_text("500")
    table.desk.health.hold("eye", [Trouble("light", "The light is low.", "Switch on a lamp.", 0.0)])
    expect(page.get_by_text("The light is low.")).to_be_visible()
    expect(page.get_by_label("die 5: a 5, 50")).to_be_focused()
    expect(page.get_by_label("die 5: a 5, 50")).not_to_be_checked()
    table.desk.health.hold("eye", [])
    expect(page.get_by_text("The light is low.")).to_be_hidden()


HEARD = """() => {
  const place = document.getElementById("assertive");
  const told = document.body.dataset;
  told.heard = "";
  new MutationObserver(() => { told.heard += place.textContent && "!"; }).observe(place, { childList: true });
}"""
"""Counts on the page what is said at once."""


def test_each_bust_of_one_who_plays_alone_is_heard_and_none_twice(page: Page, table: Table) -> None:
    table.new("Ann", rounds=4)
    page.goto(f"{table.url}/table")
    page.evaluate(HEARD)
    for busts in range(1, 4):
        table.throw(2, 2, 3, 4, 6, 6)
        expect(page.locator("body")).to_have_attribute("data-heard", "!" * busts)
    expect(page.locator("#assertive")).to_contain_text("Bust")
    with page.expect_response("**/table/board*"):
        page.evaluate("dispatchEvent(new Event('online'))")
    page.wait_for_timeout(200)
    expect(page.locator("body")).to_have_attribute("data-heard", "!!!")


def test_a_bust_is_not_heard_again_when_what_came_after_it_was_taken_back(page: Page, table: Table) -> None:
    table.new("Ann", "Bo", rounds=2)
    page.goto(f"{table.url}/table")
    page.evaluate(HEARD)
    table.post("off", n=1)
    expect(page.locator("body")).to_have_attribute("data-heard", "!")
    table.desk.sightings.see(roll((1, 4, 4)))
    heading(page, "Three dice seen, six expected")
    expect(page.locator("body")).to_have_attribute("data-heard", "!!")
    table.post("undo")
    heading(page, "Bust")
    table.post("off", n=1)
    expect(page.locator("#assertive")).to_contain_text("Bo gets 0")
    table.post("undo")
    expect(page.locator("#polite")).to_have_text("Taken back: off the table. Bo, six dice.")
    page.wait_for_timeout(200)
    expect(page.locator("body")).to_have_attribute("data-heard", "!!!")
    expect(page.locator("#assertive")).to_have_text("")


def test_two_who_press_at_once_do_one_thing_and_the_second_is_told(page: Page, table: Table) -> None:
    table.new("Ann", "Bo")
    table.throw(1, 5, 4, 4, 4, 6)
    # This page hears nothing of the change, as if both had pressed in the same moment.
    page.route("**/table/board*", lambda route: route.abort())
    page.goto(f"{table.url}/table")
    heading(page, "Ann, your pick")
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


# The demo


def watched(page: Page, demo: PatientDemo, seconds: float) -> None:
    """So much more of the demo was seen: longer than a throw lies there from which nobody has to go on."""
    until_s = demo.seen_s + seconds
    assert on_page(page, lambda: demo.seen_s >= until_s)


def read_or_ask(page: Page, table: Table, truth: tuple[int, ...]) -> None:
    """Wait for the throw to be read; what the reader would not say is answered with one key."""
    expect(page.locator("h1")).to_have_text(re.compile("your pick|Is this"))
    while question := table.desk.board().question:
        assert question.kind == "unsure"
        missing = Counter(truth) - Counter(face for face in question.faces if face)
        left = question.faces.count(None) - 1
        settled(page)
        page.keyboard.press(str(min(missing)))
        expect(page.locator(".die.is-unsure")).to_have_count(left)
    heading(page, "Ann, your pick")
    settled(page)
    state = table.desk.board().state
    assert state is not None
    assert sorted(state.thrown) == sorted(truth)


def test_the_demo_is_played_from_its_first_throw_to_the_bank(
    page: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "webui.camera.opening.open_camera",
        lambda name: PatientDemo((1, 2, 3, 4, 4, 5), (1, 1, 3, 6), (2, 3, 3, 4, 4, 6), (2, 3, 3, 4, 4, 6)),
    )
    with served(Settings(data=tmp_path, stale=60.0, reopen=120.0)) as table:
        page.goto(table.url)
        heading(page, "No camera yet")
        page.get_by_role("button", name="Play the demo").click()
        expect(page.get_by_role("complementary", name="Camera")).to_contain_text("No camera was found")
        page.get_by_label("Player 1", exact=True).fill("Ann")
        page.locator(".options[data-for=morning-roll] summary").click()
        page.locator("input[name='morning-roll.rounds']").fill("1")
        page.get_by_role("button", name=re.compile("Start.*Morning Roll")).click()
        read_or_ask(page, table, (1, 2, 3, 4, 4, 5))
        expect(page.locator(".marks .ring")).to_have_count(6)
        page.keyboard.press("r")
        heading(page, "Ann, four dice.")
        read_or_ask(page, table, (1, 1, 3, 6))
        expect(page.locator("#place-1")).to_contain_text("kept")
        SHOTS.mkdir(parents=True, exist_ok=True)
        for device, size in (("desktop", LAPTOP), ("phone", PHONE)):
            page.set_viewport_size(size)  # type: ignore[arg-type]
            page.screenshot(path=SHOTS / f"demo-{device}-light.png")
        page.keyboard.press("b")
        heading(page, "Ann is done")
        assert table.lines[-1] == "stop 1 1"
        # A page that is open when its server goes asks again, and says on its console that nobody answers.
        page.goto("about:blank")


def test_the_demo_waits_at_a_bust_and_after_an_undo_until_somebody_goes_on(
    page: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    demo = PatientDemo((2, 3, 3, 4, 4, 6), (1, 1, 1, 4, 5, 5), (1,), (5,))
    monkeypatch.setattr("webui.camera.opening.open_camera", lambda name: demo)
    with served(Settings(data=tmp_path, stale=60.0, reopen=120.0)) as table:
        table.new("Ann", "Bo", rounds=2)
        page.goto(f"{table.url}/table")
        heading(page, "Bust")
        expect(page.locator(".marks .still .ring")).to_have_count(6)
        watched(page, demo, LOOK_AT_END_S + 1)
        assert len(demo._throws) == 3
        settled(page)
        page.keyboard.press("r")
        heading(page, "Bo, your pick")
        settled(page)
        page.keyboard.press("r")
        expect(page.locator("input[name=faces]")).to_have_count(1)
        heading(page, "Bo, your pick")
        settled(page)
        page.keyboard.press("u")
        heading(page, "Bo, one die.")
        watched(page, demo, LOOK_AT_END_S + 1)
        assert len(demo._throws) == 1
        settled(page)
        page.get_by_role("link", name="Throw", exact=True).click()
        heading(page, "Bo, your pick")
        assert table.lines[-1] == "throw 5"
        page.goto("about:blank")


# The other two games


def begin(page: Page, table: Table, game: str, *players: str) -> None:
    """Choose a game on the start page and begin it, as people do."""
    page.goto(table.url)
    page.get_by_role("radio", name=game).check()
    for number, name in enumerate(players, 1):
        if page.get_by_label(f"Player {number}", exact=True).count() == 0:
            page.get_by_role("button", name="One more player").click()
        page.get_by_label(f"Player {number}", exact=True).fill(name)
    page.get_by_role("button", name=re.compile(f"Start.*{game}")).click()


def test_midnight_is_played_by_keys_alone_to_the_end(page: Page, table: Table) -> None:
    begin(page, table, "Midnight", "Ann", "Bo")
    heading(page, "Ann, six dice.")
    table.desk.presses.new(table.revision, "midnight", ["Ann", "Bo"], rounds=1)
    for name in ("Ann", "Bo"):
        heading(page, f"{name}, six dice.")
        settled(page)
        table.throw(1, 6, 5, 2, 3, 3)
        heading(page, f"{name}, your pick")
        settled(page)
        page.keyboard.press("1")
        expect(page.locator(".lead")).to_have_text("Still needs a 4.")
        page.keyboard.press("2")
        expect(page.locator(".sum-now")).to_have_text("6")
        page.keyboard.press("b")
        expect(page.locator("#why")).to_contain_text("four dice are still open")
        page.keyboard.press("r")
        heading(page, f"{name}, four dice.")
        settled(page)
        table.throw(4, 4, 6, 6)
        heading(page, f"{name}, your pick")
        settled(page)
        for key in "3456":
            page.keyboard.press(key)
        expect(page.locator(".sum-now")).to_have_text("22")
        page.keyboard.press("b")
    heading(page, "Ann and Bo win together")
    expect(page.locator(".ranks .number")).to_have_text(["1", "1"])


def test_420_is_played_by_touch_and_only_what_may_be_thrown_again_can_be(page: Page, table: Table) -> None:
    begin(page, table, "420", "Ann", "Bo")
    table.desk.presses.new(table.revision, "420", ["Ann", "Bo"], first="seats")
    heading(page, "Ann, four dice.")
    table.throw(6, 5, 5, 1)
    heading(page, "Bo, four dice.")
    table.throw(6, 6, 6, 6)
    heading(page, "Ann, your throw")
    settled(page)
    page.get_by_label("die 1: a 6, stays").click()
    expect(page.locator("#why")).to_have_text(
        "To throw one again the other three must make 15; they make 11."
    )
    page.get_by_label("die 1: a 6, again").click()
    page.get_by_text("16 stays, needs 4").click()
    action(page, "Throw the 1 again").click()
    heading(page, "Ann, one die.")
    table.throw(4)
    heading(page, "Bo buys")
    expect(page.locator(".hero .number")).to_have_text("1")
    settled(page)
    action(page, "Rematch").click()
    heading(page, "Bo, four dice.")
