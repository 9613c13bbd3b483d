"""`./rollcall watch`: the lines of issue and table, and every bad input a sentence."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from empty_table import empty_clip

from hardware.cameras import open_camera
from vision.nouns import Die, Gone, Moving, OffTable, Roll, Trouble, Turned, View
from vision.throw.wait import HAND, MOVING
from webui import cli
from webui.verbs.watch import Waits, _open_source, fact

IMAGE = np.zeros((36, 64, 3), np.uint8)
CORNERS = np.array([[10, 10], [20, 10], [20, 20], [10, 20]], np.float32)


@pytest.fixture(scope="module")
def clip(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Twelve pictures of an empty table."""
    return empty_clip(tmp_path_factory.mktemp("clip") / "empty.mp4", 12, 25)


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    code = cli.main(["watch", *(str(argument) for argument in arguments)])
    said = capsys.readouterr()
    return code, said.out, said.err


def test_a_clip_ends_with_its_frames_and_their_rate(clip: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, clip, "--json")
    lines = [json.loads(line) for line in out.splitlines()]
    assert code == 0
    assert [line["event"] for line in lines] == ["end"]
    assert lines[0]["frames"] == 12
    assert lines[0]["fps"] > 0


def test_without_json_the_lines_are_for_people(clip: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, clip)[1].startswith("12 pictures, ")


def test_the_demo_is_watched_as_a_film_that_waits_for_nobody(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with _open_source("demo") as film:
        assert (film.demo, film.name.endswith("demo.mp4"), bool(film.table)) == (False, True, True)
    assert capsys.readouterr().err == ""
    monkeypatch.setattr("hardware.usb.UsbCamera", lambda number: open_camera("none there"))
    with _open_source("auto") as film:
        assert film.name.endswith("demo.mp4")
    assert "No camera was found" in capsys.readouterr().err


def test_the_lines_of_events() -> None:
    die = Die(4, 0.91234, "flat", "throw", CORNERS, (4, 6, 5, 3, 2, 1), 7)
    gone = Gone("seen", 2.0, (60.04, 20.0), 34.26)
    roll = Roll(2.5, (4, None), (1,), 1, "A die left the table.", IMAGE, (die,), (1.5, 2.25), (1,), (gone,))
    said = {"how": "seen", "t": 2.0, "at": [60.0, 20.0], "beyond_mm": 34.3, "why": gone.why}
    assert fact(Moving(1.25), 1.0) == {"t": 0.25, "event": "moving"}
    assert fact(roll) == {
        "t": 2.5,
        "event": "roll",
        "values": [4, None],
        "kept": [1],
        "bumped": [1],
        "off_table": 1,
        "asked": 1,
        "gone": [said],
        "dice": [
            {
                "value": 4,
                "p": 0.9123,
                "state": "flat",
                "zone": "throw",
                "center": [15.0, 15.0],
                "corners": [[10.0, 10.0], [20.0, 10.0], [20.0, 20.0], [10.0, 20.0]],
            }
        ],
        "span": [1.5, 2.25],
    }
    way = np.array([[2.5, 30, 20], [2.625, 60.04, 20]])
    assert fact(OffTable(3.0, 1, "A die left the table.", IMAGE, (way,), (Gone("missing", 3.0),)), 1.0) == {
        "t": 2.0,
        "event": "off_table",
        "n": 1,
        "why": "A die left the table.",
        "gone": [{"how": "missing", "t": 2.0, "at": None, "beyond_mm": None, "why": Gone("missing", 0).why}],
        "ways": [[[1.5, 30.0, 20.0], [1.625, 60.0, 20.0]]],
    }
    turned = fact(Turned(4.0, 2, die, True, IMAGE))
    assert (turned["t"], turned["event"], turned["was"], turned["value"]) == (4.0, "turned", 2, 4)
    trouble = fact(Trouble("dark", "The light is low.", "Switch on a lamp.", 4.0))
    assert (trouble["t"], trouble["event"], trouble["what"]) == (4.0, "trouble", "The light is low.")


def test_what_a_throw_waits_for_is_said_once_each_time_that_it_changes() -> None:
    waits = Waits()
    seen = [waits.step(View(IMAGE, 1.0 + n, (), "moving", waits=wait), 1.0) for n, wait in enumerate(WAITS)]
    assert [(line["t"], line["code"], line["what"]) for line in seen if line] == [
        (1.0, "moving", MOVING.what),
        (3.0, "hand", HAND.what),
        (5.0, "hand", HAND.what),
    ]


WAITS = (None, MOVING, MOVING, HAND, None, HAND)


@pytest.mark.parametrize(
    ("content", "words"),
    [(None, "There is no clip"), (b"", "is empty (0 bytes)"), (b"these are words", "not a video")],
)
def test_a_clip_that_is_none_is_refused_in_a_sentence(
    content: bytes | None, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "clip.mp4"
    if content is not None:
        path.write_bytes(content)
    code, out, err = run(capsys, path, "--json")
    assert (code, out) == (2, "")
    assert words in err
    assert "Traceback" not in err


def test_a_clip_that_is_cut_off_says_so_after_what_it_did_hold(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = empty_clip(tmp_path / "whole.avi", 60, 25).read_bytes()
    (tmp_path / "cut.avi").write_bytes(whole[: len(whole) // 2])
    code, out, err = run(capsys, tmp_path / "cut.avi", "--json")
    assert code == 2
    assert 10 < json.loads(out.splitlines()[-1])["frames"] < 50
    assert "cut off" in err


@pytest.mark.parametrize("text", ["[]", "{}", "no"])
def test_a_bad_table_file_is_refused(
    text: str, clip: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "table.json").write_text(text)
    code, _, err = run(capsys, clip, "--table", tmp_path / "table.json")
    assert code == 2
    assert "mark the table anew" in err


def test_a_missing_model_is_refused(clip: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, clip, "--models", tmp_path)
    assert code == 2
    assert "missing" in err


@pytest.mark.parametrize("dice", ["0", "-1", "six", "99"])
def test_a_senseless_number_of_dice_is_refused(
    dice: str, clip: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        run(capsys, clip, f"--dice={dice}")
    assert end.value.code == 2
    assert "is no number of dice" in capsys.readouterr().err


def test_a_nudged_camera_is_said_once_a_nudge(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    scene, random = np.full((300, 400, 3), 90, np.uint8), np.random.default_rng(5)
    for _ in range(60):
        x, y = (int(v) for v in random.integers(0, (380, 280)))
        cv2.rectangle(scene, (x, y), (x + 24, y + 14), int(random.integers(30, 220)), -1)
    path = tmp_path / "nudged.mp4"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), 5, (320, 240))
    for number in range(20):
        moved = 30 if number > 8 else 10
        writer.write(np.ascontiguousarray(scene[moved : moved + 240, moved : moved + 320]))
    writer.release()
    table = {"size": [320, 240], "polygon": [[40, 30], [280, 30], [280, 210], [40, 210]]}
    (tmp_path / "table.json").write_text(json.dumps(table))
    code, out, _ = run(capsys, path, "--table", tmp_path / "table.json", "--json")
    lines = [json.loads(line) for line in out.splitlines()]
    assert code == 0
    assert [line["code"] for line in lines if line["event"] == "trouble"].count("camera-moved") == 1
