"""A camera that is moved far shows all dice elsewhere: that is no throw, unless dice lie where nothing brought them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from room import SIZE, moved, room, seen
from scripted import flight, gone, look_at, rest, rolls, settle

from hardware.frame import Image
from vision.affine import carried
from vision.following.rest import Rest
from vision.nouns import Detection, Doubles, Event
from vision.throw.pan import pan
from vision.throw.settler import Settler

RIGHT = 60
# The edge of a scripted die.
DIE_PX = 32
GRID = np.stack(np.meshgrid([100.0, 320.0, 540.0], [60.0, 180.0, 300.0]), -1).reshape(-1, 2)


@settings(max_examples=25, deadline=None)
@given(
    st.integers(0, 9),
    st.floats(-70, 70),
    st.floats(-60, 60),
    st.floats(-4, 4),
    st.floats(0.95, 1.05),
)
@example(3, 24.0, 0.0, 4.0, 0.96875)
@example(4, -40.0, 28.0, -4.0, 0.95)
@example(7, 64.0, 58.0, 1.4, 0.95)
def test_where_the_picture_went_is_told_to_a_pixel_or_two(
    number: int, right: float, down: float, turn_deg: float, grown: float
) -> None:
    scene = room(number)
    went = pan(seen(scene), seen(scene, right, down, turn_deg, grown))
    assert went is not None
    truth = carried(GRID, moved(right, down, turn_deg, grown))
    assert np.abs(carried(GRID, went) - truth).max() < 2


def test_of_another_place_or_of_another_size_nobody_can_say_where_the_picture_went() -> None:
    assert pan(seen(room(1)), seen(room(2))) is None
    assert pan(seen(room(1)), seen(room(1))[::2, ::2]) is None
    assert pan(np.zeros((*SIZE[::-1], 3), np.uint8), seen(room(1))) is None


def told(settler: Settler, *dice: tuple[float, int], picture: Image | None = None) -> None:
    """These dice, x and value each, are thrown and told."""
    picture = seen(room(3)) if picture is None else picture
    there = [rest(number, x, value) for number, (x, value) in enumerate(dice)]
    flights = [flight(x, stopped=True) for x, _ in dice]
    assert len(rolls(settle(there, flights, settler=settler, image=picture))) == 1


def then(
    settler: Settler,
    picture: Image,
    *dice: tuple[float, int | None],
    flown: bool = False,
    emptied: bool = False,
) -> list[Event]:
    """What is said when these lie there in this picture. flown: they were seen to come; emptied: nothing lay there."""
    there: list[Rest] = [rest(20 + n, x, value, 4.2, 5.0) for n, (x, value) in enumerate(dice)]
    came = [flight(x, end=4.1, stopped=True) for x, _ in dice] if flown else []
    events = settle((), settler=settler, now=3.4, frames=20, image=picture) if emptied else []
    return events + settle(there, came, settler=settler, now=5.0, frames=40, image=picture)


# The least way is just beyond where a die that lies there is known for the one that lay there.
@pytest.mark.parametrize("share", [0.65, 0.75, 1.5])
@pytest.mark.parametrize("expected", [3, None])
def test_dice_that_went_along_with_all_the_rest_of_the_picture_were_not_thrown(
    expected: int | None, share: float
) -> None:
    settler, right = Settler(expected), share * DIE_PX
    told(settler, (200, 1), (300, 2), (420, 5))
    events = then(settler, seen(room(3), right), (200 + right, 1), (300 + right, None), (420 + right, 5))
    assert events == []
    assert settler.troubles == ()


@pytest.mark.parametrize(
    ("right", "dice"),
    [
        pytest.param(0, ((200, 4), (300, 2), (420, 6)), id="the camera stood still"),
        pytest.param(RIGHT, ((260, 4), (360, 2), (480, 6)), id="they show something else"),
        pytest.param(RIGHT, ((230, 1), (320, 2), (530, 5)), id="they lie elsewhere"),
    ],
)
def test_dice_that_did_not_go_along_with_the_picture_were_thrown(
    right: float, dice: tuple[tuple[float, int], ...]
) -> None:
    settler = Settler(3)
    told(settler, (200, 1), (300, 2), (420, 5))
    assert len(rolls(then(settler, seen(room(3), right), *dice, flown=True))) == 1


@pytest.mark.parametrize(
    ("x", "thrown"), [(30, 0), (500, 1)], ids=["beyond the rim before", "in view before"]
)
def test_a_die_that_was_out_of_view_before_may_have_lain_there(x: float, thrown: int) -> None:
    settler = Settler(3)
    told(settler, (200, 1), (300, 2), (420, 5))
    settler.expect(3)
    events = then(settler, seen(room(3), RIGHT), (200 + RIGHT, 1), (300 + RIGHT, 2), (x, 3), flown=True)
    assert len(rolls(events)) == thrown


@pytest.mark.parametrize("bare", [False, True])
def test_dice_that_were_taken_up_before_were_thrown_wherever_they_lie(bare: bool) -> None:
    before, after = (BARE, BARE) if bare else (seen(room(3)), seen(room(3), RIGHT))
    settler = Settler(3)
    told(settler, (200, 1), (300, 2), (420, 5), picture=before)
    as_they_lay = ((200 + RIGHT, 1), (300 + RIGHT, 2), (420 + RIGHT, 5))
    assert len(rolls(then(settler, after, *as_they_lay, emptied=True))) == 1


def test_dice_that_somebody_asks_for_are_told_wherever_the_camera_is() -> None:
    settler = Settler(3)
    told(settler, (200, 1), (300, 2), (420, 5))
    settler.read_again(all_thrown=True)
    (roll,) = rolls(then(settler, seen(room(3), RIGHT), (200 + RIGHT, 1), (300 + RIGHT, 2), (420 + RIGHT, 5)))
    assert sorted(value or 0 for value in roll.faces) == [1, 2, 5]


def test_a_die_that_left_the_table_while_the_camera_moved_is_told() -> None:
    settler = Settler(3)
    told(settler, (200, 1), (300, 2), (420, 5))
    picture = seen(room(3), RIGHT)
    settler.step(look_at(4.0, left=[gone(end=4.0)], stir=True, image=picture))
    (roll,) = rolls(then(settler, picture, (200 + RIGHT, 1), (300 + RIGHT, 2)))
    assert (roll.faces, roll.off_table) == ((1, 2), 1)


def test_over_a_bare_cloth_dice_beside_one_that_lies_where_it_lay_were_thrown() -> None:
    settler = Settler()
    told(settler, (100, 4), (200, 1), (300, 2), (420, 5), picture=BARE)
    known = rest(0, 100, 4, known=True, now=5.0)
    new = [rest(20 + n, x, value, 4.2, 5.0) for n, (x, value) in enumerate(((240, 1), (340, 2), (460, 5)))]
    came = [flight(x, end=4.1, stopped=True) for x in (240, 340, 460)]
    assert len(rolls(settle([known, *new], came, settler=settler, now=5.0, frames=40, image=BARE))) == 1


def test_what_is_thrown_after_the_camera_was_moved_is_told() -> None:
    settler = Settler(3)
    told(settler, (200, 1), (300, 2), (420, 5))
    picture = seen(room(3), RIGHT)
    assert then(settler, picture, (200 + RIGHT, 1), (300 + RIGHT, 2), (420 + RIGHT, 5)) == []
    settle((), settler=settler, now=6.5, frames=30, image=picture, hand=True)
    thrown = [rest(40 + n, x, value, 7.2, 8.0) for n, (x, value) in enumerate(((140, 6), (330, 4), (520, 4)))]
    flights = [flight(x, end=7.1, stopped=True) for x in (140, 330, 520)]
    (roll,) = rolls(settle(thrown, flights, settler=settler, now=8.0, frames=20, image=picture))
    assert sorted(value or 0 for value in roll.faces) == [4, 4, 6]


BARE = np.full((*SIZE[::-1], 3), 90, np.uint8)


@pytest.mark.parametrize(
    ("dice", "thrown"),
    [
        pytest.param(((260, 1), (360, 2), (480, 5)), 0, id="all as they lay to each other"),
        pytest.param(((265, 1), (360, 2), (478, 5)), 0, id="about"),
        pytest.param(((260, 2), (360, 1), (480, 5)), 1, id="in another order"),
        pytest.param(((260, 1), (360, 2), (560, 5)), 1, id="one further away"),
        pytest.param(((260, 1), (360, 2)), 1, id="two alone do not tell"),
    ],
)
def test_over_a_bare_cloth_three_dice_tell_by_themselves_that_the_camera_moved(
    dice: tuple[tuple[float, int], ...], thrown: int
) -> None:
    settler = Settler()
    told(settler, (200, 1), (300, 2), (420, 5), picture=BARE)
    assert len(rolls(then(settler, BARE, *dice, flown=True))) == thrown


def test_the_way_of_dice_whose_view_turned_and_grew_is_that_of_the_view() -> None:
    settler = Settler()
    told(settler, (200, 1), (300, 2), (420, 5), picture=BARE)
    went = moved(40, 30, 8, 1.06)
    before = [rest(n, x, value) for n, (x, value) in enumerate(((200, 1), (300, 2), (420, 5)))]
    there = [
        rest(20 + n, 0, one.vote.value, 4.2, 5.0, detection=at(one, went)) for n, one in enumerate(before)
    ]
    assert not rolls(settle(there, settler=settler, now=5.0, frames=40, image=BARE))


def at(one: Rest, went: Doubles) -> Detection:
    """How a die is seen after the view went so."""
    return replace(one.detection, corners_px=carried(one.detection.corners_px, went).astype(np.float32))
