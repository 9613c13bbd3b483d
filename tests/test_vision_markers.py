"""The printed mat in pictures made by a known camera: how far off, in millimetres, its corners are found."""

from __future__ import annotations

import math

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from hardware.frame import Image
from hardware.mat import MARKER_MM, MATS, Mat, mat_of
from vision.plane.markers import detect_mat, find_markers

Floats = NDArray[np.float64]
DOTS_A_MM = 5
PAD_MM = 10.0
# From a coordinate where a pixel's corner is whole to OpenCV's, where its middle is.
TO_CV = np.array([[1, 0, -0.5], [0, 1, -0.5], [0, 0, 1.0]])


def printed(mat: Mat) -> Image:
    """The mat on paper, DOTS_A_MM, with PAD_MM of paper round it."""
    wide, deep = mat.size_mm
    paper = np.full(
        (round((deep + 2 * PAD_MM) * DOTS_A_MM), round((wide + 2 * PAD_MM) * DOTS_A_MM)), 255, np.uint8
    )
    dictionary = cv2.aruco.getPredefinedDictionary(mat.dictionary)
    for number, square in mat.markers.items():
        left, top = (round((at + PAD_MM) * DOTS_A_MM) for at in square[0])
        side = round(MARKER_MM * DOTS_A_MM)
        paper[top : top + side, left : left + side] = dictionary.generateImageMarker(number, side)
    return paper


def camera(mat: Mat, size: tuple[int, int], tilt: float, turn: float) -> Floats:
    """A pinhole camera that sees the whole mat: millimetres to pixels (3, 3). Degrees from straight above."""
    width, height = size
    focal = 1.1 * width
    middle = np.array([mat.size_mm[0] / 2, mat.size_mm[1] / 2, 0])
    away = np.array(
        [math.sin(math.radians(tilt)), 0.3 * math.sin(math.radians(tilt)), -math.cos(math.radians(tilt))]
    )
    at = middle + away / np.linalg.norm(away) * 1.25 * focal * math.hypot(*mat.size_mm) / height
    forward = (middle - at) / np.linalg.norm(middle - at)
    right = np.cross([math.sin(math.radians(turn)), math.cos(math.radians(turn)), 0], forward)
    right /= np.linalg.norm(right)
    rotation = np.stack([right, np.cross(forward, right), forward])
    lens = np.array([[focal, 0, width / 2], [0, focal, height / 2], [0, 0, 1]])
    return np.asarray(lens @ np.column_stack([rotation[:, 0], rotation[:, 1], -rotation @ at]), np.float64)


def photo(mat: Mat, to_px: Floats, size: tuple[int, int], seed: int = 0) -> Image:
    """What this camera sees of the mat on a grey table, a little soft and noisy, the light falling off."""
    to_paper = np.array([[DOTS_A_MM, 0, PAD_MM * DOTS_A_MM], [0, DOTS_A_MM, PAD_MM * DOTS_A_MM], [0, 0, 1.0]])
    twice = np.diag([2.0, 2.0, 1.0])
    warp = TO_CV @ twice @ to_px @ np.linalg.inv(TO_CV @ to_paper)
    canvas = np.full((2 * size[1], 2 * size[0]), 90, np.uint8)
    cv2.warpPerspective(
        printed(mat), warp, (2 * size[0], 2 * size[1]), canvas, cv2.INTER_AREA, cv2.BORDER_TRANSPARENT
    )
    soft = cv2.GaussianBlur(
        cv2.resize(canvas, size, interpolation=cv2.INTER_AREA).astype(np.float32), (0, 0), 0.8
    )
    light = np.linspace(0.85, 0.5, size[0], dtype=np.float32)
    noisy = soft * light + np.random.default_rng(seed).normal(0, 4, soft.shape)
    return np.asarray(cv2.cvtColor(np.clip(noisy, 0, 255).astype(np.uint8), cv2.COLOR_GRAY2BGR), np.uint8)


def corner_error_mm(found: Floats, to_px: Floats, mat: Mat) -> float:
    """How far the found corners of the mat lie from its true ones, on the table."""
    wide, deep = mat.size_mm
    truth = np.array([[0, 0], [wide, 0], [wide, deep], [0, deep]])
    flat = np.column_stack([found, np.ones(4)]) @ np.linalg.inv(to_px).T
    return float(np.linalg.norm(flat[:, :2] / flat[:, 2:] - truth, axis=1).max())


def cover(picture: Image, to_px: Floats, mat: Mat, numbers: list[int]) -> Image:
    """A hand-coloured patch over the middle of some markers."""
    hidden = picture.copy()
    for number in numbers:
        x, y, w = to_px @ [*np.mean(mat.markers[number], axis=0), 1]
        cv2.circle(hidden, (round(x / w), round(y / w)), 12, (120, 150, 200), -1)
    return hidden


