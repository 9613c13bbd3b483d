"""Light and focus: what is wrong with a drawn table is said in time, and nothing is said of a good one."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from hardware.frame import Image
from vision.nouns import Detection
from vision.view.light import AFTER_S, EVERY_S, WORDS, Lighting, faults, sharpness

SIZE = (640, 360)


def die(x: float, y: float, size: float = 40) -> Detection:
    square = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float32) * size / 2
    corners = (square + np.array([x, y])).astype(np.float32)
    return Detection(corners, 5, 0.95, "flat", 0.9)


DICE = (die(150, 100), die(300, 200), die(500, 250))


def picture(dice: tuple[Detection, ...] = DICE, blur: float = 1.0, light: float = 1.0) -> Image:
    """White dice with five pips on a brown table, seen by a lens that spreads a point by `blur` px."""
    image = np.full((SIZE[1], SIZE[0], 3), (70, 110, 150), np.uint8)
    for one in dice:
        (x, y), size = one.centre_px, one.size_px
        corners = (int(x - size / 2), int(y - size / 2)), (int(x + size / 2), int(y + size / 2))
        cv2.rectangle(image, *corners, (225, 235, 240), -1)
        for u, v in ((-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0)):
            at = (round(x + u * size * 0.27), round(y + v * size * 0.27))
            cv2.circle(image, at, round(size * 0.09), (25, 25, 25), -1, cv2.LINE_AA)
    soft = cv2.GaussianBlur(image, (0, 0), blur).astype(np.float32) * light
    noise = np.random.default_rng(1).normal(0, 2, soft.shape)
    return np.clip(soft + noise, 0, 255).astype(np.uint8)


def test_a_good_picture_has_no_faults_with_or_without_dice() -> None:
    assert faults(picture(), DICE) == ()
    assert faults(picture(()), ()) == ()


@pytest.mark.parametrize("light", [0.05, 0.15])
def test_a_dark_table_is_said_and_a_dark_cloth_under_a_lamp_is_not(light: float) -> None:
    assert "dark" in faults(picture(light=light), DICE)
    cloth = picture(light=0.2)
    cloth[:, : SIZE[0] // 4] = 200
    assert "dark" not in faults(cloth, ())


def lit(image: Image, x: float, y: float, radius: float, strength: float = 3.0) -> Image:
    """The picture with a soft light mirrored in it: burnt out about so far from its middle, and fading from there."""
    across, down = np.meshgrid(np.arange(image.shape[1]), np.arange(image.shape[0]))
    spread = radius / np.sqrt(2 * np.log(strength / 0.8))
    light = strength * np.exp(-((across - x) ** 2 + (down - y) ** 2) / (2 * spread**2))
    linear = (image / 255.0) ** 2.2 + light[:, :, None]
    return (np.clip(linear, 0, 1) ** (1 / 2.2) * 255).round().astype(np.uint8)


def test_a_mirrored_lamp_is_glare_and_white_paper_is_not() -> None:
    shiny = picture()
    cv2.circle(shiny, (320, 180), 100, (255, 255, 255), -1)
    assert faults(shiny, DICE) == ("glare",)
    assert faults(np.full_like(shiny, 255), ()) == ()


@pytest.mark.parametrize(("radius", "said"), [(7, False), (28, True), (45, True)])
def test_a_light_is_said_from_the_size_on_at_which_it_hides_a_die(radius: float, said: bool) -> None:
    assert ("glare" in faults(lit(picture(), 400, 90, radius), DICE)) is said
    assert ("glare" in faults(lit(picture(()), 400, 90, radius), ())) is said


def test_paper_white_dice_and_a_white_table_in_bright_light_are_no_glare() -> None:
    sheet = picture()
    cv2.rectangle(sheet, (380, 40), (470, 130), (255, 255, 255), -1)
    assert faults(sheet, DICE) == ()
    bright = picture()
    for one in DICE:
        low, high = one.corners_px.min(axis=0).astype(int), one.corners_px.max(axis=0).astype(int)
        bright[low[1] : high[1], low[0] : high[0]] = 254
    assert "glare" not in faults(bright, DICE)
    white = picture(light=1.0)
    cv2.rectangle(white, (330, 0), (640, 360), (247, 247, 247), -1)
    cv2.circle(white, (480, 150), 40, (252, 252, 252), -1)
    assert "glare" not in faults(white, ())


def test_a_light_beside_the_marked_table_is_no_glare() -> None:
    window = lit(picture(), 560, 80, 60)
    table = np.array([(0, 0), (480, 0), (480, 360), (0, 360)], float)
    assert "glare" in faults(window, DICE)
    assert faults(window, DICE, table) == ()
    assert "glare" in faults(lit(picture(), 400, 80, 60), DICE, table)


def test_dice_that_are_small_in_the_picture_are_said() -> None:
    far = (die(150, 100, 16), die(300, 200, 16))
    assert "small" in faults(picture(far, blur=0.6), far)


@pytest.mark.parametrize(("blur", "blurred"), [(0.7, False), (2.0, False), (8.0, True)])
def test_dice_out_of_focus_are_said_before_nothing_can_be_read(blur: float, blurred: bool) -> None:
    assert ("blurred" in faults(picture(blur=blur), DICE)) is blurred


@pytest.mark.parametrize(("blur", "blurred"), [(0.7, False), (2.0, False), (5.0, True), (8.0, True)])
def test_a_picture_out_of_focus_is_said_though_no_die_is_found_in_it(blur: float, blurred: bool) -> None:
    assert faults(picture(blur=blur), ()) == (("blurred",) if blurred else ())


def cloth(light: np.ndarray) -> Image:
    """A plain cloth in focus under a light (H, W) of so many grey levels."""
    noise = np.random.default_rng(3).normal(0, 2, light.shape)
    return np.repeat(np.clip(light + noise, 0, 255).astype(np.uint8)[:, :, None], 3, axis=2)


ACROSS, DOWN = np.meshgrid(np.arange(SIZE[0], dtype=float), np.arange(SIZE[1], dtype=float))


@pytest.mark.parametrize("spread", [15, 25, 40, 60])
def test_a_plain_cloth_under_a_spot_of_light_is_not_out_of_focus(spread: float) -> None:
    spot = 70 + 150 * np.exp(-((ACROSS - 250) ** 2 + (DOWN - 150) ** 2) / (2 * spread**2))
    assert faults(cloth(spot), ()) == ()


@pytest.mark.parametrize("softness_px", [3, 5, 8, 12, 18])
def test_a_plain_cloth_with_a_soft_shadow_is_not_out_of_focus(softness_px: float) -> None:
    hand = (((ACROSS - 320) / 150) ** 2 + ((DOWN - 200) / 90) ** 2 < 1).astype(float)
    for shape in (hand, (ACROSS + 0.4 * DOWN > 350).astype(float)):
        shadow = cv2.GaussianBlur(shape, (0, 0), softness_px)
        assert faults(cloth(150 * (1 - 0.5 * shadow)), ()) == ()


def test_a_table_with_things_on_it_is_out_of_focus_also_under_a_shadow() -> None:
    busy = picture().astype(float)
    for n in range(12):
        cv2.rectangle(busy, (20 + 50 * n, 260 + 7 * n % 40), (50 + 50 * n, 330), (40 + 15 * n,) * 3, -1)
    shadow = cv2.GaussianBlur((ACROSS > 330).astype(float), (0, 0), 8)[:, :, None]
    soft = cv2.GaussianBlur(busy, (0, 0), 6.0) * (1 - 0.4 * shadow)
    assert faults(soft.astype(np.uint8), ()) == ("blurred",)
    assert faults((busy * (1 - 0.4 * shadow)).astype(np.uint8), ()) == ()


def test_the_softer_the_picture_the_lower_the_sharpness() -> None:
    sharp = [sharpness(picture(blur=blur), DICE[1]) for blur in (0.7, 1.5, 3.0, 6.0)]
    assert sharp == sorted(sharp, reverse=True)
    assert sharp[-1] > 0
    # A die blurred by a twentieth of its edge looks alike near and far.
    near, far = die(300, 200, 60), die(300, 200, 30)
    assert sharpness(picture((near,), 3.0), near) == pytest.approx(
        sharpness(picture((far,), 1.5), far), rel=0.25
    )


def test_a_fault_is_said_when_it_has_lasted_and_not_after_it_ended() -> None:
    lighting, dark, good = Lighting(), picture(light=0.05), picture()
    for step in range(20):
        lighting.look(dark, (), 10 + step * 0.1)
        assert bool(lighting.troubles) is (step * 0.1 >= AFTER_S)
    (trouble,) = lighting.troubles
    assert (trouble.code, trouble.what, trouble.do, trouble.since_s) == ("dark", *WORDS["dark"], 10)
    lighting.look(good, DICE, 12 + EVERY_S)
    assert lighting.troubles == ()


def test_a_passing_shadow_is_no_trouble() -> None:
    lighting, dark, good = Lighting(), picture(light=0.05), picture()
    for step, image in enumerate([good, dark, good, dark, good, dark]):
        lighting.look(image, DICE if image is good else (), step * AFTER_S)
        assert lighting.troubles == ()
