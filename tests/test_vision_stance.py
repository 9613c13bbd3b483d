from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.nouns import Floats
from vision.plane.viewpoint import _SPOTS, Somewhere
from vision.reading import net
from vision.reading.net import ModelError
from vision.reading.stance import CROP_PX, Stance, beside, facts, of_one_size

MODELS = Path(__file__).parents[1] / "models"


def crops(count: int) -> np.ndarray:
    return np.random.default_rng(5).uniform(30, 220, (count, CROP_PX, CROP_PX, 3)).astype(np.float32)


def test_the_planes_tell_how_large_and_how_wide_a_die_is_beside_the_others() -> None:
    boxes = np.array([[0, 0, 40, 40], [0, 0, 40, 40], [0, 0, 80, 80], [0, 0, 80, 20]], np.float32)
    planes = beside(crops(4), facts(boxes))[:, 3:] / 4
    assert np.ptp(planes, axis=(2, 3)).max() == 0
    larger, wider = planes[:, 0, 0, 0], planes[:, 1, 0, 0]
    np.testing.assert_allclose(np.exp(larger), [1, 1, 2, 1], atol=1e-5)
    np.testing.assert_allclose(np.exp(wider), [1, 1, 1, 4], atol=1e-5)


def test_how_dice_lie_does_not_depend_on_the_order_they_are_given_in() -> None:
    stance, picture = Stance.open(MODELS), crops(1)[0].astype(np.uint8).repeat(4, axis=0).repeat(4, axis=1)
    boxes = np.array([[60, 60, 40, 44], [150, 90, 38, 40], [90, 180, 60, 44]], np.float32)
    there, back = stance.judge(picture, boxes), stance.judge(picture, boxes[::-1])[::-1]
    np.testing.assert_allclose(there, back, atol=1e-3)
    assert there.shape == (3, 2)
    assert np.all(there >= 0)
    assert np.all(there.sum(axis=1) <= 1)


def test_where_there_are_no_dice_nothing_is_judged() -> None:
    empty = np.zeros((0, 5), np.float32)
    assert Stance.open(MODELS).judge(np.zeros((90, 90, 3), np.uint8), empty).shape == (0, 2)


@pytest.mark.parametrize("name", ["stance", "straight"])
def test_opencv_tells_how_dice_lie_as_onnxruntime_does(name: str) -> None:
    boxes = np.array([[0, 0, 40, 40], [0, 0, 50, 44], [0, 0, 30, 60]], np.float32)
    batch = beside(crops(3), facts(boxes))
    ours = net.open_net(MODELS / f"{name}.onnx", 1)(batch)
    theirs = net._open_with_opencv(MODELS / f"{name}.onnx")(batch)
    np.testing.assert_allclose(ours, theirs, atol=1e-3)


class FromAbove:
    """A net that finds dice flat where it is told that they lean by less than so much, and nothing else."""

    def __init__(self, sure: float = 3.0) -> None:
        self._sure = sure

    def __call__(self, batch: Floats) -> Floats:
        flat = np.where(batch[:, 3, 0, 0] < 0.25, self._sure, -self._sure)
        return np.stack([flat, -flat, np.full_like(flat, -9.0)], axis=1).astype(np.float32)


def nobody_knows(batch: Floats) -> Floats:
    return np.zeros((len(batch), 3), np.float32)


def test_over_a_table_that_nobody_measured_the_place_counts_from_which_dice_look_flat() -> None:
    picture = np.full((240, 320, 3), 90, np.uint8)
    boxes = np.array([[160, 120, 30, 30], [180, 110, 30, 30]], np.float32)
    tilted = Stance(nobody_knows, FromAbove()).judge(picture, boxes, Somewhere((320, 240))).sum(axis=1)
    assert (tilted < 0.2).all()
    # The other net, which sees them as they are, has a say.
    doubted = Stance(lambda batch: -FromAbove()(0 * batch) * [1, 1, -1], FromAbove())
    assert (doubted.judge(picture, boxes, Somewhere((320, 240))).sum(axis=1) > 0.3).all()


