"""The file of a table that a person named: read, or refused in a sentence."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from vision.plane.table import Table, TableError
from webui.config import Settings
from webui.setup.table_file import MarkedTable, TableFile, load_table

CORNERS = np.array([[100, 80], [540, 60], [600, 330], [40, 300]], float)
MEASURED = Table.from_corners(CORNERS, (400, 250), (640, 360))


@pytest.mark.parametrize(
    "table", [MEASURED, replace(MEASURED, keep_px=CORNERS * (0.5, 1)), Table.whole(640, 360)]
)
def test_a_table_comes_back_from_its_file(table: Table, tmp_path: Path) -> None:
    (tmp_path / "table.json").write_text(json.dumps(table.to_json()))
    assert load_table(tmp_path / "table.json").to_json() == table.to_json()


@pytest.mark.parametrize(
    ("text", "word"),
    [
        (None, "cannot be read"),
        ("", "not JSON"),
        ("[1, 2]", "one JSON object"),
        ("[" * 100_000, "not JSON"),
        ("{}", "needs size"),
        ('{"size": [0, 0], "polygon": [[0, 0], [9, 0], [9, 9]]}', "above 0"),
        ('{"size": [9, 9], "polygon": [[0, 0], [9, 0], [9, 9]], "rotate": 45}', "turned by 45 degrees"),
        ('{"how": "whole", "keep_side": "", "size_mm": null, "rotate": 0}', "go on without it"),
    ],
)
def test_a_bad_table_file_is_refused_in_a_sentence(text: str | None, word: str, tmp_path: Path) -> None:
    path = tmp_path / "table.json"
    if text is not None:
        path.write_text(text)
    with pytest.raises(TableError, match=word) as refused:
        load_table(path)
    assert "table.json" in str(refused.value)


def test_what_a_kill_left_half_written_goes_with_the_next_table(tmp_path: Path) -> None:
    for name in ("table.json.77.part", "table.jpg.77.part"):
        (tmp_path / name).write_text("half")
    kept = TableFile.open(Settings(data=tmp_path))
    kept.put(MarkedTable(), np.zeros((48, 64, 3), np.uint8))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["table.jpg", "table.json"]
