"""The marked table: millimetres, zones, what is off, and its facts."""

from __future__ import annotations

import json
from dataclasses import replace

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.picture.upright import carry
from vision.plane.table import Table, TableError

CORNERS = np.array([[100, 80], [540, 60], [600, 330], [40, 300]], float)
OBLIQUE = Table.from_corners(CORNERS, (400, 250), (640, 360))
SQUARE = Table(
    np.array([[100, 50], [500, 50], [500, 300], [100, 300]], float),
    (640, 360),
    np.diag([0.5, 0.5, 1.0]),
    np.array([[100, 50], [180, 50], [180, 300], [100, 300]], float),
)


def test_corners_of_known_size_give_millimetres_from_the_first_corner() -> None:
    np.testing.assert_allclose(OBLIQUE.to_mm(CORNERS), [[0, 0], [400, 0], [400, 250], [0, 250]], atol=1e-3)


def test_a_point_on_the_horizon_lies_far_off_the_table() -> None:
    low = Table(CORNERS, (640, 360), np.array([[1.0, 0, 0], [0, 1.0, 0], [0, 0.5, -50.0]]))
    assert low.distance_mm((320, 100), (320, 300)) > 1e6
    assert low.zone((320, 100)) == "off"


@given(st.floats(0, 400), st.floats(0, 250))
def test_a_point_of_the_plane_comes_back_as_its_millimetres(x: float, y: float) -> None:
    back = np.linalg.inv(OBLIQUE.plane)
    place = cv2.perspectiveTransform(np.array([[[x, y]]]), back)[0, 0]
    assert OBLIQUE.point_mm((place[0], place[1])) == pytest.approx((x, y), abs=1e-4)


@pytest.mark.parametrize(
    ("x", "zone"), [(300, "throw"), (500, "throw"), (519, "throw"), (522, "off"), (560, "off"), (150, "keep")]
)
def test_a_die_is_off_when_its_centre_is_more_than_half_a_die_beyond_the_edge(x: float, zone: str) -> None:
    # Half a millimetre a pixel: half a die of 16 mm is 16 px, and the edge is at 500 px. The camera is 352 mm above the
    # middle of the picture, at 320 px: the middle of a die, 8 mm high, is seen further out by 8 / 344 of the way.
    assert SQUARE.zone((x, 150)) == zone
    assert SQUARE.foot_mm((320 + 352 / 344 * 196, 180))[0] == pytest.approx(258)


def test_a_plane_that_no_camera_sees_so_moves_no_die() -> None:
    squeezed = replace(SQUARE, plane=SQUARE.plane / np.array([[8], [8], [1]]))
    assert squeezed.camera_mm[2] < 50
    assert squeezed.foot_mm((500, 150)) == squeezed.point_mm((500, 150)) != SQUARE.foot_mm((500, 150))


def test_where_the_table_goes_beyond_the_picture_the_picture_is_its_edge() -> None:
    wide = Table(
        np.array([[-300, -200], [900, -200], [900, 600], [-300, 600]], float), (640, 360), SQUARE.plane
    )
    assert wide.beyond_mm((630, 180)) == pytest.approx(-5)
    assert wide.zone((652, 180)) == "throw"
    assert wide.zone((660, 180)) == "off"


def test_without_marks_the_whole_picture_is_the_table() -> None:
    table = Table.whole(640, 360, 32)
    assert not table.measured
    assert {table.zone(p) for p in ((1, 1), (639, 359), (320, 180))} == {"throw"}
    assert table.distance_mm((0, 0), (32, 0)) == pytest.approx(16)
    assert table.with_die(64).distance_mm((0, 0), (32, 0)) == pytest.approx(8)


def test_a_measured_plane_is_not_changed_by_the_size_of_dice() -> None:
    assert OBLIQUE.with_die(99) is OBLIQUE


def test_where_nobody_measured_the_table_a_die_is_judged_by_the_plane_that_dice_told() -> None:
    scale = replace(SQUARE, plane=SQUARE.plane * 0.8, measured=False)
    told = scale.as_told(SQUARE.plane)
    places = [(x, y) for x in (90.0, 170.0, 479.0, 519.0, 522.0) for y in (35.0, 60.0, 150.0, 313.0)]
    assert [told.zone(place) for place in places] == [SQUARE.zone(place) for place in places]
    assert [told.zone(place) for place in places] != [scale.zone(place) for place in places]
    assert told.beyond_mm((522, 150)) == SQUARE.beyond_mm((522, 150))
    # All else goes by the size of dice as they are seen.
    assert told.die_px((300, 200)) == scale.die_px((300, 200))
    assert told.distance_mm((300, 200), (320, 200)) == scale.distance_mm((300, 200), (320, 200))


