"""The door before the pages: HTTP and HTTPS on one port, a certificate of our own, and room for everybody."""

from __future__ import annotations

import http.client
import ipaddress
import socket
import ssl
import stat
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from datetime import timedelta
from pathlib import Path

import pytest
from cryptography import x509
from flask import Flask, Response, request
from waiting import LONG_S

from webui.serving import certificate, front
from webui.serving.addresses import own_addresses, own_names
from webui.serving.certificate import authority_of, fingerprint_of, open_certificate
from webui.serving.server import Server
from webui.serving.six_words import WORDS, six_words


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """The door waits for what a device says as long as a busy machine takes."""
    monkeypatch.setattr(front, "FIRST_S", LONG_S)
    monkeypatch.setattr(front, "LAST_S", LONG_S)


HERE = [ipaddress.ip_address("127.0.0.1"), ipaddress.ip_address("192.168.7.9")]


def app() -> Flask:
    made = Flask("door")

    @made.get("/")
    def hello() -> str:
        return f"{request.host} {request.headers.get('X', '')}"

    @made.get("/caller")
    def caller() -> str:
        return f"{request.remote_addr} {request.is_secure}"

    @made.post("/")
    def length() -> str:
        return str(len(request.get_data()))

    @made.get("/stream")
    def stream() -> Response:
        def beats() -> Iterator[bytes]:
            for _ in range(5):
                yield b"beat\n"
                time.sleep(0.02)

        return Response(beats())

    return made


@contextmanager
def served(folder: Path | None) -> Iterator[int]:
    """The door with the certificate in this folder; the port it answers on."""
    listener = socket.create_server(("127.0.0.1", 0))
    server = Server(app(), 4, listener, open_certificate(folder, HERE) if folder else None)
    port = listener.getsockname()[1]
    ready = threading.Thread(target=server.run, daemon=True)
    ready.start()
    try:
        yield port
    finally:
        server._behind.asyncore.close_all(server._behind._map)  # as SystemExit in the main thread does
        server._front.close()
        listener.close()
        ready.join(LONG_S)


def trusting(folder: Path) -> ssl.SSLContext:
    """A device on which the authority was installed; hostnames and addresses are checked by OpenSSL."""
    return ssl.create_default_context(cadata=authority_of(folder))


def ask(port: int, context: ssl.SSLContext | None = None, host: str = "127.0.0.1") -> str:
    kind = http.client.HTTPSConnection if context else http.client.HTTPConnection
    more = {"context": context} if context else {}
    with closing(kind(host, port, timeout=LONG_S, **more)) as connection:  # type: ignore[arg-type]
        connection.request("GET", "/", headers={"X": "kept"})
        return connection.getresponse().read().decode()


def test_one_port_speaks_http_and_https_and_passes_on_what_was_asked(tmp_path: Path) -> None:
    with served(tmp_path) as port:
        assert ask(port) == f"127.0.0.1:{port} kept"
        assert ask(port, trusting(tmp_path)) == f"127.0.0.1:{port} kept"
        assert ask(port, trusting(tmp_path), "localhost") == f"localhost:{port} kept"


def test_the_pages_know_who_calls_and_whether_in_secret(tmp_path: Path) -> None:
    with served(tmp_path) as port:
        for context, told in ((None, "127.0.0.2 False"), (trusting(tmp_path), "127.0.0.2 True")):
            kind = http.client.HTTPSConnection if context else http.client.HTTPConnection
            more = {"context": context} if context else {}
            line = kind("127.0.0.1", port, timeout=LONG_S, source_address=("127.0.0.2", 0), **more)  # type: ignore[arg-type]
            with closing(line):
                line.request("GET", "/caller")
                assert line.getresponse().read().decode() == told


def test_a_device_that_does_not_know_the_certificate_refuses_it(tmp_path: Path) -> None:
    with served(tmp_path) as port:
        with pytest.raises(ssl.SSLCertVerificationError):
            ask(port, ssl.create_default_context())
        assert ask(port).endswith("kept")


