"""Headless Chromium, the served program and another player: what the tests of the pages in a browser share."""

from __future__ import annotations

import json
import logging
import re
import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from urllib import parse, request

import pytest
from axe_playwright_python.base import AxeResults
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Locator,
    Page,
    expect,
    sync_playwright,
)
from waiting import LONG_S, until
from waitress.server import BaseWSGIServer, create_server

from webui.app import create_app
from webui.config import Settings
from webui.desk import Desk

# The shell first: it draws the same pages with less processor time, as it has no window.
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
CHROMIUM = next(filter(None, map(shutil.which, BROWSERS)), None)
QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--no-first-run",
]
SHOTS = Path(__file__).resolve().parent.parent / "build" / "shots"
PHONE, LAPTOP = {"width": 390, "height": 844}, {"width": 1440, "height": 900}
MEANT = ("ERR_INTERNET_DISCONNECTED", "ERR_FAILED", "ERR_CONNECTION_REFUSED", "ERR_INCOMPLETE", "409")
"""What the tests themselves bring about on the console."""

PATIENCE_MS = 1000 * LONG_S
"""Milliseconds until a page is given up, and no measure of how fast it is."""

RULES = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")
ONLY = {"runOnly": list(RULES), "resultTypes": ["violations"]}
VIOLATIONS = "(rules) => axe.run(rules).then(({ violations }) => ({ violations }))"
"""What the checker finds, without what it found to be well: that takes as long to come as the check itself."""

needs_chromium = pytest.mark.skipif(
    CHROMIUM is None,
    reason="Chromium is not here: install it (apt: chromium-headless-shell) to test the pages in a browser.",
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
        with request.urlopen(asked, timeout=LONG_S) as answer:
            json.load(answer)

    def new(self, *players: str, rounds: int = 1) -> None:
        self.post("new", game="morning-roll", player=players, rounds=rounds)

    def throw(self, *faces: int) -> None:
        self.post("throw", faces=faces)


def end(server: BaseWSGIServer, thread: threading.Thread) -> None:
    """End a server with the connections that browsers keep open for a next time: it would wait for them."""
    server.close()
    for channel in list(server.active_channels.values()):
        channel.will_close = True
    thread.join(10)


@contextmanager
def served(settings: Settings) -> Iterator[Table]:
    """The program, served on a free port of this machine."""
    logging.getLogger("waitress").setLevel(logging.CRITICAL)
    app = create_app(settings)
    server = create_server(app, host="127.0.0.1", port=0, threads=16)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    desk: Desk = app.extensions["rollcall"]
    desk.start()
    try:
        yield Table(f"http://127.0.0.1:{server.effective_port}", desk)
    finally:
        desk.push.close()
        end(server, thread)
        desk.close()


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """A table without a camera, shared by the tests of a file; each begins a match of its own."""
    with served(Settings(data=tmp_path_factory.mktemp("data"), camera="none")) as table:
        yield table


@contextmanager
def launched(*options: str) -> Iterator[Browser]:
    """Headless Chromium, each of whose pages is waited for as long as a slow machine takes."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, args=[*QUIET, *options], timeout=PATIENCE_MS
        )
        made = browser.new_context

        def patient(**how: Any) -> BrowserContext:
            context = made(**how)
            context.set_default_timeout(PATIENCE_MS)
            return context

        browser.new_context = patient  # type: ignore[method-assign, assignment]
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with launched() as browser:
        yield browser


def as_said(message: ConsoleMessage) -> str:
    """An error of the console, with what was asked for."""
    asked = parse.urlsplit(message.location["url"])
    return f"{message.text} {asked.path}"


@contextmanager
def opened(chromium: Browser) -> Iterator[Page]:
    """A laptop's page that may say nothing on its console."""
    context = chromium.new_context(viewport=LAPTOP)  # type: ignore[arg-type]
    page = context.new_page()
    said: list[str] = []
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("console", lambda message: said.append(as_said(message)) if message.type == "error" else None)
    yield page
    context.close()
    unmeant = [line for line in said if not any(word in line for word in MEANT)]
    assert not unmeant, unmeant


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    """Such a page, for one test."""
    with opened(chromium) as page:
        yield page


expect.set_options(timeout=PATIENCE_MS)


def on_page(page: Page, true: Callable[[], object]) -> bool:
    """Whether it became true while the page went on: its requests and routes are heard meanwhile."""
    return until(lambda: true() or page.wait_for_timeout(5))


def stand_still(page: Page) -> None:
    """Stop the clock of the page that is opened next: its timers go when `page.clock.run_for` says so.

    `clock.install` alone would let it go on with the machine's clock.
    """
    page.clock.install()
    page.clock.pause_at(datetime.now() + timedelta(hours=1))


LET_COME = """() => document.getAnimations()
    .filter(each => each.effect.getComputedTiming().endTime < Infinity).forEach(each => each.finish())"""
"""What is coming is there: colours are judged as they stay, also on a busy machine."""


def open_to_everybody(page: Page, name: str) -> None:
    """The accessibility checker finds nothing on this page: narrow and light, wide and dark."""
    page.evaluate(Axe().axe_script)
    for width, mode in ((360, "light"), (1440, "dark")):
        # So high that nothing lies under the buttons, which stay at the lower edge.
        page.set_viewport_size({"width": width, "height": 4000})
        page.emulate_media(color_scheme=mode)  # type: ignore[arg-type]
        page.evaluate(LET_COME)
        found = AxeResults(page.evaluate(VIOLATIONS, ONLY))
        assert found.violations_count == 0, f"{name} at {width}, {mode}: {found.generate_report()}"


def heading(page: Page, words: str | re.Pattern[str]) -> None:
    expect(page.locator("h1")).to_have_text(words)


def settled(page: Page) -> None:
    """The moment is over in which a press would count for the board before."""
    expect(page.locator("#board:not([data-fresh])")).to_be_visible()


def heard(page: Page, words: str) -> None:
    """A screen reader was told these words: what is pressed now is not said in one breath with them."""
    expect(page.locator("#polite")).to_contain_text(words)


def action(page: Page, name: str) -> Locator:
    return page.locator(".actions").get_by_text(name)


@pytest.fixture
def quiet_page(chromium: Browser) -> Iterator[Page]:
    """A page with its own script switched off, so that it changes only when it is told to."""
    context = chromium.new_context(viewport=LAPTOP, java_script_enabled=True)  # type: ignore[arg-type]
    page = context.new_page()
    page.route("**/*.js", lambda route: route.abort())
    yield page
    context.close()
