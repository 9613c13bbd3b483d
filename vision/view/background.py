"""The background of a view: where it lies in a later picture, by its edges.

A view shifts, turns or grows (a similarity), and the edges of the background tell by how much: that similarity under
which a few thousand pixels, the strongest edges of each part of the picture, look as they did, found by Gauss and
Newton's method (Lucas and Kanade, IJCAI 1981) from where the view was in the frame before. Hands and dice look
otherwise anywhere; they weigh nothing (Tukey's biweight), so half of the picture may be covered for a moment, and a
third for long.

A view that was bumped further than such a method follows is found first by how alike the two pictures are under any
shift (normalised cross-correlation, of pictures made small), and is believed where plainly more edges look as they did
there: cloth with a pattern looks alike at every repeat of it.
"""

from __future__ import annotations

from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.frame import Image
from vision.affine import carried
from vision.nouns import Doubles, Floats
from vision.picture.pyramid import high_pass, shrink

LONG_SIDE = 480
# A view that went further than this share of the long side shows too little of what was there.
MOST = 0.06
# Parts of the small picture in which edges are looked for, across and down. More: few pixels in each. Fewer: a hand
# takes most.
PARTS = (16, 9)
# Edge pixels that are looked for in each. More: slower. Fewer: noise tells where the view lies.
PART_PIXELS = 24
# Levels a pixel that make an edge. Larger: a plain table has none. Smaller: noise is one.
EDGE = 1.5
# Parts that must have edges to tell anything. More: a tray tells nothing. Fewer: a hand tells where the view lies.
LEAST_PARTS = 48
# Edge pixels that such a part has. More and fewer: as above.
LEAST_PIXELS = 8
# Share of the edges that must agree. Larger: nothing is told with a hand there. Smaller: a hand tells where the view
# lies.
AGREE = 0.3
# So blurred, in small pixels.
BLUR = 0.7
# So many small pixels away, each way, is elsewhere: what looks as it did there, too, tells nothing.
ELSEWHERE_PX = (-9.0, 9.0)
# Small pixels from where an edge is looked for within which it is believed, at first. Larger: other edges are. Smaller:
# a sway is lost.
FROM_PX = 1.2
# Share of that which is left at the next step. Larger: slower. Smaller: a sway is lost.
NEARER = 0.75
# Small pixels within which it is believed in the end. Larger and smaller: as above.
NEAR_PX = 0.4
# Steps at most. More: slower. Fewer: a large sway is not followed to its end.
STEPS = 12
# Small pixels of a step that is the last. Larger: the picture trembles. Smaller: slower.
DONE_PX = 0.01
NOISE = 1.5
# Share of the edges that look as they did below which the view may have been bumped. Larger: slower. Smaller: a bump is
# not seen.
SURE = 0.8
# Share by which they are fewer than in the look before. Larger: a bump is not seen. Smaller: slower.
DROP = 0.1
# Seconds for which few do, after which it may have been bumped before. Larger: a bump is seen late. Smaller: slower.
SEEK_S = 0.1
# Likeliest shifts at which it is looked for. More: slower. Fewer: the true one is left out.
SHIFTS = 3
# Share by which a shift may be less likely than the best. Larger: slower. Smaller: the true one is left out.
ALMOST = 0.15
# Times smaller still that the picture is in which it is looked for. Larger: few edges are left. Smaller: slower.
COARSE = 3
# Radians by which it is turned to look. Larger: what lies between is not found. Smaller: a turned camera is not found.
TURN = 0.04
# Of the edges' say, what holds a view as it was at first in ways that no edge speaks of.
HOLD = 1e-3
# Brighter than anything: what left the picture.
NOWHERE = 1e4


