"""Presses in a hurry, in a browser: what is pressed before the last press is answered is neither lost nor doubled."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Page, Route, expect
from real_browser import (
    Table,
    action,
    chromium,
    heading,
    needs_chromium,
    on_page,
    page,
    settled,
    stand_still,
    table,
)
from seen_dice import off_table, picture, roll

__all__ = ["chromium", "page", "table"]
pytestmark = needs_chromium


HELD: list[Route | None] = []
"""None while the next press is to be held up; then its route."""


def pass_or_hold(route: Route) -> None:
    if HELD == [None]:
        HELD[0] = route
    else:
        route.continue_()


@pytest.fixture
def choice(page: Page, table: Table) -> Page:
    """Ann's open throw, with the best keep picked."""
    table.new("Ann", "Bo")
    table.throw(1, 5, 4, 4, 4, 6)
    page.route("**/match/*", pass_or_hold)
    page.goto(f"{table.url}/table")
    heading(page, "Ann, your pick")
    return page


@contextmanager
def unanswered(page: Page, key: str, heard: bool = False) -> Iterator[None]:
    """This key was pressed; the page gets the answer at the end of the block.

    heard: the program has the press already, so that its news come before the answer; else it gets it at the end.
    """
    HELD[:] = [None]
    page.keyboard.press(key)
    assert on_page(page, lambda: HELD[0] is not None), f"the key {key!r} sends nothing"
    route = HELD[0]
    assert route is not None
    answer = route.fetch() if heard else None
    yield
    route.fulfill(response=answer or route.fetch())


def let_through(page: Page, fetches: list[Route], typed: int) -> None:
    """The fetches that are held up go on, one by one, until so many values are typed, or more."""

    def is_typed() -> bool:
        if fetches:
            fetches.pop(0).continue_()
        return page.locator(".die.is-typed").count() >= typed

    assert on_page(page, is_typed)


def done(page: Page, table: Table, heads: str, *lines: str) -> None:
    """The page has caught up with all of it, and these are the lines after the throw."""
    assert on_page(page, lambda: len(table.lines) > len(lines))
    heading(page, heads)
    expect(page.locator("#board")).to_have_attribute("data-revision", str(table.revision))
    assert table.lines[1:] == lines


def test_an_undo_before_the_answer_counts_for_the_board_after_it_and_a_bank_for_no_board_unseen(
    choice: Page, table: Table
) -> None:
    with unanswered(choice, "r"):
        choice.keyboard.press("u")
        choice.keyboard.press("b")
        assert len(table.lines) == 1
    done(choice, table, "Ann, your pick", "keep 1 4 4 4 5", "undo")
    settled(choice)
    choice.keyboard.press("b")
    done(choice, table, "Bo, six dice.", "keep 1 4 4 4 5", "undo", "stop 1 4 4 4 5")


@pytest.mark.parametrize("later_ms", [None, 0, 200, 340])
def test_the_key_that_sends_a_throw_pressed_twice_keeps_nothing_of_it(
    page: Page, table: Table, later_ms: int | None
) -> None:
    """later_ms: after the throw was shown, of the page's own time; None: before it is answered."""
    table.new("Ann", "Bo")
    stand_still(page)
    page.route("**/match/*", pass_or_hold)
    page.goto(f"{table.url}/table?at={table.revision}&type=1+2+2+3+5+6")
    with unanswered(page, "r"):
        if later_ms is None:
            page.keyboard.press("r")
    heading(page, "Ann, your pick")
    if later_ms is not None:
        page.clock.run_for(later_ms)
        page.keyboard.press("r")
    done(page, table, "Ann, your pick")
    page.clock.run_for(340)
    assert page.locator("#board[data-fresh]").count() == 1, "the second press was for the board before, too"
    page.clock.run_for(20)
    settled(page)
    page.keyboard.press("r")
    done(page, table, "Ann, four dice.", "keep 1 5")


