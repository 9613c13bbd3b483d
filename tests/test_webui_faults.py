"""What broke under attack: nothing stops the table, loses a press that was acknowledged, or ends in a traceback."""

from __future__ import annotations

import re
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from importlib.metadata import metadata
from pathlib import Path

import pytest
import sqlalchemy as sql
from flask.testing import FlaskClient
from postgres import cut_off, schema
from seen_dice import roll
from test_rollcall import PROJECT

from webui import cli
from webui.app import create_app
from webui.config import Settings
from webui.desk import Desk
from webui.storage.database import FILE
from webui.storage.store import Store, StoreError

ROOT = Path(__file__).parent.parent


def opened(folder: Path, url: str = "") -> Desk:
    desk = create_app(Settings(data=folder, database=url, camera="none")).extensions["rollcall"]
    assert isinstance(desk, Desk)
    return desk


# Names of this machine


@pytest.fixture
def client(tmp_path: Path) -> Iterator[FlaskClient]:
    app = create_app(Settings(data=tmp_path, camera="none"))
    yield app.test_client()
    app.extensions["rollcall"].close()


STRANGE = [
    "a" * 64,
    f"{'a' * 64}.local",
    "a..b",
    ".local",
    "..",
    "a.local..",
    "",
    "[::1",
    "a:b:c",
    "*",
    "evil.com",
]


@pytest.mark.parametrize("path", ["/", "/table", "/nothing", "/health"])
@pytest.mark.parametrize("host", STRANGE)
def test_a_host_that_can_be_no_name_of_ours_is_refused_and_no_fault_of_ours(
    client: FlaskClient, path: str, host: str
) -> None:
    assert client.get(path, environ_overrides={"HTTP_HOST": host}).status_code == 421
    assert client.get("/health").get_json()["troubles"] == []


OURS = [
    "raspberrypi.lan",
    "rollcall.home",
    "pi.internal:8420",
    "pi.fritz.box",
    "PI.Local.",
    "a" * 63,
    "[::1]:80",
]


@pytest.mark.parametrize("host", OURS)
def test_the_names_that_routers_give_are_names_of_ours(client: FlaskClient, host: str) -> None:
    assert client.get("/", environ_overrides={"HTTP_HOST": host}).status_code == 200


# The data folder goes away


@pytest.mark.parametrize("how", ["deleted", "moved", "replaced"])
def test_a_press_is_not_acknowledged_when_the_data_folder_has_gone(tmp_path: Path, how: str) -> None:
    folder, elsewhere = tmp_path / "data", tmp_path / "elsewhere"
    desk = opened(folder)
    desk.presses.new(0, "morning-roll", ["Ann"])
    before = desk.board()
    if how == "deleted":
        shutil.copytree(folder, elsewhere)
        shutil.rmtree(folder)
    else:
        folder.rename(elsewhere)
    if how == "replaced":
        Store.open(folder).close()
    with pytest.raises(StoreError, match="it was deleted or moved"):
        desk.presses.throw(before.revision, (1, 1, 2, 3, 4, 6))
    assert desk.board().lines == before.lines
    if how == "moved":
        elsewhere.rename(folder)
        desk.presses.throw(before.revision, (1, 1, 2, 3, 4, 6))
        assert len(desk.board().lines) == len(before.lines) + 1
    desk.close()


def test_health_tells_of_a_database_that_has_gone_though_nobody_pressed_anything(tmp_path: Path) -> None:
    app = create_app(Settings(data=tmp_path / "data", camera="none"))
    client = app.test_client()
    assert client.get("/health").get_json()["ok"] is True
    shutil.rmtree(tmp_path / "data")
    told = client.get("/health").get_json()
    assert told["ok"] is False
    assert [each["code"] for each in told["troubles"]] == ["store"]
    app.extensions["rollcall"].close()


