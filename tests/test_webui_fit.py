"""What is wrong with a picture is named, each fault by its own name; a good picture has none."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tables import a_throw, mat_picture, tray_picture

from hardware.frame import Image
from vision.reading.reader import Reader
from webui.config import MODELS
from webui.setup.fit import hang_of, is_noise, unfit


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader.open(MODELS)


def codes(image: Image, reader: Reader) -> tuple[str, ...]:
    dice = reader.read(image)
    return tuple(fault.code for fault in unfit(image, dice, hang_of(image, dice, reader)))


def scaled(picture: Image, factor: float) -> Image:
    """The same table from further away: its picture in the middle of one as large."""
    height, width = picture.shape[:2]
    move = np.array([[factor, 0, width * (1 - factor) / 2], [0, factor, height * (1 - factor) / 2]])
    return np.asarray(
        cv2.warpAffine(picture, move, (width, height), flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE),
        np.uint8,
    )


def near(picture: Image, reader: Reader) -> Image:
    """One die, from so near that it fills half of the picture's height."""
    die = reader.read(picture)[0]
    (x, y), half = die.centre_px, die.size_px
    part = picture[int(y - half) : int(y + half), int(x - 16 * half / 9) : int(x + 16 * half / 9)]
    return np.asarray(cv2.resize(part, (1280, 720), interpolation=cv2.INTER_CUBIC), np.uint8)


def noise(seed: int, low: int = 0, high: int = 255) -> Image:
    return np.random.default_rng(seed).integers(low, high, (360, 640, 3), np.uint8)


SABOTAGE: tuple[tuple[str, Callable[[Image], Image]], ...] = (
    ("", lambda table: table),
    ("black", lambda table: np.zeros_like(table)),
    ("dark", lambda table: table // 12),
    ("bright", lambda table: np.full_like(table, 255)),
    ("bright", lambda table: cv2.add(table, (230, 230, 230, 0))),  # type: ignore[arg-type, return-value]
    ("blurred", lambda table: np.asarray(cv2.GaussianBlur(table, (0, 0), 9), np.uint8)),
    ("noise", lambda _: noise(1)),
    ("noise", lambda _: noise(2, 60, 190)),
    ("tiny", lambda table: np.asarray(cv2.resize(table, (320, 180), interpolation=cv2.INTER_AREA), np.uint8)),
    ("small", lambda table: scaled(table, 0.25)),
    ("turned", lambda table: np.ascontiguousarray(np.rot90(table, 1))),
    ("turned", lambda table: np.ascontiguousarray(np.rot90(table, 2))),
)


@pytest.mark.parametrize(
    ("named", "spoil"), SABOTAGE, ids=[f"{n}-{code}" for n, (code, _) in enumerate(SABOTAGE)]
)
def test_a_spoilt_picture_is_named_by_what_was_done_to_it(
    reader: Reader, named: str, spoil: Callable[[Image], Image]
) -> None:
    for number in (0, 1):
        found = codes(np.asarray(spoil(a_throw(number)), np.uint8), reader)
        assert found[:1] == ((named,) if named else ())


def test_a_camera_that_is_too_near_is_said(reader: Reader) -> None:
    assert codes(near(a_throw(), reader), reader) == ("large",)


def test_a_tray_and_a_mat_without_a_die_are_no_fault(reader: Reader) -> None:
    assert codes(tray_picture(), reader) == codes(mat_picture(), reader) == ()


@given(st.integers(0, 2**32 - 1))
@settings(max_examples=20, deadline=None)
def test_noise_is_noise_and_no_longer_once_it_is_smooth(seed: int) -> None:
    picture = noise(seed)
    assert is_noise(picture)
    assert not is_noise(np.asarray(cv2.GaussianBlur(picture, (0, 0), 3), np.uint8))
