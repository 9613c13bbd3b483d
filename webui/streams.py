# Tested by tests/test_webui_run.py.
"""The standard streams: closed, full, left by their reader, or of a terminal that knows few letters."""

from __future__ import annotations

import io
import os
import sys
from contextlib import suppress
from typing import TextIO


def prepare() -> bool:
    """Make the three fit for any verb; False where there is no output at all.

    What is closed is empty, or takes all: else print() would send errors to the output, and the next file to be opened
    would have the number of the stream.
    """
    sys.stdin = sys.stdin or open(os.devnull, encoding="utf-8")  # noqa: SIM115 - a reader sees its end
    has_output = sys.stdout is not None
    sys.stdout = _fit(sys.stdout or open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115
    sys.stderr = _fit(sys.stderr or open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115
    return has_output


def _fit(stream: TextIO) -> TextIO:
    if not isinstance(stream, io.TextIOWrapper):
        return stream
    if type(stream) is io.TextIOWrapper and isinstance(stream.buffer, io.RawIOBase):
        # PYTHONUNBUFFERED: without a buffer nobody could tell afterwards that something was not written.
        encoding = stream.encoding
        stream = io.TextIOWrapper(io.BufferedWriter(stream.detach()), encoding, line_buffering=True)
    # A terminal that knows no more than ASCII shows a name in its own way, and stops nobody.
    stream.reconfigure(errors="backslashreplace")
    return stream


def say(sentence: str) -> None:
    """On stderr; where that is full, to nobody."""
    with suppress(OSError):
        print(sentence, file=sys.stderr, flush=True)


def is_lost(stream: TextIO) -> bool:
    """Whether what was printed there cannot be written; it is thrown away then, lest Python tries again at its end."""
    try:
        stream.flush()
    except OSError:
        throw_away(stream)
        return True
    return False


def throw_away(stream: TextIO) -> None:
    """Let what is printed there from now on go nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
