"""A photo file as a picture, whatever kind of photo it is."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import PIL.Image
import PIL.ImageOps

from hardware.frame import Image

MEGAPIXELS = 200
# `open_photo` refuses large pictures itself, by their header, with a sentence.
PIL.Image.MAX_IMAGE_PIXELS = None


class PhotoError(Exception):
    """A file that is no photo that can be read: which, why, and what to do, in a sentence."""


def open_photo(path: Path) -> Image:
    """Read a photo as it is meant to be seen: (H, W, 3) uint8 BGR, turned as its EXIF says.

    Grey, 16-bit, palette and CMYK pictures are converted; what is transparent becomes white. Raises PhotoError for
    a missing, empty, damaged or cut-off file, and for more than 200 megapixels, before anything is decoded.
    """
    if not path.exists():
        raise PhotoError(f"There is no photo {path}. Check the path.")
    if path.is_dir():
        raise PhotoError(f"{path} is a folder. Name the photos in it, for example {path}/*.jpg.")
    if path.stat().st_size == 0:
        raise PhotoError(f"{path} is empty (0 bytes). Copy or take the photo again.")
    try:
        with PIL.Image.open(path) as photo:
            return _decode(path, photo)
    except PIL.UnidentifiedImageError:
        raise PhotoError(f"{path} is not a picture that can be read. Try a JPEG or PNG.") from None
    except (OSError, ValueError, SyntaxError, EOFError) as error:
        raise PhotoError(f"{path} cannot be read whole: {error}. Copy or take the photo again.") from None


def _decode(path: Path, photo: PIL.Image.Image) -> Image:
    width, height = photo.size
    if width * height > MEGAPIXELS * 1_000_000:
        raise PhotoError(
            f"{path} has {width} x {height} pixels, more than {MEGAPIXELS} megapixels. Make it smaller first."
        )
    turned = PIL.ImageOps.exif_transpose(photo)
    rgb = np.asarray(_to_rgb(turned))
    return np.ascontiguousarray(rgb[:, :, ::-1])


def _to_rgb(photo: PIL.Image.Image) -> PIL.Image.Image:
    if photo.mode.startswith(("I", "F")):
        return PIL.Image.fromarray(_to_8_bit(np.asarray(photo, dtype=np.float64))).convert("RGB")
    if photo.has_transparency_data:
        rgba = photo.convert("RGBA")
        white = PIL.Image.new("RGBA", rgba.size, "white")
        return PIL.Image.alpha_composite(white, rgba).convert("RGB")
    return photo.convert("RGB")


def _to_8_bit(levels: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> Image:
    # 16-bit files say nothing of their range: 10- and 12-bit sensors leave the upper bits empty.
    top = levels.max(initial=0.0)
    whole = next((limit for limit in (1.0, 255.0, 1023.0, 4095.0) if top <= limit), max(top, 65535.0))
    eight_bit: Image = np.clip(levels / whole * 255, 0, 255).astype(np.uint8)
    return eight_bit
