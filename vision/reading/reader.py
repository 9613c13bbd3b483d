"""Dice with values, read from a photo: find them, tell each of them, and know when to ask.

What it is sure of is p(value) x (1 - p(nothing)), both pooled over the views of a crop (faces.py) and over the boxes
that agree on the die. How dice lie is another net's, stance.py; what to say of all this, readings.py's.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import replace
from pathlib import Path

import numpy as np

from hardware.frame import Image
from vision.nouns import Box, Detection, Floats
from vision.picture.crop import CROP_PX, crop
from vision.picture.pyramid import Pyramid
from vision.picture.upright import turned_back, upright
from vision.plane.viewpoint import Camera, Somewhere
from vision.reading.boxes import SAME, beside, joined, once_each, sides
from vision.reading.chances import tempered
from vision.reading.closer import BEST_PX, closer, seen_closer, usual
from vision.reading.detector import BAND, Detector, overlaps, suppress
from vision.reading.faces import Faces, Sizes, Taught, open_faces
from vision.reading.net import Run
from vision.reading.readings import Limits, Readings, decide
from vision.reading.squeeze import SQUEEZES, agreed, is_half_told, squeezed, squeezed_back
from vision.reading.stance import Stance, of_one_size
from vision.reading.taught_dice import told_of_set

_FIRST_PX = 320  # the longer side at the first look
_LARGEST_PX = 1280  # up to which a small picture is enlarged, to twice its size at most
_FINEST_PX = 8704  # the longer side at the closest look at a large photo: of 50 megapixels it is all there is
_SMALL_PX = 26.0  # dice smaller than that at some look deserve a closer one
_KNOWN = (0.5 * BEST_PX, 2 * BEST_PX)  # the sizes that count as dice where their size is known
_LIKELY = 0.4  # detector scores that tell how large dice are before anything is read
_MOST = 160  # candidates of one picture; more means that it shows no table of dice
# Share of the room of both from which two boxes are of one die. Larger: one die is told twice. Smaller: of dice that
# touch one is lost.
_JOINT = 0.4
# Share of a box that lies in another from which it is a part of that. Larger and smaller: as above.
_INSIDE = 0.65
# Doubt from which dice may hang upside down. Larger: a photo upside down is read so. Smaller: slower.
_DOUBTFUL = 0.12
# Doubt below which they hang as they should. Larger: a photo is turned wrongly. Smaller: one upside down stays so.
_PLAIN = 0.2
# Dice, the surest, that are asked how a photo hangs. More: slower. Fewer: one that leans decides.
_ASKED = 6
# Where no die of a photo is so likely to lie otherwise than flat, at first sight, nobody asks from where it was taken.
_MAY_LEAN = 0.3
# Share of `Limits.look` that is enough, of dice that were taught, to look at their colour and size. Larger: dice that
# the detector doubts are missed. Smaller: slower.
_TAUGHT_LOOK = 0.4
COMPANY = 0.25  # what is as likely a die as that is looked at with the others to tell how dice lie


class Reader:
    """Reads dice in any photo."""

    def __init__(self, detector: Detector, run: Run, limits: Limits, stance: Stance | None = None) -> None:
        """stance: None where nobody asks how the dice lie."""
        self._detector, self.limits, self._stance = detector, limits, stance
        self.faces = Faces(run)

    @classmethod
    def open(cls, folder: Path, threads: int = 1) -> Reader:
        """The reader whose detector, reader, stance (.onnx) and reader.json lie in `folder`; raises ModelError."""
        faces, limits = open_faces(folder, threads), Limits.open(folder / "reader.json")
        detector = Detector.open(folder / "detector.onnx", threads)
        return cls(detector, faces, limits, Stance.open(folder, threads))

    def read(
        self,
        image: Image,
        size_px: float | None = None,
        camera: Camera | None = None,
        where: Sequence[Box] | None = None,
    ) -> tuple[Detection, ...]:
        """The dice in a picture, from the top left.

        image: (H, W, 3) uint8 BGR. size_px: the size of a die's upright box, where it is known: looking is faster then.
        camera: where it is over a table, see `Stance.judge`: cocked and stacked dice are then told much better. Those,
        and values it is not sure of, have the value None.
        where: boxes (left, top, right, bottom), px, in which alone dice are looked for, where their size is known.
        """
        return decide(self.candidates(image, size_px, camera, where), self.limits_for(camera), image.shape)

    def teach(self, taught: Taught | None) -> None:
        """Read the dice that were taught from now on; None: any dice."""
        self.faces = self.faces.with_taught(taught)

    def suspects(self, image: Image) -> Readings:
        """All that may be a die in a picture at a plain look, however unsure, and none dropped."""
        return self._candidates(image, None, None)

    def with_taught(self, taught: Taught | None) -> Reader:
        """The same reader for dice that were taught; None: for any dice."""
        reader = copy(self)
        reader.teach(taught)
        return reader

    def limits_for(self, camera: Camera | None) -> Limits:
        """The limits for what such a camera sees: a photo's, too, where no net tells how dice look from above."""
        straightens = self._stance is not None and self._stance.straightens
        return self.limits.over(camera if straightens else None)

    def placed(self, camera: Somewhere, image: Image, dice: Sequence[Detection]) -> Somewhere:
        """The same camera, with what the dice of one more throw, as they lie in a picture, tell of its place."""
        if self._stance is None:
            return camera
        corners = np.array([die.corners_px for die in dice], np.float32).reshape(-1, 4, 2)
        low, high = corners.min(axis=1), corners.max(axis=1)
        return self._stance.learn(camera, image, np.concatenate([(low + high) / 2, high - low], axis=1))

    def candidates(
        self,
        image: Image,
        size_px: float | None = None,
        camera: Camera | None = None,
        where: Sequence[Box] | None = None,
    ) -> Readings:
        """All that might be dice, overlaps removed, however unsure: what `read` and the choice of limits start from."""
        found = self._looked(image, camera.turns if camera is not None else 0, size_px, camera, where)
        if camera is not None:
            return found
        turns, found = self._stood_up(image, found)
        found = self._as_on_a_table(image, turns, found)
        worth = size_px is None and is_half_told(found, self.limits)
        return self._squeezed(image, turns, found) if worth else found

    def _looked(
        self,
        image: Image,
        turns: int,
        size_px: float | None,
        camera: Camera | None,
        where: Sequence[Box] | None = None,
    ) -> Readings:
        """What might be dice in a picture that hangs so (`vision.picture.upright`)."""
        stood = upright(image, turns)
        if where is None or size_px is None or turns:
            found = self._candidates(stood, size_px, camera)
        else:
            scale = BEST_PX / size_px
            boxes = self._detector.find_in(image, where, scale, self.limits.look, _KNOWN)
            found = self._read(image, once_each(boxes), sized=True)
        back = replace(found, boxes=turned_back(found.boxes, turns, image.shape))
        if self._stance is not None:
            dice = np.nonzero(found.likely >= COMPANY)[0]
            # A camera sees the picture as it hangs.
            seen, boxes = (stood, found.boxes) if camera is None else (image, back.boxes)
            back.stances[dice] = self._lying(seen, boxes[dice], camera)
        return back

    def _lying(self, image: Image, boxes: Floats, camera: Camera | None, photo: bool = False) -> Floats:
        """(N, 2) chances of cocked and stacked. Dice over a table are of one size; those of a photo are judged beside
        those of their size: beside smaller ones a larger die looks as if it stood higher.
        """
        assert self._stance is not None
        if camera is not None and not photo:
            return self._stance.judge(image, boxes, camera)
        stances = np.zeros((len(boxes), 2), np.float32)
        for rows in of_one_size(boxes):
            stances[rows] = self._stance.judge(image, boxes[rows], camera)
        return stances

    def _stood_up(self, image: Image, found: Readings) -> tuple[int, Readings]:
        """How a photo hangs, and the same of it; if its dice are doubtful, and are less so where it hangs upside down,
        as seen then.
        """
        dice = found.keep(found.likely >= self.limits.die)
        if self._stance is None or not _DOUBTFUL <= dice.doubt < np.inf:
            return 0, found
        height, width = image.shape[:2]
        surest = dice.boxes[np.argsort(-dice.sure, kind="stable")[:_ASKED]]
        turns = self._stance.learn(Somewhere((width, height)), image, surest).hangs(0.0)
        if not turns:
            return 0, found
        stood = self._looked(image, turns, None, None)
        then = stood.keep(stood.likely >= self.limits.die)
        return (turns, stood) if then.doubt < min(dice.doubt, _PLAIN) else (0, found)

    def _as_on_a_table(self, image: Image, turns: int, found: Readings) -> Readings:
        """The same of a photo that hangs so, where dice may lie otherwise than flat judged as over a table that nobody
        measured: straightened, from where it most likely was taken.
        """
        dice = np.nonzero(found.likely >= COMPANY)[0]
        plain = found.stances[dice].sum(axis=1).max(initial=0) < _MAY_LEAN
        if plain or self._stance is None or not self._stance.straightens:
            return found
        stood = upright(image, turns)
        boxes = turned_back(found.boxes[dice], -turns % 4, stood.shape)
        stances = found.stances.copy()
        somewhere = Somewhere((stood.shape[1], stood.shape[0]))
        stances[dice] = self._lying(stood, boxes, somewhere, photo=True)
        return replace(found, stances=stances)

    def _squeezed(self, image: Image, turns: int, found: Readings) -> Readings:
        """The same of a photo that hangs so, its dice told as it shows them squeezed and stretched, too."""
        stood, looks = upright(image, turns), []
        for wider in SQUEEZES:
            seen = self._candidates(squeezed(stood, wider), None, None)
            boxes = squeezed_back(seen.boxes, wider, stood.shape)
            looks.append(replace(seen, boxes=turned_back(boxes, turns, image.shape)))
        return agreed(found, looks, self.limits)

    def _candidates(self, image: Image, size_px: float | None, camera: Camera | None) -> Readings:
        longest, picture = max(image.shape[:2]), Pyramid(image)
        if size_px is not None:
            boxes = self._find(picture, round(longest * BEST_PX / size_px), _KNOWN)
            return self._read(image, boxes, sized=True)
        finest = self._finest(longest, camera)
        side = most = min(_FIRST_PX, finest)
        boxes, doubted, plain = self._find(picture, side, levels=3), False, np.zeros((0, 5), np.float32)
        while True:
            usual_px = usual(boxes[boxes[:, 4] >= _LIKELY]) * side / longest
            if usual_px >= _SMALL_PX or side == finest:
                found = self._read(image, boxes)
                told = self._sure(found)
                sure_px = seen_closer(told, camera) * side / longest
                if sure_px >= _SMALL_PX or side == finest:
                    return found
                plain = told[sides(told) * side / longest >= _SMALL_PX]
                # Large dice may be read from a little closer; what then are none says nothing of how large dice are.
                usual_px = sure_px or (0.0 if doubted else usual_px)
                doubted = True
            most = min(2 * most, finest)
            side = closer(side, most, usual_px)
            boxes = joined(boxes, beside(self._find(picture, side), plain))

    @staticmethod
    def _finest(longest: int, camera: Camera | None) -> int:
        """The longer side at the closest look; a table is followed, and is to be seen quickly."""
        largest = _LARGEST_PX if camera is not None else max(longest, _LARGEST_PX)
        return min(largest, 2 * longest, _FINEST_PX)

    def _sure(self, found: Readings) -> Floats:
        """The boxes, (N, 5), of the dice it is sure of."""
        return found.boxes[(found.sure >= self.limits.ask) & (found.likely >= self.limits.die)]

    def _find(
        self, picture: Pyramid, long_side: int, band: tuple[float, float] = BAND, levels: int = 1
    ) -> Floats:
        least = self.limits.look * (_TAUGHT_LOOK if self.faces.taught else 1.0)
        return once_each(self._detector.find(picture, long_side, least, levels, band))

    def _read(self, image: Image, boxes: Floats, sized: bool = False) -> Readings:
        """What these boxes show; sized: they were looked for in the size that dice are known to have there."""
        parted = self._detector.parted(image, boxes)
        boxes = boxes if parted is boxes else once_each(parted)
        boxes = boxes[np.argsort(-boxes[:, 4], kind="stable")[:_MOST]]
        crops = np.array([crop(image, box) for box in boxes], np.float32).reshape(-1, CROP_PX, CROP_PX, 3)
        boxes, told = self._told(crops, boxes, Sizes(max(image.shape[:2]), sized))
        stances = np.zeros((len(boxes), 2), np.float32)
        return _distinct(Readings(boxes, tempered(told, self.limits.temperature), stances))

    def _told(self, crops: Floats, boxes: Floats, sizes: Sizes) -> tuple[Floats, Floats]:
        """The boxes that are likely enough with what was taught, (N, 5), and the chances of each, (N, 7)."""
        if (taught := self.faces.taught) is None:
            return boxes, self.faces.untaught(crops)
        return told_of_set(taught, self.faces, self.limits, crops, boxes, sizes)


def _distinct(found: Readings) -> Readings:
    """Of candidates that overlap, the one most like a readable die, with the vote of all that agree on it."""
    rank = found.sure * np.sqrt(found.boxes[:, 4])
    kept = suppress(found.boxes, rank, _JOINT, _INSIDE)
    weight = (overlaps(found.boxes)[0][kept] >= SAME) * found.boxes[:, 4]
    vote = (weight @ found.chances) / np.maximum(weight.sum(axis=1, keepdims=True), 1e-6)
    return Readings(found.boxes[kept], vote.astype(np.float32), found.stances[kept])
