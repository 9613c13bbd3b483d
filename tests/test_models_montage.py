"""Clips of real pixels: each die shows the cutout of its own value, where the truth says that it lies."""

from __future__ import annotations

import importlib
from dataclasses import replace

import cv2
import numpy as np
import pytest
from off_screen import drawn_off_screen

importlib.import_module("models.scenes")  # first: it says how MuJoCo is to draw

for module in ("mujoco", "scipy", "torch", "mitsuba"):
    pytest.importorskip(module, reason="belongs to the 'train' extra: pip install -e .[train]")
from models.examples.cutouts import CUT_PX, Cutout  # noqa: E402
from models.examples.photos import Photo  # noqa: E402
from models.measure import montage, mounted  # noqa: E402
from models.scenes import clips, incidents, shutter, webcam  # noqa: E402

# Paint of each value, BGR: what a picture shows tells which cutout was laid.
PAINTS = {
    1: (220, 40, 40),
    2: (40, 220, 40),
    3: (40, 40, 220),
    4: (220, 220, 40),
    5: (220, 40, 220),
    6: (40, 220, 220),
}


def painted(value: int) -> Cutout:
    """A die that is all of one paint."""
    image, outline = np.full((CUT_PX, CUT_PX, 3), 90, np.uint8), np.zeros((CUT_PX, CUT_PX), np.uint8)
    cv2.rectangle(image, (16, 16), (80, 80), PAINTS[value], -1)
    cv2.rectangle(outline, (16, 16), (80, 80), 255, -1)
    return Cutout(image, outline, 1.0, value, overhead=True)


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> mounted.Real:
    """Dice that are all paint, and one photo of a table with a red die on it."""
    path = tmp_path_factory.mktemp("photos") / "table.png"
    image = np.full((600, 640, 3), 150, np.uint8)
    cv2.rectangle(image, (280, 280), (320, 320), (0, 0, 255), -1)
    cv2.imwrite(str(path), image)
    photo = Photo(path, "rig", (640, 600), np.array([[300, 300, 42, 42, 3]], np.float32))
    return mounted.Real(tuple(painted(value) for value in range(1, 7)), (photo,))


def test_the_dice_of_a_photo_are_painted_over_before_it_becomes_a_table(real: mounted.Real) -> None:
    table = mounted.ground(real.grounds[0], np.random.default_rng(1))
    assert table.shape == (mounted.TILES * mounted.GROUND_PX,) * 2 + (3,)
    assert np.abs(table.astype(int) - 150).max() < 8


@pytest.mark.parametrize("number", [0, 3])
def test_each_die_shows_the_cutout_of_its_value_where_it_is_said_to_lie(
    number: int, real: mounted.Real
) -> None:
    with drawn_off_screen():
        what, raster = montage.montage(3, number, real)
    place, incident = what.clip.scene.place, what.clip.incident
    size, end_s = place.camera.size, incident.length_s
    try:
        picture = raster.shot(
            shutter.state(replace(incident, props=lambda _: incidents.NOTHING), end_s), (0, 0, *size)
        )
    finally:
        raster.close()
    said = clips.truth(what.clip)
    dice = [
        clips.die(place, i, pose, "flat") for i, pose in incident.poses(end_s).items() if place.seen(pose[0])
    ]
    assert len(dice) >= len(said["values"]) > 0
    for one in dice:
        x, y = (round(v) for v in one["centre"])
        if not (4 < x < size[0] - 4 and 4 < y < size[1] - 4):
            continue
        seen = picture[y - 2 : y + 3, x - 2 : x + 3, ::-1].reshape(-1, 3).mean(axis=0)
        likest = max(PAINTS, key=lambda value: np.corrcoef(seen, PAINTS[value])[0, 1])
        assert likest == one["value"]


def still(**changes: float) -> webcam.Webcam:
    """A webcam without any fault but those named."""
    plain = webcam.Webcam(10, 0.02, 0.0, 0.0, 5.0, 95, 0.0, 1.0)
    return replace(plain, **changes)


@pytest.mark.parametrize("held", [0.5, 1.0])
def test_what_a_swaying_webcam_sees_lies_where_it_says(held: float) -> None:
    cam, size = still(held=held), (320, 240)
    picture = np.zeros((240, 320, 3), np.uint8)
    cv2.circle(picture, (200, 90), 6, (255, 255, 255), -1)
    assert cam.sway(0.0, size) == pytest.approx(np.eye(2, 3))
    for time_s in (0.7, 1.9):
        seen = cam.taken(picture, time_s, np.random.default_rng(0))
        spot = np.argwhere(seen.sum(axis=2) > 400).mean(axis=0)[::-1]
        assert spot == pytest.approx(cam.sway(time_s, size) @ [200, 90, 1], abs=0.7)


@pytest.mark.parametrize("rate", webcam.RATES)
def test_a_film_shows_so_many_new_pictures_a_second_and_none_before_it_is_taken(rate: int) -> None:
    cam = still(rate=rate)
    shown = [montage._newest(number, cam) for number in range(2 * montage.FILM_FPS)]
    assert len(set(shown)) == 2 * rate
    assert all(taken / rate <= number / montage.FILM_FPS + 1e-6 for number, taken in enumerate(shown))


def test_a_film_that_begins_as_the_throw_does_shows_a_die_within_a_few_pictures() -> None:
    for number in range(0, 40, 4):
        what = clips.clip(3, number)
        if what.incident.manner != "outside":
            continue
        place = what.scene.place
        early = montage._with("begins with the throw", what, np.random.default_rng(0))
        assert early.rest_s is not None
        assert what.incident.rest_s is not None
        cut_s = what.incident.rest_s - early.rest_s
        assert early.length_s == pytest.approx(what.incident.length_s - cut_s)
        first_s = montage._first_seen(place, early)
        assert first_s <= montage.HEAD_START_S + 2 / montage.FILM_FPS
        return
    pytest.fail("no throw from outside among ten")
