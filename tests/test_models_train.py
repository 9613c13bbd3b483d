from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="training needs the extra packages of .[train]")
onnx = pytest.importorskip("onnx", reason="training needs the extra packages of .[train]")

from models.examples import stances  # noqa: E402
from models.examples.banks import Bank  # noqa: E402
from models.examples.batches import VIEW_PX, answer, crop, moved  # noqa: E402
from models.examples.drawn import Make, Stand, draw_die  # noqa: E402
from models.examples.faces import whole_dice  # noqa: E402
from models.examples.photos import HIDDEN, Photo  # noqa: E402
from models.examples.printed import printed  # noqa: E402
from models.examples.stances import UNKNOWN, AsSeen, Groups, alike, companies  # noqa: E402
from models.examples.straightened import Straightened  # noqa: E402
from models.nets import NONE, DetectorNet, ReaderNet, StanceNet  # noqa: E402
from models.shipping.export import export, export_all  # noqa: E402
from models.shipping.quantise import quantise, take_bytes  # noqa: E402
from models.shipping.restore import restore  # noqa: E402
from models.training.growth import grown  # noqa: E402
from models.training.train import detector_loss, reader_loss  # noqa: E402
from models.training.train_stances import stance_loss  # noqa: E402
from models.training.training import Plan, Training  # noqa: E402
from vision.reading.detector import peaks  # noqa: E402
from vision.reading.net import open_net, quickest  # noqa: E402

ROOT = Path(__file__).parents[1]


def learn(folder: Path, steps: int, until: float = 1.0) -> Training:
    """A tiny reader net on noise whose brightness tells the class."""
    torch.manual_seed(1)

    def batch(random: np.random.Generator) -> tuple[tuple[torch.Tensor], torch.Tensor]:
        classes = random.integers(0, 2, 8)
        crops = random.normal(0, 0.1, (8, 3, 48, 48)) + classes[:, None, None, None]
        return (torch.from_numpy(crops.astype(np.float32)),), torch.from_numpy(classes)

    training = Training("reader", ReaderNet(), reader_loss, Plan(steps, 8, 1e-3, 2), folder)
    training.run(batch, lambda net: -1.0, until)
    return training


def test_a_training_that_was_stopped_goes_on_to_the_same_weights(tmp_path: Path) -> None:
    for name in ("whole", "halves"):
        (tmp_path / name).mkdir()
    whole = learn(tmp_path / "whole", 6)
    learn(tmp_path / "halves", 6, until=0.5)
    halves = learn(tmp_path / "halves", 6)
    assert halves.step == whole.step == 6
    # What learns, and what is exported.
    for ours, theirs in ((halves.net, whole.net), (halves.mean, whole.mean)):
        for part, same in zip(ours.parameters(), theirs.parameters(), strict=True):
            assert torch.allclose(part, same, atol=1e-6)
    assert (tmp_path / "halves" / "reader.csv").read_text().splitlines()[-1].startswith("6,48,")


