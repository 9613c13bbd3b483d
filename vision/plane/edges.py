"""The edge of a tray or a mat, proposed from one picture: a polygon that a person is asked to confirm.

Straight lines are looked for, and of all quadrilaterals that four of them make, the one whose sides are best
supported by edges in the picture. Where there is none, closed outlines: a tray of five to eight sides, or a round one.
A tray that leaves the picture and one the colour of the table are not found: nothing is proposed, and the person
drags the corners.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.frame import Image
from vision.nouns import Floats
from vision.plane.table import Points

LONG_SIDE = 400
MOST_LINES = 22
# Degrees by which two lines differ that are one. Larger: two edges count as one. Smaller: one counts as two.
SAME_DEG = 4.0
# Pixels by which they are apart. Larger and smaller: as above.
SAME_PX = 5.0
# Degrees by which two sides differ at most that face each other. Larger: odd shapes are trays. Smaller: a tray seen
# aslant is none.
FACING_DEG = 55.0
# Degrees by which two sides differ at least that meet. Larger: a tray seen aslant is none. Smaller: odd shapes are
# trays.
MEETING_DEG = 40.0
LEAST_AREA = 0.12
SAMPLES = 48
# Grey levels a pixel from which an edge supports a side. Larger: a tray of the table's colour is not found. Smaller:
# the grain of wood is a tray.
STRONG = 6.0
# Cosine of the angle between such an edge and the side, at least. Larger: a side that is bent is none. Smaller: edges
# that cross it count.
ALONG = 0.85
OFFERED = 0.7
OUTER = 0.15
LEAST_VOTES = 40
# Pixels of the gaps over which outlines are closed, one try each. Larger: things beside the tray join it. Smaller: a
# rim with a gleam on it stays open.
GAPS = (2, 4)
# Upper limits of Canny's edges from which outlines are made, one try each. Larger: faint rims are lost. Smaller: the
# table's grain is outlined.
LIMITS = (60, 140)
# A side of a polygon is no shorter than this share of the mean: the rounded corners of a tray are no sides.
EVEN = 0.45
# Sides of an outline beyond which it is no tray. More: any blob is one. Fewer: a tray with cut corners is none.
MOST_SIDES = 8
# Share of an outline's length by which its sides may bend. Larger: any blob is a tray. Smaller: a tray whose rim bulges
# is none.
BENT = 0.025
# Corners of the polygon that is offered for a round tray; they lie as far outside the edge as the middles of its sides
# lie inside. More: more corners to drag. Fewer: dice at the rim are judged wrongly.
ROUND = 12
# Parts of a round edge that are judged each. More: a gleam spoils it. Fewer: half a circle counts.
ARCS = 4
OUTSIDE = float(2 / (1 + np.cos(np.pi / ROUND)))


@dataclass(frozen=True, eq=False)
class Proposal:
    """corners_px: (N, 2), N >= 4, clockwise on screen from the one nearest the top left; sure: 0 to 1."""

    corners_px: Points
    sure: float


def propose_edge(image: Image) -> Proposal | None:
    """The likeliest edge of a tray or mat in a picture (BGR), or None where nothing is likely enough."""
    scale = LONG_SIDE / max(image.shape[:2])
    size = round(image.shape[1] * scale), round(image.shape[0] * scale)
    soft = cv2.GaussianBlur(cv2.resize(image, size, interpolation=cv2.INTER_AREA), (0, 0), 1.2)
    small = np.asarray(soft, np.uint8)
    across, strength = _gradient(small)
    found = _best(_quads(_lines(small), size), across, strength) or _best_outline(small, across, strength)
    return Proposal(clockwise(found[0] / scale), float(min(found[1], 1.0))) if found else None


def _best(quads: Points, across: Floats, strength: Floats) -> tuple[Points, float] | None:
    """The quadrilateral (4, 2) with the clearest sides, and how clear they are; None where they are not enough so."""
    if not len(quads):
        return None
    sides = _support(quads, across, strength)
    support = 0.5 * sides.min(axis=1) + 0.5 * sides.mean(axis=1)
    # Of a rim's inner and outer edge, equally clear, the outer one: a die on the rim has not left the tray.
    area = np.array([cv2.contourArea(quad.astype(np.float32)) for quad in quads])
    best = int((support + OUTER * area / strength.size).argmax())
    return (quads[best], float(support[best])) if support[best] >= OFFERED else None


def _best_outline(small: Image, across: Floats, strength: Floats) -> tuple[Points, float] | None:
    """The clearest closed outline (N, 2) of another shape, the outer one where two are equally clear."""
    offered = []
    for outline in _outlines(small):
        for corners, parts in ((_polygon(outline), 0), (_ellipse(outline), ARCS)):
            if corners is None:
                continue
            sides = _support(corners[None], across, strength)[0]
            each = sides.reshape(parts, -1).mean(axis=1) if parts else sides
            support = float(0.5 * each.min() + 0.5 * each.mean())
            area = cv2.contourArea(corners.astype(np.float32)) / strength.size
            offered.append((support + OUTER * area, support, corners))
    best = max((each for each in offered if each[1] >= OFFERED), key=lambda each: each[0], default=None)
    return (best[2], best[1]) if best else None


def _outlines(small: Image) -> list[Points]:
    """The convex hulls (N, 2) of the largest parts of the picture that edges close off from its border."""
    height, width = small.shape[:2]
    hulls = []
    for limit in LIMITS:
        for gap in GAPS:
            disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * gap + 1, 2 * gap + 1))
            walls = cv2.copyMakeBorder(
                cv2.dilate(_edges(small, limit), disc), 1, 1, 1, 1, cv2.BORDER_CONSTANT
            )
            cv2.floodFill(walls, None, (0, 0), (128.0,))
            closed = cv2.erode((walls != 128).astype(np.uint8)[1:-1, 1:-1], disc)
            closed = cv2.morphologyEx(closed, cv2.MORPH_OPEN, np.ones((9, 9), np.uint8))
            parts, _ = cv2.findContours(closed, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
            largest = max(parts, key=cv2.contourArea, default=None)
            if largest is not None and cv2.contourArea(largest) > LEAST_AREA * height * width:
                hulls.append(cv2.convexHull(largest).reshape(-1, 2).astype(float))
    return hulls


def _polygon(outline: Points) -> Points | None:
    """(N, 2) the few corners of an outline, 5 to 8; None where it has others."""
    closed = outline.astype(np.float32).reshape(-1, 1, 2)
    corners = cv2.approxPolyDP(closed, BENT * cv2.arcLength(closed, True), True).reshape(-1, 2).astype(float)
    length = np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1)
    even = 4 < len(corners) <= MOST_SIDES and length.min() > EVEN * length.mean()
    return _sharpened(corners, outline) if even else None


def _sharpened(corners: Points, outline: Points) -> Points | None:
    """Corners (N, 2) moved to where the lines through the outline's sides meet; None where a side bulges."""
    ends = np.roll(corners, -1, axis=0)
    share = np.linspace(0, 1, SAMPLES)[:, None]
    along = np.vstack(
        [a + (b - a) * share for a, b in zip(outline, np.roll(outline, -1, axis=0), strict=True)]
    )
    lines = []
    for start, end in zip(corners, ends, strict=True):
        way = (end - start) / np.linalg.norm(end - start)
        far, off = (along - start) @ way, (along - start) @ np.array([-way[1], way[0]])
        length = float(np.linalg.norm(end - start))
        near = along[(far > 0.1 * length) & (far < 0.9 * length) & (np.abs(off) < SAME_PX)]
        if len(near) < 2:
            return None
        vx, vy, x, y = cv2.fitLine(near.astype(np.float32), cv2.DIST_HUBER, 0, 0.01, 0.01).ravel().tolist()
        lines.append((vx * y - vy * x, np.arctan2(vx, -vy)))
    rows = np.array(lines)
    return _meet(np.roll(rows, 1, axis=0), rows)


