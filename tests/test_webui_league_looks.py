"""The league's pages at every size, with twelve players and sixty days: nothing is cut, and every word can be read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page
from real_browser import SHOTS, chromium, needs_chromium, served

from webui.config import Settings
from webui.league.made_up import SESSION, World
from webui.routes.visitor import COOKIE
from webui.terminal.settings import settings_of
from webui.verbs.bench_league import bring_in

__all__ = ["chromium"]
pytestmark = needs_chromium
NAMES = (
    "Tom",
    "Ann",
    "Marek",
    "Zoë",
    "Bartholomew",
    "Kira",
    "Oluwaseun",
    "Li",
    "Friederike-Anna",
    "Jo",
    "Wi",
    "Wilhelmina-" * 3,
)
SIZES = {
    "small": (320, 640),
    "narrow phone": (360, 740),
    "phone": (390, 844),
    "tablet": (768, 1024),
    "narrow": (1024, 768),
    "desk": (1280, 900),
}
READ_PX = 12.5
"""Height of the least letter of a plot. Larger: fewer words fit beside it."""
CUT = """() => [...document.querySelectorAll("main table, main svg text")].filter((part) => {
  const room = part.closest(".panel").getBoundingClientRect(), box = part.getBoundingClientRect();
  return box.width && (box.right > room.right + 0.5 || box.left < room.left - 0.5);
}).map((part) => part.textContent.slice(0, 40))"""
TOUCHING = """() => [...document.querySelectorAll("main svg.plot")].flatMap((plot) => {
  const words = [...plot.querySelectorAll("text")].map((word) => [word, word.getBoundingClientRect()]);
  return words.flatMap(([one, a], n) => words.slice(n + 1).filter(([, b]) =>
    a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 3 && b.top < a.bottom - 3,
  ).map(([other]) => `${one.textContent} / ${other.textContent}`));
})"""
LETTERS = """() => [...document.querySelectorAll("main svg.plot text")]
  .filter((word) => word.getClientRects().length)
  .map((word) => parseFloat(getComputedStyle(word).fontSize) * word.getScreenCTM().a)"""


@pytest.fixture
def looking(tmp_path: Path, chromium: Browser, solved_data: Path) -> Iterator[tuple[Page, str]]:
    """Somebody who is signed in to such a league; its address."""
    world = World.made(solved_data, len(NAMES), 60)
    (tmp_path / "odds").symlink_to(solved_data / "odds")
    bring_in(settings_of(data=tmp_path, camera="none", streams=4), replace(world, names=NAMES))
    with served(Settings(data=tmp_path, camera="none")) as table:
        context = chromium.new_context()
        context.add_cookies([{"name": COOKIE, "value": SESSION, "url": f"{table.url}/league"}])
        yield context.new_page(), f"{table.url}/league"
        context.close()


@pytest.mark.parametrize("size", SIZES)
def test_no_table_is_cut_and_every_word_of_a_plot_can_be_read(looking: tuple[Page, str], size: str) -> None:
    page, url = looking
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    page.goto(f"{url}/")
    year = page.get_by_text("The whole year, and luck").get_attribute("href") or ""
    player = page.locator(".figures .who a").first.get_attribute("href") or ""
    for name, path in (("day", "/league/"), ("year", year), ("player", player)):
        page.goto(url.removesuffix("/league") + path)
        page.screenshot(path=SHOTS / f"league-{name}-{size}.png", full_page=True)
        assert page.evaluate(CUT) == [], name
        assert page.evaluate("document.documentElement.scrollWidth") <= width, name
        assert page.evaluate(TOUCHING) == [], name
        assert min(page.evaluate(LETTERS)) >= READ_PX, name
