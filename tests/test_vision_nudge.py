"""A nudge of the camera is noticed; what happens on a table while the camera stands still is none."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
import pytest
from room import SIZE, room, seen

from hardware.frame import Image
from vision.view.nudge import Nudge
from vision.view.shift import Elsewhere, Moved, Shift

RATE = 5


def view(scene: Image, dx: float = 0, dy: float = 0, turn_deg: float = 0) -> Image:
    """What the camera sees, grey, after the picture of the room moved by (dx, dy) and turned clockwise."""
    return np.asarray(cv2.cvtColor(seen(scene, dx, dy, turn_deg), cv2.COLOR_BGR2GRAY), np.uint8)


def with_dice(picture: Image, seed: int) -> Image:
    """Six dice somewhere in the tray."""
    random, drawn = np.random.default_rng(seed), picture.copy()
    for _ in range(6):
        x, y = int(random.integers(120, 420)), int(random.integers(80, 270))
        cv2.rectangle(drawn, (x, y), (x + 22, y + 22), 235, -1)
        for a, b in random.integers(4, 18, (4, 2)):
            cv2.circle(drawn, (x + int(a), y + int(b)), 2, 20, -1)
    return drawn


def with_hand(picture: Image, at: tuple[int, int]) -> Image:
    return np.asarray(cv2.ellipse(picture.copy(), at, (90, 130), 25, 0, 360, 180, -1), np.uint8)


NOISE = np.random.default_rng(0).normal(0, 3, (SIZE[1], SIZE[0])).astype(np.float32)


def noisy(picture: Image, seed: int) -> Image:
    noise = np.roll(NOISE, (97 * seed, 31 * seed), (0, 1))
    gray = np.clip(picture + noise, 0, 255).astype(np.uint8)
    return np.asarray(cv2.cvtColor(gray, cv2.COLOR_GRAY2BGR), np.uint8)


def test_a_camera_that_begins_with_a_black_picture_is_watched_from_the_first_that_shows_something() -> None:
    nudge, black = Nudge(), np.zeros((SIZE[1], SIZE[0], 3), np.uint8)
    assert [nudge.step(black, n) for n in (-2.0, -1.0)] == [None, None]
    scene = room(1)
    still = watch(lambda n: view(scene), 2, nudge)
    assert not any(still)
    moved = [nudge.step(noisy(view(scene, 30, 10), n), 2 + n / RATE) for n in range(3 * RATE)]
    assert moved[-1] is not None


TRAY = np.array([[90.0, 50.0], [460.0, 50.0], [460.0, 310.0], [90.0, 310.0]])


def of_the_tray() -> Nudge:
    """A nudge that knows where the table is."""
    nudge = Nudge()
    nudge.restart(TRAY)
    return nudge


def watch(show: Callable[[int], Image], seconds: float, nudge: Nudge | None = None) -> list[Moved | None]:
    """What a nudge says to five pictures a second; `show` gives the picture of each."""
    nudge = nudge or Nudge()
    return [nudge.step(noisy(show(n), n), n / RATE) for n in range(round(seconds * RATE))]


@pytest.mark.parametrize(
    ("dx", "dy", "turn"), [(3, 2, 0), (-9, 6, 0), (20, -15, 0), (40, 22, 0), (4, 0, 2.0), (0, 0, -1.5)]
)
def test_a_nudge_is_measured_within_half_a_pixel(dx: float, dy: float, turn: float) -> None:
    scene = room(1)
    said = watch(
        lambda n: with_dice(view(scene), 0) if n < 10 else with_dice(view(scene, dx, dy, turn), 1), 3.5
    )
    assert not any(said[:10])
    shift = said[-1]
    assert isinstance(shift, Shift)
    assert (shift.dx_px, shift.dy_px) == (pytest.approx(dx, abs=0.5), pytest.approx(dy, abs=0.5))
    assert shift.turn_deg == pytest.approx(turn, abs=0.2)


def nothing_moved(n: int) -> Image:
    return with_dice(view(room(1)), 0)


def dice_are_thrown(n: int) -> Image:
    return with_dice(view(room(1)), n // 3)


def a_hand_comes_and_goes(n: int) -> Image:
    still = with_dice(view(room(1)), 0)
    return with_hand(still, (700 - 24 * n, 220)) if 5 < n < 25 else still


def the_light_is_switched(n: int) -> Image:
    still = with_dice(view(room(1)), 0).astype(np.float32)
    return np.asarray(np.clip(still * (0.45 if n % 10 > 4 else 1.1), 0, 255), np.uint8)


def the_table_trembles_under_the_dice(n: int) -> Image:
    return view(room(1), dy=3 if n in (10, 11, 12) else 0)


def a_cup_is_set_down(n: int) -> Image:
    still = view(room(1))
    return np.asarray(cv2.circle(still.copy(), (540, 90), 55, 225, -1), np.uint8) if n > 7 else still


@pytest.mark.parametrize(
    "show",
    [
        nothing_moved,
        dice_are_thrown,
        a_hand_comes_and_goes,
        the_light_is_switched,
        the_table_trembles_under_the_dice,
        a_cup_is_set_down,
    ],
)
@pytest.mark.parametrize("begun", [Nudge, of_the_tray])
def test_this_is_no_nudge(show: Callable[[int], Image], begun: Callable[[], Nudge]) -> None:
    assert not any(watch(show, 6, begun()))


@pytest.mark.parametrize("grown", [0.96, 1.04])
def test_a_camera_that_is_lowered_or_raised_a_little_has_moved(grown: float) -> None:
    scene = room(2)
    raised = np.asarray(cv2.cvtColor(seen(scene, grown=grown), cv2.COLOR_BGR2GRAY), np.uint8)
    said = watch(lambda n: view(scene) if n < 10 else raised, 4)
    assert not any(said[:10])
    assert isinstance(said[-1], Shift)
    assert said[-1].grown == pytest.approx(grown, abs=0.005)


@pytest.mark.parametrize("scene", [1, 2, 3])
@pytest.mark.parametrize("where", ["upside down", "on its side", "turned", "far away", "another room"])
def test_a_camera_that_sees_something_else_has_moved(scene: int, where: str) -> None:
    before = view(room(scene))
    after = {
        "upside down": view(room(scene), turn_deg=180),
        "on its side": view(room(scene), turn_deg=90),
        "turned": view(room(scene), turn_deg=25),
        "far away": view(room(scene), dx=256),
        "another room": view(room(scene + 9)),
    }[where]
    said = watch(lambda n: with_dice(before, 0) if n < 10 else with_dice(after, 1), 6, of_the_tray())
    assert not any(said[:10])
    assert said[-1] == Elsewhere()


def test_what_covers_the_picture_for_a_moment_is_nothing_and_for_long_is_something_else() -> None:
    nudge, scene = of_the_tray(), view(room(1))
    cloth = view(room(7), turn_deg=90)
    said = watch(lambda n: cloth if 5 <= n < 12 or 20 <= n < 40 else scene, 12, nudge)
    assert not any(said[:20])
    assert Elsewhere() in said[30:40]
    assert not any(said[45:])


def test_what_stood_before_the_camera_is_forgotten_where_it_cannot_be_said_where_the_view_lies() -> None:
    # Next to nothing to go by, but for a chair: of so little nobody can say that it moved, or that it did not.
    bare = np.full((SIZE[1], SIZE[0]), 128, np.uint8)
    for x, y in ((500, 60), (560, 60), (500, 180), (560, 180)):
        cv2.rectangle(bare, (x, y), (x + 40, y + 70), 60, -1)
    cloth = view(room(7), turn_deg=90)
    for covered in (3, 30):
        nudge = of_the_tray()
        nudge._compare = lambda *_: None  # type: ignore[method-assign]
        said = watch(lambda n, covered=covered: cloth if 10 <= n < 10 + covered else bare, 16, nudge)
        assert (Elsewhere() in said) == (covered == 30)
        assert said[-1] is None
        assert not nudge.suspect


def test_in_the_dark_there_is_nothing_else_to_see() -> None:
    random = np.random.default_rng(1)

    def show(n: int) -> Image:
        blotches = cv2.GaussianBlur(random.normal(0, 60, (SIZE[1], SIZE[0])), (0, 0), 3)
        return view(room(1)) if n < 10 else np.clip(14 + blotches, 0, 255).astype(np.uint8)

    assert not any(watch(show, 6, of_the_tray()))


@pytest.mark.parametrize("size", [(848, 480), (640, 364)])
def test_a_view_known_from_a_picture_of_another_size_is_known_though_a_rounding_makes_it_another_shape(
    size: tuple[int, int],
) -> None:
    scene, nudge = room(1), of_the_tray()
    nudge.step(noisy(view(scene), 0), -1.0)
    for dx, moved in ((0, False), (55, True)):
        for n in range(15):
            picture = np.asarray(cv2.resize(noisy(view(scene, dx), n), size), np.uint8)
            said = nudge.step(picture, (20 * moved + n) / RATE)
        assert (said is not None) == moved


def test_a_table_beside_which_there_is_nothing_to_see_never_is_another() -> None:
    bare = np.full((SIZE[1], SIZE[0]), 128, np.uint8)
    assert not any(watch(lambda n: with_dice(bare, n // 8), 6, of_the_tray()))


def test_a_camera_put_back_is_as_it_was() -> None:
    scene = room(2)
    said = watch(lambda n: view(scene, dx=8 if 8 <= n < 20 else 0), 6)
    assert any(said[8:20])
    assert not any(said[-5:])


def test_a_table_marked_anew_is_judged_by_the_new_view() -> None:
    scene, nudge = room(2), Nudge()
    assert watch(lambda n: view(scene, dx=8 if n >= 5 else 0), 3, nudge)[-1]
    nudge.restart()
    assert not any(watch(lambda n: view(scene, dx=8), 3, nudge))


def test_a_camera_that_sinks_while_things_come_and_go_is_noticed_in_the_end() -> None:
    scene = room(3)

    def show(n: int) -> Image:
        cluttered = scene.copy()
        # Every second something else is put somewhere; the view sinks by 3 pixels in half a minute.
        for thing in range(n // RATE):
            x, y = 130 + 137 * thing % 480, 110 + 71 * thing % 260
            cv2.rectangle(cluttered, (x, y), (x + 60, y + 45), 40 + 37 * thing % 180, -1)
        return view(cluttered, dy=min(n / RATE / 10, 3.0))

    assert watch(show, 33)[-1]


def test_a_view_that_was_covered_for_long_is_known_again_as_it_was_at_first() -> None:
    scene, random = view(room(3)), np.random.default_rng(0)
    threads = cv2.GaussianBlur(random.normal(0, 1, (SIZE[1], SIZE[0] + 60)), (0, 0), 3)
    cloth = np.clip(110 + 40 * threads / threads.std(), 0, 255).astype(np.uint8)

    def show(n: int) -> Image:
        # A cloth is drawn over all of the picture, slips, and is taken off.
        wide = round(min((n - 10) / 24, 1) * SIZE[0]) if 10 <= n < 50 else 0
        slipped, picture = 8 if n >= 40 else 0, scene.copy()
        picture[:, :wide] = cloth[:, slipped : slipped + wide]
        return picture

    said = watch(show, 16)
    assert any(said[40:50])
    assert not any(said[54:])


def test_a_bare_table_gives_no_answer_rather_than_a_wrong_one() -> None:
    bare = np.full((SIZE[1], SIZE[0]), 128, np.uint8)
    assert not any(watch(lambda n: with_dice(bare, n // 8), 6))
