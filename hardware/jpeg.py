"""A picture as JPEG."""

from __future__ import annotations

import cv2

from hardware.frame import Image


def encode_jpeg(image: Image, quality: int = 95) -> bytes:
    """The file of a picture, (H, W, 3) uint8 BGR; quality: 0 to 100. Raises OSError where it cannot be one."""
    done, coded = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
    if not done:
        raise OSError("the picture could not be packed as JPEG")
    return coded.tobytes()
