"""Things with spots that are no dice, drawn on the spot: cards, chips, buttons, number tokens, cells with suit signs.

A piece is a BGRA picture, to be laid on something (`models.examples.negatives`).
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from models.examples.augment import Random

Piece = NDArray[np.uint8]
Floats = NDArray[np.float64]

_TIMES = 3  # drawn so much larger than wanted, then averaged down
# Where the signs of a card stand, in halves of its width and height; an ace may be large.
_SPOTS: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((0, 0),),
    2: ((0, -0.6), (0, 0.6)),
    3: ((0, -0.6), (0, 0), (0, 0.6)),
    4: ((-0.5, -0.6), (0.5, -0.6), (-0.5, 0.6), (0.5, 0.6)),
    5: ((-0.5, -0.6), (0.5, -0.6), (0, 0), (-0.5, 0.6), (0.5, 0.6)),
    6: ((-0.5, -0.6), (0.5, -0.6), (-0.5, 0), (0.5, 0), (-0.5, 0.6), (0.5, 0.6)),
}


def printed(random: Random, px: int) -> Piece:
    """(px, px, 4): a card, a chip, a button or a number token, somehow turned."""
    draw = (_card, _card, _button, _chip, _token)[int(random.integers(5))]
    big = draw(random, _TIMES * px)
    matrix = cv2.getRotationMatrix2D((big.shape[1] / 2, big.shape[0] / 2), random.uniform(0, 360), 1.0)
    turned = cv2.warpAffine(big, matrix, (big.shape[1], big.shape[0]), flags=cv2.INTER_LINEAR)
    return np.asarray(cv2.resize(turned, (px, px), interpolation=cv2.INTER_AREA), np.uint8)


def _card(random: Random, px: int) -> Piece:
    """One to six signs of a suit as cards have them, on a card or on a square cell of a game board."""
    piece = np.zeros((px, px, 4), np.uint8)
    half_y = 0.46 * px * float(random.uniform(0.75, 1))
    # Seldom square: blurred, a square with signs is a die for any eye.
    half_x = half_y * float(random.choice([1.0, random.uniform(0.6, 0.8)], p=(0.25, 0.75)))
    paper = _tint(random, 190, 255) if random.random() < 0.7 else _tint(random, 20, 255)
    _rounded(piece, (half_x, half_y), float(random.uniform(0.02, 0.2)), (*paper, 255))
    ink = _ink(random, paper)
    count = int(random.integers(1, 7))
    size = px * float(random.uniform(0.06, 0.1) if count > 1 else random.uniform(0.06, 0.24))
    shape = _SIGNS[int(random.integers(len(_SIGNS)))]()
    for x, y in _SPOTS[count]:
        where = px / 2 + np.array([x * half_x, y * half_y])
        upside = -1 if y > 0 and random.random() < 0.8 else 1
        points = np.round(16 * (where + upside * size * shape)).astype(np.int32)
        cv2.fillPoly(piece, [points], (*ink, 255), cv2.LINE_AA, 4)
    return piece


def _button(random: Random, px: int) -> Piece:
    """A round button with two or four holes near its middle, and a rim."""
    piece = np.zeros((px, px, 4), np.uint8)
    paint, middle = _tint(random, 10, 250), (px // 2, px // 2)
    radius = 0.47 * px * float(random.uniform(0.75, 1))
    cv2.circle(piece, middle, round(radius), (*paint, 255), -1, cv2.LINE_AA)
    if random.random() < 0.7:
        rim = tuple(float(np.clip(c * random.uniform(0.6, 1.3), 0, 255)) for c in paint)
        width = round(px * random.uniform(0.01, 0.06))
        cv2.circle(piece, middle, round(radius * random.uniform(0.6, 0.95)), (*rim, 255), width, cv2.LINE_AA)
    holes, apart = int(random.choice([2, 4])), radius * float(random.uniform(0.18, 0.38))
    size, ink = radius * float(random.uniform(0.07, 0.17)), _ink(random, paint)
    for index in range(holes):
        angle = 2 * np.pi * index / holes
        at = (round(px / 2 + apart * np.cos(angle)), round(px / 2 + apart * np.sin(angle)))
        cv2.circle(piece, at, max(1, round(size)), (*ink, 255), -1, cv2.LINE_AA)
    return piece


def _chip(random: Random, px: int) -> Piece:
    """A round chip or counter: rings, notches on its rim, and a sign or nothing in the middle."""
    piece = np.zeros((px, px, 4), np.uint8)
    paint, middle = _tint(random, 10, 250), (px // 2, px // 2)
    radius, other = 0.47 * px * float(random.uniform(0.75, 1)), _ink(random, paint)
    cv2.circle(piece, middle, round(radius), (*paint, 255), -1, cv2.LINE_AA)
    for index in range(int(random.choice([0, 4, 6, 8]))):
        start = 360 * index / 8
        cv2.ellipse(piece, middle, (round(radius * 0.93),) * 2, 0, start, start + 18, (*other, 255),
                    max(1, round(0.12 * radius)))  # fmt: skip
    for _ in range(int(random.integers(0, 3))):
        ring = round(radius * float(random.uniform(0.3, 0.85)))
        cv2.circle(
            piece, middle, ring, (*other, 255), max(1, round(px * random.uniform(0.01, 0.03))), cv2.LINE_AA
        )
    if random.random() < 0.5:
        points = px / 2 + radius * random.uniform(0.25, 0.5) * _SIGNS[int(random.integers(len(_SIGNS)))]()
        cv2.fillPoly(piece, [np.round(16 * points).astype(np.int32)], (*other, 255), cv2.LINE_AA, 4)
    return piece


def _token(random: Random, px: int) -> Piece:
    """A round token of a board game: a number, and below it a row of one to five dots."""
    piece = np.zeros((px, px, 4), np.uint8)
    paper, middle = _tint(random, 170, 255) if random.random() < 0.8 else _tint(random, 10, 255), px // 2
    radius, ink = 0.47 * px * float(random.uniform(0.75, 1)), _ink(random, paper)
    cv2.circle(piece, (middle, middle), round(radius), (*paper, 255), -1, cv2.LINE_AA)
    if random.random() < 0.5:
        rim = round(radius * random.uniform(0.8, 0.97))
        width = max(1, round(px * random.uniform(0.01, 0.03)))
        cv2.circle(piece, (middle, middle), rim, (*ink, 255), width, cv2.LINE_AA)
    text = str(int(random.integers(2, 13)))
    wide, scale = max(1, round(0.03 * px)), 0.022 * radius * float(random.uniform(0.8, 1.2))
    (across, high), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_DUPLEX, scale, wide)
    where = (round(middle - across / 2), round(middle + high * random.uniform(0.2, 0.6)))
    cv2.putText(piece, text, where, cv2.FONT_HERSHEY_DUPLEX, scale, (*ink, 255), wide, cv2.LINE_AA)
    count, dot = int(random.integers(1, 6)), radius * float(random.uniform(0.05, 0.09))
    for index in range(count):
        x = middle + (index - (count - 1) / 2) * 3 * dot
        at = (round(x), round(middle + radius * 0.62))
        cv2.circle(piece, at, max(1, round(dot)), (*ink, 255), -1, cv2.LINE_AA)
    return piece


def _tint(random: Random, low: float, high: float) -> tuple[float, float, float]:
    b, g, r = random.uniform(low, high, 3)
    return float(b), float(g), float(r)


def _ink(random: Random, paper: tuple[float, float, float]) -> tuple[float, float, float]:
    """Black, white, red or anything, as long as it is seen on the paper."""
    while True:
        inks = ((20.0, 20.0, 20.0), (235.0, 235.0, 235.0), (30.0, 30.0, 200.0), _tint(random, 0, 255))
        ink = inks[int(random.integers(4))]
        if max(abs(a - b) for a, b in zip(ink, paper, strict=True)) > 60:
            return ink


def _rounded(
    piece: Piece, half: tuple[float, float], rounding: float, paint: tuple[float, float, float, int]
) -> None:
    """A filled rectangle with round corners in the middle of the piece, in place."""
    around = np.linspace(0, 2 * np.pi, 64, endpoint=False)
    corner = rounding * min(half)
    reach = np.array(half) - corner
    points = np.stack([np.cos(around), np.sin(around)], axis=1)
    points = points * corner + np.sign(np.round(points, 9)) * reach + piece.shape[0] / 2
    cv2.fillPoly(piece, [np.round(16 * points).astype(np.int32)], paint, cv2.LINE_AA, 4)


def _diamond() -> Floats:
    return np.array([[0, -1.2], [0.85, 0], [0, 1.2], [-0.85, 0]])


def _heart() -> Floats:
    t = np.linspace(0, 2 * np.pi, 40, endpoint=False)
    y = -(13 * np.cos(t) - 5 * np.cos(2 * t) - 2 * np.cos(3 * t) - np.cos(4 * t))
    return np.stack([16 * np.sin(t) ** 3, y], axis=1) / 16


def _spade() -> Floats:
    leaf = _heart() * [1, -1]  # it begins and ends at the notch, which is below now
    return np.concatenate([leaf, [[0, 0.3], [-0.35, 1.2], [0.35, 1.2], [0, 0.3]]])


def _club() -> Floats:
    t = np.linspace(0, 2 * np.pi, 60, endpoint=False)
    reach = 0.62 + 0.38 * np.cos(3 * (t + np.pi / 2))
    leaf = np.stack([reach * np.cos(t), reach * np.sin(t)], axis=1) * 1.1
    return np.concatenate([leaf[:15], [[0.3, 1.2], [-0.3, 1.2]], leaf[15:]])


def _star() -> Floats:
    t = np.pi * np.arange(10) / 5 - np.pi / 2
    reach = np.where(np.arange(10) % 2 == 0, 1.1, 0.48)
    return np.stack([reach * np.cos(t), reach * np.sin(t)], axis=1)


_SIGNS = (_diamond, _heart, _spade, _club, _star)