def test_without_a_certificate_https_is_turned_away_and_http_goes_on() -> None:
    with served(None) as port:
        with pytest.raises((ssl.SSLError, OSError)):
            ask(port, ssl.create_default_context())
        assert ask(port).endswith("kept")


@pytest.mark.parametrize("secret", [False, True])
def test_large_bodies_streams_and_connections_that_stay_pass_unchanged(tmp_path: Path, secret: bool) -> None:
    with served(tmp_path) as port:
        context = trusting(tmp_path)
        line = (
            http.client.HTTPSConnection("127.0.0.1", port, timeout=LONG_S, context=context)
            if secret
            else http.client.HTTPConnection("127.0.0.1", port, timeout=LONG_S)
        )
        with closing(line):
            for size in (0, 1, 70_000, 3_000_000):
                line.request("POST", "/", bytes(size))
                assert line.getresponse().read() == str(size).encode()
            line.request("GET", "/stream")
            assert line.getresponse().read() == b"beat\n" * 5


# Room for everybody


def opened(port: int, source: str) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), LONG_S, (source, 0))


def asked_from(port: int, source: str) -> str:
    with opened(port, source) as line:
        line.sendall(b"GET / HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n")
        return b"".join(iter(lambda: line.recv(4096), b"")).decode()


FLOODS: list[tuple[str, Callable[[socket.socket], object]]] = [
    ("silent", lambda line: None),
    ("half a head", lambda line: line.sendall(b"GET / HTTP/1.1\r\nHost: he")),
    ("half a handshake", lambda line: line.sendall(b"\x16\x03\x01\x02\x00\x01")),
    ("kept open", lambda line: line.sendall(b"GET / HTTP/1.1\r\nHost: here\r\n\r\n")),
]


@pytest.mark.parametrize(("_name", "say"), FLOODS)
def test_many_connections_of_one_address_shut_nobody_out(
    tmp_path: Path, _name: str, say: Callable[[socket.socket], object]
) -> None:
    with served(tmp_path) as port, ExitStack() as held:
        for _ in range(150):
            line = held.enter_context(opened(port, "127.0.0.1"))
            say(line)
        # Another device, and the very device that floods.
        for source in ("127.0.0.2", "127.0.0.1"):
            assert asked_from(port, source).startswith("HTTP/1.1 200 OK")
        assert ask(port, trusting(tmp_path)).endswith("kept")


def talks(line: socket.socket) -> bool:
    """Whether a request over this connection, which stays, is answered."""
    line.sendall(b"GET / HTTP/1.1\r\nHost: here\r\n\r\n")
    said = b""
    while not said.endswith(b"\r\n\r\nhere "):
        more = line.recv(4096)
        if not more:
            return False
        said += more
    return said.startswith(b"HTTP/1.1 200")


def test_the_connection_that_was_silent_for_longest_makes_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(front.Places.__init__, "__defaults__", (2, 350))
    with served(tmp_path) as port, ExitStack() as held:
        one, two = (held.enter_context(opened(port, "127.0.0.1")) for _ in range(2))
        for line in (one, two, one):
            assert talks(line)
        assert asked_from(port, "127.0.0.1").startswith("HTTP/1.1 200")
        assert talks(one), "the one that talks was sent away"
        assert two.recv(4096) == b""


def test_a_connection_that_says_nothing_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(front, "FIRST_S", 0.1)
    with served(tmp_path) as port, opened(port, "127.0.0.1") as line:
        line.settimeout(LONG_S)
        assert line.recv(1) == b""


# The certificate


def names_of(folder: Path) -> tuple[x509.Certificate, set[str]]:
    leaf = x509.load_pem_x509_certificate((folder / "certificate.pem").read_bytes())
    names = leaf.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    return leaf, {str(each.value) for each in names}


