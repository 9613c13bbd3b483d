"""How dice lie: flat, cocked or stacked, each judged beside the others in the same picture.

A die that leans in a picture taken from above looks like a flat one seen from the side; what tells them apart is what
it leans on, its shadow, and that the others look different. So the net takes wide crops of all dice of a picture at
once, (N, 5, 64, 64) float32 (`beside`), and gives (N, 3) logits: flat, cocked, stacked. On a measured table it is known
how a flat die looks, wherever it lies: a net of its own takes the dice straightened (`vision/plane/viewpoint.py`). Over
a table that nobody measured it takes them as seen from a few places where the camera may be, or is likely to be once
throws have told; from where most look flat it takes them once more, and both nets are asked. So it is with a photo in
which some may lean (`vision/reading/reader.py`), after a first look. Over a table, where any may, they are looked at in
a mirror, too.
"""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from hardware.frame import Image
from vision.nouns import Floats
from vision.picture.crop import crop, normalised
from vision.picture.upright import upright, upright_sizes
from vision.plane.viewpoint import Camera, Doubles, Somewhere, Viewpoint
from vision.reading.chances import pooled, softmax
from vision.reading.net import Run, open_checked, quickest

CONTEXT = 2.0  # side of a crop over the size of the die in it
STRAIGHT = 2.8  # of a straightened one, over the edge of a die
CROP_PX = 64
_MOST_LEAN = 3.0
# Pixels of a die's edge that count as one octave's beginning. The net learnt with it: another needs another net.
_UNIT_PX = 32
# Pixels of the smallest edge that is told apart. Larger: far dice look alike. Smaller: a size of none breaks the
# logarithm.
_LEAST_PX = 4.0
# Logarithm of odds that one die counts at least where the camera's place is sought. Lower: one die that leans decides.
# Higher: no place is ruled out.
_LEAST_ODDS = -2.0
# Logarithm of odds that it counts at most. Higher: one die decides. Lower: no place is told from another.
_MOST_ODDS = 9.0
# Logarithm of how flat dice look, each, below which it is asked whether the picture is turned. Higher: slower. Lower:
# one that hangs on its side is read so.
_DOUBTED = -1.0
# Logarithm that one die counts at least in that. Lower: one that leans decides. Higher: none tells anything.
_LEAST_LOG = -4.0
# Where the sizes of a photo's dice, in turn, leap by more (a logarithm), they are dice of two sizes. One upon another
# looks larger by less, but where the camera is close.
_LEAP = 0.22
# Where all dice of a picture are surer than that to lie flat, a second look at them tells nothing new.
_PLAINLY_FLAT = 0.9


class Stance:
    """Tells how the dice of one picture lie."""

    def __init__(self, run: Run, straight: Run | None) -> None:
        """Two nets: of dice as they are seen, and straightened; the latter may be missing."""
        self._run, self._straight = run, straight

    @property
    def straightens(self) -> bool:
        """Whether it helps to know where the camera is."""
        return self._straight is not None

    @classmethod
    def open(cls, folder: Path, threads: int = 1) -> Stance:
        """The one whose stance.onnx and, if it is there, straight.onnx lie in `folder`; raises ModelError."""
        shapes = (2, 5, CROP_PX, CROP_PX), (2, 3)
        stance = open_checked(folder / "stance.onnx", threads, *shapes, "net of stances")
        path = folder / "straight.onnx"
        if not quickest(path).is_file():
            return cls(stance, None)
        return cls(stance, open_checked(path, threads, *shapes, "net of straightened dice"))

    def judge(self, image: Image, boxes: Floats, camera: Camera | None = None) -> Floats:
        """(N, 2) chances of cocked and stacked.

        image: (H, W, 3) uint8 BGR. boxes: (N, 4 or more) middle and size, px, of all dice in it. camera: where it is,
        if that is known; somewhere over a table; None at the first look at a photo, which may not show a table.
        """
        if not len(boxes):
            return np.zeros((0, 2), np.float32)
        if self._straight is None:
            camera = None
        if isinstance(camera, Viewpoint):
            return self._judged_from([camera], image, boxes)[0, :, 1:]
        turns = camera.turns if camera is not None else 0
        crops = np.stack([upright(crop(image, box, CONTEXT, CROP_PX), turns) for box in boxes])
        known = facts(upright_sizes(boxes, turns))
        if camera is None:
            chances = _once(self._run, crops, known)
        else:
            # Where nobody knows the camera's place, the two nets err on other dice.
            looked = _looked(self._run, crops, known)
            chances = pooled(np.stack([looked, self._sought(camera, image, boxes)]))
        return chances[:, 1:]

    def learn(self, camera: Somewhere, image: Image, boxes: Floats) -> Somewhere:
        """The same camera, with what the dice of one more throw tell of its place."""
        if self._straight is None or not len(boxes):
            return camera
        return self._told(camera, image, boxes)

    def likeliest(self, camera: Somewhere, image: Image, boxes: Floats) -> Viewpoint:
        """The place from which most dice look as if they lay flat."""
        told = self._told(camera, image, boxes)
        _, middle, _ = told.about(*told.likely(), usual_px(boxes))
        return middle

    def _told(self, camera: Somewhere, image: Image, boxes: Floats) -> Somewhere:
        return camera.after(_evidence(self._flat(camera, camera.everywhere(), image, boxes)))

    def _sought(self, camera: Somewhere, image: Image, boxes: Floats) -> Floats:
        """(N, 3) chances, as seen from about where the camera most likely is, by these dice and what was told."""
        which, known = camera.likely()
        flat = self._flat(camera, which, image, boxes)
        evidence = known + _evidence(flat)
        if not camera.told and _is_doubtful(flat):
            turned = camera.turned()
            which = np.concatenate([which, turned])
            evidence = np.concatenate([evidence, _evidence(self._flat(camera, turned, image, boxes))])
        views = camera.about(which, evidence, usual_px(boxes))
        return np.asarray(self._judged_from(views, image, boxes).mean(axis=0), np.float32)

    def _flat(self, camera: Somewhere, which: NDArray[np.intp], image: Image, boxes: Floats) -> Doubles:
        """(V, N) chances that the dice lie flat, as seen from each of the camera's places."""
        views = camera.views(which, usual_px(boxes))
        chances = _once(self._straight_run(), *_seen_from(views, image, boxes))
        flat = chances[:, 0].reshape(len(views), len(boxes))
        return np.clip(flat.astype(np.float64), 1e-6, 1 - 1e-6)

    def _judged_from(self, views: Sequence[Viewpoint], image: Image, boxes: Floats) -> Floats:
        """(V, N, 3) chances of flat, cocked and stacked, as judged from each place."""
        chances = _looked(self._straight_run(), *_seen_from(views, image, boxes))
        return chances.reshape(len(views), len(boxes), 3)

    def _straight_run(self) -> Run:
        assert self._straight is not None
        return self._straight


