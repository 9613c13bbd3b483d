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
from vision.detect import overlaps
from vision.nouns import Floats
from vision.readings import VALUES, Limits, Readings, decide

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


def is_half_told(look: Readings, limits: Limits, shape: tuple[int, ...]) -> bool:
    """Whether it is sure of some dice and must ask about others. Where it is sure of none there may be none: clutter
    would be squeezed until something in it passes for a die.
    """
    told, asked = _counts(look, limits, shape)
    return told > 0 and asked > 0


def best(looks: Sequence[Readings], limits: Limits, shape: tuple[int, ...]) -> Readings:
    """Of looks at one picture of that shape, the one that tells of most dice and asks least; of several, the one that
    tells of more, then the one that is surest. What another look takes for another value is as likely as both think.
    """

    def merit(look: Readings) -> tuple[int, int, float]:
        told, asked = _counts(look, limits, shape)
        return told - asked, told, -look.keep(look.likely >= limits.die).unsure

    chosen = max(looks, key=merit)
    heard = [_heard(chosen, look) for look in looks if look is not chosen]
    return replace(chosen, chances=np.asarray(np.mean([chosen.chances, *heard], axis=0), np.float32))


def _counts(look: Readings, limits: Limits, shape: tuple[int, ...]) -> tuple[int, int]:
    """Of how many dice it is sure, however they lie, and of how many it is not."""
    dice = decide(look, limits, shape)
    asked = sum(die.value_p < limits.ask for die in dice)
    return len(dice) - asked, asked


def _heard(chosen: Readings, other: Readings) -> Floats:
    """Chances (N, 7) of the chosen look's dice: another look's own where it is sure enough of another value."""
    chances = chosen.chances.copy()
    mine = len(chosen.boxes)
    shared = overlaps(np.concatenate([chosen.boxes, other.boxes]))[0][:mine, mine:]
    says, thinks = (look.chances[:, :VALUES].argmax(axis=1) for look in (other, chosen))
    for die, seen in zip(*np.nonzero((shared >= _SAME) & (other.sure >= _SAYS)), strict=True):
        if says[seen] != thinks[die]:
            chances[die] = other.chances[seen]
    return chances


def _size(width: int, height: int, wider: float) -> tuple[int, int]:
    scale = min(1.0, (_MOST_PX / (width * height)) ** 0.5)
    return max(1, round(scale * width * wider**0.5)), max(1, round(scale * height / wider**0.5))
