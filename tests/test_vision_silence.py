"""Never silent: where the reader sees dice lie flat and still for a second, something is told within two."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scripted import flight, flying, gone, look_at, rest, rolls
from stage import Moment, Stage, cubes, play, roll_in, still, thrown

from hardware.frame import Image
from vision.following.flight import Flight
from vision.following.rest import Rest
from vision.nouns import Box, Detection, DieState, Event, Moving, Roll, Trouble
from vision.plane.viewpoint import Camera
from vision.throw.settler import Settler
from vision.throw.wait import COVERED, HAND, LIES, MOVING, UNSTEADY

FPS = 20
# What goes on beside the dice, from a frame to the next, without an end.
BESIDE = (
    "nothing",
    "hand",
    "hand over one",
    "hand away",
    "flutter",
    "covered",
    "covered and known",
    "stir",
    "lost",
)


@dataclass(frozen=True)
class Act:
    """Something that goes on for a while."""

    kind: str
    seconds: float


def beside(kind: str, time_s: float) -> dict[str, Any]:
    """What it adds to a look at that time."""
    hidden = rest(90, 480, 2, covered=True, lay=True, known=kind == "covered and known", now=time_s)
    return {
        "nothing": {},
        "hand": {"hand": True, "stir": True},
        "hand away": {"hand": True, "away": True, "stir": True},
        "hand over one": {"hand": True, "rests": [hidden], "stir": True},
        "flutter": {"flights": [fluttering(time_s)], "stir": True},
        "covered": {"rests": [hidden], "stir": True},
        "covered and known": {"rests": [hidden], "stir": True},
        "stir": {"stir": True},
        "lost": {"flights": [lost(time_s)], "stir": True},
        "left": {"left": [gone(end=time_s)], "stir": True},
        "vanished": {"vanished": 1, "stir": True},
    }[kind]


def fluttering(time_s: float) -> Flight:
    """What has moved since long before any die came."""
    one = flying(time_s)
    one.born_s = 0.0
    return one


def lost(time_s: float) -> Flight:
    """A die that is lost on its way, time and again."""
    one = flight(320, end=time_s - 0.05)
    one.ended = False
    one.area_px = 32.0**2
    return one


def goes_on(settler: Settler, kind: str, since_s: float, seconds: float) -> Iterator[Event]:
    for number in range(round(seconds * FPS)):
        time_s = since_s + number / FPS
        yield from settler.step(look_at(time_s, read=number % 2 == 0, **beside(kind, time_s)))


def lie(
    settler: Settler, kind: str, values: list[int], flown: bool, since_s: float, seconds: float
) -> Iterator[Event]:
    """Dice come to rest at a time, and lie flat, still and in sight for so long, whatever goes on beside them."""
    dice = [rest(number, 130 + 60 * number, value, since=since_s) for number, value in enumerate(values)]
    came = [flight(die.centre_px[0], end=since_s - 0.03, stopped=True) for die in dice] if flown else []
    for number in range(round(seconds * FPS) + 1):
        time_s = since_s + number / FPS
        for die in dice:
            seen_now(die, time_s, since_s, number)
        more = beside(kind, time_s)
        look = look_at(
            time_s,
            **more
            | {
                "read": True,
                "rests": [*dice, *more.get("rests", [])],
                "flights": [*came, *more.get("flights", [])],
            },
        )
        yield from settler.step(look)


def seen_now(die: Rest, time_s: float, since_s: float, looks: int) -> None:
    """The reader finds it flat in one more look."""
    die.still_s, die.flat_s = time_s - since_s, since_s
    die.looks = die.seen = die.states["flat"] = looks + 1
    die.lay = looks > 0


@settings(max_examples=150, deadline=None)
@given(
    expected=st.none() | st.integers(1, 5),
    before=st.lists(
        st.builds(Act, st.sampled_from((*BESIDE, "left", "vanished")), st.sampled_from((0.1, 0.6, 1.5))),
        max_size=3,
    ),
    meanwhile=st.sampled_from(BESIDE),
    values=st.lists(st.integers(1, 6), min_size=1, max_size=4),
    flown=st.booleans(),
    asked=st.booleans(),
)
def test_dice_that_are_seen_flat_for_two_seconds_are_never_passed_over_in_silence(
    expected: int | None, before: list[Act], meanwhile: str, values: list[int], flown: bool, asked: bool
) -> None:
    settler, time_s = Settler(expected), 1.0
    for act in before:
        list(goes_on(settler, act.kind, time_s, act.seconds))
        time_s += act.seconds
    if asked:
        settler.read_again()
    events = list(lie(settler, meanwhile, values, flown, time_s, 2.0))
    assert settler.troubles or [event for event in events if not isinstance(event, Moving)]


@pytest.mark.parametrize(
    ("meanwhile", "wait"),
    [("hand over one", HAND), ("flutter", MOVING), ("covered", COVERED), ("nothing", LIES)],
)
def test_what_is_waited_for_is_said_with_what_to_do(meanwhile: str, wait: Any) -> None:
    settler = Settler(2 if meanwhile == "hand over one" else None)
    list(goes_on(settler, meanwhile, 1.0, 1.0))
    events = list(lie(settler, meanwhile, [3], False, 2.0, 1.9))
    troubles = [event for event in events if isinstance(event, Trouble)]
    assert [(each.what, each.do) for each in troubles] == [(wait.what, wait.do)]
    assert settler.troubles == tuple(troubles)


def test_a_throw_that_is_told_in_time_is_told_without_a_word_more() -> None:
    settler = Settler()
    events = list(lie(settler, "nothing", [3, 5], True, 1.0, 4.0))
    assert [type(event) for event in events] == [Roll]
    assert settler.troubles == ()


def test_what_was_said_of_dice_that_waited_is_taken_back_when_they_are_told() -> None:
    settler = Settler()
    list(lie(settler, "flutter", [3, 5], True, 1.0, 2.0))
    assert settler.troubles
    assert len(rolls(list(lie(settler, "nothing", [3, 5], True, 3.1, 2.0)))) == 1
    assert settler.troubles == ()


# --- a hand that comes early -----------------------------------------------------------------------


def gathered(lay_s: float, seconds: float = 0.8, state: DieState = "flat") -> list[Moment]:
    """A throw of three, the last of which lies so, lies for so long; then a hand is over all of it at once."""
    *flat, last = cubes([2, 5, 3])
    to = [*flat, replace(last, state=state)]
    lying = Moment(tuple(to))
    hands = [((70.0 + 3 * (n % 2), 40.0, 290.0, 190.0 + n),) for n in range(20)]
    script = [*roll_in(Moment(), to, seconds), *still(lying, lay_s), *(Moment((), hand) for hand in hands)]
    return [*script, *still(Moment(), 1.0)]


class HalfSeen(Stage):
    """A stage on which the last die is found by every second look."""

    def read(
        self, image: Image, size_px: float | None, camera: Camera, where: Sequence[Box] | None = None
    ) -> tuple[Detection, ...]:
        found = super().read(image, size_px, camera, where)
        return found[: len(found) - self.reads % 2]


@pytest.mark.parametrize(
    ("script", "of"),
    [
        pytest.param(gathered(0.4, state="cocked"), Stage, id="one leans and may fall"),
        pytest.param(gathered(0.35, seconds=0.2), Stage, id="more dice might come"),
        pytest.param(gathered(0.4), HalfSeen, id="one is found in half of the looks"),
    ],
)
def test_dice_that_lay_still_when_a_hand_came_early_are_told_or_asked(
    script: list[Moment], of: type[Stage]
) -> None:
    (roll,) = play(script, of=of).of(Roll)
    assert len(roll.faces) == 3
    assert {face for face in roll.faces if face} <= {2, 3, 5}


def test_a_hand_that_comes_while_dice_fly_tells_of_nothing_early() -> None:
    one, two = cubes([2, 5])
    first = [*roll_in(Moment(), [one], 0.3), *still(Moment((one,)), 0.25)]
    hand = ((380.0, -20.0, 500.0, 80.0),)
    second = [Moment(moment.dice, hand) for moment in roll_in(Moment((one,)), [two], 0.3, start=(420, 60))]
    script = [*first, *second, *still(Moment((one, two)), 1.0)]
    assert play(script, dice=2).rolls == [(2, 5)]


# --- a throw in the first moments, and in the last --------------------------------------------------


@pytest.mark.parametrize("dice", [3, None])
@pytest.mark.parametrize("cut_s", [0.3, 0.5, 0.6])
def test_a_throw_under_way_in_the_first_picture_is_told(cut_s: float, dice: int | None) -> None:
    script = thrown([2, 5, 3])[round(cut_s * 30) :]
    assert play(script, dice=dice, before_s=0).rolls == [(2, 3, 5)]


@pytest.mark.parametrize("dice", [3, None])
def test_dice_that_were_not_seen_to_move_since_the_first_picture_are_no_throw_and_that_is_said(
    dice: int | None,
) -> None:
    run = play(still(Moment(tuple(cubes([2, 5, 3]))), 2.0), dice=dice, before_s=0)
    assert run.rolls == []
    assert [trouble.what for trouble in run.of(Trouble)] == [LIES.what]


@pytest.mark.parametrize("dice", [3, None])
@pytest.mark.parametrize("lay_s", [0.2, 0.5, 0.9])
def test_a_throw_is_told_however_soon_after_its_rest_the_film_ends(lay_s: float, dice: int | None) -> None:
    script = thrown([2, 5, 3])[: round((0.8 + lay_s) * 30)]
    assert play(script, dice=dice).rolls == [(2, 3, 5)]


@pytest.mark.parametrize("speed_px", [3, 9])
def test_dice_that_drift_with_a_moving_table_and_are_never_seen_to_fly_are_spoken_of(speed_px: int) -> None:
    settler, events = Settler(2), list[Event]()
    for frame in range(6 * FPS):
        time_s = 1 + frame / FPS
        drift = [
            rest(number, 60 + 150 * number + speed_px * frame / 2 % 150, since=time_s - 0.05, now=time_s)
            for number in range(2)
        ]
        for one in drift:
            one.flat_s = time_s
        events += settler.step(look_at(time_s, rests=drift, stir=True, read=True))
    said = [event for event in events if isinstance(event, Trouble)]
    assert [each.code for each in said] == ["waiting"]
    assert said[0].what == UNSTEADY.what
    assert said[0].since_s <= 5
    assert not rolls(events)
