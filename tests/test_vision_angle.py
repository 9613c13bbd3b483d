"""How a die is turned: by its edges, whatever the table; none where nothing tells."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.frame import Image
from vision.picture.angle import turned

SIDE, MIDDLE = 40.0, (64.0, 60.0)


def drawn(angle_deg: float, die: int = 235, table: int = 120, pips: int = 5, grain: int = 0) -> Image:
    """A die, drawn four times as large and made small; grain: of the table, level."""
    rows = table + grain * np.sin(np.arange(480) / 3.0)
    large = np.repeat(np.repeat(rows[:, None], 512, 1)[..., None], 3, 2).astype(np.uint8)
    c, s = np.cos(np.radians(angle_deg)), np.sin(np.radians(angle_deg))
    turn = np.array([[c, s], [-s, c]])
    square = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * 2 * SIDE @ turn + 4 * np.array(MIDDLE)
    cv2.fillPoly(large, [np.round(square).astype(np.int32)], (die, die, die))
    for x, y in [(-1, -1), (1, 1), (0, 0), (-1, 1), (1, -1)][:pips]:
        spot = np.array([x, y]) * 0.95 * SIDE @ turn + 4 * np.array(MIDDLE)
        cv2.circle(large, np.round(spot).astype(int).tolist(), 14, (20, 20, 20), -1, cv2.LINE_AA)
    return np.asarray(cv2.resize(large, (128, 120), interpolation=cv2.INTER_AREA), np.uint8)


def box_of(angle_deg: float) -> np.ndarray:
    half = SIDE / 2 * (abs(np.cos(np.radians(angle_deg))) + abs(np.sin(np.radians(angle_deg))))
    return np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float32) * half + np.array(MIDDLE, np.float32)


def angle_of(corners: np.ndarray) -> float:
    along = corners[1] - corners[0]
    return float(np.degrees(np.arctan2(along[1], along[0])))


@settings(deadline=None)
@given(
    st.floats(-44, 44),
    st.sampled_from([(235, 120), (40, 150), (200, 60)]),
    st.integers(0, 5),
    st.sampled_from([0, 12]),
)
def test_the_square_is_turned_as_the_die_is_and_as_large(
    angle_deg: float, shades: tuple[int, int], pips: int, grain: int
) -> None:
    square = turned(drawn(angle_deg, *shades, pips, grain), box_of(angle_deg))
    apart = abs((angle_of(square) - angle_deg + 45) % 90 - 45)
    assert apart < 5
    assert np.allclose(square.mean(axis=0), MIDDLE, atol=0.1)
    assert np.linalg.norm(square[1] - square[0]) == pytest.approx(SIDE, rel=0.08)


def test_corners_stay_clockwise_and_within_the_box() -> None:
    for angle_deg in range(-44, 45, 8):
        box, square = box_of(angle_deg), turned(drawn(angle_deg), box_of(angle_deg))
        assert (square.min(axis=0) > box.min(axis=0) - 0.5).all()
        assert (square.max(axis=0) < box.max(axis=0) + 0.5).all()
        across, down = square[1] - square[0], square[3] - square[0]
        assert across[0] * down[1] - across[1] * down[0] > 0


def test_where_nothing_tells_the_box_stays() -> None:
    box = box_of(0)
    plain = np.full((120, 128, 3), 90, np.uint8)
    noise = np.random.default_rng(1).integers(0, 255, (120, 128, 3)).astype(np.uint8)
    round_thing = cv2.circle(plain.copy(), (64, 60), 20, (250, 250, 250), -1)
    for image in (plain, noise, round_thing):
        assert turned(image, box) is box
    assert turned(drawn(20), box + 300) is not None, "beyond the picture"
    tiny = np.array([[60, 60], [66, 60], [66, 66], [60, 66]], np.float32)
    assert turned(drawn(20), tiny) is tiny