def _ellipse(outline: Points) -> Points | None:
    """(ROUND, 2) the ellipse through an outline, in order."""
    if len(outline) < 8:
        return None
    (x, y), (wide, high), turn = cv2.fitEllipse(outline.astype(np.float32))
    angle, lean = np.arange(ROUND) * 2 * np.pi / ROUND, np.radians(turn)
    a, b = OUTSIDE * wide / 2 * np.cos(angle), OUTSIDE * high / 2 * np.sin(angle)
    round_ = np.stack(
        [x + a * np.cos(lean) - b * np.sin(lean), y + a * np.sin(lean) + b * np.cos(lean)], axis=1
    )
    return round_ if np.isfinite(round_).all() else None


def clockwise(corners: Points) -> Points:
    """(N, 2) corners of a convex polygon, clockwise on screen from the one nearest the top left."""
    middle = corners.mean(axis=0)
    turned = corners[np.argsort(np.arctan2(corners[:, 1] - middle[1], corners[:, 0] - middle[0]))]
    return np.roll(turned, -int(turned.sum(axis=1).argmin()), axis=0)


def _gradient(small: Image) -> tuple[Floats, Floats]:
    """(h, w, 2) the unit direction of the strongest change of any colour, and (h, w) its strength."""
    dx = cv2.Sobel(small, cv2.CV_32F, 1, 0) / 8
    dy = cv2.Sobel(small, cv2.CV_32F, 0, 1) / 8
    every = np.hypot(dx, dy)
    best = every.argmax(axis=2)[..., None]
    strength = np.take_along_axis(every, best, 2)[..., 0]
    chosen = np.concatenate([np.take_along_axis(each, best, 2) for each in (dx, dy)], axis=2)
    return (chosen / (strength[..., None] + 1e-6)).astype(np.float32), strength.astype(np.float32)


