"""Where a camera is, and dice straightened: checked with a pinhole of our own."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.plane.table import Table
from vision.plane.viewpoint import _SPOTS, Somewhere, Viewpoint

WIDTH, HEIGHT, EDGE = 640, 480, 16.0


class Pinhole:
    """A camera at `place` (mm, z up), looking at the table's origin, `focal` px away from its picture."""

    def __init__(self, place: tuple[float, float, float], focal: float, roll: float = 0.0) -> None:
        self.place, self.focal = np.array(place, float), focal
        into = -self.place / np.linalg.norm(self.place)
        right = np.cross(into, [np.sin(roll), np.cos(roll), 0.01])
        right /= np.linalg.norm(right)
        self.axes = np.stack([right, np.cross(into, right), into])

    def see(self, points_mm: np.ndarray) -> np.ndarray:
        x, y, z = self.axes @ (np.asarray(points_mm, float) - self.place).T
        return np.column_stack([WIDTH / 2 + self.focal * x / z, HEIGHT / 2 + self.focal * y / z])

    def edge_px(self) -> float:
        """How many pixels the edge of a die at the table's origin has."""
        ends = self.see(np.array([[-EDGE / 2, 0, 0], [EDGE / 2, 0, 0]]))
        return float(np.linalg.norm(ends[1] - ends[0]))

    def table(self, mirrored: bool = False) -> Table:
        """As markers would measure it; mirrored: with the y axis the other way."""
        flat = np.array([[-90, -60, 0], [90, -60, 0], [90, 60, 0], [-90, 60, 0]], float)
        told = flat[:, :2] * ([1, -1] if mirrored else [1, 1])
        plane = cv2.getPerspectiveTransform(self.see(flat).astype(np.float32), told.astype(np.float32))
        frame = np.array([[0, 0], [WIDTH, 0], [WIDTH, HEIGHT], [0, HEIGHT]], float)
        return Table(frame, (WIDTH, HEIGHT), np.asarray(plane, float), die_mm=EDGE)

    def picture(self, at_mm: tuple[float, float], turn: float) -> np.ndarray:
        """A white top and a grey front of a die that lies flat, on black."""
        cos, sin = np.cos(turn) * EDGE / 2, np.sin(turn) * EDGE / 2
        ring = np.array(
            [[cos - sin, sin + cos], [-cos - sin, cos - sin], [sin - cos, -sin - cos], [cos + sin, sin - cos]]
        )
        base = np.column_stack([ring + at_mm, np.zeros(4)])
        top = np.add(base, (0, 0, EDGE))
        out = np.zeros((HEIGHT, WIDTH, 3), np.uint8)
        outline = cv2.convexHull(self.see(np.vstack([base, top])).astype(np.float32))
        cv2.fillConvexPoly(out, np.round(outline * 16).astype(np.int32), (110, 110, 110), cv2.LINE_AA, 4)
        cv2.fillConvexPoly(
            out, np.round(self.see(top) * 16).astype(np.int32), (255, 255, 255), cv2.LINE_AA, 4
        )
        return out


@pytest.mark.parametrize("lean", [0.0, 0.5, 0.95, 1.5])
@pytest.mark.parametrize("turn", [0.0, 0.6])
def test_a_die_on_the_line_is_inside_wherever_the_line_is_and_however_aslant_it_is_seen(
    lean: float, turn: float
) -> None:
    away = np.hypot(1, lean)
    camera = Pinhole((0, -500 * lean / away - 0.1, 500 / away), 1.1 * WIDTH)
    corners = np.array([[-60, -40], [60, -40], [60, 40], [-60, 40]], float)
    table = replace(camera.table(), polygon_px=camera.see(np.column_stack([corners, np.zeros(4)])))
    for (x, y), (dx, dy) in {(0, 40): (0, 1), (0, -40): (0, -1), (60, 0): (1, 0), (-60, 0): (-1, 0)}.items():
        for beyond, zone in ((0.35, "throw"), (0.65, "off")):
            middle, _ = box_px(camera, (x + beyond * EDGE * dx, y + beyond * EDGE * dy), turn)
            assert table.zone(middle) == zone


