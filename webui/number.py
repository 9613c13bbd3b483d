# Tested by tests/test_webui_number.py.
"""A whole number as somebody sent it: in a form, an address or a header."""

from __future__ import annotations

DIGITS = 9
"""Digits of a number at most: every database holds it. Smaller: high numbers of matches are not understood."""


def whole(text: str, digits: int = DIGITS) -> int | None:
    """The number from 0 on that a text is, in plain digits, `digits` of them at most; None for any other text."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= digits else None
