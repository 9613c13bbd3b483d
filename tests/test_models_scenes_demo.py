"""The demo clip that is shipped: its truth file and its pictures belong together."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

FOLDER = Path(__file__).parent.parent / "hardware" / "demo"


@pytest.fixture(scope="module")
def truth() -> dict[str, Any]:
    facts: dict[str, Any] = json.loads((FOLDER / "demo.json").read_text(encoding="utf-8"))
    return facts


def test_the_chapters_fill_the_clip_one_after_the_other(truth: dict[str, Any]) -> None:
    clip = cv2.VideoCapture(str(FOLDER / "demo.mp4"))
    frames, size = clip.get(cv2.CAP_PROP_FRAME_COUNT), [clip.get(p) for p in (cv2.CAP_PROP_FRAME_WIDTH, 4)]
    clip.release()
    chapters = truth["chapters"]
    assert size == truth["size"]
    assert chapters[0]["start_s"] == 0
    assert chapters[-1]["end_s"] * truth["fps"] == pytest.approx(frames, abs=1)
    for before, after in pairwise(chapters):
        assert before["end_s"] == pytest.approx(after["start_s"], abs=0.002)
    assert frames / truth["fps"] < 75
    assert (FOLDER / "demo.mp4").stat().st_size < 3_000_000


def test_every_number_of_dice_is_thrown_often_enough(truth: dict[str, Any]) -> None:
    thrown = [chapter["thrown"] for chapter in truth["chapters"]]
    assert {
        n: thrown.count(n) >= least for n, least in ((6, 4), (5, 3), (4, 2), (3, 2), (2, 2), (1, 2))
    } == dict.fromkeys(range(1, 7), True)


def test_the_values_are_those_of_the_dice_that_stayed(truth: dict[str, Any]) -> None:
    for chapter in truth["chapters"]:
        assert len(chapter["values"]) + chapter["off_table"] == chapter["thrown"]
        assert set(chapter["values"]) <= set(range(1, 7))
        assert set(chapter["keep"]) <= set(chapter["values"])


def test_the_first_chapters_throw_what_the_keeps_leave_until_a_die_leaves_the_table(
    truth: dict[str, Any],
) -> None:
    story = truth["chapters"][:4]
    left = 6
    for chapter in story:
        assert chapter["thrown"] == left
        left -= len(chapter["keep"])
    assert [chapter["off_table"] for chapter in truth["chapters"]].count(1) == 1
    assert story[-1]["off_table"] == 1


def test_the_dice_lie_still_for_more_than_a_second_before_anything_moves(truth: dict[str, Any]) -> None:
    clip = cv2.VideoCapture(str(FOLDER / "demo.mp4"))
    chapter = truth["chapters"][1]
    first, last = (round(chapter[key] * truth["fps"]) for key in ("rest_s", "still_until_s"))
    pictures = []
    for number in (first + 5, last - 1, round((chapter["start_s"] + chapter["rest_s"]) / 2 * truth["fps"])):
        clip.set(cv2.CAP_PROP_POS_FRAMES, number)
        there, picture = clip.read()
        assert there
        pictures.append(picture.astype(float))
    clip.release()
    assert (last - first) / truth["fps"] >= 1.2
    assert np.abs(pictures[0] - pictures[1]).max() < 60
    assert np.abs(pictures[0] - pictures[2]).max() > 90