def _lines(small: Image) -> Points:
    """(N, 2) the clearest straight lines: distance from the origin (px) and angle of the normal (radians)."""
    found: Any = cv2.HoughLines(_edges(small), 1, np.pi / 180, LEAST_VOTES)
    taken: list[tuple[float, float]] = []
    middle = np.array(small.shape[1::-1]) / 2
    for rho, theta in [] if found is None else found[:, 0].astype(float):
        if len(taken) < MOST_LINES and not any(_same((rho, theta), other, middle) for other in taken):
            taken.append((rho, theta))
    return np.array(taken, np.float64).reshape(-1, 2)


def _edges(small: Image, limit: int = 60) -> Image:
    """255 on edges of any of the three colours: a red tray on a green table may be equally bright."""
    each = [cv2.Canny(np.ascontiguousarray(small[..., colour]), limit / 3, limit) for colour in range(3)]
    return np.asarray(np.maximum.reduce(each), np.uint8)


def _same(one: tuple[float, float], other: tuple[float, float], middle: Points) -> bool:
    turn = abs(one[1] - other[1])
    if min(turn, np.pi - turn) > np.radians(SAME_DEG):
        return False
    # Compared in the middle of the picture: (distance, angle) and (-distance, angle + 180 degrees) are one line.
    normals = [np.array([np.cos(angle), np.sin(angle)]) for _, angle in (one, other)]
    sign = np.sign(normals[0] @ normals[1])
    return bool(abs((middle @ normals[0] - one[0]) - sign * (middle @ normals[1] - other[0])) < SAME_PX)


def _quads(lines: Points, size: tuple[int, int]) -> Points:
    """(M, 4, 2) the quadrilaterals that four lines make inside the picture, corners in order."""
    pairs = [pair for pair in combinations(range(len(lines)), 2) if _turn(lines, *pair) < FACING_DEG]
    four = [
        (a, b, c, d)
        for (a, c), (b, d) in combinations(pairs, 2)
        if len({a, b, c, d}) == 4 and min(_turn(lines, x, y) for x in (a, c) for y in (b, d)) > MEETING_DEG
    ]
    if not four:
        return np.zeros((0, 4, 2))
    a, b, c, d = lines[np.array(four)].transpose(1, 0, 2)
    quads = np.stack([_meet(a, b), _meet(b, c), _meet(c, d), _meet(d, a)], axis=1)
    inside = ((quads > -2) & (quads < np.array(size) + 2)).all(axis=(1, 2))
    x, y = quads[..., 0], quads[..., 1]
    area = np.abs((x * np.roll(y, -1, axis=1) - y * np.roll(x, -1, axis=1)).sum(axis=1)) / 2
    return np.asarray(quads[inside & (area > LEAST_AREA * size[0] * size[1])], np.float64)


def _turn(lines: Points, one: int, other: int) -> float:
    """Degrees between two lines, 0 to 90."""
    turn = abs(lines[one, 1] - lines[other, 1])
    return float(np.degrees(min(turn, np.pi - turn)))


def _meet(one: Points, other: Points) -> Points:
    """(M, 2) where lines cross; every pair is known to cross."""
    (p, s), (q, t) = one.T, other.T
    cross = np.sin(t - s)
    return np.stack(
        [(p * np.sin(t) - q * np.sin(s)) / cross, (q * np.cos(s) - p * np.cos(t)) / cross], axis=1
    )


def _support(quads: Points, across: Floats, strength: Floats) -> NDArray[np.float64]:
    """(M, N) 0 to 1: how much of each side of M polygons (M, N, 2) lies on edges that run along it."""
    height, width = strength.shape
    along = np.roll(quads, -1, axis=1) - quads
    length = np.linalg.norm(along, axis=2, keepdims=True)
    normal = np.stack([-along[..., 1], along[..., 0]], axis=2) / length
    # The ends are left out: corners of trays are round.
    share = np.linspace(0.08, 0.92, SAMPLES)
    points = quads[:, :, None] + along[:, :, None] * share[:, None]
    hit = np.zeros(points.shape[:3], bool)
    for offset in (-2, -1, 0, 1, 2):
        at = np.rint(points + normal[:, :, None] * offset).astype(int)
        x, y = np.clip(at[..., 0], 0, width - 1), np.clip(at[..., 1], 0, height - 1)
        runs_along = np.abs((across[y, x] * normal[:, :, None]).sum(axis=-1)) > ALONG
        hit |= (strength[y, x] > STRONG) & runs_along
    return np.asarray(hit.mean(axis=2), np.float64)
