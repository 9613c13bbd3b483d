"""What stays of a training when its checkpoints are gone."""

from __future__ import annotations

import hashlib
import json
import sys
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as some

from models.records import keep, thinned

HEAD = "step,examples,loss,right_on_what_was_left_out"


@given(losses=some.lists(some.integers(0, 999), max_size=40), most=some.integers(1, 12))
def test_a_thinned_curve_ends_where_the_whole_one_does_and_has_its_mean_loss(
    losses: list[int], most: int
) -> None:
    rows = [f"{200 * n},{3200 * n},{loss / 100:.4f},{n / 100:.4f}" for n, loss in enumerate(losses, start=1)]
    head, *kept = thinned("\n".join([HEAD, *rows]), most).splitlines()
    assert head == HEAD
    assert len(kept) == min(most, len(rows))
    if not kept:
        return
    assert kept[-1].split(",")[:2] == rows[-1].split(",")[:2]
    assert kept[-1].split(",")[3] == rows[-1].split(",")[3]
    if len(rows) <= most:
        assert kept == rows
    steps = [0, *(int(row.split(",")[0]) for row in kept)]
    for row, (before, last) in zip(kept, pairwise(steps), strict=True):
        stood_for = [loss / 100 for n, loss in enumerate(losses, start=1) if before < 200 * n <= last]
        assert float(row.split(",")[2]) == pytest.approx(sum(stood_for) / len(stood_for), abs=1e-4)


def test_the_note_tells_what_a_training_was_made_of_and_nothing_of_this_machine(tmp_path: Path) -> None:
    training = tmp_path / "no-byler"
    training.mkdir()
    code = {"models/training/train.py": "ab", "models/training/begin.py": "cd"}
    part = {"photos": "/home/ann/photos", "rendered": "None", "out": "/home/ann/no-byler", "code": code}
    note = part | {"seed": 7, "reader_steps": "9", "labels": "ef", "truth": {"truth-1.jsonl": "01"}}
    note |= {"start": "/home/ann/all", "before": [part]}
    (training / "settings.json").write_text(json.dumps(note))
    (training / "reader.csv").write_text(f"{HEAD}\n200,3200,0.5000,0.9\n")
    written = keep(training, tmp_path / "models")
    assert {str(path.relative_to(tmp_path)) for path in written} == {
        "models/trainings/no-byler/reader.csv",
        "models/trainings/no-byler/settings.json",
    }
    kept = json.loads((tmp_path / "models/trainings/no-byler/settings.json").read_text())
    same = ("seed", "reader_steps", "labels", "truth")
    assert {name: kept[name] for name in same} == {name: note[name] for name in same}
    assert (kept["photos"], kept["rendered"], kept["out"], kept["start"]) == (
        "photos",
        "None",
        "no-byler",
        "all",
    )
    assert (
        kept["code"]
        == hashlib.sha256(b"models/training/begin.py cd\nmodels/training/train.py ab").hexdigest()
    )
    assert [run["code"] for run in kept["before"]] == [kept["code"]]
    assert "/home" not in json.dumps(kept)


def test_of_a_training_without_curves_and_note_nothing_is_kept(tmp_path: Path) -> None:
    (tmp_path / "old").mkdir()
    assert keep(tmp_path / "old", tmp_path / "models") == []
    assert not (tmp_path / "models").exists()


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_who_exports_a_training_keeps_its_record_beside_the_weights(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    torch = pytest.importorskip("torch", reason="training needs the extra packages of .[train]")
    pytest.importorskip("onnx", reason="training needs the extra packages of .[train]")
    from models.nets import DetectorNet
    from models.shipping import export

    training = tmp_path / "all-14"
    training.mkdir()
    torch.save({"net": DetectorNet().state_dict()}, training / "detector.pt")
    (training / "detector.csv").write_text(f"{HEAD}\n100,1600,0.5000,-1.0\n")
    monkeypatch.setattr(sys, "argv", ["export", str(training), str(tmp_path / "models")])
    export.main()
    assert (tmp_path / "models/trainings/all-14/detector.csv").read_text().endswith("0.5000,-1.0\n")
