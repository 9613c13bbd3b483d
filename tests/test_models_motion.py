"""The judge of the table in motion: it counts what it should, and goes on where it stopped."""

from __future__ import annotations

import importlib
import json
import shutil
from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from off_screen import drawn_off_screen

from models.measure.motion import Told, kept, main, shown
from models.measure.verdicts import Verdict, judge, report
from vision.nouns import Die, Event, Moving, OffTable, Roll, Trouble

# Made clips, as cheap as any: a die leaves the table, and dice are pushed aside.
OFF, IDLE = 18, 83
PICTURE = np.zeros((4, 4, 3), np.uint8)
SQUARE = np.array([[0, 0], [20, 0], [20, 20], [0, 20]], float)


def die(number: int, x: float, state: str = "flat", on: bool = True, value: int = 4) -> dict[str, Any]:
    corners = (SQUARE + np.array([x, 0])).tolist()
    centre = [x + 10, 10]
    return {
        "id": number,
        "centre": centre,
        "corners": corners,
        "value": value,
        "state": state,
        "on": on,
        "hidden": False,
    }


def truth(frames: Sequence[Sequence[dict[str, Any]]], **more: Any) -> dict[str, Any]:
    known = {
        "fps": 10, "kind": "stays", "manner": "hand", "rolls": 1, "rest_s": 0.2, "off_s": None, "off_table": 0,
    }  # fmt: skip
    return {**known, "frames": frames, **more}


# A 4 at the left, a 5 fifty pixels to its right.
TWO = truth([[die(0, 0), die(1, 50, value=5)]])


def roll(time_s: float, *faces: int | None, off: int = 0, step: float = 50.0) -> Roll:
    dice = tuple(
        Die(
            face, 0.9, "flat", "throw",
            (SQUARE + np.array([step * i + 3, 0])).astype(np.float32), (1, 2, 3, 4, 5, 6), i,
        )
        for i, face in enumerate(faces)
    )  # fmt: skip
    return Roll(time_s, faces, (), off, "", PICTURE, dice)


def short(time_s: float) -> Trouble:
    return Trouble("count", "1 die seen, 2 expected.", "Spread the dice.", time_s)


@pytest.mark.parametrize(
    ("events", "faults"),
    [
        ([Moving(0.1), roll(0.5, 4, 5)], set()),
        ([], {"one", "values"}),
        ([roll(0.5, 4, 5), roll(0.9, 4, 5)], {"one"}),
        ([roll(0.5, 4, None)], {"values"}),
        ([roll(0.5, 5, 4)], {"values", "silent"}),
        ([roll(0.5, 4)], {"values", "silent"}),
        ([roll(0.5, 4), short(0.5)], {"values"}),
        ([roll(0.5, 4, 5, 6)], {"values", "silent"}),
        ([roll(0.5, 4, 5, step=20.0)], {"values", "silent"}),
        ([roll(0.1, 4, 5)], {"early"}),
        ([OffTable(0.3, 1, "", PICTURE), roll(0.5, 4, 5, off=1)], {"off"}),
    ],
)
def test_each_die_of_the_one_roll_is_held_against_the_true_die_at_its_place(
    events: list[Event], faults: set[str]
) -> None:
    verdict = judge("clip", TWO, events)
    found = {
        "one": not verdict.one,
        "values": not verdict.all_right,
        "silent": verdict.silent,
        "early": verdict.early,
        "off": not verdict.off_found,
    }
    assert {name for name, there in found.items() if there} == faults
    assert verdict.good is not faults


def test_a_clip_that_is_no_throw_is_good_without_a_roll_whatever_lies_there() -> None:
    lying = truth([[die(0, 0)]] * 3, rolls=0, rest_s=None, kind="hand covers", manner="")
    assert judge("idle", lying, []).good
    assert not judge("idle", lying, [roll(0.2, 4)]).good
    assert not judge("idle", lying, [OffTable(0.2, 1, "", PICTURE)]).good


def test_a_cocked_die_is_found_when_it_is_asked_about_and_wrong_with_a_value() -> None:
    cocked = truth([[die(0, 0), die(1, 50, "cocked", value=5)]])
    assert judge("cocked", cocked, [roll(0.5, 4, None)]).good
    given = judge("cocked", cocked, [roll(0.5, 4, 5)])
    assert given.silent
    assert not given.tilted_found


