"""What another camera, lamp or passer-by would have made of a film: each disturbance by its name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np

from hardware.frame import Image
from vision.nouns import Doubles

# The share of a picture that a camera in a hand shows. Larger: it sees beyond the rim when it sways.
WINDOW = 0.92
# A window that stands in the middle, (2,) of the longer side.
CENTRED = np.zeros(2)
# Pictures from one bump of the camera to the next.
BUMP_EVERY = 50
# Pictures from one switch of a lamp to the next.
SWITCH_EVERY = 87
# Pictures from one search for focus to the next.
FOCUS_EVERY = 78
# Pictures from one search for exposure to the next.
EXPOSE_EVERY = 69
# Pictures from one passer-by to the next.
PASS_EVERY = 132
# A picture and its number become another picture.
Change = Callable[[Image, int], Image]


@dataclass(frozen=True)
class Disturbance:
    """What happens to each picture; which are taken, by their numbers; and how many times as long it all takes."""

    change: Change
    takes: Callable[[int], bool] = lambda number: True
    slower: float = 1.0


def _clipped(picture: np.ndarray) -> Image:
    return np.asarray(np.clip(picture, 0, 255), np.uint8)


def _curve(power: float) -> Change:
    table = _clipped(255 * (np.arange(256) / 255) ** power)
    return lambda image, _: table[image]


def _levels(times: float, plus: float) -> Change:
    return lambda image, _: _clipped(times * image.astype(np.float32) + plus)


def _colours(blue: float, green: float, red: float) -> Change:
    return lambda image, _: _clipped(image * np.array([blue, green, red], np.float32))


def _noise(spread: float) -> Change:
    def change(image: Image, number: int) -> Image:
        return _clipped(image + np.random.default_rng(number).normal(0, spread, image.shape))

    return change


def _jpeg(quality: int) -> Change:
    def change(image: Image, _: int) -> Image:
        coded = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
        return np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8)

    return change


def _scaled(scale: float) -> Change:
    return lambda image, _: np.asarray(
        cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8
    )


def _shaken(share: float) -> Change:
    """By such a share of the picture's longer side, a few times a second."""

    def change(image: Image, number: int) -> Image:
        height, width = image.shape[:2]
        away = share * max(height, width) * np.array([np.sin(0.9 * number), np.cos(0.7 * number)])
        moved = np.array([[1, 0, away[0]], [0, 1, away[1]]])
        return np.asarray(
            cv2.warpAffine(image, moved, (width, height), borderMode=cv2.BORDER_REPLICATE), np.uint8
        )

    return change


def _in_a_hand(share: float) -> Change:
    """By such a share of the picture's longer side, to and fro within seconds, and turned and grown by as much."""

    def change(image: Image, number: int) -> Image:
        right, down, turn, grown = (np.sin(pace * number + pace) for pace in (0.084, 0.067, 0.05, 0.042))
        slow, quick = np.array([right, down]), 0.5 * np.sin(np.array([0.193, 0.142]) * number)
        return _through_window(image, share * (slow + quick), 2 * share * turn, 1 + share / 2 * grown)

    return change


