# Tested by tests/test_webui_dice_sets.py.
"""The file of one crop of a die: PNG, so that the same bytes come back and the same is learnt again."""

from __future__ import annotations

import struct

import cv2
import numpy as np

from hardware.frame import Image
from vision.picture.crop import CROP_PX
from webui.storage.database import StoreError


def png_of(crop: Image) -> bytes:
    """The file of a crop."""
    done, coded = cv2.imencode(".png", crop)
    if not done:
        raise StoreError("A crop of a die could not be packed.", "Teach it again.")
    return coded.tobytes()


def crop_of(data: bytes) -> Image | None:
    """The crop in a PNG file; None for what is none, or says that it is larger than a crop: that is not unpacked."""
    if data[12:24] != b"IHDR" + struct.pack(">II", CROP_PX, CROP_PX):
        return None
    try:
        image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error:
        return None
    return None if image is None else np.asarray(image, np.uint8)
