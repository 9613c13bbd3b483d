"""A phone is brought to the table from the match page, where a square and six letters unfold."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, expect
from real_browser import LAPTOP, ONLY, PHONE, Table, chromium, needs_chromium, table
from waiting import until

from webui.routes import camera
from webui.square import letters_in

__all__ = ["chromium", "table"]
pytestmark = needs_chromium


def seen_of(part: Locator) -> np.ndarray:
    """It, as it is drawn on the screen now."""
    shot = cv2.imdecode(np.frombuffer(part.screenshot(), np.uint8), cv2.IMREAD_COLOR)
    assert shot is not None
    return shot


@pytest.mark.parametrize(
    "size", [{"width": 320, "height": 640}, PHONE, {"width": 1024, "height": 768}, LAPTOP]
)
def test_the_match_page_unfolds_a_square_that_is_good_now_and_fits_every_screen(
    size: Any, chromium: Browser, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(camera, "FRESH_S", 1)
    table.new("Ann")
    page = chromium.new_page(viewport=size)
    page.goto(f"{table.url}/table")
    page.locator(".phone-in summary").click()
    frame = page.frame_locator(".phone-in iframe")
    pairing = table.desk.pairing
    expect(frame.locator(".code")).to_have_text(pairing.letters()[0])

    # It is new as soon as a phone has used it up.
    used, _ = pairing.letters()
    pairing.join(used, "Bo's phone")
    expect(frame.locator(".code")).to_have_text(pairing.letters()[0])
    monkeypatch.setattr(camera, "FRESH_S", 3600)
    page.reload()
    page.locator(".phone-in summary").click()
    expect(frame.locator(".code")).to_have_text(pairing.letters()[0])
    assert until(lambda: letters_in(seen_of(frame.locator(".qr"))) == pairing.letters()[0] != used)

    inside = page.frames[1]
    for seen in (page, inside):
        assert seen.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert inside.evaluate("document.documentElement.scrollHeight <= innerHeight")
    assert not Axe().run(page, options=ONLY).response["violations"]
    page.close()