class Background:
    """The strongest edges of each part of a small picture, (h, w) float32 as `edged` gives it.

    A view is four numbers, about the middle of the picture: so many small pixels to the right and down; larger by
    such a share; turned clockwise, in radians.
    """

    def __init__(self, small: Floats) -> None:
        right, down = (cv2.Sobel(small, cv2.CV_32F, *way, scale=1 / 8) for way in ((1, 0), (0, 1)))
        rows, columns, parts = _strongest(np.asarray(cv2.magnitude(right, down), np.float32))
        self._tell = np.count_nonzero(np.unique(parts, return_counts=True)[1] >= LEAST_PIXELS) >= LEAST_PARTS
        self._small = small
        self._at = np.stack([columns, rows], axis=1).astype(np.float32)
        self._was = small[rows, columns]
        self._middle = (np.array(small.shape[::-1]) - 1) / 2
        dx, dy, (x, y) = right[rows, columns], down[rows, columns], (self._at - self._middle).T
        self._slopes = np.stack([dx, dy, dx * x + dy * y, dy * x - dx * y], axis=1).astype(np.float64)
        self._steep = np.hypot(dx, dy).astype(np.float64)
        # What moves the outermost pixels by one.
        turn = 1 / max(*self._middle.tolist(), 1)
        self._unit: Doubles = np.array([1, 1, turn, turn])
        # How many looked as they did at the last look, and when it was looked for where it may have been bumped to.
        self._share, self._sought_s = 1.0, float("-inf")

    @cached_property
    def chance(self) -> float:
        """The share that looks as it did from elsewhere: large along stripes, and on what is all but plain."""
        elsewhere = [np.array([right, down, 0, 0]) for right in ELSEWHERE_PX for down in ELSEWHERE_PX]
        return float(np.mean([self.share(self._small, view) for view in elsewhere]))

    def seek(
        self,
        small: Floats,
        time_s: float,
        guess: Doubles,
        more: float,
        hold: float = HOLD,
        about: Doubles | None = None,
    ) -> tuple[Doubles, float]:
        """The view under which most edges look as they did, and the share of them that do: near a guess, or where it
        was bumped to, if that is larger by `more`.

        hold: how much it is held about a view, the first one if none is given.
        """
        found, share = self._near(small, guess, hold, about)
        dropped = share < self._share - DROP
        if share < SURE and (dropped or time_s - self._sought_s >= SEEK_S):
            self._sought_s = time_s
            bumped = [self._near(small, shift) for shift in self._shifts(small)]
            other, agree = max(bumped, key=lambda each: each[1], default=(found, share))
            if agree >= max(share + more, AGREE):
                found, share = other, agree
        self._share = share
        return found, share

    def _near(
        self, small: Floats, guess: Doubles, hold: float = HOLD, about: Doubles | None = None
    ) -> tuple[Doubles, float]:
        if not self._tell:
            return guess, 0.0
        slopes, moved = self._slopes * self._unit, guess / self._unit
        held = moved * 0 if about is None else about / self._unit
        for number in range(STEPS):
            near_px = max(FROM_PX * NEARER**number, NEAR_PX)
            bears = self._bears(near_px)
            off = self._off(small, moved * self._unit)
            # Tukey's biweight, each edge in its own measure.
            weight = np.square(np.maximum(1 - np.square(off / (2 * bears)), 0) / bears)
            weighed = slopes * weight[:, None]
            normal = weighed.T @ slopes
            pull = hold * np.trace(normal) + 1e-9
            step = np.linalg.solve(normal + pull * np.eye(4), weighed.T @ off + pull * (moved - held))
            moved = moved - step
            if near_px == NEAR_PX and np.abs(step).max() < DONE_PX:
                break
        view = moved * self._unit
        return view, self.share(small, view)

    def share(self, small: Floats, view: Doubles) -> float:
        """The share of the edges that look as they did under a view."""
        return float((np.abs(self._off(small, view)) < self._bears(NEAR_PX)).mean()) if self._tell else 0.0

    def _bears(self, away_px: float) -> Doubles:
        """(N,) by how much each edge is brighter where it is so far from where it was, and of noise."""
        return NOISE + away_px * self._steep

    def _shifts(self, small: Floats) -> list[Doubles]:
        """The views that this picture may be, were it only shifted, the likeliest few; or turned a little, too."""
        reach = int(np.ceil(MOST * LONG_SIDE / COARSE))
        size = small.shape[1] // COARSE, small.shape[0] // COARSE
        if not self._tell or min(size) < 4 * reach:
            return []
        was, now = (cv2.resize(each, size, interpolation=cv2.INTER_AREA) for each in (self._small, small))
        alike = cv2.matchTemplate(now, was[reach:-reach, reach:-reach], cv2.TM_CCOEFF_NORMED)
        peaks = (alike >= cv2.dilate(alike, np.ones((3, 3)))) & (alike >= alike.max() - ALMOST)
        rows, columns = np.nonzero(peaks)
        likeliest = np.argsort(-alike[rows, columns], kind="stable")[:SHIFTS]
        shifts = [np.array([columns[n] - reach, rows[n] - reach, 0, 0], float) * COARSE for n in likeliest]
        # Whoever bumps it may turn it, too.
        return [*shifts, *(shifts[0] + (0, 0, 0, turn) for turn in (-TURN, TURN))]

    def view(self, matrix: Doubles) -> Doubles:
        """The view that is this (3, 3) matrix."""
        right, down = matrix[:2, :2] @ self._middle + matrix[:2, 2] - self._middle
        return np.array([right, down, matrix[0, 0] - 1, matrix[1, 0]])

    def matrix(self, view: Doubles) -> Doubles:
        """(3, 3) it, from where small pixels were to where they are."""
        right, down, grown, turned = view
        turn = np.array([[1 + grown, -turned], [turned, 1 + grown]])
        matrix = np.eye(3)
        matrix[:2, :2] = turn
        matrix[:2, 2] = self._middle - turn @ self._middle + (right, down)
        return matrix

    def _off(self, small: Floats, view: Doubles) -> Doubles:
        """(N,) by how much each edge is brighter than it was."""
        x, y = carried(self._at, self.matrix(view)).astype(np.float32).T
        now = cv2.remap(small, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=NOWHERE)
        return np.asarray(now.ravel() - self._was, np.float64)


def edged(image: Image, scale: float) -> Floats:
    """(h, w) float32, a BGR picture so many times as large, each pixel against its surroundings: no light that changes,
    and little noise.
    """
    high = high_pass(cv2.cvtColor(shrink(image, scale), cv2.COLOR_BGR2GRAY).astype(np.float32))
    return np.asarray(cv2.GaussianBlur(high, (0, 0), BLUR), np.float32)


def _strongest(slope: Floats) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.intp]]:
    """Rows and columns of the pixels with the strongest edges of each part, and of which part each is."""
    height, width = slope.shape
    rows, columns = np.nonzero(slope >= EDGE)
    part = rows * PARTS[1] // height * PARTS[0] + columns * PARTS[0] // width
    order = np.lexsort((-slope[rows, columns], part))
    # How many of the same part come before each.
    first = np.searchsorted(part[order], part[order])
    taken = order[np.arange(len(order)) - first < PART_PIXELS]
    return rows[taken], columns[taken], part[taken]
