"""The edge of a tray is offered where there is one, and nothing where there is none."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from hardware.frame import Image
from vision.plane.edges import clockwise, propose_edge

Floats = NDArray[np.float64]
SIZE = (960, 540)


def wood(seed: int) -> Image:
    """A wooden table, uneven in its light."""
    random = np.random.default_rng(seed)
    grain = cv2.GaussianBlur(
        random.normal(0, 90, (SIZE[1], SIZE[0])).astype(np.float32), (0, 0), 20, sigmaY=1.5
    )
    light = np.linspace(1.1, 0.75, SIZE[0], dtype=np.float32)
    picture = (np.array([70, 110, 150], np.float32) + grain[..., None]) * light[:, None]
    return np.clip(picture, 0, 255).astype(np.uint8)


def tray(corners: Floats, floor: tuple[int, int, int], seed: int) -> Image:
    """A tray with a rim, round corners, a shadow beside it and dice in it, on wood."""
    flat = np.zeros((600, 900, 4), np.uint8)
    for inset, colour in ((0, tuple(int(0.6 * each) for each in floor)), (28, floor)):
        low, high = (inset, inset), (899 - inset, 599 - inset)
        paint = (*colour, 255)
        cv2.rectangle(flat, (low[0] + 30, low[1]), (high[0] - 30, high[1]), paint, -1)
        cv2.rectangle(flat, (low[0], low[1] + 30), (high[0], high[1] - 30), paint, -1)
        for x in (low[0] + 30, high[0] - 30):
            for y in (low[1] + 30, high[1] - 30):
                cv2.circle(flat, (x, y), 30, paint, -1)
    random = np.random.default_rng(seed)
    for _ in range(6):
        x, y = int(random.integers(80, 780)), int(random.integers(80, 480))
        cv2.rectangle(flat, (x, y), (x + 45, y + 45), (235, 240, 240, 255), -1)
    source = np.array([[0, 0], [900, 0], [900, 600], [0, 600]], np.float32)
    warp = cv2.getPerspectiveTransform(source, corners.astype(np.float32))
    laid = cv2.warpPerspective(flat, warp, SIZE, flags=cv2.INTER_AREA)
    seen = laid[..., 3:] / 255.0
    shadow = cv2.GaussianBlur(np.roll(seen, (9, 9), (0, 1)), (0, 0), 5)[..., None]
    table = wood(seed) * (1 - 0.35 * shadow)
    picture = table * (1 - seen) + laid[..., :3] * seen
    return np.clip(picture + random.normal(0, 4, picture.shape), 0, 255).astype(np.uint8)


SQUARE = np.array([[150.0, 70], [810, 75], [800, 470], [160, 480]])
OBLIQUE = np.array([[260.0, 60], [700, 60], [880, 480], [80, 470]])
TURNED = np.array([[420.0, 30], [860, 240], [600, 510], [150, 290]])


@pytest.mark.parametrize("floor", [(40, 90, 30), (60, 30, 25), (45, 45, 160)], ids=["baize", "navy", "red"])
@pytest.mark.parametrize("corners", [SQUARE, OBLIQUE, TURNED], ids=["above", "oblique", "turned"])
def test_the_corners_of_a_tray_are_offered_within_a_hundredth_of_the_picture(
    corners: Floats, floor: tuple[int, int, int]
) -> None:
    found = propose_edge(tray(corners, floor, 1))
    assert found
    off = np.linalg.norm(found.corners_px - clockwise(corners), axis=1)
    assert off.max() < 0.012 * SIZE[0]
    assert found.sure > 0.8


def shaped(sides: int, seed: int, dip: float = 0.8) -> tuple[Image, Floats]:
    """A tray with so many sides (0: a round one) seen from a little aside, with dice in it; and its outer edge."""
    angle = np.arange(sides or 90) * 2 * np.pi / (sides or 90) + 0.2
    edge = np.stack([480 + 250 * np.cos(angle), 270 + 250 * dip * np.sin(angle)], axis=1)
    picture, random = wood(seed).astype(float), np.random.default_rng(seed)
    for share, colour in ((1.0, (30, 45, 70)), (0.9, (60, 95, 40))):
        ring = (edge - (480, 270)) * share + (480, 270)
        cv2.fillPoly(picture, [np.round(ring * 16).astype(np.int32)], colour, cv2.LINE_AA, 4)
    for _ in range(6):
        x, y = (int(v) for v in random.integers((370, 190), (550, 320)))
        cv2.rectangle(picture, (x, y), (x + 36, y + 36), (235, 240, 240), -1)
    return np.clip(picture + random.normal(0, 4, picture.shape), 0, 255).astype(np.uint8), edge


@pytest.mark.parametrize("sides", [5, 6, 8])
@pytest.mark.parametrize("seed", [1, 2])
def test_the_corners_of_a_tray_with_more_sides_are_offered(sides: int, seed: int) -> None:
    picture, edge = shaped(sides, seed)
    found = propose_edge(picture)
    assert found
    assert len(found.corners_px) == sides
    off = np.linalg.norm(found.corners_px[:, None] - edge, axis=2).min(axis=1)
    assert off.max() < 0.015 * SIZE[0]


@pytest.mark.parametrize("dip", [1.0, 0.8, 0.65])
def test_a_round_tray_is_offered_as_a_polygon_on_its_edge(dip: float) -> None:
    picture, edge = shaped(0, 3, dip)
    found = propose_edge(picture)
    assert found
    assert len(found.corners_px) == 12
    off = np.linalg.norm(found.corners_px[:, None] - edge, axis=2).min(axis=1)
    assert off.max() < 0.015 * SIZE[0]


def test_an_arm_over_one_side_hides_no_tray() -> None:
    picture = tray(SQUARE, (40, 90, 30), 2)
    cv2.line(picture, (500, 540), (470, 380), (150, 175, 215), 90)
    found = propose_edge(picture)
    assert found
    assert np.linalg.norm(found.corners_px - clockwise(SQUARE), axis=1).max() < 0.015 * SIZE[0]


@pytest.mark.parametrize("seed", range(4))
def test_a_bare_table_with_dice_has_no_edge_to_offer(seed: int) -> None:
    picture, random = wood(seed), np.random.default_rng(seed)
    for _ in range(6):
        x, y = int(random.integers(50, 880)), int(random.integers(50, 460))
        cv2.rectangle(picture, (x, y), (x + 42, y + 42), (230, 235, 235), -1)
    assert propose_edge(picture) is None


def test_noise_and_an_empty_picture_have_no_edge_to_offer() -> None:
    noise = np.random.default_rng(0).integers(0, 256, (540, 960, 3), np.uint8)
    assert propose_edge(noise) is None
    assert propose_edge(np.zeros((540, 960, 3), np.uint8)) is None


@pytest.mark.parametrize("cut", [0.4, 0.55, 0.7, 0.9])
@pytest.mark.parametrize("bulge", [2.2, 2.8, 3.6])
def test_a_tray_with_bulging_sides_is_offered_or_not_but_stops_nothing(bulge: float, cut: float) -> None:
    around = np.linspace(0, 2 * np.pi, 400, endpoint=False)
    cos, sin = np.cos(around), np.sin(around)
    x = np.minimum(520 * np.sign(cos) * np.abs(cos) ** (2 / bulge), cut * 520)
    y = 300 * np.sign(sin) * np.abs(sin) ** (2 / bulge)
    picture = np.full((720, 1280, 3), (60, 90, 120), np.uint8)
    outline = np.stack([x + 640, y + 360], axis=1).astype(np.int32)
    cv2.fillPoly(picture, [outline], (60, 130, 40), cv2.LINE_AA)
    edge = propose_edge(cv2.GaussianBlur(picture, (0, 0), 1.5))
    assert edge is None or np.isfinite(edge.corners_px).all()


def test_corners_are_put_in_order_from_the_top_left() -> None:
    shuffled = SQUARE[[2, 0, 3, 1]]
    assert np.array_equal(clockwise(shuffled), SQUARE)
