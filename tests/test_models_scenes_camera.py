"""Where the camera says a point is."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from models.scenes.camera import OPTICS, Camera, Optics, Sensor, develop, tone

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


def bent(optics: Optics) -> Camera:
    return Camera((0.1, -0.3, 0.4), (0.0, 0.02, 0.0), optics.across_deg, optics.sizes[1], optics=optics)


@pytest.mark.parametrize("optics", OPTICS, ids=lambda optics: optics.name)
def test_optics_bend_what_is_in_the_picture_as_opencv_does(optics: Optics) -> None:
    camera = bent(optics)
    points = np.column_stack([np.random.default_rng(1).uniform(-0.3, 0.3, (400, 2)), np.zeros(400)])
    turn = np.stack(camera.axes)
    lens = np.array([[camera.focal, 0, camera.size[0] / 2], [0, camera.focal, camera.size[1] / 2], [0, 0, 1]])
    shift = -turn @ np.array(camera.place)
    bends = np.array([optics.k1, optics.k2, 0, 0])
    expected = cv2.projectPoints(points, cv2.Rodrigues(turn)[0], shift, lens, bends)[0][:, 0]
    seen = camera.project(points)
    inside = ((seen >= 0) & (seen <= camera.size)).all(axis=1)
    assert inside.sum() > 50
    assert np.abs(seen - expected)[inside].max() < 1e-6
    # And the way back: a ray through each pixel meets the table where the point is.
    right, down, into = camera.axes
    rays = camera.straight(seen) @ np.stack([right, down]) + into
    met = np.array(camera.place) - rays * (camera.place[2] / rays[:, 2:])
    assert np.abs(met - points)[inside].max() < 1e-5


@pytest.mark.parametrize("optics", OPTICS, ids=lambda optics: optics.name)
def test_a_picture_is_as_wide_as_the_angle_of_view_says_and_nothing_folds_back_into_it(
    optics: Optics,
) -> None:
    camera = Camera((0, 0, 1), (0, 0, 0), optics.across_deg, optics.sizes[0], optics=optics)
    edge = np.tan(np.radians(optics.across_deg) / 2)
    assert camera.project(np.array([[edge, 0, 0]]))[0] == pytest.approx([camera.size[0], camera.size[1] / 2])
    assert (np.diff(optics.bent(np.linspace(0, 50, 5000))) > 0).all()
    corner = np.linalg.norm(camera.straight(np.zeros((1, 2))))
    assert corner < optics.turns_at


def test_the_makers_angles_of_view_from_top_to_bottom_are_those_of_the_pictures() -> None:
    for optics, upright_deg in zip(OPTICS[:3], (41, 67, 43.3), strict=True):
        camera = Camera((0, 0, 1), (0, 0, 0), optics.across_deg, optics.sizes[3], optics=optics)
        top = camera.straight(np.array([[camera.size[0] / 2, 0.0]]))[0, 1]
        assert 2 * np.degrees(np.arctan(abs(top))) == pytest.approx(upright_deg, abs=2.5)


@pytest.mark.parametrize("optics", OPTICS, ids=lambda optics: optics.name)
def test_a_pinholes_picture_is_bent_to_where_the_points_are(optics: Optics) -> None:
    camera = bent(optics)
    wide, high = camera.pinhole.size
    straight = np.zeros((high, wide), np.float32)
    points = np.array([[x, y, 0.0] for x in (-0.06, 0.0, 0.08) for y in (-0.04, 0.05)])
    for x, y in camera.pinhole.project(points):
        cv2.circle(straight, (round((x - 0.5) * 16), round((y - 0.5) * 16)), 4 * 16, 1.0, -1, 16, 4)
    spots = cv2.connectedComponentsWithStats((camera.bend(straight) > 0.5).astype(np.uint8))[3][1:] + 0.5
    assert len(spots) == len(points)
    for point in camera.project(points):
        assert np.linalg.norm(spots - point, axis=1).min() < 0.5


def test_the_plane_of_a_bent_picture_fits_where_the_dice_lie_and_a_pinholes_is_exact() -> None:
    low, high = np.array([-0.05, -0.04]), np.array([0.06, 0.07])
    spots = np.random.default_rng(2).uniform(low, high, (200, 2))
    for camera in (OVERHEAD, *(bent(optics) for optics in OPTICS)):
        px = camera.project(np.column_stack([spots, np.zeros(200)]))
        inside = ((px >= 0) & (px <= camera.size)).all(axis=1)
        told = np.column_stack([px, np.ones(200)]) @ camera.plane_about(low, high).T
        off = np.linalg.norm(told[:, :2] / told[:, 2:] * (1, -1) - spots * 1000, axis=1)[inside]
        # A die has 10 to 25 mm.
        assert off.max() < (1e-6 if camera is OVERHEAD else 1.5)


def test_light_that_shines_into_the_lens_takes_contrast_away_most_where_it_comes_from() -> None:
    light = np.tile(np.array([0.02, 0.3], np.float32), 40)[None, :, None] * np.ones((60, 1, 3), np.float32)
    clear, veiled = (
        develop(light, Sensor(vignette=0.0, veil=veil, veil_at=(0.0, 0.5)), np.random.default_rng(1)).astype(
            int
        )
        for veil in (0.0, 0.6)
    )

    def contrast(picture: np.ndarray, column: int) -> int:
        return int(picture[30, column + 1, 0] - picture[30, column, 0])

    assert (veiled >= clear).all()
    assert contrast(veiled, 0) < contrast(veiled, 78) < contrast(clear, 78) == contrast(clear, 0)
