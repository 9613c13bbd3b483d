"""The log on the disk: what was written is there, what was not leaves no trace, and troubles come as sentences."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from seen_dice import off_table, roll
from waiting import LONG_S

from webui.health import Health
from webui.match.ledger import Ledger
from webui.match.presses import Presses
from webui.match.sightings import Sightings
from webui.storage.database import FILE
from webui.storage.evidence import Evidence
from webui.storage.store import NEW, Change, Conflict, Line, Saved, Store, StoreError

HEAD = (Line("game morning-roll"), Line("players Ann Bo"))
THROW = Line("throw 1 2 3 4 6 6")


@pytest.fixture(params=["sqlite", "postgresql"])
def place(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Callable[..., Store]]:
    """Opens the same empty store again and again; on a server also from another data folder."""
    if request.param == "sqlite":
        yield lambda: Store.open(tmp_path)
        return
    url = request.getfixturevalue("postgresql")
    yield lambda folder="": Store.open(tmp_path / folder, url)


def begun(store: Store) -> Saved:
    return store.write(store.load(), Change(HEAD, new_match=True))


def test_a_new_folder_is_made_and_holds_an_empty_table(tmp_path: Path) -> None:
    store = Store.open(tmp_path / "a" / "b")
    assert store.load() == Saved(0, None, (), None)
    store.close()


def test_lines_question_and_roll_are_there_after_opening_again(place: Callable[[], Store]) -> None:
    store = place()
    saved = begun(store)
    seen = {"dice": [], "width": 4, "height": 3, "off_table": 0, "why": "Zoë's"}
    saved = store.write(saved, Change((Line("throw 1 2 3 4 6 6", NEW),), roll=(seen, "a.jpg")))
    saved = store.write(saved, Change(question=lambda number: {"roll": number}, roll=(seen, "")))
    store.close()
    again = place()
    assert again.load() == saved
    assert saved.revision == 3
    assert saved.lines == (*HEAD, Line("throw 1 2 3 4 6 6", 1))
    assert saved.question == {"roll": 2}
    first = again.roll(1)
    assert first is not None
    assert (first.seen, first.picture) == (seen, "a.jpg")
    assert again.roll(3) is None
    again.close()


def test_how_a_press_is_taken_back_is_there_after_opening_again_until_the_next_change(
    place: Callable[[], Store],
) -> None:
    store = place()
    throw = Line("throw 1 2 3 4 6 6", 1)
    for back in ({"lines": []}, {"lines": [{"text": "undo", "roll": None}], "ask": {"faces": [1, None]}}):
        saved = store.write(begun(store), Change((throw,), back=back, roll=({"dice": []}, "")))
        assert (saved.back, saved.question) == (back, None)
        store.close()
        store = place()
        assert store.load() == saved
        assert store.write(saved, Change()).back is None
        assert store.load().back is None
    store.close()


def test_a_change_of_an_older_version_which_knows_of_no_taking_back_puts_it_out_of_date(
    place: Callable[[], Store],
) -> None:
    store = place()
    saved = begun(store)
    store.write(saved, Change(back={"lines": []}))
    with store._engine.begin() as connection:
        connection.exec_driver_sql("UPDATE desk SET revision = revision + 1")
    assert store.load().back is None
    store.close()


@settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.text(st.characters(exclude_categories=("C", "Z")), min_size=1, max_size=40)))
def test_any_text_comes_back_as_it_was_and_in_order(place: Callable[[], Store], texts: list[str]) -> None:
    store = place()
    try:
        saved = begun(store)
        for text in texts:
            saved = store.write(saved, Change((Line(text),)))
        assert [line.text for line in store.load().lines[2:]] == texts
    finally:
        store.close()


def test_a_roll_can_be_attached_to_a_line_that_is_there(place: Callable[[], Store]) -> None:
    store = place()
    saved = store.write(begun(store), Change((Line("off 1"),)))
    saved = store.write(saved, Change(roll=({"dice": []}, ""), attach=2))
    assert saved.lines[2] == Line("off 1", 1)
    assert store.load() == saved
    store.close()


def test_two_writers_who_saw_the_same_table_write_once(place: Callable[[], Store]) -> None:
    store = place()
    saved = begun(store)
    store.write(saved, Change((Line("throw 1 1 1 1 1 1"),)))
    with pytest.raises(Conflict):
        store.write(saved, Change((Line("throw 2 2 2 2 2 2"),), roll=({"dice": []}, "")))
    assert [line.text for line in store.load().lines[2:]] == ["throw 1 1 1 1 1 1"]
    assert store.roll(1) is None
    store.close()


def test_of_two_who_write_at_one_moment_one_writes_and_the_other_is_told(place: Callable[[], Store]) -> None:
    one = place()
    saved = begun(one)
    threads = [threading.Thread(target=attempt, args=(one, saved)) for _ in range(2)]
    WRITTEN.clear()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(LONG_S)
    assert sorted(WRITTEN) == ["conflict", "written"]
    assert len(one.load().lines) == 3
    one.close()


WRITTEN: list[str] = []


def attempt(store: Store, saved: Saved) -> None:
    try:
        store.write(saved, Change((Line("throw 1 1 1 1 1 1"),)))
        WRITTEN.append("written")
    except Conflict:
        WRITTEN.append("conflict")


def test_a_turn_with_a_question_and_an_undo_is_there_after_a_restart(
    place: Callable[[], Store], tmp_path: Path
) -> None:
    store, evidence = place(), Evidence(tmp_path / "pictures", 1_000_000, 80)
    ledger = Ledger(store, evidence, Health())
    presses, sightings = Presses(ledger), Sightings(ledger)
    presses.new(0, "morning-roll", ["Ann", "Zoë"])
    sightings.see(roll((1, None, 2, 3, 4, 6)))
    presses.fix(ledger.board().revision, 1, 2)
    presses.play(ledger.board().revision, "keep 1")
    sightings.see_off(off_table())
    sightings.see(roll((2, 3, 4, 6), kept=(1,), off=1))
    presses.undo(ledger.board().revision)
    before = ledger.board()
    assert before.lines[2:] == ("throw 1 2 2 3 4 6 by=fix", "keep 1", "off 1", "undo")
    assert before.question is not None
    store.close()
    store = place()
    assert Ledger(store, evidence, Health()).board() == before
    assert len(store.pictures()) == 3
    store.close()


def test_each_line_is_on_the_disk_before_write_returns(tmp_path: Path) -> None:
    store = Store.open(tmp_path)
    begun(store)
    with closing(sqlite3.connect(tmp_path / FILE)) as other, other:
        assert other.execute("SELECT count(*) FROM lines").fetchone() == (2,)
        assert other.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    with store._engine.connect() as ours:
        assert ours.exec_driver_sql("PRAGMA synchronous").scalar() == 2  # FULL
    store.close()


def test_every_match_is_in_the_history_the_newest_first(place: Callable[[], Store]) -> None:
    store = place()
    saved = store.write(begun(store), Change((THROW,)))
    store.write(saved, Change((Line("game midnight"), Line("players Zoë")), new_match=True))
    second = (2, (Line("game midnight"), Line("players Zoë")))
    first = (1, (*HEAD, THROW))
    assert [(each.number, each.lines) for each in store.matches()] == [second, first]
    assert [each.number for each in store.matches(most=1)] == [2]
    assert [each.number for each in store.matches(before=2, most=5)] == [1]
    assert store.match(1) == store.matches()[1]
    assert store.match(3) is None
    store.close()


def test_a_match_that_was_left_is_on_the_table_again_with_the_lines_it_had(
    place: Callable[[], Store],
) -> None:
    store = place()
    saved = store.write(begun(store), Change((THROW,)))
    saved = store.write(saved, Change((Line("game midnight"), Line("players Zoë")), new_match=True))
    saved = store.write(saved, Change((Line("keep 1"),), match=1))
    assert saved == Saved(4, 1, (*HEAD, THROW, Line("keep 1")), None) == store.load()
    assert store.match(2) is None, "nobody threw in it"
    store.close()


def test_a_question_is_there_again_with_its_match_and_only_once(place: Callable[[], Store]) -> None:
    store = place()
    asks = Change(question=lambda number: {"roll": number}, roll=({"dice": []}, "a.jpg"))
    saved = store.write(begun(store), asks)
    saved = store.write(saved, Change((*HEAD, THROW), new_match=True))
    assert saved.question is None
    saved = store.write(saved, Change(match=1))
    assert saved.question == {"roll": 1}
    saved = store.write(store.write(saved, Change()), Change(match=2))
    assert store.write(saved, Change(match=1)).question is None
    assert store.load().question is None
    store.close()


@pytest.mark.parametrize("name", ["a?b", "a?timeout=x", "a%41b", "a b#c", "a:b"])
def test_the_data_folder_may_have_any_name(tmp_path: Path, name: str) -> None:
    Store.open(tmp_path / name).close()
    assert [each.name for each in tmp_path.iterdir()] == [name]
    assert (tmp_path / name / FILE).is_file()


def test_a_second_program_is_kept_off_the_folder_until_the_first_has_left(tmp_path: Path) -> None:
    first = Store.open(tmp_path)
    for url in ("", f"sqlite:///{tmp_path / 'other.db'}"):
        with pytest.raises(StoreError, match=r"Another Roll Call is using the data folder .*--data"):
            Store.open(tmp_path, url)
    first.close()
    Store.open(tmp_path).close()


def test_a_full_disk_is_a_sentence_and_changes_nothing(tmp_path: Path) -> None:
    store = Store.open(tmp_path)
    saved = begun(store)
    with store._engine.connect() as connection:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar()

    # SQLite itself then answers as on a full disk: SQLITE_FULL.
    def few_pages(connection: sqlite3.Connection, _record: object, _proxy: object) -> None:
        connection.execute(f"PRAGMA max_page_count={pages}")

    from sqlalchemy import event

    event.listen(store._engine, "checkout", few_pages)
    with pytest.raises(StoreError, match="disk is full"):
        store.write(saved, Change((Line("throw 1 1 1 1 1 1"), Line("throw " + "1" * 50_000))))
    assert store.load() == saved
    event.remove(store._engine, "checkout", few_pages)

    def room(connection: sqlite3.Connection, _record: object, _proxy: object) -> None:
        connection.execute("PRAGMA max_page_count=100000")

    event.listen(store._engine, "checkout", room)
    assert store.write(saved, Change((Line("throw 1 1 1 1 1 1"),))).lines[-1].text == "throw 1 1 1 1 1 1"
    store.close()


AS_NOBODY = """
import os, sys
from pathlib import Path
from webui.storage.store import Store, StoreError
Store.open(Path(sys.argv[1]) / "used").close()
os.chmod(Path(sys.argv[1]) / "used", 0o555)
if os.getuid() == 0:
    os.setgroups([]), os.setgid(65534), os.setuid(65534)
