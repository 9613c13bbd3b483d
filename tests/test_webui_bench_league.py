"""A league that is made up is one: it is brought in, shown, replayed, and takes reports over several processes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from webui.storage.store import Store
from webui.verbs.bench import main


def figures(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, float]:
    assert main(["league", "--json", "--players", "12", "--days", "3", *words]) == 0
    return {
        figure["what"]: figure["value"] for figure in map(json.loads, capsys.readouterr().out.splitlines())
    }


def test_a_small_league_is_measured_on_sqlite(capsys: pytest.CaptureFixture[str], solved_data: Path) -> None:
    found = figures(capsys)
    assert {"bring in 160 rows", "today's page, 95th percentile", "the standings, 95th percentile"} <= set(
        found
    )
    assert "reports sent" not in found


def test_each_report_of_a_burst_to_two_processes_is_taken_once(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, postgresql: str
) -> None:
    words = (
        "--db",
        postgresql,
        "--data",
        str(tmp_path),
        "--rate",
        "40",
        "--seconds",
        "1",
        "--processes",
        "2",
    )
    found = figures(capsys, *words)
    assert found["reports sent"] == found["reports answered as taken"] == 40
    assert found["reports in the database afterwards"] == 40
    Store.open(tmp_path, postgresql).close()
