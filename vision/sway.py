"""Holds the picture still though the camera sways: a phone in a hand, a stand on a table that is leant on.

    sway = Sway()
    image = sway.hold(frame.image, frame.time_s)    # every frame: as the camera saw it at first
    sway.matrix                                     # where things of that picture are in the camera's own

A view sways where it shifts, turns or grows (a similarity), and the edges of the background tell by how much: that
similarity under which a few thousand pixels, the strongest edges of each part of the picture, look as they did, found
by Gauss and Newton's method (Lucas and Kanade, IJCAI 1981) from where the view was in the frame before. Hands and dice
look otherwise anywhere; they weigh nothing (Tukey's biweight), so half of the picture may be covered for a moment, and
a third for long.

A view that was bumped further than such a method follows is found first by how alike the two pictures are under any
shift (normalised cross-correlation, of pictures made small), and is believed where plainly more edges look as they did
there: cloth with a pattern looks alike at every repeat of it. Where so much has come and gone that little is as it was,
the view is known by how it looks then, until it is known again by how it looked at first: else it would drift.

A camera that stands still is looked at five times a second, and its pictures are given back as they are; where it was
bumped and stands still, all are moved by as much. What the rim of a view does not show for a while is filled with what
was last seen there. A view that went too far, or of which nothing can be told for long, is taken as it is, until it
looks again as in the picture that was shown, if one was.
"""

from __future__ import annotations

from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.frame import Image
from vision.affine import carried
from vision.nouns import Doubles, Floats
from vision.pyramid import high_pass, shrink

LONG_SIDE = 480
# What lies elsewhere by less than this share of the long side is where it was: `vision/motion.py` bears with it. After
# so long with no more, the camera stands still.
LEAST, CALM_S = 0.0015, 3.0
# A view further away shows too little of what was there.
MOST = 0.06
# So often a camera is looked at that stands still.
EVERY_S = 0.2
# After so long with nothing to tell by (a hand before the camera, another place), the view is taken as it is; so often
# it is seen whether it looks as at first again.
LOST_S, RETURN_S = 1.0, 0.5
# Where less of the background is as it was, for so long, it is known by how it looks now.
STALE, STALE_S = 0.5, 1.0
# Edges are looked for in so many parts of the small picture, so many pixels in each; so many levels a pixel are one.
# Where fewer parts than this have so many of them (there is a hand or a tray at most), or where fewer agree, they tell
# nothing.
PARTS, PART_PIXELS, EDGE = (16, 9), 24, 1.5
LEAST_PARTS, LEAST_PIXELS, AGREE = 48, 8, 0.3
# So blurred, in small pixels.
BLUR = 0.7
# So many small pixels away, each way, is elsewhere: what looks as it did there, too, tells nothing.
ELSEWHERE_PX = (-9.0, 9.0)
# Edges are believed that are no further, in small pixels, from where they are looked for: less from step to step. And
# levels of noise.
FROM_PX, NEARER, NEAR_PX, STEPS, DONE_PX = 1.2, 0.75, 0.4, 12, 0.01
NOISE = 1.5
# Where fewer edges than this look as they did, and fewer by so much than in the look before, the view may have been
# bumped; where few do for so long, it may have been before.
SURE, DROP, SEEK_S = 0.8, 0.1, 0.1
# It is looked for at the likeliest few shifts, those almost as likely as the best, in a picture so many times smaller
# still; and turned by so much, rad. More edges must speak for it by so much; where the camera sways already, by less.
SHIFTS, ALMOST, COARSE, TURN = 3, 0.15, 3, 0.04
MORE_STILL, MORE = 0.1, 0.03
# Of the edges' say, what holds a view as it was at first in ways that no edge speaks of; or where it stands still, and
# by more, so that nobody's hand makes it sway.
HOLD, HOLD_STILL = 1e-3, 0.05
# Brighter than anything: what left the picture.
NOWHERE = 1e4


