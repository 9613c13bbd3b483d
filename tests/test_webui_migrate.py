"""A data folder of an older version opens with everything in it; one of a newer version is left alone."""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from itertools import count
from pathlib import Path

import pytest
import sqlalchemy as sql
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory

from webui.app import create_app
from webui.config import Settings
from webui.storage.database import FILE, META, StoreError
from webui.storage.migrate import STEPS, form_of, forms, upgrade
from webui.storage.store import Store

OLD = Path(__file__).parent / "data_0_1_0"
STEP = int(os.environ.get("ROLLCALL_KILL_STEP", "4"))
"""Statements from one kill to the next. 1: the program is killed after each of them."""
TABLES = ("matches", "rolls", "lines", "left", "desk", "back")
COLUMNS = {
    "matches": "id, begun",
    "rolls": "id, match, seen, picture",
    "lines": "match, n, text, roll, written",
    "left": "match, question",
    "desk": "id, schema, revision, match, question",
    "back": "revision, how",
}


def rows(file: Path) -> dict[str, list[tuple[object, ...]]]:
    """All that version 0.1.0 has written into this file."""
    with closing(sqlite3.connect(file)) as database:
        return {
            table: database.execute(f"SELECT {columns} FROM {table} ORDER BY 1, 2").fetchall()
            for table, columns in COLUMNS.items()
        }


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A data folder as version 0.1.0 has left it."""
    return Path(shutil.copytree(OLD, tmp_path / "data"))


def copies(folder: Path) -> list[Path]:
    return sorted(folder.glob("rollcall-before-*.sqlite3"))


def test_a_folder_of_version_0_1_0_opens_with_everything_in_it(old: Path) -> None:
    before = rows(old / FILE)
    app = create_app(Settings(data=old, camera="none"))
    desk = app.extensions["rollcall"]
    assert desk.board().players == ("Ann", "Bo")
    page = app.test_client().get("/history").text
    assert "Ann" in page
    assert app.test_client().get("/evidence/1.jpg").data[:2] == b"\xff\xd8"
    assert app.test_client().get("/history/1").status_code == 200
    desk.presses.go_on(desk.board().revision, 2)
    assert desk.board().question.kind == "unsure"
    desk.close()
    after = rows(old / FILE)
    assert after["lines"] == before["lines"]
    assert after["rolls"] == before["rolls"]


def test_the_old_form_is_copied_beside_first_and_no_copy_replaces_another(old: Path) -> None:
    before = rows(old / FILE)
    Store.open(old).close()
    (copy,) = copies(old)
    assert rows(copy) == before
    with closing(sqlite3.connect(copy)) as database:
        assert not database.execute("SELECT 1 FROM sqlite_master WHERE name = 'alembic_version'").fetchall()
    shutil.copy(OLD / FILE, old / FILE)
    Store.open(old).close()
    assert len(copies(old)) == 2
    assert rows(copy) == before
    Store.open(old).close()
    assert len(copies(old)) == 2, "a folder that has the newest form is not copied"


def test_a_folder_from_before_undo_was_kept_opens_too(old: Path) -> None:
    with closing(sqlite3.connect(old / FILE)) as database, database:
        database.execute("DROP TABLE back")
    store = Store.open(old)
    assert store.load().match == 3
    store.close()


def test_a_new_folder_is_not_copied(tmp_path: Path) -> None:
    Store.open(tmp_path).close()
    assert not copies(tmp_path)


@pytest.mark.parametrize("form", ["9999", "0002x"])
def test_a_folder_of_a_newer_version_is_refused_with_a_sentence_and_left_as_it_is(
    old: Path, form: str
) -> None:
    Store.open(old).close()
    with closing(sqlite3.connect(old / FILE)) as database, database:
        database.execute("UPDATE alembic_version SET version_num = ?", (form,))
    before = (old / FILE).read_bytes()
    with pytest.raises(StoreError, match=f"newer version of Roll Call .form {form}.*Start that version"):
        Store.open(old)
    assert (old / FILE).read_bytes() == before
    assert len(copies(old)) == 1


def test_the_steps_lead_to_the_tables_that_the_program_knows(old: Path, tmp_path: Path) -> None:
    """From an old folder step by step, and in a new one at once."""
    for folder in (old, tmp_path / "new"):
        Store.open(folder).close()
        engine = sql.create_engine(f"sqlite:///{folder / FILE}")
        with engine.connect() as connection:
            assert compare_metadata(MigrationContext.configure(connection), META) == []
        assert form_of(engine) == newest()
        engine.dispose()


def test_the_forms_are_those_of_alembic_which_a_table_that_has_the_newest_does_not_load(
    tmp_path: Path,
) -> None:
    steps = ScriptDirectory(str(STEPS)).walk_revisions()
    assert forms() == tuple(reversed([step.revision for step in steps]))
    opened = (
        "import sys; from pathlib import Path; from webui.storage.store import Store\n"
        "for _ in range(2): Store.open(Path(sys.argv[1])).close()\n"
        "sys.exit('alembic' in sys.modules)"
    )
    where = {**os.environ, "PYTHONPATH": os.pathsep.join([str(OLD.parent.parent), *sys.path])}
    subprocess.run([sys.executable, "-c", opened, str(tmp_path)], env=where, check=True)


def test_a_step_that_fails_leaves_the_old_form_whole(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = rows(old / FILE)
    steps = Path(shutil.copytree(Path(upgrade.__code__.co_filename).parent / "migrations", old / "steps"))
    (steps / "versions" / "m9998_half.py").write_text(
        "from alembic import op\nimport sqlalchemy as sql\n"
        f"revision = '9998'\ndown_revision = '{newest()}'\n"
        "def upgrade():\n"
        "    op.create_table('half', sql.Column('id', sql.Integer))\n"
        "    op.execute('DELETE FROM lines')\n"
        "    op.execute('SELECT nonsense')\n"
    )
    monkeypatch.setattr("webui.storage.migrate.STEPS", steps)
    with pytest.raises(StoreError):
        Store.open(old)
    assert rows(old / FILE) == before
    engine = sql.create_engine(f"sqlite:///{old / FILE}")
    assert form_of(engine) is None
    assert not sql.inspect(engine).has_table("half")
    engine.dispose()


def newest() -> str:
    """The number of the newest form."""
    return str(ScriptDirectory(str(STEPS)).get_current_head())


KILLED = """
import os, signal, sys
from pathlib import Path
import alembic.command, sqlalchemy as sql
from webui.storage import migrate
from webui.storage.store import Store

left = 0
def count(*_):
    global left
    left -= 1
    if left < 0:
        os.kill(os.getpid(), signal.SIGKILL)

for line in sys.stdin:
    folder, left = line.split()[0], int(line.split()[1])
    pid = os.fork()
    if pid == 0:
        sql.event.listen(sql.Engine, "after_cursor_execute", count)
        Store.open(Path(folder)).close()
        os._exit(0)
    print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), flush=True)
"""
"""For each folder and number that it reads: opens the folder in a process that dies after so many statements."""


def test_a_kill_at_any_statement_leaves_the_old_form_or_the_new_one(tmp_path: Path) -> None:
    before = rows(OLD / FILE)
    with subprocess.Popen(
        [sys.executable, "-c", KILLED],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(OLD.parent.parent), *sys.path])},
    ) as helper:
        assert helper.stdin
        assert helper.stdout
        for killed in count():
            old = Path(shutil.copytree(OLD, tmp_path / str(killed)))
            print(old, killed * STEP, file=helper.stdin, flush=True)
            ended = int(helper.stdout.readline())
            assert ended in (0, -signal.SIGKILL)
            Store.open(old).close()
            assert rows(old / FILE) == before
            if ended == 0:
                break
        helper.stdin.close()
    assert killed > 3
