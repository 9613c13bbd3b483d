"""Drawn dice: where the pips of other makes are, and dice of two sizes."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

pytest.importorskip("torch", reason="training needs the extra packages of .[train]")

from models.examples.drawn import TWO_SIZES, Stand, draw_die, table
from models.examples.makes import LARGE, Make
from models.examples.negatives import Clutter

PLAIN = Make((230.0, 230.0, 230.0), (20.0, 20.0, 20.0), 0.0, 0.25, 1.0, 0.08, 0.08, 0.25, 1.0, False, False, (0.0,) * 3,
             0.0, 0.0, 0.0, 0.05, "pips")  # fmt: skip
ABOVE = Stand(np.pi / 2, 1e6, 0.0)


def pips(make: Make, value: int) -> tuple[np.ndarray, np.ndarray, float]:
    """Middles of the pips of a die with that value on top, seen from far above; its corners; its side, px."""
    for seed in range(400):
        die, top, _ = draw_die(make, ABOVE, np.random.default_rng(seed), 100)
        if top == value:
            break
    solid = (die[:, :, 3] > 250).astype(np.uint8)
    dark = solid * (die[:, :, :3].max(axis=2) < 120).astype(np.uint8)
    outline = max(cv2.findContours(solid, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)[0], key=cv2.contourArea)
    (_, (wide, high), _) = box = cv2.minAreaRect(outline)
    _, _, stats, middles = cv2.connectedComponentsWithStats(dark)
    return middles[1:][stats[1:, 4] > 20], cv2.boxPoints(box), float(np.sqrt(wide * high))


@pytest.mark.parametrize(("parallel", "from_an_edge_deg"), [(True, 0), (False, 45)])
def test_the_pips_of_a_2_stand_parallel_to_an_edge_or_to_a_diagonal(
    parallel: bool, from_an_edge_deg: float
) -> None:
    spots, corners, _ = pips(replace(PLAIN, parallel=parallel), 2)
    assert len(spots) == 2
    angle, edge = (float(np.degrees(np.arctan2(*(b - a)[::-1]))) for a, b in (spots, corners[:2]))
    assert (angle - edge - from_an_edge_deg + 45) % 90 - 45 == pytest.approx(0, abs=4)


def test_the_pips_of_a_2_may_be_closer_than_those_of_a_4_and_the_rows_of_a_6_too() -> None:
    make = replace(PLAIN, two=0.1, rows=0.6, parallel=True, pip=0.06)
    (one, other), _, side = pips(make, 2)
    assert np.linalg.norm(one - other) / side == pytest.approx(0.2, abs=0.02)
    six, _, side = pips(make, 6)
    lengths = np.linalg.norm(six[:, None] - six[None], axis=2)
    assert len(six) == 6
    assert (lengths.max() / side) == pytest.approx(np.hypot(0.5, 0.3), abs=0.03)


def test_some_makes_have_a_very_large_1_and_none_has_pips_that_run_together() -> None:
    random = np.random.default_rng(1)
    makes = [make for make in (Make.any(random) for _ in range(400)) if make.faces == "pips"]
    assert max(make.one for make in makes) > 0.9 * LARGE[1]
    assert all(make.two * (1 if make.parallel else np.sqrt(2)) > make.pip for make in makes)


def test_some_pictures_hold_dice_of_two_sizes_and_all_tell_where_each_die_is() -> None:
    clutter = Clutter([np.full((200, 200, 3), 90, np.uint8)], [np.zeros((40, 40, 4), np.uint8)])
    random, mixed, many = np.random.default_rng(2), 0, 0
    for _ in range(80):
        _, dice = table(clutter, random, 256, 30.0)
        sides = np.sqrt(dice[:, 2] * dice[:, 3])
        if len(sides) > 2:
            many += 1
            mixed += bool(sides.max() > 1.35 * sides.min())
    assert 0.2 * TWO_SIZES < mixed / many < TWO_SIZES + 0.1
