"""Dice cut out of photos, told by squares drawn on plain cloth: where each lies is known to the pixel."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

pytest.importorskip("torch", reason="training needs the extra packages of .[train]")

from hardware.frame import Image
from models.examples.cutouts import CUT_PX, Cutout, cutouts, lay, outlined, patches, swollen, turned
from models.examples.negatives import Clutter
from models.examples.photos import Photo

CLOTH, PAINT = (60, 120, 70), (225, 230, 235)


def die(angle_deg: float, side: float = 44.0) -> tuple[Image, NDArray[np.bool_]]:
    """A die with two dark pips on green cloth, (96, 96, 3), and where it is."""
    image = np.full((CUT_PX, CUT_PX, 3), CLOTH, np.uint8)
    image = np.clip(image + np.random.default_rng(1).normal(0, 6, image.shape), 0, 255).astype(np.uint8)
    corners = cv2.boxPoints(((CUT_PX / 2, CUT_PX / 2), (side, side), angle_deg)).astype(np.int32)
    where = np.zeros((CUT_PX, CUT_PX), np.uint8)
    cv2.fillConvexPoly(where, corners, 1)
    cv2.fillConvexPoly(image, corners, PAINT)
    for corner in (0, 2):
        pip = (corners[corner] + CUT_PX / 2) / 2
        cv2.circle(image, (round(pip[0]), round(pip[1])), 5, (20, 20, 20), -1)
    return image, where > 0


@pytest.mark.parametrize("angle_deg", [0, 20, 45])
def test_a_die_is_cut_out_with_its_pips(angle_deg: float) -> None:
    image, where = die(angle_deg)
    outline = outlined(image)
    assert outline is not None
    both, either = (outline > 0) & where, (outline > 0) | where
    assert both.sum() / either.sum() > 0.85


def test_what_does_not_stand_out_as_a_die_is_not_cut_out() -> None:
    cloth = np.random.default_rng(2).integers(60, 90, (CUT_PX, CUT_PX, 3)).astype(np.uint8)
    cloth[:, 40:52] = 220  # a stripe
    assert outlined(cloth) is None


@pytest.mark.parametrize("wide", [1.0, 1.5])
def test_a_turned_die_fills_the_box_that_is_told_of_it(wide: float) -> None:
    image, where = die(0)
    shift = np.array([[1, 0, 4], [0, 1, -3]], np.float32)  # photos' boxes are a little off
    image, outline = (
        np.asarray(cv2.warpAffine(one, shift, (CUT_PX, CUT_PX)), np.uint8)
        for one in (image, (where * 255).astype(np.uint8))
    )
    one = Cutout(image, outline, wide, 2, overhead=False)
    for seed in range(6):
        piece, (aside, below, across, high) = turned(one, np.random.default_rng(seed), 40)
        rows, columns = np.nonzero(piece[:, :, 3] > 200)
        assert np.ptp(columns) == pytest.approx(across, abs=4)
        assert np.ptp(rows) == pytest.approx(high, abs=4)
        middle = (piece.shape[1] / 2 + aside, piece.shape[0] / 2 + below)
        assert (columns.mean(), rows.mean()) == pytest.approx(middle, abs=1.5)
        assert across / high == pytest.approx(wide, rel=0.25)


def test_flat_dice_are_cut_out_and_no_cocked_or_stacked_ones(tmp_path: Path) -> None:
    image, _ = die(0)
    file = tmp_path / "photo.png"
    cv2.imwrite(str(file), image)
    label, random = np.array([[48, 48, 60, 60, 2]], np.float32), np.random.default_rng(0)
    for states, count in ((None, 1), ([[0, 0]], 1), ([[0, -1]], 1), ([[1, 0]], 0), ([[0, 1]], 0)):
        known = None if states is None else np.array(states, np.float32)
        photo = Photo(file, "rig", (CUT_PX, CUT_PX), label, states=known)
        found = list(cutouts([photo], random, 5))
        assert [one.value for one in found] == [2] * count


def test_laid_dice_lie_where_they_are_told_to_and_beside_those_that_lay_there() -> None:
    image, where = die(30)
    one = Cutout(image, (where * 255).astype(np.uint8), 1.0, 2, True)
    ground = np.full((256, 256, 3), 128, np.uint8)
    there = np.array([[128, 128, 60, 60, 5]], np.float32)
    view, dice = lay(ground, there, [one], np.random.default_rng(3), 30.0)
    assert np.array_equal(dice[:1], there)
    assert len(dice) > 1
    assert (ground == 128).all()
    for x, y, w, h, value in dice[1:].tolist():
        assert value == 2
        assert np.hypot(x - 128, y - 128) > 40
        inside = view[int(max(0, y - h / 4)) : int(y + h / 4), int(max(0, x - w / 4)) : int(x + w / 4)]
        assert inside.size == 0 or np.mean(np.any(inside != 128, axis=2)) > 0.9


def test_a_bank_of_laid_dice_shows_each_in_the_middle_of_other_ground() -> None:
    image, where = die(0)
    one = Cutout(image, (where * 255).astype(np.uint8), 1.0, 2, overhead=False)
    clutter = Clutter([np.zeros((200, 200, 3), np.uint8)], [])
    rows = list(patches(clutter, [one], np.random.default_rng(4), 8))
    assert [(patch.shape, value, overhead) for patch, value, overhead in rows] == [
        ((96, 96, 3), 2, False)
    ] * 8
    middles = np.stack([patch[40:56, 40:56].reshape(-1, 3).astype(float) for patch, _, _ in rows])
    assert np.ptp(middles.mean(axis=1), axis=0).max() > 60  # in other paints
    assert list(patches(clutter, [], np.random.default_rng(4), 8)) == []


def one_pip(x: float, y: float, radius: float, side: float = 60.0) -> Cutout:
    """A white 1 seen from above whose black pip has its middle there, px."""
    image = np.full((CUT_PX, CUT_PX, 3), CLOTH, np.uint8)
    outline = np.zeros((CUT_PX, CUT_PX), np.uint8)
    low, high = round((CUT_PX - side) / 2), round((CUT_PX + side) / 2)
    cv2.rectangle(image, (low, low), (high, high), PAINT, -1)
    cv2.rectangle(outline, (low, low), (high, high), 255, -1)
    cv2.circle(image, (round(16 * x), round(16 * y)), round(16 * radius), (0, 0, 0), -1, cv2.LINE_AA, 4)
    return Cutout(image, outline, 1.0, 1, overhead=True)


@pytest.mark.parametrize(("x", "y"), [(48, 48), (44, 51), (52, 45)])
def test_the_pip_of_a_1_is_made_larger_about_its_own_middle_and_nothing_beyond_the_face_moves(
    x: float, y: float
) -> None:
    one = one_pip(x, y, 6.0)
    for growth, least, most in ((1.5, 8, 13), (4.0, 15, 21)):
        image = swollen(one, growth).image
        dark = np.argwhere((image.sum(axis=2) < 200) & (one.outline > 127))
        radius = float(np.sqrt(len(dark) / np.pi))
        assert least < radius < most
        assert dark.mean(axis=0)[::-1] == pytest.approx((x, y), abs=1.5)
        assert np.array_equal(image[:15], one.image[:15])