# Spoilt rows


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a match that was left, and one on the table that asks something."""
    folder = tmp_path_factory.mktemp("played") / "data"
    desk = opened(folder)
    desk.presses.new(0, "morning-roll", ["Ann", "Bo"])
    desk.sightings.see(roll((1, 1, 4, 6, 2, 3)))
    desk.presses.new(desk.board().revision, "morning-roll", ["Cy", "Di"])
    desk.sightings.see(roll((1, 1, 4, 6, 2, None)))
    desk.close()
    return folder


SPOILT = [
    ("matches", "begun"),
    ("rolls", "seen"),
    ("rolls", "picture"),
    ("lines", "text"),
    ("lines", "match"),
    ("lines", "n"),
    ("lines", "roll"),
    ("lines", "written"),
    ("desk", "question"),
]


@pytest.mark.parametrize(("table", "column"), SPOILT)
@pytest.mark.parametrize("value", ["", "xx", "[1]", "{}", "null", b"\xff\xfe", -1, 2**40])
def test_the_table_opens_and_the_history_is_read_with_a_spoilt_row(
    played: Path, tmp_path: Path, table: str, column: str, value: object
) -> None:
    folder = tmp_path / "data"
    shutil.copytree(played, folder)
    with closing(sqlite3.connect(folder / FILE)) as file:
        file.execute("PRAGMA foreign_keys=OFF")
        rows = f"(SELECT max(rowid) FROM {table})"
        file.execute(f"UPDATE {table} SET {column} = ? WHERE rowid = {rows}", (value,))
        file.commit()
    app = create_app(Settings(data=folder, camera="none"))
    client, desk = app.test_client(), app.extensions["rollcall"]
    for page in ("/", "/table", "/history", "/history/1", "/history/2", "/board.json", "/health"):
        assert client.get(page).status_code in (200, 302), page
    assert b"Ann" in client.get("/history/1").data, "the match that is whole is read"
    spoilt = [each for each in desk.health.troubles() if each.code == "match-spoilt"]
    assert all("number 2 of the history" in each.do for each in spoilt)
    if spoilt:
        desk.presses.new(desk.board().revision, "morning-roll", ["Eve"])
        assert desk.board().players == ("Eve",)
    desk.close()


@pytest.mark.parametrize("value", ["", "xx", b"\xff", None])
def test_a_desk_that_tells_nothing_is_a_sentence(played: Path, tmp_path: Path, value: object) -> None:
    shutil.copytree(played, tmp_path / "data")
    with closing(sqlite3.connect(tmp_path / "data" / FILE)) as file:
        file.execute("PRAGMA writable_schema = ON")
        with pytest.raises(sqlite3.IntegrityError) if value is None else closing(file.cursor()):
            file.execute("UPDATE desk SET revision = ?", (value,))
        file.commit()
    if value is not None:
        with pytest.raises(StoreError, match="is damaged"):
            opened(tmp_path / "data")


# The address of the database


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("mysql://me@here/db", "Matches are kept in SQLite or PostgreSQL, not in mysql"),
        ("oracle+cx_oracle://me@here/db", "not in oracle"),
        ("nonsense://x", "not in nonsense"),
        ("postgresql+psycopg2://me@here/db", "The driver of this database is not installed"),
        ("postgresql+nothing://me@here/db", "cannot be read"),
        ("sqlite+pysqlcipher:///x.db", "The driver of this database is not installed"),
        ("postgresql", "cannot be read"),
    ],
)
def test_a_database_of_another_kind_or_without_its_driver_is_a_sentence(
    tmp_path: Path,
    url: str,
    sentence: str,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("ROLLCALL_DATABASE", url)
    assert cli.main(["run", "--camera", "none", "--port", "0", "--data", str(tmp_path)]) == 2
    said = capfd.readouterr().err
    assert said.startswith("rollcall run: ")
    assert said.count("\n") == 1
    assert sentence in said


def test_a_second_program_on_one_sqlite_file_is_refused_whatever_its_folder(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/matches.db"
    first = Store.open(tmp_path / "a", url)
    with pytest.raises(StoreError, match="Another Roll Call is using this database"):
        Store.open(tmp_path / "b", url)
    first.close()
    Store.open(tmp_path / "b", url).close()


def test_a_second_program_on_one_database_is_refused_and_another_schema_is_another_one(
    tmp_path: Path, postgresql: str, postgresql_server: str
) -> None:
    url = postgresql
    with schema(postgresql_server) as other:
        first = Store.open(tmp_path / "a", url)
        with pytest.raises(StoreError, match="Another Roll Call is using this database"):
            Store.open(tmp_path / "b", url)
        Store.open(tmp_path / "c", other).close()
        first.close()
        Store.open(tmp_path / "b", url).close()


def test_the_first_press_after_the_server_was_started_anew_is_taken(tmp_path: Path, postgresql: str) -> None:
    desk = opened(tmp_path, postgresql)
    desk.presses.new(0, "morning-roll", ["Ann"])
    cut_off(postgresql)
    desk.presses.throw(desk.board().revision, (1, 1, 2, 3, 4, 6))
    assert len(desk.board().lines) == 3
    desk.close()


# Words of the command line, and of the README


@pytest.mark.parametrize(
    "words", [["run", "--data", ""], ["run", "--models", " "], ["record", "--out", ""], ["mat", "--out", ""]]
)
def test_an_empty_name_of_a_folder_or_file_is_refused(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit, match="2"):
        cli.main(words)
    assert "a name is missing: it is empty" in capfd.readouterr().err
    assert not list(tmp_path.iterdir())


PERMISSIVE = re.compile(r"MIT|BSD|Apache|Zope|ZPL|HPND|PSF|Unlicense", re.IGNORECASE)


def test_what_is_not_under_a_permissive_licence_is_named_in_the_readme() -> None:
    project = PROJECT["project"]
    lines = [
        *project["dependencies"],
        *(each for more in project["optional-dependencies"].values() for each in more),
    ]
    readme = (
        (ROOT / "README.md").read_text(encoding="utf-8").split("Not permissive", 1)[1].split("\n\n", 1)[0]
    )
    for name in {re.split(r"[\[<>=;]", line)[0] for line in lines}:
        try:
            about = metadata(name)
        except ImportError:
            continue  # not installed here
        words = " ".join([about.get("License-Expression") or "", (about.get("License") or "")[:200]])
        words += " ".join(each for each in about.get_all("Classifier") or [] if each.startswith("License"))
        assert PERMISSIVE.search(words) or name.lower() in readme.lower(), f"{name}: {words}"


def test_a_server_that_forgot_the_lock_is_held_again_at_the_next_check(
    tmp_path: Path, postgresql: str
) -> None:
    """Ending the connection that holds it does what a restart of the server does."""
    first = Store.open(tmp_path / "one", postgresql)
    cut_off(postgresql)
    first.check()
    with pytest.raises(StoreError, match="Another Roll Call is using this database"):
        Store.open(tmp_path / "two", postgresql)
    first.close()
    Store.open(tmp_path / "two", postgresql).close()


def test_a_lock_that_another_took_meanwhile_is_said_and_nothing_is_written(
    tmp_path: Path, postgresql: str
) -> None:
    first = Store.open(tmp_path / "one", postgresql)
    assert isinstance(first._holding._lock, sql.Connection)
    first._holding._lock.invalidate()
    second = Store.open(tmp_path / "two", postgresql)
    with pytest.raises(StoreError, match="Another Roll Call is using this database"):
        first.check()
    second.close()
    first.check()
    first.close()