# Each training in a process of its own, and PyTorch, which takes long, loaded once.
KILLED = """
import os, signal, sys
from pathlib import Path

import numpy as np
import torch
from torch import nn

from models.training.train import reader_loss
from models.training.training import Plan, Training


def net():
    layers = nn.Conv2d(3, 4, 3), nn.BatchNorm2d(4), nn.Dropout(0.5), nn.Flatten(), nn.Linear(144, 7)
    return nn.Sequential(*layers)


class Killed(Training):
    def __init__(self, folder, when):
        torch.manual_seed(1)
        self._when, self._batches = when, 0
        super().__init__("reader", net(), reader_loss, Plan(8, 2, 1e-2, 2), folder)

    def batch(self, random):
        self._batches += 1
        if self._when == "between" and self._batches == 4:
            os.kill(os.getpid(), signal.SIGKILL)
        crops = random.normal(0, 1, (2, 3, 8, 8)).astype(np.float32)
        return (torch.from_numpy(crops),), torch.from_numpy(random.integers(0, 7, 2))

    def _tell(self):
        if self._when == "untold" and self.step == 4:
            os.kill(os.getpid(), signal.SIGKILL)
        super()._tell()


torch.set_num_threads(1)
for word in sys.argv[2:]:
    name, _, when = word.partition(":")
    child = os.fork()
    if not child:
        training = Killed(Path(sys.argv[1]) / name, when)
        training.run(training.batch, lambda net: torch.rand(1).item())
        os._exit(0)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs a system on which processes fork")
def test_a_training_that_is_killed_goes_on_to_the_same_curve_and_weights(tmp_path: Path) -> None:
    runs = ["whole:", "between:between", "between:", "untold:untold", "untold:"]
    for name in ("whole", "between", "untold"):
        (tmp_path / name).mkdir()
    command = [sys.executable, "-c", KILLED, str(tmp_path), *runs]
    done = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    ends = [line for line in done.stdout.splitlines() if not line.startswith("reader")]
    assert ends == ["0", "-9", "0", "-9", "0"]
    curves = {name: (tmp_path / name / "reader.csv").read_text() for name in ("whole", "between", "untold")}
    assert [line.split(",")[0] for line in curves["whole"].splitlines()] == ["step", "2", "4", "6", "8"]
    assert curves["between"] == curves["untold"] == curves["whole"]
    whole, *others = (torch.load(tmp_path / name / "reader.pt", weights_only=False) for name in curves)
    for other in others:
        assert other["step"] == 8
        assert all(torch.equal(other["net"][name], part) for name, part in whole["net"].items())


def test_a_grown_net_answers_at_first_as_the_narrow_one_did() -> None:
    torch.manual_seed(2)
    narrow, wide = ReaderNet(8).eval(), ReaderNet(12).eval()
    wide.load_state_dict(grown(narrow.state_dict(), wide))
    crops = torch.randn(4, 3, 48, 48)
    with torch.no_grad():
        torch.testing.assert_close(wide(crops), narrow(crops), atol=1e-5, rtol=1e-4)


def test_a_net_does_not_grow_into_a_narrower_one() -> None:
    with pytest.raises(ValueError, match="no room"):
        grown(ReaderNet(12).state_dict(), ReaderNet(8))


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_an_exported_net_comes_back_and_answers_alike_in_training_too(tmp_path: Path) -> None:
    torch.manual_seed(3)
    net, crops = ReaderNet(8), torch.randn(64, 3, 48, 48)
    net.last[1] = torch.nn.Identity()  # dropout
    net(crops)  # so that what it normalises by is not what it starts with
    export(net, crops[:2], {0: "crops"}, tmp_path / "reader.onnx")
    back = ReaderNet(8)
    back.last[1] = torch.nn.Identity()
    restore(back, tmp_path / "reader.onnx", crops)
    with torch.no_grad():
        wanted = net.eval()(crops)
        torch.testing.assert_close(back.eval()(crops), wanted, atol=1e-4, rtol=1e-3)
        torch.testing.assert_close(back.train()(crops), wanted, atol=1e-2, rtol=1e-2)


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_net_kept_in_8_bit_integers_comes_back_too(tmp_path: Path) -> None:
    torch.manual_seed(4)
    dice = torch.randn(64, 5, 64, 64)
    net = StanceNet()
    net(dice)
    torch.save({"net": net.state_dict()}, tmp_path / "straight.pt")
    export_all(tmp_path, tmp_path, ("straight",))
    quantise(tmp_path / "straight.onnx", dice.numpy())
    back = StanceNet()
    restore(back, quickest(tmp_path / "straight.onnx"), dice)
    with torch.no_grad():
        wanted, other = net.eval()(dice), StanceNet().eval()(dice)
        assert (back.eval()(dice) - wanted).abs().max() < 0.05 * (other - wanted).abs().max()


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_detector_that_takes_bytes_sees_what_it_saw_before(tmp_path: Path) -> None:
    torch.manual_seed(5)
    random = np.random.default_rng(5)
    # From black to white, as pictures are.
    pictures = random.integers(0, 256, (8, 64, 64, 4)).astype(np.float32)
    torch.save({"net": DetectorNet().state_dict()}, tmp_path / "detector.pt")
    export_all(tmp_path, tmp_path, ("detector",))
    quantise(tmp_path / "detector.onnx", pictures)
    file = tmp_path / "detector.int8.onnx"
    before = open_net(file, 1)(pictures)
    take_bytes(file)
    assert np.array_equal(open_net(file, 1)(pictures.astype(np.uint8)), before)
    assert onnx.load(str(file)).graph.input[0].type.tensor_type.elem_type == onnx.TensorProto.UINT8
    quantise(tmp_path / "detector.onnx", pictures / 2)
    with pytest.raises(ValueError, match="from black to white"):
        take_bytes(file)


def test_a_die_is_compared_with_those_of_its_own_picture_only() -> None:
    torch.manual_seed(4)
    net, dice = StanceNet().eval(), torch.randn(5, 5, 64, 64)
    with torch.no_grad():
        together = net(dice, alike([2, 3]))
        torch.testing.assert_close(together[:2], net(dice[:2]), atol=1e-5, rtol=1e-4)
        torch.testing.assert_close(together[2:], net(dice[2:]), atol=1e-5, rtol=1e-4)
        assert not torch.allclose(together[2:], net(dice)[2:], atol=1e-5)


def test_groups_keep_each_die_with_its_state() -> None:
    patches = np.zeros((3, 116, 116, 3), np.uint8)
    boxes = np.array([[50, 50, 40, 40], [90, 50, 20, 20], [10, 10, 20, 20]], np.float32)
    company = AsSeen(patches, np.array([2, 1, UNKNOWN]), boxes, True)
    (dice, company_of), states = Groups([([company], 1.0)]).batch(np.random.default_rng(0), 6)
    assert dice.shape == (len(states), 5, 64, 64)
    assert company_of.shape == (len(states), len(states))
    assert company_of.sum(dim=1).tolist() == pytest.approx([1.0] * len(states))
    large = dice[:, 3, 0, 0] > 1
    assert set(states[large].tolist()) == {2}


def test_some_dice_of_a_photo_are_seen_from_elsewhere_and_those_are_called_cocked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(stances, "_SPOILT", 0.0)
    patches, facts = np.full((3, 120, 120, 3), 60, np.uint8), np.zeros((3, 2), np.float32)
    leaning = np.zeros((2, *patches.shape), np.uint8)
    leaning[:, :, :, :60] = 250
    photo = Straightened(patches, np.array([0, 0, UNKNOWN]), facts, leaning)
    random, cocked, count = np.random.default_rng(0), 0, 0
    for _ in range(200):
        dice, states = photo.spoilt(random)
        halves = np.abs(dice[:, 0, :, :24].mean(axis=(1, 2)) - dice[:, 0, :, 40:].mean(axis=(1, 2)))
        np.testing.assert_array_equal(halves > 0.5, states == 1)
        cocked, count = cocked + int((states == 1).sum()), count + int((states != UNKNOWN).sum())
        assert 2 not in states
    assert 0.2 < cocked / count < 0.4
    assert photo.whole().shape == (3, 5, 64, 64)


def test_a_photos_die_that_is_pressed_from_one_side_is_called_cocked_and_none_of_a_renderings(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(stances, "_SPOILT", 0.0)
    patches = np.full((4, 116, 116, 3), 40, np.uint8)
    patches[:, 37:79, 37:79] = 220  # a square, in pictures of which 84 pixels are shown
    boxes = np.full((4, 4), 40, np.float32)
    taken, made = (
        AsSeen(patches, np.array([0, 0, 0, UNKNOWN]), boxes, False, taken) for taken in (True, False)
    )
    random, pressed, count = np.random.default_rng(1), 0, 0
    for _ in range(200):
        dice, states = taken.spoilt(random)
        known, plain = states != UNKNOWN, states != 1
        bright = dice[:, 0] > 0
        aspect = np.log(bright.any(axis=1).sum(axis=1) / bright.any(axis=2).sum(axis=1))
        if plain.any():
            unlike = np.abs(aspect - np.median(aspect[plain])) > 0.12
            np.testing.assert_array_equal(unlike[known], states[known] == 1)
        pressed, count = pressed + int((states == 1).sum()), count + int(known.sum())
        assert set(made.spoilt(random)[1]) <= {0, UNKNOWN}
    assert 0.15 < pressed / count < 0.35


def test_a_found_die_lies_as_the_known_one_nearest_to_it(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "a.png"), np.zeros((200, 200, 3), np.uint8))
    dice = np.array([[50, 50, 40, 40, 3], [56, 56, 40, 40, HIDDEN], [150, 150, 40, 40, 2]], np.float32)
    states = np.array([[0, 1], [0, 0], [1, 0]], np.float32)
    photo = Photo(tmp_path / "a.png", "rig", (200, 200), dice, states=states)
    boxes = np.array([[149, 152, 44, 38], [55, 55, 50, 50], [100, 30, 40, 40]], np.float32)
    (company,) = companies([photo], lambda image: boxes)
    assert company.states.tolist() == [1, 2, UNKNOWN]
    assert companies([photo], lambda image: boxes[2:]) == []


def test_a_perfect_detector_finds_its_dice_again() -> None:
    dice = np.array([[60, 70, 40, 44, 3], [180, 100, 20, 22, 5]], np.float32)
    wanted = answer(dice, True)
    grid = np.concatenate(
        [np.log(np.clip(wanted[:1], 1e-4, 0.999) / (1 - np.clip(wanted[:1], 1e-4, 0.999))), wanted[1:5]]
    )
    boxes = peaks(grid.astype(np.float32), 0.5)
    order = np.argsort(boxes[:, 0])
    np.testing.assert_allclose(boxes[order, :4], dice[:, :4], atol=0.01)
    far = torch.from_numpy(np.full((1, 5, 32, 32), -6.0, np.float32))
    near = torch.from_numpy(grid[None].astype(np.float32))
    answers = torch.from_numpy(wanted[None])
    assert float(detector_loss(near, answers)) < 0.1 * float(detector_loss(far, answers))


def test_of_a_die_that_may_or_may_not_be_found_nothing_is_asked_though_another_lies_beside_it() -> None:
    hidden, clear = (100, 100, 40, 40, HIDDEN), (134, 100, 40, 40, 3)
    for dice in ((hidden, clear), (clear, hidden)):
        assert answer(np.array(dice, np.float32), known=True)[5, 12, 12] == 0


def test_where_dice_may_lie_unlabelled_nothing_is_called_background() -> None:
    dice = np.array([[60, 70, 40, 44, 3]], np.float32)
    weights = answer(dice, False)[5]
    assert weights[70 // 8, 60 // 8] == 1
    assert weights[220 // 8, 220 // 8] == 0
    assert answer(dice, True)[5][220 // 8, 220 // 8] == 1


def test_what_nobody_knows_has_no_loss() -> None:
    logits = torch.zeros(2, 3)
    logits[:, 1] = 9
    alone = stance_loss(logits[:1], torch.tensor([1]))
    assert float(stance_loss(logits, torch.tensor([1, UNKNOWN]))) == pytest.approx(float(alone))


def test_the_nets_have_the_shapes_that_vision_expects() -> None:
    with torch.no_grad():
        assert DetectorNet()(torch.zeros(1, 3, 64, 96)).shape == (1, 5, 8, 12)
        assert ReaderNet().eval()(torch.zeros(3, 3, 48, 48)).shape == (3, 7)
        assert StanceNet().eval()(torch.zeros(4, 5, 64, 64)).shape == (4, 3)


def test_banks_name_the_classes() -> None:
    values = np.array([1, 6, 0])
    bank = Bank(np.zeros((3, 2, 2, 3), np.uint8), values, np.zeros(3, np.bool_))
    assert bank.classes.tolist() == [0, 5, NONE]


def test_a_moved_die_keeps_its_middle_under_the_map() -> None:
    matrix = np.array([[0, -2, 100], [2, 0, 7]], np.float32)
    out = moved(np.array([[10, 20, 30, 40, 6]], np.float32), matrix)
    assert out[0].tolist() == pytest.approx([60, 27, 60, 80, 6])


def test_a_crop_is_what_the_reader_takes() -> None:
    patch = np.random.default_rng(0).integers(0, 255, (96, 96, 3)).astype(np.uint8)
    seen = crop(patch, True, np.random.default_rng(1))
    assert seen.shape == (48, 48, 3)
    assert 0 <= seen.min() <= seen.max() <= 255
    assert np.array_equal(seen, crop(patch, True, np.random.default_rng(1)))


def test_drawn_dice_fill_their_box() -> None:
    random = np.random.default_rng(3)
    for _ in range(10):
        die, value, (wide, high) = draw_die(Make.any(random), Stand.any(random), random, 40)
        rows, columns = np.nonzero(die[:, :, 3] == 255)
        assert 0 <= value <= 6
        assert np.ptp(columns) == pytest.approx(wide, rel=0.2)
        assert np.ptp(rows) == pytest.approx(high, rel=0.2)
        assert np.sqrt(wide * high) == pytest.approx(40, rel=0.02)


@pytest.mark.parametrize(("clear", "blobs"), [(0.0, 2), (0.5, 7)])
def test_the_pips_below_are_seen_through_a_clear_die_and_count_for_nothing(clear: float, blobs: int) -> None:
    plain = Make.any(np.random.default_rng(0))
    make = replace(
        plain, paint=(40.0, 30.0, 150.0), ink=(240.0, 240.0, 240.0), marble=0.0, spread=0.26, narrow=1.0, pip=0.06,
        ring=False, disc=0.0, halo=0.0, clear=clear, faces="pips",
    )  # fmt: skip
    seen = []
    for seed in range(60):
        die, value, _ = draw_die(make, Stand(np.pi / 2, 1000.0, 0.0), np.random.default_rng(seed), 120)
        inside = cv2.erode(die[:, :, 3], np.ones((9, 9), np.uint8)) == 255
        differs = (np.abs(die[:, :, :3].astype(int) - make.paint).max(axis=2) > 12) & inside
        if value == 2:
            seen.append(cv2.connectedComponents(differs.astype(np.uint8))[0] - 1)
    # Two of its own; of the five below, some lie under those.
    assert max(seen) <= blobs
    assert min(seen) >= min(blobs, 3)


def test_the_whole_die_is_found_round_its_pips() -> None:
    desk = np.full((200, 200, 3), (120, 160, 180), np.uint8)
    desk[60:140, 50:120] = 235
    desk[70:85, 60:75] = 20
    dice = whole_dice(desk, np.array([[85, 85, 50, 20, 2]], np.float32))
    assert dice is not None
    assert dice[0].tolist() == pytest.approx([85, 100, 70, 80, 2], abs=2)


def test_views_are_divisible_for_the_detector() -> None:
    assert VIEW_PX % 16 == 0


def test_printed_things_fill_most_of_their_piece_and_little_outside_it() -> None:
    random = np.random.default_rng(6)
    for _ in range(20):
        shown = printed(random, 60)[:, :, 3] > 128
        assert shown.shape == (60, 60)
        assert 0.2 < shown.mean() < 0.9
        assert shown[30, 30]


def test_the_net_of_stances_begins_by_seeing_as_the_detector_does() -> None:
    torch.manual_seed(7)
    detector, net = DetectorNet().eval(), StanceNet().eval()
    net.begin_as(detector.state_dict())
    picture = torch.randn(1, 3, 64, 64)
    with torch.no_grad():
        heat = detector.head[1](net.eye.seen(picture))
        torch.testing.assert_close(heat, detector(picture * 64 + 120), atol=1e-4, rtol=1e-4)
