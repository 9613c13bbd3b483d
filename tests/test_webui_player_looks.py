"""Each of twelve players has a shape and a colour of their own, which can be told apart and seen on every ground."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path

import cv2
import numpy as np
import pytest
from playwright.sync_api import Browser
from real_browser import SHOTS, chromium, needs_chromium

from webui.league.plots import DASHES, told_apart

__all__ = ["chromium"]
STATIC = Path(__file__).parent.parent / "webui" / "static"
STYLE = (STATIC / "style.css").read_text(encoding="utf-8")
TOKEN = re.compile(r"--([a-z0-9-]+):\s*var\(--light, (#[0-9a-f]{6})\) var\(--dark, (#[0-9a-f]{6})\)")
GROUNDS = ("ground", "surface", "soft", "sunk")
CONTRAST = 3.0
"""Contrast of a drawing with its ground, by WCAG 1.4.11."""
SHAPE_PX = 15
"""The size of a shape beside a name on a phone. Larger: they are told apart more easily."""
UNLIKE = 0.11
"""The part of its square in which two shapes differ at least. Larger: fewer shapes are unlike enough."""
APART = 10.0
"""Distance of two colours in CIELAB at least; beside it the shape differs. Larger: fewer colours fit."""
PAGE = """<body style="margin:0;background:#fff;color:#000"><style>
svg{display:block;position:absolute;fill:currentColor}
</style>%s</body>"""


def tokens() -> dict[str, list[tuple[str, str]]]:
    """Each colour of the pages by name, light and dark, in every game."""
    found: dict[str, list[tuple[str, str]]] = {}
    for name, light, dark in TOKEN.findall(STYLE):
        found.setdefault(name, []).append((light, dark))
    return found


def linear(colour: str) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    parts = np.array([int(colour[n : n + 2], 16) for n in (1, 3, 5)]) / 255
    return np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)


def contrast(one: str, other: str) -> float:
    low, high = sorted(float(linear(each) @ [0.2126, 0.7152, 0.0722]) for each in (one, other))
    return (high + 0.05) / (low + 0.05)


def lab(colour: str) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
    bgr = np.array([[[int(colour[n : n + 2], 16) / 255 for n in (5, 3, 1)]]], np.float32)
    return np.asarray(cv2.cvtColor(bgr, cv2.COLOR_BGR2LAB)[0, 0], np.float32)


@pytest.mark.parametrize("mode", [0, 1], ids=["light", "dark"])
def test_the_colours_of_twelve_players_are_seen_on_every_ground_and_are_no_two_the_same(mode: int) -> None:
    known = tokens()
    players = {n: [each[mode] for each in known[f"p{n}"]] for n in range(1, 13)}
    grounds = [pair[mode] for name in GROUNDS for pair in known[name]]
    for n, colours in players.items():
        assert min(contrast(colour, ground) for colour in colours for ground in grounds) >= CONTRAST, n
    for one, other in combinations(players, 2):
        assert np.linalg.norm(lab(players[one][0]) - lab(players[other][0])) >= APART, (one, other)


@needs_chromium
def test_the_shapes_of_twelve_players_are_told_apart_without_their_colours(chromium: Browser) -> None:
    sprite = (STATIC / "sprite.svg").read_text(encoding="utf-8")
    drawn = re.findall(r'<symbol id="s(\d+)" (viewBox="[^"]*")>(.*?)</symbol>', sprite)
    assert [int(number) for number, _, _ in drawn] == list(range(1, 13))
    shapes = "".join(
        f'<svg {box} width="{SHAPE_PX}" height="{SHAPE_PX}" style="left:{20 * n}px;top:0">{inside}</svg>'
        for n, (_, box, inside) in enumerate(drawn)
    )
    page = chromium.new_context(viewport={"width": 240, "height": 20}).new_page()
    page.set_content(PAGE % shapes)
    shot = page.screenshot(path=SHOTS / "player-shapes.png")
    grey = cv2.imdecode(np.frombuffer(shot, np.uint8), cv2.IMREAD_GRAYSCALE)
    assert grey is not None
    each = [grey[:SHAPE_PX, 20 * n : 20 * n + SHAPE_PX].astype(np.float64) / 255 for n in range(12)]
    for one, other in combinations(range(12), 2):
        assert np.abs(each[one] - each[other]).mean() >= UNLIKE, (one + 1, other + 1)


def test_lines_of_a_plot_differ_without_their_colours_and_no_two_look_alike() -> None:
    assert len(set(DASHES)) == len(DASHES) == 12
    assert told_apart([0, 5, 12, 17]) == [0, 5, 13, 18]
    assert [seat % 12 for seat in told_apart(range(0, 144, 12))] == list(range(12))
    assert told_apart([3] * 13)[12] == 3