def test_dice_are_judged_as_they_stand_however_the_picture_hangs() -> None:
    rough = np.random.default_rng(2).integers(0, 255, (24, 32, 3)).astype(np.uint8)
    picture = cv2.resize(rough, (320, 240), interpolation=cv2.INTER_CUBIC).astype(np.uint8)
    box = np.array([[160, 120, 40, 24]], np.float32)

    def by_its_top(batch: Floats) -> Floats:
        tops = 2 * batch[:, 0, :32].mean(axis=(1, 2)) + 0.3 * batch[:, 4, 0, 0]
        return np.stack([tops, -tops, np.zeros(len(batch))], axis=1).astype(np.float32)

    def judged(turns: int) -> Floats:
        turn = {0: 0.0, 1: np.pi / 2, 2: np.pi, 3: -np.pi / 2}[turns]
        hangs = np.ascontiguousarray(np.rot90(picture, -turns))
        told = Somewhere((hangs.shape[1], hangs.shape[0])).after(
            np.array([9.0 if each == turn else 0.0 for each, _ in _SPOTS])
        )
        x, y = hangs.shape[1] / 2, hangs.shape[0] / 2
        size = box[0, [3, 2]] if turns % 2 else box[0, [2, 3]]
        return Stance(by_its_top, nobody_knows).judge(hangs, np.float32([[x, y, *size]]), told)

    for turns in (1, 2, 3):
        np.testing.assert_allclose(judged(turns), judged(0), atol=0.01)


def test_once_dice_have_told_where_the_camera_is_a_die_is_judged_from_there() -> None:
    picture = np.full((240, 320, 3), 90, np.uint8)
    boxes = np.array([[160, 120, 30, 30], [180, 110, 30, 30]], np.float32)
    looks: list[int] = []

    def counted(batch: Floats) -> Floats:
        looks.append(len(batch))
        return FromAbove()(batch)

    stance, nobody = Stance(nobody_knows, counted), Somewhere((320, 240))
    told = stance.learn(nobody, picture, boxes)
    alone = boxes[:1]
    first, later = (stance.judge(picture, alone, camera).sum() for camera in (nobody, told))
    assert later <= first < 0.3
    # Each of the places, then from about the likeliest.
    everywhere, first_looks, told_looks = (
        len(w) for w in (nobody.everywhere(), nobody.likely()[0], told.likely()[0])
    )
    assert looks == [2 * everywhere, first_looks, 3, told_looks, 3]
    assert told_looks < first_looks
    assert stance.learn(nobody, picture, boxes[:0]) is nobody
    assert Stance(nobody_knows, None).learn(nobody, picture, boxes) is nobody


def test_what_earlier_throws_told_of_the_place_counts_against_what_one_die_seems_to_say() -> None:
    picture, nobody = np.full((240, 320, 3), 90, np.uint8), Somewhere((320, 240))
    boxes = np.array([[160, 120, 30, 30]], np.float32)
    *_, low = nobody.likely()[0]
    elsewhere = np.full(len(nobody.everywhere()), -9.0)
    elsewhere[[0, low]] = -2.9, 0.0
    told = nobody.after(elsewhere).after(elsewhere)
    stance = Stance(nobody_knows, FromAbove())
    alone, known = (stance.judge(picture, boxes, camera).sum() for camera in (nobody, told))
    assert alone < 0.3
    assert known > 0.6
    # A place that is looked from, too, is weighed by what was told of it.
    once, unsure = nobody.after(elsewhere), Stance(nobody_knows, FromAbove(0.5))
    assert 0 in once.likely()[0]
    alone, known = (unsure.judge(picture, boxes, camera).sum() for camera in (nobody, once))
    assert alone < 0.55 < known


class FlatFrom:
    """A net that finds dice the flatter, the nearer to so much they lean; it remembers how far they did."""

    def __init__(self, lean: float) -> None:
        self.leans: list[float] = []
        self._lean = lean

    def __call__(self, batch: Floats) -> Floats:
        leans = batch[:, 3, 0, 0]
        self.leans += leans.tolist()
        flat = 4 - 40 * abs(leans - self._lean)
        return np.stack([flat, -flat, np.full_like(flat, -9.0)], axis=1).astype(np.float32)


def test_a_die_is_judged_from_three_places_about_the_likeliest_and_by_their_mean() -> None:
    picture, nobody = np.full((240, 320, 3), 90, np.uint8), Somewhere((320, 240))
    boxes = np.array([[160, 120, 30, 30]], np.float32)
    net = FlatFrom(0.3)
    tilted = Stance(nobody_knows, net).judge(picture, boxes, nobody).sum()
    below, middle, above = net.leans[-3:]
    assert below < middle < above
    assert middle == pytest.approx(0.3, abs=0.03)
    chances = [1 / (1 + np.exp(-2 * (4 - 40 * abs(lean - 0.3)))) for lean in net.leans[-3:]]
    flat = np.mean(chances)
    # The other net has half a say, and knows nothing: a third each for flat, cocked and stacked.
    expected = np.sqrt([flat / 3, (1 - flat) / 3, 0.0])
    assert tilted == pytest.approx(1 - expected[0] / expected.sum(), abs=0.05)
    place = Stance(nobody_knows, FlatFrom(0.3)).likeliest(nobody, picture, boxes)
    assert np.linalg.norm(place.lean(np.zeros(2))) == pytest.approx(middle, abs=0.03)


