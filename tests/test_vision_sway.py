"""A camera that sways is held still to the pixel; one that stands still is left alone, whatever happens before it."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from room import SIZE, moved, room, seen

from hardware.frame import Image
from vision.nouns import Doubles
from vision.view.sway import CALM_S, Sway

FPS = 30
# What is held still, and noisy, is unlike the first picture by less.
NOISY = 5
NOISE = [np.random.default_rng(k).normal(0, 2, (SIZE[1], SIZE[0], 3)).astype(np.int16) for k in range(7)]


def noisy(picture: Image, number: int) -> Image:
    return np.clip(picture + NOISE[number % 7], 0, 255).astype(np.uint8)


def with_hand(picture: Image, x: int, y: int) -> Image:
    hand = cv2.ellipse(picture.copy(), (x, y), (110, 150), 20, 0, 360, (120, 140, 200), -1)
    return np.asarray(cv2.line(hand, (x - 30, y - 80), (x - 10, y + 90), (80, 90, 150), 4), np.uint8)


def in_a_hand(number: int, share: float) -> dict[str, float]:
    """How the view lies in this frame: to and fro by about such a share of the long side; as at first in frame 0."""
    t = number / FPS
    return {
        "right": SIZE[0] * share * np.sin(2.1 * t),
        "down": SIZE[0] * share * np.sin(3.3 * t),
        "turn_deg": 60 * share * np.sin(1.7 * t),
        "grown": 1 + share / 2 * np.sin(1.3 * t),
    }


def hold(show: Callable[[int], Image], count: int, sway: Sway | None = None) -> list[Image]:
    """The pictures as they are held, of a camera that shows these."""
    sway = sway or Sway()
    return [sway.hold(noisy(show(number), number), number / FPS) for number in range(count)]


def off(held: Image, first: Image) -> float:
    """By how many grey levels the tenth of the inner picture that is least like the first one is unlike it."""
    inner = np.s_[20:-20, 20:-20]
    return float(np.quantile(np.abs(held[inner].astype(int) - first[inner]), 0.9))


def missed(sway: Sway, truth: Doubles) -> float:
    """By how many pixels, at most, a corner of the picture is said to be elsewhere than it is."""
    assert sway.matrix is not None
    corners = np.array([[[0, 0], [SIZE[0], 0], [0, SIZE[1]], list(SIZE)]], np.float32)
    told, true = (cv2.transform(corners, matrix)[0] for matrix in (sway.matrix, truth))
    return float(np.abs(told - true).max())


@settings(max_examples=8, deadline=None)
@given(share=st.floats(0.007, 0.015), seed=st.integers(1, 4))
def test_a_camera_in_a_hand_shows_what_it_showed_at_first(share: float, seed: int) -> None:
    scene, sway = room(seed), Sway()
    held = hold(lambda number: seen(scene, **in_a_hand(number, share)), 45, sway)
    assert sway.matrix is not None
    # Noise alone makes a difference of 3 levels.
    assert max(off(each, seen(scene)) for each in held[9:]) < NOISY
    assert off(seen(scene, **in_a_hand(10, share)), seen(scene)) > NOISY + 2


@pytest.mark.parametrize("share", [0.005, 0.012])
def test_where_a_thing_is_in_the_cameras_own_picture_is_told(share: float) -> None:
    scene, sway = room(2), Sway()
    hold(lambda number: seen(scene, **in_a_hand(number, share)), 40, sway)
    assert sway.matrix is not None
    assert missed(sway, moved(**in_a_hand(39, share))) < 0.7


def test_a_hand_over_half_of_the_picture_does_not_hide_the_sway() -> None:
    scene, sway = room(3), Sway()

    def show(number: int) -> Image:
        picture = seen(scene, **in_a_hand(number, 0.008))
        return with_hand(picture, 320 + int(8 * number) - 240, 200) if number > 10 else picture

    held = hold(show, 50, sway)
    left = np.s_[30:-30, 30:120]
    gap = np.abs(held[-1][left].astype(int) - seen(scene)[left])
    assert sway.matrix is not None
    assert float(np.quantile(gap, 0.9)) < NOISY


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("covered", [False, True], ids=["open", "under a hand"])
@pytest.mark.parametrize(("right", "down"), [(3, -4), (-9, 5), (12, 12), (-25, 9), (4, -30)])
def test_a_camera_bumped_in_one_picture_is_held_where_it_was(
    right: float, down: float, covered: bool, seed: int
) -> None:
    scene, sway = room(seed), Sway()
    for number in range(40):
        picture = seen(scene, right, down) if number > 12 else seen(scene)
        sway.hold(noisy(with_hand(picture, 240, 200) if covered else picture, number), number / FPS)
    assert missed(sway, moved(right, down)) < 0.7


@pytest.mark.parametrize(("right", "down"), [(17, 0), (-20, 24), (0, 30)])
def test_on_a_checked_cloth_the_bump_is_by_as_many_checks_as_it_was(right: float, down: float) -> None:
    scene, sway = room(1).copy(), Sway()
    rows, columns = np.indices(scene.shape[:2]) // 24
    checks = np.where((rows + columns) % 2, 90, 180).astype(np.uint8)[:, :, None]
    scene[:, :300] = checks[:, :300]
    scene[:, 480:] = checks[:, 480:]
    for number in range(40):
        sway.hold(noisy(seen(scene, right, down) if number > 12 else seen(scene), number), number / FPS)
    assert missed(sway, moved(right, down)) < 0.7


def test_a_camera_that_was_bumped_and_stands_still_moves_every_picture_alike() -> None:
    scene, sway, told = room(2), Sway(), []
    for number in range(round((CALM_S + 3) * FPS)):
        sway.hold(noisy(seen(scene, 7, -5) if number > 12 else seen(scene), number), number / FPS)
        told.append(sway.matrix)
    assert all(matrix is told[-1] or np.array_equal(matrix, told[-1]) for matrix in told[-2 * FPS :])
    assert missed(sway, moved(7, -5)) < 0.7


def test_a_view_half_of_which_was_covered_for_long_is_known_again_as_it_was_at_first() -> None:
    scene, sway = room(4), Sway()
    for number in range(12 * FPS):
        picture = seen(scene, **in_a_hand(number, 0.008))
        if FPS < number < 9 * FPS:
            left = int(310 + 60 * np.sin(number / 20))
            cv2.rectangle(picture, (left, 0), SIZE, (120, 140, 200), -1)
            cv2.line(picture, (left + 50, 0), (600, int(200 + 40 * np.sin(number / 9))), (80, 90, 150), 9)
        sway.hold(noisy(picture, number), number / FPS)
    assert missed(sway, moved(**in_a_hand(12 * FPS - 1, 0.008))) < 0.7


@pytest.mark.parametrize("turn_deg", [2.0, -3.0])
def test_a_bump_may_turn_the_camera_a_little(turn_deg: float) -> None:
    scene, sway = room(2), Sway()
    for number in range(40):
        picture = seen(scene, 10, 5, turn_deg) if number > 12 else seen(scene)
        sway.hold(noisy(picture, number), number / FPS)
    assert missed(sway, moved(10, 5, turn_deg)) < 0.7


@pytest.mark.parametrize("fps", [FPS, 5])
def test_a_lens_that_was_covered_for_seconds_finds_its_view_again(fps: int) -> None:
    scene, sway = room(3), Sway(seen(room(3)))
    for number in range(8 * fps):
        covered = 2 <= number / fps < 4.5
        picture = seen(room(1), 3.0 * number) if covered else seen(scene, 9, -6)
        sway.hold(noisy(picture, number), number / fps)
    assert missed(sway, moved(9, -6)) < 0.7


def test_one_picture_of_something_else_after_a_gap_is_soon_forgotten() -> None:
    scene, sway = room(3), Sway(seen(room(3)))
    for number in range(2 * FPS):
        sway.hold(noisy(seen(scene, 9, -6), number), number / FPS)
    sway.hold(seen(room(1)), 7.0)
    for number in range(10):
        sway.hold(noisy(seen(scene, 9, -6), number), 7.1 + number / FPS)
    assert missed(sway, moved(9, -6)) < 0.7


def test_the_rim_of_the_picture_that_was_shown_before_is_never_shown() -> None:
    scene = room(3)
    marked = seen(scene)
    marked[:, -30:] = (0, 0, 255)
    held = hold(lambda _: seen(scene, 14, 0), 20, Sway(marked))[-1]
    assert off(held, seen(scene)) < NOISY
    assert not (held[:, -30:] == (0, 0, 255)).all(axis=2).any()


def test_a_view_that_was_shown_before_is_followed_from_there() -> None:
    scene = room(3)
    sway = Sway(seen(scene))
    held = hold(lambda _: seen(scene, 11, -8, 1.0), 20, sway)[-1]
    assert missed(sway, moved(11, -8, 1.0)) < 0.7
    assert off(held, seen(scene)) < NOISY
    other = Sway(seen(room(1)))
    assert off(hold(lambda _: seen(scene), 2 * FPS, other)[-1], seen(scene)) < NOISY
    assert other.matrix is None


def nothing_moves(number: int) -> Image:
    return seen(room(1))


def a_hand_comes_and_goes(number: int) -> Image:
    return with_hand(seen(room(1)), 700 - 12 * number, 220)


def the_light_is_switched(number: int) -> Image:
    light = seen(room(1)).astype(np.float32) * (0.45 if number % 20 > 9 else 1.1)
    return np.clip(light, 0, 255).astype(np.uint8)


def a_tray_full_of_dice_is_thrown(number: int) -> Image:
    random, drawn = np.random.default_rng(number // 4), seen(room(1)).copy()
    for _ in range(8):
        x, y = int(random.integers(100, 420)), int(random.integers(60, 270))
        cv2.rectangle(drawn, (x, y), (x + 26, y + 26), (235, 235, 235), -1)
    return drawn


@pytest.mark.parametrize(
    "show", [nothing_moves, a_hand_comes_and_goes, the_light_is_switched, a_tray_full_of_dice_is_thrown]
)
def test_the_pictures_of_a_camera_that_stands_still_are_given_back_as_they_are(
    show: Callable[[int], Image],
) -> None:
    sway = Sway()
    for number in range(75):
        picture = noisy(show(number), number)
        assert sway.hold(picture, number / FPS) is picture


def test_a_camera_put_back_stands_still_again() -> None:
    scene, sway = room(4), Sway()
    away_s = 1.0
    last = round((away_s + CALM_S + 1) * FPS)
    for number in range(last + 1):
        down = 6.0 if 10 <= number < away_s * FPS else 0.0
        picture = noisy(seen(scene, down=down), number)
        held = sway.hold(picture, number / FPS)
        if number == 20:
            assert off(held, seen(scene)) < NOISY
    assert held is picture


@pytest.mark.parametrize(("right", "scene"), [(70.0, 1), (0.0, 4)], ids=["turned away", "another place"])
def test_another_view_is_taken_as_it_is(right: float, scene: int) -> None:
    sway = Sway()
    for number in range(90):
        now = seen(room(1)) if number < 15 else seen(room(scene), right=right)
        picture = noisy(now, number)
        held = sway.hold(picture, number / FPS)
    assert held is picture


def test_a_table_without_an_edge_tells_nothing() -> None:
    def plain(number: int) -> Image:
        return np.full((SIZE[1], SIZE[0], 3), 120 + number % 3, np.uint8)

    sway = Sway()
    for number in range(60):
        picture = plain(number)
        assert sway.hold(picture, number / FPS) is picture


def test_the_rim_that_is_out_of_view_shows_what_was_last_seen_there() -> None:
    scene, sway = room(2), Sway()
    held = hold(lambda number: seen(scene, right=min(number, 12)), 30, sway)[-1]
    # The view went to the right: the rightmost pixels of the first one are out of it now.
    assert off(held, seen(scene)) < NOISY
    rim = np.abs(held[:, -10:].astype(int) - seen(scene)[:, -10:])
    assert float(np.median(rim)) < NOISY


def test_the_pictures_given_are_never_written_to() -> None:
    scene, sway = room(3), Sway()
    for number in range(40):
        picture = noisy(seen(scene, **in_a_hand(number, 0.01)), number)
        before = picture.copy()
        picture.flags.writeable = False
        sway.hold(picture, number / FPS)
        assert np.array_equal(picture, before)


@pytest.mark.parametrize("size", [(1, 1), (2, 3), (9, 400), (400, 9)])
def test_pictures_of_any_size_are_taken(size: tuple[int, int]) -> None:
    sway, random = Sway(), np.random.default_rng(1)
    for number in range(5):
        picture = random.integers(0, 255, (*size, 3), dtype=np.uint8)
        assert sway.hold(picture, number * 0.2).shape == picture.shape


def test_a_film_that_begins_again_or_changes_its_size_is_followed_anew() -> None:
    scene, sway = room(1), Sway()
    hold(lambda number: seen(scene, **in_a_hand(number, 0.01)), 40, sway)
    first = noisy(seen(scene), 1)
    assert off(sway.hold(first, 0.0), seen(scene)) < NOISY
    small = first[:200, :300].copy()
    assert sway.hold(small, 0.1) is small


GRAIN = np.random.default_rng(8).integers(70, 150, (SIZE[1], 1, 1))
THINGS = [((200, 120), (250, 170)), ((330, 200), (380, 250))]


def along_the_grain(number: int, things: int) -> Image:
    """A board whose grain runs across the picture, and things that lie on it; the view sways along both ways."""
    board = np.broadcast_to(GRAIN, (*SIZE[::-1], 3)).astype(np.uint8)
    for (left, top), (right, bottom) in THINGS[:things]:
        cv2.rectangle(board, (left, top), (right, bottom), (210, 225, 235), -1)
        cv2.circle(board, ((left + right) // 2, (top + bottom) // 2), 6, (30, 30, 30), -1)
    where = in_a_hand(number, 0.01)
    return np.asarray(
        cv2.warpAffine(board, moved(where["right"], where["down"]), SIZE, borderMode=cv2.BORDER_REPLICATE)
    )


@pytest.mark.parametrize("things", [1, 2])
def test_along_a_grain_that_tells_nothing_a_view_is_held_by_the_things_that_lie_there(things: int) -> None:
    wander = {}
    for by_things in (False, True):
        sway = Sway()
        hold(lambda number: along_the_grain(number, 0), 30, sway)
        if by_things:
            sway.hold(along_the_grain(30, things), 30 / FPS)
            sway.hold_by({1})
        places = []
        for number in range(31, 75):
            held = sway.hold(along_the_grain(number, things), number / FPS)
            places.append(np.argwhere(held[..., 2] > 200)[:, 1].mean())
        wander[by_things] = np.ptp(places)
    assert wander[True] < 2.5 < 5 < wander[False]
