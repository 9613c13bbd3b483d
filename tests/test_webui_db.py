"""A database is carried from SQLite to PostgreSQL and back with nothing changed, while the table runs."""

from __future__ import annotations

import io
import json
import random
import shutil
import sqlite3
from contextlib import closing
from datetime import timedelta
from importlib import import_module
from pathlib import Path

import pytest
from leagued import (
    SetClock,
    begun,
    desk_of,
    joined,
    known_here,
    opened,
    played,
    report_of,
    turn_lines,
)
from PIL import Image

from webui.cli import Refusal
from webui.league import proofs
from webui.league.acts import By, correct
from webui.storage.carry import export_lines, import_lines
from webui.storage.database import FILE, engine_of
from webui.storage.store import Store
from webui.verbs.db import main


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with matches, a league, reports, a picture, an act of the organiser."""
    folder, clock, chance = tmp_path_factory.mktemp("filled"), SetClock(), random.Random(5)
    app = opened(folder, clock)
    tom = begun(app, "Tom “T.” Bubúl \\ 🎲")
    known_here(app, joined(app, tom, "Ann"), "Ann")
    desk = desk_of(app)
    played(desk, "Ann", "throw 1 1 1 2 3 4", "stop 1 1 1")
    clock.go(seconds=31)
    desk.office.sender.work()
    league = desk.office.league
    with league.place.reading() as connection:
        from webui.league.accounts import accounts

        organiser = accounts(connection)[0]
    report = report_of(turn_lines(chance, "Tom"), clock.at)
    assert league.report_own(organiser, report).state == "taken"
    picture = io.BytesIO()
    Image.new("RGB", (640, 480), (10, 90, 30)).save(picture, "JPEG")
    proofs.keep(league.place, clock.at, report.key, [(0, picture.getvalue())])
    with league.place.writing() as connection:
        correct(connection, By(organiser, clock.at + timedelta(1), "it was 50"), report.key, 100_050)
    desk.close()
    return folder


@pytest.fixture
def folder(filled: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(filled, tmp_path / "data"))


def exported(folder: Path, url: str = "") -> list[str]:
    engine = engine_of(folder, url)
    lines = list(export_lines(engine))
    engine.dispose()
    return lines


def test_from_sqlite_to_postgresql_and_back_every_byte_of_the_lines_is_the_same(
    folder: Path, tmp_path: Path, postgresql: str
) -> None:
    first, second, third = (tmp_path / name for name in ("a.jsonl", "b.jsonl", "c.jsonl"))
    other = ["--data", str(tmp_path / "other")]
    assert main(["export", str(first), "--data", str(folder)]) == 0
    assert main(["import", str(first), *other, "--db", postgresql]) == 0
    assert main(["export", str(second), *other, "--db", postgresql]) == 0
    assert main(["import", str(second), "--data", str(tmp_path / "third")]) == 0
    assert main(["export", str(third), "--data", str(tmp_path / "third")]) == 0
    assert first.read_bytes() == second.read_bytes() == third.read_bytes()
    tables = {json.loads(line).get("in") for line in first.read_text().splitlines()}
    filled = {"matches", "lines", "desk", "reports", "deliveries"}
    filled |= {f"league_{name}" for name in ("accounts", "zones", "turns", "acts", "pictures", "sessions")}
    assert filled <= tables


def test_after_it_was_brought_in_a_server_numbers_new_rows_after_the_old(
    folder: Path, postgresql: str
) -> None:
    lines = exported(folder)
    Store.open(folder / "other", postgresql).close()
    engine = engine_of(folder, postgresql)
    import_lines(engine, lines)
    engine.dispose()
    app = opened(folder / "other", SetClock(), database=postgresql)
    played(desk_of(app), "Bo", "throw 1 1 1 2 3 4")
    assert desk_of(app).board().match == 2
    desk_of(app).close()


def test_backup_and_export_are_made_while_the_table_plays_on(folder: Path, tmp_path: Path) -> None:
    desk = desk_of(opened(folder, SetClock()))
    copy, lines = tmp_path / "copy.sqlite3", tmp_path / "all.jsonl"
    assert main(["backup", str(copy), "--data", str(folder)]) == 0
    played(desk, "Bo", "throw 1 1 1 2 3 4")
    assert main(["export", str(lines), "--data", str(folder)]) == 0
    desk.close()
    assert copy.stat().st_mode & 0o777 == lines.stat().st_mode & 0o777 == 0o600
    with closing(sqlite3.connect(copy)) as opened_copy:
        assert opened_copy.execute("SELECT count(*) FROM matches").fetchone() == (1,)
    assert sum('"in":"matches"' in line for line in lines.read_text().splitlines()) == 2


def test_a_backup_brought_back_is_as_it_was_and_what_was_there_lies_beside(
    folder: Path, tmp_path: Path
) -> None:
    copy, before = tmp_path / "copy.sqlite3", exported(folder)
    main(["backup", str(copy), "--data", str(folder)])
    desk = desk_of(opened(folder, SetClock()))
    played(desk, "Bo", "throw 1 1 1 2 3 4")
    with pytest.raises(Refusal, match="Another Roll Call is using"):
        main(["restore", str(copy), "--data", str(folder)])
    desk.close()
    after = exported(folder)
    assert after != before
    assert main(["restore", str(copy), "--data", str(folder)]) == 0
    assert exported(folder) == before
    (aside,) = folder.glob("rollcall-before-restore.sqlite3")
    assert main(["restore", str(aside), "--data", str(tmp_path / "elsewhere")]) == 0
    assert exported(tmp_path / "elsewhere") == after


def cut(lines: list[str]) -> list[str]:
    return lines[:-3]


def shortened(lines: list[str]) -> list[str]:
    return [*lines[:-3], *lines[-2:]]


def of_another_form(lines: list[str]) -> list[str]:
    return ['{"rollcall":"9999"}', *lines[1:]]


def with_nonsense(lines: list[str]) -> list[str]:
    return [*lines[:4], '{"in":"secrets","row":{}}', *lines[4:]]


def with_a_number_for_a_row(lines: list[str]) -> list[str]:
    return [*lines[:4], '{"in":"matches","row":7}', *lines[4:]]


def twice(lines: list[str]) -> list[str]:
    return [*lines[:3], *lines[2:]]


@pytest.mark.parametrize(
    "spoil",
    [cut, shortened, of_another_form, with_nonsense, with_a_number_for_a_row, twice, lambda lines: []],
)
def test_lines_that_are_not_whole_bring_nothing_in(folder: Path, tmp_path: Path, spoil: object) -> None:
    lines = spoil(exported(folder))  # type: ignore[operator]
    file = tmp_path / "spoilt.jsonl"
    file.write_text("\n".join(lines))
    with pytest.raises(Refusal):
        main(["import", str(file), "--data", str(tmp_path / "new")])
    with closing(sqlite3.connect(tmp_path / "new" / FILE)) as database:
        assert database.execute("SELECT count(*) FROM matches").fetchone() == (0,)
    Store.open(tmp_path / "new").close()


def test_nothing_is_brought_into_a_database_that_holds_something(folder: Path, tmp_path: Path) -> None:
    main(["export", str(tmp_path / "all.jsonl"), "--data", str(folder)])
    before = exported(folder)
    with pytest.raises(Refusal, match="Something is in this database already"):
        main(["import", str(tmp_path / "all.jsonl"), "--data", str(folder)])
    assert exported(folder) == before


def test_what_is_no_backup_and_what_is_no_database_is_a_sentence(folder: Path, tmp_path: Path) -> None:
    before = exported(folder)
    broken = tmp_path / "broken"
    broken.write_bytes((folder / FILE).read_bytes()[:5000])
    for words in (["restore", str(broken)], ["restore", str(tmp_path / "nowhere")]):
        with pytest.raises(Refusal):
            main([*words, "--data", str(folder)])
    assert exported(folder) == before
    with pytest.raises(Refusal, match="There are no matches in"):
        main(["export", str(tmp_path / "x"), "--data", str(tmp_path / "nothing")])


def test_upgrade_brings_an_old_folder_to_the_newest_form(tmp_path: Path) -> None:
    old = Path(shutil.copytree(Path(__file__).parent / "data_0_1_0", tmp_path / "old"))
    with pytest.raises(Refusal, match="db upgrade"):
        main(["export", str(tmp_path / "x"), "--data", str(old)])
    assert main(["upgrade", "--data", str(old)]) == 0
    assert main(["export", str(tmp_path / "x"), "--data", str(old)]) == 0


@pytest.mark.parametrize("verb", ["db upgrade", "db export FILE", "serve", "run", "league invite https://x"])
@pytest.mark.parametrize("empty", ["", "  "])
def test_an_empty_address_of_a_database_is_no_database_and_is_said(
    verb: str, empty: str, capsys: pytest.CaptureFixture[str]
) -> None:
    name, *words = verb.split()
    with pytest.raises(SystemExit) as ended:
        import_module(f"webui.verbs.{name}").main([*words, "--db", empty])
    assert ended.value.code == 2
    assert "an address is missing" in capsys.readouterr().err
