"""Marks on the picture: rings round dice and tags with their values, white on a black halo so that they show anywhere.

All rings first, then all tags. A die with a value: a ring and a black tag. Not sure: a broken ring and a question mark.
Cocked, or on another die: a ring of dashes and dots, and the word.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.frame import Image
from vision.nouns import TILTED, Detection

Stroke = Literal["whole", "broken", "dash and dot"]
Points = NDArray[np.float64]
# Colour of what is drawn, BGR.
WHITE = (255, 255, 255)
# Colour of its edge, BGR.
BLACK = (0, 0, 0)
# Side of a ring, in edges of its die. Larger: rings of dice that touch overlap. Smaller: it hides the die's own edge.
STAND_OFF = 1.34
# Width of a ring's line, in edges. Larger: it hides more. Smaller: it is not seen from afar.
STROKE = 0.075
# Width of the line's dark edge, in edges. Larger: it hides more. Smaller: the ring is lost on a table of its colour.
HALO = 0.17
# Height of the tag that shows a value, in edges. Larger: tags hide dice beside. Smaller: they cannot be read.
TAG = 0.62
# Height of a tag that shows a word, in edges. Larger and smaller: as above.
WORD = 0.42
# Points of a ring to a side. More: rounder corners, drawn more slowly. Fewer: corners look cut.
SAMPLES = 24
# Dashes of a broken ring. More: it looks whole. Fewer: it looks like parts of several.
DASHES = 12
# Dashes of a ring of dashes and dots. More and fewer: as above.
LONG_DASHES = 8


@dataclass(frozen=True, eq=False)
class Mark:
    """What is drawn for one die: its corners (4, 2), how the ring is stroked, and the tag's text."""

    corners_px: Points
    stroke: Stroke
    tag: str

    @property
    def size_px(self) -> float:
        """The length of an edge."""
        return float(np.linalg.norm(self.corners_px - np.roll(self.corners_px, 1, axis=0), axis=1).mean())


def draw_detections(image: Image, detections: Sequence[Detection]) -> Image:
    """A copy of the picture with every detection marked."""
    copy = image.copy()
    _paint(copy, [_mark(detection) for detection in detections])
    return copy


def _mark(detection: Detection) -> Mark:
    corners = detection.corners_px.astype(float)
    if detection.state in TILTED:
        return Mark(corners, "dash and dot", TILTED[detection.state])
    if detection.value is None or detection.state == "unsure":
        return Mark(corners, "broken", "?")
    return Mark(corners, "whole", str(detection.value))


def _paint(image: Image, marks: Sequence[Mark]) -> None:
    for mark in marks:
        _ring(image, mark)
    for mark in marks:
        _tag(image, mark)


def _ring(image: Image, mark: Mark) -> None:
    path = _round_corners(mark.corners_px)
    size = mark.size_px
    halo, stroke = max(3, round(HALO * size)), max(1, round(STROKE * size))
    for colour, width in ((BLACK, halo), (WHITE, stroke)):
        for piece in _pieces(path, mark.stroke):
            cv2.polylines(image, [_fixed(piece)], False, colour, width, cv2.LINE_AA, 4)


def _round_corners(corners: Points) -> Points:
    """(N, 2) a closed path round the four corners, standing off, its corners bent over a quarter of a side."""
    outer = corners.mean(axis=0) + (corners - corners.mean(axis=0)) * STAND_OFF
    ends, path = np.roll(outer, -1, axis=0), []
    t = np.linspace(0, 1, SAMPLES)[:, None]
    for before, corner, after in zip(np.roll(outer, 1, axis=0), outer, ends, strict=True):
        start, end = corner + (before - corner) * 0.25, corner + (after - corner) * 0.25
        path.append((1 - t) ** 2 * start + 2 * t * (1 - t) * corner + t**2 * end)
    whole = np.vstack([*path, path[0][:1]])
    return _evenly(whole, 8 * SAMPLES)


def _evenly(path: Points, count: int) -> Points:
    """The same path with `count` points at equal distances."""
    along = np.concatenate([[0], np.cumsum(np.linalg.norm(np.diff(path, axis=0), axis=1))])
    places = np.linspace(0, along[-1], count)
    return np.column_stack([np.interp(places, along, path[:, axis]) for axis in (0, 1)])


def _pieces(path: Points, stroke: Stroke) -> Iterable[Points]:
    """The parts of a ring that are stroked."""
    if stroke == "whole":
        return [path]
    if stroke == "broken":
        return [part[: max(2, len(part) * 3 // 5)] for part in np.array_split(path, DASHES)]
    parts = np.array_split(path, LONG_DASHES)
    return [piece for part in parts for piece in (part[: len(part) // 2], part[len(part) * 3 // 4 :][:2])]


def _tag(image: Image, mark: Mark) -> None:
    """The value, or the word, on a black plate at the ring's upper right."""
    height = max(16.0, (TAG if len(mark.tag) == 1 else WORD) * mark.size_px)
    scale, thick = height / 32, max(1, round(height / 12))
    (width, tall), _ = cv2.getTextSize(mark.tag, cv2.FONT_HERSHEY_SIMPLEX, scale, thick)
    half = np.array([max(height, width + height / 2), height]) / 2
    centre = mark.corners_px.mean(axis=0)
    reach = STAND_OFF * np.abs(mark.corners_px - centre).max(axis=0)
    at = centre + 1.2 * reach * np.array([1, -1]) + [half[0] - half[1], 0]
    limit = np.array([image.shape[1], image.shape[0]]) - half - 2
    at = np.minimum(np.maximum(at, half + 2), np.maximum(limit, half + 2))
    low, high = at - half, at + half
    cv2.rectangle(image, *_box(low - 2, high + 2), WHITE, -1, cv2.LINE_AA)
    cv2.rectangle(image, *_box(low, high), BLACK, -1, cv2.LINE_AA)
    origin = (round(at[0] - width / 2), round(at[1] + tall / 2))
    cv2.putText(image, mark.tag, origin, cv2.FONT_HERSHEY_SIMPLEX, scale, WHITE, thick, cv2.LINE_AA)


def _fixed(points: Points) -> NDArray[np.int32]:
    """Points in sixteenths of a pixel, as OpenCV's `shift` of 4 wants them."""
    return np.round(points * 16).astype(np.int32)


def _box(low: Points, high: Points) -> tuple[tuple[int, int], tuple[int, int]]:
    return (round(low[0]), round(low[1])), (round(high[0]), round(high[1]))
