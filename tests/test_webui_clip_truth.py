"""A clip of a failure becomes a test in one step: recorded, told what was thrown, judged."""

from __future__ import annotations

import io
import json
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import test_replay

from hardware.clip import Clip
from vision.plane.table import Table
from webui.cli import Refusal
from webui.terminal.clip_truth import Throw, TruthError, load, parse, save, timed
from webui.verbs import record

MADE = Path(__file__).parent / "replay"
OFF = MADE / "made-off-the-table.mp4"
THROW = MADE / "made-throw.mp4"
KNOWN = (*sorted(value for value in load(THROW.with_suffix(".json"))[0][0].values if value),)


@pytest.mark.parametrize(
    ("said", "throws"),
    [
        ("2 5 5", [((2, 5, 5), 0, None)]),
        ("2,5,5; off 1; 3", [((2, 5, 5), 0, None), ((), 1, None), ((3,), 0, None)]),
        ("1 OFF 2 at 3.5;", [((1,), 2, 3.5)]),
        (" nothing ", []),
    ],
)
def test_what_was_thrown_is_said_in_a_line(
    said: str, throws: list[tuple[tuple[int, ...], int, float | None]]
) -> None:
    assert [(throw.values, throw.off_table, throw.rest_s) for throw in parse(said)] == throws
    assert all(throw.thrown == len(throw.values) + throw.off_table for throw in parse(said))


@pytest.mark.parametrize(
    "said", ["", "7", "2 5 x", "2;;3", "off", "off x", "off 1.5", "2 off 1 off 1", "2 at -1", "at 3", "25"]
)
def test_what_is_no_throw_is_a_sentence(said: str) -> None:
    with pytest.raises(TruthError, match=r"is no (throw: say the values|number of dice or seconds)"):
        parse(said)


def test_all_of_a_tables_marking_is_kept_its_plane_too(tmp_path: Path) -> None:
    corners = np.array([(100, 60), (500, 50), (520, 340), (80, 350)], np.float64)
    table = replace(Table.from_corners(corners, (600, 340), (640, 360)), keep_px=corners[:3], die_mm=19.0)
    throws = (Throw((2, 5), 1, 3.25, thrown=3), Throw((4,), 0, None, thrown=1))
    save(tmp_path / "a.json", throws, table)
    told, marked = load(tmp_path / "a.json")
    assert [(throw.values, throw.off_table, throw.rest_s, throw.thrown) for throw in told] == [
        ((2, 5), 1, 3.25, 3),
        ((4,), 0, None, 1),
    ]
    assert marked is not None
    assert marked.to_json() == table.to_json()
    assert (marked.measured, marked.die_mm) == (True, 19.0)
    save(tmp_path / "b.json", (), None)
    assert load(tmp_path / "b.json") == ((), None)


def test_moments_of_rest_are_taken_from_what_was_seen_where_as_many_throws_were() -> None:
    seen = (Throw((2,), 0, 1.5), Throw((3,), 0, 4.0))
    said = (Throw((2,), 0), Throw((5,), 0, 3.9))
    assert [throw.rest_s for throw in timed(said, seen)] == [1.5, 3.9]
    assert [throw.rest_s for throw in timed(said, seen[:1])] == [None, 3.9]


@pytest.fixture
def replays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(record, "REPLAY", tmp_path / "replay")
    monkeypatch.setenv("ROLLCALL_DATA", str(tmp_path))
    (tmp_path / "replay").mkdir()
    return tmp_path / "replay"


