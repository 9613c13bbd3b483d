"""Real dice in drawn motion: the raster's table is a photo, and each die's top face a die cut out of a photo.

The raster gives what no photo has: where each die is, what hides it, and every shadow. A die's sides are plain, of the
real die's own colour.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.frame import Image
from models.examples import photos
from models.examples.cutouts import CUT_PX, Cutout, cutouts
from models.refusal import Refusal
from models.scenes.camera import Floats
from models.scenes.dice import DieLook, top_corners, top_value
from models.scenes.raster import AWAY, Doubles, Raster, Window
from models.scenes.stage import DICE, Set

# Dice of the photos at most, one of each photo a round. Larger: more makes, and half a minute more for each hundred.
ROUNDS = 3
# Dice of one value of which the one of the likest colour is taken. Larger: dice of one throw match less.
LIKEST = 1
# How much larger than the sharp top face the cutout is laid: its outline holds a little of the sides.
OVER = 1.12
# The side of a piece of a photo that is laid as the table, px.
GROUND_PX = 512
# How far round a die it is painted over, in sizes of the die. Larger: less shadow is left, and more is smeared.
PAINTED_OVER = 0.75
# Times that it lies beside itself, mirrored, along either side of the table: the camera sees the middle one, about.
TILES = 3


@dataclass(frozen=True, eq=False)
class Real:
    """What of photos the clips are made of: dice seen from above, and tables."""

    dice: tuple[Cutout, ...]
    grounds: tuple[photos.Photo, ...]

    def by_value(self, value: int) -> list[Cutout]:
        """The dice that show a value."""
        return [one for one in self.dice if one.value == value]


@cache
def real_of(folder: Path, rigs: tuple[str, ...] = ()) -> Real:
    """The dice and the tables of a folder of labelled photos; rigs: of these alone, all where none is named.

    Raises Refusal where there are too few dice seen from above.
    """
    taken = [photo for photo in photos.load(folder) if not rigs or photo.rig in rigs]
    above = [photo for photo in taken if photo.overhead and len(photo.dice)]
    random = np.random.default_rng(0)
    dice = tuple(one for _ in range(ROUNDS) for one in cutouts(above, random, len(above)))
    if {one.value for one in dice} != set(range(1, 7)):
        raise Refusal(f"{folder} shows too few dice from above: all six values are needed")
    return Real(dice, tuple(photo for photo in taken if photo.background and len(photo.dice)))


def tint(one: Cutout) -> Floats:
    """(3,) BGR 0 to 255: the colour of most of a die."""
    return np.asarray(np.median(one.image[one.outline > 127], axis=0), np.float32)


def ground(photo: photos.Photo, rng: np.random.Generator) -> Image:
    """(1536, 1536, 3): a piece of a photo, its dice painted over with what lies round them, mirrored over and over."""
    image = photo.open()
    scale = GROUND_PX / min(image.shape[:2])
    image = np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
    mask = np.zeros(image.shape[:2], np.uint8)
    for x, y, wide, high, _ in (photo.dice * [scale, scale, scale, scale, 1]).tolist():
        axes = round(PAINTED_OVER * wide), round(PAINTED_OVER * high)
        cv2.ellipse(mask, (round(x), round(y)), axes, 0, 0, 360, 255, -1)
    left, top = (int(rng.integers(0, side - GROUND_PX + 1)) for side in image.shape[1::-1])
    window = np.s_[top : top + GROUND_PX, left : left + GROUND_PX]
    piece = cv2.inpaint(image[window], mask[window], 5, cv2.INPAINT_TELEA)
    more = (0, (TILES - 1) * GROUND_PX)
    return np.pad(np.asarray(piece, np.uint8), (more, more, (0, 0)), "symmetric")


def linear(image: Image) -> Floats:
    """(H, W, 3) float32, red first, linear light, as a raster's paints are."""
    return np.asarray((image[..., ::-1].astype(np.float32) / 255) ** 2.2, np.float32)


