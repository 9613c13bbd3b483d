from __future__ import annotations

from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from test_vision_readings import LIMITS, readings

from hardware.frame import Image
from models.measure.speed import plain_table
from vision.nouns import Detection, Floats
from vision.picture.crop import crop, normalised, unmixed
from vision.plane.table import Table
from vision.plane.viewpoint import _SPOTS, Somewhere, Viewpoint
from vision.reading.chances import pooled
from vision.reading.detector import Detector
from vision.reading.faces import open_faces
from vision.reading.net import ModelError, open_net, quickest
from vision.reading.reader import Reader
from vision.reading.readings import Limits, decide

MODELS = Path(__file__).parents[1] / "models"
SPOTS = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (-1, 1), (1, -1), (1, 1)],
    5: [(-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)],
    6: [(-1, -1), (0, -1), (1, -1), (-1, 1), (0, 1), (1, 1)],
}


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader.open(MODELS)


def table(values: list[int], side: int = 60, turn: float = 0.0) -> Image:
    """White dice with black pips from above on green cloth, 640 x 360, drawn here and not by the training's code."""
    cloth = np.random.default_rng(1).normal(0, 4, (360, 640, 3)) + np.array([60, 110, 40])
    picture = np.clip(cloth, 0, 255).astype(np.uint8)
    for index, value in enumerate(values):
        x, y = 110 + 210 * (index % 3), 100 + 160 * (index // 3)
        spin = turn + 0.5 * index
        cos, sin = np.cos(spin), np.sin(spin)
        ring = (
            np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) @ np.array([[cos, sin], [-sin, cos]]) * 0.42 * side
        )
        cv2.fillPoly(picture, [(ring + np.array([x + 5, y + 6])).astype(np.int32)], (30, 60, 25), cv2.LINE_AA)
        cv2.fillPoly(picture, [(ring + np.array([x, y])).astype(np.int32)], (225, 232, 235), cv2.LINE_AA)
        cv2.polylines(
            picture,
            [(ring + np.array([x, y])).astype(np.int32)],
            True,
            (205, 212, 215),
            side // 8,
            cv2.LINE_AA,
        )
        for u, v in SPOTS[value]:
            spot = np.array([u, v]) @ np.array([[cos, sin], [-sin, cos]]) * 0.24 * side
            centre = (round(x + float(spot[0])), round(y + float(spot[1])))
            cv2.circle(picture, centre, round(0.085 * side), (25, 25, 30), -1, cv2.LINE_AA)
    return cv2.GaussianBlur(picture, (0, 0), 0.8).astype(np.uint8)


def values_by_place(dice: tuple[Detection, ...]) -> list[int | None]:
    return [die.value for die in sorted(dice, key=lambda die: (die.centre_px[1] > 180, die.centre_px[0]))]


@pytest.mark.parametrize("turn", [0.0, 0.35, 0.8])
def test_six_plain_dice_are_read(reader: Reader, turn: float) -> None:
    dice = reader.read(table([1, 2, 3, 4, 5, 6], turn=turn))
    assert values_by_place(dice) == [1, 2, 3, 4, 5, 6]
    assert all(die.state == "flat" and die.value_p >= reader.limits.ask for die in dice)


def test_the_boxes_lie_on_the_dice(reader: Reader) -> None:
    (die,) = reader.read(table([5]))
    assert np.hypot(die.centre_px[0] - 110, die.centre_px[1] - 100) < 8
    assert 45 < die.size_px < 85
    assert die.ranking[0] == 5
    assert sorted(die.ranking) == [1, 2, 3, 4, 5, 6]


def test_dice_are_read_large_and_small(reader: Reader) -> None:
    picture = table([4, 2, 6, 1, 3, 5])
    for scale in (0.6, 1.0, 2.5):
        seen = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA).astype(np.uint8)
        assert sorted(die.value or 0 for die in reader.read(seen)) == [1, 2, 3, 4, 5, 6]


def test_a_known_size_finds_the_same_dice(reader: Reader) -> None:
    picture = table([4, 2, 6, 1, 3, 5])
    assert values_by_place(reader.read(picture, size_px=66.0)) == values_by_place(reader.read(picture))