@settings(max_examples=40, deadline=None)
@given(st.floats(0.35, 1.2), st.floats(-3.1, 3.1), st.floats(300, 700), st.floats(500, 1100), st.booleans())
def test_the_camera_is_where_it_is(
    lean: float, way: float, away: float, focal: float, mirrored: bool
) -> None:
    beside = away * np.sin(lean)
    place = (beside * np.cos(way), beside * np.sin(way), away * np.cos(lean))
    x, y, z = Pinhole(place, focal, way + 1.5).table(mirrored).camera_mm
    assert (x, -y if mirrored else y, z) == pytest.approx(place, abs=0.06 * away)


def test_straight_from_above_the_camera_is_as_high_as_with_a_usual_lens() -> None:
    x, y, z = Pinhole((0, 1, 400), 640.0).table().camera_mm
    assert (x, y) == pytest.approx((0, 0), abs=15)
    assert z == pytest.approx(400, rel=0.1)


@pytest.mark.parametrize("turn", [0.0, 0.4, 0.8])
@pytest.mark.parametrize("mirrored", [False, True])
def test_the_top_of_a_flat_die_comes_out_square_wherever_it_lies(turn: float, mirrored: bool) -> None:
    camera = Pinhole((120, -260, 300), 700.0)
    for x, y in ((0.0, 0.0), (60.0, 40.0), (-70.0, -30.0)):
        at_px = tuple(camera.see(np.array([[x, y, EDGE / 2]]))[0].tolist())
        shown = Viewpoint.of(camera.table(mirrored)).straightened(
            camera.picture((x, y), turn), at_px, 128, 3.2 * EDGE
        )
        contours, _ = cv2.findContours(
            (shown[:, :, 0] > 190).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE
        )
        (_, sides, _) = cv2.minAreaRect(max(contours, key=cv2.contourArea))
        assert sides[0] == pytest.approx(sides[1], rel=0.05)
        # What is higher is nearer to the camera, and so a little larger.
        assert 128 / 3.2 < np.mean(sides) + 1 < 1.12 * 128 / 3.2 + 1


def test_what_is_further_from_the_camera_is_further_up_and_nothing_is_mirrored() -> None:
    for mirrored in (False, True):
        camera = Pinhole((120, -260, 300), 700.0)
        picture = camera.picture((0, 0), 0.3)
        # A mark to the camera's right of the die.
        right_mm = np.array([[0, 0, EDGE / 2]]) + 1.2 * EDGE * camera.axes[0]
        mark = tuple(int(v) for v in camera.see(right_mm)[0].round())
        cv2.circle(picture, mark, 3, (0, 0, 255), -1)
        at_px = tuple(camera.see(np.array([[0, 0, EDGE / 2]]))[0].tolist())
        shown = Viewpoint.of(camera.table(mirrored)).straightened(picture, at_px, 128, 3.6 * EDGE).astype(int)
        top, front = np.argwhere(shown[:, :, 0] > 190), np.argwhere(abs(shown[:, :, 0] - 110) < 30)
        red = np.argwhere((shown[:, :, 2] > 150) & (shown[:, :, 0] < 90))
        assert top[:, 0].mean() < front[:, 0].mean()
        assert red[:, 1].mean() > top[:, 1].mean() + 20


def test_dice_of_another_size_than_the_table_says_are_taken_as_they_are_seen() -> None:
    table = Pinhole((120, -260, 300), 700.0).table()
    assert Viewpoint.of(table).edge_mm == EDGE
    assert Viewpoint.of(table, 1.05 * EDGE).edge_mm == EDGE
    assert Viewpoint.of(table, 12.0).edge_mm == 12.0


def test_the_edge_of_a_die_is_about_known_from_its_box() -> None:
    camera = Pinhole((120, -260, 300), 700.0)
    for turn in (0.0, 0.4, 0.8):
        rows, columns = np.nonzero(camera.picture((20, 10), turn)[:, :, 0] > 60)
        size = float(np.sqrt((np.ptp(rows) + 1) * (np.ptp(columns) + 1)))
        at_px = tuple(camera.see(np.array([[20, 10, EDGE / 2]]))[0].tolist())
        assert Viewpoint.of(camera.table()).edge_seen_mm(at_px, size) == pytest.approx(EDGE, rel=0.25)


