"""The parts of a multipart stream (RFC 2046, 5.1), as a Motion-JPEG camera sends its pictures over HTTP."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

LARGEST = 32_000_000
"""Bytes of the largest part. Larger: a stream without an end of a part takes more memory before it is given up."""
_LENGTH = re.compile(rb"^content-length:\s*(\d{1,8})\s*$", re.IGNORECASE | re.MULTILINE)
_BOUNDARY = re.compile(r"boundary\s*=\s*(?:\"([^\"]+)\"|([^\s;]+))", re.IGNORECASE)


def boundary_of(content_type: str) -> bytes | None:
    """What stands between two parts, without its dashes: cameras do not agree on how many belong to it."""
    found = _BOUNDARY.search(content_type)
    name = (found[1] or found[2]).strip("-") if found else ""
    return name.encode("latin-1", "replace") or None


class Parts:
    """The parts of a stream, one after the other; whatever is in one, the next one is found.

    read: gives some bytes as they come, b"" at the end. boundary: as `boundary_of` gives it.
    """

    def __init__(self, read: Callable[[], bytes], boundary: bytes) -> None:
        self._read = read
        self._mark = b"--" + boundary
        self._buffer = b""

    def __iter__(self) -> Iterator[bytes]:
        """Each part's content. Ends with the stream; a part that has no end within LARGEST is left out."""
        while self._until(self._mark) is not None:
            head = self._until(b"\r\n\r\n")
            if head is None:
                return
            length = _LENGTH.search(head.replace(b"\r", b""))
            body = self._exactly(int(length[1])) if length else self._body()
            if body is None:
                return
            yield body

    def _body(self) -> bytes | None:
        """What stands before the next boundary, which stays where it is."""
        body = self._until(b"\n" + self._mark)
        if body is not None:
            self._buffer = self._mark + self._buffer
        return body

    def _until(self, mark: bytes) -> bytes | None:
        """What comes before this mark, which is taken away with it; None where the stream ends before."""
        start = 0
        while (at := self._buffer.find(mark, start)) < 0:
            start = max(0, len(self._buffer) - len(mark) + 1)
            if len(self._buffer) > LARGEST:
                self._buffer, start = self._buffer[start:], 0
            if not self._more():
                return None
        before, self._buffer = self._buffer[:at], self._buffer[at + len(mark) :]
        return before

    def _exactly(self, count: int) -> bytes | None:
        while len(self._buffer) < count:
            if not self._more():
                return None
        body, self._buffer = self._buffer[:count], self._buffer[count:]
        return body

    def _more(self) -> bool:
        data = self._read()
        self._buffer += data
        return bool(data)
