"""Markers in a picture, and from them the table in millimetres.

Some of the markers may be covered, the picture may be turned and oblique. How far a mat's corner may be wrong is worked
out from the markers seen; where that is more than half a die, the mat counts as not found. Straight lines are taken
to be straight: a lens that bends them shows as `residual_mm`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.frame import Image
from vision.nouns import Floats
from vision.plane.table import DIE_MM, Points, Table

Corner = tuple[float, float]

# A taped seam, a curled sheet and a bent line are all within this of where they should be.
OUTLIER_MM = 4.0
# A corner of a marker is found to about so much of a pixel (measured in tests/test_vision_markers.py).
NOISE_PX = 0.3
TRIES = 24
# Pixels of the longer side beyond which a picture is made smaller first. Larger: slower. Smaller: far markers are lost.
LARGEST = 2000
# Pixels below which it is made twice as large. Larger: slower. Smaller: markers of few pixels are lost.
SMALL = 1000


class Layout(Protocol):
    """A printed mat; see hardware.mat.Mat. Corners in millimetres, clockwise."""

    @property
    def dictionary(self) -> int: ...
    @property
    def size_mm(self) -> Corner: ...
    @property
    def keep_mm(self) -> Sequence[Corner]: ...
    @property
    def markers(self) -> Mapping[int, Sequence[Corner]]: ...


@dataclass(frozen=True, eq=False)
class SeenMat:
    """A mat found in a picture.

    layout: which one. table: its edge, keep zone and plane. seen: the numbers of the markers that agree.
    residual_mm: root mean square of how far the markers lie from where the mat has them.
    doubt_mm: how far the mat's worst corner may be wrong, from the markers seen.
    """

    layout: Layout
    table: Table
    seen: tuple[int, ...]
    residual_mm: float
    doubt_mm: float


def detect_mat(image: Image, layouts: Sequence[Layout]) -> SeenMat | None:
    """The mat in a picture (BGR), or None where too few of its markers are seen to say where its corners are."""
    quads = find_markers(image, layouts[0].dictionary)
    by_sight = max(layouts, key=lambda layout: len(quads.keys() & layout.markers.keys()))
    seen = sorted(quads.keys() & by_sight.markers.keys())
    if len(seen) < 2:
        return None
    height, width = image.shape[:2]
    return _fit(by_sight, {number: quads[number] for number in seen}, (width, height))


def find_markers(image: Image, dictionary: int) -> dict[int, Floats]:
    """Marker number to its corners (4, 2) in pixels; numbers seen twice are left out, they prove nothing."""
    gray = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    scale = min(2.0 if max(gray.shape) < SMALL else 1.0, LARGEST / max(gray.shape))
    if scale != 1:
        how = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
        gray = cv2.resize(gray, None, fx=scale, fy=scale, interpolation=how)
    corners, numbers, _ = _detector(dictionary).detectMarkers(gray)
    # OpenCV says None, against its own types, where there are no markers.
    every = [int(number) for number in np.ravel(numbers if corners else [])]
    # OpenCV puts pixel centres at whole numbers; a picture's origin here is the corner of its first pixel.
    return {
        number: (quad[0].astype(np.float32) + 0.5) / np.float32(scale)
        for number, quad in zip(every, corners, strict=True)
        if every.count(number) == 1
    }


def _detector(dictionary: int) -> cv2.aruco.ArucoDetector:
    settings = cv2.aruco.DetectorParameters()
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    # Half a cell at most, or the refinement of a small marker jumps to the corner of a neighbouring cell.
    settings.cornerRefinementWinSize = 4
    settings.relativeCornerRefinmentWinSize = 0.3
    return cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(dictionary), settings)


def _fit(layout: Layout, quads: Mapping[int, Floats], size_px: tuple[int, int]) -> SeenMat | None:
    """The plane through the markers that agree with each other; at least two."""
    mm = np.array([layout.markers[number] for number in quads], np.float64)
    px = np.array(list(quads.values()), np.float64)
    to_mm = _homography(px, mm, cv2.RANSAC)
    if to_mm is None:
        return None
    off = np.linalg.norm(_map(to_mm, px) - mm, axis=-1).max(axis=-1)
    agree = off < OUTLIER_MM
    if agree.sum() < 2:
        return None
    mm, px = mm[agree], px[agree]
    # The noise is in the picture, so the fit is made there and turned round.
    to_px = _homography(mm, px)
    if to_px is None:
        return None
    doubt_mm = _doubt(mm, px, to_px, layout)
    if doubt_mm > DIE_MM / 2:
        return None
    plane = np.asarray(np.linalg.inv(to_px), np.float64)
    residual = np.linalg.norm(_map(plane, px) - mm, axis=-1)
    table = Table(_map(to_px, _edge(layout)), size_px, plane, _map(to_px, np.array(layout.keep_mm, float)))
    seen = tuple(number for number, good in zip(quads, agree, strict=True) if good)
    return SeenMat(layout, table, seen, float(np.sqrt((residual**2).mean())), doubt_mm)


def _doubt(mm: Points, px: Points, to_px: Points, layout: Layout) -> float:
    """How far the worst corner of the mat moves (mm) when the markers' corners move as much as their noise."""
    edge = _edge(layout)
    edge_px = _map(to_px, edge)
    noise = np.random.default_rng(0).normal(0, NOISE_PX, (TRIES, *px.shape))
    worst = []
    for each in noise:
        tried = _homography(mm, px + each)
        if tried is None or abs(np.linalg.det(tried)) < 1e-12:
            return float("inf")
        worst.append(np.linalg.norm(_map(np.linalg.inv(tried), edge_px) - edge, axis=-1).max())
    return float(np.quantile(worst, 0.9))


def _homography(source: Points, target: Points, method: int = 0) -> Points | None:
    found: Any = cv2.findHomography(source.reshape(-1, 2), target.reshape(-1, 2), method, OUTLIER_MM)[0]
    return None if found is None or not np.isfinite(found).all() else np.asarray(found, np.float64)


def _edge(layout: Layout) -> Points:
    wide, deep = layout.size_mm
    return np.array([[0, 0], [wide, 0], [wide, deep], [0, deep]], np.float64)


def _map(plane: NDArray[Any], points: Points) -> Points:
    """(..., 2) points through a homography."""
    mapped = (
        np.concatenate([points, np.ones((*points.shape[:-1], 1))], axis=-1) @ np.asarray(plane, np.float64).T
    )
    return np.asarray(mapped[..., :2] / mapped[..., 2:], np.float64)