for name in ("used", "new"):
    try:
        Store.open(Path(sys.argv[1]) / name)
    except StoreError as error:
        print(error)
"""


def test_a_read_only_folder_is_a_sentence() -> None:
    # Not tmp_path: only its owner may enter that. Root may write anywhere, so the question is asked as nobody.
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "new").mkdir(mode=0o555)
        Path(folder).chmod(0o755)
        done = subprocess.run(
            [sys.executable, "-c", AS_NOBODY, folder],
            capture_output=True,
            text=True,
            check=False,
            timeout=LONG_S,
        )
        (Path(folder) / "used").chmod(0o755)
    assert done.stdout.count("read-only here. Give this user the right to write there") == 2, done


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda path: path.write_text("hello"), "is a file, not a folder"),
        (lambda path: (path.mkdir(), (path / FILE).write_text("no database" * 500)), "damaged"),
    ],
)
def test_what_is_no_data_folder_is_a_sentence(tmp_path: Path, make: object, sentence: str) -> None:
    make(tmp_path / "data")  # type: ignore[operator]
    with pytest.raises(StoreError, match=sentence):
        Store.open(tmp_path / "data")


def test_a_database_of_another_version_is_left_alone(tmp_path: Path) -> None:
    Store.open(tmp_path).close()
    with closing(sqlite3.connect(tmp_path / FILE)) as other, other:
        other.execute("UPDATE desk SET schema = 99")
    with pytest.raises(StoreError, match="another version of Roll Call"):
        Store.open(tmp_path)


@pytest.mark.parametrize("url", ["nonsense", "nosuchdb://host/x"])
def test_a_database_address_that_makes_no_sense_is_a_sentence(tmp_path: Path, url: str) -> None:
    with pytest.raises(StoreError, match=r"database address|Matches are kept in"):
        Store.open(tmp_path, url)
