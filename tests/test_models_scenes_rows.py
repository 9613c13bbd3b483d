"""The truth beside rendered pictures, whole and torn."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from models.examples.photos import load_rendered
from models.measure.rendered import leans_of, of_seeds
from models.refusal import Refusal
from models.scenes.rows import made, read, read_all


def line(number: int, view: int = 0, tilt_deg: float = 0.0) -> str:
    die = {
        "value": 3, "state": "flat", "tilt_deg": tilt_deg, "box": [10, 20, 30, 40], "visible": 1.0,
        "corners": [[10, 20], [40, 20], [40, 60], [10, 60]],
    }  # fmt: skip
    facts = {"size": [200, 100], "above_deg": 50, "dice": [die], "negatives": []}
    row = {"file": f"7-{number:05}-{view}.jpg", "number": number, "view": view, "kind": "states", **facts}
    return json.dumps(row) + "\n"


def test_half_a_line_at_the_end_is_no_row_and_the_others_are_read(tmp_path: Path) -> None:
    rest = line(2)
    # Torn inside a word, behind a bracket that is not the last, and just before its end.
    for torn in (rest[:30], rest[: rest.rindex("}]") + 1], rest[:-1]):
        (tmp_path / "truth-7.jsonl").write_text(line(1, tilt_deg=9) + torn)
        assert [row["number"] for row in read_all(tmp_path)] == [1]
        assert [photo.path.name for photo in load_rendered(tmp_path)] == ["7-00001-0.jpg"]
        assert leans_of(tmp_path) == {"7-00001-0.jpg": (9.0,)}


def test_a_run_that_goes_on_begins_a_line_and_makes_a_table_without_all_its_views_anew(
    tmp_path: Path,
) -> None:
    path = tmp_path / "truth-7.jsonl"
    whole = line(0) + line(0, 1)
    for torn in ("", line(1), line(1) + line(1, 1)[:30], line(1)[:30]):
        path.write_text(whole + torn)
        assert made(path, "states", 2) == {0}
        assert path.read_text() == whole
    assert made(tmp_path / "truth-8.jsonl", "states", 2) == set()


def test_a_file_of_another_kind_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "truth-7.jsonl"
    path.write_text(line(0) + line(1)[:30])
    with pytest.raises(Refusal, match="another kind"):
        made(path, "snapshot", 6)
    assert path.read_text() == line(0) + line(1)[:30]


def test_a_line_in_the_middle_that_is_none_is_told_by_its_number(tmp_path: Path) -> None:
    path = tmp_path / "truth-7.jsonl"
    path.write_text(line(0) + line(1)[:30] + line(2))
    with pytest.raises(Refusal, match="line 2, "):
        read(path)


def test_a_folder_without_pictures_or_without_those_of_a_seed_is_refused(tmp_path: Path) -> None:
    for folder in (tmp_path, tmp_path / "none"):
        with pytest.raises(Refusal, match="holds no rendered pictures"):
            load_rendered(folder)
    (tmp_path / "truth-7.jsonl").write_text(line(0))
    assert len(of_seeds(tmp_path, [7])) == 1
    with pytest.raises(Refusal, match="no pictures of seed 8, 9: choose from 7"):
        of_seeds(tmp_path, [9, 7, 8])
