"""The page of the phone that is the camera, in Chromium whose camera sees six dice that lie."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect
from real_browser import LAPTOP, PHONE, launched, needs_chromium, on_page, open_to_everybody
from test_webui_phone import at_rest
from test_webui_phone_browser import door
from waiting import until

from hardware.jpeg import encode_jpeg
from webui.desk import Desk
from webui.page.picture import seen_photo
from webui.routes.phone import AT_REST_MS

pytestmark = needs_chromium

BATTERY = """(() => {
  const battery = Object.assign(new EventTarget(), { level: 0.42, charging: false, dischargingTime: Infinity });
  window.atLevel = (level) => { battery.level = level; battery.dispatchEvent(new Event("levelchange")); };
  navigator.getBattery = () => Promise.resolve(battery);
})()"""
"""A battery whose level the test sets: the machine of the tests has none."""
NO_BATTERY = "navigator.getBattery = undefined"
LAMP = """(() => {
  window.asked = [];
  MediaStreamTrack.prototype.getCapabilities = () => ({ torch: true });
  MediaStreamTrack.prototype.applyConstraints = async (wanted) => { asked.push(wanted.advanced[0].torch); };
})()"""
"""A camera with a lamp, which writes down what is asked of it: Chromium's own has none."""
DRAWN = """() => {
  const rings = [...document.querySelectorAll("#rings .ring")].map(each => each.getBoundingClientRect());
  const tags = [...document.querySelectorAll("#rings text")].map(each => each.textContent);
  const middles = rings.map(box => [box.x + box.width / 2, box.y + box.height / 2]);
  return rings.length === 6 && { tags, middles };
}"""
SMALL = """[...document.querySelectorAll('.button, .choice label, summary')]
  .filter((each) => each.checkVisibility()).map((each) => each.getBoundingClientRect())
  .filter((box) => box.width < 44 || box.height < 44).map((box) => `${box.width} x ${box.height}`)"""


@dataclass
class Kitchen:
    """The program behind its door, and a browser whose camera sees six dice that lie still."""

    browser: Browser
    port: int
    desk: Desk

    @contextmanager
    def phone(self, *before: str, size: Any = PHONE) -> Iterator[Page]:
        """A phone that has just joined as the camera; before: scripts that its page begins with."""
        context = self.browser.new_context(
            ignore_https_errors=True, viewport=size, permissions=["camera", "screen-wake-lock"]
        )
        page = context.new_page()
        said: list[str] = []
        page.on("pageerror", lambda error: said.append(str(error)))
        for script in before:
            page.add_init_script(script)
        page.goto(f"https://127.0.0.1:{self.port}/phone?letters={self.desk.pairing.letters()[0]}")
        page.get_by_role("button", name="Join").click()
        yield page
        context.close()
        assert said == []


@pytest.fixture(scope="module")
def kitchen(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Kitchen]:
    film = tmp_path_factory.mktemp("film") / "table.mjpeg"
    film.write_bytes(encode_jpeg(at_rest(), 95) * 30)
    fed = ["--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream"]
    with (
        launched(*fed, f"--use-file-for-fake-video-capture={film}") as browser,
        door(tmp_path_factory.mktemp("data")) as (port, desk),
    ):
        desk.presses.new(0, "morning-roll", ["Ann"])
        yield Kitchen(browser, port, desk)


def look_live(page: Page) -> None:
    page.get_by_role("button", name="Look live").click()
    expect(page.locator("#says")).to_have_text("Live. The table sees six dice")


def read_by(kitchen: Kitchen) -> list[str]:
    """What the table says of each die: its value, or how it lies."""
    photo = seen_photo(kitchen.desk.board().source)
    return [mark.tag for mark in photo.marks] if photo else []


def test_the_rings_lie_on_the_dice_of_the_phones_own_picture(kitchen: Kitchen) -> None:
    with kitchen.phone() as page:
        look_live(page)
        drawn = page.wait_for_function(DRAWN).json_value()
        assert on_page(
            page, lambda: page.evaluate(DRAWN) and page.evaluate(DRAWN)["tags"] == read_by(kitchen)
        )
        seen = page.locator("#view").bounding_box()
        assert seen == page.locator("#rings").bounding_box(), "picture and rings share one box"
        assert seen
        # All of what the camera sees is shown: a table cut off here would be seen there.
        assert seen["width"] / seen["height"] == pytest.approx(16 / 9, rel=0.01)
        scale = seen["width"] / 1280
        for die in kitchen.desk.board().source.dice:
            x, y = (sum(each) / 4 * scale for each in zip(*die.corners, strict=True))
            at = seen["x"] + x, seen["y"] + y
            assert min(abs(at[0] - a) + abs(at[1] - b) for a, b in drawn["middles"]) < 6


