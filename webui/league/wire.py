# Tested by tests/test_webui_league_wire.py.
"""Asking another machine over HTTP: bounded in time and size, and clear about what may have arrived."""

from __future__ import annotations

import ipaddress
import socket
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal
from urllib.parse import urlencode

import urllib3
from urllib3.exceptions import (
    ConnectTimeoutError,
    HTTPError,
    LocationParseError,
    LocationValueError,
    NewConnectionError,
    SSLError,
)
from urllib3.util import Url, parse_url

CONNECT_S = 5.0
"""Seconds to reach a machine. Larger: one that is off holds the others up longer."""
ANSWER_S = 20.0
"""Seconds for the whole answer, however slowly it comes. Larger: a machine that hangs holds the others up longer."""
MOST_BYTES = 1_000_000
"""Bytes of an answer that are read."""
PORTS = {"http": 80, "https": 443}
NAT64 = ipaddress.ip_network("64:ff9b::/96")
"""Addresses of IPv6 that lead to one of IPv4 (RFC 6052)."""
INSIDE = (
    "That address lies in the network of this server, or in one that is not open to all, so nothing was sent. "
    "Name one of the open internet, or let whoever runs the server set ROLLCALL_INWARD=yes."
)
Encoding = Literal["form", "json"]


class NotSent(Exception):
    """Nothing has arrived there: it can be sent again. The sentence says why."""


class NoAnswer(Exception):
    """It may have arrived or not: no answer came, or none that can be read."""


@dataclass(frozen=True)
class Reply:
    """What came back. headers: names in small letters."""

    status: int
    text: str
    headers: Mapping[str, str] = field(default_factory=dict)
    cookies: str = ""

    @property
    def wait_s(self) -> float:
        """Seconds after which one is asked to try again; 0 where nothing is said."""
        said = self.headers.get("retry-after", "")
        return min(float(said), 3600.0) if said.isascii() and said.isdigit() else 0.0


class Wire:
    """Connections to other machines. Thread-safe. Redirects are not followed; certificates are checked.

    inward: whether machines of the own network may be asked, too. A server on the open internet asks none: whoever may
    say which address it tells could look into its network.
    """

    def __init__(self, inward: bool = True) -> None:
        self._inward = inward
        self._pool = urllib3.PoolManager(num_pools=4, maxsize=2, retries=False)

    def ask(
        self,
        method: str,
        url: str,
        fields: Mapping[str, str] | None = None,
        *,
        body: str | bytes = "",
        headers: Mapping[str, str] | None = None,
    ) -> Reply:
        """Send it once. fields: as a form. Raises NotSent, NoAnswer."""
        sent = dict(headers or {})
        if fields is not None:
            body = urlencode(fields)
            sent["Content-Type"] = "application/x-www-form-urlencoded"
        if not url.startswith(("http://", "https://")):
            raise NotSent(f"{url[:80]!r} is no address.")
        try:
            pool, target, host = self._line(parse_url(url))
            answer = pool.urlopen(
                method,
                target,
                body=(body.encode() if isinstance(body, str) else body) or None,
                headers={"Host": host, **sent},
                timeout=urllib3.Timeout(connect=CONNECT_S, read=ANSWER_S),
                retries=False,
                redirect=False,
                preload_content=False,
            )
        except (NewConnectionError, ConnectTimeoutError, LocationParseError, LocationValueError) as error:
            raise NotSent(f"It cannot be reached: {_why(error)}.") from None
        except SSLError as error:
            raise NotSent(f"Its certificate is not believed: {_why(error)}.") from None
        except (HTTPError, OSError, ValueError) as error:
            raise NoAnswer(f"The line broke before it answered: {_why(error)}.") from None
        try:
            return _reply(answer)
        finally:
            answer.close()

    def _line(self, url: Url) -> tuple[urllib3.HTTPConnectionPool, str, str]:
        """The connections to this address, what is asked for there, and by which name. Raises NotSent."""
        name, port = url.host or "", url.port or PORTS[url.scheme or "http"]
        host = f"{name}:{url.port}" if url.port else name
        if self._inward:
            return self._pool.connection_from_host(name, port, url.scheme), url.request_uri, host
        names = {"server_hostname": name, "assert_hostname": name} if url.scheme == "https" else {}
        # What was looked at is what is asked: a name could lead elsewhere a moment later.
        line = self._pool.connection_from_host(outward(name.strip("[]"), port), port, url.scheme, names)
        return line, url.request_uri, host

    def close(self) -> None:
        """Let every connection go."""
        self._pool.clear()


def outward(name: str, port: int) -> str:
    """An address of the machine of this name. Raises NotSent where one of them is not of the open internet."""
    try:
        found = [str(each[4][0]) for each in socket.getaddrinfo(name, port, type=socket.SOCK_STREAM)]
    except (OSError, UnicodeError) as error:
        raise NotSent(f"It cannot be reached: {error}.") from None
    if not all(map(is_public, found)):
        raise NotSent(INSIDE)
    # Not every machine has a way to the addresses of IPv6.
    return min(found, key=lambda address: ":" in address)


def is_public(text: str) -> bool:
    """Whether this address is one of the open internet, whatever it is wrapped in."""
    address = ipaddress.ip_address(text.partition("%")[0])
    if isinstance(address, ipaddress.IPv6Address):
        wrapped = address.ipv4_mapped or address.sixtofour
        if address in NAT64:
            wrapped = ipaddress.IPv4Address(int(address) & 0xFFFF_FFFF)
        address = wrapped or address
    return address.is_global and not address.is_multicast


def _reply(answer: urllib3.BaseHTTPResponse) -> Reply:
    """Read the answer, but no longer and no more than there is patience. Raises NoAnswer."""
    deadline_s, read = time.monotonic() + ANSWER_S, bytearray()
    try:
        while len(read) < MOST_BYTES and (part := answer.read1(65_536)):
            read += part
            if time.monotonic() > deadline_s:
                raise NoAnswer("It answered too slowly.")
    except (HTTPError, OSError, ValueError) as error:
        raise NoAnswer(f"The line broke while it answered: {_why(error)}.") from None
    headers = {name.lower(): value for name, value in answer.headers.items()}
    cookies = "; ".join(each.partition(";")[0] for each in answer.headers.getlist("set-cookie"))
    return Reply(answer.status, read.decode(errors="replace"), headers, cookies)


def _why(error: Exception) -> str:
    """The innermost reason, in its own words and on one line."""
    reason: BaseException = error
    while inner := (getattr(reason, "reason", None) or reason.__cause__):
        if not isinstance(inner, BaseException):
            break
        reason = inner
    words = " ".join(str(reason).split())
    return words.rpartition(": ")[2][:160].rstrip(".") or type(reason).__name__
