from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from webui import cli


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two rigs of empty grey photos; one has a label on nothing."""
    images = [{"id": i, "file_name": f"{i}.png", "rig": "ab"[i % 2]} for i in range(4)]
    for image in images:
        cv2.imwrite(str(tmp_path / str(image["file_name"])), np.full((120, 160, 3), 140, np.uint8))
    rows = [{"image_id": 1, "bbox": [40, 40, 40, 40], "category_id": 2, "box": "die"}]
    (tmp_path / "annotations.json").write_text(json.dumps({"images": images, "annotations": rows}))
    return tmp_path


def test_each_rig_and_all_are_counted(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["evaluate", str(folder), "--json"]) == 0
    table = json.loads(capsys.readouterr().out)
    assert list(table) == ["a", "b", "all"]
    assert (table["a"]["photos"], table["a"]["all_right_percent"]) == (2, 100.0)
    assert (table["b"]["dice"], table["b"]["missed"], table["b"]["all_right"]) == (1, 1, 1)
    assert table["all"]["missed_percent"] == 100.0


def test_one_rig_can_be_chosen(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["evaluate", str(folder), "--rig", "b"]) == 0
    printed = capsys.readouterr().out
    assert "\nb " in printed
    assert "\na " not in printed


@pytest.mark.parametrize(
    ("rigs", "names"),
    [("ab", ["a", "b", "all"]), ([None, "b"], ["b", "no rig", "all"]), (["all", ""], ["all"])],
)
def test_each_row_has_a_name_of_its_own_where_not_every_photo_has_a_rig(
    rigs: list[str | None], names: list[str], folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = folder / "annotations.json"
    table = json.loads(path.read_text())
    for image in table["images"]:
        image["rig"] = rigs[image["id"] % 2]
    path.write_text(json.dumps(table))
    assert cli.main(["evaluate", str(folder)]) == 0
    printed = capsys.readouterr().out.splitlines()
    assert [line[:12].strip() for line in printed[2:]] == names
    assert cli.main(["evaluate", str(folder), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (list(told), told["all"]["photos"]) == (names, 4)


def test_an_unknown_rig_and_a_folder_without_labels_are_refused(
    folder: Path, tmp_path_factory: pytest.TempPathFactory, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["evaluate", str(folder), "--rig", "c"]) == 2
    assert "it has a, b" in capsys.readouterr().err
    assert cli.main(["evaluate", str(tmp_path_factory.mktemp("empty"))]) == 2
    assert "annotations.json" in capsys.readouterr().err


def test_labels_without_a_photo_are_refused_as_such(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "annotations.json").write_text(json.dumps({"images": [], "annotations": []}))
    assert cli.main(["evaluate", str(tmp_path)]) == 2
    said = capsys.readouterr().err
    assert "names no photo" in said
    assert "None" not in said


@pytest.mark.parametrize("threads", ["0", "-3", "65"])
def test_a_number_of_threads_that_cannot_be_is_refused(
    folder: Path, threads: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        cli.main(["evaluate", str(folder), "--threads", threads])
    assert "1 to 64" in capsys.readouterr().err


def test_a_photo_that_is_gone_is_refused_with_its_name(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "2.png").unlink()
    assert cli.main(["evaluate", str(folder)]) == 2
    assert "2.png" in capsys.readouterr().err
