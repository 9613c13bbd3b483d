"""A league that is served, and people who look at it with browsers of their own."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

from leagued import PASSWORD, SetClock, desk_of, opened
from playwright.sync_api import Browser, Page, expect
from real_browser import PHONE, SHOTS, end
from waiting import LONG_S, until
from waitress.server import create_server

from webui.desk import Desk


@contextmanager
def served_league(folder: Path, clock: SetClock, camera: str) -> Iterator[tuple[str, Desk]]:
    app = opened(folder, clock, camera)
    server = create_server(app, host="127.0.0.1", port=0, threads=16)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    desk = desk_of(app)
    desk.start()
    try:
        yield f"http://127.0.0.1:{server.effective_port}", desk
    finally:
        desk.push.close()
        end(server, thread)
        desk.close()


@contextmanager
def browsing(chromium: Browser, size: dict[str, int], zone: str = "UTC") -> Iterator[Page]:
    """A person with a device of their own."""
    context = chromium.new_context(viewport=size, timezone_id=zone)  # type: ignore[arg-type]
    page = context.new_page()
    yield page
    context.close()


def fill_in(page: Page, name: str) -> None:
    page.fill("[name=name]", name)
    page.fill("[name=password]", PASSWORD)
    page.locator("main button").click()


def joined_in_browser(url: str, tom: Page, ann: Page) -> None:
    """Tom opens the league and invites Ann, who comes."""
    tom.goto(f"{url}/league/")
    expect(tom.locator("h1")).to_have_text("Open a league")
    fill_in(tom, "Tom")
    expect(tom.locator("h2").first).to_have_text("Tom, you have not rolled today.")
    tom.goto(f"{url}/league/organise")
    tom.get_by_text("Make an invitation").click()
    # The link is one that a phone can open: by an address of this machine that others know.
    ann.goto(url + urlsplit(tom.locator(".hand-over a").get_attribute("href") or "").path)
    fill_in(ann, "Ann")
    expect(ann.locator("h2").first).to_have_text("Ann, you have not rolled today.")


@contextmanager
def family(
    folder: Path, clock: SetClock, chromium: Browser, camera: str = "none", zone: str = "UTC"
) -> Iterator[tuple[str, Desk, Page, Page]]:
    """A league that Tom has opened on his phone, and to which Ann, in this zone, has come on hers."""
    with (
        served_league(folder, clock, camera) as (url, desk),
        browsing(chromium, PHONE) as tom,
        browsing(chromium, PHONE, zone) as ann,
    ):
        joined_in_browser(url, tom, ann)
        yield url, desk, tom, ann


def letters_on(screen: Page) -> str:
    """The six letters that a screen shows."""
    return (screen.locator(".code").get_attribute("aria-label") or "").replace(", ", "")


def be_known(url: str, table: Page, ann: Page) -> None:
    """The table shows letters, and Ann types them in on her phone."""
    table.goto(f"{url}/league/faces")
    table.get_by_text("That is me").click()
    letters = letters_on(table)
    table.screenshot(path=SHOTS / "league-face-desktop.png")
    ann.goto(f"{url}/league/pair")
    ann.fill("[name=letters]", letters.lower())
    ann.get_by_text("Go on").click()
    expect(ann.locator("h1")).to_have_text("Are you Ann?")
    ann.get_by_text("Yes, that is me").click()
    expect(ann.locator("h1")).to_have_text("It is done")


def turn_typed_in(url: str, ann: Page) -> None:
    """Ann types another turn in, throw by throw."""
    ann.goto(f"{url}/league/type")
    ann.fill("[name=faces]", "1 1 1 2 3 5")
    ann.get_by_text("Thrown").click()
    ann.get_by_text("Stop with 1 1 1 5").click()
    ann.get_by_text("Go on").click()
    expect(ann.locator("h1")).to_have_text("Ann, 1,050 on 3 March")


def played_out(desk: Desk) -> None:
    """Throw and stop as soon as something scores, as a person would who has seen the demo before."""
    assert until(lambda: _played_on(desk), 5 * LONG_S), "the demo did not throw"


def _played_on(desk: Desk) -> bool:
    """Do what is to do, if anything; whether the match is over."""
    board = desk.board()
    state = board.state
    if state is None or state.outcome:
        return True
    if board.question:
        desk.presses.dismiss(board.revision)
    elif state.moves:
        stop = next((move for move in state.moves if move.kind == "stop"), state.moves[0])
        desk.presses.play(board.revision, f"{stop.kind} {' '.join(map(str, stop.faces))}")
    return False
