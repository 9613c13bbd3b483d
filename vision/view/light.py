"""Light and focus: said before they matter, with what to do."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.frame import Image
from vision.nouns import Detection, Doubles, Floats, Mask, Trouble
from vision.plane.table import guess_die_px

# Seconds between looks at the light. Larger: said later. Smaller: slower.
EVERY_S = 0.5
# Seconds for which it is so before it is said. Larger: said later. Smaller: a passing shadow is a trouble.
AFTER_S = 1.5
# Grey level below which a picture is dark. Larger: dim rooms are complained of. Smaller: dice are misread in silence.
DARK = 32.0
# Grey level from which a pixel is burnt out. Larger: glare is not seen. Smaller: white paper is glare.
WHITE = 250
# Share of the picture that burnt-out spots of any kind take before it is said. Larger: dice are lost in silence.
# Smaller: white dice are glare.
GLARE_SHARE = 0.08
# Share of it from which it is white paper. Larger: paper is glare. Smaller: a picture far too bright is paper.
PAPER_SHARE = 0.5
# Dice that a lamp's reflection is as large as before it is said: of the photos in which such a spot was laid over a
# die, a die or more was missing in nine of ten. Larger: dice are lost in silence. Smaller: a gleam on a die is said.
GLARE_DICE = 0.5
# Grey levels between which the light fades round a reflection: white paper ends at once, and about a white table that
# is just too bright all is nearly white. Wider: paper is a reflection. Narrower: a reflection is paper.
FADES = (160, 244)
# Pixels off the spot where that is looked for, in a picture LOOK_PX long. More: things beside it tell. Fewer: the
# spot's own blur does.
OFF = 2
LOOK_PX = 320
SMALL_PX = 22.0
# So many of its steepest edges side by side would make up a die: with fewer its pips run into one another. Dice of
# photos that are in focus have 7 or more; blurred by a twelfth of a die's edge, half a pip, 4.5.
SHARP = 4.0
# Pixels of the picture's longer side in which it is looked whether it is in focus, where no die is found. Larger:
# slower. Smaller: all looks sharp.
LONG_PX = 640
# Pixels of the surroundings between which an edge lies. Larger: two edges count as one. Smaller: a blurred edge is
# none.
ROUND_PX = 31
# Grey levels between those. Larger: a plain picture has no edges. Smaller: noise is one.
APART = 60.0
# Share of the picture that edges take, to tell anything. Larger: little is told. Smaller: noise tells.
LEAST_SHARE = 0.002
# Share of the edges, the sharpest, that count. Larger: soft shadows do. Smaller: noise does.
SHARPEST = 0.1
# Pixels that they are wide from which nothing is in focus: 2 to 4 in photos that are, 8 to 18 where a point is spread
# by a hundredth of the picture. Larger: blur is not said. Smaller: sharp pictures are called soft.
SOFT_PX = 6.5
# Coherence below which edges cross: a shadow's edge runs one way (1), those of things cross. Of photos so blurred 91 to
# 94 in 100 are said with this and the next (99 without), as they are of none that is sharp. Larger: shadows tell.
# Smaller: things do not.
CROSSING = 0.7
# Pixels that they lie apart at least: a spot of light is small. Larger: few tell. Smaller: a spot of light does.
FAR_PX = 64
# Pixels over which grain is smoothed. Larger: all looks soft. Smaller: grain looks sharp.
GRAIN_PX = 1.5

WORDS = {
    "dark": ("The light is low.", "Switch on a lamp above the table."),
    "glare": (
        "A bright light is mirrored in the table: dice there cannot be seen.",
        "Move the lamp or the camera a little.",
    ),
    "small": ("The dice are small in the picture.", "Bring the camera nearer, or zoom in."),
    "blurred": ("The picture is out of focus.", "Set the camera's focus, or wipe its lens."),
}


class Lighting:
    """Looks at the picture now and then; `troubles` holds what is wrong with the light or the focus."""

    def __init__(self) -> None:
        self.troubles: tuple[Trouble, ...] = ()
        self._since: dict[str, float] = {}
        self._looked_s = float("-inf")

    def look(
        self, image: Image, detections: Sequence[Detection], time_s: float, table_px: Doubles | None = None
    ) -> None:
        """Judge one picture that lies still, with the dice found in it.

        table_px: (N, 2), the edge of the table, outside of which nothing is mirrored; None for the whole picture.
        """
        if 0 <= time_s - self._looked_s < EVERY_S:
            return
        self._looked_s = time_s
        found = faults(image, detections, table_px)
        self._since = {code: self._since.get(code, time_s) for code in found}
        self.troubles = tuple(
            Trouble(code, *WORDS[code], since)
            for code, since in self._since.items()
            if time_s - since >= AFTER_S
        )


def faults(image: Image, detections: Sequence[Detection], table_px: Doubles | None = None) -> tuple[str, ...]:
    """The codes of what is wrong with a picture: dark, glare, small, blurred; the worst first. table_px: as above."""
    step = max(1, max(image.shape[:2]) // LOOK_PX)
    grey = cv2.cvtColor(np.ascontiguousarray(image[::step, ::step]), cv2.COLOR_BGR2GRAY)
    result = []
    if float(np.median(grey)) < DARK and float(np.quantile(grey, 0.9)) < 3 * DARK:
        result.append("dark")
    if _is_mirrored(grey, step, detections, table_px):
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


def _is_mirrored(
    grey: cv2.typing.MatLike, step: int, dice: Sequence[Detection], table_px: Doubles | None
) -> bool:
    """Whether a light is mirrored in the table. grey: every `step`th pixel of the picture."""
    burnt = (grey >= WHITE).astype(np.uint8)
    if table_px is not None:
        on_table = np.zeros_like(burnt)
        cv2.fillPoly(on_table, [np.round(table_px / step).astype(np.int32)], 1)
        burnt &= on_table
    largest = next(_spots(burnt, GLARE_SHARE * grey.size), None)
    if largest is not None and largest.mean() < PAPER_SHARE:
        return True
    # White dice may be as bright.
    for die in dice:
        low = np.maximum(die.corners_px.min(axis=0) / step - 1, 0).astype(int)
        high = np.maximum(die.corners_px.max(axis=0) / step + 2, 0).astype(int)
        burnt[low[1] : high[1], low[0] : high[0]] = 0
    height, width = grey.shape[:2]
    die_px = float(np.median([die.size_px for die in dice])) / step if dice else guess_die_px(width, height)
    return any(_fades(grey, spot) for spot in _spots(burnt, GLARE_DICE * die_px**2))


def _spots(burnt: Mask, least: float) -> Iterator[Mask]:
    """Each spot of 1s that has more pixels than that by itself, the largest first."""
    count, labels, stats, _ = cv2.connectedComponentsWithStats(burnt)
    for label in 1 + np.argsort(-stats[1:count, cv2.CC_STAT_AREA]):
        if stats[label, cv2.CC_STAT_AREA] <= least:
            return
        yield (labels == label).astype(np.uint8)


def _fades(grey: cv2.typing.MatLike, spot: Mask) -> bool:
    """Whether the light of a burnt-out spot fades round it."""
    near = cv2.dilate(spot, np.ones((2 * OFF - 1, 2 * OFF - 1), np.uint8))
    round_it = grey[cv2.dilate(near, np.ones((3, 3), np.uint8)) > near]
    return bool(round_it.size) and FADES[0] <= float(np.median(round_it)) <= FADES[1]


def softness(image: Image) -> float:
    """How wide the sharpest edges of a picture are, px of one `LONG_PX` long; 0 where there are none to speak of."""
    scale = LONG_PX / max(image.shape[:2])
    if scale * min(image.shape[:2]) < 1:
        return 0.0  # a line
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY).astype(np.float32)
    around = np.ones((ROUND_PX, ROUND_PX), np.uint8)
    apart = cv2.dilate(grey, around) - cv2.erode(grey, around)
    steepest = cv2.dilate(_steps(grey), around)
    edges = (apart > APART) & (_coherence(grey) < CROSSING)
    if edges.mean() < LEAST_SHARE or _reach(edges) < FAR_PX:
        return 0.0
    return float(np.quantile(apart[edges] / np.maximum(steepest[edges], 1e-3), SHARPEST))


def _coherence(grey: Floats) -> Floats:
    """(H, W): how much the edges round each pixel run one way, 0 to 1 (Bigün and Granlund, 1987)."""
    smooth = cv2.GaussianBlur(grey, (0, 0), GRAIN_PX)
    across, down = cv2.Sobel(smooth, cv2.CV_32F, 1, 0), cv2.Sobel(smooth, cv2.CV_32F, 0, 1)
    xx, yy, xy = (
        cv2.boxFilter(each, -1, (ROUND_PX, ROUND_PX)) for each in (across**2, down**2, across * down)
    )
    return np.asarray(np.hypot(xx - yy, 2 * xy) / np.maximum(xx + yy, 1e-3), np.float32)


def _reach(edges: NDArray[np.bool_]) -> float:
    """From where to where there are edges, px, but for a few."""
    return max(float(np.ptp(np.quantile(places, (0.02, 0.98)))) for places in np.nonzero(edges))


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
