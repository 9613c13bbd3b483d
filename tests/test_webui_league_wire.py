"""A server on the open internet asks no machine of its own network, by whatever name; a table may."""

from __future__ import annotations

import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ipaddress import ip_address
from pathlib import Path
from threading import Thread

import pytest

from webui.league import wire as lines
from webui.league.wire import NotSent, Wire, is_public
from webui.serving.certificate import authority_of, open_certificate

INSIDE = [
    "127.0.0.1",
    "127.9.9.9",
    "0.0.0.0",
    "10.0.0.1",
    "172.16.5.5",
    "192.168.178.1",
    "169.254.169.254",
    "100.64.0.1",
    "224.0.0.1",
    "255.255.255.255",
    "::1",
    "::",
    "fe80::1%eth0",
    "fd00::1",
    "ff02::1",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "64:ff9b::7f00:1",
    "64:ff9b::a9fe:a9fe",
    "2002:7f00:1::",
]
OUTSIDE = [
    "8.8.8.8",
    "93.184.216.34",
    "2606:4700::1111",
    "64:ff9b::808:808",
    "::ffff:8.8.8.8",
    "2002:808:808::",
]


class Heard:
    """A machine that notes by which name and path it is asked, and sends on to itself. tls: its certificate."""

    def __init__(self, tls: ssl.SSLContext | None = None, address: str = "127.0.0.1") -> None:
        self.asked: list[tuple[str, str]] = []
        heard = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                heard.asked.append((self.headers["Host"], self.path))
                self.send_response(302)
                self.send_header("Location", "/elsewhere")
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, format: str, *args: object) -> None:
                pass

        self.server = ThreadingHTTPServer((address, 0), Handler)
        if tls:
            self.server.socket = tls.wrap_socket(self.server.socket, server_side=True)
        self.port = self.server.server_port
        Thread(target=self.server.serve_forever, daemon=True).start()


@contextmanager
def hearing(tls: ssl.SSLContext | None = None, address: str = "127.0.0.1") -> Iterator[Heard]:
    heard = Heard(tls, address)
    yield heard
    heard.server.shutdown()
    heard.server.server_close()


@pytest.fixture
def heard() -> Iterator[Heard]:
    with hearing() as heard:
        yield heard


@pytest.mark.parametrize("name", ["127.0.0.1", "localhost", "127.1", "2130706433", "0x7f.1", "0.0.0.0"])
def test_nothing_is_sent_into_the_own_network_by_whatever_name_it_is_called(heard: Heard, name: str) -> None:
    with pytest.raises(NotSent, match=r"network of this server|cannot be reached"):
        Wire(inward=False).ask("GET", f"http://{name}:{heard.port}/told")
    assert heard.asked == []


@pytest.mark.parametrize("address", INSIDE)
def test_an_address_of_a_network_that_is_not_open_to_all_is_not_public(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", OUTSIDE)
def test_an_address_of_the_open_internet_is_public(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize(
    "address", ["http://", "http://[::1", "ftp://x/", "http:///x", "http://a..b/", "http://\u2603.x:0/"]
)
def test_what_is_no_address_is_a_sentence(address: str) -> None:
    for wire in (Wire(), Wire(inward=False)):
        with pytest.raises(NotSent):
            wire.ask("GET", address)


def test_the_machine_that_was_looked_at_is_the_one_that_is_asked_by_its_name_and_is_not_followed_elsewhere(
    heard: Heard, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lines, "is_public", lambda address: True)
    name = f"localhost:{heard.port}"
    assert Wire(inward=False).ask("GET", f"http://{name}/told?n=1").status == 302
    assert Wire().ask("GET", f"http://{name}").status == 302
    assert heard.asked == [(name, "/told?n=1"), (name, "/")]


@pytest.mark.parametrize("inward", [True, False])
def test_over_https_only_a_certificate_that_is_believed_and_of_this_name_is_told_anything(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, inward: bool
) -> None:
    monkeypatch.setattr(lines, "is_public", lambda address: True)
    mine = open_certificate(tmp_path, [ip_address("127.0.0.1")])
    with hearing(mine) as heard, hearing(mine, "127.0.0.2") as other:
        asked = f"https://localhost:{heard.port}/told"
        with pytest.raises(NotSent, match="Its certificate is not believed"):
            Wire(inward).ask("GET", asked)
        (tmp_path / "known.pem").write_text(ssl.DER_cert_to_PEM_cert(authority_of(tmp_path)))
        monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "known.pem"))
        assert Wire(inward).ask("GET", asked).status == 302
        with pytest.raises(NotSent, match="Its certificate is not believed"):
            Wire(inward).ask("GET", f"https://127.0.0.2:{other.port}/told")
        assert (heard.asked, other.asked) == ([(f"localhost:{heard.port}", "/told")], [])