def test_a_table_that_is_behind_draws_no_ring(kitchen: Kitchen) -> None:
    behind_s = 60

    def later(route: Route) -> None:
        """The table's own answer, as of one that has looked at nothing for so long."""
        answer = route.fetch()
        told = answer.json()
        told["seen_s"] -= behind_s
        route.fulfill(response=answer, body=json.dumps(told))

    with kitchen.phone() as page:
        look_live(page)
        expect(page.locator("#rings .ring")).to_have_count(6)
        page.route("**/phone/frame", later)
        expect(page.locator("#rings .ring")).to_have_count(0)
        behind_s = 0
        expect(page.locator("#rings .ring")).to_have_count(6)
        page.unroute_all(behavior="ignoreErrors")


def test_rings_go_at_once_when_something_moves_before_the_lens(kitchen: Kitchen) -> None:
    with kitchen.phone() as page:
        look_live(page)
        expect(page.locator("#rings .ring")).to_have_count(6)
        # Answers that come no more: what takes the rings away is the phone's own eye.
        page.route("**/phone/frame", lambda route: None)
        page.evaluate(
            """() => {
              const draw = OffscreenCanvasRenderingContext2D.prototype.drawImage;
              OffscreenCanvasRenderingContext2D.prototype.drawImage = function (...all) {
                draw.apply(this, all);
                this.fillRect(20, 10, 12, 12);
              };
            }"""
        )
        expect(page.locator("#rings .ring")).to_have_count(0)


def gaps_ms(page: Page, begun: list[float], most: int) -> list[float]:
    """The times between the pictures that are sent from now on."""
    begun.clear()
    assert on_page(page, lambda: len(begun) > most)
    return [1000 * (after - before) for before, after in pairwise(begun)]


def test_half_speed_sends_half_the_pictures_is_kept_for_the_page_and_can_be_taken_back(
    kitchen: Kitchen,
) -> None:
    with kitchen.phone() as page:
        begun: list[float] = []
        page.on(
            "request",
            lambda sent: begun.append(time.monotonic()) if sent.url.endswith("/phone/frame") else None,
        )
        look_live(page)
        page.get_by_role("button", name="Half speed").click()
        expect(page.locator("#battery")).to_contain_text("At half speed")
        page.reload()
        expect(page.locator("#says")).to_contain_text("Live.")
        expect(page.get_by_role("button", name="Full speed")).to_be_visible()
        gaps_ms(page, begun, 2)
        # A busy machine sends fewer, never more.
        assert min(gaps_ms(page, begun, 4)) > 1.6 * AT_REST_MS
        page.get_by_role("button", name="Full speed").click()
        assert until(lambda: min(gaps_ms(page, begun, 4)) < 1.6 * AT_REST_MS)
        expect(page.get_by_role("button", name="Half speed")).to_be_visible()


def test_a_picture_costs_one_request_and_no_more(kitchen: Kitchen) -> None:
    with kitchen.phone() as page:
        look_live(page)
        asked: list[str] = []
        page.on("request", lambda sent: asked.append(sent.url.rpartition("/")[2]))
        assert on_page(page, lambda: len(asked) > 6)
        assert set(asked) == {"frame"}


def test_the_battery_is_told_as_time_by_how_long_its_steps_took(kitchen: Kitchen) -> None:
    with kitchen.phone(BATTERY) as page:
        line = page.locator("#battery")
        expect(line).to_contain_text("Battery 42 of 100")
        expect(line).to_contain_text("How long it lasts shows after a while.")
        page.clock.install()
        for level in (0.41, 0.40):
            page.evaluate(f"atLevel({level})")
            page.clock.fast_forward(165_000)
        expect(line).to_contain_text("Battery 40 of 100")
        expect(line).to_contain_text("About 1 hour 50 minutes like this.")
        page.evaluate("atLevel(0.14)")
        expect(line).to_contain_text("A photo per throw takes less.")


def test_without_a_battery_to_ask_and_without_a_lamp_no_button_is_dead(kitchen: Kitchen) -> None:
    with kitchen.phone(NO_BATTERY) as page:
        look_live(page)
        expect(page.get_by_text("Battery")).to_have_count(0)
        expect(page.get_by_role("button", name="Light on")).to_be_hidden()
        expect(page.locator("#battery")).to_contain_text("At full speed")
        page.get_by_role("button", name="Half speed").click()
        expect(page.locator("#battery")).to_contain_text("At half speed")
        page.get_by_role("radio", name="A photo per throw").check()
        expect(page.locator("#battery")).to_be_hidden()