def test_one_die_however_sure_does_not_outvote_four_about_where_the_camera_is() -> None:
    picture, nobody = np.full((240, 320, 3), 90, np.uint8), Somewhere((320, 240))
    boxes = np.array([[150 + 5 * i, 120, 30, 30] for i in range(5)], np.float32)

    def four_against_one(batch: Floats) -> Floats:
        here = abs(batch[:, 3, 0, 0] - 0.3) < 0.12
        flat = np.where(here, 2.0, -2.0)
        flat[::5] = np.where(here[::5], -90.0, 90.0)
        return np.stack([flat, -flat, np.full_like(flat, -99.0)], axis=1).astype(np.float32)

    place = Stance(nobody_knows, four_against_one).likeliest(nobody, picture, boxes)
    assert np.linalg.norm(place.lean(np.zeros(2))) == pytest.approx(0.3, abs=0.05)


def test_a_few_dice_that_look_flat_do_not_keep_it_from_asking_whether_the_picture_is_turned() -> None:
    picture = np.full((240, 320, 3), 40, np.uint8)
    picture[:120] = 220
    picture[:, 250:] = 128

    def dark_far_away(batch: Floats) -> Floats:
        upper, lower = batch[:, 0, :24].mean(axis=(1, 2)), batch[:, 0, 40:].mean(axis=(1, 2))
        flat = np.where(abs(lower - upper) < 0.1, 9.0, np.where(lower > upper, 4.0, -4.0))
        return np.stack([flat, -flat, np.full_like(flat, -9.0)], axis=1).astype(np.float32)

    boxes = np.array([[160, 120, 30, 30], [200, 120, 30, 30], [300, 120, 20, 20]], np.float32)
    stance = Stance(nobody_knows, dark_far_away)
    assert stance.judge(picture, boxes, Somewhere((320, 240))).sum(axis=1)[:2].max() < 0.3


def test_a_picture_that_no_upright_camera_explains_may_be_turned() -> None:
    picture = np.full((240, 320, 3), 40, np.uint8)
    picture[:120] = 220

    def dark_far_away(batch: Floats) -> Floats:
        upper, lower = batch[:, 0, :24].mean(axis=(1, 2)), batch[:, 0, 40:].mean(axis=(1, 2))
        flat = np.where(lower > upper, 4.0, -4.0)
        return np.stack([flat, -flat, np.full_like(flat, -9.0)], axis=1).astype(np.float32)

    boxes = np.array([[160, 120, 30, 30], [200, 120, 30, 30]], np.float32)
    stance = Stance(nobody_knows, dark_far_away)
    assert stance.judge(picture, boxes, Somewhere((320, 240))).sum(axis=1).max() < 0.3
    assert stance.judge(picture[::-1], boxes, Somewhere((320, 240))).sum(axis=1).max() < 0.3


def test_from_a_measured_place_a_die_is_judged_as_it_looks_from_there() -> None:
    picture = np.full((240, 320, 3), 90, np.uint8)
    boxes = np.array([[160, 120, 30, 30]], np.float32)
    nobody = Somewhere((320, 240))
    above, *_, low = nobody.views(nobody.likely()[0], 30)
    stance = Stance(nobody_knows, FromAbove())
    assert stance.judge(picture, boxes, low)[0, 0] > 0.8
    assert stance.judge(picture, boxes, above)[0, 0] < 0.2


def darker_on_the_left(batch: Floats) -> Floats:
    """A net that finds dice cocked whose left half is the darker one, and else about flat."""
    left, right = batch[:, 0, :, :20].mean(axis=(1, 2)), batch[:, 0, :, 44:].mean(axis=(1, 2))
    flat = np.where(left < right, -2.0, 1.0)
    return np.stack([flat, -flat, np.full_like(flat, -9.0)], axis=1).astype(np.float32)


