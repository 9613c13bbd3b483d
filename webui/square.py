# Tested by tests/test_webui_square.py.
"""An address as a square: drawn for a screen, and read again from a photo of it."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

import cv2
import segno

from hardware.frame import Image

SIZES_PX = (640, 1280, 400)
"""Widths at which a photo is searched for a square, in turn. More: poorer photos are read, and none takes longer."""

NO_SQUARE = (
    "No square can be read on that. Take it again, closer and with the whole square, or type the letters."
)


def drawn(link: str) -> str:
    """An address as a QR code: an SVG that scales."""
    return segno.make(link, error="m", micro=False).svg_inline(
        omitsize=True, svgclass="qr", dark="#000", light="#fff", border=4
    )


def letters_in(photo: Image) -> str:
    """The letters of the table whose square is on this photo; "" where none can be read."""
    for width_px in SIZES_PX:
        scale = width_px / photo.shape[1]
        small = cv2.resize(photo, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        address, _, _ = cv2.QRCodeDetector().detectAndDecode(small)
        if letters := _letters_of(address):
            return letters
    return ""


def _letters_of(address: str) -> str:
    try:
        return parse_qs(urlsplit(address).query).get("letters", [""])[0]
    except ValueError:
        return ""
