"""Nets in half the bytes answer as before."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="training needs the extra packages of .[train]")
onnx = pytest.importorskip("onnx", reason="training needs the extra packages of .[train]")

from onnx import numpy_helper  # noqa: E402

from models.nets import StanceNet  # noqa: E402
from models.shipping import halve  # noqa: E402
from models.shipping.export import export_all  # noqa: E402
from models.shipping.quantise import quantise  # noqa: E402
from models.shipping.restore import restore  # noqa: E402
from vision.reading.net import _open_with_opencv, open_net  # noqa: E402

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")


def keep(folder: Path, name: str, seed: int) -> torch.Tensor:
    """NAME.pt and NAME.onnx of a new net of stances in a folder; what it gives for its examples is not all alike."""
    torch.manual_seed(seed)
    dice, net = torch.randn(64, 5, 64, 64), StanceNet()
    net(dice)
    torch.save({"net": net.state_dict()}, folder / f"{name}.pt")
    export_all(folder, folder, (name,))
    return dice


def apart(one: Path, other: Path, dice: torch.Tensor) -> float:
    """By how much the nets' answers differ, over how much one's answers differ among themselves."""
    ours, theirs = (open_net(path, 1)(dice.numpy()) for path in (one, other))
    return float(np.abs(ours - theirs).max() / ours.std())


def test_a_net_in_half_the_bytes_answers_as_before_whoever_runs_it(tmp_path: Path) -> None:
    dice = keep(tmp_path, "stance", 1)
    whole, half = tmp_path / "whole.onnx", tmp_path / "stance.onnx"
    whole.write_bytes(half.read_bytes())
    halve.main([str(tmp_path), "--nets", "stance"])
    assert half.stat().st_size < 0.52 * whole.stat().st_size
    assert apart(whole, half, dice) < 0.01
    theirs = _open_with_opencv(half)(dice.numpy())
    np.testing.assert_allclose(open_net(half, 1)(dice.numpy()), theirs, atol=1e-4)
    # Halved once more it is what it was.
    before = half.read_bytes()
    halve.main([str(tmp_path), "--nets", "stance"])
    assert half.read_bytes() == before


def test_a_halved_net_can_be_trained_on(tmp_path: Path) -> None:
    dice, back = keep(tmp_path, "stance", 2), StanceNet()
    halve.halve(tmp_path / "stance.onnx")
    restore(back, tmp_path / "stance.onnx", dice)
    with torch.no_grad():
        answer = back.eval()(dice).numpy()
    wanted = open_net(tmp_path / "stance.onnx", 1)(dice.numpy())
    np.testing.assert_allclose(answer, wanted, atol=1e-3, rtol=1e-2)


def test_a_net_that_is_left_in_integers_only_gets_its_floats_back(tmp_path: Path) -> None:
    dice = keep(tmp_path, "straight", 3)
    keep(tmp_path, "stance", 4)  # built alike, and has learnt something else
    path, first = tmp_path / "straight.onnx", tmp_path / "first.onnx"
    quantise(path, dice.numpy())
    path.rename(first)
    halve.main([str(tmp_path)])
    assert apart(first, path, dice) < 0.1 < 0.5 < apart(first, tmp_path / "stance.onnx", dice)


def test_weights_too_large_for_16_bits_are_refused_and_stay(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    keep(tmp_path, "stance", 5)
    path = tmp_path / "stance.onnx"
    model = onnx.load(str(path))
    large = max(model.graph.initializer, key=lambda tensor: len(tensor.raw_data))
    large.CopyFrom(numpy_helper.from_array(numpy_helper.to_array(large) + 70000, large.name))
    onnx.save(model, str(path))
    before = path.read_bytes()
    with pytest.raises(SystemExit):
        halve.main([str(tmp_path), "--nets", "stance"])
    assert "more than 16 bits can hold" in capsys.readouterr().err
    assert path.read_bytes() == before


def test_a_net_that_is_not_there_at_all_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        halve.main([str(tmp_path)])
    assert "holds no stance.onnx" in capsys.readouterr().err