def test_what_dice_told_of_a_plane_is_for_dice_of_the_table_and_a_measured_one_stays() -> None:
    small = replace(SQUARE, measured=False, die_mm=8.0).as_told(SQUARE.plane)
    assert small.told is not None
    assert replace(small, plane=small.told).die_px((300, 200)) == SQUARE.die_px((300, 200))
    assert OBLIQUE.as_told(SQUARE.plane) is OBLIQUE
    assert small.as_told(None).told is None


def test_a_plane_by_which_the_table_goes_beyond_its_horizon_is_not_believed() -> None:
    horizon_at_50 = np.array([[1.0, 0, 0], [0, 1.0, 0], [0, 0.01, -0.5]])
    below = replace(OBLIQUE, measured=False)
    across = replace(below, polygon_px=CORNERS - (0, 30))
    for plane in (horizon_at_50, -horizon_at_50):
        assert below.as_told(plane).told is not None
        assert across.as_told(plane).told is None


def test_a_plane_that_dice_told_is_not_kept_as_a_measured_one() -> None:
    back = Table.from_json(replace(SQUARE, measured=False).as_told(SQUARE.plane).to_json())
    assert not back.measured
    assert back.told is None


@pytest.mark.parametrize("turns", [0, 1, 2, 3])
def test_a_die_is_judged_alike_in_another_size_of_the_picture_and_however_it_is_turned(turns: int) -> None:
    table = replace(OBLIQUE, measured=False).as_told(OBLIQUE.plane)
    other = table.fitted(1280, 720).turned(turns)
    to = carry(turns, (1280, 720)) @ np.diag([2.0, 2.0, 1.0])
    for x, y in ((300.0, 200.0), (90.0, 300.0), (320.0, 75.0), (320.0, 40.0), (590.0, 318.0)):
        there = (to @ (x, y, 1))[:2]
        assert other.zone((float(there[0]), float(there[1]))) == OBLIQUE.zone((x, y))


def test_the_same_view_at_another_size_has_the_same_millimetres() -> None:
    twice = OBLIQUE.fitted(1280, 720)
    np.testing.assert_allclose(twice.to_mm(CORNERS * 2), OBLIQUE.to_mm(CORNERS), atol=1e-6)


def test_a_die_is_larger_in_pixels_where_the_table_is_nearer() -> None:
    assert OBLIQUE.die_px((320, 310)) > OBLIQUE.die_px((320, 80))


@pytest.mark.parametrize("table", [SQUARE, OBLIQUE])
def test_a_table_comes_back_from_its_facts(table: Table) -> None:
    again = Table.from_json(json.loads(json.dumps(table.to_json())))
    assert again.to_json() == table.to_json()


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ('{"size": [0, 0], "polygon": [[0, 0], [9, 0], [9, 9]]}', "above 0"),
        ('{"size": [9, 9], "die_mm": 0, "polygon": [[0, 0], [9, 0], [9, 9]]}', "above 0"),
        ('{"size": [9, 9], "polygon": [[0, 0], [1e300, 0], [9, 9]]}', "somewhere"),
        ("{}", "needs size"),
        ('{"size": [640, 360], "polygon": [[0, 0], [1, 1]]}', "3 or more corners"),
        ('{"size": [640, 360], "polygon": "all"}', "needs size"),
        (
            '{"size": [0, 360], "polygon": [[0, 0], [9, 0], [9, 9]], "plane": [[1,0,0],[0,1,0],[0,0,1]]}',
            "above 0",
        ),
        ('{"size": [9, 9], "polygon": [[0, 0], [9, 0], [9, 9]], "plane": [[0, 0], [0, 0]]}', "3 rows of 3"),
        (
            '{"size": [9, 9], "polygon": [[0, 0], [9, 0], [9, 9]], "plane": [[NaN,0,0],[0,1,0],[0,0,1]]}',
            "3 rows of 3",
        ),
        (
            '{"size": [9, 9], "polygon": [[0, 0], [9, 0], [9, 9]], "plane": [[1e200,0,0],[0,1,0],[0,0,1]]}',
            "3 rows of 3",
        ),
        (
            '{"size": [9, 9], "polygon": [[0, 0], [9, 0], [NaN, 9]], "plane": [[1,0,0],[0,1,0],[0,0,1]]}',
            "somewhere",
        ),
        ('{"size": [9, 9], "polygon": [[0, 0], [9, 0], [0, 9]], "plane": 0}', "3 rows of 3"),
    ],
)
def test_facts_of_no_table_are_refused_in_a_sentence(text: str, word: str) -> None:
    with pytest.raises(TableError, match=word):
        Table.from_json(json.loads(text))
