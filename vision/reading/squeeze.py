"""Pictures squeezed or stretched, and what they show then. Many pictures come so: from cameras in modes that are not
their sensor's shape, from collections made square. And what a net does not make out at first it often does when it
sees it a little otherwise.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import cast

import cv2
import numpy as np

from hardware.frame import Image
from vision.nouns import Floats
from vision.reading.detector import overlaps
from vision.reading.readings import NONE, VALUES, Limits, Readings, dice_among

SQUEEZES = (3 / 4, 4 / 3)  # how much wider, beside its height: from a sensor's 4:3 to a square and back
_MOST_PX = 12e6  # a phone's photo; of a larger one the copies would take more memory than they show
_SAME = 0.45  # boxes of two looks that share so much are of one die
_SAYS = 0.5  # what is less sure than that contradicts nobody


def squeezed(image: Image, wider: float) -> Image:
    """The picture (H, W, 3), so much wider beside its height, with as many px in all; smaller if it is huge."""
    height, width = image.shape[:2]
    return cast(Image, cv2.resize(image, _size(width, height, wider), interpolation=cv2.INTER_AREA))


def squeezed_back(boxes: Floats, wider: float, shape: tuple[int, ...]) -> Floats:
    """Boxes (N, 5), middle and size in px of the squeezed picture, in px of the picture, of that shape, itself."""
    height, width = shape[:2]
    to_width, to_height = _size(width, height, wider)
    back = boxes.copy()
    back[:, [0, 2]] *= width / to_width
    back[:, [1, 3]] *= height / to_height
    return back


def is_half_told(look: Readings, limits: Limits) -> bool:
    """Whether it is sure of some dice and must ask about others. Where it is sure of none there may be none: clutter
    would be squeezed until something in it passes for a die.
    """
    if not np.any((look.likely >= limits.die) & (look.sure < limits.ask)):
        return False  # beside others it is surer, never less sure
    sure = dice_among(look, limits).sure >= limits.ask
    return bool(sure.any() and not sure.all())


def agreed(first: Readings, others: Sequence[Readings], limits: Limits) -> Readings:
    """The dice of the first look at a picture, told as all looks have them: what the first must ask about is told where
    another is sure, and what any takes for another value is asked. None adds dice or loses any: seen otherwise, a die
    may fall apart into its top and a side.
    """
    dice = dice_among(first, limits)
    chances = dice.chances.copy()
    for die in range(len(chances)):
        seen = [dice.keep([die]), *(_same(dice.boxes[die], look) for look in others)]
        surest = max(seen, key=_sureness)
        helps = dice.sure[die] < limits.ask <= _sureness(surest)
        chances[die] = _together(surest if helps else seen[0], seen)
    return replace(dice, chances=chances, settled=True)


def _same(box: Floats, look: Readings) -> Readings:
    """What a look has where the box, (5,), is: one candidate or none."""
    shared = overlaps(np.concatenate([box[None], look.boxes]))[0][0, 1:]
    return look.keep([int(shared.argmax())] if shared.max(initial=0) >= _SAME else [])


def _sureness(one: Readings) -> float:
    return float(one.sure.max(initial=0))


def _together(told: Readings, seen: Sequence[Readings]) -> Floats:
    """Chances (7,) of one die: as told, its values' mixed with those of looks that are sure of another."""
    chances = told.chances[0]
    said = [look.chances[0, :VALUES] for look in seen if _sureness(look) >= _SAYS]
    against = [values for values in said if values.argmax() != chances[:VALUES].argmax()]
    shares = [values / max(float(values.sum()), 1e-9) for values in (chances[:VALUES], *against)]
    return np.append((1 - chances[NONE]) * np.mean(shares, axis=0), chances[NONE]).astype(np.float32)


def _size(width: int, height: int, wider: float) -> tuple[int, int]:
    scale = min(1.0, (_MOST_PX / (width * height)) ** 0.5)
    return max(1, round(scale * width * wider**0.5)), max(1, round(scale * height / wider**0.5))