def test_one_command_makes_a_test_of_what_happened_with_the_table_as_it_is_marked(
    replays: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, table = load(OFF.with_suffix(".json"))
    assert table is not None
    (replays.parent / "marked.json").write_text(json.dumps(table.to_json()))
    asked = [
        f"clip:{OFF}",
        "--test",
        "fell",
        "--truth",
        "1 4 off 1",
        "--table",
        str(replays.parent / "marked.json"),
    ]
    assert record.main(asked) == 0
    said = capsys.readouterr().out
    assert "with the table as it is marked" in said
    assert "nothing is sent" in said
    assert "./rollcall test tests/test_replay.py -k fell" in said
    (told,), marked = load(replays / "fell.json")
    assert marked is not None
    assert marked.to_json() == table.to_json()
    (true,), _ = load(OFF.with_suffix(".json"))
    assert told.rest_s is not None
    assert true.rest_s is not None
    assert abs(told.rest_s - true.rest_s) < 0.3
    judge = test_replay.test_each_throw_is_one_roll_after_its_rest_and_what_is_not_asked_is_right
    judge(replays / "fell.json")
    save(replays / "fell.json", (replace(told, values=(1, 5)),), marked)
    with pytest.raises(AssertionError):
        judge(replays / "fell.json")


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("typed", "values"), [("\n", KNOWN), ("what?\n1 1\n", (1, 1)), ("nothing\n", None)])
def test_a_person_confirms_what_was_seen_or_puts_it_right(
    replays: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    typed: str,
    values: tuple[int, ...] | None,
) -> None:
    monkeypatch.setattr(sys, "stdin", Terminal(typed))
    assert record.main([f"clip:{THROW}", "--test", "seen"]) == 0
    said = capsys.readouterr().out
    assert sorted(said.split("Seen: ")[1].split(".")[0].split()) == [str(value) for value in KNOWN]
    assert ("is no throw" in said) is typed.startswith("what?")
    throws, marked = load(replays / "seen.json")
    assert [tuple(sorted(map(int, throw.values))) for throw in throws] == ([] if values is None else [values])  # type: ignore[arg-type]
    assert marked is None


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--test", "a"], r"Nobody is here to be asked\. Say what is thrown with --truth"),
        (["--test", "a", "--truth", "9"], "'9' is no throw"),
        (["--test", "../a", "--truth", "2"], "--test takes a name"),
        (["--test", "there", "--truth", "2"], "There is a test there already"),
        (["--out", "film.json", "--truth", "2"], r"its truth is written there\. Call it film\.mkv"),
        (["--test", "a", "--truth", "2", "--table", "none.json"], "cannot be read"),
    ],
)
def test_what_cannot_become_a_test_is_said_before_anything_is_recorded(
    replays: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], sentence: str
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    (replays / "there.json").touch()
    with pytest.raises(Refusal, match=sentence):
        record.main([f"clip:{THROW}", *arguments])
    assert [path.name for path in replays.iterdir()] == ["there.json"]


def test_a_film_of_which_nobody_said_what_was_thrown_becomes_a_test_by_the_same_command(
    replays: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", Terminal(""))
    with pytest.raises(Refusal, match="Nobody said what was thrown"):
        record.main([f"clip:{THROW}", "--test", "late"])
    film = (replays / "late.mkv").read_bytes()
    assert record.main([f"clip:{THROW}", "--test", "late", "--truth", "3 4"]) == 0
    assert "nobody has said what was thrown" in capsys.readouterr().out
    assert (replays / "late.mkv").read_bytes() == film
    assert [throw.values for throw in load(replays / "late.json")[0]] == [(3, 4)]


def test_a_truth_is_written_beside_any_film_and_a_table_of_another_shape_is_left_out(
    replays: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (replays / "marked.json").write_text(json.dumps(Table.whole(300, 400).to_json()))
    out = replays.parent / "film.mkv"
    asked = [f"clip:{THROW}", "--out", str(out), "--truth", "3 at 1", "--table", str(replays / "marked.json")]
    assert record.main(asked) == 0
    assert "another shape" in capsys.readouterr().out
    assert load(out.with_suffix(".json")) == ((Throw((3,), 0, 1.0, 0.0, 1),), None)
    with Clip(out) as clip:
        assert len(list(clip.frames())) > 10