def test_small_dice_are_looked_at_a_second_time_as_close_as_is_best_and_no_closer() -> None:
    run, widths = open_net(quickest(MODELS / "detector.onnx"), 1), []

    def watched(picture: NDArray[Any]) -> Floats:
        widths.append(picture.shape[2])
        return run(picture)

    watching = Reader(Detector(watched), open_faces(MODELS), Limits.open(MODELS / "reader.json"))
    dice = watching.read(table([3, 1, 6, 2, 5, 4], 32))
    assert values_by_place(dice) == [3, 1, 6, 2, 5, 4]
    assert widths[0] == 320
    assert 320 < max(widths) < 600  # as a whole, the picture is 640 px wide


@pytest.mark.parametrize(("small", "large"), [(24, 50), (30, 60), (32, 80)])
def test_dice_of_two_sizes_are_read_in_one_photo(reader: Reader, small: int, large: int) -> None:
    picture = table([4, 1, 6, 2, 3, 5], large)
    picture[180:] = table([4, 1, 6, 2, 3, 5], small)[180:]
    assert sorted(die.value or 0 for die in reader.read(picture)) == [1, 2, 3, 4, 5, 6]


def test_small_dice_are_found_in_the_widest_picture(reader: Reader) -> None:
    felt = np.full((480, 8660, 3), (60, 95, 70), np.uint8)
    felt[60:420, 7000:7640] = plain_table(640, 360, 20)
    # The pip of a 1 is three pixels wide.
    assert {2, 3, 4, 5, 6} <= {die.value for die in reader.read(felt)}


@pytest.mark.parametrize("side", [36, 40, 44, 50])
def test_all_dice_are_found_where_the_first_look_sees_only_some(reader: Reader, side: int) -> None:
    dice = reader.read(plain_table(1280, 720, side))
    assert sorted(die.value or 0 for die in dice) == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize("scale", [0.6, 1.0])
def test_small_dice_are_found_beside_large_buttons_in_a_large_picture(reader: Reader, scale: float) -> None:
    ground = np.full((2160, 3840, 3), (60, 110, 40), np.uint8)
    for x, y in ((425, 325), (3325, 425), (525, 1625), (3225, 1725)):
        cv2.circle(ground, (x, y), 125, (225, 232, 235), -1)
        for across, down in ((-31, 0), (31, 0), (0, -31), (0, 31)):
            cv2.circle(ground, (x + across, y + down), 12, (20, 20, 20), -1)
    ground[900:1260, 1600:2240] = table([4, 2, 6, 1, 3, 5])
    seen = cv2.resize(ground, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA).astype(np.uint8)
    assert sorted(die.value or 0 for die in reader.read(seen)) == [1, 2, 3, 4, 5, 6]


