"""What the pages load: compressed, asked for once, and asked for anew after an update."""

from __future__ import annotations

import gzip
import re
import zlib
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from webui.assets import FOLDER, digest

PACKED = {"Accept-Encoding": "gzip, deflate"}
"""What a browser takes over plain HTTP."""


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    client = app.test_client()
    client.post("/match/new", data={"revision": "0", "player": ["Ann", "Bo"]})
    client.post("/match/throw", data={"revision": "1", "faces": "1 5 3 4 6 6"})
    return client


def loaded(page: str) -> set[str]:
    """The files that a page names, with those that the scripts among them import, and so on."""
    found = set(re.findall(r'(?:href|src)="(/static/[^"#]+)', page))
    new = found
    while new := {each for script in new for each in imported(script)} - found:
        found |= new
    return found


def imported(address: str) -> set[str]:
    """The scripts that a script imports."""
    if not address.endswith(".js"):
        return set()
    folder, _, name = address.rpartition("/")
    text = (FOLDER / name).read_text(encoding="utf-8")
    return {f"{folder}/{each}" for each in re.findall(r'^import .* from "\./(.*)";$', text, re.MULTILINE)}


def got(client: FlaskClient, address: str, headers: dict[str, str] | None = None) -> TestResponse:
    """The whole answer, its file closed."""
    answer = client.get(address, headers=headers)
    assert answer.data
    answer.close()
    return answer


def unpacked(encoding: str | None, packed: bytes) -> bytes:
    if encoding == "gzip":
        return gzip.decompress(packed)
    return zlib.decompress(packed) if encoding == "deflate" else packed


def test_text_is_sent_small_and_is_what_it_was(client: FlaskClient) -> None:
    plain = client.get("/table")
    assert plain.headers.get("Content-Encoding") is None
    for address in ("/table", "/board.json", *loaded(plain.text)):
        whole, packed = got(client, address).data, got(client, address, PACKED)
        assert unpacked(packed.headers.get("Content-Encoding"), packed.data) == whole, address
        assert len(packed.data) < 0.6 * len(whole) or len(whole) < 1000, address


def test_the_match_page_with_all_it_loads_but_the_picture_is_under_60_kb(client: FlaskClient) -> None:
    page = client.get("/table").text
    sizes = {address: len(got(client, address, PACKED).data) for address in ("/table", *loaded(page))}
    assert len(sizes) >= 8
    assert sum(sizes.values()) < 60_000, sizes


def test_the_scripts_of_the_match_page_are_under_32_kib(client: FlaskClient) -> None:
    scripts = [each for each in loaded(client.get("/table").text) if each.endswith(".js")]
    sizes = {each.rpartition("/")[2]: len(got(client, each).data) for each in scripts}
    assert len(sizes) > 8
    assert sum(sizes.values()) < 32 * 1024, sizes


def test_a_stream_of_changes_is_not_held_back_to_be_packed(app: Flask) -> None:
    answer = app.test_client().get("/events", headers=PACKED, buffered=False)
    assert answer.headers.get("Content-Encoding") is None
    answer.close()


def test_a_browser_asks_for_each_file_once(client: FlaskClient) -> None:
    for address in loaded(client.get("/table").text):
        kept = got(client, address).headers["Cache-Control"]
        assert "immutable" in kept, address
        assert "max-age=31536000" in kept, address
    assert client.get("/table").headers["Cache-Control"] == "no-store"
    assert "immutable" not in client.get("/static/none/style.css").headers["Cache-Control"]


def test_another_byte_or_name_is_another_address(tmp_path: Path) -> None:
    (tmp_path / "a.js").write_text("one")
    first = digest(tmp_path)
    assert digest(tmp_path) == first
    (tmp_path / "a.js").write_text("two")
    second = digest(tmp_path)
    (tmp_path / "a.js").rename(tmp_path / "b.js")
    assert len({first, second, digest(tmp_path)}) == 3
    assert digest() == digest(FOLDER)
