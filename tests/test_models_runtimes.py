"""The three ways to run the nets: which nets each of them opens, and what it writes down."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from models.measure import runtimes
from models.measure.runtimes import WAYS, sampled
from models.measure.speed import plain_table
from vision.reading import net
from vision.reading.labels import Labelled

DIE = {"value": 3, "state": "flat", "tilt_deg": 0.0, "visible": 1.0, "face_visible": 1.0}
BOX = {"corners": [[70, 50], [90, 50], [90, 70], [70, 70]], "box": [70.0, 50.0, 20.0, 20.0]}


@pytest.mark.parametrize(
    ("way", "rounded", "opencv"),
    [
        ("onnxruntime, 8-bit integers", 4, 0),
        ("onnxruntime, floats", 0, 0),
        ("cv2.dnn, floats", 0, 4),
    ],
)
def test_each_way_opens_its_own_nets_and_leaves_all_as_it_was(
    way: str, rounded: int, opencv: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    by_opencv: list[str] = []

    def noted(kept: list[str], opens: Callable[..., net.Run]) -> Callable[..., net.Run]:
        def also(path: Path, *rest: int) -> net.Run:
            kept.append(path.name)
            return opens(path, *rest)

        return also

    monkeypatch.setattr(net, "_open", noted(opened, net._open))
    monkeypatch.setattr(net, "_open_with_opencv", noted(by_opencv, net._open_with_opencv))
    with WAYS[way]() as reader:
        values = sorted(die.value or 0 for die in reader.read(plain_table(640, 360)))
    assert len(opened) == 4
    assert sum(name.endswith(".int8.onnx") for name in opened) == rounded
    assert len(by_opencv) == opencv
    assert len(values) == 6
    assert 0 not in values
    assert net.runtime() is not None


def test_every_fourth_photo_of_each_rig_is_read() -> None:
    rigs = ["a", "b", "a", "a", "b", "a", "a", "c", "a", "b"]
    photos = [Labelled(Path(str(number)), rig, ()) for number, rig in enumerate(rigs)]
    # Of "a" the first and the fifth, of "b" and "c" the first.
    assert [photo.path.name for photo in sampled(photos)] == ["0", "1", "6", "7"]


def test_the_rows_are_kept_by_machine_beside_those_of_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    cv2.imwrite(str(tmp_path / "7-00000-0.png"), np.full((120, 160, 3), 90, np.uint8))
    entry = {"id": 1, "file_name": "7-00000-0.png", "rig": "a"}
    die = {"image_id": 1, "bbox": [10, 10, 40, 40], "category_id": 3}
    (tmp_path / "annotations.json").write_text(json.dumps({"images": [entry], "annotations": [die]}))
    row = {"file": "7-00000-0.png", "seed": 7, "number": 0, "view": 0, "kind": "all", "size": [160, 120]}
    row |= {"above_deg": 60.0, "dice": [DIE | BOX], "negatives": []}
    (tmp_path / "truth-7.jsonl").write_text(json.dumps(row) + "\n")
    out = tmp_path / "figures.json"
    out.write_text(json.dumps({"runtimes": {"another": {"rows": {}}}, "shipped": {}}))
    monkeypatch.setattr(runtimes, "machine", lambda: "this one")
    folder = str(tmp_path)
    runtimes.main([folder, folder, "--pictures", "7", "--tables", "7", "--out", str(out)])
    kept = json.loads(out.read_text())
    assert set(kept) == {"runtimes", "shipped"}
    assert set(kept["runtimes"]) == {"another", "this one"}
    rows = kept["runtimes"]["this one"]["rows"]
    assert list(rows) == list(WAYS)
    for of in rows.values():
        # Nothing is to be seen: the labelled die is missed; the rendered one is too small to count.
        assert (of["photos"]["missed_percent"], of["pictures"]["missed_percent"]) == (100, 0)
        assert {each["pictures"] for each in of.values()} == {1}
        assert all(each["ms"] > 0 for each in of.values())
    assert "cv2.dnn, floats {" in capsys.readouterr().out


def test_the_machine_has_a_name() -> None:
    assert runtimes.machine().strip()
