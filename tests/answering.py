"""Servers of tests that answer what a test wants, and say nothing of it on the terminal."""

from __future__ import annotations

from contextlib import suppress
from http.server import BaseHTTPRequestHandler


class Answering(BaseHTTPRequestHandler):
    """The common part of their handlers."""

    def answer(self, status: int, text: str = "", **headers: str) -> None:
        self.send_response(status)
        for name, value in {**headers, "Content-Length": str(len(text.encode()))}.items():
            self.send_header(name.replace("_", "-"), value)
        with suppress(OSError):  # whoever asked was killed meanwhile, or has lost patience
            self.end_headers()
            self.wfile.write(text.encode())

    def log_message(self, format: str, *args: object) -> None:
        pass
