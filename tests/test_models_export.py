"""From a training's folder to the nets that are run."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

torch = pytest.importorskip("torch", reason="training needs the extra packages of .[train]")
pytest.importorskip("onnx", reason="training needs the extra packages of .[train]")

from models.nets import DetectorNet, ReaderNet  # noqa: E402
from models.refusal import Refusal  # noqa: E402
from models.shipping import export, quantise  # noqa: E402
from models.shipping.export import export_all, trained  # noqa: E402


def keep(folder: Path, **nets: torch.nn.Module) -> Path:
    """A training's folder with these nets."""
    folder.mkdir()
    for name, net in nets.items():
        torch.save({"net": net.state_dict()}, folder / f"{name}.pt")
    return folder


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_the_nets_there_are_come_in_place_of_older_ones_also_of_those_in_8_bit_integers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    training, to = keep(tmp_path / "training", reader=ReaderNet(8)), tmp_path / "models"
    monkeypatch.setattr(export, "ReaderNet", lambda: ReaderNet(8))
    to.mkdir()
    for name in ("reader.int8.onnx", "straight.int8.onnx"):
        (to / name).write_text("old")
    monkeypatch.setattr(sys, "argv", ["export", str(training), str(to)])
    export.main()
    assert sorted(path.name for path in to.iterdir()) == ["reader.onnx", "straight.int8.onnx"]
    assert "wrote reader; now run models.shipping.quantise" in capsys.readouterr().out


def test_a_training_without_a_net_that_is_asked_for_is_refused_before_any_is_written(tmp_path: Path) -> None:
    training, to = keep(tmp_path / "training", detector=DetectorNet()), tmp_path / "models"
    with pytest.raises(Refusal, match=r"training holds no reader\.pt"):
        export_all(training, to, ("detector", "reader"))
    assert not to.exists()


def test_a_folder_without_any_net_is_refused(tmp_path: Path) -> None:
    for folder in (tmp_path, tmp_path / "none"):
        with pytest.raises(Refusal, match="holds no net"):
            trained(folder)


def test_only_nets_with_floats_are_made_quicker_and_the_others_are_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(Refusal, match=r"holds no detector\.onnx"):
        quantise.with_floats(tmp_path, None)
    for name in ("detector.onnx", "reader.onnx", "straight.int8.onnx"):
        (tmp_path / name).write_text("")
    assert quantise.with_floats(tmp_path, None) == ["detector", "reader"]
    assert "of them: stance, straight" in capsys.readouterr().out
    assert quantise.with_floats(tmp_path, ["reader"]) == ["reader"]
    with pytest.raises(Refusal, match=r"holds no straight\.onnx"):
        quantise.with_floats(tmp_path, ["reader", "straight"])


def test_what_lacks_a_net_to_find_dice_with_is_refused_before_any_is_made_quicker(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("detector.onnx", "stance.onnx"):
        (tmp_path / name).write_text("")
    monkeypatch.setattr(quantise.photos, "load", lambda folder: [])
    monkeypatch.setattr(quantise, "_examples", lambda *rest: None)
    monkeypatch.setattr(quantise, "quantise", lambda *rest: pytest.fail("it has begun"))
    monkeypatch.setattr(sys, "argv", ["quantise", str(tmp_path), str(tmp_path)])
    with pytest.raises(SystemExit):
        quantise.main()
    assert "error: " in capsys.readouterr().err
