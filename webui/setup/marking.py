# Tested by tests/test_webui_setup.py.
"""From what a person says about the table to a `Table`, and what there is to say about it. Pure.

Corners on the page are in drawing units: the picture is 640 wide there, whatever the camera gives.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from hardware.frame import Image
from hardware.mat import MATS
from vision.plane.edges import clockwise, propose_edge
from vision.plane.markers import detect_mat
from vision.plane.table import Points, Table
from vision.plane.viewpoint import Viewpoint
from vision.view.light import SMALL_PX
from webui.match.seen import Corners
from webui.page.rings import WIDTH
from webui.setup.fit import hangs
from webui.setup.outline import area, breadth, crosses, is_rectangle_aslant, keep_strip, to_page, to_px
from webui.setup.table_file import How, MarkedTable, Side

LEAST_CORNERS = 3
MOST_CORNERS = 12
LEAST_AREA = 0.03
LEAST_BREADTH = 0.12
"""The least breadth of a table, as a share of the picture's shorter side. Larger: narrow trays are refused."""
INSET = 0.1


class MarkingError(ValueError):
    """What was filled in does not say where a table is: a sentence."""


@dataclass(frozen=True)
class Check:
    """One line of what is right or wrong: `what` first, in bold where it is not `good`."""

    good: bool
    what: str
    do: str = ""


@dataclass(frozen=True, eq=False)
class Proposal:
    """A table to be confirmed. table: None while there is none to confirm; corners and keep: as drawn."""

    how: How
    heading: str
    words: str
    table: Table | None
    corners: Corners
    keep: Corners
    checks: tuple[Check, ...] = ()


@dataclass(frozen=True)
class MarkForm:
    """The form of the set-up page, filled in: how to find the table, and what a person says of it.

    corners: on the page. keep: where the keep zone is. size_mm: if known.
    """

    how: How = "hand"
    corners: Corners = ()
    keep: Side = ""
    size_mm: tuple[float, float] | None = None


def propose(form: MarkForm, image: Image, die_px: float | None) -> Proposal:
    """Where the table is in this picture (BGR), found or as marked by hand. die_px: the edge of dice seen in it."""
    if form.how == "mat":
        return _mat(image)
    if form.how == "tray":
        return _tray(form, image, die_px)
    if form.how == "hand":
        return _hand(form, image, die_px)
    return _whole(image)


def confirmed(form: MarkForm, proposal: Proposal) -> MarkedTable:
    """What is to be kept. Raises MarkingError where there is no table to keep."""
    if proposal.table is None and proposal.how != "whole":
        bad = next((check for check in proposal.checks if not check.good), None)
        raise MarkingError(f"{bad.what} {bad.do}" if bad else f"{proposal.heading}. {proposal.words}")
    return MarkedTable(proposal.how, proposal.table, form.keep, form.size_mm)


def parse_corners(text: str) -> Corners:
    """Corners as the page writes them: "58,46 618,44 552,318". Raises MarkingError."""
    words = text.split()
    number = r"-?[0-9]{1,4}(\.[0-9]{1,3})?"
    if not all(re.fullmatch(f"{number},{number}", word) for word in words):
        raise MarkingError("Corners are pairs of numbers: 58,46 618,44 552,318 40,326.")
    if words and not LEAST_CORNERS <= len(words) <= MOST_CORNERS:
        raise MarkingError(f"A table has {LEAST_CORNERS} to {MOST_CORNERS} corners, got {len(words)}.")
    pairs = (word.split(",") for word in words)
    return tuple((float(x), float(y)) for x, y in pairs)


def parse_size(wide: str, deep: str) -> tuple[float, float] | None:
    """The size of the table in millimetres, None where it is left empty; 250,5 is 250.5. Raises MarkingError."""
    if not wide.strip() and not deep.strip():
        return None
    try:
        size = float(wide.replace(",", ".")), float(deep.replace(",", "."))
    except ValueError:
        raise MarkingError(
            "The size of the table is two numbers, in millimetres. Leave both empty if unsure."
        ) from None
    if not all(50 <= side <= 3000 for side in size):
        raise MarkingError("A table is 50 to 3000 mm wide and deep. Leave both empty if unsure.")
    return size


def _mat(image: Image) -> Proposal:
    found = detect_mat(image, MATS)
    if not found:
        words = "Lay it flat under the camera, with three of its corner markers or more in the picture."
        return Proposal("mat", "No mat in the picture yet", words, None, (), ())
    mat = next(each for each in MATS if each == found.layout)
    seen, every = len(found.seen), len(mat.markers)
    checks = [
        Check(True, f"{seen} of {every} markers are in sight{'' if seen == every else ', which is enough'}.")
    ]
    if found.residual_mm > 2:
        checks.append(Check(False, "The mat is not flat, or not taped true.", "Smooth it out."))
    wide, deep = mat.size_mm
    words = f"{mat.name}, {wide:.0f} x {deep:.0f} mm. Kept dice go to the right of its line."
    return _proposal("mat", "The mat is found", words, found.table, image, checks)