class Sway:
    """Follows one camera's view. Times are seconds of the source's clock."""

    def __init__(self, view: Image | None = None) -> None:
        self.restart(view)

    def restart(self, view: Image | None = None) -> None:
        """The next picture shows how the view is to be, or `view` does, (H, W, 3) uint8 BGR, if it is as large."""
        self._view = view
        # The background as it is known now, and as it was when the view was taken as it is, or shown.
        self._edges: _Edges | None = None
        self._first: _Edges | None = None
        # For how long nothing could be told, and little of the background was as it is known, s.
        self._lost_s = self._stale_s = 0.0
        # How the view lies now against how the edges were taken, and (3, 3) how these lay against the first view.
        self._now: Doubles = np.zeros(4)
        self._base: Doubles = np.eye(3)
        # (3, 3) where it stands still against the first view, or would if it swayed no more.
        self._rest: Doubles = np.eye(3)
        self._sways = False
        self._looked_s = self._moved_s = self._tried_s = float("-inf")
        self._held: Image | None = None
        # (2, 3) from the held picture to the camera's own; None while the camera stands as at first.
        self.matrix: Doubles | None = None

    def hold(self, image: Image, time_s: float) -> Image:
        """image: (H, W, 3) uint8 BGR. The same as the camera saw it at first; itself where that is as it was."""
        if self._held is None or self._held.shape != image.shape or time_s < self._looked_s:
            fits = self._view is not None and self._view.shape == image.shape
            self.restart(self._view if fits else None)
            self._held = image
        if self._sways or time_s - self._looked_s >= EVERY_S - 1e-3:
            self._look(image, time_s)
        self._held = image if self.matrix is None else _moved(image, self.matrix, self._held)
        return self._held

    def _look(self, image: Image, time_s: float) -> None:
        """Find where the view lies now."""
        scale = min(1.0, LONG_SIDE / max(image.shape))
        small = _edged(shrink(image, scale))
        if self._edges is None:
            self._begin(small if self._view is None else _edged(shrink(self._view, scale)))
        share = self._find(small, time_s)
        # Pictures that did not come tell nothing either way.
        gap_s, self._looked_s = min(time_s - self._looked_s, 2 * EVERY_S), time_s
        self._lost_s = 0.0 if share >= AGREE else self._lost_s + gap_s
        self._stale_s = 0.0 if share >= STALE else self._stale_s + gap_s
        self._return(small, time_s)
        if _reach(self._whole, small) > MOST or self._lost_s > LOST_S:
            self._begin(small)
        elif self._stale_s > STALE_S:
            # What a camera that stands still is off by is noise, and would add up.
            self._know(_Edges(small), self._whole if self._sways or self._has_moved(small) else self._rest)
        if self._has_moved(small):
            self._rest, self._moved_s = self._whole, time_s
        self._sways = time_s - self._moved_s <= CALM_S
        as_at_first = not self._sways and _reach(self._rest, small) <= LEAST
        self.matrix = None if as_at_first else _enlarged(self._whole if self._sways else self._rest, scale)

    def _has_moved(self, small: Floats) -> bool:
        """Whether the view lies elsewhere than where it would stand still."""
        return _reach(self._whole @ np.linalg.inv(self._rest), small) > LEAST

    @property
    def _whole(self) -> Doubles:
        """(3, 3) how the view lies now against the first one, in small pixels."""
        assert self._edges is not None
        return np.asarray(self._edges.matrix(self._now) @ self._base)

    def _begin(self, small: Floats) -> None:
        """The view is taken as it is: for good, if none was shown that it may return to."""
        edges = _Edges(small)
        self._know(edges, np.eye(3))
        if self._first is None or self._view is None:
            self._first = edges
        self._rest, self._moved_s = np.eye(3), float("-inf")

    def _know(self, edges: _Edges, base: Doubles, now: Doubles | None = None) -> None:
        """The background is known by these edges; base: how they lay against the first view; now: how the view lies
        against them, as when they were taken if none is given.
        """
        self._edges, self._base, self._now = edges, base, np.zeros(4) if now is None else now
        self._lost_s = self._stale_s = 0.0

    def _find(self, small: Floats, time_s: float) -> float:
        """Follow the view from where it was, or to where it was bumped; the share of the edges that speak for it."""
        assert self._edges is not None
        if self._sways:
            found, share = self._edges.seek(small, time_s, self._now, MORE)
        else:
            found, share = self._still(small, time_s, self._edges)
        self._now = found if share >= AGREE else self._now
        return share

    def _still(self, small: Floats, time_s: float, edges: _Edges) -> tuple[Doubles, float]:
        """Where a view is that stood still: elsewhere only if plainly more edges speak for that."""
        rest = edges.view(self._rest @ np.linalg.inv(self._base))
        found, share = edges.seek(small, time_s, self._now, MORE_STILL, HOLD_STILL, rest)
        if _reach(edges.matrix(found) @ np.linalg.inv(edges.matrix(rest)), small) > LEAST:
            stays = edges.share(small, rest)
            if share < stays + MORE_STILL:
                return rest, stays
        return found, share

    def _return(self, small: Floats, time_s: float) -> None:
        """Know the view by how it looked at first, as soon as it looks so again, wherever it was taken to be."""
        if self._edges is self._first or time_s - self._tried_s < RETURN_S:
            return
        assert self._first is not None
        self._tried_s = time_s
        found, share = self._first.seek(small, time_s, self._first.view(self._whole), MORE)
        if share >= (1 + self._first.chance) / 2:
            self._know(self._first, np.eye(3), found)


class _Edges:
    """The strongest edges of each part of a small picture, (h, w) float32.

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


def _edged(small: Image) -> Floats:
    """(h, w) float32, each pixel against its surroundings: no light that changes, and little noise."""
    high = high_pass(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY).astype(np.float32))
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


def _reach(matrix: Doubles, small: Floats) -> float:
    """How far the corners of a picture are moved, as a share of its long side."""
    height, width = small.shape
    corners = np.array([[0, 0], [width, 0], [0, height], [width, height]])
    return float(np.linalg.norm(carried(corners, matrix) - corners, axis=1).max() / max(width, height))


def _enlarged(matrix: Doubles, scale: float) -> Doubles:
    """(2, 3) the same move in pixels of the whole picture, of which a small one is `scale` times as large."""
    middle = (scale - 1) / 2  # of the first pixel
    smaller = np.array([[scale, 0, middle], [0, scale, middle], [0, 0, 1]])
    return np.asarray((np.linalg.inv(smaller) @ matrix @ smaller)[:2])


def _moved(image: Image, matrix: Doubles, before: Image) -> Image:
    """The picture as it was seen; matrix: (2, 3) from where its pixels were to where they are."""
    held = before.copy()
    height, width = image.shape[:2]
    # The nearest pixel: between the pixels there is less to see than the time costs, several times as much.
    how = cv2.INTER_NEAREST | cv2.WARP_INVERSE_MAP
    cv2.warpAffine(image, matrix, (width, height), held, how, cv2.BORDER_TRANSPARENT)
    return held