def test_the_certificate_names_every_address_lasts_as_long_as_phones_take_and_is_for_this_user(
    tmp_path: Path,
) -> None:
    open_certificate(tmp_path, HERE)
    leaf, names = names_of(tmp_path)
    assert {"127.0.0.1", "192.168.7.9", "::1", "localhost", *own_names()} <= names
    assert leaf.not_valid_after_utc - leaf.not_valid_before_utc <= timedelta(825)
    assert {
        stat.S_IMODE((tmp_path / each).stat().st_mode) for each in ("certificate.pem", "authority.pem")
    } == {0o600}


def test_a_certificate_stays_the_same_until_an_address_is_new_and_the_authority_stays_even_then(
    tmp_path: Path,
) -> None:
    open_certificate(tmp_path, HERE)
    first, authority = fingerprint_of(tmp_path), authority_of(tmp_path)
    open_certificate(tmp_path, HERE[:1])
    assert fingerprint_of(tmp_path) == first
    open_certificate(tmp_path, [*HERE, ipaddress.ip_address("10.1.2.3")])
    assert fingerprint_of(tmp_path) != first
    assert "10.1.2.3" in names_of(tmp_path)[1]
    assert authority_of(tmp_path) == authority


@pytest.mark.parametrize("spoilt", ["certificate.pem", "authority.pem"])
@pytest.mark.parametrize("content", [b"", b"no certificate", None])
def test_files_that_are_spoilt_or_of_two_makings_are_made_anew(
    tmp_path: Path, spoilt: str, content: bytes | None
) -> None:
    open_certificate(tmp_path, HERE)
    if content is None:
        open_certificate(tmp_path / "other", HERE)
        content = (tmp_path / "other" / spoilt).read_bytes()
    (tmp_path / spoilt).write_bytes(content)
    with served(tmp_path) as port:
        assert ask(port, trusting(tmp_path)).endswith("kept")


def test_a_certificate_is_six_words_of_its_own_and_a_word_is_one_byte(tmp_path: Path) -> None:
    open_certificate(tmp_path, HERE)
    first = fingerprint_of(tmp_path)
    words = six_words(first)
    assert [WORDS.index(word) for word in words] == [int(pair, 16) for pair in first.split(":")[:6]]
    open_certificate(tmp_path, [*HERE, ipaddress.ip_address("10.1.2.3")])
    assert six_words(fingerprint_of(tmp_path)) != words
    assert six_words("") == ()


def test_each_of_the_words_is_one_of_its_own_and_easily_said() -> None:
    assert len(set(WORDS)) == 256
    assert all(word.isalpha() and word.islower() and 2 < len(word) < 9 for word in WORDS)


def test_a_certificate_that_ends_soon_is_made_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(certificate, "LEAF_DAYS", 30)
    open_certificate(tmp_path, HERE)
    monkeypatch.setattr(certificate, "LEAF_DAYS", 820)
    first = fingerprint_of(tmp_path)
    open_certificate(tmp_path, HERE)
    assert fingerprint_of(tmp_path) != first


def test_the_authority_cannot_vouch_for_anything_outside_the_house(tmp_path: Path) -> None:
    """Openssl is the judge: a certificate for another site, signed with a stolen key, is refused."""
    open_certificate(tmp_path, HERE)
    thief = certificate.Pair.read(tmp_path / "authority.pem")
    for name, good in (("bank.example", False), ("table.local", True)):
        leaf = certificate._leaf(thief, [x509.DNSName(name)])
        leaf.write(tmp_path / "leaf.pem")
        done = subprocess.run(
            ["openssl", "verify", "-CAfile", "authority.pem", "leaf.pem"],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode == 0) is good, done.stderr
        assert good or "permitted subtree violation" in done.stderr


def test_the_addresses_of_this_machine_are_addresses_and_no_loopback() -> None:
    assert not any(each.is_loopback for each in own_addresses())
    assert len(set(own_addresses())) == len(own_addresses())
