"""How fast is the reader on this machine? Measured on plain drawn dice, so that it can be asked anywhere."""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from hardware.frame import Image
from hardware.photo import open_photo
from models.scenes.pips import SPOTS
from vision.plane.table import DIE_MM, Table
from vision.plane.viewpoint import Camera, Somewhere, Viewpoint
from vision.reading.reader import Reader

# Side of the small dice that are read, px.
_SMALL_SIDE = 32
# Side of the upright box of a die, in sides of the die.
_BOX = 1.1


@dataclass(frozen=True)
class Timing:
    """One measurement: what was read, the median time in ms, and how many dice were found (of six)."""

    what: str
    ms: float
    found: int


def bench_reader(reader: Reader, rounds: int = 15) -> tuple[Timing, ...]:
    """Read drawn pictures of six dice `rounds` times each: as photos, and as frames over tables, on which the size of
    dice is known; decoding not included but where a file is said to be read.
    """
    rows: list[tuple[str, Image, float | None, Camera | None]]
    rows = [("12 megapixels, six dice", plain_table(4000, 3000), None, None)]
    width, height = 1280, 720
    for dice, side in (("six dice", _usual_side(width, height)), ("six dice of 35 px", _SMALL_SIDE)):
        picture, what, box_px = plain_table(width, height, side), f"{width} x {height}, {dice}", _BOX * side
        rows += [
            (what, picture, None, None),
            (f"{what}, over a measured table", picture, box_px, _above(width, height, side)),
            (f"{what}, over a table that nobody measured", picture, box_px, Somewhere((width, height))),
        ]
    sizes = ((width, height, "1280 x 720"), (4000, 3000, "12 megapixels"))
    files = [
        _from_file(reader, plain_table(*size), f"{what}, six dice, from a JPEG file", rounds)
        for *size, what in sizes
    ]
    return (*(_timing(reader, *row, rounds) for row in rows), *files)


def _from_file(reader: Reader, picture: Image, what: str, rounds: int) -> Timing:
    """All that `rollcall read` does with a photo: it is decoded, too."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "photo.jpg"
        cv2.imwrite(str(path), picture)
        found = len(reader.read(open_photo(path)))
        return Timing(what, median_ms(lambda: reader.read(open_photo(path)), rounds), found)


def _above(width: int, height: int, side: int) -> Viewpoint:
    """A camera straight above a measured table, on which dice are so large, px."""
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], float)
    mm = DIE_MM / side
    return Viewpoint.of(Table.from_corners(corners, (width * mm, height * mm), (width, height)))


def _timing(
    reader: Reader, what: str, picture: Image, size_px: float | None, camera: Camera | None, rounds: int
) -> Timing:
    found = len(reader.read(picture, size_px, camera))
    return Timing(what, median_ms(lambda: reader.read(picture, size_px, camera), rounds), found)


def median_ms(do: Callable[[], object], rounds: int = 15) -> float:
    """The median time of doing it, ms."""
    times = []
    for _ in range(rounds):
        began = time.perf_counter()
        do()
        times.append(1000 * (time.perf_counter() - began))
    return statistics.median(times)


def _usual_side(width: int, height: int) -> int:
    return min(width, height) // 9


def plain_table(width: int, height: int, side: int | None = None) -> Image:
    """White dice showing 1 to 6, `side` px large, on grey-green felt, seen from above: (height, width, 3) uint8."""
    side = side or _usual_side(width, height)
    picture: Image = np.empty((height, width, 3), np.uint8)
    cv2.setRNGSeed(1)
    cv2.randn(picture, np.array([70.0, 95.0, 60.0]), np.array([4.0, 4.0, 4.0]))
    for value in SPOTS:
        column, row = (value - 1) % 3, (value - 1) // 3
        centre = np.array([(column + 0.8) * width / 3.6, (row + 0.7) * height / 2.4])
        _draw(picture, value, centre, side, 0.6 * value)
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), max(0.7, height / 1200)), np.uint8)


def _draw(
    picture: Image, value: int, centre: np.ndarray[tuple[int], np.dtype[np.float64]], side: int, turn: float
) -> None:
    spin = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    face = (np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) @ spin * 0.42 * side + centre).astype(np.int32)
    shadow = face + side // 12
    cv2.fillPoly(picture, [shadow], (38, 52, 33), cv2.LINE_AA)
    cv2.fillPoly(picture, [face], (225, 232, 235), cv2.LINE_AA)
    cv2.polylines(picture, [face], True, (208, 215, 218), side // 7, cv2.LINE_AA)
    for spot in SPOTS[value]:
        x, y = (np.array(spot) @ spin * 0.23 * side + centre).tolist()
        cv2.circle(picture, (round(x), round(y)), round(0.08 * side), (25, 25, 30), -1, cv2.LINE_AA)
