"""A phone's browser as the camera, over the program's own TLS: accepted, refused, changed, and shut."""

from __future__ import annotations

import base64
import hashlib
import re
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import cv2
import pytest
from cryptography.hazmat.primitives import serialization
from playwright.sync_api import Browser, Error, Page, expect
from real_browser import CHROMIUM, LAPTOP, PATIENCE_MS, PHONE, QUIET, launched, needs_chromium
from test_webui_phone import at_rest
from waiting import LONG_S, until

from hardware.demo import FILM, FOLDER
from hardware.jpeg import encode_jpeg
from webui.app import create_app
from webui.config import Settings
from webui.desk import Desk
from webui.serving.addresses import own_addresses
from webui.serving.certificate import AUTHORITY, LEAF, Pair, open_certificate
from webui.serving.server import FOLDER as TLS
from webui.serving.server import Server
from webui.serving.six_words import WORDS, six_words


@contextmanager
def door(data: Path) -> Iterator[tuple[int, Desk]]:
    """The whole program behind its door, on every address of this machine."""
    app = create_app(Settings(data=data, camera="phone"))
    desk: Desk = app.extensions["rollcall"]
    listener = socket.create_server(("0.0.0.0", 0))
    server = Server(app, 16, listener, open_certificate(data / TLS))
    serving = threading.Thread(target=server.run, daemon=True)
    serving.start()
    desk.start()
    try:
        yield listener.getsockname()[1], desk
    finally:
        desk.push.close()
        server._behind.asyncore.close_all(server._behind._map)
        serving.join(LONG_S)
        desk.close()
        listener.close()