def matched(real: Real, rng: np.random.Generator) -> dict[int, Cutout]:
    """A die by value: of one make, as far as its colours tell."""
    first = real.dice[int(rng.integers(len(real.dice)))]
    wanted = tint(first)
    out = {}
    for value in range(1, 7):
        likest = sorted(real.by_value(value), key=lambda one: float(np.abs(tint(one) - wanted).sum()))
        out[value] = likest[int(rng.integers(min(LIKEST, len(likest))))]
    return {**out, first.value: first}


def plain(look: DieLook, paint: Floats) -> DieLook:
    """The same make without pips, in a colour (3,) BGR 0 to 255: what is seen of a real die's sides."""
    red, green, blue = ((np.asarray(paint)[::-1] / 255) ** 2.2).tolist()
    return replace(look, body=(red, green, blue), blank=True, drill=0.0)


class Mounted(Raster):
    """A raster whose dice have the top faces of real ones."""

    def __init__(self, stage: Set, look: DieLook, makes: Sequence[dict[int, Cutout]]) -> None:
        """look: what value each face has; makes: of each die, its cutouts by value."""
        super().__init__(stage)
        self._look, self._half = look, stage.half
        self._faces = [{value: _face(one) for value, one in make.items()} for make in makes]

    def shot(self, state: Doubles, window: Window) -> Image:
        """The picture of a raster, with the real faces laid on the dice where nothing hides them."""
        picture = super().shot(state, window).copy()
        there = [die for die in range(DICE) if state[die, 2] > AWAY[2]]
        if not there:
            return picture
        bare = self._bare(window)
        for die in sorted(there, key=lambda die: float(state[die, 2])):
            self._lay(picture, bare == die, state[die], self._faces[die % len(self._faces)], window)
        return picture

    def _bare(self, window: Window) -> NDArray[np.int16]:
        """(h, w) which die each pixel of the window shows, -1 where none."""
        self._numbered(True)
        numbers = self._drawn(window).astype(np.int64) @ (1, 1 << 8, 1 << 16)
        self._numbered(False)
        return np.asarray(self._dice()[numbers])

    def _lay(
        self,
        picture: Image,
        shows: NDArray[np.bool_],
        pose: Doubles,
        faces: dict[int, tuple[Image, Floats]],
        window: Window,
    ) -> None:
        """Lay the face that looks up on the die, in place."""
        turn = pose[3:].reshape(3, 3)
        face, corners = faces[top_value(self._look, turn)]
        top = self._camera.project(top_corners(turn, pose[:3], self._half)) - window[:2]
        middle = top.mean(axis=0)
        quad = (middle + OVER * (top - middle)).astype(np.float32)
        matrix = cv2.getPerspectiveTransform(corners, quad)
        laid = cv2.warpPerspective(face, matrix, picture.shape[1::-1], flags=cv2.INTER_AREA)
        share = laid[..., 3:].astype(np.float32) / 255 * shows[..., None]
        before = cv2.mean(picture, (share[..., 0] > 0.5).astype(np.uint8))[:3]
        lit = np.clip(np.array(before).sum() / max(1.0, self._plain_sum(face)), 0.3, 1.3)
        shown = np.clip(laid[..., 2::-1] * np.float32(lit), 0, 255)
        np.copyto(picture, (picture + share * (shown - picture)).astype(np.uint8))

    @staticmethod
    def _plain_sum(face: Image) -> float:
        """The sum of the three colours of most of a face."""
        return float(np.median(face[face[..., 3] > 127][:, :3], axis=0).sum())


def _face(one: Cutout) -> tuple[Image, Floats]:
    """A cutout as BGRA, soft at its outline, and the corners (4, 2) of the die in it, in turn."""
    soft = cv2.GaussianBlur(one.outline, (0, 0), 1.0)
    points = np.argwhere(one.outline > 127)[:, ::-1].astype(np.float32)
    corners = cv2.boxPoints(cv2.minAreaRect(points))
    assert one.image.shape[0] == CUT_PX
    return np.dstack([one.image, soft]), np.asarray(corners, np.float32)
