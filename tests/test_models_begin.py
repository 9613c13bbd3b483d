"""Before a training: what it lacks is told at once."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("torch", reason="training needs the extra packages of .[train]")

from models.examples import data
from models.examples.negatives import Clutter
from models.examples.photos import Photo
from models.refusal import Refusal
from models.training import begin, train
from models.training.train_stances import check_stances


def asked(out: Path, **more: Any) -> Namespace:
    steps = {f"{name}_steps": 0 for name in ("detector", "reader", "stance", "straight")}
    return Namespace(**{"out": out, "start": None, "without": "", "rendered": None, **steps, **more})


@pytest.mark.parametrize(
    ("net", "other"), [("reader", "detector"), ("stance", "detector"), ("straight", "stance")]
)
def test_a_net_is_trained_only_where_the_one_it_takes_is_there_or_trained_before(
    net: str, other: str, tmp_path: Path
) -> None:
    out, start = tmp_path / "out", tmp_path / "start"
    steps = {f"{net}_steps": 5}
    with pytest.raises(Refusal, match=f"the {net} is trained with {other}.pt, which .*out does not hold"):
        begin.check_needs(asked(out, **steps))
    with pytest.raises(Refusal, match="start holds no net"):
        begin.check_needs(asked(out, start=start))
    for folder in (out, start):
        folder.mkdir()
        (folder / f"{other}.pt").write_text("")
        begin.check_needs(asked(out, start=start if folder == start else None, **steps))
        (folder / f"{other}.pt").unlink()
    (tmp_path / "start" / "reader.pt").write_text("")
    begin.check_needs(asked(out))


def test_a_net_may_take_one_that_is_trained_before_it(tmp_path: Path) -> None:
    begin.check_needs(asked(tmp_path, detector_steps=5, reader_steps=5, stance_steps=5, straight_steps=5))


@pytest.mark.parametrize("other", [{"without": "byler"}, {"rendered": Path("build/scenes")}])
def test_a_training_goes_on_with_the_data_that_it_began_with_or_not_at_all(
    other: dict[str, Any], tmp_path: Path
) -> None:
    begin.check_same(asked(tmp_path))
    (tmp_path / "annotations.json").write_text("{}")
    begin.note(asked(tmp_path, photos=tmp_path, **other), 1)
    begin.check_same(asked(tmp_path, **other))
    with pytest.raises(Refusal, match=f"holds a training with --{next(iter(other))} .*, not None"):
        begin.check_same(asked(tmp_path))
    assert json.loads((tmp_path / "settings.json").read_text())["seed"] == 1


def test_what_a_training_is_made_of_is_noted_of_each_part_once(tmp_path: Path) -> None:
    (tmp_path / "annotations.json").write_text("{}")
    (tmp_path / "truth-all-1.jsonl").write_text("{}")
    for steps in (5, 5, 9):
        begin.note(asked(tmp_path, photos=tmp_path, rendered=tmp_path, reader_steps=steps), 1)
    noted = json.loads((tmp_path / "settings.json").read_text())
    assert {"models/training/train.py", "models/scenes/dice.py", "vision/picture/crop.py"} <= noted[
        "code"
    ].keys()
    assert list(noted["truth"]) == ["truth-all-1.jsonl"]
    assert (noted["reader_steps"], [run["reader_steps"] for run in noted["before"]]) == ("9", ["5"])


def labelled(folder: Path, *rigs: str) -> Path:
    """A folder of an unlabelled photo of each rig."""
    images = [
        {"id": number, "file_name": f"{rig}/a.png", "rig": rig, "width": 8, "height": 8}
        for number, rig in enumerate(rigs)
    ]
    (folder / "annotations.json").write_text(json.dumps({"images": images, "annotations": []}))
    return folder


def test_no_photo_of_a_rig_that_is_left_out_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(data.negatives, "load", lambda: Clutter([], []))
    photos = labelled(tmp_path, "byler", "epanemu", "n3-tray", "byler")
    gathered = data.gather(photos, "byler,n3-tray", None)
    assert {rig: len(seen) for rig, seen in gathered.seen.items()} == {"epanemu": 1}
    assert [photo.rig for photo in gathered.unseen] == ["byler", "n3-tray", "byler"]
    gathered = data.gather(photos, "", None)
    assert {rig: len(seen) for rig, seen in gathered.seen.items()} == {"byler": 2, "epanemu": 1, "n3-tray": 1}
    assert gathered.unseen == []


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["--without", "byller"], "no photo is of the rig 'byller'"),
        (["--rendered", "none"], "none holds no rendered pictures"),
        (["--start", "none"], "none holds no net"),
        (["--detector-steps", "0"], "the reader is trained with detector.pt"),
    ],
)
def test_a_training_that_is_mistyped_is_refused_before_its_folder_is_made(
    more: list[str],
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(data.negatives, "load", lambda: Clutter([], []))
    for name in ("detector", "reader", "stance"):
        monkeypatch.setattr(train, f"train_{name}", lambda *rest: None)
    words = [str(labelled(tmp_path, "byler")), "--out", "out", "--stance-steps", "0"]
    monkeypatch.setattr(sys, "argv", ["train", *words, *more])
    with pytest.raises(SystemExit):
        train.main()
    assert said in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def rendered(number: int, *cocked: bool) -> Photo:
    """A picture of the table of that number, a die for each `cocked`, of which the others lie flat."""
    dice = np.array([[30, 30, 20, 20, 5]] * len(cocked), np.float32).reshape(-1, 5)
    states = np.array([[each, 0] for each in cocked], np.float32).reshape(-1, 2)
    return Photo(Path(f"1-{number:05d}-0.jpg"), "rendered", (64, 64), dice, states=states)


@pytest.mark.parametrize(
    ("pictures", "what"),
    [
        ([], "to learn from"),
        ([rendered(1, True, False)], "to check with"),
        ([rendered(1, True, False), rendered(20, False)], "to check with"),
        ([rendered(20, True), rendered(40, False)], "to learn from"),
    ],
)
def test_pictures_that_cannot_show_how_dice_lie_are_refused(pictures: list[Photo], what: str) -> None:
    with pytest.raises(Refusal, match=rf"made has too few tables .* those {what} \(one in 20"):
        check_stances(pictures, Path("made"))


def test_pictures_of_both_kinds_to_learn_from_and_to_check_with_are_enough() -> None:
    check_stances([rendered(1, True, False), rendered(20, True), rendered(40, False)], Path("made"))


@pytest.mark.parametrize("net", ["stance", "straight"])
def test_too_few_pictures_are_refused_before_any_net_is_trained(
    net: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gathered = data.Data({"rendered": [rendered(1, True, False)]}, [], Clutter([], []))
    monkeypatch.setattr(train, "gather", lambda *rest: gathered)
    steps = {f"{name}_steps": 5 for name in ("detector", "stance", net)}
    with pytest.raises(Refusal, match="too few tables"):
        train.ready(asked(tmp_path / "out", photos=tmp_path, **steps))
    assert not (tmp_path / "out").exists()


def test_a_folder_that_holds_another_training_keeps_its_settings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(data.negatives, "load", lambda: Clutter([], []))
    monkeypatch.setattr(train, "train_detector", lambda *rest: None)
    out = tmp_path / "out"
    words = [
        str(labelled(tmp_path, "byler")),
        "--out",
        str(out),
        "--stance-steps",
        "0",
        "--reader-steps",
        "0",
    ]
    monkeypatch.setattr(sys, "argv", ["train", *words])
    train.main()
    settings = (out / "settings.json").read_text()
    monkeypatch.setattr(sys, "argv", ["train", *words, "--without", "byler"])
    with pytest.raises(SystemExit):
        train.main()
    assert "holds a training with --without None, not byler" in capsys.readouterr().err
    assert (out / "settings.json").read_text() == settings
