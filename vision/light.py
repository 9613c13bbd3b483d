"""Light and focus: said before they matter, with what to do."""

from __future__ import annotations

import math
from collections.abc import Sequence

import cv2
import numpy as np

from hardware.frame import Image
from vision.nouns import Detection, Floats, Trouble

# Looked at this often at most, and said after this long, so that a passing shadow is no trouble.
EVERY_S, AFTER_S = 0.5, 1.5
# Grey levels, 0 to 255.
DARK, WHITE = 32.0, 250
GLARE_SHARE = 0.08
SMALL_PX = 22.0
# So many of its steepest edges side by side would make up a die: with fewer its pips run into one another. Dice of
# photos that are in focus have 7 or more; blurred by a twelfth of a die's edge, half a pip, 4.5.
SHARP = 4.0
# Where no die is found: of a picture this long, edges between surroundings so many px wide that are so many grey levels
# apart, if there are any to speak of. The sharpest tenth of them are 2 to 4 px wide in photos that are in focus, and 8
# to 18 where a point is spread by a hundredth of the picture.
LONG_PX, ROUND_PX, APART, LEAST_SHARE, SHARPEST, SOFT_PX = 640, 31, 60.0, 0.005, 0.1, 6.5

WORDS = {
    "dark": ("The light is low.", "Switch on a lamp above the table."),
    "glare": ("A bright light is mirrored in the table.", "Move the lamp or the camera a little."),
    "small": ("The dice are small in the picture.", "Bring the camera nearer, or zoom in."),
    "blurred": ("The picture is out of focus.", "Set the camera's focus, or wipe its lens."),
}


class Lighting:
    """Looks at the picture now and then; `troubles` holds what is wrong with the light or the focus."""

    def __init__(self) -> None:
        self.troubles: tuple[Trouble, ...] = ()
        self._since: dict[str, float] = {}
        self._looked_s = float("-inf")

    def look(self, image: Image, detections: Sequence[Detection], time_s: float) -> None:
        """Judge one picture that lies still, with the dice found in it."""
        if 0 <= time_s - self._looked_s < EVERY_S:
            return
        self._looked_s = time_s
        found = faults(image, detections)
        self._since = {code: self._since.get(code, time_s) for code in found}
        self.troubles = tuple(
            Trouble(code, *WORDS[code], since)
            for code, since in self._since.items()
            if time_s - since >= AFTER_S
        )


def faults(image: Image, detections: Sequence[Detection]) -> tuple[str, ...]:
    """The codes of what is wrong with a picture: dark, glare, small, blurred; the worst first."""
    step = max(1, max(image.shape[:2]) // 320)
    grey = cv2.cvtColor(np.ascontiguousarray(image[::step, ::step]), cv2.COLOR_BGR2GRAY)
    result = []
    if float(np.median(grey)) < DARK and float(np.quantile(grey, 0.9)) < 3 * DARK:
        result.append("dark")
    if _largest_glare(grey) > GLARE_SHARE:
        result.append("glare")
    if detections and float(np.median([die.size_px for die in detections])) < SMALL_PX:
        result.append("small")
    if _is_blurred(image, detections):
        result.append("blurred")
    return tuple(result)


def _is_blurred(image: Image, detections: Sequence[Detection]) -> bool:
    if detections:
        return float(np.median([sharpness(image, die) for die in detections])) < SHARP
    return softness(image) > SOFT_PX


def _largest_glare(grey: cv2.typing.MatLike) -> float:
    """The share of the picture that the largest burnt-out spot takes, unless nearly all of it is white paper."""
    count, _, stats, _ = cv2.connectedComponentsWithStats((grey >= WHITE).astype(np.uint8))
    share = float(stats[1:, cv2.CC_STAT_AREA].max() / grey.size) if count > 1 else 0.0
    return share if share < 0.5 else 0.0


def softness(image: Image) -> float:
    """How wide the sharpest edges of a picture are, px of one `LONG_PX` long; 0 where there are none to speak of."""
    scale = LONG_PX / max(image.shape[:2])
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY).astype(np.float32)
    around = np.ones((ROUND_PX, ROUND_PX), np.uint8)
    apart = cv2.dilate(grey, around) - cv2.erode(grey, around)
    steepest = cv2.dilate(_steps(grey), around)
    edges = apart > APART
    if edges.mean() < LEAST_SHARE:
        return 0.0
    return float(np.quantile(apart[edges] / np.maximum(steepest[edges], 1e-3), SHARPEST))


def _steps(grey: Floats) -> Floats:
    """(H, W): by how much each pixel differs from the next."""
    return np.hypot(cv2.Sobel(grey, cv2.CV_32F, 1, 0) / 8, cv2.Sobel(grey, cv2.CV_32F, 0, 1) / 8)


def sharpness(image: Image, die: Detection) -> float:
    """How many of the steepest edges in a die's box, side by side, would make up the die; infinite for a speck."""
    low = np.maximum(die.corners_px.min(axis=0).astype(int) - 2, 0)
    high = die.corners_px.max(axis=0).astype(int) + 3
    crop = image[low[1] : high[1], low[0] : high[0]]
    if min(crop.shape[:2]) < 4:
        return math.inf
    grey = cv2.cvtColor(np.ascontiguousarray(crop), cv2.COLOR_BGR2GRAY).astype(np.float32)
    contrast = float(np.quantile(grey, 0.98) - np.quantile(grey, 0.02))
    return float(np.quantile(_steps(grey), 0.98)) / max(contrast, 1.0) * die.size_px
