# Tested by tests/test_webui_league_verb.py.
"""A turn in a link: for a table with no network, and for a league that wants a person to report."""

from __future__ import annotations

import base64
import binascii
import zlib

from webui.league.refusal import Denied
from webui.league.turn import MOST_BODY, Report

LONGEST_LINK = 4_000
NO_TURN = "This link holds no turn, or was cut. Point at the square again."


def link_of(start: str, body: str) -> str:
    """The link that opens this report in the league at this address."""
    return f"{start}/league/hand-over?turn={packed_of(body)}"


def packed_of(body: str) -> str:
    """A report in letters that a link may hold."""
    return base64.urlsafe_b64encode(zlib.compress(body.encode(), 9)).decode().rstrip("=")


def body_of(packed: str) -> str:
    """The report in a link. Raises Denied."""
    if len(packed) > LONGEST_LINK:
        raise Denied(NO_TURN)
    try:
        block = base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4))
        unpacking = zlib.decompressobj()
        body = unpacking.decompress(block, MOST_BODY).decode()
    except (binascii.Error, zlib.error, ValueError):
        raise Denied(NO_TURN) from None
    if not unpacking.eof:
        raise Denied(NO_TURN)
    return body


def report_of(packed: str) -> Report:
    """The turn in a link, as far as it can be believed. Raises Denied."""
    return Report.read(body_of(packed))
