# Tested by tests/test_webui_league_sender.py.
"""Asking another machine over HTTP: bounded in time and size, and clear about what may have arrived."""

from __future__ import annotations

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

CONNECT_S = 5.0
"""Seconds to reach a machine. Larger: one that is off holds the others up longer."""
ANSWER_S = 20.0
"""Seconds for the whole answer, however slowly it comes. Larger: a machine that hangs holds the others up longer."""
MOST_BYTES = 1_000_000
"""Bytes of an answer that are read."""
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
    """Connections to other machines. Thread-safe. Redirects are not followed; certificates are checked."""

    def __init__(self) -> None:
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
            answer = self._pool.request(
                method,
                url,
                body=(body.encode() if isinstance(body, str) else body) or None,
                headers=sent,
                timeout=urllib3.Timeout(connect=CONNECT_S, read=ANSWER_S),
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

    def close(self) -> None:
        """Let every connection go."""
        self._pool.clear()


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
