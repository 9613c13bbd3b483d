"""The square that one screen shows is read from a photo of it, at the table's page and at the league's."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest
import segno
from flask import Flask
from leagued import begun, desk_of, joined, known_here
from playwright.sync_api import Browser, expect
from real_browser import PHONE, SHOTS, Table, chromium, heading, needs_chromium, open_to_everybody, served
from waiting import LONG_S

from hardware.frame import Image
from hardware.jpeg import encode_jpeg
from webui.config import Settings
from webui.square import drawn, letters_in

__all__ = ["chromium"]
LINK = "http://192.168.1.20:8000/league/pair?letters=KDMTRP"


def photo(link: str = LINK, side_px: float = 420, turned: float = 0.2, blur_px: float = 1.5) -> Image:
    """A poor photo of the square on a screen: from the side, turned, dim, and out of focus."""
    file = io.BytesIO()
    segno.make(link, error="m", micro=False).save(file, kind="png", scale=12, border=4)
    square = cv2.imdecode(np.frombuffer(file.getvalue(), np.uint8), cv2.IMREAD_COLOR)
    assert square is not None
    height, width = square.shape[:2]
    corners = np.array([[-0.5, -0.46], [0.52, -0.5], [0.47, 0.5], [-0.5, 0.53]]) * side_px
    turn = np.array([[np.cos(turned), -np.sin(turned)], [np.sin(turned), np.cos(turned)]])
    there = (corners @ turn.T + [900, 700]).astype(np.float32)
    flat = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    laid = cv2.warpPerspective(square, cv2.getPerspectiveTransform(flat, there), (1920, 1440))
    noise = np.random.default_rng(1).normal(0, 6, laid.shape)
    return np.clip(cv2.GaussianBlur(laid, (0, 0), blur_px) * 0.7 + noise, 0, 255).astype(np.uint8)


@pytest.mark.parametrize(
    ("side_px", "turned", "blur_px"), [(420, 0.2, 1.5), (900, -0.5, 3.0), (350, 0.0, 1.0)]
)
def test_the_letters_are_read_from_a_poor_photo(side_px: float, turned: float, blur_px: float) -> None:
    assert letters_in(photo(LINK, side_px, turned, blur_px)) == "KDMTRP"


@pytest.mark.parametrize(
    "link", ["WIFI:S:Home;;", "http://[", "https://elsewhere.example/", "letters=KDMTRP"]
)
def test_another_square_has_no_letters(link: str) -> None:
    assert letters_in(photo(link)) == ""


def test_a_photo_without_a_square_has_none() -> None:
    assert letters_in(np.random.default_rng(2).integers(0, 255, (480, 640, 3), np.uint8)) == ""


def test_what_is_drawn_scales_and_is_black_on_white() -> None:
    assert "viewBox" in drawn(LINK)
    assert 'fill="#fff"' in drawn(LINK)


def test_the_league_reads_the_square_of_a_table_and_asks_before_anything_changes(app: Flask) -> None:
    tom = begun(app)
    ann = joined(app, tom, "Ann")
    desk_of(app).presses.new(desk_of(app).board().revision, "morning-roll", ["Ann"], rounds=1)
    page = app.test_client().post("/league/faces", data={"name": "Ann"}).text
    link = re.search(r'href="(http[^"]*letters=\w{6})"', page)
    assert link
    sent = {"photo": (io.BytesIO(encode_jpeg(photo(link[1]), 80)), "square.jpg")}
    asked = ann.post("/league/square", data=sent, follow_redirects=True)
    assert "Are you Ann?" in asked.text
    nothing = {"photo": (io.BytesIO(encode_jpeg(photo("https://x.example/"), 80)), "square.jpg")}
    refused = ann.post("/league/square", data=nothing)
    assert (refused.status_code, "No square can be read" in refused.text) == (422, True)
    for broken in ({}, {"photo": (io.BytesIO(b"no picture"), "x.jpg")}):
        assert ann.post("/league/square", data=broken).status_code == 422
    assert app.test_client().post("/league/square").status_code == 303
    known_here(app, ann, "Ann")


def test_who_has_to_sign_in_first_comes_back_to_the_letters(app: Flask) -> None:
    begun(app)
    answer = app.test_client().get("/league/pair?letters=KDMTRP")
    assert answer.headers["Location"].endswith("/league/sign-in?next=/league/pair?letters%3DKDMTRP")


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with served(Settings(data=tmp_path, camera="demo", stale=LONG_S)) as table:
        yield table


@needs_chromium
def test_a_phone_joins_by_a_photo_of_the_square_and_keeps_what_it_was_told(
    chromium: Browser, table: Table, tmp_path: Path
) -> None:
    page = chromium.new_context(viewport=PHONE).new_page()  # type: ignore[arg-type]
    page.goto(f"{table.url}/camera")
    before = page.locator(".code").inner_text()
    page.get_by_role("button", name="New letters").click()
    expect(page.locator(".code")).not_to_have_text(before)
    letters = table.desk.pairing.letters()[0]
    page.goto(f"{table.url}/phone?letters={letters[:3]}")
    expect(page.locator("#to-go")).to_have_text("Three to go.")
    page.fill("[name=letters]", letters[:4].lower())
    expect(page.locator("#to-go")).to_have_text("Two to go.")
    page.fill("[name=name]", "Bo's phone")
    page.locator("[value=board]").check()
    page.screenshot(path=SHOTS / "join-phone.png")
    open_to_everybody(page, "join")
    (tmp_path / "square.jpg").write_bytes(encode_jpeg(photo(f"{table.url}/phone?letters={letters}"), 80))
    page.set_input_files("[name=photo]", tmp_path / "square.jpg")
    expect(page.locator("[name=letters]")).to_have_value(letters)
    expect(page.locator("[value=board]")).to_be_checked()
    page.get_by_role("button", name="Join").click()
    page.wait_for_url("**/wall")
    (phone,) = table.desk.pairing.phones()
    assert (phone.name, phone.role) == ("Bo's phone", "watcher")
    page.goto(f"{table.url}/phone")
    page.set_input_files("[name=photo]", Path(__file__))
    expect(page.get_by_role("alert")).to_contain_text("No square can be read")
    heading(page, "Which table?")
