# Tested by tests/test_webui_serving.py.
"""Serves the pages on one port: waitress, which waits for nobody, behind the door."""

from __future__ import annotations

import logging
import socket
import ssl
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from flask import Flask
from waitress.server import create_server

from webui.serving.certificate import open_certificate
from webui.serving.front import OF_ALL, Front

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

log = logging.getLogger("rollcall")

IDLE_S = 60
"""Seconds without a word until a connection is closed. Larger: left pages hold their places for longer."""
FOLDER = "tls"
"""In the data folder: the certificate and its key."""


class Server:
    """The pages of an app, on this port; `run` until the program is stopped."""

    def __init__(
        self, app: Flask, threads: int, listener: socket.socket, context: ssl.SSLContext | None
    ) -> None:
        self._front: Front | None = None
        self._behind = create_server(
            self._told(app.wsgi_app),
            host="127.0.0.1",
            port=0,
            threads=threads,
            ident=None,
            clear_untrusted_proxy_headers=True,
            channel_timeout=IDLE_S,
            connection_limit=OF_ALL + 50,
        )
        self._front = Front(listener, ("127.0.0.1", self._behind.effective_port), context)

    def _told(self, pages: WSGIApplication) -> WSGIApplication:
        """The pages, told who calls: seen from behind the door, everybody is this machine."""

        def answered(environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
            front = self._front
            caller = front.callers.get(int(environ.get("REMOTE_PORT", "0"))) if front else None
            if caller:
                environ["REMOTE_ADDR"] = caller.address
                environ["wsgi.url_scheme"] = "https" if caller.secret else "http"
            return pages(environ, start)

        return answered

    def run(self) -> None:
        """Serve until SystemExit or KeyboardInterrupt."""
        assert self._front
        self._front.start()
        try:
            self._behind.run()
        finally:
            self._behind.close()
            self._front.close()


def certificate_in(data: Path) -> ssl.SSLContext | None:
    """The certificate of the data folder; None, with a line in the log, where it cannot be made."""
    try:
        return open_certificate(data / FOLDER)
    except (OSError, ValueError) as error:
        log.warning("there is no HTTPS, so no phone shows the table live: %s", error)
        return None
