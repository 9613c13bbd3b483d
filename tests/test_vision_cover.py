"""Does something stand on the table that may hide a die? Drawn tables, and mats as a known camera sees them."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from test_vision_markers import camera, photo

from hardware.frame import Image
from hardware.mat import MATS, mat_of
from vision.plane.markers import detect_mat
from vision.plane.table import Table
from vision.throw.cover import may_hide

WIDE, HIGH, EDGE = 640, 480, 32
TABLE = Table.whole(WIDE, HIGH, EDGE)
DIE = np.array([[200, 150], [232, 150], [232, 182], [200, 182]], np.float32)


def cloth(seed: int = 0) -> Image:
    """Green cloth under a lamp at one side, with a weave, a thin line, and a die that throws a shadow."""
    random = np.random.default_rng(seed)
    light = np.linspace(1.3, 0.6, WIDE)[None, :, None] * np.linspace(1.1, 0.8, HIGH)[:, None, None]
    picture = light * np.array([70.0, 120.0, 60.0]) + random.normal(0, 8, (HIGH, WIDE, 3))
    picture = np.clip(picture, 0, 255).astype(np.uint8)
    cv2.line(picture, (0, 300), (WIDE, 330), (30, 50, 30), 3)
    cv2.fillConvexPoly(picture, (DIE + 10).astype(np.int32), (25, 45, 20))
    cv2.fillConvexPoly(picture, DIE.astype(np.int32), (230, 230, 230))
    return picture


@pytest.mark.parametrize("seed", range(4))
def test_bare_cloth_hides_no_die_however_the_light_falls_on_it(seed: int) -> None:
    assert not may_hide(cloth(seed), TABLE, [DIE])


@pytest.mark.parametrize(
    ("wide", "hides"),
    [pytest.param(0.2, False, id="narrower than a die"), *((wide, True) for wide in (1.5, 3, 7))],
)
@pytest.mark.parametrize("colour", [(60, 90, 140), (20, 20, 20), (240, 240, 240)])
def test_a_thing_as_large_as_a_die_may_hide_one(
    wide: float, hides: bool, colour: tuple[int, int, int]
) -> None:
    picture = cloth()
    cv2.rectangle(picture, (380, 160), (380 + round(wide * EDGE), 160 + 3 * EDGE), colour, -1)
    assert may_hide(picture, TABLE, [DIE]) is hides


def test_dice_with_their_shadows_hide_none_and_are_things_where_nobody_says_that_they_are_dice() -> None:
    assert not may_hide(cloth(), TABLE, [DIE])
    assert may_hide(cloth(), TABLE, [])


def test_what_stands_beyond_the_edge_of_the_table_hides_no_die_that_lies_on_it() -> None:
    picture = cloth()
    cv2.rectangle(picture, (480, 0), (WIDE, HIGH), (60, 90, 140), -1)
    edge = np.array([[10, 10], [470, 10], [470, 470], [10, 470]], float)
    assert may_hide(picture, TABLE, [DIE])
    assert not may_hide(picture, Table(edge, (WIDE, HIGH), TABLE.plane, measured=False), [DIE])


@pytest.mark.parametrize("tilt", [0, 35])
def test_the_markers_of_a_mat_hide_no_die_and_a_cup_on_it_does(tilt: float) -> None:
    mat = mat_of("A4", "1x1")
    to_px = camera(mat, (1280, 720), tilt, 20)
    picture = photo(mat, to_px, (1280, 720))
    found = detect_mat(picture, MATS)
    assert found is not None
    assert not may_hide(picture, found.table, [])
    x, y = found.table.polygon_px.mean(axis=0)
    cv2.circle(picture, (round(x), round(y)), 80, (60, 40, 30), -1)
    assert may_hide(picture, found.table, [])


def test_where_hardly_any_cloth_is_to_be_seen_nothing_is_said_to_hide_a_die() -> None:
    for die_px in (0.1, 300, HIGH + 1, 1e7):
        assert not may_hide(cloth(), Table.whole(WIDE, HIGH, die_px), [])
