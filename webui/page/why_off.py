# Tested by tests/test_webui_why.py.
"""Why a die was called off the table: the picture, how far it went, and what that rests on."""

from __future__ import annotations

from dataclasses import dataclass

from webui.match.seen import SeenGone, SeenRoll
from webui.page import doubts
from webui.page.picture import leaving_photo
from webui.page.scene import Photo

FAR_MM = 80.0
"""The distance at the end of the scale. Larger: near the edge little is to be told apart. Smaller: more is cut off."""


@dataclass(frozen=True)
class Ground:
    """One thing that the verdict rests on; sure: a tick stands before it, else a question mark."""

    sure: bool
    words: str


@dataclass(frozen=True)
class WhyOff:
    """All of the page. why: a sentence for each die. far: of each whose place is known, mm, and 0 to 100 on a scale."""

    heading: str
    why: tuple[str, ...]
    far: tuple[tuple[int, float], ...]
    grounds: tuple[Ground, ...]
    photo: Photo | None


def why_off(roll: SeenRoll) -> WhyOff:
    """Why dice of this throw count as off the table. roll: of a throw in which one does."""
    measured = [one.beyond_mm for one in roll.gone if one.beyond_mm is not None]
    return WhyOff(
        heading=doubts.left(roll.off_table or len(roll.gone)),
        why=tuple(one.why for one in roll.gone) or ((roll.why,) if roll.why else (UNKNOWN,)),
        far=tuple((round(mm), _along(mm)) for mm in measured),
        grounds=_grounds(roll),
        photo=leaving_photo(roll) if roll.has_picture else None,
    )


UNKNOWN = "This throw was kept before reasons were, or a player said so."


def _along(mm: float) -> float:
    return round(50 + 50 * max(-1.0, min(1.0, mm / FAR_MM)), 1)


def _grounds(roll: SeenRoll) -> tuple[Ground, ...]:
    pictures = max((len(way) for way in roll.way), default=0)
    seen = (
        Ground(True, f"It was seen on its way in {pictures} pictures.")
        if pictures
        else Ground(False, "Nobody saw it go.")
    )
    edge = (
        Ground(True, "The edge of the table is marked.")
        if roll.edge
        else Ground(False, "No edge is marked: the whole picture counts as the table.")
    )
    return (seen, edge, *map(_ground, roll.gone))


def _ground(one: SeenGone) -> Ground:
    """How one die is known to have left."""
    return {
        "seen": Ground(True, "It went over the edge while it was watched."),
        "beyond": Ground(True, "It lies still beyond the edge."),
        "crossed": Ground(False, "It was last seen at the edge, on its way out; where it lies was not seen."),
        "missing": Ground(False, "It is missing; nothing on the table hides it."),
    }[one.how]
