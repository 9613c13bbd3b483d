"""One die cut out of a picture, as the reader's net takes it."""

from __future__ import annotations

from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.frame import Image
from vision.nouns import Floats

CONTEXT = 1.3  # side of a crop over the size of the die in it
CROP_PX = 48
_NOISE = 8.0  # grey levels: differences of colour below that are not stretched to the full
_MIDDLE = (np.hypot(*(np.mgrid[:CROP_PX, :CROP_PX] - (CROP_PX - 1) / 2)) < 15).ravel()  # inside most dice


def crop(image: Image, box: Floats, context: float = CONTEXT, px: int = CROP_PX) -> Image:
    """The (px, px, 3) uint8 crop round a box (centre x, y, width, height, ...); the picture's edge is drawn out.

    context: its side over the size of the die.
    """
    side = context * float(np.sqrt(box[2] * box[3]))
    middle, zoom = np.asarray(box[:2], float), px / side
    reach = 0.55 * side + 2
    part, (scale, left, top) = near(image, middle - reach, middle + reach, side / px)
    zoom /= scale
    matrix = np.array(
        [
            [zoom, 0, px / 2 - zoom * (float(box[0]) - left) * scale],
            [0, zoom, px / 2 - zoom * (float(box[1]) - top) * scale],
        ]
    )
    shown = cv2.warpAffine(part, matrix, (px, px), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return cast(Image, shown)


def near(
    image: Image, low: NDArray[np.float64], high: NDArray[np.float64], finer: float
) -> tuple[Image, tuple[float, int, int]]:
    """The part of a picture between two corners (x, y), px; and its scale, left and top.

    finer: how much smaller it will be made; it is halved here as often as that needs.
    """
    height, width = image.shape[:2]
    left, top = min(max(0, int(low[0])), width - 1), min(max(0, int(low[1])), height - 1)
    right, below = max(int(high[0]) + 2, left + 1), max(int(high[1]) + 2, top + 1)
    part, scale = _halved(image[top:below, left:right], max(0, int(np.log2(max(finer, 1.0)))))
    return part, (scale, left, top)


def _halved(image: Image, often: int) -> tuple[Image, float]:
    """The picture halved so often, and its scale: averages of four, which no other scale is as quick to take."""
    scale = 0.5**often
    height, width = (int(int(side * scale) / scale) for side in image.shape[:2])
    if often == 0 or not height or not width:
        return image, 1.0
    size = int(width * scale), int(height * scale)
    return cast(Image, cv2.resize(image[:height, :width], size, interpolation=cv2.INTER_AREA)), scale


def normalised(crops: Floats) -> Floats:
    """Crops (N, H, W, 3) BGR as the nets take them: (N, 3, H, W), mean 0 and spread 1 each."""
    flat = crops.reshape(len(crops), int(np.prod(crops.shape[1:])))
    centred = flat - flat.mean(axis=1, keepdims=True)
    spread = np.sqrt(np.einsum("ni,ni->n", centred, centred) / centred.shape[1])
    centred /= spread[:, None] + 4
    return np.ascontiguousarray(centred.reshape(crops.shape).transpose(0, 3, 1, 2), dtype=np.float32)


def unmixed(crops: Floats) -> Floats:
    """Crops (N, 48, 48, 3) in which the colours of each die are stretched apart as far as its light and dark.

    Red pips on a grey die are as bright as the die: the eye tells them by colour, the net finds it hard. This is the
    decorrelation stretch (Gillespie, Kahle, Walker, 1986), with the colours of the middle of the crop.
    """
    flat = crops.reshape(len(crops), -1, 3)
    middle = flat[:, _MIDDLE]
    mean = middle.mean(axis=1, keepdims=True)
    centred = middle - mean
    spread = centred.transpose(0, 2, 1) @ centred / middle.shape[1]
    shares, axes = np.linalg.eigh(spread)
    lengths = np.sqrt(np.maximum(shares, 0) + _NOISE**2)
    stretch = (axes * (lengths[:, 2:] / lengths)[:, None]) @ axes.transpose(0, 2, 1)
    out = np.clip(flat @ stretch + (mean - mean @ stretch), -100, 355)
    return np.asarray(out.reshape(crops.shape), np.float32)
