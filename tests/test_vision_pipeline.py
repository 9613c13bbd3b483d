"""The path of a frame, on pictures: small drawn tables on which things move, by hand and by themselves.

The reader is scripted (it knows where the drawn dice lie); all else is the real path.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import numpy as np
import pytest
from stage import (
    DIE_PX,
    PLACES,
    SIZE,
    Cube,
    Flickering,
    HardToRead,
    InAHand,
    Moment,
    Stage,
    cubes,
    fingers,
    hand_over,
    laid,
    play,
    roll_in,
    still,
    thrown,
)

from hardware.frame import Image
from vision.nouns import Box, Detection, Event, Moving, OffTable, Roll, Trouble, Turned
from vision.pipeline import Pipeline
from vision.plane.table import Table
from vision.plane.viewpoint import _SPOTS, Camera, Somewhere, Viewpoint
from vision.throw.episode import HAND_S
from vision.throw.leavers import MISSING_WHY

# --- throws --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("count", "fps"), [(1, 15), (1, 30), (3, 15), (3, 60), (6, 15), (6, 30)])
def test_a_throw_is_one_roll_with_its_values(count: int, fps: int) -> None:
    values = [3, 1, 6, 2, 5, 4][:count]
    run = play(thrown(values, fps=fps), fps)
    assert run.rolls == [tuple(sorted(values))]
    assert len(run.of(Moving)) == 1
    assert not run.of(OffTable)


def test_the_roll_comes_after_the_dice_are_still_and_within_0_6_s() -> None:
    run = play(thrown([2, 5, 5]))
    assert 1.2 + 0.2 <= run.of(Roll)[0].time_s <= 1.2 + 0.6


def test_dice_that_are_not_read_at_first_are_looked_at_for_longer_before_anybody_is_asked() -> None:
    (roll,) = play(thrown([2, 5]), of=HardToRead).of(Roll)
    assert set(roll.faces) == {2, 5}
    assert roll.time_s - (0.4 + 0.8) < 0.7


def test_dice_that_are_not_read_when_the_film_ends_are_asked_about() -> None:
    (roll,) = play(thrown([2, 5])[:31], of=HardToRead).of(Roll)
    assert roll.faces == (None, None)


class CutOff(Stage):
    """A stage on which the rim of the picture cuts all dice."""

    def read(
        self, image: Image, size_px: float | None, camera: Camera, where: Sequence[Box] | None = None
    ) -> tuple[Detection, ...]:
        return tuple(
            replace(die, value=None, state="cut") for die in super().read(image, size_px, camera, where)
        )


def test_dice_that_the_rim_of_the_picture_cuts_are_asked_about_as_soon_as_others_are_told() -> None:
    (cut,), (read,) = (play(thrown([2, 5]), of=stage).of(Roll) for stage in (CutOff, Stage))
    assert cut.faces == (None, None)
    assert cut.time_s == read.time_s


def test_a_throw_whose_dice_a_hand_gathers_at_once_is_read_before() -> None:
    *rolling, rest = thrown([2, 5, 3])[:24]
    # The hand comes into view a sixth of a second after the last die lay, and is over the first one a frame later.
    hands = [(-60.0, 20.0, 80.0 + 30 * step, 330.0) for step in range(12)]
    script = [*rolling, *still(rest, 5 / 30), *(replace(rest, hands=(hand,)) for hand in hands)]
    assert play(script, dice=3).rolls == [(2, 3, 5)]


@pytest.mark.parametrize(("left", "late"), [(425, False), (285, True)])
def test_a_hand_that_lingers_holds_the_roll_back_only_beside_the_dice(left: float, late: bool) -> None:
    *rolling, rest = thrown([2, 5, 3])[:24]
    wobbles = [6 * math.sin(1.3 * step) for step in range(24 + 60)]
    hands = [(left + away, -20.0, SIZE[0] + 20.0, 130.0 + away) for away in wobbles]
    moments = [*rolling, *still(rest, 2.0 + 1 / 30)]
    script = [replace(moment, hands=(hand,)) for moment, hand in zip(moments, hands, strict=True)]
    (roll,) = play(script, dice=3).of(Roll)
    assert sorted(roll.faces, key=str) == [2, 3, 5]
    assert (roll.time_s > roll.span_s[1] + HAND_S / 2) == late


@pytest.mark.parametrize("dice", [None, 2])
def test_what_moves_beside_dice_that_lie_neither_stops_the_reader_nor_holds_the_roll_back(
    dice: int | None,
) -> None:
    *rolling, rest = thrown([2, 5])[:24]
    strays = [
        replace(rest, dice=(*rest.dice, Cube(440 - 9 * step, 235, 0.1 * step, 4, 9, found=False)))
        for step in range(40)
    ]
    run = play([*rolling, *still(rest, 0.1), *strays], dice=dice)
    assert run.rolls == [(2, 5)]
    assert run.of(Roll)[0].time_s < 1.2 + 0.6


def test_without_any_dice_nothing_happens() -> None:
    assert play(still(Moment(), 1.0)).events == []


def test_dropped_and_doubled_frames_change_nothing() -> None:
    script = thrown([3, 3, 6])
    assert play(script, keep=lambda n: n % 3 != 1).rolls == [(3, 3, 6)]
    assert play(script, twice=lambda n: n % 2 == 0).rolls == [(3, 3, 6)]
    assert play(script, keep=lambda n: n % 7 < 4, twice=lambda n: n % 5 == 0).rolls == [(3, 3, 6)]


def test_each_of_two_throws_is_one_roll() -> None:
    first, second = thrown([1, 2, 3]), thrown([4, 5, 6], first=3)
    run = play([*first, *hand_over(first[-1], Moment()), *still(Moment(), 0.5), *second])
    assert run.rolls == [(1, 2, 3), (4, 5, 6)]
    assert not run.of(OffTable)


def test_the_dice_of_each_throw_tell_where_the_camera_is_over_a_table_that_nobody_measured() -> None:
    first, second = thrown([1, 2, 3]), thrown([4, 5], first=3)
    script = [*first, *hand_over(first[-1], Moment()), *still(Moment(), 0.5), *second]
    nobody = Somewhere(SIZE)
    told = nobody.after(-nobody.everywhere().astype(float) * 3)
    assert list(dict.fromkeys(play(script).cameras)) == [nobody, told]
    assert all(isinstance(camera, Viewpoint) for camera in play(script, table=marked()).cameras)


class Low(Stage):
    """A stage seen from low over the table, as its dice tell."""

    def placed(self, camera: Somewhere, image: Image, dice: Sequence[Detection]) -> Somewhere:
        return camera.after(np.array([0.0 if spot == (0.0, 0.95) else -9.0 for spot in _SPOTS]))


@pytest.mark.parametrize(("of", "off"), [(Stage, 0), (Low, 1)])
def test_once_a_throw_told_how_low_the_camera_is_a_die_is_judged_where_it_stands_and_not_where_it_is_seen(
    of: type[Stage], off: int
) -> None:
    edge = np.array([[0, 0], [SIZE[0], 0], [SIZE[0], 170], [0, 170]], float)
    table = replace(Table.whole(*SIZE), polygon_px=edge)
    first, about_the_line = thrown([1, 2, 3]), Cube(315, 178, value=4)
    script = [*first, *hand_over(first[-1], Moment()), *still(Moment(), 0.5)]
    second = [*roll_in(Moment(), [about_the_line]), *still(Moment((about_the_line,)), 1.0)]
    run = play([*script, *second], table=table, of=of)
    assert run.rolls == [(1, 2, 3), () if off else (4,)]
    assert len(run.of(OffTable)) == off
    # Before anything was told it counts as inside where it is seen.
    assert play(second, table=table, of=of).rolls == [(4,)]


def test_a_table_that_is_marked_just_after_a_throw_was_told_is_the_one_that_counts() -> None:
    far = replace(Table.whole(*SIZE), polygon_px=np.array([[0, 0], [480, 0], [480, 60], [0, 60]], float))
    stage, first = Low(), thrown([1, 2, 3])
    pipeline, marked_once, events = Pipeline(stage), False, list[Event]()
    second = [*hand_over(first[-1], Moment()), *still(Moment(), 0.5), *thrown([4], first=3)]
    for number, moment in enumerate([*still(Moment(), 0.4), *first, *second]):
        new = pipeline.step(stage.frame(moment, number / 30, number)).events
        if any(isinstance(event, Roll) for event in new) and not marked_once:
            pipeline.mark(far)
            marked_once = True
        events += new
    assert any(isinstance(event, OffTable) for event in events)


class Hanging(Stage):
    """A stage whose camera hangs upside down: side faces are read for the top ones as long as nobody knows that."""

    def read(
        self, image: Image, size_px: float | None, camera: Camera, where: Sequence[Box] | None = None
    ) -> tuple[Detection, ...]:
        dice = super().read(image, size_px, camera, where)
        return dice if camera.turns == 2 else tuple(replace(die, value=7 - (die.value or 1)) for die in dice)

    def placed(self, camera: Somewhere, image: Image, dice: Sequence[Detection]) -> Somewhere:
        return camera.after(
            np.array([12.0 if len(dice) != 2 and turn == np.pi else 0.0 for turn, _ in _SPOTS])
        )


@pytest.mark.parametrize(("dice", "fps"), [(5, 15), (5, 30), (None, 30)])
def test_the_first_throw_is_read_right_where_the_camera_hangs_upside_down(dice: int | None, fps: int) -> None:
    run = play(thrown([1, 2, 4, 4, 6], fps=fps), fps, dice=dice, of=Hanging)
    assert run.rolls == [(1, 2, 4, 4, 6)]
    assert {camera.turns for camera in run.cameras} == {0, 2}


def test_one_die_alone_does_not_tell_how_the_camera_hangs_and_two_that_did_not_are_not_the_last() -> None:
    first = thrown([5])
    script = [*first, *hand_over(first[-1], Moment()), *still(Moment(), 0.5)]
    assert play([*script, *thrown([5, 3], first=1)], of=Hanging).rolls == [(2,), (2, 4)]
    assert play([*script, *thrown([1, 2, 4], first=1)], of=Hanging).rolls == [(2,), (1, 2, 4)]


@pytest.mark.parametrize("times", [1.0, 1.8])
def test_dice_of_any_size_are_looked_for_as_they_are_seen_whatever_a_measured_table_says(
    times: float,
) -> None:
    table = replace(marked(), die_mm=16 / times)
    run = play(thrown([3, 1, 6]), table=table, dice=3)
    assert run.rolls == [(1, 3, 6)]
    assert run.sizes[0] is None
    assert run.sizes[-1] == pytest.approx(DIE_PX, rel=0.1)
    last = run.cameras[-1]
    assert isinstance(last, Viewpoint)
    # Boxes of real dice are larger than their edges by a third, those of the drawn ones are not.
    assert 1.3 * last.edge_mm == pytest.approx(16, rel=0.1)


def test_dice_that_lay_still_are_kept() -> None:
    first = thrown([1, 5, 2])
    kept = replace(first[-1], dice=first[-1].dice[:1])
    run = play(
        [*first, *hand_over(first[-1], kept), *still(kept, 0.6), *thrown([4, 4], first=3, before=kept)]
    )
    assert run.rolls == [(1, 2, 5), (4, 4)]
    assert run.of(Roll)[1].kept == (1,)


def test_a_die_knocked_by_a_thrown_one_belongs_to_the_throw() -> None:
    first = thrown([3])
    old = first[-1].dice[0]
    knocked = replace(old, x=old.x + 130, y=old.y + 60, value=2, turn=1.0)
    new = replace(old, value=5, number=1, turn=0.1)
    script = list(first)
    for step in range(1, 9):
        at = replace(
            new,
            x=old.x - 15 - 12 * (8 - step),
            y=old.y - 25 * (8 - step),
            turn=step * 0.4,
            value=1 + step % 6,
        )
        script.append(Moment((old, at)))
    for step in range(1, 16):
        t = 1 - (1 - step / 15) ** 2
        away = replace(
            knocked,
            x=old.x + 130 * t,
            y=old.y + 60 * t,
            turn=1 + 6 * (1 - t),
            value=2 if step > 14 else 1 + step % 6,
        )
        script.append(Moment((replace(new, x=old.x - 15 + 15 * t), away)))
    run = play([*script, *still(Moment((new, knocked)), 1.0)])
    assert run.rolls == [(3,), (2, 5)]


def test_a_die_on_another_is_seen_though_a_hand_was_taken_for_the_table_before() -> None:
    flat, upper = cubes([3, 5])
    rest = Moment((flat, replace(upper, state="stacked")))
    comes = [Moment(hands=((0, 0, *SIZE),))] * 20
    goes = [replace(rest, hands=((0, 27 * step, *SIZE),)) for step in range(10)]
    run = play([*still(Moment(), 0.5), *comes, *goes, *still(rest, 1.5)], dice=3)
    assert run.rolls == [(3, None)]
    assert [trouble.code for trouble in run.of(Trouble)] == ["count"]
    assert not run.of(OffTable)


# --- what is no throw ----------------------------------------------------------------------------


def no_throws() -> Iterator[tuple[str, list[Moment]]]:
    first = laid([1, 4, 6])
    rest = first[-1]
    one = rest.dice[0]
    aside = replace(rest, dice=(replace(one, x=one.x - 60, y=one.y + 90), *rest.dice[1:]))
    nudged = replace(rest, dice=(replace(one, x=one.x + 9, y=one.y + 3, turn=one.turn + 0.3), *rest.dice[1:]))
    yield "a hand covers and uncovers", [*hand_over(rest, rest), *still(rest, 1.0)]
    yield "a hand slides a die aside", [*hand_over(rest, aside), *still(aside, 1.0)]
    yield "a hand nudges a die", [*hand_over(rest, nudged), *still(nudged, 1.0)]
    slide = [
        replace(rest, dice=(replace(one, x=one.x - 60 * t, y=one.y + 90 * t), *rest.dice[1:]))
        for t in np.linspace(0, 1, 25)
    ]
    yield "a die slides aside by itself", [*slide, *still(aside, 1.0)]
    yield "a light is switched on", [*still(replace(rest, light=(1.5, 1.6, 1.7)), 1.5)]
    yield "a light is switched off", [*still(replace(rest, light=(0.45, 0.4, 0.35)), 1.5)]
    hunting = [replace(rest, light=(1 + 0.2 * math.sin(n / 5),) * 3) for n in range(60)]
    yield "the exposure hunts", [*hunting, *still(rest, 0.5)]
    passing = [replace(rest, shade=(8 * n - 150, 0, 8 * n, 270)) for n in range(80)]
    yield "somebody's shadow passes", [*passing, *still(rest, 0.5)]
    walking = [replace(rest, hands=((8 * n - 150, -20, 8 * n, 60 + 10 * math.sin(n)),)) for n in range(80)]
    yield "somebody walks past", [*walking, *still(rest, 0.5)]
    cup = [replace(rest, hands=((330, 270 - 6 * min(n, 20), 420, 360 - 6 * min(n, 20)),)) for n in range(90)]
    yield "a cup is set down", cup
    shaken = [replace(rest, shift=(1.2 * math.sin(n * 1.9), 0.9 * math.cos(n * 1.3))) for n in range(45)]
    yield "the table shakes", [*shaken, *still(rest, 0.5)]
    yield "the dice are taken away", [*hand_over(rest, Moment()), *still(Moment(), 1.0)]
    lifted = [
        replace(rest, dice=tuple(replace(die, y=die.y - 22 * n) for die in rest.dice)) for n in range(14)
    ]
    yield "the dice leave upward all at once", [*lifted, *still(Moment(), 1.0)]


@pytest.mark.parametrize(("name", "script"), [pytest.param(n, s, id=n) for n, s in no_throws()])
def test_is_no_throw(name: str, script: list[Moment]) -> None:
    run = play([*laid([1, 4, 6]), *script])
    assert run.rolls == [(1, 4, 6)], name
    assert not run.of(OffTable), name


@pytest.mark.parametrize(("name", "script"), [pytest.param(n, s, id=n) for n, s in no_throws()])
def test_is_no_throw_under_a_lamp_that_flickers_either(name: str, script: list[Moment]) -> None:
    run = play([*still(Moment(), 1.0), *laid([1, 4, 6]), *script], dice=3, of=Flickering)
    assert run.rolls == [(1, 4, 6)], name
    assert not run.of(OffTable), name


@pytest.mark.parametrize("dice", [3, None], ids=["awaited", "nobody knows how many"])
def test_a_camera_in_a_hand_sees_each_throw_once(dice: int | None) -> None:
    first = thrown([2, 6, 5])
    script = [*first, *hand_over(first[-1], Moment()), *still(Moment(), 1.0), *thrown([1, 4, 4], first=2)]
    run = play(script, dice=dice, of=InAHand)
    assert run.rolls == [(2, 5, 6), (1, 4, 4)]
    assert not run.of(OffTable)


@pytest.mark.parametrize(("name", "script"), [pytest.param(n, s, id=n) for n, s in no_throws()])
def test_is_no_throw_before_a_camera_in_a_hand_either(name: str, script: list[Moment]) -> None:
    run = play([*still(Moment(), 1.0), *laid([1, 4, 6]), *script], dice=3, of=InAHand)
    assert run.rolls == [(1, 4, 6)], name
    assert not run.of(OffTable), name


def test_a_view_tells_where_the_dice_are_in_the_swaying_cameras_own_picture() -> None:
    stage = InAHand()
    pipeline = Pipeline(stage)
    for number, moment in enumerate([*still(Moment(), 0.4), *thrown([2, 6, 5])]):
        frame = stage.frame(moment, number / 30, number)
        view = pipeline.step(frame)
    assert view.sway is not None
    for die in view.seen:
        x, y = (round(at) for at in die.centre_px)
        # Dice are white, the table is not.
        assert frame.image[y - 6 : y + 7, x - 6 : x + 7].mean() > 190


def test_the_side_of_a_die_found_as_a_second_one_when_a_hand_was_there_is_no_throw() -> None:
    first = laid([4])
    (die,) = first[-1].dice
    side = replace(die, y=die.y + DIE_PX, number=7, value=2, drawn=False)
    both = Moment((die, side))
    run = play([*first, *hand_over(first[-1], both), *still(both, 1.0)], dice=1)
    assert run.rolls == [(4,)]


def test_two_awaited_dice_pushed_aside_one_after_the_other_are_no_throw() -> None:
    lying = Moment(tuple(cubes([1, 4])))
    one = replace(lying, dice=(replace(lying.dice[0], x=340, y=200), lying.dice[1]))
    both = replace(lying, dice=(one.dice[0], replace(lying.dice[1], x=330, y=60)))
    script = [
        *laid([1, 4]),
        *hand_over(lying, one),
        *still(one, 1.0),
        *hand_over(one, both),
        *still(both, 1.0),
    ]
    assert play(script, dice=2).rolls == [(1, 4)]


@pytest.mark.parametrize("turned", [False, True])
def test_a_few_fingers_that_move_a_die_throw_none_and_take_none_off_the_table(turned: bool) -> None:
    die, *others = cubes([1, 4, 6])
    die = replace(die, x=120, y=200)

    def handled(share: float) -> Moment:
        value = 5 if turned and share > 0.5 else die.value
        return Moment((replace(die, x=die.x - 40 * share, y=die.y - 60 * share, value=value), *others))

    first = [*roll_in(Moment(), [die, *others]), *still(handled(0), 1.0)]
    run = play([*first, *fingers(handled), *still(handled(1), 1.0)], dice=3)
    assert run.rolls == [(1, 4, 6)]
    assert not run.of(OffTable)


def test_a_die_turned_over_is_asked_about() -> None:
    first = laid([1, 4, 6])
    rest = first[-1]
    turned = replace(rest, dice=(replace(rest.dice[0], value=5), *rest.dice[1:]))
    run = play([*first, *hand_over(rest, turned), *still(turned, 1.0)])
    assert run.rolls == [(1, 4, 6)]
    assert [(event.was, event.die.value, event.kept) for event in run.of(Turned)] == [(1, 5, False)]


# --- off the table -------------------------------------------------------------------------------


def leaving(before: Moment, along: Callable[[float], tuple[float, float]], frames: int = 24) -> list[Moment]:
    script = []
    for step in range(frames):
        x, y = along(step / (frames - 1))
        die = Cube(x, y, turn=step * 0.5, value=1 + step % 6, number=9)
        script.append(replace(before, dice=(*before.dice, die)))
    return script


WAYS: dict[str, Callable[[float], tuple[float, float]]] = {
    "right": lambda t: (60 + 480 * t, 40 + 60 * t),
    "left, back to where it came from": lambda t: (
        150 - 600 * (t - 0.5) ** 2 if t < 0.5 else 150 - 400 * (t - 0.5),
        180,
    ),
    "bottom": lambda t: (240 + 20 * t, -30 + 350 * t),
    "corner": lambda t: (200 + 320 * t, 60 + 260 * t),
}


@pytest.mark.parametrize("way", list(WAYS))
@pytest.mark.parametrize("dice", [None, 3])
def test_a_die_that_rolls_out_of_the_picture_is_off_the_table(way: str, dice: int | None) -> None:
    two = thrown([2, 6])
    out = leaving(Moment(), WAYS[way])
    script = []
    for n in range(max(len(two), len(out))):
        first = two[min(n, len(two) - 1)]
        script.append(replace(first, dice=(*first.dice, *(out[n].dice if n < len(out) else ()))))
    run = play([*script, *still(two[-1], 0.5)], dice=dice)
    assert [event.n for event in run.of(OffTable)] == [1]
    assert run.rolls == [(2, 6)]
    assert run.of(Roll)[0].off_table == 1


@pytest.mark.parametrize("way", [None, "right", "corner"])
@pytest.mark.parametrize("dice", [None, 1])
def test_of_what_was_on_its_way_when_the_camera_fell_silent_nobody_knows_whether_it_left(
    way: str | None, dice: int | None
) -> None:
    one = thrown([4])[:-25] if way is None else leaving(Moment(), WAYS[way])
    for seen in range(4, len(one)):
        # The dice are taken up before the camera is back.
        script = [*one[:seen], *still(Moment(), 6.0)]
        run = play(script, dice=dice, keep=lambda number, seen=seen: not 12 + seen <= number < 132 + seen)
        if way is None or seen < len(one) - 3:
            assert not run.of(OffTable), seen


@pytest.mark.parametrize("fps", [4, 5])
def test_a_throw_is_told_though_few_pictures_come(fps: int) -> None:
    throw = thrown([2, 6, 5], fps=fps)
    assert play([*throw, *still(throw[-1], 2.0, fps)], fps=fps).rolls == [(2, 5, 6)]


def test_where_nothing_was_thrown_yet_the_dice_that_lie_may_be_others_than_those_awaited() -> None:
    lying = Moment(tuple(cubes([2, 6])))
    out = leaving(lying, WAYS["corner"])
    pipeline_is_new = play([*still(lying, 1.0), *out, *still(lying, 1.0)], dice=None)
    assert pipeline_is_new.of(OffTable)


@pytest.mark.parametrize("frames", [4, 24])
@pytest.mark.parametrize("way", ["right", "corner"])
def test_what_crosses_the_picture_while_all_awaited_dice_lie_untouched_is_none_of_them(
    way: str, frames: int
) -> None:
    two = thrown([2, 6])
    run = play([*two, *leaving(two[-1], WAYS[way], frames), *still(two[-1], 1.0)], dice=2)
    assert run.rolls == [(2, 6)]
    assert not run.of(OffTable)


@pytest.mark.parametrize("asked", [False, True])
def test_a_die_that_was_hidden_is_counted_when_a_hand_has_laid_the_dice_out_or_somebody_asks(
    asked: bool,
) -> None:
    stage = Stage()
    pipeline, rolls = Pipeline(stage, None, 3), []
    a, b, c = cubes([2, 6, 3])
    lie, hidden = Moment((a, b, c)), Moment((a, b, replace(c, found=False)))
    after = still(lie, 1.5) if asked else hand_over(hidden, Moment((a, b, replace(c, x=b.x + 50, y=b.y))))
    script = [*still(Moment(), 0.5), *roll_in(Moment(), hidden.dice), *still(hidden, 1.5), *after]
    script += still(script[-1], 2)
    for number, moment in enumerate(script):
        view = pipeline.step(stage.frame(moment, number / 30, number))
        found = [event for event in view.events if isinstance(event, Roll)]
        rolls += [tuple(sorted(roll.faces, key=str)) for roll in found]
        if found:
            pipeline.expect(3, counting=len(rolls) == 1)
        if asked and number == len(script) - 90:
            pipeline.read_again()
    assert rolls == [(2, 6), (2, 3, 6)]


def test_a_slow_camera_is_said_and_busts_nobody() -> None:
    """Two pictures a second: nobody can say where a die went that is gone in the next one."""
    script = [*still(Moment(), 2), *thrown([2, 6]), *leaving(Moment(), WAYS["right"]), *still(Moment(), 3)]
    run = play(script, dice=2, keep=lambda number: number % 15 == 0)
    assert not run.of(OffTable)
    assert all(roll.off_table == 0 for roll in run.of(Roll))
    assert "slow" in run.troubles


def marked() -> Table:
    """A table with floor around it, and a place for kept dice at the left."""
    edge = np.array([[40, 20], [400, 20], [400, 250], [40, 250]], float)
    keep = np.array([[40, 20], [130, 20], [130, 250], [40, 250]], float)
    scale = np.diag([16 / DIE_PX, 16 / DIE_PX, 1.0])
    return Table(edge, SIZE, scale, keep)


def test_what_moves_on_and_on_beside_the_marked_table_holds_no_throw_back() -> None:
    toy = [Cube(440 + 14 * math.sin(t / 3), 150 + 14 * math.cos(t / 3), found=False) for t in range(120)]
    to = [Cube(200, 90, 0.3, 5, 0), Cube(300, 170, 0.9, 2, 1)]
    script = [*still(Moment(), 1), *roll_in(Moment(), to), *still(Moment(tuple(to)), 1.5)]
    beside = [replace(moment, dice=(*moment.dice, one)) for moment, one in zip(script, toy, strict=False)]
    run = play(beside, table=marked(), dice=2)
    assert (run.rolls, run.of(OffTable)) == ([(2, 5)], [])


def test_after_a_pause_in_the_pictures_they_come_as_fast_as_before() -> None:
    pause = [*still(Moment(), 3600)]
    script = [*still(Moment(), 1), *pause, *still(Moment(), 1), *thrown([2, 6])]
    run = play(script, dice=2, keep=lambda number: not 45 < number < 45 + len(pause))
    assert (run.rolls, run.troubles) == ([(2, 6)], set())


def test_too_little_light_is_said_of_a_table_on_which_nothing_moves() -> None:
    dim = (0.1, 0.1, 0.1)
    assert "dark" in play(still(Moment(light=dim), 4)).troubles
    assert "dark" in play([*thrown([2, 6]), *still(Moment(tuple(cubes([2, 6])), light=dim), 4)]).troubles


def test_a_die_that_comes_to_rest_beside_the_marked_table_is_off_the_table() -> None:
    outside = Cube(445, 150, value=3, number=9)
    inside = [Cube(200, 90, 0.3, 5, 0), Cube(300, 170, 0.9, 2, 1)]
    script = [*roll_in(Moment(), [*inside, outside]), *still(Moment((*inside, outside)), 1.5)]
    run = play(script, table=marked(), dice=3)
    assert sum(event.n for event in run.of(OffTable)) == 1
    assert run.rolls == [(2, 5)]
    assert run.of(Roll)[0].off_table == 1


def test_a_die_on_the_line_is_inside() -> None:
    line = Cube(403, 150, value=3, number=9)
    script = [*roll_in(Moment(), [line]), *still(Moment((line,)), 1.5)]
    run = play(script, table=marked())
    assert run.rolls == [(3,)]
    assert not run.of(OffTable)


def test_a_table_that_is_found_again_while_dice_fly_loses_no_throw() -> None:
    stage, events = Stage(), list[Event]()
    pipeline = Pipeline(stage, marked(), 2)
    for number, moment in enumerate([*still(Moment(), 0.4), *thrown([2, 6])]):
        if number == 24:
            pipeline.mark(replace(marked(), polygon_px=marked().polygon_px + 8))
        events += pipeline.step(stage.frame(moment, number / 30, number)).events
    assert [sorted(map(str, event.faces)) for event in events if isinstance(event, Roll)] == [["2", "6"]]


def test_dice_in_the_keep_zone_are_kept() -> None:
    first = Moment((Cube(90, 90, 0.2, 1, 7),))
    run = play([*still(first, 1.0), *thrown([2, 6], first=1, before=first)], table=marked())
    assert run.rolls == [(2, 6)]
    assert run.of(Roll)[0].kept == (1,)


def test_one_die_that_is_missing_where_nothing_hides_it_has_left_the_table() -> None:
    run = play([*thrown([2, 6, 6]), *still(thrown([2, 6, 6])[-1], 1.0)], dice=4)
    assert run.rolls == [(2, 6, 6)]
    assert [(off.n, off.why) for off in run.of(OffTable)] == [(1, MISSING_WHY)]
    assert run.of(Roll)[0].off_table == 1
    assert not run.of(Trouble)


def test_a_die_that_lands_where_one_with_its_value_lay_is_thrown_like_the_others() -> None:
    first = thrown([2, 6, 5])
    script = [*first, *hand_over(first[-1], Moment()), *still(Moment(), 1.0), *thrown([2, 4, 1])]
    run = play(script, dice=3)
    assert run.rolls == [(2, 5, 6), (1, 2, 4)]
    assert not run.of(OffTable)


def test_a_die_beside_an_old_place_makes_no_tower_of_another() -> None:
    first = thrown([2, 6, 5])
    x, y = PLACES[0]
    near = Cube(x + 14, y + 4, 0.5, 3, 7)
    script = [*first, *hand_over(first[-1], Moment()), *still(Moment(), 1.0)]
    script += [*roll_in(Moment(), [near, *cubes([4], 3)]), *still(Moment((near, *cubes([4], 3))), 2.0)]
    assert play(script, dice=3).rolls == [(2, 5, 6), (3, 4)]


def hidden() -> Iterator[tuple[str, Moment, int]]:
    """Where dice that are missing may be, what lies there besides two thrown dice, and how many dice are told of."""
    yield "behind a cup that came with them", Moment(hands=((20, 180, 110, 262),)), 3
    yield "there, but not found by the reader", Moment((Cube(330, 90, 0.2, 1, 7, found=False),)), 3
    yield "not thrown yet, all three of them", Moment(), 5


@pytest.mark.parametrize(
    ("before", "dice"), [(b, d) for _, b, d in hidden()], ids=[n for n, _, _ in hidden()]
)
def test_a_die_that_may_be_hidden_is_a_question_and_no_bust(before: Moment, dice: int) -> None:
    script = thrown([2, 6], before=before)
    run = play([*script, *still(script[-1], 1.0)], dice=dice)
    assert run.rolls == [(2, 6)]
    assert not run.of(OffTable)
    assert [trouble.code for trouble in run.of(Trouble)] == ["count"]


def test_a_die_that_takes_more_room_than_the_others_has_the_missing_one_under_it() -> None:
    x, y = PLACES[1]
    script = thrown([2, 6, 5], before=Moment((Cube(x + 6, y + 6, 0.4, 3, 7, found=False),)))
    run = play([*script, *still(script[-1], 1.0)], dice=4)
    (roll,) = run.of(Roll)
    assert sorted(roll.faces, key=str) == [2, 5, None]
    assert [die.state for die in roll.dice if die.value is None] == ["stacked"]
    assert not run.of(OffTable)
    assert [trouble.do.split(".")[0] for trouble in run.of(Trouble)] == ["One may lie under another"]


def test_a_still_table_is_not_read_again_and_again() -> None:
    script = thrown([1, 2, 3])
    short, long = play(script), play([*script, *still(script[-1], 3.0)])
    assert long.reads == short.reads
