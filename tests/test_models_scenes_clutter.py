"""What lies about is as large as such things are."""

from __future__ import annotations

import numpy as np
import pytest

for module in ("mujoco", "mitsuba", "scipy"):
    pytest.importorskip(module, reason="belongs to the 'train' extra: pip install -e .[train]")
from models.scenes.clutter import CLUTTER, FIGURES, piece  # noqa: E402

# How long a thing is at most and at least, and how high, mm: from what lies in a drawer, and rules of packs and coins.
LONG = {
    "sheet": (24, 130), "coin": (16, 33), "bead": (6, 25), "cup": (55, 130), "button": (9, 28), "pen": (70, 150),
    "keyboard": (12, 180), "brick": (4, 72), "card": (88, 109), "foot": (6, 28), "screw": (4, 16),
    "socket": (34, 142), "hand": (150, 230),
}  # fmt: skip
HIGH = {
    "sheet": (0.5, 17), "coin": (1, 3), "bead": (6, 25), "cup": (60, 120), "button": (1, 4), "pen": (7, 12),
    "keyboard": (2, 10), "brick": (2, 25), "card": (0.1, 1), "foot": (0, 14), "screw": (1, 4), "socket": (8, 24),
    "hand": (30, 110),
}  # fmt: skip


@pytest.mark.parametrize("kind", CLUTTER)
def test_a_thing_is_as_large_as_such_things_are_whatever_the_dice(kind: str) -> None:
    sizes = set()
    for number in range(3 if kind == "hand" else 12):
        found = [piece(kind, die_m, np.random.default_rng(number)) for die_m in (0.01, 0.025)]
        vertices = [each.thing.arrays()[0].astype(float) * 1000 for each in found]
        assert np.array_equal(*vertices)
        long, high = np.ptp(vertices[0], axis=0)[:2].max(), vertices[0][:, 2].max()
        assert LONG[kind][0] * 0.7 <= long <= LONG[kind][1]  # slanted, it is less long than it is
        assert HIGH[kind][0] <= high <= HIGH[kind][1]
        assert vertices[0][:, 2].min() > -0.3
        assert np.hypot(*vertices[0][:, :2].T).max() < 1000 * found[0].reach * 1.1
        sizes.add(round(float(long), 3))
    assert len(sizes) > 1


def test_a_cup_is_55_to_95_mm_across_and_60_to_120_high() -> None:
    for number in range(40):
        cup = piece("cup", 0.016, np.random.default_rng(number)).thing.mesh.vertices.astype(float)
        rim = cup[cup[:, 2] > 0.97 * cup[:, 2].max()]
        assert 0.055 <= np.ptp(rim[:, 1]) <= 0.095
        assert 0.06 <= cup[:, 2].max() <= 0.12


@pytest.mark.parametrize("kind", FIGURES)
def test_a_cube_with_figures_is_about_as_large_as_the_dice(kind: str) -> None:
    for die_m in (0.01, 0.025):
        high = piece(kind, die_m, np.random.default_rng(1)).high
        assert 0.4 * die_m < high < 1.7 * die_m
