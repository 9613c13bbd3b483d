"""Which live pictures a page asks for: what is seen, as large as it is shown, and little of a table at rest."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Request
from real_browser import LAPTOP, PHONE, Table, chromium, needs_chromium, stand_still
from still_demo import still_table
from waiting import until

__all__ = ["chromium"]
pytestmark = needs_chromium
# Ends when the picture that has come is drawn. A lazy one that nobody has scrolled to never comes.
SHOWN = (
    "(image => image?.complete ? image.decode().catch(() => null) : null)(document.querySelector('#live'))"
)
# The board says that dice move, however often it comes anew.
MOVING = """() => {
  const move = () => {
    const picture = document.querySelector(".picture");
    if (picture.dataset.pace !== "moving") picture.dataset.pace = "moving";
  };
  new MutationObserver(move).observe(document.body, { subtree: true, attributes: true, childList: true });
  move();
}"""
SHORT = {"width": 360, "height": 640}


@pytest.fixture(scope="module")
def pictured(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """A table with a camera over it."""
    with still_table(tmp_path_factory.mktemp("data")) as table:
        table.new("Ann", "Bo")
        yield table


class Watched:
    """A page whose clock goes when it is told to, and the pictures that it has asked for.

    The clock stands still while a picture is on its way: a busy machine changes no count.
    """

    def __init__(self, page: Page, url: str) -> None:
        self.page = page
        self.asked: list[str] = []
        self.under_way = 0
        page.on("request", self._note)
        page.on("requestfinished", self._arrived)
        page.on("requestfailed", self._arrived)
        stand_still(page)
        page.goto(f"{url}/table")
        page.locator(".lens").wait_for(state="attached")

    def _note(self, request: Request) -> None:
        if "/picture.jpg" in request.url:
            self.asked.append(request.url)
            self.under_way += 1

    def _arrived(self, request: Request) -> None:
        self.under_way -= "/picture.jpg" in request.url

    def _shown(self) -> None:
        """Wait until what was asked for is on the screen."""
        until(lambda: not self.page.wait_for_timeout(5) and not self.under_way)
        self.page.evaluate(SHOWN)

    def after(self, seconds: int) -> list[str]:
        """What is asked for in so many seconds of the page's time."""
        self.asked.clear()
        for _ in range(10 * seconds):
            self._shown()
            self.page.clock.run_for(100)
        return list(self.asked)


@pytest.fixture
def watched(chromium: Browser, pictured: Table, request: pytest.FixtureRequest) -> Iterator[Watched]:
    size, sharp = request.param
    context = chromium.new_context(viewport=size, device_scale_factor=sharp)
    yield Watched(context.new_page(), pictured.url)
    context.close()


@pytest.mark.parametrize("watched", [(LAPTOP, 1), (PHONE, 3)], indirect=True, ids=["laptop", "phone"])
def test_of_a_table_at_rest_a_picture_comes_every_other_second_as_wide_as_it_is_shown(
    watched: Watched,
) -> None:
    asked = watched.after(10)
    assert 3 <= len(asked) <= 6
    shown = watched.page.evaluate(
        "document.getElementById('live').clientWidth * Math.min(devicePixelRatio, 2)"
    )
    assert {int(re.findall(r"width=(\d+)", url)[0]) for url in asked} == {shown}


@pytest.mark.parametrize("watched", [(PHONE, 2)], indirect=True, ids=["phone"])
def test_while_dice_move_pictures_come_as_fast_as_they_are_looked_at(watched: Watched) -> None:
    watched.page.evaluate(MOVING)
    asked = watched.after(15)
    assert len(asked) > 20, "at rest there would be seven"
    assert f"width={PHONE['width']}" in asked[-1]


@pytest.mark.parametrize("watched", [(SHORT, 2)], indirect=True, ids=["short phone"])
def test_nothing_is_fetched_for_a_picture_that_is_folded_or_scrolled_away_until_it_is_seen(
    watched: Watched,
) -> None:
    page = watched.page
    assert not page.locator(".pane").is_visible()
    assert watched.after(6) == []
    page.locator(".unfold").click()
    assert watched.after(6) != []
    page.evaluate("document.body.style.paddingBottom = '3000px'; scrollTo(0, 2000)")
    watched.after(1)
    assert watched.after(6) == []
