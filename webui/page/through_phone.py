# Tested by tests/test_webui_through_phone.py.
"""What the page of the phone that is the camera shows: the rings on its own picture, and how it stands."""

from __future__ import annotations

import ipaddress
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from vision.nouns import Trouble
from webui.match.board import Source
from webui.match.seen import Corners
from webui.page import words
from webui.page.picture import seen_photo
from webui.page.scene import Photo

LEAN = "Lean it, then leave it"
LEANT = "Whatever rolls or leaves the table is seen."
MOVED = "It moved. Where is the table now?"


@dataclass(frozen=True)
class Fact:
    """A line of two: what is so, and how it is with it."""

    head: str
    how: str


def own_picture(source: Source, turned: int) -> Photo | None:
    """The dice that lie still where the phone's own picture has them; None while any may move.

    turned: degrees by which the table turns the phone's picture clockwise before it looks.
    """
    return seen_photo(_turned_back(source, turned)) if source.phase == "settled" else None


def says(source: Source) -> str:
    """What the table sees."""
    return "The dice roll" if source.phase == "moving" else f"The table sees {words.dice(len(source.dice))}"


def stands(source: Source, troubles: Iterable[Trouble], now_s: float) -> Fact:
    """Whether the phone moved, and whether the table was found again since."""
    moved = next((each for each in troubles if each.code == "camera-moved"), None)
    if moved:
        return Fact(MOVED, moved.do)
    if source.moved_s is None:
        return Fact(LEAN, LEANT)
    found = "its picture is held where it was" if source.whole else "the edge was found again by itself"
    return Fact(LEAN, f"It moved {_ago(now_s - source.moved_s)}; {found}.")


def network(address: str) -> str:
    """Where a phone with this address is."""
    try:
        near = ipaddress.ip_address(address).is_private
    except ValueError:
        near = False
    return "Same network as the table" if near else "Another network than the table’s"


def _ago(span_s: float) -> str:
    """70 -> "a minute ago"."""
    minutes = int(span_s // 60)
    if minutes < 1:
        return "just now"
    number, unit = (minutes, "minute") if minutes < 60 else (minutes // 60, "hour")
    one = "an" if unit == "hour" else "a"
    return f"{one} {unit} ago" if number == 1 else f"{number} {unit}s ago"


def _turned_back(source: Source, degrees: int) -> Source:
    """The same where the picture has it before it is turned by so much."""
    if not degrees:
        return source
    width, height = source.width, source.height
    back: dict[int, Callable[[float, float], tuple[float, float]]] = {
        90: lambda x, y: (y, width - x),
        180: lambda x, y: (width - x, height - y),
        270: lambda x, y: (height - y, x),
    }

    def placed(corners: Corners) -> Corners:
        return tuple(back[degrees](x, y) for x, y in corners)

    return replace(
        source,
        width=width if degrees == 180 else height,
        height=height if degrees == 180 else width,
        dice=tuple(replace(die, corners=placed(die.corners)) for die in source.dice),
        edge=placed(source.edge),
    )
