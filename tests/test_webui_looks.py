"""How the pages look in a real browser: at every size, in both modes, for eyes, fingers and keys."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
from playwright.sync_api import Browser, Page, expect
from real_browser import (
    LAPTOP,
    PHONE,
    SHOTS,
    Table,
    action,
    chromium,
    needs_chromium,
    on_page,
    open_to_everybody,
    quiet_page,
    settled,
    table,
)
from seen_dice import die, picture, roll
from still_demo import still_table

from vision.nouns import Trouble, Turned
from webui.match.seen import seen_die

__all__ = ["chromium", "quiet_page", "table"]
pytestmark = needs_chromium
LEAST_TOUCH = 44

# How it looks


def moments(table: Table) -> Iterator[tuple[str, str]]:
    """Every moment of a match, one after the other: its name, and the address that shows it."""
    table.new("Ann", "Włodzimierz-Maximilian von und zu Hohenfels", "山田 花子", "محمد بن عبد الله", rounds=2)
    yield "start", "/"
    yield "typing", f"/table?at={table.revision}&type=1+4"
    table.new("W" * 60, "Bo")
    yield "long", "/table"
    table.throw(2, 2, 3, 3, 4, 6)
    yield "long-bust", "/table"
    table.new("Ann", "Włodzimierz-Maximilian von und zu Hohenfels", "山田 花子", "محمد بن عبد الله", rounds=2)
    table.throw(1, 1, 1, 5, 5, 5)
    yield "many", "/table"
    yield "bad-pick", f"/table?at={table.revision}&pick=1+2"
    yield "fix", f"/table?at={table.revision}&fix=0"
    table.post("stop", faces=[1, 1, 1, 5, 5, 5])
    table.throw(1, 2, 3, 4, 5, 6)
    yield "straight", "/table"
    table.post("keep", faces=[1, 2, 3, 4, 5, 6])
    table.throw(1, 1, 2, 3, 4, 6)
    table.post("keep", faces=[1, 1])
    table.desk.sightings.see(replace(roll((1, 5, 3, 6), kept=(1, 1)), bumped=(1, 1)))
    yield "bumped", "/table"
    table.post("keep", faces=[1, 5])
    for _ in range(4):
        table.post("undo")
    table.desk.sightings.see(roll((1, None, 4, 4, 2, 3)))
    yield "unsure", "/table"
    table.post("undo")
    table.desk.sightings.see(roll((1, 4, 4)))
    yield "count", "/table"
    table.post("undo")
    table.desk.sightings.see(roll((1, 4, 4, 4, 6), off=1, why="A die went over the right edge."))
    yield "off", "/table"
    yield "history", "/history"


LOOKED_AT = ("start", "typing", "many", "bumped", "unsure", "off")


SMALL = f"""() => [...document.querySelectorAll('.button, .keep-way, .value, label.die, a.die, .tab, summary')]
  .filter((each) => each.checkVisibility() && !each.closest('[inert]') && !each.matches('.vh, .strip *'))
  .map((each) => [each.textContent.trim(), each.getBoundingClientRect()])
  .filter(([, box]) => box.width < {LEAST_TOUCH} - .5 || box.height < {LEAST_TOUCH} - .5)
  .map(([words, box]) => `${{words}} ${{box.width}} x ${{box.height}}`)"""


def test_nothing_overflows_sideways_everything_can_be_tapped_and_all_is_open_to_everybody(
    quiet_page: Page, table: Table
) -> None:
    for name, address in moments(table):
        quiet_page.goto(table.url + address)
        for width in (320, 390, 704, 1024, 1920):
            quiet_page.set_viewport_size({"width": width, "height": 900})
            wide = quiet_page.evaluate("document.documentElement.scrollWidth")
            assert wide <= width, f"{name} is {wide} px wide on a screen of {width}"
            assert quiet_page.evaluate(SMALL) == [], f"{name} at {width}"
        open_to_everybody(quiet_page, name)


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


@pytest.fixture(scope="module")
def pictured(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """A table with a camera over it."""
    with pytest.MonkeyPatch.context() as patch, still_table(tmp_path_factory.mktemp("data")) as table:
        hold = table.desk.health.hold
        # A machine that is busy with other tests looks slowly, and says so: no trouble of these pages.
        patch.setattr(table.desk.health, "hold", lambda who, now: hold(who, () if who == "vision" else now))
        table.desk.health.hold("vision", ())
        yield table


LOW_PHONES = [(360, 640), (375, 667), (360, 706), (360, 740), (360, 780), (375, 812)]
"""Phones of today, some with the bars of their browsers taken off."""
SCREENS = [
    *LOW_PHONES,
    (390, 844),
    (768, 1024),
    (820, 1180),
    (1440, 900),
    (1920, 969),
    (1920, 1080),
    (1920, 1200),
]
FORCED = {"straight": (1, 2, 3, 4, 5, 6), "boxcars": (2, 2, 4, 4, 5, 5)}


@pytest.mark.parametrize(
    "faces", [(1, 5, 4, 4, 4, 6), (1, 1, 1, 5, 5, 5), *FORCED.values()], ids=["pick", "many", *FORCED]
)
@pytest.mark.parametrize("trouble", [False, True], ids=["well", "dark"])
def test_nothing_of_a_turn_lies_under_the_actions(
    quiet_page: Page, pictured: Table, faces: tuple[int, ...], trouble: bool
) -> None:
    troubles = [Trouble("dark", "The light is low.", "Switch on a lamp above the table.", 0.0)]
    pictured.desk.health.hold("test", troubles if trouble else [])
    pictured.new("Ann", "Bo", "Zoë", "Marek")
    pictured.throw(*faces)
    quiet_page.goto(f"{pictured.url}/table")
    quiet_page.locator(".lens").wait_for(state="attached")
    assert quiet_page.locator(".trouble:not([hidden])").count() == int(trouble)
    for width, height in SCREENS:
        quiet_page.set_viewport_size({"width": width, "height": height})
        sum_box, actions = (quiet_page.locator(part).bounding_box() for part in (".sum", ".actions"))
        assert sum_box is not None
        assert actions is not None
        assert sum_box["y"] + sum_box["height"] <= actions["y"] + 1, f"at {width} x {height}"
        assert actions["y"] + actions["height"] <= height + 1, f"at {width} x {height}"


def test_a_die_keeps_its_place_in_the_tray_from_before_its_throw_until_it_is_kept(
    quiet_page: Page, pictured: Table
) -> None:
    pictured.desk.health.hold("test", [])
    middles: dict[int, set[int]] = {}
    pictured.new("Ann", "Bo")
    for route, faces in (("", ()), ("throw", (1, 1, 1, 4, 5, 6)), ("keep", (1, 1, 1))):
        if route:
            pictured.post(route, faces=faces)
        quiet_page.goto(f"{pictured.url}/table")
        for width, height in ((360, 740), (390, 844), (768, 1024), (1440, 900), (1920, 1080)):
            quiet_page.set_viewport_size({"width": width, "height": height})
            boxes = quiet_page.locator(".die .face").evaluate_all(
                "all => all.map((face) => face.getBoundingClientRect()).map((box) => (box.left + box.right) / 2)"
            )
            middles.setdefault(width, set()).update(round(middle / 3) for middle in boxes)
    assert {width: len(found) for width, found in middles.items()} == {
        360: 3,
        390: 3,
        768: 6,
        1440: 3,
        1920: 3,
    }


WORDS_WHOLE = """() => [...document.querySelectorAll('h1 span, .die .caption')].flatMap((each) => {
  const range = document.createRange();
  const text = document.createTreeWalker(each, NodeFilter.SHOW_TEXT);
  const boxes = [];
  for (let node; (node = text.nextNode());) for (const word of node.data.matchAll(/\\S+/g)) {
    range.setStart(node, word.index);
    range.setEnd(node, word.index + word[0].length);
    boxes.push([word[0], range.getClientRects().length, range.getBoundingClientRect()]);
  }
  return boxes;
}).filter(([, lines]) => lines).map(([word, lines, box]) => [word, lines, box.left, box.right, box.top])"""
"""The words of the heading and under the dice: on so many lines, from left to right."""


@pytest.mark.parametrize("size", [(320, 568), (360, 640)], ids=["320x568", "360x640"])
@pytest.mark.parametrize("trouble", [False, True], ids=["well", "dark"])
def test_on_the_smallest_phone_no_word_of_a_straight_is_broken_or_printed_over(
    quiet_page: Page, pictured: Table, size: tuple[int, int], trouble: bool
) -> None:
    troubles = [Trouble("dark", "The light is low.", "Switch on a lamp above the table.", 0.0)]
    pictured.desk.health.hold("test", troubles if trouble else [])
    pictured.new("Ann W.", "Maximilian-Włodzimierz", "Konstantinopolitanische", "Zacharias von und zu")
    pictured.throw(1, 2, 3, 4, 5, 6)
    quiet_page.set_viewport_size({"width": size[0], "height": size[1]})
    quiet_page.goto(f"{pictured.url}/table")
    found = quiet_page.evaluate(WORDS_WHOLE)
    pictured.desk.health.hold("test", [])
    assert [word for word, *_ in found] == ["A", "straight", *["straight"] * 6]
    assert all(lines == 1 for _, lines, *_ in found)
    captions = found[2:]
    for (_, _, _, right, top), (_, _, left, _, next_top) in itertools.pairwise(captions):
        assert top == next_top
        assert right <= left
    assert quiet_page.evaluate("document.documentElement.scrollWidth") == size[0]


def test_at_the_end_a_phone_shows_who_won_and_below_it_how_the_last_die_left(
    quiet_page: Page, pictured: Table
) -> None:
    pictured.new("Ann")
    pictured.desk.sightings.see(replace(roll((1, 2, 3, 4, 5), off=1), picture=picture(640, 360)))
    quiet_page.set_viewport_size({"width": 360, "height": 740})
    quiet_page.goto(f"{pictured.url}/table")
    hero, actions = (quiet_page.locator(part).bounding_box() for part in (".hero", ".actions"))
    assert hero
    assert actions
    assert hero["y"] + hero["height"] <= actions["y"]
    assert actions["y"] + actions["height"] <= 741
    quiet_page.locator(".went .photo").scroll_into_view_if_needed()
    assert quiet_page.locator(".went .photo").is_visible()


def test_where_there_is_room_a_phone_shows_how_a_die_left(quiet_page: Page, pictured: Table) -> None:
    pictured.new("Ann", "Bo")
    seen = replace(roll((1, 2, 3, 4, 5), off=1), picture=picture(640, 360))
    pictured.desk.sightings.see(seen)
    quiet_page.set_viewport_size({"width": 360, "height": 740})
    quiet_page.goto(f"{pictured.url}/table")
    parts = [quiet_page.locator(part).bounding_box() for part in (".view", ".sum", ".actions")]
    view, total, actions = [(box["y"], box["y"] + box["height"]) for box in parts if box]
    assert view[1] - view[0] > 70
    assert total[1] <= actions[0] + 1
    assert actions[1] <= 741


def test_the_picture_of_how_a_die_left_is_unfolded_whole_on_a_phone(
    quiet_page: Page, pictured: Table
) -> None:
    pictured.new("Ann", "Bo")
    seen = replace(roll((1, 2, 3, 4, 5), off=1), picture=picture(640, 360))
    pictured.desk.sightings.see(seen)
    quiet_page.set_viewport_size({"width": 360, "height": 740})
    quiet_page.goto(f"{pictured.url}/table")
    quiet_page.locator(".unfold").click()
    view, lens = (quiet_page.locator(part).bounding_box() for part in (".view", ".lens"))
    assert view
    assert view == lens
    assert view["height"] == pytest.approx(view["width"] * 9 / 16, abs=1)


ON_THEIR_SIDE = [(740, 360), (844, 390), (720, 450), (960, 540)]
"""Phones on their side, and laptops at 200 %."""


@pytest.mark.parametrize("size", ON_THEIR_SIDE, ids=[f"{wide}x{high}" for wide, high in ON_THEIR_SIDE])
def test_on_a_low_screen_the_turn_is_beside_the_picture_and_all_of_it_in_sight(
    quiet_page: Page, pictured: Table, size: tuple[int, int]
) -> None:
    pictured.desk.health.hold("test", [])
    pictured.new("Ann", "Bo")
    quiet_page.set_viewport_size({"width": size[0], "height": size[1]})
    for faces, off in (((1, 2, 3, 4, 5, 6), 0), ((1, 5, 4, 4, 4, 6), 0), ((1, 2, 3, 4, 5), 1)):
        pictured.desk.sightings.see(replace(roll(faces, off=off), picture=picture(640, 360)))
        quiet_page.goto(f"{pictured.url}/table")
        quiet_page.locator(".lens").wait_for()
        quiet_page.screenshot(path=SHOTS / f"low-{size[0]}x{size[1]}-{faces[1]}-{off}.png")
        parts = [quiet_page.locator(part).bounding_box() for part in (".view", ".tray", ".sum", ".actions")]
        ends = [box["y"] + box["height"] for box in parts if box]
        assert len(ends) == 4
        assert ends[2] <= ends[3]
        assert max(ends) <= size[1] + 1
        assert quiet_page.evaluate(SMALL) == []
        pictured.post("undo")


@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_a_question_about_several_dice_fits_with_its_answers_and_hides_no_die(
    quiet_page: Page, pictured: Table, size: dict[str, int]
) -> None:
    pictured.desk.health.hold("vision", [])
    pictured.new("Ann", "Bo")
    pictured.desk.sightings.see(roll((1, 2, 3, 4, 5, 5)))
    for was, now, place in ((2, 3, 1), (3, 5, 2), (4, None, 3)):
        pictured.desk.sightings.see_turned(
            Turned(5.0, was, die(now, place=place), False, picture(640, 360, shade=120))
        )
    quiet_page.set_viewport_size(size)  # type: ignore[arg-type]
    quiet_page.goto(f"{pictured.url}/table")
    quiet_page.locator(".lens").wait_for()
    quiet_page.screenshot(path=SHOTS / f"turned-{size['width']}.png")
    parts = [quiet_page.locator(part).bounding_box() for part in (".view", ".strip", ".tray", ".actions")]
    ends = [(box["y"], box["y"] + box["height"]) for box in parts if box]
    assert len(ends) == 4
    assert ends[0][1] <= ends[1][0] + 1, "no button lies on the picture that is asked about"
    assert ends[2][1] <= ends[3][0] + 1
    assert ends[3][1] <= size["height"] + 1
    assert quiet_page.evaluate(SMALL) == []


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
    for _ in range(24):
        quiet_page.keyboard.press("Tab")
        seen.append(
            quiet_page.evaluate(
                "document.activeElement.closest('nav, .turn-head, .tray, .keeps, .actions, .more')?.className"
            )
        )
    order = [name for place, name in enumerate(seen) if name is not None and name not in seen[:place]]
    assert [name.split()[0] for name in order if name] == ["turn-head", "tray", "keeps", "actions", "more"]


def test_a_die_in_the_picture_is_tapped_to_put_it_right_with_a_finger_between_two_the_nearer_one(
    chromium: Browser, pictured: Table
) -> None:
    pictured.desk.health.hold("test", [])
    pictured.new("Ann", "Bo")
    places = ((300, 300), (372, 300), (700, 420))
    seen = roll((1, 4, 6, 2, 3, 3))
    dice = [
        replace(
            each,
            corners_px=np.array(
                [[x - 30, y - 30], [x + 30, y - 30], [x + 30, y + 30], [x - 30, y + 30]], np.float32
            ),
        )
        for each, (x, y) in zip(seen.dice, [*places, (900, 200), (900, 300), (900, 400)], strict=True)
    ]
    lies = tuple(seen_die(each) for each in dice)
    source = replace(pictured.desk.board().source, phase="settled", dice=lies)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pictured.desk.eye, "source", lambda: source)
        pictured.desk.sightings.see(replace(seen, picture=picture(1280, 720), dice=tuple(dice)))
        context = chromium.new_context(viewport=PHONE, has_touch=True, is_mobile=True, device_scale_factor=3)  # type: ignore[arg-type]
        page = context.new_page()
        page.goto(f"{pictured.url}/table")
        taps = page.locator(".tap")
        expect(taps).to_have_count(6)
        assert (
            sorted(taps.evaluate_all("all => all.map((each) => each.getAttribute('aria-label'))"))[0]
            == "die 1: 1, fix"
        )
        boxes = [taps.nth(n).bounding_box() for n in range(6)]
        assert all(box is not None and min(box["width"], box["height"]) >= LEAST_TOUCH for box in boxes)
        lens = page.locator(".lens").bounding_box()
        assert lens is not None
        # The first two lie 22 px apart: half the width of a finger's place.
        for (x, y), value in zip(places, (1, 4, 6), strict=True):
            settled(page)
            page.touchscreen.tap(
                lens["x"] + (x - 6) * lens["width"] / 1280, lens["y"] + y * lens["height"] / 720
            )
            sheet = page.get_by_role("dialog")
            expect(sheet).to_contain_text(f"Read as {value}.")
            page.locator("#sheet-close").click()
            expect(sheet).to_have_count(0)
        context.close()


def test_what_nobody_sees_is_no_tab_stop_and_what_unfolds_the_picture_is_remembered(
    chromium: Browser, pictured: Table
) -> None:
    pictured.desk.health.hold("test", [])
    pictured.new("Ann", "Bo")
    context = chromium.new_context(viewport=LAPTOP)  # type: ignore[arg-type]
    page = context.new_page()
    page.goto(f"{pictured.url}/table")
    box, view = page.locator("#whole-picture"), page.locator(".view")
    expect(view).to_be_visible()
    assert not box.evaluate("box => box.checkVisibility()")
    for height, shown in ((740, True), (706, True), (700, False), (640, False)):
        page.set_viewport_size({"width": 360, "height": height})
        assert (view.is_visible(), box.evaluate("box => box.checkVisibility()")) == (shown, True)
    page.locator(".unfold").click()
    expect(view).to_be_visible()
    page.reload()
    expect(view).to_be_visible()
    page.locator(".unfold").click()
    page.reload()
    expect(page.locator(".strip")).to_be_visible()
    expect(view).to_be_hidden()
    context.close()


def test_four_players_on_a_phone_are_scrolled_by_key_and_the_list_of_keys_opens_in_sight(
    chromium: Browser, table: Table
) -> None:
    table.new("Annabella", "Bartholomew", "Zoë", "Marek-Maximilian")
    context = chromium.new_context(viewport={"width": 320, "height": 640})
    page = context.new_page()
    page.goto(f"{table.url}/table")
    strip = page.locator(".board ol")
    expect(strip).to_have_attribute("tabindex", "0")
    strip.focus()
    before = strip.evaluate("strip => strip.scrollLeft = 0")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    # Browsers scroll smoothly.
    assert on_page(page, lambda: strip.evaluate("strip => strip.scrollLeft") > before)
    page.set_viewport_size(LAPTOP)  # type: ignore[arg-type]
    expect(strip).to_have_attribute("tabindex", "-1")
    page.set_viewport_size({"width": 1000, "height": 500})
    page.keyboard.press("?")
    expect(page.locator(".keys-list dl")).to_be_in_viewport(ratio=0.9)
    context.close()


def test_in_the_history_six_dice_stand_in_one_row_and_a_replay_stays_open_while_it_is_kept_for_good(
    chromium: Browser, table: Table
) -> None:
    table.new("Ann", "Bo")
    reel = tuple((n / 8, picture(64, 48, shade=40 + 20 * n)) for n in range(8))
    table.desk.sightings.see(roll((1, 2, 2, 3, 4, 6)), reel)
    table.post("stop", faces=[1])
    context = chromium.new_context(viewport={"width": 360, "height": 740})
    page = context.new_page()
    page.goto(f"{table.url}/history")
    tops = (
        page.locator(".roll .minis")
        .first.locator(".mini")
        .evaluate_all("all => all.map((each) => Math.round(each.getBoundingClientRect().top))")
    )
    assert (len(tops), len(set(tops))) == (6, 1)
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= 360
    for _ in range(100):  # the replay is packed meanwhile
        if page.locator(".roll details").count():
            break
        page.reload()
    page.screenshot(path=SHOTS / "history-360.png")
    keep = page.locator("form.stay button").first
    expect(keep).to_be_visible()
    page.locator(".roll summary").first.click()
    keep.click()
    expect(keep).to_contain_text("let go")
    expect(page.locator(".roll details[open]")).to_have_count(1)
    page.reload()
    expect(page.locator("form.stay button").first).to_contain_text("let go")
    context.close()
