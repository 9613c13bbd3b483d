# Tested by tests/test_webui_app.py.
"""Who may come in: requests that name this machine, and changes that our own pages ask for. Headers of every answer."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Callable, Collection, Iterable
from typing import Any
from urllib.parse import urlsplit

from flask import Flask, Response, current_app, request

from webui.answer import problem, refused

FRAMED_BY_NOBODY = "frame-ancestors 'none'"
POLICY = (
    "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; "
    f"{FRAMED_BY_NOBODY}; base-uri 'none'; form-action 'self'"
)
LOCAL = (".local", ".localhost", ".home.arpa", ".lan", ".internal", ".home", ".localdomain", ".fritz.box")
"""Names that only this network gives out (RFC 6762, 6761, 8375), or that routers use for theirs and nobody else can
have: ICANN gives out no .lan, .internal, .home and .localdomain. A name without a dot is one, too."""
NAMES = "OUR_NAMES"
LABEL = 63
"""Letters of one part of a name (RFC 1035, 2.3.4)."""
ELSEWHERE = "Open the table by the address that Roll Call printed when it started."

WSGI = Callable[[dict[str, Any], Any], Iterable[bytes]]


def guard(app: Flask, names: str) -> None:
    """Let nobody else into this app. names: public ones that are ours, with commas between."""
    app.config[NAMES] = tuple(name.strip().lower() for name in names.split(",") if name.strip())
    app.wsgi_app = only_names(app.wsgi_app)  # type: ignore[method-assign, assignment]
    app.before_request(refuse_other_names)
    app.before_request(refuse_other_sites)
    app.after_request(harden)


def only_names(app: WSGI) -> WSGI:
    """The app, for requests whose Host can be a name at all: Flask knows no answer to others."""

    def answer(environ: dict[str, Any], start: Any) -> Iterable[bytes]:
        if _can_be_name(environ.get("HTTP_HOST", "localhost")):
            return app(environ, start)
        start("421 Misdirected Request", [("Content-Type", "text/plain; charset=utf-8")])
        return [f"{ELSEWHERE}\n".encode()]

    return answer


def _can_be_name(host: str) -> bool:
    if host.startswith("["):
        return True
    labels = host.partition(":")[0].removesuffix(".").split(".")
    return all(0 < len(label) <= LABEL for label in labels)


def refuse_other_names() -> Response | None:
    """Against DNS rebinding: a page of another site can reach us only under a public name of its own."""
    if is_ours(request.host, current_app.config[NAMES]):
        return None
    return problem("Not by this name", ELSEWHERE, 421)


def is_ours(host: str, names: Collection[str] = ()) -> bool:
    """Whether a Host header (`name:port`) is an IP address, a name of this network or machine, or one of these."""
    try:
        name = (urlsplit(f"//{host}").hostname or "").rstrip(".")
    except ValueError:
        return False
    if not name:
        return False
    local = "." not in name or name.endswith(LOCAL)
    return local or name in names or _is_address(name) or name == socket.gethostname().lower()


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def refuse_other_sites() -> Response | None:
    """Only our own pages may change something: a page of another site is told so by the browser's own headers."""
    if request.method in ("GET", "HEAD", "OPTIONS"):
        return None
    site = request.headers.get("Sec-Fetch-Site", "none")
    origin = request.headers.get("Origin")
    # Older browsers send no Sec-Fetch-Site; on plain HTTP beyond localhost none of them does.
    if site not in ("same-origin", "none") or (origin and _place(origin) != request.host):
        return refused("This came from another web site, so nothing was changed. Open the table itself.", 403)
    return None


def _place(origin: str) -> str:
    """The `name:port` of an Origin header; "" for what is no address."""
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return ""


def harden(answer: Response) -> Response:
    """Headers that every answer carries."""
    answer.headers.setdefault("Content-Security-Policy", POLICY)
    answer.headers.setdefault("X-Content-Type-Options", "nosniff")
    answer.headers.setdefault("Referrer-Policy", "same-origin")
    answer.headers.setdefault("Cache-Control", "no-store")
    return answer