@pytest.mark.parametrize(
    ("paper", "tiles", "size", "tilt", "worst_mm"),
    [
        ("A4", "1x1", (1280, 720), 0, 0.5),
        ("Letter", "1x1", (1280, 720), 35, 0.7),
        ("A4", "1x1", (1280, 720), 55, 1.5),
        ("A4", "1x1", (640, 480), 30, 2.5),
        ("A4", "2x2", (1280, 720), 30, 1.2),
    ],
)
@pytest.mark.parametrize("turn", [0, 137, 250])
def test_the_corners_of_a_mat_are_found_in_any_rotation_and_obliquely(
    paper: str, tiles: str, size: tuple[int, int], tilt: float, worst_mm: float, turn: float
) -> None:
    mat = mat_of(paper, tiles)
    to_px = camera(mat, size, tilt, turn)
    found = detect_mat(photo(mat, to_px, size), MATS)
    assert found
    assert found.layout == mat
    error = corner_error_mm(found.table.polygon_px, to_px, mat)
    assert error < worst_mm
    assert found.residual_mm < 1.5


def test_the_plane_is_in_millimetres_and_the_zones_are_where_they_are_printed() -> None:
    mat = mat_of("A4", "1x1")
    to_px = camera(mat, (1280, 720), 30, 20)
    found = detect_mat(photo(mat, to_px, (1280, 720)), MATS)
    assert found
    table = found.table

    def at(x: float, y: float) -> tuple[float, float]:
        a, b, w = to_px @ [x, y, 1]
        return a / w, b / w

    assert table.distance_mm(at(20, 20), at(120, 95)) == pytest.approx(125, abs=0.5)
    assert table.zone(at(100, 100)) == "throw"
    # A die is judged by where it stands, which is up to 8 mm from the point of the table behind its middle.
    assert table.zone(at(mat.size_mm[0] - 44, 100)) == "keep"
    assert table.zone(at(mat.size_mm[0] - 56, 100)) == "throw"
    # A die on the line is inside: its centre may be half a die beyond.
    assert table.zone(at(-2, 100)) == "throw"
    assert table.zone(at(-17, 100)) == "off"
    assert table.measured


@pytest.mark.parametrize("hidden", [[0], [1, 3], [0, 1]])
def test_covered_markers_are_made_up_for_by_the_others(hidden: list[int]) -> None:
    mat = mat_of("A4", "1x1")
    to_px = camera(mat, (1280, 720), 25, 10)
    found = detect_mat(cover(photo(mat, to_px, (1280, 720)), to_px, mat, hidden), MATS)
    assert found
    assert len(found.seen) == len(mat.markers) - len(hidden)
    error = corner_error_mm(found.table.polygon_px, to_px, mat)
    assert error < 4.0
    # What it says of its own doubt is not far from the truth, and never a small number for a large error.
    assert error < 3 * found.doubt_mm + 0.5


def test_one_marker_alone_is_no_mat_and_no_marker_is_none() -> None:
    mat = mat_of("A4", "1x1")
    to_px = camera(mat, (1280, 720), 25, 10)
    picture = photo(mat, to_px, (1280, 720))
    assert detect_mat(cover(picture, to_px, mat, [0, 1, 2]), MATS) is None
    assert detect_mat(cover(picture, to_px, mat, [0, 1, 2, 3]), MATS) is None


def test_a_marker_that_lies_elsewhere_does_not_bend_the_mat() -> None:
    mat = mat_of("A4", "2x2")
    to_px = camera(mat, (1280, 720), 20, 0)
    straight = photo(mat, to_px, (1280, 720))
    # The sheet with marker 33 has slipped by 15 mm.
    slipped = straight.copy()
    x, y, w = to_px @ [*np.mean(mat.markers[33], axis=0), 1]
    px_a_mm = cv2.norm(to_px @ [1, 0, 0]) / abs(w)
    half, by = round(18 * px_a_mm), round(15 * px_a_mm)
    a, b = round(x / w), round(y / w)
    slipped[b - half + by : b + half + by, a - half + by : a + half + by] = straight[
        b - half : b + half, a - half : a + half
    ]
    found = detect_mat(slipped, MATS)
    assert found
    assert 33 not in found.seen
    assert corner_error_mm(found.table.polygon_px, to_px, mat) < 2.0


def test_noise_stripes_and_dice_are_no_markers() -> None:
    random = np.random.default_rng(3)
    noise = random.integers(0, 256, (480, 640, 3), np.uint8)
    board = (np.indices((480, 640)).sum(axis=0) // 20 % 2 * 255).astype(np.uint8)
    dice = np.full((480, 640, 3), 60, np.uint8)
    for column in range(6):
        for row in range(4):
            left, top = 30 + 100 * column, 30 + 110 * row
            cv2.rectangle(dice, (left, top), (left + 60, top + 60), (240, 240, 240), -1)
            for x, y in random.integers(10, 50, (5, 2)):
                cv2.circle(dice, (left + int(x), top + int(y)), 6, (10, 10, 10), -1)
    for picture in (noise, cv2.cvtColor(board, cv2.COLOR_GRAY2BGR), dice):
        assert detect_mat(np.asarray(picture, np.uint8), MATS) is None
        assert not find_markers(np.asarray(picture, np.uint8), MATS[0].dictionary)
