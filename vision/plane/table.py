"""The marked table area: which part of the picture is the table, and where on it a point lies in millimetres.

A die is judged by where its centre stands: it has left the table when that is more than half a die beyond the edge, so
a die on the line is inside. What is seen of it is half a die above the table, and seen aslant further away than it
stands; on a measured table that is put right. With nothing marked the whole picture is the table.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.affine import carried
from vision.nouns import Zone
from vision.picture.upright import carry

_MOST = 1e9  # nothing of a table is as large
DIE_MM = 16.0
# The box by which a die is seen is wider than its edge by about this: it holds a side face, and turned dice.
LOOSE = 1.25
# Of the longer side of the picture: how far away a camera's picture is, at least, usually and at most.
USUAL_FOCAL = 1.1
# Focal length of a camera at least, in widths of its picture. Larger: wide lenses are not believed. Smaller: corners
# dragged wrongly are.
_LEAST_FOCAL = 0.6
# Focal length at most, in widths. Larger: corners dragged wrongly are believed. Smaller: long lenses are not.
_MOST_FOCAL = 2.5
# Straight from above nothing tells the focal length: how much the usual one counts.
_USUAL = 0.02
# No camera looks at a table from less above it, in dice: a plane that says so was typed or found wrongly.
_LOWEST_DICE = 4.0
Points = NDArray[np.float64]
Point = tuple[float, float]


class TableError(ValueError):
    """What is no table: a sentence with name, rule and fact."""


@dataclass(frozen=True, eq=False)
class Table:
    """The table in one camera's picture.

    polygon_px: (N, 2) float64, N >= 3, the edge of the table in pixels of a picture of `size_px` (width, height).
    plane: (3, 3) float64, from pixels (x, y, 1) to millimetres on the table.
    keep_px: (N, 2), where kept dice lie, or None where the table has no such place.
    measured: whether the plane is measured; else it is a scale from the size of the boxes that dice are seen in.
    told: (3, 3) float64, where it is not: the plane in perspective, as dice told it, true to about a twentieth; by it a
    die is judged to stand on the table or beyond its edge.
    """

    polygon_px: Points
    size_px: tuple[int, int]
    plane: Points
    keep_px: Points | None = None
    measured: bool = True
    die_mm: float = DIE_MM
    told: Points | None = None

    def __post_init__(self) -> None:
        for name, polygon in (("polygon", self.polygon_px), ("keep", self.keep_px)):
            if polygon is not None and (polygon.ndim != 2 or polygon.shape[0] < 3 or polygon.shape[1] != 2):
                raise TableError(
                    f"a table's {name} needs 3 or more corners of 2 numbers, got shape {polygon.shape}"
                )
            if polygon is not None and not np.abs(polygon).max() < _MOST:
                raise TableError(f"a table's {name} needs corners that are somewhere, got {polygon.tolist()}")
        if not 0 < self.die_mm < _MOST or min(self.size_px) <= 0:
            raise TableError(f"a table's size and die_mm must be above 0, got {self.size_px}, {self.die_mm}")
        if self.plane.shape != (3, 3) or not np.abs(self.plane).max() < _MOST or _is_flat(self.plane):
            raise TableError("a table's plane needs 3 rows of 3 numbers that can be inverted")

    @classmethod
    def whole(cls, width: int, height: int, die_px: float | None = None) -> Table:
        """The whole picture, its scale from the size of a die (px); a guess until a die was seen."""
        edge = np.array([[0, 0], [width, 0], [width, height], [0, height]], float)
        scale = _scale(DIE_MM, die_px or guess_die_px(width, height))
        return cls(edge, (width, height), scale, measured=False)

    @classmethod
    def from_corners(
        cls, corners_px: Points, size_mm: tuple[float, float], size_px: tuple[int, int]
    ) -> Table:
        """A rectangle of known size (mm): its four corners in the picture, clockwise from its origin."""
        wide, deep = size_mm
        flat = np.array([[0, 0], [wide, 0], [wide, deep], [0, deep]], np.float32)
        plane = cv2.getPerspectiveTransform(corners_px.astype(np.float32), flat)
        return cls(corners_px.astype(float), size_px, np.asarray(plane, float))

    def with_die(self, die_px: float) -> Table:
        """The same table with its scale from dice of `die_px`; a measured plane stays as it is."""
        return self if self.measured else replace(self, plane=_scale(self.die_mm, die_px))

    def as_told(self, plane: Points | None) -> Table:
        """The same table with what dice of DIE_MM told of its plane, if they did; a measured plane stays as it is.

        A plane by which part of the table lay beyond its horizon is not believed.
        """
        if self.measured:
            return self
        if plane is None or not self._is_before(plane):
            return replace(self, told=None)
        larger = self.die_mm / DIE_MM
        return replace(self, told=np.diag([larger, larger, 1.0]) @ plane)

    @property
    def middle_px(self) -> Point:
        """The middle of the picture."""
        return self.size_px[0] / 2, self.size_px[1] / 2

    def _is_before(self, plane: Points) -> bool:
        """Whether the whole table lies before the horizon of a plane, as the middle of the picture does."""
        corners = np.vstack([self.polygon_px, self.middle_px])
        away = np.column_stack([corners, np.ones(len(corners))]) @ plane[2]
        return bool((away * away[-1] > 0).all())

    @cached_property
    def _standing(self) -> Table:
        """The table by which it is judged where a die stands."""
        return self if self.told is None else replace(self, plane=self.told, measured=True, told=None)

    def fitted(self, width: int, height: int) -> Table:
        """The same table in a picture of another size of the same view."""
        if (width, height) == self.size_px:
            return self
        by = np.array([width / self.size_px[0], height / self.size_px[1]])
        shrink = np.diag([1 / by[0], 1 / by[1], 1.0])
        keep = None if self.keep_px is None else self.keep_px * by
        return replace(
            self,
            polygon_px=self.polygon_px * by,
            size_px=(width, height),
            plane=self.plane @ shrink,
            keep_px=keep,
            told=None if self.told is None else self.told @ shrink,
        )

    def turned(self, turns: int) -> Table:
        """The same table in the picture turned anticlockwise so often by 90 degrees."""
        width, height = self.size_px
        matrix = carry(turns, self.size_px)
        return replace(
            self,
            polygon_px=carried(self.polygon_px, matrix),
            size_px=(height, width) if turns % 2 else (width, height),
            plane=self.plane @ np.linalg.inv(matrix) if self.measured else self.plane,
            keep_px=None if self.keep_px is None else carried(self.keep_px, matrix),
            told=None if self.told is None else self.told @ np.linalg.inv(matrix),
        )

    def to_mm(self, points_px: Points) -> Points:
        """(N, 2) pixels to (N, 2) millimetres."""
        x, y, w = self.plane @ np.column_stack([points_px, np.ones(len(points_px))]).T
        return np.column_stack([x / w, y / w])

    def point_mm(self, point_px: Point) -> Point:
        """One point in millimetres."""
        (a, b, c), (d, e, f), (g, h, i) = self.plane.tolist()
        x, y = point_px
        w = (g * x + h * y + i) or 1e-12  # on the horizon: as far away as can be told
        return (a * x + b * y + c) / w, (d * x + e * y + f) / w

    @cached_property
    def camera_mm(self) -> Points:
        """(3,) float64, where the camera is: on the table's plane, and how high above it.

        It follows from the plane: Zhang, A flexible new technique for camera calibration, 2000, eq. 3 and 4, for one
        view and square pixels about the middle of the picture.
        """
        width, height = self.size_px
        longer = max(width, height)
        centred = np.array([[1, 0, -width / 2], [0, 1, -height / 2], [0, 0, longer]], float) / longer
        to_px = centred @ np.linalg.inv(self.plane)
        to_px /= np.sqrt((to_px[:2, :2] ** 2).sum() / 2)
        focal = _focal(to_px)
        axes = np.diag([1 / focal, 1 / focal, 1.0]) @ to_px
        axes *= 2 / np.linalg.norm(axes[:, :2], axis=0).sum()
        one, other, away = axes.T
        up = np.cross(one, other)
        place = -np.linalg.solve(np.stack([one, other, up / np.linalg.norm(up)], axis=1), away)
        return np.array([place[0], place[1], max(abs(place[2]), 1.0)])

    def foot_mm(self, centre_px: Point) -> Point:
        """Where a die stands, mm, whose middle is seen at a point; where the table is not measured, what lies there."""
        u, v = self.point_mm(centre_px)
        if not self.measured:
            return u, v
        x, y, high = self.camera_mm.tolist()
        if high < _LOWEST_DICE * self.die_mm:
            return u, v
        share = 1 - self.die_mm / 2 / high
        return x + (u - x) * share, y + (v - y) * share

    def distance_mm(self, one_px: Point, other_px: Point) -> float:
        """How far apart two points of the picture lie on the table."""
        return math.dist(self.point_mm(one_px), self.point_mm(other_px))

    def beyond_mm(self, centre_px: Point) -> float:
        """How far beyond the table's edge, or the picture's where that is nearer, a die stands; below 0 inside.

        centre_px: where its middle is seen.
        """
        if self._standing is not self:
            return self._standing.beyond_mm(centre_px)
        edge = self.to_mm(self.polygon_px).astype(np.float32)
        beyond = -float(cv2.pointPolygonTest(edge, self.foot_mm(centre_px), True))
        (x, y), (width, height) = centre_px, self.size_px
        outside_px = max(-x, x - width, -y, y - height)
        return max(beyond, outside_px * self.die_mm / self.die_px(centre_px))

    def zone(self, centre_px: Point) -> Zone:
        """Where a die with this centre lies; a die on the table's edge is inside."""
        if self._standing is not self:
            return self._standing.zone(centre_px)
        if self.beyond_mm(centre_px) > (0.5 if self.measured else 0.5 / LOOSE) * self.die_mm:
            return "off"
        if self.keep_px is not None:
            keep = self.to_mm(self.keep_px).astype(np.float32)
            if cv2.pointPolygonTest(keep, self.foot_mm(centre_px), False) >= 0:
                return "keep"
        return "throw"

    def die_px(self, at_px: Point) -> float:
        """How many pixels a die's edge measures at a point of the table."""
        x, y = at_px
        mm = self.distance_mm((x - 4, y), (x + 4, y)) / 8, self.distance_mm((x, y - 4), (x, y + 4)) / 8
        return self.die_mm / math.sqrt(max(mm[0] * mm[1], 1e-9))

    def to_json(self) -> dict[str, Any]:
        """What `from_json` reads."""
        return {
            "size": list(self.size_px),
            "polygon": self.polygon_px.round(2).tolist(),
            "keep": None if self.keep_px is None else self.keep_px.round(2).tolist(),
            "plane": self.plane.tolist() if self.measured else None,
            "die_mm": self.die_mm,
        }

    @classmethod
    def from_json(cls, facts: Mapping[str, Any]) -> Table:
        """A table from its facts: `size` [w, h] and `polygon` in pixels; `keep`, `plane`, `die_mm` if known.

        Raises TableError.
        """
        try:
            width, height = (int(side) for side in facts["size"])
            polygon = np.array(facts["polygon"], float)
            keep = np.array(facts["keep"], float) if facts.get("keep") else None
            die_mm = float(facts.get("die_mm", DIE_MM))
            known = facts.get("plane")
            px = guess_die_px(max(width, 1), max(height, 1))
            plane = np.array(known, float) if known is not None else _scale(die_mm, px)
        except (KeyError, TypeError, ValueError, OverflowError) as error:
            what = f"{error} is missing" if isinstance(error, KeyError) else str(error)
            raise TableError(f"a table needs size [w, h] and polygon [[x, y], ...]: {what}") from None
        return cls(polygon, (width, height), plane, keep, measured=known is not None, die_mm=die_mm)


def guess_die_px(width: int, height: int) -> float:
    """The edge of a die in a usual view of a table, until one was measured."""
    return 0.02 * (width + height)


def _scale(die_mm: float, die_px: float) -> Points:
    return np.diag([die_mm / die_px, die_mm / die_px, 1.0])


def _is_flat(plane: Points) -> bool:
    return bool(abs(np.linalg.det(plane)) < 1e-12)


def _focal(to_px: Points) -> float:
    """The focal length in longer sides of the picture; to_px: from mm to those, about the picture's middle."""
    one, other = to_px[:, 0], to_px[:, 1]
    across = np.array([one[:2] @ other[:2], one[:2] @ one[:2] - other[:2] @ other[:2]])
    along = np.array([one[2] * other[2], one[2] ** 2 - other[2] ** 2])
    share = (_USUAL**2 / USUAL_FOCAL**2 - across @ along) / (_USUAL**2 + across @ across)
    return float(1 / np.sqrt(np.clip(share, 1 / _MOST_FOCAL**2, 1 / _LEAST_FOCAL**2)))
