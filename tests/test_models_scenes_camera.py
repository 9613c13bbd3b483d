"""Where the camera says a point is."""

from __future__ import annotations

import numpy as np
import pytest

from models.scenes.camera import Camera, Sensor, develop, tone

OVERHEAD = Camera((0, 0, 0.5), (0, 0, 0), 60, (640, 480))


def test_from_overhead_right_is_right_and_away_is_up() -> None:
    middle, right, away = OVERHEAD.project(np.array([[0, 0, 0], [0.1, 0, 0], [0, 0.1, 0]]))
    assert middle == pytest.approx([320, 240])
    assert right == pytest.approx([320 + 0.1 / 0.5 * 320 / np.tan(np.radians(30)), 240])
    assert away[1] < middle[1]


def test_a_point_behind_the_camera_is_nowhere() -> None:
    assert np.isnan(OVERHEAD.project(np.array([[0.0, 0, 1.0]]))).all()


def test_more_light_is_never_darker() -> None:
    coded = tone(np.linspace(0, 3, 200, dtype=np.float32), 0.5)
    assert (np.diff(coded) >= -1e-6).all()


def test_a_developed_picture_is_bgr_and_the_same_for_the_same_chance() -> None:
    light = np.zeros((8, 8, 3), np.float32) + np.array([0.5, 0.1, 0.0], np.float32)
    sensor = Sensor(shot=0.05, jpeg=80)
    first, second = (develop(light, sensor, np.random.default_rng(1)) for _ in range(2))
    assert np.array_equal(first, second)
    assert first[..., 2].mean() > first[..., 1].mean() > first[..., 0].mean()
