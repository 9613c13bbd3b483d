"""A photo file as a picture, whatever kind of photo it is."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import BinaryIO

import cv2
import numpy as np
import PIL.Image
from numpy.typing import NDArray
from PIL.Image import Transpose

from hardware.container import EBML
from hardware.frame import Image
from hardware.jpeg import is_whole_jpeg
from hardware.path import ALLOW, in_letters, is_there, may_be_read

# Megapixels of the largest JPEG that is read; its decoder makes a large one smaller as it goes. Larger: a small
# computer runs out of memory. Smaller: photos of phones are refused.
MEGAPIXELS = 200
# Megapixels of the largest photo of another kind, which is decoded as it is: a byte to a pixel and colour at least.
# Larger and smaller: as above.
WHOLE_MEGAPIXELS = 100
# Megapixels above which a photo is given half as wide and high: no die needs more. Larger: more memory for nothing.
# Smaller: small dice in large photos are missed.
HALF_MEGAPIXELS = 52
# What can be made smaller as it is.
_REDUCED = ("L", "LA", "RGB", "RGBA", "CMYK", "YCbCr")
# No other: Pillow opens PostScript, too, which is a program, and runs it.
_KINDS = ("JPEG", "PNG", "WEBP", "TIFF", "GIF", "BMP", "AVIF", "JPEG2000", "PPM")
_ORIENTATION = 0x0112
# How to turn or mirror what is stored so that it stands upright (EXIF 2.3, 4.6.4).
_UPRIGHT = {
    2: Transpose.FLIP_LEFT_RIGHT,
    3: Transpose.ROTATE_180,
    4: Transpose.FLIP_TOP_BOTTOM,
    5: Transpose.TRANSPOSE,
    6: Transpose.ROTATE_270,
    7: Transpose.TRANSVERSE,
    8: Transpose.ROTATE_90,
}
_STRIP_ROWS = 256
# How a JPEG begins and ends (ITU-T T.81, B.1.1.3), and the brands of HEIF files that hold HEVC (ISO/IEC 23008-12).
JPEG = b"\xff\xd8\xff"
END = b"\xff\xd9"
HEIC = (b"heic", b"heix", b"hevc", b"hevx", b"heim", b"heis", b"mif1", b"msf1")
# `open_photo` refuses large pictures itself, by their header, with a sentence.
PIL.Image.MAX_IMAGE_PIXELS = None


class PhotoError(Exception):
    """A file that is no photo that can be read: which, why, and what to do, in a sentence."""

    def __init__(self, sentence: str) -> None:
        super().__init__(in_letters(sentence))


def open_photo(path: Path) -> Image:
    """Read a photo as it is meant to be seen: (H, W, 3) uint8 BGR, turned as its EXIF says.

    Grey, 16-bit, palette and CMYK pictures are converted; what is transparent becomes white. Raises PhotoError for
    a missing, empty, damaged or cut-off file, for one that may not be read, and, before anything is decoded, for more
    than 200 megapixels (100 where it is no JPEG). One of more than 52 is given half as wide and high. For one thread at
    a time.
    """
    _check(path)
    PIL.Image.init()
    try:
        kinds = [kind for kind in _KINDS if kind in PIL.Image.OPEN]
        with _silence(), _opened(path) as file, PIL.Image.open(file, formats=kinds) as photo:
            return _decode(path, photo)
    except PIL.UnidentifiedImageError:
        raise PhotoError(f"{path} {_what_it_is(path)}") from None
    except PhotoError:
        raise
    except Exception as error:  # decoders raise anything when a file is damaged
        why = str(error) or type(error).__name__
        raise PhotoError(f"{path} cannot be read whole: {why}. Copy or take the photo again.") from None


def _opened(path: Path) -> BinaryIO:
    """The file; a JPEG that lacks no more than its end mark with that mark, as every viewer shows it."""
    with path.open("rb") as file:
        head = file.read(len(JPEG))
        if head == JPEG:
            data = head + file.read()
            if not data.rstrip(b"\0").endswith(END) and is_whole_jpeg(data + END):
                return BytesIO(data + END)
    return path.open("rb")


def _what_it_is(path: Path) -> str:
    """What a file is that is no picture that can be read, and what to do."""
    with path.open("rb") as file:
        head = file.read(16)
    if head[4:8] == b"ftyp" and head[8:12] in HEIC:
        return "is an HEIC photo, whatever its name says. Save it as a JPEG, or let the phone take JPEGs."
    if head[4:8] == b"ftyp" or head[:4] in (EBML, b"RIFF"):
        return "is a film, not a photo. Watch it: ./rollcall watch FILE."
    if head[:5] == b"%PDF-":
        return "is a PDF, not a photo. Save the picture in it as a JPEG."
    return "is not a picture that can be read. Try a JPEG or PNG."


def _check(path: Path) -> None:
    """Raises PhotoError where there is no file that may be read, or an empty one."""
    if not may_be_read(path):
        raise PhotoError(f"{path} may not be read. {ALLOW}")
    if not is_there(path):
        raise PhotoError(f"There is no photo {path}. Check the path.")
    if path.is_dir():
        raise PhotoError(f"{path} is a folder. Name the photos in it, for example {path}/*.jpg.")
    if path.stat().st_size == 0:
        raise PhotoError(f"{path} is empty (0 bytes). Copy or take the photo again.")


@contextmanager
def _silence() -> Iterator[None]:
    """What decoders say while it lasts is heard by nobody: those in C write of damaged files to stderr themselves.

    It is the stderr of the whole process, so photos are opened in one thread only.
    """
    try:
        stderr = os.dup(2)
    except OSError:  # there is none
        yield
        return
    with open(os.devnull, "wb") as nowhere:
        os.dup2(nowhere.fileno(), 2)
    try:
        yield
    finally:
        os.dup2(stderr, 2)
        os.close(stderr)


def _decode(path: Path, photo: PIL.Image.Image) -> Image:
    (width, height), is_jpeg = photo.size, photo.format == "JPEG"
    most = MEGAPIXELS if is_jpeg else WHOLE_MEGAPIXELS
    if _is_larger(photo, most):
        raise PhotoError(
            f"{path} has {width} x {height} pixels, more than {most} megapixels. "
            f"Make it smaller first{'' if is_jpeg else ', or save it as a JPEG'}."
        )
    if is_jpeg and _is_larger(photo, HALF_MEGAPIXELS):
        photo.draft(None, (width // 2, height // 2))
    photo.load()  # a TIFF is turned by its decoder, and then says so no more
    photo = _stood_up(photo)
    if photo.mode not in _REDUCED:
        photo = _to_rgb(photo)
    if _is_larger(photo, HALF_MEGAPIXELS):
        photo = photo.reduce(2)
    pixels = np.array(_to_rgb(photo))
    return np.asarray(cv2.cvtColor(pixels, cv2.COLOR_RGB2BGR, pixels), np.uint8)


def _is_larger(photo: PIL.Image.Image, megapixels: float) -> bool:
    return photo.size[0] * photo.size[1] > megapixels * 1_000_000


def _stood_up(photo: PIL.Image.Image) -> PIL.Image.Image:
    """As its EXIF says, where that can be understood: what else stands there does not matter."""
    try:
        how = _UPRIGHT.get(int(photo.getexif().get(_ORIENTATION, 1)))
    except Exception:  # anything, of what is written there by anyone
        how = None
    return photo if how is None else photo.transpose(how)


def _to_rgb(photo: PIL.Image.Image) -> PIL.Image.Image:
    if photo.mode.startswith(("I", "F")):
        levels = np.asarray(photo)
        every = 2 if _is_larger(photo, HALF_MEGAPIXELS) else 1
        return PIL.Image.fromarray(_to_8_bit(levels[::every, ::every])).convert("RGB")
    if photo.has_transparency_data:
        rgba = photo.convert("RGBA")
        white = PIL.Image.new("RGBA", rgba.size, "white")
        return PIL.Image.alpha_composite(white, rgba).convert("RGB")
    return photo if photo.mode == "RGB" else photo.convert("RGB")


def _to_8_bit(levels: NDArray[np.number]) -> Image:
    # 16-bit files say nothing of their range: 10- and 12-bit sensors leave the upper bits empty.
    finite = levels if np.issubdtype(levels.dtype, np.integer) else np.nan_to_num(levels, posinf=0, neginf=0)
    top = float(finite.max(initial=0))
    whole = next((limit for limit in (1.0, 255.0, 1023.0, 4095.0) if top <= limit), max(top, 65535.0))
    eight_bit: Image = np.empty(levels.shape, np.uint8)
    # In strips: as a whole the exact levels would take eight times the photo's memory.
    for row in range(0, len(levels), _STRIP_ROWS):
        strip = finite[row : row + _STRIP_ROWS].astype(np.float64)
        eight_bit[row : row + _STRIP_ROWS] = np.clip(strip / whole * 255, 0, 255)
    return eight_bit
