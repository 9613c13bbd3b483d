from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

pytest.importorskip("mitsuba", reason="rendering needs the extra packages of .[train]")

from models.photos import load_rendered
from models.scenes import snapshots


def test_a_snapshot_depends_on_its_seed_and_number_only() -> None:
    one, other = snapshots.make(7, 3), snapshots.make(7, 3)
    for (image, facts), (picture, said) in zip(one, other, strict=True):
        assert np.array_equal(image, picture)
        assert facts == said


def test_a_die_is_brighter_or_darker_than_the_table_inside_its_box() -> None:
    """The boxes come from the camera's formulas, the pixels from the rasteriser: they must mean the same place."""
    differing = []
    for image, facts in snapshots.make(7, 0) + snapshots.make(7, 1):
        grey = cv2.cvtColor(image, cv2.COLOR_BGR2LAB).astype(float)
        for die in facts["dice"]:
            x, y, w, h = (round(v) for v in die["box"])
            inner = grey[y + h // 3 : y + 2 * h // 3, x + w // 3 : x + 2 * w // 3]
            if inner.size and die["state"] == "flat":
                differing.append(float(np.linalg.norm(np.median(inner, (0, 1)) - np.median(grey, (0, 1)))))
    assert differing
    assert float(np.median(differing)) > 12


def test_snapshots_are_read_back_as_pictures_to_learn_from(tmp_path: Path) -> None:
    snapshots.main(["--out", str(tmp_path), "--count", "6", "--seed", "7"])
    rows = [json.loads(line) for line in (tmp_path / "truth-7.jsonl").read_text().splitlines()]
    photos = load_rendered(tmp_path)
    assert len(rows) == len(photos) == 6
    for row, photo in zip(rows, photos, strict=True):
        assert photo.open().shape[:2] == photo.size[::-1]
        assert [bool(cocked) for cocked, _ in photo.states] == [die["tilt_deg"] > 4 for die in row["dice"]]  # type: ignore[union-attr]
    snapshots.main(["--out", str(tmp_path), "--count", "6", "--seed", "7"])
    assert len((tmp_path / "truth-7.jsonl").read_text().splitlines()) == 6


def test_a_run_that_was_cut_off_in_the_middle_of_a_line_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def make(seed: int, number: int) -> list[tuple[np.ndarray, dict[str, object]]]:
        rows = ({"seed": seed, "number": number, "view": view, "kind": "snapshot"} for view in range(6))
        return [(np.zeros((2, 2, 3), np.uint8), row) for row in rows]

    monkeypatch.setattr(snapshots, "make", make)
    command, lines = ["--out", str(tmp_path), "--count", "12"], tmp_path / "truth-21.jsonl"
    snapshots.main(command)
    whole = lines.read_text()
    for kept in (len(whole) - 5, len(whole) * 5 // 9, 5):
        lines.write_text(whole[:kept])
        snapshots.main(command)
        assert lines.read_text() == whole


def test_snapshots_do_not_mix_with_other_pictures_in_one_set(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "truth-7.jsonl").write_text('{"number": 0, "kind": "states"}\n')
    with pytest.raises(SystemExit):
        snapshots.main(["--out", str(tmp_path), "--count", "6", "--seed", "7"])
    assert "another kind" in capsys.readouterr().err