def test_no_key_that_goes_on_begins_another_match(page: Page, table: Table) -> None:
    table.new("Ann")
    table.throw(2, 2, 3, 4, 6, 6)
    match = table.desk.board().match
    page.goto(f"{table.url}/table")
    heading(page, "Ann is done")
    for key in ("r", "s", "Enter"):
        page.keyboard.press(key)
    page.keyboard.press("u")
    heading(page, "Ann, six dice.")
    assert table.desk.board().match == match
    page.keyboard.press("Shift+U")
    heading(page, "Ann is done")
    settled(page)
    page.keyboard.press("p")
    heading(page, "Ann, six dice.")
    assert table.desk.board().match != match


def test_values_typed_while_other_news_come_stay_in_their_order(page: Page, table: Table) -> None:
    table.new("Ann")
    page.goto(f"{table.url}/table")
    heading(page, "Ann, six dice.")
    fetches: list[Route] = []
    page.route("**/table/board*", lambda route: fetches.append(route))
    page.keyboard.press("1")
    page.keyboard.press("2")
    page.evaluate("dispatchEvent(new Event('online'))")
    let_through(page, fetches, typed=1)
    page.keyboard.press("3")
    let_through(page, fetches, typed=3)
    names = [each.get_attribute("aria-label") for each in page.locator(".die.is-typed").all()]
    assert [name and name[:10] for name in names] == ["die 1: a 1", "die 2: a 2", "die 3: a 3"]


def test_a_tap_before_the_answer_counts_for_the_board_after_it(choice: Page, table: Table) -> None:
    with unanswered(choice, "b"):
        action(choice, "Undo").click()
    expect(choice.get_by_role("button", name="Redo")).to_be_attached()
    done(choice, table, "Ann, your pick", "stop 1 4 4 4 5", "undo")


def test_a_press_between_the_news_and_the_answer_of_the_last_one_counts(choice: Page, table: Table) -> None:
    with unanswered(choice, "r", heard=True):
        heading(choice, "Ann, one die.")
        choice.keyboard.press("u")
    done(choice, table, "Ann, your pick", "keep 1 4 4 4 5", "undo")


def test_a_die_dropped_after_the_keep_was_sent_changes_nothing(choice: Page, table: Table) -> None:
    with unanswered(choice, "r"):
        choice.get_by_label("die 5: a 5, 50").click()
    done(choice, table, "Ann, one die.", "keep 1 4 4 4 5")
    expect(choice.locator("#place-5")).to_contain_text("kept")


def test_dice_picked_before_the_scripts_have_come_count_when_they_have(page: Page, table: Table) -> None:
    table.post("new", game="midnight", player=["Ann", "Bo"], rounds=1)
    table.throw(1, 4, 2, 6, 6, 3)
    held: list[Route] = []
    page.route("**/press.js*", lambda route: held.append(route))
    page.goto(f"{table.url}/table", wait_until="commit")
    for place in (1, 2):
        page.locator(f"label:has(#place-{place})").click()
    on = page.locator("#do-keep")
    expect(on).to_have_attribute("aria-disabled", "true")
    assert on_page(page, lambda: held)
    held[0].continue_()
    expect(on).not_to_have_attribute("aria-disabled", "true")
    settled(page)
    on.click()
    done(page, table, "Ann, four dice.", "keep 1 4")


def test_what_was_pressed_after_a_press_that_failed_counts_for_nothing(choice: Page, table: Table) -> None:
    HELD[:] = [None]
    choice.keyboard.press("r")
    choice.keyboard.press("u")
    choice.keyboard.press("b")
    assert on_page(choice, lambda: HELD[0] is not None)
    route = HELD[0]
    assert route is not None
    route.abort()
    expect(choice.locator("#told")).to_be_visible()
    choice.keyboard.press("b")
    done(choice, table, "Bo, six dice.", "stop 1 4 4 4 5")


def test_the_same_button_again_before_its_answer_is_the_same_press(choice: Page, table: Table) -> None:
    with unanswered(choice, "u"):
        action(choice, "Undo").click()
        action(choice, "Undo").dispatch_event("click")
    done(choice, table, "Ann, six dice.", "undo")