@pytest.mark.parametrize("measured", [False, True])
def test_a_die_that_may_lean_is_judged_by_a_second_look_in_a_mirror_too(measured: bool) -> None:
    picture = np.full((240, 320, 3), 40, np.uint8)
    picture[:, 160:] = 200
    boxes = np.array([[160, 120, 40, 40]], np.float32)
    nobody = Somewhere((320, 240))
    camera = nobody.views(np.array([0]), 40)[0] if measured else nobody
    stance = Stance(darker_on_the_left, darker_on_the_left if measured else nobody_knows)
    there, mirrored = (stance.judge(each, boxes, camera) for each in (picture, picture[:, ::-1]))
    np.testing.assert_allclose(there, mirrored, atol=0.02)
    # Odds of e^4 that it leans, and of e^2 that it does not: their geometric mean; half of that, where the other net
    # knows nothing.
    assert there[0, 0] == pytest.approx(1 / (1 + np.exp(-1 if measured else -0.5)), abs=0.02)


@pytest.mark.parametrize(("sure", "looked"), [(6.0, [2]), (2.0, [2, 2])])
def test_dice_of_a_table_that_plainly_lie_flat_are_looked_at_once(sure: float, looked: list[int]) -> None:
    looks: list[int] = []

    def flat(batch: Floats) -> Floats:
        looks.append(len(batch))
        return np.tile(np.array([[sure, 0.0, 0.0]], np.float32), (len(batch), 1))

    boxes = np.array([[160, 120, 40, 40], [80, 120, 40, 40]], np.float32)
    picture, camera = np.full((240, 320, 3), 90, np.uint8), Somewhere((320, 240)).views(np.array([0]), 40)[0]
    Stance(nobody_knows, flat).judge(picture, boxes, camera)
    assert looks == looked


def test_at_first_sight_the_dice_of_a_photo_are_looked_at_once() -> None:
    looks: list[int] = []

    def doubtful(batch: Floats) -> Floats:
        looks.append(len(batch))
        return nobody_knows(batch)

    boxes = np.array([[160, 120, 40, 40], [80, 120, 40, 40]], np.float32)
    Stance(doubtful, nobody_knows).judge(np.full((240, 320, 3), 90, np.uint8), boxes)
    assert looks == [2]


def test_without_the_net_of_straightened_dice_they_are_judged_as_they_are_seen(tmp_path: Path) -> None:
    (tmp_path / "stance.onnx").write_bytes((MODELS / "stance.onnx").read_bytes())
    stance, picture = Stance.open(tmp_path), np.full((240, 320, 3), 90, np.uint8)
    boxes = np.array([[160, 120, 30, 30], [90, 60, 30, 34]], np.float32)
    assert not stance.straightens
    assert Stance.open(MODELS).straightens
    over = stance.judge(picture, boxes, Somewhere((320, 240)))
    np.testing.assert_array_equal(over, stance.judge(picture, boxes))


def test_the_weights_take_less_than_eight_megabytes() -> None:
    assert sum(path.stat().st_size for path in MODELS.glob("*.onnx")) < 8_000_000


def test_the_likeliest_place_is_the_one_from_which_the_dice_look_flat() -> None:
    picture = np.full((240, 320, 3), 90, np.uint8)
    boxes = np.array([[160, 120, 30, 30], [180, 110, 30, 30]], np.float32)
    place = Stance(nobody_knows, FromAbove()).likeliest(Somewhere((320, 240)), picture, boxes)
    assert np.linalg.norm(place.lean(np.zeros(2))) < 0.15


def test_another_net_in_its_place_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "stance.onnx").write_bytes((MODELS / "reader.onnx").read_bytes())
    with pytest.raises(ModelError, match="not the net of stances"):
        Stance.open(tmp_path)


@given(st.lists(st.floats(10, 80), max_size=9), st.permutations(range(9)))
def test_boxes_are_parted_by_size_each_once_and_no_two_of_one_size_leap(
    sides: list[float], order: list[int]
) -> None:
    sides = [sides[i] for i in order if i < len(sides)]
    boxes = np.array([[0, 0, side, side, 1] for side in sides], np.float32).reshape(-1, 5)
    groups = of_one_size(boxes)
    assert sorted(int(row) for rows in groups for row in rows) == list(range(len(sides)))
    for rows in groups:
        logs = np.sort(np.log(boxes[rows, 2]))
        assert np.all(np.diff(logs) <= 0.23)


def test_large_dice_beside_small_ones_are_two_sizes_and_dice_near_and_far_are_one() -> None:
    def groups(*sides: float) -> list[list[int]]:
        boxes = np.array([[0, 0, side, side, 1] for side in sides], np.float32)
        return [sorted(rows.tolist()) for rows in of_one_size(boxes)]

    assert groups(30, 62, 31, 60) == [[0, 2], [1, 3]]
    assert groups(30, 34, 38, 44, 50) == [[0, 1, 2, 3, 4]]