def scripted(widths: list[int], small_from_px: int, unlikely: float = 0.0) -> Reader:
    """A reader that takes something plain for a large die, and in wide pictures finds a small one too, with a 3.

    widths: of the pictures looked at. unlikely: how likely it takes the corner with the small die for a large one,
    in which it sees that 3, too, in pictures that are less wide.
    """

    def find(pictures: NDArray[Any]) -> Floats:
        _, height, width, _ = pictures.shape
        widths.append(width)
        grid = np.full((1, 5, height // 8, width // 8), -9, np.float32)
        small = width >= small_from_px
        for row, column, side, likely in (
            (height // 16, width // 16, 60, 0.9),
            (2, 2, 30 if small else 40, 0.9 if small else unlikely),
        ):
            if likely:
                log = np.log(side / 32)
                grid[0, :, row, column] = np.log(likely / (1 - likely)), 0, 0, log, log
        return grid

    def read(crops: NDArray[Any]) -> Floats:
        plain = np.abs(crops).max(axis=(1, 2, 3)) < 0.1
        logits = np.zeros((len(crops), 7), np.float32)
        logits[np.arange(len(crops)), np.where(plain, 6, 2)] = 14
        return logits

    return Reader(Detector(find), read, Limits(1.0, look=0.2, die=0.5, ask=0.8, tilted=2.0))


def with_a_small_die(width: int) -> Image:
    picture = np.full((width // 2, width, 3), 90, np.uint8)
    picture[: width // 40, : width // 40] = np.random.default_rng(7).integers(
        0, 256, (width // 40, width // 40, 3)
    )
    return picture


@pytest.mark.parametrize(("sure", "looks"), [(0.97, [1]), (0.9, [1, 1]), (0.6, [1, 1, 2])])
def test_a_die_is_looked_at_again_only_as_often_as_its_value_is_not_plain(
    sure: float, looks: list[int]
) -> None:
    read_of: list[int] = []

    def find(pictures: NDArray[Any]) -> Floats:
        _, height, width, _ = pictures.shape
        grid = np.full((1, 5, height // 8, width // 8), -9, np.float32)
        grid[0, :, height // 16, width // 16] = 3, 0, 0, 0, 0
        return grid

    def read(crops: NDArray[Any]) -> Floats:
        read_of.append(len(crops))
        chances = np.full((len(crops), 7), (1 - sure) / 6, np.float32)
        chances[:, 4] = sure
        return np.log(chances)

    limits = Limits(1.0, look=0.2, die=0.5, ask=0.5, tilted=2.0)
    picture = np.random.default_rng(3).integers(0, 256, (160, 320, 3)).astype(np.uint8)
    (die,) = Reader(Detector(find), read, limits).read(picture, size_px=30.0)
    assert die.value == 5
    assert read_of == looks


def test_what_is_read_but_no_likely_die_does_not_end_the_search() -> None:
    (die,) = scripted([], small_from_px=600, unlikely=0.24).read(with_a_small_die(3200))
    assert die.value == 3
    assert die.size_px < 300


def test_large_dice_are_looked_at_a_little_closer_and_then_small_ones_are_looked_for() -> None:
    widths: list[int] = []
    dice = scripted(widths, small_from_px=1000).read(with_a_small_die(3200))
    assert [die.value for die in dice] == [3]
    assert widths[3:] == [400, 1280]


@pytest.mark.parametrize(("camera", "closer"), [(None, True), (Somewhere((3200, 1600)), False)])
def test_a_table_that_is_followed_is_not_looked_at_as_closely_as_a_photo(
    camera: Somewhere | None, closer: bool
) -> None:
    widths: list[int] = []
    scripted(widths, small_from_px=9999).read(with_a_small_die(3200), camera=camera)
    assert 1280 in widths
    assert (max(widths) > 1280) == closer


@pytest.mark.parametrize("shape", [(1, 1), (3, 500), (48, 64), (700, 2)])
def test_any_shape_of_empty_picture_has_no_dice(reader: Reader, shape: tuple[int, int]) -> None:
    assert reader.read(np.full((*shape, 3), 120, np.uint8)) == ()


def test_a_crop_shows_the_die_in_its_middle_and_draws_the_edge_out() -> None:
    picture = np.zeros((100, 100, 3), np.uint8)
    picture[:20, :20] = 200
    seen = crop(picture, np.array([10, 10, 40, 40, 1], np.float32))
    assert seen.shape == (48, 48, 3)
    assert seen[0, 0].tolist() == [200, 200, 200]
    assert seen[47, 47].tolist() == [0, 0, 0]


def test_normalised_crops_do_not_know_the_exposure() -> None:
    crops = np.random.default_rng(2).uniform(40, 120, (2, 48, 48, 3)).astype(np.float32)
    np.testing.assert_allclose(normalised(crops), normalised(1.5 * crops + 20), atol=0.15)


def test_red_pips_as_bright_as_their_grey_die_come_apart_when_colours_are_unmixed() -> None:
    random = np.random.default_rng(3)
    shade = np.linspace(50, 130, 48)[None, :, None] * np.ones(
        (48, 48, 3)
    )  # light that falls off over the die
    red = np.array([-20.0, -11.0, 25.0])  # BGR; 0.114 B + 0.587 G + 0.299 R: just as bright
    pip = np.zeros((48, 48), bool)
    pip[20:28, 20:28] = True
    die = shade + random.normal(0, 1, shade.shape) + pip[:, :, None] * red
    clear = unmixed(die[None].astype(np.float32))[0]

    def apart(picture: np.ndarray) -> float:
        body = picture[14:34, 14:34][~pip[14:34, 14:34]]
        return float(np.linalg.norm(picture[pip].mean(axis=0) - body.mean(axis=0)))

    assert apart(clear) > 1.7 * apart(die)


def test_a_grey_crop_has_no_colours_to_unmix() -> None:
    grey = np.random.default_rng(4).uniform(20, 230, (2, 48, 48, 1)).repeat(3, axis=3).astype(np.float32)
    np.testing.assert_allclose(unmixed(grey), grey, atol=0.05)


def test_a_look_that_cannot_tell_leaves_it_to_one_that_can() -> None:
    blind, sharp = np.full((1, 7), 1 / 7, np.float32), np.full((1, 7), 1e-4, np.float32)
    sharp[0, 4] = 1 - 6e-4
    both = pooled(np.stack([blind, sharp]))
    assert both[0, 4] > 0.9
    assert both[0].sum() == pytest.approx(1)
    against = sharp.copy()
    against[0, [3, 4]] = sharp[0, [4, 3]]
    assert pooled(np.stack([sharp, against]))[0, 4] == pytest.approx(0.5, abs=0.02)


class Asked:
    """In place of a net of stances: notes where dice lie that tell of the camera's place."""

    def learn(self, camera: Somewhere, image: np.ndarray, boxes: np.ndarray) -> Somewhere:
        self.boxes = boxes
        return camera.after(np.zeros(3))


def test_the_dice_of_a_throw_tell_of_the_camera_where_they_lie(reader: Reader) -> None:
    asked, camera = Asked(), Somewhere((100, 100))
    dice = decide(readings((50, 30, 0.99, 0.0), (90, 20, 0.9, 0.0)), LIMITS, (100, 200, 3))
    with_stance = Reader(reader._detector, reader.faces._run, LIMITS, asked)  # type: ignore[arg-type]
    assert with_stance.placed(camera, np.zeros((100, 200, 3), np.uint8), dice).told == (0.0, 0.0, 0.0)
    np.testing.assert_allclose(asked.boxes, [[50, 50, 30, 30], [90, 50, 20, 20]])
    blind = Reader(reader._detector, reader.faces._run, LIMITS)
    assert blind.placed(camera, np.zeros((100, 200, 3), np.uint8), dice) is camera


def found_in(picture: Image) -> tuple[float, float]:
    """Where the one die of `aslant` lies, and how high the bright part of it is over the dark one."""
    rows, columns = np.nonzero(picture[:, :, 0] != 90)
    return float(rows.mean()), float(columns.mean())


def by_its_top(unsure: bool = False) -> tuple[Detector, Any]:
    """Nets that find what is no ground and see a 3 where its upper part is bright, a 5 where its lower part is.

    unsure: of a 3, else it is surer of that than of a 5.
    """

    def find(pictures: NDArray[Any]) -> Floats:
        _, height, width, _ = pictures.shape
        grid = np.full((1, 5, height // 8, width // 8), -9, np.float32)
        row, column = (at + 0.5 for at in found_in(pictures[0]))
        log = np.log(40 * max(height, width) / 640 / 32)
        grid[0, :, int(row / 8), int(column / 8)] = 5, column / 8 % 1 - 0.5, row / 8 % 1 - 0.5, log, log
        return grid

    def read(crops: NDArray[Any]) -> Floats:
        logits = np.zeros((len(crops), 7), np.float32)
        top = crops[:, :, :24].mean(axis=(1, 2, 3)) > crops[:, :, 24:].mean(axis=(1, 2, 3))
        logits[np.arange(len(crops)), np.where(top, 2, 4)] = np.where(top, 3 if unsure else 14, 7)
        return logits

    return Detector(find), read


def aslant() -> Image:
    """640 x 360, with something 40 px large at (500, 100) that is bright above and dark below."""
    picture = np.full((360, 640, 3), 90, np.uint8)
    picture[80:100, 480:520], picture[100:120, 480:520] = 250, 10
    return picture


class Turned:
    """In place of a net of stances: dice seem to lean where the bright part is not above; it tells how it hangs."""

    straightens = False

    def __init__(self, turns: int, leaning: float = 0.6, upright: float = 0.0) -> None:
        self._turn = {0: 0.0, 1: np.pi / 2, 2: np.pi, 3: -np.pi / 2}[turns]
        self._leaning, self._upright = leaning, upright

    def judge(self, image: Image, boxes: Floats, camera: object) -> Floats:
        assert camera is None
        rows, columns = np.nonzero(image[:, :, 0] == 250)
        row, column = found_in(image)
        stands = row - rows.mean() > abs(column - columns.mean())
        return np.tile(np.float32([self._upright if stands else self._leaning, 0]), (len(boxes), 1))

    def learn(self, camera: Somewhere, image: Image, boxes: Floats) -> Somewhere:
        return camera.after(np.array([9.0 if turn == self._turn else 0.0 for turn, _ in _SPOTS]))


@pytest.mark.parametrize("turns", range(4))
def test_a_die_is_read_as_it_stands_however_the_picture_hangs(turns: int) -> None:
    hangs, limits = np.ascontiguousarray(np.rot90(aslant(), -turns)), Limits(1.0, 0.2, 0.5, 0.8, 2.0)
    told = Turned(turns).learn(
        Somewhere((hangs.shape[1], hangs.shape[0])), hangs, np.zeros((1, 5), np.float32)
    )
    (over,) = Reader(*by_its_top(), limits).read(hangs, camera=told)
    (photo,) = Reader(*by_its_top(), limits, Turned(turns)).read(hangs)  # type: ignore[arg-type]
    row, column = found_in(hangs)
    for die in (over, photo):
        assert die.value == 3
        assert die.centre_px == pytest.approx((column + 0.5, row + 0.5), abs=2)


def test_a_photo_is_turned_only_if_its_dice_are_doubtful_and_less_so_where_it_hangs_otherwise() -> None:
    upside_down, limits = np.ascontiguousarray(np.rot90(aslant(), 2)), Limits(1.0, 0.2, 0.5, 0.8, 2.0)

    def value(picture: Image, stance: Turned, unsure: bool = False) -> int | None:
        (die,) = Reader(*by_its_top(unsure), limits, stance).read(picture)  # type: ignore[arg-type]
        return die.value

    assert value(upside_down, Turned(2)) == 3
    assert value(upside_down, Turned(2, leaning=0.04)) == 5
    assert value(upside_down, Turned(2, upright=0.25)) == 5
    assert value(upside_down, Turned(1)) == 5
    assert value(upside_down, Turned(2), unsure=True) == 5
    assert value(aslant(), Turned(2)) == 3


class FromAbove(Turned):
    """The same, which at first sight is so sure that dice lean, and from above finds them cocked; it notes those."""

    straightens = True

    def __init__(self, turns: int, at_first: float) -> None:
        super().__init__(turns, upright=at_first)
        self.seen: list[tuple[Image, Floats]] = []

    def judge(self, image: Image, boxes: Floats, camera: object) -> Floats:
        if camera is None:
            return super().judge(image, boxes, camera)
        assert camera == Somewhere((image.shape[1], image.shape[0]))
        self.seen.append((image, boxes))
        return np.tile(np.float32([0.9, 0]), (len(boxes), 1))


@pytest.mark.parametrize("turns", range(4))
def test_a_die_of_a_photo_that_may_lean_is_judged_as_on_a_table_however_the_photo_hangs(
    turns: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "vision.reading.reader._MAY_LEAN", 0.1
    )  # one that leans more would not be found out to hang
    hangs, limits = np.ascontiguousarray(np.rot90(aslant(), -turns)), Limits(1.0, 0.2, 0.5, 0.8, 0.7)
    stance = FromAbove(turns, at_first=0.15)
    (die,) = Reader(*by_its_top(), limits, stance).read(hangs)  # type: ignore[arg-type]
    assert (die.state, die.value) == ("cocked", None)
    row, column = found_in(hangs)
    assert die.centre_px == pytest.approx((column + 0.5, row + 0.5), abs=2)
    ((stood, boxes),) = stance.seen
    np.testing.assert_array_equal(stood, aslant())
    np.testing.assert_allclose(boxes[:, :4], [[500, 100, 40, 40]], atol=2)


def test_a_photo_in_which_all_dice_plainly_lie_flat_is_not_asked_from_where_it_was_taken() -> None:
    stance, limits = FromAbove(0, at_first=0.25), Limits(1.0, 0.2, 0.5, 0.8, 0.7)
    (die,) = Reader(*by_its_top(), limits, stance).read(aslant())  # type: ignore[arg-type]
    assert (die.state, die.value) == ("flat", 3)
    assert not stance.seen


def test_missing_or_wrong_weights_are_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="missing"):
        Reader.open(tmp_path)
    (tmp_path / "reader.onnx").write_bytes((MODELS / "detector.onnx").read_bytes())
    with pytest.raises(ModelError, match="not the reader's net"):
        Reader.open(tmp_path)


def test_parts_of_a_measured_table_are_read_as_the_whole_is(reader: Reader) -> None:
    side, (width, height) = 60, (640, 480)
    picture = plain_table(width, height, side)
    edge = np.array([[0, 0], [width, 0], [width, height], [0, height]], float)
    table = Table.from_corners(edge, (width * 16 / side, height * 16 / side), (width, height))
    known = (1.1 * side, Viewpoint.of(table))
    whole = reader.read(picture, *known)
    assert len(whole) == 6
    for dice in ([0], [2, 5], [1, 3, 4]):
        where = [
            (*(whole[n].corners_px.min(axis=0) - 30), *(whole[n].corners_px.max(axis=0) + 30)) for n in dice
        ]
        part = reader.read(picture, *known, where)
        assert [die.value for die in part] == [whole[n].value for n in dice]
    assert reader.read(picture, *known, []) == ()
    assert reader.read(picture, *known, [(-50.0, -50.0, -9.0, -9.0)]) == ()