def _tray(form: MarkForm, image: Image, die_px: float | None) -> Proposal:
    found = None if form.corners else propose_edge(image)
    corners = to_px(form.corners, image) if form.corners else found.corners_px if found else None
    if corners is None:
        words = "Take hands and dice away and look again, or drag the corners by hand."
        return Proposal("tray", "No clear edge in this picture", words, None, (), ())
    words = "A die outside the line is off the table. If the line is wrong, drag the corners by hand."
    return _outlined("tray", "Is this the edge of your tray?", words, corners, form, image, die_px)


def _hand(form: MarkForm, image: Image, die_px: float | None) -> Proposal:
    heading, words = (
        "Where is your table?",
        "Drag the corners to its edge. A die outside the line is off the table.",
    )
    height, width = image.shape[:2]
    inset = INSET * min(width, height)
    usual = [(inset, inset), (width - inset, inset), (width - inset, height - inset), (inset, height - inset)]
    corners = to_px(form.corners, image) if form.corners else np.array(usual)
    return _outlined("hand", heading, words, corners, form, image, die_px)


def _outlined(
    how: How, heading: str, words: str, corners: Points, form: MarkForm, image: Image, die_px: float | None
) -> Proposal:
    """The table inside this line, or why there is none."""
    height, width = image.shape[:2]
    wrong = _wrong(corners, width, height) or _aslant(corners, form.size_mm)
    if wrong:
        return Proposal(how, heading, words, None, to_page(corners, image), (), (wrong,))
    checks = []
    if form.size_mm and len(corners) != 4:
        checks = [Check(False, "The size counts only where the table has four corners.", "Leave it empty.")]
    return _proposal(how, heading, words, _table(corners, form, image, die_px), image, checks)


def _whole(image: Image) -> Proposal:
    height, width = image.shape[:2]
    words = (
        "Nothing is marked. A die that leaves the picture is off the table; one on the floor in sight is not."
    )
    edge = ((0.0, 0.0), (WIDTH, 0.0), (WIDTH, WIDTH * height / width), (0.0, WIDTH * height / width))
    return Proposal("whole", "The whole picture is the table", words, None, edge, ())


def _proposal(
    how: How, heading: str, words: str, table: Table, image: Image, checks: Sequence[Check]
) -> Proposal:
    keep = () if table.keep_px is None else to_page(table.keep_px, image)
    every = (*checks, *_usual(table))
    return Proposal(how, heading, words, table, to_page(table.polygon_px, image), keep, every)


def _usual(table: Table) -> tuple[Check, ...]:
    """What is worth saying of every table: is all of it in the picture, are dice large enough, how does it hang."""
    width, height = table.size_px
    outside = ((table.polygon_px < -1) | (table.polygon_px > (width + 1, height + 1))).any()
    checks = [Check(False, "A part of the table is out of the picture.", "Move the camera back a little.")]
    if not outside:
        checks = [Check(True, "The whole table is in the picture.")]
    x, y = table.polygon_px.mean(axis=0)
    dots = table.die_px((float(x), float(y))) if table.measured else 0.0
    if dots >= SMALL_PX:
        checks.append(Check(True, f"Dice are large enough: {dots:.0f} dots across."))
    elif dots:
        checks.append(Check(False, f"Dice are small: {dots:.0f} dots across.", "Bring the camera nearer."))
    if table.measured and (turns := Viewpoint.of(table).turns):
        checks.append(Check(True, " ".join(hangs(turns))))
    return tuple(checks)


def _wrong(corners: Points, width: int, height: int) -> Check | None:
    """Why these corners are no table; None where they are one."""
    for n, (x, y) in enumerate(corners.tolist(), 1):
        if not (-1 <= x <= width + 1 and -1 <= y <= height + 1):
            return Check(False, f"Corner {n} lies outside the picture.", "Move it in.")
    if crosses(corners):
        return Check(
            False, "The line crosses itself.", "Drag the corners so that it goes round the table once."
        )
    if area(corners) < LEAST_AREA * width * height:
        return Check(False, "That is too small for a table.", "Drag the corners apart.")
    if breadth(corners, width, height) < LEAST_BREADTH * min(width, height):
        return Check(False, "That is too narrow for a table.", "Drag the corners apart.")
    return None


def _aslant(corners: Points, size_mm: tuple[float, float] | None) -> Check | None:
    """Why these corners cannot be a rectangle of this size seen aslant; None where they can."""
    if size_mm is None or len(corners) != 4 or is_rectangle_aslant(corners):
        return None
    return Check(
        False,
        "Three corners lie in one line, or one points inward.",
        "Drag them to the four corners of the table, or leave its size empty.",
    )


def _table(corners: Points, form: MarkForm, image: Image, die_px: float | None) -> Table:
    height, width = image.shape[:2]
    keep = keep_strip(corners, form.keep) if form.keep else None
    if form.size_mm and len(corners) == 4:
        return replace(Table.from_corners(clockwise(corners), form.size_mm, (width, height)), keep_px=keep)
    return replace(Table.whole(width, height, die_px), polygon_px=corners, keep_px=keep)