def _seen_from(views: Sequence[Viewpoint], image: Image, boxes: Floats) -> tuple[Image, Floats]:
    """The crops of the dice as straightened from each place, (V * N, H, W, 3), and the facts of each."""
    crops = np.concatenate([straightened(image, boxes, view, STRAIGHT, CROP_PX) for view in views])
    return crops, np.concatenate([straight_facts(boxes, view) for view in views])


def _looked(run: Run, crops: Image, known: Floats) -> Floats:
    """(N, 3) chances of flat, cocked and stacked; where a die may lie otherwise than flat, of two looks at them all: as
    they are, and mirrored. The two err on other dice.
    """
    chances = _once(run, crops, known)
    if chances[:, 0].min() > _PLAINLY_FLAT:
        return chances
    return pooled(np.stack([chances, _once(run, crops[:, :, ::-1], known)]))


def _once(run: Run, crops: Image, known: Floats) -> Floats:
    """(N, 3) chances of flat, cocked and stacked, by one look at crops (N, H, W, 3)."""
    return softmax(run(beside(crops.astype(np.float32), known)))


def usual_px(boxes: Floats) -> float:
    """The usual size of the boxes, px."""
    return float(statistics.median(np.sqrt(boxes[:, 2] * boxes[:, 3]).tolist()))


def of_one_size(boxes: Floats) -> list[NDArray[np.intp]]:
    """Which boxes, (N, 4 or more), are of one size with each other: the rows of each size, smallest first."""
    sizes = np.log(np.maximum(boxes[:, 2:4], 1.0)).mean(axis=1)
    order = np.argsort(sizes, kind="stable")
    leaps = np.nonzero(np.diff(sizes[order]) > _LEAP)[0] + 1
    return [np.asarray(rows, np.intp) for rows in np.split(order, leaps)] if len(boxes) else []


def _evidence(flat: Doubles) -> Doubles:
    """(V,) how well each place explains dice (V, N): most lie flat, and one alone counts only so much."""
    odds = np.log(flat / (1 - flat))
    return np.asarray(np.clip(odds, _LEAST_ODDS, _MOST_ODDS).sum(axis=1))


def _is_doubtful(flat: Doubles) -> bool:
    """Whether no place explains the dice (V, N): a few that look very flat do not make up for the others."""
    return bool(np.maximum(np.log(flat), _LEAST_LOG).sum(axis=1).max() < _DOUBTED * flat.shape[1])


def facts(boxes: Floats) -> Floats:
    """(N, 2) of each box: 4 times the logarithms of its size over the median size, and of its width over its height."""
    logs = np.log(np.maximum(boxes[:, 2:4], 1.0))
    sizes = logs.mean(axis=1)
    return np.asarray(
        4 * np.stack([sizes - statistics.median(sizes.tolist()), logs[:, 0] - logs[:, 1]], axis=1), np.float32
    )


def straightened(image: Image, boxes: Floats, viewpoint: Viewpoint, reach: float, px: int) -> Image:
    """(N, px, px, 3) uint8 BGR: the dice in the boxes as the table's plane has them, `reach` of their edges wide."""
    wide_mm = reach * viewpoint.edge_mm
    return np.stack([viewpoint.straightened(image, (x, y), px, wide_mm) for x, y in boxes[:, :2].tolist()])


def straight_facts(boxes: Floats, viewpoint: Viewpoint) -> Floats:
    """(N, 2) of each box: how far a die there leans away from a camera at that place, and how finely it is seen, in
    octaves.
    """
    rows, larger = [], viewpoint.edge_mm / viewpoint.table.die_mm
    for x, y in boxes[:, :2].tolist():
        edge_px = max(larger * viewpoint.table.die_px((x, y)), _LEAST_PX)
        rows.append((min(viewpoint.lean_at((x, y)), _MOST_LEAN), np.log2(edge_px / _UNIT_PX)))
    return np.array(rows, np.float32).reshape(-1, 2)


def beside(crops: Floats, known: Floats) -> Floats:
    """Crops (N, H, W, 3) BGR as the nets take them, (N, 5, H, W): colours with mean 0 and spread 1, and a plane for
    each of the facts known of it, (N, 2).
    """
    planes = np.broadcast_to(known[:, :, None, None], (*known.shape, *crops.shape[1:3]))
    return np.concatenate([normalised(crops), planes.astype(np.float32)], axis=1)
