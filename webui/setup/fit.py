# Tested by tests/test_webui_fit.py.
"""Is what the camera shows fit for play? Each fault by its code, with what it is and what to do, the worst first. Pure.

`doctor` and the steps of the set-up say the same of the same picture.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from hardware.frame import Image, is_black
from hardware.mat import MATS
from vision.nouns import Detection
from vision.plane.markers import detect_mat
from vision.plane.viewpoint import Somewhere, Viewpoint
from vision.view.light import SMALL_PX, WHITE, WORDS, faults
from vision.whereabouts import Reads

LEAST_LONG_PX = 480
"""Pixels of the longer side of a picture in which the dice of a table can be told. Larger: old cameras are refused."""
ALIKE = 0.3
"""Correlation of pixels side by side below which a picture is noise. Photos have 0.58 and more, noise 0. Larger: a
rough carpet is called noise. Smaller: noise with a little of a picture in it is taken for one."""
LEAST_SPREAD = 20.0
"""Grey levels by which the pixels of noise differ at least. Smaller: a bare wall in the dark is called noise."""
BURNT_SHARE = 0.8
"""Share of the picture, burnt out, from which it is too bright where no die is seen in it. Larger: only a white picture
is. Smaller: a white table in good light is, too."""
LARGE_SHARE = 0.25
"""Share of the picture's shorter side from which a die is too large: six of them find no room. Smaller: said sooner."""

DICE_THAT_TELL = 2
"""Dice that tell how a picture hangs. Smaller: one that leans looks like one that lies in a picture upside down."""
NEARER = "Move the camera down, or choose a larger picture."


@dataclass(frozen=True)
class Fault:
    """One thing that is wrong: what it is and what to do, a sentence each."""

    code: str
    what: str
    do: str


def unfit(image: Image, dice: Sequence[Detection], turns: int = 0) -> tuple[Fault, ...]:
    """All that is wrong with a picture, (H, W, 3) uint8 BGR, that lies still.

    dice: those found in it. turns: how the picture hangs, in quarter turns (`hang_of`).
    """
    return tuple(_faults(image, dice, turns))


def _faults(image: Image, dice: Sequence[Detection], turns: int) -> Iterator[Fault]:
    if is_black(image):
        yield Fault("black", "The picture is black.", "Is a cap or a shutter before the lens?")
        return
    if is_noise(image):
        yield Fault("noise", "The picture is nothing but noise.", "Try another cable, or another camera.")
        return
    height, width = image.shape[:2]
    if max(width, height) < LEAST_LONG_PX:
        what = f"The picture is too small: {width} x {height}."
        yield Fault("tiny", what, "Choose 1280 x 720 in the camera, or another camera.")
    if not dice and is_burnt(image):
        yield Fault(
            "bright", "The picture is too bright: all is white.", "Move the lamp away from the camera."
        )
        return
    for code in faults(image, dice):
        yield Fault(code, *(_small(dice) if code == "small" else WORDS[code]))
    if dice and _size(dice) > LARGE_SHARE * min(width, height):
        what = f"The camera is too near: a die is {_size(dice):.0f} dots across."
        yield Fault("large", what, "Move it up until the whole table is in the picture.")
    if turns:
        yield Fault("turned", *hangs(turns))


def hangs(turns: int) -> tuple[str, str]:
    """What is so with a picture that is turned by so many quarters, and what to do."""
    way = "upside down" if turns == 2 else "on its side"
    return f"The picture hangs {way}.", "Dice are read all the same. Turn it in Settings to see it upright."


def _small(dice: Sequence[Detection]) -> tuple[str, str]:
    most = f"A die must be {SMALL_PX:.0f} dots across to be read; here it is {_size(dice):.0f}."
    return f"The camera is too far away. {most}", NEARER


def _size(dice: Sequence[Detection]) -> float:
    return float(np.median([die.size_px for die in dice]))


def hang_of(image: Image, dice: Sequence[Detection], reader: Reads) -> int:
    """How a picture hangs, in quarter turns (`vision.upright`), as a mat or two dice tell; 0 where nothing does."""
    mat = detect_mat(image, MATS)
    if mat:
        return Viewpoint.of(mat.table).turns
    if len(dice) < DICE_THAT_TELL:
        return 0
    height, width = image.shape[:2]
    return reader.placed(Somewhere((width, height)), image, dice).turns


def is_noise(image: Image) -> bool:
    """Whether a pixel tells nothing of the one beside it, though they differ."""
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY).astype(np.float32)
    left, right = grey[:, :-1].ravel(), grey[:, 1:].ravel()
    if left.size < 2 or min(left.std(), right.std()) < LEAST_SPREAD:
        return False
    return float(np.corrcoef(left, right)[0, 1]) < ALIKE


def is_burnt(image: Image) -> bool:
    """Whether nearly all of the picture is white without a shade."""
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    return float((grey >= WHITE).mean()) > BURNT_SHARE
