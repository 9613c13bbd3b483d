"""`./rollcall league`: a year into a file, and the file verified, or the day named that is not as it was."""

from __future__ import annotations

import random
from datetime import timedelta
from pathlib import Path

import pytest
from leagued import PASSWORD, SetClock, begun, desk_of, opened, report_of, turn_lines

from webui import cli
from webui.league import accounts as people
from webui.league import chain, taking


@pytest.fixture
def played_year(tmp_path: Path) -> Path:
    """A data folder with three closed days."""
    clock = SetClock()
    app = opened(tmp_path / "data", clock)
    begun(app)
    league = desk_of(app).office.league
    for _ in range(3):
        with league.place.writing() as connection:
            (tom,) = people.accounts(connection)
            taking.take(connection, clock.at, tom, report_of(turn_lines(random.Random(1)), clock.at), None)
        clock.go(days=1)
    chain.close_days(league.place, clock.at + timedelta(days=1))
    desk_of(app).close()
    return tmp_path / "data"


def test_a_year_is_written_and_verified_and_a_changed_one_names_the_day(
    played_year: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "year.jsonl"
    assert cli.main(["league", "export", "2026", str(file), "--data", str(played_year)]) == 0
    assert cli.main(["league", "verify", str(file)]) == 0
    said = capsys.readouterr().out
    assert "2026-03-03 to 2026-03-05: 3 days, 3 turns, all as they were closed." in said
    lines = file.read_text().splitlines()
    lines[1] = lines[1].replace('"late":false', '"late":true')
    file.write_text("\n".join(lines) + "\n")
    assert cli.main(["league", "verify", str(file)]) == 1
    assert capsys.readouterr().out.startswith("2026-03-04 is not as it was closed")


def test_a_year_is_written_while_the_table_runs(
    played_year: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    app = opened(played_year, SetClock())
    file = tmp_path / "year.jsonl"
    assert cli.main(["league", "export", "2026", str(file), "--data", str(played_year)]) == 0
    assert cli.main(["league", "verify", str(file)]) == 0
    assert "3 days, 3 turns" in capsys.readouterr().out
    desk_of(app).close()


@pytest.mark.parametrize("words", [["verify", "nowhere"], ["export", "1999", "x"], ["verify", "."]])
def test_what_cannot_be_is_a_sentence(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ROLLCALL_DATA", str(tmp_path / "data"))
    assert cli.main(["league", *words]) == 2
    assert capsys.readouterr().err.startswith("rollcall league: ")


def test_on_a_server_the_first_who_runs_the_league_is_invited_by_the_one_at_the_keyboard(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["league", "invite", "https://rolls.example/", "--data", str(tmp_path)]) == 0
    link = capsys.readouterr().out.strip()
    assert link.startswith("https://rolls.example/league/join/")
    app = opened(tmp_path, SetClock(SetClock().at.now(SetClock().at.tzinfo)))
    form = {"name": "Tom", "password": PASSWORD, "zone": "Etc/UTC"}
    client = app.test_client()
    assert client.post(link.removeprefix("https://rolls.example"), data=form).status_code == 303
    assert client.get("/league/organise").status_code == 200
    desk_of(app).close()
