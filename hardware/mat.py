"""The printable table mat: corner markers, a throw zone and a keep zone, true to the millimetre.

Millimetres of the mat: origin at its top left corner as printed, x to the right, y down. Every sheet has a place for a
marker in each of its corners; those on the outer edge of the mat carry one. A marker's number says which mat it
belongs to and where on it, so that a picture of a few markers is enough.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

import cv2

Point = tuple[float, float]
Quad = tuple[Point, Point, Point, Point]

DICTIONARY = cv2.aruco.DICT_5X5_250
CELLS = 7  # a marker's 5 x 5 cells and its black border
CELL_MM = 3.5
MARKER_MM = CELLS * CELL_MM
QUIET_MM = 4.0  # white round a marker, without which it is not found
MARGIN_MM = 10.0  # few printers print up to the edge of the paper
KEEP_MM = 50.0
RULER_MM = 100
# Long side first: the mat lies as a camera's picture does.
PAPERS = {"A4": (297.0, 210.0), "Letter": (279.4, 215.9)}
# Columns and rows. Printed mats are kept for years and the order numbers their markers: add at the end only.
TILES = ((1, 1), (2, 1), (1, 2), (2, 2), (3, 1), (3, 2), (3, 3))
CORNERS = ((0, 0), (1, 0), (1, 1), (0, 1))


class MatError(ValueError):
    """A mat that there is not: a sentence with what there is."""


@dataclass(frozen=True)
class Mat:
    """One mat: `columns` x `rows` sheets of a paper, its markers numbered from `first`."""

    paper: str
    columns: int
    rows: int
    first: int
    dictionary: int = DICTIONARY

    @property
    def name(self) -> str:
        """What a person calls it."""
        return f"{self.paper} {self.columns}x{self.rows}"

    @property
    def paper_mm(self) -> Point:
        """One sheet of paper, across and down."""
        return PAPERS[self.paper]

    @property
    def sheet_mm(self) -> Point:
        """What one sheet adds to the mat: the paper without its margins."""
        wide, deep = self.paper_mm
        return wide - 2 * MARGIN_MM, deep - 2 * MARGIN_MM

    @property
    def size_mm(self) -> Point:
        """The whole mat, across and down."""
        wide, deep = self.sheet_mm
        return wide * self.columns, deep * self.rows

    @property
    def keep_mm(self) -> Quad:
        """The keep zone: a strip along the right edge."""
        wide, deep = self.size_mm
        return (wide - KEEP_MM, 0.0), (wide, 0.0), (wide, deep), (wide - KEEP_MM, deep)

    @cached_property
    def markers(self) -> Mapping[int, Quad]:
        """Marker number to its corners (mm), clockwise from its own top left, as OpenCV gives them."""
        return dict(self._markers())

    def _markers(self) -> Iterator[tuple[int, Quad]]:
        wide, deep = self.sheet_mm
        for sheet in range(self.columns * self.rows):
            row, column = divmod(sheet, self.columns)
            for corner, (right, down) in enumerate(CORNERS):
                if column + right in (0, self.columns) or row + down in (0, self.rows):
                    x = column * wide + (wide - QUIET_MM - MARKER_MM if right else QUIET_MM)
                    y = row * deep + (deep - QUIET_MM - MARKER_MM if down else QUIET_MM)
                    yield self.first + 4 * sheet + corner, _square(x, y)

    def sheets(self) -> list[str]:
        """An SVG for each sheet, row by row, of the size of the paper."""
        return [self._sheet(*divmod(sheet, self.columns)) for sheet in range(self.columns * self.rows)]

    def _sheet(self, row: int, column: int) -> str:
        across, down = self.paper_mm
        wide, deep = self.sheet_mm
        left, top = column * wide, row * deep
        number = row * self.columns + column
        parts = [
            *self._zones(left, top),
            *(
                _marker(self.dictionary, n, at[0])
                for n, at in self.markers.items()
                if (n - self.first) // 4 == number
            ),
            _ruler(left + wide / 2, top + deep - 12),
            _text(left + wide / 2, top + deep - 6, self._label(number)),
        ]
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{across}mm" height="{down}mm" '
            f'viewBox="{left - MARGIN_MM} {top - MARGIN_MM} {across} {down}" font-family="sans-serif">'
            f'<clipPath id="sheet{number}"><rect x="{left}" y="{top}" width="{wide}" height="{deep}"/></clipPath>'
            f'<g clip-path="url(#sheet{number})">{"".join(parts)}</g>{self._cuts(row, column)}</svg>'
        )

    def _zones(self, left: float, top: float) -> list[str]:
        """The edge of the mat and the line of the keep zone; a sheet shows its part of them."""
        wide, deep = self.size_mm
        line = wide - KEEP_MM
        middle = top + self.sheet_mm[1] / 2
        return [
            f'<rect x=".5" y=".5" width="{wide - 1}" height="{deep - 1}" fill="none" stroke="#000"/>',
            f'<path d="M{line} 0V{deep}" stroke="#000" stroke-width=".6" stroke-dasharray="4 3"/>',
            f'<text transform="translate({line + 6} {middle}) rotate(-90)" font-size="5" text-anchor="middle">'
            "KEPT DICE</text>",
        ]

    def _cuts(self, row: int, column: int) -> str:
        """Along the seams: dashed where to cut, a thin line where the cut edge of the sheet before is laid."""
        wide, deep = self.sheet_mm
        left, top = column * wide, row * deep
        cut_right = f"M{left + wide} {top}v{deep}" if column + 1 < self.columns else ""
        cut_below = f"M{left} {top + deep}h{wide}" if row + 1 < self.rows else ""
        lay_left = f"M{left} {top}v{deep}" if column else ""
        lay_above = f"M{left} {top}h{wide}" if row else ""
        return (
            '<g stroke="#000" stroke-width=".2" fill="none">'
            f'<path class="cut" d="{cut_right}{cut_below}" stroke-dasharray="2 2"/>'
            f'<path class="lay" d="{lay_left}{lay_above}"/></g>'
        )

    def _label(self, number: int) -> str:
        row, column = divmod(number, self.columns)
        place = f", row {row + 1}, column {column + 1}" if self.columns * self.rows > 1 else ""
        return (
            f"Roll Call mat, {self.name}{place}. The line above is {RULER_MM} mm long when printed at 100 %."
        )


def _mats() -> Iterator[Mat]:
    first = 0
    for paper in PAPERS:
        for columns, rows in TILES:
            yield Mat(paper, columns, rows, first)
            first += 4 * columns * rows


MATS = tuple(_mats())


def mat_of(paper: str = "A4", tiles: str = "1x1") -> Mat:
    """The mat of this paper and these columns x rows. Raises MatError."""
    for mat in MATS:
        if mat.name.lower() == f"{paper} {tiles}".lower():
            return mat
    known = ", ".join(f"{columns}x{rows}" for columns, rows in TILES)
    raise MatError(f"there is no mat {paper} {tiles}: papers are {', '.join(PAPERS)}; tiles are {known}.")


def _square(x: float, y: float) -> Quad:
    return (x, y), (x + MARKER_MM, y), (x + MARKER_MM, y + MARKER_MM), (x, y + MARKER_MM)


def _marker(dictionary: int, number: int, at: Point) -> str:
    cells = cv2.aruco.getPredefinedDictionary(dictionary).generateImageMarker(number, CELLS)
    x, y = at
    # One path for all cells: neighbours drawn one by one would show hairlines of paper between them.
    black = "".join(
        f"M{x + column * CELL_MM} {y + row * CELL_MM}h{CELL_MM}v{CELL_MM}h{-CELL_MM}z"
        for row in range(CELLS)
        for column in range(CELLS)
        if cells[row, column] == 0
    )
    return f'<path class="marker" d="{black}"/>'


def _ruler(x: float, y: float) -> str:
    left = x - RULER_MM / 2
    ticks = "".join(f"M{left + mm} {y}v{-3 if mm % 50 == 0 else -1.5}" for mm in range(0, RULER_MM + 1, 10))
    return (
        f'<path class="ruler" d="M{left} {y}h{RULER_MM}{ticks}" stroke="#000" stroke-width=".3" fill="none"/>'
    )


def _text(x: float, y: float, words: str) -> str:
    return f'<text x="{x}" y="{y}" font-size="3" text-anchor="middle">{words}</text>'