def test_the_lamp_is_lit_and_put_out_where_the_camera_has_one(kitchen: Kitchen) -> None:
    with kitchen.phone(LAMP) as page:
        expect(page.get_by_role("button", name="Light on")).to_be_hidden()
        look_live(page)
        page.get_by_role("button", name="Light on").click()
        page.get_by_role("button", name="Light off").click()
        expect(page.get_by_role("button", name="Light on")).to_be_visible()
        assert page.evaluate("asked") == [True, False]
        page.get_by_role("button", name="Stop").click()
        expect(page.get_by_role("button", name="Light on")).to_be_hidden()


def test_a_photo_is_shown_with_the_rings_of_what_was_read_in_it(kitchen: Kitchen) -> None:
    with kitchen.phone() as page:
        look_live(page)
        page.get_by_role("radio", name="A photo per throw").check()
        expect(page.locator("#view")).to_be_hidden()
        expect(page.locator("#says")).to_have_text("The table sees six dice")
        assert page.evaluate("document.querySelector('#view').srcObject.active") is False, "the camera is off"
        expect(page.locator("#rings .ring")).to_have_count(0)
        photo = {"name": "IMG_1.jpg", "mimeType": "image/jpeg", "buffer": encode_jpeg(at_rest())}
        page.locator("input[type=file]").set_input_files([photo])  # type: ignore[list-item]
        expect(page.locator("#photo")).to_be_visible()
        expect(page.locator("#rings .ring")).to_have_count(6)
        assert page.locator("#photo").bounding_box() == page.locator("#rings").bounding_box()
        page.get_by_role("radio", name="Live").check()
        expect(page.locator("#photo")).to_be_hidden()
        expect(page.get_by_role("button", name="Look live")).to_be_visible()


def test_who_looks_at_the_table_and_comes_back_looks_on(kitchen: Kitchen) -> None:
    with kitchen.phone() as page:
        look_live(page)
        page.get_by_role("link", name="Look at the table").click()
        expect(page.locator("#board")).to_be_visible()
        page.go_back()
        expect(page.locator("#says")).to_have_text("Live. The table sees six dice")
        page.get_by_role("button", name="Stop").click()
        page.reload()
        expect(page.get_by_role("button", name="Look live")).to_be_visible()
        expect(page.locator("#lens")).to_be_hidden()


def test_a_screen_reader_hears_what_changes_and_nothing_twice(kitchen: Kitchen) -> None:
    with kitchen.phone() as page:
        page.evaluate(
            """() => {
              window.heard = [];
              const place = document.querySelector("#spoken");
              const all = { childList: true, characterData: true, subtree: true };
              new MutationObserver(() => heard.push(place.textContent)).observe(place, all);
            }"""
        )
        look_live(page)
        expect(page.locator("#spoken")).to_have_text("Live. The table sees six dice")
        answers: list[str] = []
        page.on("response", lambda answer: answers.append(answer.url))
        assert on_page(page, lambda: len(answers) > 5)
        heard = page.evaluate("heard")
        assert all(before != after for before, after in pairwise(heard)), heard
        live = page.locator("[aria-live], [role=status], [role=alert]").evaluate_all(
            "all => all.map(each => each.id)"
        )
        assert set(live) == {"spoken", "wrong"}, "the pace and the battery are shown and not read out"


def test_the_phones_page_fits_every_screen_a_thumb_and_a_screen_reader(
    kitchen: Kitchen, tmp_path: Path
) -> None:
    with kitchen.phone(BATTERY, LAMP) as page:
        for way in ("Live", "A photo per throw"):
            page.get_by_role("radio", name=way).check()
            if way == "Live":
                look_live(page)
            for size in ({"width": 320, "height": 640}, PHONE, LAPTOP):
                page.set_viewport_size(size)  # type: ignore[arg-type]
                assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
                assert page.evaluate(SMALL) == []
        page.get_by_role("radio", name="Live").check()
        look_live(page)
        # On its side the picture takes no more than leaves room for what can be pressed.
        page.set_viewport_size({"width": 844, "height": 390})
        for part in ("#rings", "#says", "#how-live", "#stop", "#light", "#look"):
            expect(page.locator(part)).to_be_in_viewport(ratio=0.9)
        open_to_everybody(page, "the phone's page")
