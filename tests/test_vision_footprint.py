import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.plane.table import Table
from vision.throw.footprint import THING, Footprints, footprints

STEP, EDGE = 2, 32.0
TABLE = Table.whole(640, 360, EDGE)
SQUARE = np.array([[-16, -16], [16, -16], [16, 16], [-16, 16]], np.float32)


def at(x: float, y: float) -> np.ndarray:
    """The corners of a die."""
    return SQUARE + np.array([x, y], np.float32)


def changed(*boxes: tuple[float, float, float, float]) -> np.ndarray:
    """A mask of the small picture with these parts (left, top, right, bottom, px of the full one) changed."""
    mask = np.zeros((180, 320), np.uint8)
    for left, top, right, bottom in boxes:
        mask[int(top) // STEP : int(bottom) // STEP, int(left) // STEP : int(right) // STEP] = 255
    return mask


def box(x: float, y: float, wide: float = 32, high: float = 32) -> tuple[float, float, float, float]:
    return x - wide / 2, y - high / 2, x + wide / 2, y + high / 2


def measured(
    mask: np.ndarray, *dice: np.ndarray, solid: np.ndarray | None = None, old: tuple[np.ndarray, ...] = ()
) -> Footprints:
    return footprints(lambda: (mask, mask if solid is None else solid), STEP, dice, old, TABLE)


@given(st.integers(2, 30), st.integers(2, 30))
def test_a_die_takes_as_many_squares_of_its_edge_as_changed(wide: int, high: int) -> None:
    mask = changed(box(160, 160, 2 * wide, 2 * high), box(420, 160))
    found = measured(mask, at(160, 160), at(420, 160))
    assert np.allclose(found.own, [4 * wide * high / EDGE**2, 1.0], atol=0.15)


def test_two_dice_that_take_the_same_room_are_all_there_is() -> None:
    found = measured(changed(box(160, 160), box(420, 160)), at(160, 160), at(420, 160))
    assert found.plain
    assert not found.towers


def test_one_die_alone_tells_nothing_of_another_under_it() -> None:
    found = measured(changed(box(160, 160, 60, 60)), at(160, 160))
    assert not found.plain
    assert not found.towers


@pytest.mark.parametrize(
    ("room", "single"),
    [
        pytest.param((36, 36), True, id="a die and a short shadow"),
        pytest.param((32, 60), False, id="two dice, found as one"),
        pytest.param((10, 32), False, id="hardly told from the table: no more would another be"),
    ],
)
def test_one_die_alone_that_takes_the_room_of_its_box_has_none_beside_it(
    room: tuple[float, float], single: bool
) -> None:
    assert measured(changed(box(160, 160, *room)), at(160, 160)).single == single


def test_one_die_is_not_alone_beside_a_thing_or_near_a_hole_and_two_are_not_one() -> None:
    mask, lone = changed(box(160, 160), box(500, 300)), at(160, 160)
    assert not measured(mask, lone).single
    assert not measured(changed(box(160, 160)), lone, old=(at(180, 160),)).single
    assert not measured(mask, lone, at(500, 300)).single
    assert not measured(mask).single


def test_a_die_that_takes_half_as_much_again_is_a_tower() -> None:
    found = measured(
        changed(box(160, 160), box(300, 160), box(450, 160, 32, 48)), at(160, 160), at(300, 160), at(450, 160)
    )
    assert found.towers == [2]
    assert not found.plain


def test_a_thing_away_from_all_dice_is_seen_and_no_tower_is_told_beside_it() -> None:
    mask = changed(box(160, 160), box(300, 160, 32, 48), box(500, 300))
    found = measured(mask, at(160, 160), at(300, 160))
    assert found.thing >= THING
    assert not found.plain
    assert not found.towers


def test_a_shadow_longer_than_that_of_the_other_die_is_no_thing_but_lets_nobody_be_sure() -> None:
    lit = changed(box(160, 160), box(420, 160))
    shadow = changed(box(160, 160), box(420, 160), (440, 150, 500, 172))
    found = measured(shadow, at(160, 160), at(420, 160), solid=lit)
    assert found.thing < THING
    assert not found.plain
    assert found.towers == [1]


def test_a_shadow_away_from_all_dice_lets_nobody_be_sure() -> None:
    lit = changed(box(160, 160), box(300, 160))
    found = measured(
        changed(box(160, 160), box(300, 160), box(500, 300)), at(160, 160), at(300, 160), solid=lit
    )
    assert found.other >= THING > found.thing
    assert not found.plain


@given(st.integers(18, 30))
def test_the_shadows_that_a_lamp_throws_beside_all_dice_are_nothing_else_however_large(high: int) -> None:
    lit = changed(box(160, 160, 40, 40), box(420, 160, 40, 40))
    dice = [
        box(160, 160, 40, 40),
        box(420, 160, 40, 40),
        (176, 150, 212, 150 + high),
        (436, 150, 472, 150 + high),
    ]
    found = measured(changed(*dice), at(160, 160), at(420, 160), solid=lit)
    assert found.thing < THING
    assert found.plain


@given(st.floats(1.0, 1.6))
def test_a_die_that_takes_a_little_more_room_is_one_die_and_one_that_takes_much_more_may_be_two(
    more: float,
) -> None:
    rooms = Footprints((1.0, 1.0, more))
    assert rooms.plain == (more <= 1.22)
    assert bool(rooms.towers) == (more >= 1.25)


def test_what_changed_beyond_the_tables_edge_is_nothing_on_the_table() -> None:
    marked = Table.from_corners(
        np.array([[50, 50], [550, 50], [550, 250], [50, 250]], float), (250.0, 100.0), (640, 360)
    )
    mask = changed(box(160, 160), box(420, 160), box(590, 320, 60, 60))
    found = footprints(lambda: (mask, mask), STEP, (at(160, 160), at(420, 160)), (), marked)
    assert found.other == 0


def test_the_hole_that_a_die_leaves_is_nobodys_room() -> None:
    mask = changed(box(160, 160), box(420, 160), box(500, 300))
    assert measured(mask, at(160, 160), at(420, 160), old=(at(500, 300),)).plain


def test_the_room_of_a_die_beside_a_hole_cannot_be_told() -> None:
    mask = changed(box(160, 160), box(300, 160), box(450, 160, 32, 48))
    found = measured(mask, at(160, 160), at(300, 160), at(450, 160), old=(at(480, 160),))
    assert found.own[2] is None
    assert not found.towers


def test_dice_are_compared_where_their_rooms_can_be_told() -> None:
    assert Footprints((1.0, None, 1.1)).plain
    assert not Footprints((1.0, None, 1.3)).plain
    assert not Footprints((1.0, None)).plain
    rooms, down = (0.82, 1.27, 0.9, 1.05, 1.05), (3.5, 4.0, 4.2, 5.9, 6.4)
    assert not Footprints((None, *rooms), down=(6.5, *down)).plain


def test_where_nothing_changed_or_no_die_lies_nothing_is_told() -> None:
    for found in (measured(changed(), at(160, 160), at(420, 160)), measured(changed(box(160, 160)))):
        assert not found.towers
        assert not found.plain


@pytest.mark.parametrize(
    ("down", "plain"),
    [
        pytest.param((3.5, 4.0, 4.2, 5.9, 6.4), False, id="far away, where the others take less"),
        pytest.param((3.5, 6.5, 4.2, 5.9, 6.4), True, id="near, where the others take more, too"),
        pytest.param((4.0, 4.1, 4.2, 4.3, 4.4), True, id="all at one distance"),
        pytest.param((), True, id="a measured table"),
    ],
)
def test_two_touching_dice_found_as_one_take_more_room_than_one_does_where_they_lie(
    down: tuple[float, ...], plain: bool
) -> None:
    assert Footprints((0.82, 1.27, 0.9, 1.05, 1.05), down=down).plain == plain


def test_only_where_nobody_measured_the_table_the_place_of_a_die_counts() -> None:
    mask, dice = changed(box(160, 160), box(420, 320)), (at(160, 160), at(420, 320))
    assert measured(mask, *dice).down == (5.0, 10.0)
    plane = Table(TABLE.polygon_px, TABLE.size_px, np.diag([0.5, 0.5, 1.0]))
    assert footprints(lambda: (mask, mask), STEP, dice, (), plane).down == ()