def test_a_place_at_the_edge_of_the_picture_can_be_straightened() -> None:
    camera = Pinhole((120, -260, 300), 700.0)
    picture = np.full((HEIGHT, WIDTH, 3), 90, np.uint8)
    for at_px in ((0.0, 0.0), (WIDTH, 0.0), (-30.0, HEIGHT + 40.0)):
        shown = Viewpoint.of(camera.table()).straightened(picture, at_px, 64, 2.8 * EDGE)
        assert shown.shape == (64, 64, 3)
        assert (shown == 90).all()


@pytest.mark.parametrize("turn", [0.0, np.pi, np.pi / 2])
def test_somewhere_holds_about_the_place_of_a_camera_however_its_picture_is_turned(turn: float) -> None:
    camera = Pinhole((0, -170, 320), 640.0)
    rolled = {0.0: None, np.pi: cv2.ROTATE_180, np.pi / 2: cv2.ROTATE_90_CLOCKWISE}[turn]
    picture = camera.picture((0, 0), 0.3)
    if rolled is not None:
        picture = cv2.rotate(picture, rolled)
    height, width = picture.shape[:2]
    somewhere = Somewhere((width, height))
    box_px = 1.5 * camera.edge_px()
    which = somewhere.likely()[0] if turn == 0.0 else somewhere.turned()
    places = somewhere.views(which, box_px)
    squareness = []
    for place in places:
        shown = place.straightened(picture, (width / 2, height / 2), 128, 3.2 * place.edge_mm)
        top = (shown[:, :, 0] > 190).astype(np.uint8)
        contours, _ = cv2.findContours(top, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        _, sides, _ = cv2.minAreaRect(max(contours, key=cv2.contourArea))
        front = np.argwhere(abs(shown[:, :, 0].astype(int) - 110) < 30)
        upright = np.argwhere(top)[:, 0].mean() < front[:, 0].mean()
        squareness.append(min(sides) / max(sides) if upright else 0.0)
    assert max(squareness) > 0.93


NOBODY = Somewhere((WIDTH, HEIGHT))
PLACES = len(NOBODY.everywhere())
MIDDLE = (WIDTH / 2, HEIGHT / 2)


def leans(views: tuple[Viewpoint, ...]) -> list[float]:
    """How far what stands in the middle of the picture leans away from cameras there."""
    return [view.lean_at(MIDDLE) for view in views]


def test_where_dice_are_larger_in_the_picture_the_camera_is_nearer() -> None:
    near, far = (NOBODY.views(NOBODY.everywhere(), size)[3].table.camera_mm[2] for size in (80, 40))
    assert near == pytest.approx(far / 2)


def test_the_places_that_the_dice_of_the_throws_before_speak_for_are_those_that_are_looked_from() -> None:
    low = np.full(PLACES, -6.0)
    low[[2, 3]] = -1.0, 0.0
    which, known = NOBODY.after(low).likely()
    assert leans(NOBODY.views(which, 30)) == pytest.approx([0.75, 0.5], abs=0.02)
    assert known.tolist() == [0.0, -1.0]
    assert set(NOBODY.likely()[0]) == set(NOBODY.everywhere()) - set(NOBODY.turned())


def box_px(camera: Pinhole, at_mm: tuple[float, float], turn: float) -> tuple[tuple[float, float], float]:
    """The middle and the size of the upright box of a die."""
    rows, columns = np.nonzero(camera.picture(at_mm, turn)[:, :, 0])
    middle = float(columns.min() + columns.max()) / 2, float(rows.min() + rows.max()) / 2
    return middle, float(np.sqrt((np.ptp(rows) + 1) * (np.ptp(columns) + 1)))


def told_by_dice(camera: Pinhole, place: int) -> Table:
    """The table that the camera sees, from the boxes of its dice and the place that their looks speak for."""
    evidence = np.full(PLACES, -9.0)
    evidence[place] = 0.0
    usual = float(np.median([box_px(camera, (0, 0), turn)[1] for turn in (0.1, 0.4, 0.8)]))
    plane = NOBODY.after(evidence).plane(usual)
    assert plane is not None
    return replace(camera.table(), measured=False).as_told(plane)


@pytest.mark.parametrize(("lean", "place"), [(0.12, 0), (0.35, 1), (0.5, 2), (0.7, 3)])
def test_dice_tell_how_long_a_millimetre_is_wherever_it_lies(lean: float, place: int) -> None:
    camera = Pinhole((0, -500 * np.sin(np.arctan(lean)), 500 * np.cos(np.arctan(lean))), 1.1 * WIDTH)
    table, true = told_by_dice(camera, place), camera.table()
    assert table.told is not None
    told = replace(table, plane=table.told)
    scale = table.with_die(told.die_px(MIDDLE))
    places = [camera.see(np.array([[x, y, 0.0]]))[0] for x in (-120, 0, 120) for y in (-100, 0, 100)]
    sizes = np.log([[each.die_px((x, y)) for x, y in places] for each in (told, scale, true)])
    assert np.abs(sizes[0] - sizes[2]).max() < 0.17
    assert np.ptp(sizes[0] - sizes[2]) < 0.12
    assert lean < 0.2 or np.ptp(sizes[1] - sizes[2]) > 1.5 * np.ptp(sizes[0] - sizes[2])


@pytest.mark.parametrize("turn", [0.0, 0.6])
def test_a_die_about_the_line_of_a_table_that_dice_told_is_judged_where_it_stands(turn: float) -> None:
    camera = Pinhole((0, -230, 450), 1.1 * WIDTH)
    corners = np.array([[-60, -40], [60, -40], [60, 40], [-60, 40]], float)
    edge_px = camera.see(np.column_stack([corners, np.zeros(4)]))
    table = replace(told_by_dice(camera, 2), polygon_px=edge_px)
    for way, (x, y) in enumerate([(0, 40), (60, 0), (0, -40), (-60, 0)]):
        out = np.array([(0, 1), (1, 0), (0, -1), (-1, 0)][way])
        for beyond, zone in ((0.3, "throw"), (0.7, "off")):
            at, _ = box_px(camera, tuple(np.array([x, y]) + beyond * EDGE * out), turn)
            assert table.zone(at) == zone


def test_a_plane_is_told_from_where_the_picture_hangs_as_it_is_believed_to() -> None:
    evidence = np.full(PLACES, -12.0)
    evidence[NOBODY.turned()[0]], evidence[1] = 0.0, -3.0
    upright = np.full(PLACES, -12.0)
    upright[1] = 0.0
    odd, straight = NOBODY.after(evidence), NOBODY.after(upright)
    assert odd.turns == straight.turns == 0
    first, second = odd.plane(30), straight.plane(30)
    assert first is not None
    assert second is not None
    np.testing.assert_allclose(first, second, rtol=0.02, atol=1e-3)
    evidence[1] = -12.0
    hung = NOBODY.after(evidence).plane(30)
    assert hung is not None
    assert np.abs(hung - second).max() > 1


def test_dice_that_were_not_thrown_yet_tell_no_plane() -> None:
    assert NOBODY.plane(30) is None


def test_never_more_places_are_looked_from_than_where_nobody_knows_anything() -> None:
    assert len(NOBODY.after(np.zeros(PLACES)).likely()[0]) == len(NOBODY.likely()[0])


@given(st.lists(st.floats(-30, 0), min_size=5, max_size=5))
def test_how_far_a_camera_looks_down_is_the_mean_of_the_places_that_speak_for_it(told: list[float]) -> None:
    which, _ = NOBODY.likely()
    weights = np.exp(np.array(told) - max(told))
    mean = np.average(leans(NOBODY.views(which, 30)), weights=weights)
    below, middle, above = leans(NOBODY.about(which, np.array(told), 30))
    assert middle == pytest.approx(mean, abs=0.02)
    assert below < middle < above
    assert above - below < 0.2


def test_places_turned_another_way_have_no_part_in_how_far_it_looks_down() -> None:
    everywhere = NOBODY.everywhere()
    evidence = np.full(PLACES, 2.5)
    evidence[NOBODY.turned()] = -1.0
    evidence[NOBODY.turned()[:2]] = 4.0
    views = NOBODY.about(everywhere, evidence, 30)
    first, second, third = leans(NOBODY.views(NOBODY.turned()[:3], 30))
    assert leans(views)[1] == pytest.approx(
        np.average([first, second, third], weights=np.exp([5, 5, 0])), abs=0.02
    )
    # Its picture hangs upside down: what stands leans towards the lower edge.
    below, above = (views[1].lean(np.array(views[1].table.point_mm((WIDTH / 2, y)))) for y in (HEIGHT, 0))
    assert np.linalg.norm(below) > np.linalg.norm(above)


def test_throw_after_throw_the_place_gets_surer() -> None:
    evidence = np.linspace(-1, 0, PLACES)
    once = NOBODY.after(evidence)
    assert once.told[0] == pytest.approx(-1)
    assert -2 < once.after(evidence).told[0] < -1.7


@given(st.integers(1, 60), st.floats(4, 40))
def test_a_camera_that_was_moved_is_found_again_within_three_throws(throws: int, strength: float) -> None:
    camera = NOBODY
    here, there = np.full(PLACES, -strength), np.full(PLACES, -strength)
    here[2] = there[8] = 0.0
    for evidence in [here] * throws + [there] * 3:
        camera = camera.after(evidence)
    assert 8 in camera.likely()[0]


def test_a_vast_picture_of_tiny_dice_has_places_too() -> None:
    vast = Somewhere((12000, 9000))
    assert len(vast.views(vast.everywhere(), 6)) == PLACES


@pytest.mark.parametrize(
    ("times", "believed"), [(0.5, 0.5), (0.8, 1.0), (1.0, 1.0), (1.1, 1.0), (1.2, 1.2), (2.0, 2.0)]
)
def test_dice_count_as_smaller_than_the_table_says_only_if_plainly_so(times: float, believed: float) -> None:
    table = Table.whole(WIDTH, HEIGHT, 40)
    assert Viewpoint.of(table, times * table.die_mm).edge_mm == pytest.approx(believed * table.die_mm)


@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize("turns", range(4))
def test_a_measured_table_tells_how_the_picture_hangs(turns: int, mirrored: bool) -> None:
    camera = Pinhole((0, -300, 350), 600.0, np.pi + turns * np.pi / 2)
    foot, top = camera.see(np.array([[0, 0, 0], [0, 0, EDGE]]))
    right, down = top - foot
    up = [(0, -1), (1, 0), (0, 1), (-1, 0)][Viewpoint.of(camera.table(mirrored)).turns]
    assert (right, down) == pytest.approx(np.array(up) * np.hypot(right, down), abs=1)


def test_a_picture_from_straight_above_hangs_no_way() -> None:
    assert {Viewpoint.of(Pinhole((3, 40, 400), 640.0, roll).table()).turns for roll in (0.0, 1.6, 3.1)} == {0}


TURNS = np.array([turn for turn, _ in _SPOTS])


@pytest.mark.parametrize(("turn", "turns"), [(0.0, 0), (np.pi, 2), (np.pi / 2, 1), (-np.pi / 2, 3)])
def test_dice_tell_how_the_picture_hangs(turn: float, turns: int) -> None:
    assert NOBODY.turns == NOBODY.hangs(0.0) == 0
    assert NOBODY.after(np.where(turn == TURNS, 7.0, 0.0)).turns == turns


def test_it_takes_more_to_believe_that_a_picture_hangs_than_that_it_stands() -> None:
    doubtful = NOBODY.after(np.where(np.pi == TURNS, 5.0, 0.0))
    assert (doubtful.turns, doubtful.hangs(0.0)) == (0, 2)
    # Many places that are a little likely are likelier together than one.
    one_place = np.where(np.arange(len(TURNS)) == 5, 3.5, -9.0)
    assert NOBODY.after(one_place).hangs(0.0) == 2
    assert NOBODY.after(np.where(TURNS == 0, 3.0, one_place)).hangs(0.0) == 0


def test_somewhere_and_a_measured_table_mean_the_same_by_turned() -> None:
    for place in range(len(_SPOTS)):
        (view,) = NOBODY.views(np.array([place]), 30.0)
        evidence = np.where(np.arange(len(_SPOTS)) == place, 9.0, 0.0)
        if _SPOTS[place][1] > 0.2:
            assert view.turns == NOBODY.after(evidence).turns
