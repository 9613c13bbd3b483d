# Tested by tests/test_webui_phone.py.
"""A photo that a phone has sent."""

from __future__ import annotations

import tempfile
import threading
from pathlib import Path
from typing import cast

import cv2
from flask import request

from hardware.frame import Image
from hardware.photo import PhotoError, open_photo

LARGEST_PHOTO = 40_000_000
"""Bytes of a photo. Smaller: a phone with a fine camera is turned away."""
WIDEST_PX = 1920
"""A photo is made as narrow as that. Larger: more work for the same dice. Smaller: small dice cannot be read."""
_one_photo = threading.Lock()


def sent_photo() -> Image:
    """The photo of the request's form, made narrow. Raises PhotoError."""
    request.max_content_length = LARGEST_PHOTO
    sent = request.files.get("photo")
    if sent is None or not sent.filename:
        raise PhotoError("No photo came. Take one, then send it.")
    with _one_photo, tempfile.NamedTemporaryFile(suffix=".photo") as file:
        sent.save(file)
        file.flush()
        return _narrowed(open_photo(Path(file.name)))


def _narrowed(image: Image) -> Image:
    height, width = image.shape[:2]
    scale = WIDEST_PX / max(width, height)
    if scale >= 1:
        return image
    size = (round(width * scale), round(height * scale))
    return cast(Image, cv2.resize(image, size, interpolation=cv2.INTER_AREA))
