"""From boxes round top faces, or only round their pips, to boxes of whole dice: for white dice on a darker desk."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.frame import Image

Floats = NDArray[np.float32]

# Diagonal of a tight box round the pips over the side of the face, by value; a 1 tells nothing about the size.
_PIPS_DIAGONAL = {2: 0.92, 3: 0.92, 4: 1.1, 5: 1.1, 6: 1.15}
_DIE = 1.3  # side of the upright box of a whole die over that of its face, seen from about 45 degrees
_GUESS_PX = 45.0


def whole_dice(image: Image, boxes: Floats) -> Floats | None:
    """The upright boxes of the dice whose top faces `boxes` show; None where their size cannot be told.

    boxes: (N, 5) centre x, y, width, height in px, value. A die that stands alone is measured in the picture; one
    that touches another gets the size usual in the photo, where it covers the most of the dice's white.
    """
    sides = [float(np.hypot(w, h)) / _PIPS_DIAGONAL[int(v)] for _, _, w, h, v in boxes if int(v) > 1]
    face = float(np.median(sides)) if sides else None
    measured = [_alone(image, box, face or _GUESS_PX) for box in boxes]
    if face is None:
        alone = [np.sqrt(box[2] * box[3]) for box in measured if box is not None]
        if not alone:
            return None
        face = float(np.median(alone)) / _DIE
    rows = [_checked(image, box, alone, face) for box, alone in zip(boxes, measured, strict=True)]
    return np.array(rows, np.float32)


def _white(image: Image, x: float, y: float, reach: float) -> tuple[NDArray[np.uint8], int, int]:
    """A mask of what is white near (x, y), pips filled, and where it begins."""
    left, top = max(0, int(x - reach)), max(0, int(y - reach))
    patch = image[top : int(y + reach), left : int(x + reach)]
    blue = cv2.GaussianBlur(np.ascontiguousarray(patch[:, :, 0]), (3, 3), 0)
    _, mask = cv2.threshold(blue, 0, 1, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (11, 11))
    return np.asarray(cv2.morphologyEx(mask, cv2.MORPH_CLOSE, disc), np.uint8), left, top


def _alone(image: Image, box: Floats, face: float) -> Floats | None:
    """The box of the white blob under the label, if it has the shape of one die."""
    x, y, value = float(box[0]), float(box[1]), float(box[4])
    mask, left, top = _white(image, x, y, 2.0 * face)
    _, marks, stats, _ = cv2.connectedComponentsWithStats(mask)
    mark = marks[min(int(y) - top, mask.shape[0] - 1), min(int(x) - left, mask.shape[1] - 1)]
    u, v, w, h, area = (int(number) for number in stats[mark])
    whole = u > 0 and v > 0 and u + w < mask.shape[1] and v + h < mask.shape[0]
    if mark == 0 or not whole or not 0.68 < w / h < 1.45 or area < 0.58 * w * h:
        return None
    return np.array([left + u + w / 2, top + v + h / 2, w, h, value], np.float32)


def _checked(image: Image, box: Floats, alone: Floats | None, face: float) -> Floats:
    if alone is not None and 0.95 < np.sqrt(alone[2] * alone[3]) / face < 2.1:
        return alone
    side = _DIE * face
    mask, left, top = _white(image, float(box[0]), float(box[1]), 1.6 * face)
    cover = cv2.boxFilter(mask.astype(np.float32), -1, (int(side), int(side)))
    rows, columns = np.mgrid[: mask.shape[0], : mask.shape[1]]
    away = np.hypot(columns + left - box[0], rows + top - box[1]) / face
    best = int(np.argmax(cover - 0.15 * away - 10 * (away > 0.4)))
    row, column = divmod(best, mask.shape[1])
    return np.array([column + left, row + top, side, side, box[4]], np.float32)
