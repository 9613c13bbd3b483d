"""The judge of the table in motion: it counts what it should, and a small made clip comes out right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from models.motion import Told, Verdict, judge, report, rest_s
from vision.nouns import Die, Event, Moving, OffTable, Roll

PICTURE = np.zeros((4, 4, 3), np.uint8)
SQUARE = np.array([[0, 0], [20, 0], [20, 20], [0, 20]], float)


def die(number: int, x: float, state: str = "flat", on: bool = True, value: int = 4) -> dict[str, Any]:
    corners = (SQUARE + np.array([x, 0])).tolist()
    centre = [x + 10, 10]
    return {"id": number, "centre": centre, "corners": corners, "value": value, "state": state, "on": on}


def truth(frames: Sequence[Sequence[dict[str, Any]]], **more: Any) -> dict[str, Any]:
    known = {"fps": 10, "kind": "stays", "rolls": 1, "values": [4, 5], "cocked": 0, "off_table": 0}
    return {**known, "frames": frames, **more}


TWO = truth([[], [die(0, 0), die(1, 90)], [die(0, 40), die(1, 50)], [die(0, 40), die(1, 51)]])


def roll(time_s: float, *faces: int | None, off: int = 0) -> Roll:
    dice = tuple(
        Die(face, 0.9, "flat", "throw", SQUARE.astype(np.float32), (1, 2, 3, 4, 5, 6), 1) for face in faces
    )
    return Roll(time_s, faces, (), off, "", 0.9, PICTURE, dice)


def test_dice_rest_from_the_frame_on_in_which_all_that_stay_lie_where_they_end() -> None:
    assert rest_s(TWO) == pytest.approx(0.2)
    # A die that ends off the table may still roll on the floor.
    floor = [[die(0, 0, on=False), die(1, 50)], [die(0, 40, on=False), die(1, 50)]]
    assert rest_s(truth(floor)) == 0


@pytest.mark.parametrize(
    ("events", "good", "faults"),
    [
        ([Moving(0.1), roll(0.5, 5, 4)], True, set()),
        ([], False, set()),
        ([roll(0.5, 5, 4), roll(0.9, 5, 4)], False, set()),
        ([roll(0.5, 5, None)], False, set()),
        ([roll(0.5, 5, 5)], False, {"wrong"}),
        ([roll(0.1, 5, 4)], False, {"early"}),
        ([OffTable(0.3, 1, "", PICTURE), roll(0.5, 5, off=1)], False, {"off"}),
    ],
)
def test_a_clip_is_good_when_its_one_roll_is_right_and_late_enough(
    events: list[Event], good: bool, faults: set[str]
) -> None:
    verdict = judge("clip", TWO, events)
    found = {"wrong": verdict.wrong, "early": verdict.early, "off": not verdict.off_right}
    assert verdict.good is good
    assert {name for name, there in found.items() if there} == faults


def test_a_clip_that_is_no_throw_is_good_without_a_roll_whatever_lies_there() -> None:
    lying = truth([[die(0, 0)]] * 3, rolls=0, kind="hand covers")
    assert judge("idle", lying, []).good
    assert not judge("idle", lying, [roll(0.2, 4)]).good
    assert not judge("idle", lying, [OffTable(0.2, 1, "", PICTURE)]).good


def test_a_cocked_die_is_found_when_it_is_asked_about() -> None:
    cocked = {**TWO, "values": [4], "cocked": 1}
    assert judge("cocked", cocked, [roll(0.5, 4, None)]).right
    assert judge("cocked", cocked, [roll(0.5, 4, 6)]).wrong


def test_the_table_counts_shares_and_delays() -> None:
    good = judge("a", TWO, [roll(0.5, 5, 4)])
    verdicts = [good, replace(good, first_s=0.9), replace(good, rolls=2), _idle(1), _idle(0)]
    lines = report(verdicts).splitlines()
    assert lines[0] == "3 throws, 2 clips that are none"
    assert "2 of 3  66.7 %" in lines[1]
    assert "1 of 2  50.0 %" in lines[5]
    assert "p50 0.50 s" in lines[-1]


def _idle(rolls: int) -> Verdict:
    return replace(judge("i", truth([[die(0, 0)]], rolls=0), []), rolls=rolls)


def test_the_reader_that_is_told_gives_no_value_to_a_die_that_ends_cocked() -> None:
    told = Told([[die(0, 0), die(1, 50, value=2)], [die(0, 40, "cocked"), die(1, 50, value=2)]])
    assert [found.value for found in told.read(PICTURE)] == [None, 2]
    told.at = 7
    assert [found.centre_px[0] for found in told.read(PICTURE)] == [50, 60]