def _bumped(share: float) -> Change:
    """By such a share of the picture's longer side at once, every two seconds or so, each time another way."""

    def change(image: Image, number: int) -> Image:
        way = 2.4 * (number // BUMP_EVERY)
        return _through_window(image, share * np.array([np.cos(way), np.sin(way)]))

    return change


def _through_window(image: Image, away: Doubles, turn: float = 0.0, grown: float = 1.0) -> Image:
    """Looked at through a window that leaves its rim out, where there would be nothing to see once it has moved.

    away: (2,) of the longer side; turn: rad.
    """
    height, width = image.shape[:2]
    window = round(width * WINDOW), round(height * WINDOW)
    moved = cv2.getRotationMatrix2D((width / 2, height / 2), np.degrees(turn), grown)
    moved[:, 2] += max(height, width) * away
    moved[:, 2] -= (width - window[0]) / 2, (height - window[1]) / 2
    return np.asarray(cv2.warpAffine(image, moved, window, borderMode=cv2.BORDER_REPLICATE), np.uint8)


def _flickering(share: float) -> Change:
    return lambda image, number: _clipped(image * (1 + share * np.sin(2.1 * number)))


def _banded(share: float) -> Change:
    """As under a lamp that flickers with the mains: bands that wander over the picture."""

    def change(image: Image, number: int) -> Image:
        height = len(image)
        bands = 1 + share * np.sin(2 * np.pi * (1.3 * np.arange(height) / height + 0.37 * number))
        return _clipped(image * bands[:, None, None])

    return change


def _focusing(image: Image, number: int) -> Image:
    """Out of focus for a while, and a little larger and smaller, as lenses are that look for it."""
    share = number % FOCUS_EVERY / 18
    if share > 1:
        return _through_window(image, CENTRED)
    breathing = 1 + 0.012 * np.sin(2 * np.pi * share)
    seen = _through_window(image, CENTRED, grown=breathing)
    return np.asarray(cv2.GaussianBlur(seen, (0, 0), 0.3 + 2 * np.sin(np.pi * share)), np.uint8)


def _exposing(image: Image, number: int) -> Image:
    """Darker and brighter by a quarter in turn, within a third of a second each time."""
    gains = (1.0, 0.75, 1.15, 0.9)
    turn, since = divmod(number, EXPOSE_EVERY)
    before, after = gains[(turn - 1) % len(gains)], gains[turn % len(gains)]
    return _clipped(image * (after + (before - after) * np.exp(-since / 10)))


def _switched(image: Image, number: int) -> Image:
    """One of two lamps goes off and on."""
    return _clipped(image * (1.0, 0.6)[number // SWITCH_EVERY % 2])


def _drifting(image: Image, number: int) -> Image:
    """The white balance changes by an eighth, to and fro."""
    away = 0.12 * np.sin(0.027 * number)
    return _clipped(image * np.array([1 + away, 1, 1 - away]))


def _passed_by(image: Image, number: int) -> Image:
    """Someone passes between the table and a window: a soft shadow as wide as a third of the picture."""
    at = 2.2 * (number % PASS_EVERY) / PASS_EVERY - 0.4
    across = np.arange(image.shape[1]) / image.shape[1] - at
    shade = 1 / (1 + np.exp(-(across + 0.15) / 0.03)) / (1 + np.exp((across - 0.15) / 0.03))
    return _clipped(image * (1 - 0.4 * shade)[None, :, None])


def _looked_over(image: Image, number: int) -> Image:
    """Somebody's head comes into view at the upper edge, and goes by."""
    height, width = image.shape[:2]
    at = round(width * (1.6 * (number % PASS_EVERY) / PASS_EVERY - 0.3))
    seen, size = image.copy(), (width // 10, height // 6)
    cv2.ellipse(seen, (at, 0), size, 0, 0, 360, (40, 35, 60), -1, cv2.LINE_AA)
    return seen


def _shining(image: Image, _: int) -> Image:
    """A lamp is mirrored in the table."""
    return _clipped(image + 130 * np.exp(-_square_away(image, 0.6) / 0.12**2)[..., None])


def _dim_corners(image: Image, _: int) -> Image:
    return _clipped(image * (1 - 0.9 * _square_away(image, 0.5))[..., None])


def _square_away(image: Image, right: float) -> Doubles:
    """(H, W) how far each pixel is from a place in the middle row, squared, in widths of the picture."""
    height, width = image.shape[:2]
    down, across = np.mgrid[:height, :width]
    return np.asarray(((across / width - right) ** 2 + ((down - height / 2) / width) ** 2), np.float64)


def _closing_in(image: Image, number: int) -> Image:
    return _through_window(image, CENTRED, grown=1 + 0.0002 * number)


def _grey(image: Image, _: int) -> Image:
    return np.repeat(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)[:, :, None], 3, axis=2)


def _as_it_is(image: Image, _: int) -> Image:
    return image


DISTURBANCES = {
    "as it is": Disturbance(_as_it_is),
    "mirrored": Disturbance(lambda image, _: image[:, ::-1]),
    "turned left": Disturbance(lambda image, _: np.rot90(image)),
    "turned over": Disturbance(lambda image, _: np.rot90(image, 2)),
    "half as large": Disturbance(_scaled(0.5)),
    "a third as large": Disturbance(_scaled(0.35)),
    "larger": Disturbance(_scaled(1.5)),
    "dark": Disturbance(_curve(1.8)),
    "darker": Disturbance(_levels(0.35, 0)),
    "bright": Disturbance(_levels(1.4, 10)),
    "pale": Disturbance(_levels(0.5, 70)),
    "warm": Disturbance(_colours(0.75, 0.95, 1.1)),
    "cold": Disturbance(_colours(1.15, 0.95, 0.75)),
    "grey": Disturbance(_grey),
    "noisy": Disturbance(_noise(8)),
    "noisier": Disturbance(_noise(16)),
    "JPEG 25": Disturbance(_jpeg(25)),
    "blurred": Disturbance(lambda image, _: np.asarray(cv2.GaussianBlur(image, (0, 0), 2), np.uint8)),
    "every second picture": Disturbance(_as_it_is, lambda number: number % 2 == 0),
    "every third picture": Disturbance(_as_it_is, lambda number: number % 3 == 0),
    "a third is lost": Disturbance(_as_it_is, lambda number: number * 0.618 % 1 > 0.35),
    "gaps of half a second": Disturbance(_as_it_is, lambda number: number % 66 >= 14),
    "slower": Disturbance(_as_it_is, slower=1.6),
    "faster": Disturbance(_as_it_is, slower=0.7),
    "flickering": Disturbance(_flickering(0.06)),
    "bands": Disturbance(_banded(0.08)),
    "in a hand": Disturbance(_in_a_hand(0.004)),
    "in an unsteady hand": Disturbance(_in_a_hand(0.01)),
    "bumped": Disturbance(_bumped(0.012)),
    "shaken a little": Disturbance(_shaken(0.0009)),
    "shaken": Disturbance(_shaken(0.0014)),
    "focus hunts": Disturbance(_focusing),
    "exposure hunts": Disturbance(_exposing),
    "colours drift": Disturbance(_drifting),
    "a lamp is switched": Disturbance(_switched),
    "shadows pass": Disturbance(_passed_by),
    "heads in view": Disturbance(_looked_over),
    "glare": Disturbance(_shining),
    "dim corners": Disturbance(_dim_corners),
    "closing in": Disturbance(_closing_in),
}
