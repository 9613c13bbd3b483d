"""A picture as JPEG: made, and read."""

from __future__ import annotations

import cv2
import numpy as np
import simplejpeg

from hardware.frame import Image

MEGAPIXELS = 50
"""Millions of pixels of the largest picture. Larger: a false header takes more memory before it is found out."""


def encode_jpeg(image: Image, quality: int = 95) -> bytes:
    """The file of a picture, (H, W, 3) uint8 BGR; quality: 0 to 100. Raises OSError where it cannot be one."""
    done, coded = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
    if not done:
        raise OSError("the picture could not be packed as JPEG")
    return coded.tobytes()


def decode_jpeg(data: bytes) -> Image | None:
    """The picture of a file, (H, W, 3) uint8 BGR, turned as its EXIF says; None for what is no whole JPEG.

    OpenCV makes a picture with a grey end of a file that is cut off, and one of coloured rags of a file with noise in
    it; simplejpeg passes on that libjpeg complains of both. Such a picture is none.
    """
    try:
        height, width, *_ = simplejpeg.decode_jpeg_header(data)
        if height * width > MEGAPIXELS * 1_000_000:
            return None
        image: Image = simplejpeg.decode_jpeg(data, "BGR", strict=True)
        if _may_be_turned(data):
            image = np.asarray(cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR), np.uint8)
    except (ValueError, cv2.error):
        return None
    return image


def is_whole_jpeg(data: bytes) -> bool:
    """Whether libjpeg reads all of a file and complains of nothing."""
    try:
        simplejpeg.decode_jpeg(data, "GRAY", strict=True)
    except ValueError:
        return False
    return True


def _may_be_turned(data: bytes) -> bool:
    """Whether the file says how its camera was held (EXIF stands in its first segments)."""
    return b"Exif\0" in data[:100]