PRESS_AT_ONCE = """(keys) => new MutationObserver((_, watch) => {
  if (!document.querySelector("#board[data-fresh]")) return;
  watch.disconnect();
  for (const key of keys) document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
}).observe(document.body, { attributes: true, subtree: true })"""
"""Keys pressed in the moment in which a change made by others is shown."""


def test_digits_typed_while_somebody_else_sends_the_throw_pick_no_dice(page: Page, table: Table) -> None:
    table.new("Ann")
    page.goto(f"{table.url}/table")
    heading(page, "Ann, six dice.")
    page.keyboard.press("2")
    expect(page.locator(".die.is-typed")).to_have_count(1)
    page.evaluate(PRESS_AT_ONCE, ["1", "5"])
    table.throw(1, 5, 4, 4, 4, 6)
    heading(page, "Ann, your pick")
    expect(page.locator("#told")).to_contain_text("typed in by somebody else")
    settled(page)
    expect(page.locator(".sum .total .points")).to_have_text("550")
    page.keyboard.press("1")
    expect(page.locator(".sum .total .points")).to_have_text("450")
    expect(page.locator("#told")).to_be_hidden()


def test_a_throw_that_comes_with_the_answer_to_a_typed_digit_is_made_by_others_too(
    page: Page, table: Table
) -> None:
    table.new("Ann")
    page.goto(f"{table.url}/table")
    heading(page, "Ann, six dice.")
    fetches: list[Route] = []
    page.route("**/table/board*", lambda route: fetches.append(route))
    page.evaluate(PRESS_AT_ONCE, ["1", "5"])
    page.keyboard.press("2")
    assert on_page(page, lambda: fetches)
    table.throw(1, 5, 4, 4, 4, 6)
    fetches.pop().continue_()
    page.unroute("**/table/board*")
    heading(page, "Ann, your pick")
    expect(page.locator("#told")).to_contain_text("typed in by somebody else")
    settled(page)
    expect(page.locator(".sum .total .points")).to_have_text("550")


def test_a_double_tap_is_one_press(choice: Page, table: Table) -> None:
    action(choice, "Stop and bank").dblclick()
    action(choice, "Undo").dblclick()
    done(choice, table, "Ann, your pick", "stop 1 4 4 4 5", "undo")


def test_a_double_tap_answers_one_of_two_questions(page: Page, table: Table) -> None:
    table.new("Ann")
    table.desk.sightings.see(roll((1, None, 4, None, 2, 3)))
    page.goto(f"{table.url}/table")
    page.get_by_role("button", name="A 4").dblclick()
    expect(page.locator(".die.is-unsure")).to_have_count(1)
    question = table.desk.board().question
    assert question is not None
    assert question.faces == (1, 4, 4, None, 2, 3)


def test_a_key_held_down_is_one_press(choice: Page, table: Table) -> None:
    for _ in range(3):
        choice.keyboard.down("u")
    choice.keyboard.up("u")
    done(choice, table, "Ann, six dice.", "undo")


def test_a_replay_plays_only_when_it_is_asked_for(page: Page, table: Table) -> None:
    reel = tuple((number / 8, picture(640, 360, shade=37 * number % 250)) for number in range(8))
    table.new("Ann", "Bo")
    table.desk.sightings.see_off(off_table(), reel)
    table.desk.evidence.close()
    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(request.url))
    page.goto(f"{table.url}/table")
    heading(page, "Bust")
    shown = page.locator("img.reel")
    expect(shown).to_be_hidden()
    assert not [url for url in fetched if url.endswith(".webp")]
    page.get_by_text("Replay", exact=True).click()
    expect(shown).to_be_visible()
    expect(shown).to_have_js_property("naturalWidth", 640)
    page.get_by_label("Replay", exact=True).press("Space")
    expect(shown).to_be_hidden()
