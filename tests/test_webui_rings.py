"""Rings on the picture: as the dice are turned, off their edges, crossing neither each other nor a pip."""

from __future__ import annotations

from itertools import combinations

import cv2
import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from webui.match.seen import SeenDie
from webui.page.rings import STAND_OFF, Ringed, drawn, told
from webui.page.scene import Mark


def die(x: float, y: float, angle_deg: float = 0.0, side: float = 46.0, value: int | None = 4) -> SeenDie:
    c, s = np.cos(np.radians(angle_deg)), np.sin(np.radians(angle_deg))
    square = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * side / 2 @ np.array([[c, s], [-s, c]]) + (x, y)
    corners = tuple((float(a), float(b)) for a, b in square)
    return SeenDie(value, 0.9, (4, 1, 2, 3, 5, 6), "flat" if value else "unsure", "throw", corners)


def cross(one: np.ndarray, other: np.ndarray) -> float:
    return float(one[0] * other[1] - one[1] * other[0])


def path_of(mark: Mark) -> np.ndarray:
    """The ring in the drawing, (4, 2)."""
    return np.array([pair.split(",") for pair in mark.ring.split()], float) * mark.size


@given(st.floats(-45, 45), st.floats(25, 90))
def test_a_ring_is_turned_with_its_die_and_stands_off_its_edge(angle_deg: float, side: float) -> None:
    (mark,) = drawn([told(die(300, 200, angle_deg, side), 4)], 1.0)
    ring, body = path_of(mark), np.array(die(300, 200, angle_deg, side).corners)
    for n in range(4):
        edge, outer = body[(n + 1) % 4] - body[n], ring[(n + 1) % 4] - ring[n]
        assert abs(cross(edge, outer)) < 0.02 * np.linalg.norm(edge) * np.linalg.norm(outer)
        off = abs(cross(edge, ring[n] - body[n])) / np.linalg.norm(edge)
        assert abs(off - STAND_OFF * mark.size) < 0.5
    assert mark.middle == (300.0, 200.0)


@settings(deadline=None)
@given(
    st.lists(st.tuples(st.floats(80, 560), st.floats(80, 280), st.floats(-45, 45)), min_size=2, max_size=6)
)
def test_rings_of_dice_that_do_not_touch_do_not_cross(places: list[tuple[float, float, float]]) -> None:
    dice = [die(x, y, angle) for x, y, angle in places]
    bodies = [np.array(each.corners, np.float32) for each in dice]
    shared = {
        pair: cv2.intersectConvexConvex(*(bodies[n] for n in pair))[0]
        for pair in combinations(range(len(dice)), 2)
    }
    rings = [path_of(mark).astype(np.float32) for mark in drawn([told(each, 4) for each in dice], 1.0)]
    if any(shared.values()):
        return  # two cubes cannot lie in one place
    for one, other in shared:
        # Rounded to a tenth in the page.
        assert cv2.intersectConvexConvex(rings[one], rings[other])[0] < 3.0


def test_two_dice_that_touch_each_have_a_ring_and_a_die_far_off_keeps_its_room() -> None:
    marks = drawn([told(each, 4) for each in (die(200, 200), die(247, 200), die(500, 200))], 1.0)
    close, _, alone = (path_of(mark) for mark in marks)
    assert 46 <= np.ptp(close[:, 0]) < 48
    assert np.ptp(alone[:, 0]) == 46 + 2 * STAND_OFF


def test_a_die_leaning_in_a_box_that_another_shares_still_has_a_ring_that_hides_no_pip() -> None:
    marks = drawn([Ringed(die(200, 200, value=None), "cocked", "cocked"), told(die(236, 200), 4)], 1.0)
    assert all(np.ptp(path_of(mark)[:, 0]) > 0.75 * 46 for mark in marks)
