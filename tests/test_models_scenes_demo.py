"""The film of the demo that is shipped: its truth file and its pictures belong together, and it is fair."""

from __future__ import annotations

import json
from collections import Counter
from itertools import pairwise, product
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from engine.morning_roll_points import keeps_of, special_of

FOLDER = Path(__file__).parent.parent / "hardware" / "demo"


@pytest.fixture(scope="module")
def truth() -> dict[str, Any]:
    facts: dict[str, Any] = json.loads((FOLDER / "demo.json").read_text(encoding="utf-8"))
    return facts


def thrown(truth: dict[str, Any], dice: int) -> list[dict[str, Any]]:
    return [chapter for chapter in truth["chapters"] if chapter["thrown"] == dice]


def kind_of(faces: tuple[int, ...]) -> str:
    return special_of(faces) or ("scores" if keeps_of(tuple(sorted(faces))) else "bust")


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


def test_all_of_the_demo_takes_8_mb_at_most() -> None:
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) <= 8_000_000


@pytest.mark.parametrize("dice", range(1, 7))
def test_there_are_six_different_plain_throws_of_each_number_of_dice(
    truth: dict[str, Any], dice: int
) -> None:
    plain = {
        tuple(sorted(chapter["values"]))
        for chapter in thrown(truth, dice)
        if not chapter["off_table"] and not special_of(chapter["values"])
    }
    assert len(plain) >= 6


@pytest.mark.parametrize("dice", range(1, 7))
def test_each_kind_of_throw_is_as_likely_as_fair_dice_have_it(truth: dict[str, Any], dice: int) -> None:
    fair = Counter(kind_of(faces) for faces in product(range(1, 7), repeat=dice))
    stays = [chapter for chapter in thrown(truth, dice) if not chapter["off_table"]]
    whole = sum(chapter["chance"] for chapter in stays)
    for kind, number in fair.items():
        chance = sum(chapter["chance"] for chapter in stays if kind_of(tuple(chapter["values"])) == kind)
        assert chance / whole == pytest.approx(number / 6**dice, abs=1e-3), kind


@pytest.mark.parametrize("dice", range(1, 7))
def test_no_face_is_much_likelier_than_another(truth: dict[str, Any], dice: int) -> None:
    chances: Counter[int] = Counter()
    for chapter in thrown(truth, dice):
        if not chapter["off_table"]:
            for value in chapter["values"]:
                chances[value] += chapter["chance"] / dice
    assert sum(face * chance for face, chance in chances.items()) == pytest.approx(3.5, abs=0.45)
    assert all(0.05 < chances[face] < 0.32 for face in range(1, 7)), chances


def test_now_and_then_a_die_leaves_the_table(truth: dict[str, Any]) -> None:
    losing = [chapter for chapter in truth["chapters"] if chapter["off_table"]]
    assert {chapter["thrown"] for chapter in losing} == {3, 6}
    assert all(chapter["chance"] == pytest.approx(0.01 * chapter["thrown"]) for chapter in losing)
    for dice in range(1, 7):
        assert sum(chapter["chance"] for chapter in thrown(truth, dice)) == pytest.approx(1, abs=1e-3)


def test_the_values_are_those_of_the_dice_that_stayed(truth: dict[str, Any]) -> None:
    for chapter in truth["chapters"]:
        assert len(chapter["values"]) + chapter["off_table"] == chapter["thrown"]
        assert set(chapter["values"]) <= set(range(1, 7))


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