def test_a_stacked_die_is_found_without_a_value_or_by_the_lack_of_the_one_below() -> None:
    pile = truth([[die(0, 0), die(1, 50, "under"), die(2, 51, "stacked", value=6)]])
    shown_there = judge("pile", pile, [roll(0.5, 4, None)])
    assert (shown_there.tilted_found, shown_there.shown, shown_there.all_right) == (True, 1, True)
    assert judge("pile", pile, [roll(0.5, 4), short(0.5)]).tilted_found
    assert not judge("pile", pile, [roll(0.5, 4)]).tilted_found
    assert not judge("pile", pile, [roll(0.5, 4, 6), short(0.5)]).tilted_found


def test_a_die_that_left_is_found_when_it_is_told_of_once_and_counted() -> None:
    left = truth([[die(0, 0), die(1, 90, on=False)]], kind="off in view", off_table=1, off_s=0.1)
    told = OffTable(0.4, 1, "", PICTURE)
    assert judge("off", left, [told, roll(0.5, 4, off=1)]).good
    assert not judge("off", left, [roll(0.5, 4)]).off_found
    assert not judge("off", left, [told, replace(told, time_s=0.6), roll(0.5, 4, off=2)]).off_found


def test_the_table_counts_shares_and_delays() -> None:
    good = judge("a", TWO, [roll(0.5, 4, 5)])
    verdicts = [good, replace(good, first_s=0.9), replace(good, rolls=2), _idle(1), _idle(0)]
    lines = report(verdicts).splitlines()
    assert lines[0] == "3 throws, 2 clips that are none"
    assert "2 of 3  66.67 %" in lines[1]
    assert "1 of 2  50.00 %" in lines[5]
    assert "p50 0.50 s" in next(line for line in lines if line.startswith("from rest"))


def _idle(rolls: int) -> Verdict:
    return replace(judge("i", truth([[die(0, 0)]], rolls=0, rest_s=None, manner=""), []), rolls=rolls)


def test_verdicts_are_kept_and_read_again(tmp_path: Path) -> None:
    results = tmp_path / "verdicts.jsonl"
    assert kept(results) == {}
    verdict = judge("a", TWO, [roll(0.5, 4, 5)])
    assert list(shown(1, [verdict], results)) == [verdict]
    assert kept(results) == {"a": verdict}
    assert json.loads(results.read_text(encoding="utf-8")) == asdict(verdict)


def test_one_command_makes_what_is_missing_follows_it_through_the_whole_path_and_prints_a_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    importlib.import_module("models.scenes")  # first: it says how MuJoCo is to draw
    for module in ("mujoco", "scipy"):
        pytest.importorskip(module, reason="belongs to the 'test' extra: pip install -e .[test]")
    if shutil.which("ffmpeg") is None:
        pytest.skip("ffmpeg is not here: it packs the clips")
    clips = importlib.import_module("models.scenes.clips")
    with drawn_off_screen():
        for number in (OFF, IDLE):
            clips.make(tmp_path, 70, number)
        written = (tmp_path / f"70-{OFF:05}.mp4").stat().st_mtime_ns
        main([str(tmp_path), "--count", "2", "--seed", "70", "--results", str(tmp_path / "verdicts.jsonl")])
    assert (tmp_path / f"70-{OFF:05}.mp4").stat().st_mtime_ns == written
    verdicts = kept(tmp_path / "verdicts.jsonl")
    assert sorted(verdicts) == [f"70-{number:05}" for number in (0, 1, OFF, IDLE)]
    assert all(verdict.one and not verdict.silent and not verdict.early for verdict in verdicts.values())
    off = verdicts[f"70-{OFF:05}"]
    assert (off.off, off.off_found) == (1, True)
    assert verdicts[f"70-{IDLE:05}"].rolls == 0
    assert capsys.readouterr().out.splitlines()[-1].strip().startswith("30 ")


def test_the_reader_that_is_told_gives_no_value_to_a_die_that_ends_tilted_and_sees_none_below_another() -> (
    None
):
    frames = [
        [die(0, 39, "moving"), die(1, 50, value=2), die(2, 90, "moving")],
        [die(0, 40, "moving"), die(1, 50, value=2), die(2, 97, "moving")],
        [die(0, 40, "cocked"), die(1, 50, value=2), die(2, 90, "under")],
    ]
    told = Told(frames)
    told.at = 1
    assert [found.value for found in told.read(PICTURE)] == [None, 2]
    told.at = 7
    assert [found.centre_px[0] for found in told.read(PICTURE)] == [50, 60]
    hidden = [{**die(0, 0), "hidden": True}, die(1, 50)]
    assert len(Told([hidden]).read(PICTURE)) == 1