@pytest.fixture(scope="module")
def film(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the browser's camera shows: the demo's film, from a bare table to six dice that lie."""
    path = tmp_path_factory.mktemp("film") / "table.mjpeg"
    video = cv2.VideoCapture(str(FOLDER / FILM), cv2.CAP_FFMPEG)
    with path.open("wb") as file:
        for _ in range(90):
            there, image = video.read()
            assert there
            file.write(encode_jpeg(image, 90))
    video.release()
    return path


@pytest.fixture(scope="module")
def phone_browser(film: Path) -> Iterator[Browser]:
    fed = ["--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream"]
    with launched(*fed, f"--use-file-for-fake-video-capture={film}") as browser:
        yield browser


def lan() -> str:
    """An address of this machine that no browser trusts of itself."""
    others = [str(each) for each in own_addresses() if each.version == 4]
    if not others:
        pytest.skip("this machine has no address but its own, and a browser trusts that without HTTPS")
    return others[0]


@needs_chromium
def test_a_phone_looks_live_over_https_and_its_dice_are_a_throw(
    tmp_path: Path, phone_browser: Browser
) -> None:
    with door(tmp_path) as (port, desk):
        desk.presses.new(0, "morning-roll", ["Ann"])
        context = phone_browser.new_context(
            ignore_https_errors=True,
            viewport=PHONE,
            permissions=["camera", "screen-wake-lock"],  # type: ignore[arg-type]
        )
        page = context.new_page()
        page.goto(f"https://{lan()}:{port}/phone?letters={desk.pairing.letters()[0]}")
        page.get_by_role("button", name="Join").click()
        page.get_by_role("button", name="Look live").click()
        expect(page.locator("#rate")).to_contain_text("a second")
        assert until(lambda: desk.board().source.width == 1280)
        assert until(lambda: len(desk.board().source.dice) == 6), "the table never saw the dice of the film"
        expect(page.locator("#says")).to_have_text(re.compile("The table sees|The dice roll"))
        expect(page.locator("#screen")).to_contain_text("The screen stays on")
        page.get_by_role("button", name="Stop").click()
        assert until(lambda: page.evaluate("document.querySelector('#start').hidden") is False)
        # Without a picture for it to lie on, too.
        page.set_viewport_size(LAPTOP)  # type: ignore[arg-type]
        expect(page.locator("#says")).to_be_in_viewport(ratio=0.9)
        context.close()


@needs_chromium
def test_a_certificate_that_was_refused_shows_nothing_of_ours_and_a_photo_works_all_the_same(
    tmp_path: Path, phone_browser: Browser
) -> None:
    with door(tmp_path) as (port, desk):
        desk.presses.new(0, "morning-roll", ["Ann"])
        context = phone_browser.new_context(viewport=PHONE)  # type: ignore[arg-type]
        page = context.new_page()
        with pytest.raises(Error, match="ERR_CERT_AUTHORITY_INVALID"):
            page.goto(f"https://{lan()}:{port}/phone")
        page.close()
        page = context.new_page()
        page.goto(f"http://{lan()}:{port}/phone?letters={desk.pairing.letters()[0]}")
        page.get_by_role("button", name="Join").click()
        expect(page.locator("#trust")).to_be_visible()
        expect(page.locator("#live")).to_be_hidden()
        expect(page.locator("#trust")).to_contain_text(desk.fingerprint()[:23])
        words = page.locator(".six-words span").all_inner_texts()
        assert (words, len(words)) == ([*six_words(desk.fingerprint())], 6)
        page.goto(f"http://{lan()}:{port}/camera")
        assert page.locator(".six-words span").all_inner_texts() == words, "both screens say the same"
        page.go_back()
        photo = {"name": "IMG_1.jpg", "mimeType": "image/jpeg", "buffer": encode_jpeg(at_rest())}
        page.locator("input[type=file]").set_input_files([photo])  # type: ignore[list-item]
        expect(page.locator("#says")).to_contain_text("The table sees six dice")
        assert until(lambda: desk.board().question or desk.board().lines[2:])
        context.close()


@needs_chromium
def test_a_phone_that_keeps_its_camera_shut_is_told_so(tmp_path: Path, phone_browser: Browser) -> None:
    with door(tmp_path) as (port, desk):
        context = phone_browser.new_context(ignore_https_errors=True, viewport=PHONE)  # type: ignore[arg-type]
        page = context.new_page()
        # The browser of the tests allows every camera.
        page.add_init_script(
            "navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotAllowedError'))"
        )
        page.goto(f"https://127.0.0.1:{port}/phone?letters={desk.pairing.letters()[0]}")
        page.get_by_role("button", name="Join").click()
        page.get_by_role("button", name="Look live").click()
        expect(page.locator("#wrong")).to_contain_text("keeps its camera shut")
        context.close()


def trusting(authority: Path) -> str:
    """The option that lets Chromium trust what this authority vouches for, as a phone does that installed it."""
    key = Pair.read(authority).certificate.public_key()
    spki = key.public_bytes(serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo)
    digest = base64.b64encode(hashlib.sha256(spki).digest()).decode()
    return f"--ignore-certificate-errors-spki-list={digest}"


def words_on(page: Page, port: int) -> list[str]:
    """The six words of the certificate on the page of the camera, which needs no trust."""
    page.goto(f"http://{lan()}:{port}/camera")
    return page.locator(".six-words span").all_inner_texts()


@needs_chromium
def test_a_phone_that_trusts_the_table_goes_on_with_a_new_certificate_and_not_with_another_authority(
    tmp_path: Path, phone_browser: Browser
) -> None:
    open_certificate(tmp_path / TLS)
    told = [*QUIET, trusting(tmp_path / TLS / AUTHORITY)]
    with phone_browser.browser_type.launch(
        executable_path=CHROMIUM, args=told, timeout=PATIENCE_MS
    ) as browser:
        page = browser.new_page()
        with door(tmp_path) as (port, _):
            page.goto(f"https://{lan()}:{port}/phone")
            assert page.evaluate("isSecureContext"), "no phone lends its camera to this page"
            first = words_on(page, port)
        (tmp_path / TLS / LEAF).unlink()
        with door(tmp_path) as (port, _):
            page.goto(f"https://{lan()}:{port}/phone")
            assert words_on(page, port) != first
        for each in (LEAF, AUTHORITY):
            (tmp_path / TLS / each).unlink()
        with door(tmp_path) as (port, desk):
            with pytest.raises(Error, match="ERR_CERT_AUTHORITY_INVALID"):
                page.goto(f"https://{lan()}:{port}/phone")
            page.close()
            assert words_on(browser.new_page(), port) == [*six_words(desk.fingerprint())], (
                "what to compare is on the page"
            )


def test_the_longest_six_words_are_within_the_screen_of_a_phone(
    tmp_path: Path, phone_browser: Browser
) -> None:
    with door(tmp_path) as (port, _):
        page = phone_browser.new_page()
        page.goto(f"http://127.0.0.1:{port}/camera")
        words = page.locator(".six-words span")
        expect(words).to_have_count(6)
        words.evaluate_all(
            "(all, longest) => all.forEach(each => { each.textContent = longest })", max(WORDS, key=len)
        )
        for width in (320, 360, 390, 430, 1280):
            page.set_viewport_size({"width": width, "height": 844})
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            assert words.evaluate_all("all => all.every(each => each.scrollWidth <= each.clientWidth + 1)")
