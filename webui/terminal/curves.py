# Tested by tests/test_webui_bench_league.py.
"""Curves over decades, drawn as an SVG that needs nothing else: both axes are logarithmic."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

WIDTH_PX = 640
HEIGHT_PX = 400
LEFT_PX = 60
"""The edges of the field of the curves in the drawing."""
RIGHT_PX = 500
TOP_PX = 50
BOTTOM_PX = 350
DASHES = ("none", "8 4", "2 3", "10 3 2 3")
"""Patterns of the curves, which are told apart without colours."""
APART_PX = 18.0
"""Least distance of two names at the ends of curves."""


@dataclass(frozen=True)
class Curve:
    """A curve with its name. points: x and y, both above 0, from left to right."""

    name: str
    points: tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class Axis:
    """An axis over whole decades. low, high: powers of ten at its ends, which lie at these places in the drawing."""

    low: int
    high: int
    first_px: float
    last_px: float

    @classmethod
    def over(cls, values: Sequence[float], first_px: float, last_px: float) -> Axis:
        """An axis that holds these values."""
        low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))
        return cls(low, max(high, low + 1), first_px, last_px)

    def place(self, value: float) -> float:
        """Where this value stands."""
        part = (math.log10(value) - self.low) / (self.high - self.low)
        return self.first_px + part * (self.last_px - self.first_px)

    @property
    def decades(self) -> tuple[float, ...]:
        """The powers of ten on it."""
        return tuple(10.0**power for power in range(self.low, self.high + 1))


def drawn(title: str, across: str, curves: Sequence[Curve]) -> str:
    """The curves as an SVG. across: what is told from left to right.

    Raises ValueError for a value that is not above 0.
    """
    points = [point for curve in curves for point in curve.points]
    x = Axis.over([each for each, _ in points], LEFT_PX, RIGHT_PX)
    y = Axis.over([each for _, each in points], BOTTOM_PX, TOP_PX)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH_PX} {HEIGHT_PX}" '
        f'font-family="sans-serif" font-size="13" role="img" aria-label="{escape(title)}">',
        f'<rect width="{WIDTH_PX}" height="{HEIGHT_PX}" fill="#fff"/>',
        _text(LEFT_PX, TOP_PX - 24, title, "start"),
        _text((LEFT_PX + RIGHT_PX) / 2, BOTTOM_PX + 40, across, "middle"),
        *_grid(x, y),
        *_curves(x, y, curves),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _grid(x: Axis, y: Axis) -> list[str]:
    """A line at each power of ten, with its number."""
    parts = []
    for value in x.decades:
        at = x.place(value)
        parts += [_line(at, TOP_PX, at, BOTTOM_PX), _text(at, BOTTOM_PX + 18, f"{value:,.10g}", "middle")]
    for value in y.decades:
        at = y.place(value)
        parts += [_line(LEFT_PX, at, RIGHT_PX, at), _text(LEFT_PX - 8, at + 4, f"{value:,.10g}", "end")]
    return parts


def _curves(x: Axis, y: Axis, curves: Sequence[Curve]) -> list[str]:
    """Each curve with its points, and its name at its end; no two names stand on each other."""
    parts, lowest = [], -math.inf
    for n, curve in sorted(enumerate(curves), key=lambda pair: y.place(pair[1].points[-1][1])):
        places = [(x.place(across), y.place(up)) for across, up in curve.points]
        dots = " ".join(f"{across:.1f},{up:.1f}" for across, up in places)
        dash = DASHES[n % len(DASHES)]
        look = f'fill="none" stroke="#000" stroke-width="1.8" stroke-dasharray="{dash}"'
        parts.append(f'<polyline points="{dots}" {look}/>')
        parts += [f'<circle cx="{across:.1f}" cy="{up:.1f}" r="2.6"/>' for across, up in places]
        lowest = max(places[-1][1] + 4, lowest + APART_PX)
        parts.append(_text(places[-1][0] + 10, lowest, curve.name, "start"))
    return parts


def _line(left: float, top: float, right: float, bottom: float) -> str:
    return f'<line x1="{left:.1f}" y1="{top:.1f}" x2="{right:.1f}" y2="{bottom:.1f}" stroke="#ccc"/>'


def _text(x: float, y: float, words: str, anchor: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(words)}</text>'
