"""False alarms to learn from."""

from __future__ import annotations

from pathlib import Path
from typing import IO

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="training needs the extra packages of .[train]")

from models.examples import banks, mine  # noqa: E402
from models.examples.batches import Crops  # noqa: E402
from models.examples.mine import is_no_die, round_of  # noqa: E402
from models.examples.negatives import Clutter  # noqa: E402
from models.examples.photos import Photo  # noqa: E402
from models.nets import NONE, DetectorNet, ReaderNet  # noqa: E402

PATCH = np.full((banks.PATCH_PX, banks.PATCH_PX, 3), 90, np.uint8)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A training's, with its detector."""
    torch.save({"net": DetectorNet().state_dict()}, tmp_path / "detector.pt")
    return tmp_path


def mined(folder: Path) -> banks.Bank:
    return round_of(0, ReaderNet(8), folder, Clutter([], []), [])


def alarms(monkeypatch: pytest.MonkeyPatch, *rows: banks.Row) -> None:
    """What there is to be found."""
    monkeypatch.setattr(mine, "_in_clutter", lambda *rest: iter(rows))


def test_a_round_draws_nothing_that_a_training_which_goes_on_after_it_would_not(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    alarms(monkeypatch, (PATCH, 0, True))
    net = ReaderNet(8)
    before = torch.get_rng_state()
    for _ in range(2):  # it mines, and then takes what is kept
        bank = round_of(0, net, folder, Clutter([], []), [])
        assert torch.equal(torch.get_rng_state(), before)
        assert bank.overhead.tolist() == [True]
        assert np.array_equal(bank.patches, PATCH[None])


def test_a_round_that_is_cut_off_while_it_is_written_is_mined_anew(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    alarms(monkeypatch, (PATCH, 0, True))

    def cut_off(file: IO[bytes], **arrays: object) -> None:
        file.write(b"half")
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(mine.np, "savez", cut_off)
        with pytest.raises(KeyboardInterrupt):
            mined(folder)
    assert len(mined(folder).values) == 1


def test_a_reader_without_false_alarms_learns_from_the_rest(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    alarms(monkeypatch)
    bank = mined(folder)
    assert (bank.patches.shape, len(bank.values)) == ((0, *PATCH.shape), 0)
    nothing = banks.collect([(PATCH, 0, True)])
    crops = Crops([(nothing, 1.0)], nothing, none=1.0, alarms=banks.joined(bank, mined(folder)), often=1.0)
    assert set(crops.batch(np.random.default_rng(0), 4)[1].tolist()) == {NONE}


def test_a_false_alarm_is_away_from_all_dice_or_far_from_their_size() -> None:
    dice = np.array([[50, 50, 20, 20, 4]], np.float32)
    photo = Photo(Path("none"), "rig", (200, 200), dice)
    assert is_no_die(np.array([120, 50, 20, 20, 0.9], np.float32), photo)
    assert is_no_die(np.array([50, 50, 60, 60, 0.9], np.float32), photo)
    assert not is_no_die(np.array([54, 48, 25, 22, 0.9], np.float32), photo)
