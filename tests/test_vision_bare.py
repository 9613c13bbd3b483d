"""A place that was seen bare before anything was told held no die. Scripted looks, drawn pictures."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import pytest
from scripted import flight, look_at, rest, rolls, settle

from hardware.frame import Image
from vision.following.rest import Rest
from vision.nouns import Event, Roll, Trouble
from vision.throw.bare import MOST, Bare, were_bare
from vision.throw.settler import Settler

TABLE_LEVEL = 110


def table(*dice_x: float, level: int = TABLE_LEVEL, hand: tuple[int, int, int] | None = None) -> Image:
    """A grey table, white dice at (x, 200), and what a hand hides: from left to right, of such a level."""
    seen = np.full((360, 640, 3), level, np.uint8)
    noise = np.random.default_rng(3).integers(-4, 5, seen.shape)
    seen = np.clip(seen + noise, 0, 255).astype(np.uint8)
    for x in dice_x:
        _die(seen, round(x))
    if hand is not None:
        left, right, tone = hand
        seen[120:360, left:right] = tone
    return seen


def _die(seen: Image, x: int) -> None:
    seen[184:216, x - 16 : x + 16] = 235
    for left, top in ((-8, -8), (8, 8), (-8, 8), (8, -8)):
        cv2.circle(seen, (x + left, 200 + top), 3, (20, 20, 20), -1)


def told(first: Sequence[Image], dice: Sequence[Rest], now: Image) -> list[Roll]:
    """What is told of dice that lie there, in a picture, after a hand that was there all along, from the first on."""
    settler = Settler(len(dice))
    for number, image in enumerate(first):
        settler.step(look_at(0.1 + 0.1 * number, image=image, hand=True, stir=True, read=True))
    return rolls(settle(dice, settler=settler, now=2.0, frames=4, image=now, hand=False))


def two() -> list[Rest]:
    """A 3 and a 5 that lie there."""
    return [rest(1, 150, 3), rest(2, 240, 5)]


@pytest.mark.parametrize(
    "hand", [None, (330, 560, 60), (330, 560, TABLE_LEVEL + 2)], ids=["none", "dark", "alike"]
)
def test_a_throw_after_a_hand_in_the_first_picture_is_told_where_its_places_were_seen_bare(
    hand: tuple[int, int, int] | None,
) -> None:
    (roll,) = told([table(hand=hand)], two(), table(150, 240))
    assert sorted(map(str, roll.faces)) == ["3", "5"]


@pytest.mark.parametrize(
    ("first", "why"),
    [
        ([table(hand=(100, 300, 60))], "a hand lay over both"),
        ([table(hand=(200, 300, 60))], "a hand lay over one of them"),
        ([table(150, 240)], "they lay there, and were not found"),
        ([table(240)], "one of them did"),
        ([cv2.GaussianBlur(table(150, 240), (0, 0), 6)], "the camera was out of focus"),
        ([table(level=12)], "nothing was to be seen in the dark"),
        ([], "nobody looked"),
    ],
)
def test_dice_that_may_have_lain_there_from_the_first_picture_are_no_throw(
    first: Sequence[Image], why: str
) -> None:
    assert told(first, two(), table(150, 240)) == [], why


@pytest.mark.parametrize("light", [-30, 25])
def test_light_that_changes_as_a_whole_hides_no_place(light: int) -> None:
    assert told([table(level=TABLE_LEVEL + light)], two(), table(150, 240))


def test_one_picture_of_many_in_which_a_place_is_bare_is_enough() -> None:
    covered = table(hand=(60, 300, 60))
    assert told([table(), *[covered] * (3 * MOST)], two(), table(150, 240))
    assert told([*[covered] * (3 * MOST), table()], two(), table(150, 240))


def test_few_pictures_are_kept_and_none_once_dice_were_told_of() -> None:
    bare = Bare()
    for number in range(5 * MOST):
        bare.step(look_at(number / 30, image=table(), read=True))
        bare.step(look_at(number / 30, image=table(), read=False))
        bare.step(look_at(number / 30, image=table(150), rests=[rest(1, 150)], read=True))
    assert len(bare.pictures) == MOST
    bare.forget()
    assert not were_bare([rest(1, 150)], look_at(2.0, image=table(150), rests=[rest(1, 150)]), bare.pictures)


def test_a_die_that_was_seen_to_fly_needs_no_bare_place() -> None:
    assert rolls(settle([rest(1, 150, 3)], [flight(150)], expected=1, image=table(150)))


def at_a_table_taken_for_empty(then: Sequence[Image], dice: Sequence[Rest], now: Image) -> list[Event]:
    """What is told once a hand has gone, of dice that lie there, at a table that was told of when nothing was found.

    The first of the pictures is that of then; a hand is known for one from the second on.
    """
    settler = Settler(len(dice))
    settle(settler=settler, now=0.3, image=then[0])
    for number, image in enumerate(then[1:]):
        settler.step(look_at(0.4 + 0.1 * number, image=image, hand=True, stir=True, read=True))
    return [
        event
        for step in range(40)
        for event in settler.step(
            look_at(2.0 + step / 10, image=now, rests=_lying(dice, 2.0 + step / 10), stir=not step, read=True)
        )
    ]


def _lying(dice: Sequence[Rest], time_s: float) -> list[Rest]:
    for die in dice:
        die.still_s, die.flat_s = time_s - 1.0, 1.0
    return list(dice)


@pytest.mark.parametrize(
    ("thing", "why"),
    [
        ((100, 300, 60), "a hand lay over both"),
        ((200, 300, 180), "a cup stood over one of them"),
    ],
)
def test_dice_that_come_to_light_under_what_stood_in_the_first_picture_are_no_throw_but_are_spoken_of(
    thing: tuple[int, int, int], why: str
) -> None:
    events = at_a_table_taken_for_empty([table(hand=thing), table(150, 240)], two(), table(150, 240))
    assert rolls(events) == [], why
    assert [event.code for event in events if isinstance(event, Trouble)] == ["waiting"], why


def test_a_throw_where_a_hand_lay_in_the_first_picture_is_told_once_its_place_was_seen_bare() -> None:
    (roll,) = rolls(at_a_table_taken_for_empty([table(hand=(100, 300, 60)), table()], two(), table(150, 240)))
    assert sorted(map(str, roll.faces)) == ["3", "5"]


def test_dice_of_the_tables_colour_are_told_where_nothing_stood_in_the_first_picture() -> None:
    (roll,) = rolls(at_a_table_taken_for_empty([table(), table(hand=(100, 300, 60))], two(), table()))
    assert sorted(map(str, roll.faces)) == ["3", "5"]
