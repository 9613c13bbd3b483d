"""Made throws with a box over one of their dice: which count, where the box stands, and what is said of the die."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from models.measure.behind import box_over, verdict, with_box
from vision.nouns import Event, OffTable, Trouble

IMAGE = np.full((400, 600, 3), 90, np.uint8)


def lies(x: float, y: float) -> dict[str, Any]:
    corners = [[x - 10, y - 10], [x + 10, y - 10], [x + 10, y + 10], [x - 10, y + 10]]
    return {"corners": corners}


def truth(*dice: tuple[float, float], **other: object) -> dict[str, Any]:
    facts = {"off_table": 0, "cocked": 0, "stacked": 0, "rolls": 1, "thrown": len(dice), "fps": 30}
    area = [[0, 0], [600, 0], [600, 400], [0, 400]]
    return {**facts, "area_px": area, "frames": [[lies(*die) for die in dice]], **other}


def test_the_box_hides_all_of_a_die_that_lies_by_itself_and_nothing_of_the_others() -> None:
    box = box_over(truth((100, 100), (130, 100), (300, 200)))
    assert box is not None
    changed = (with_box(IMAGE, box) != IMAGE).any(axis=2)
    assert changed[185:216, 285:316].all()
    assert not changed[:, :200].any()
    assert IMAGE.max() == 90, "the picture of the clip stays as it is"


@pytest.mark.parametrize(
    "other",
    [
        {"off_table": 1},
        {"cocked": 1},
        {"stacked": 1},
        {"rolls": 0},
        {"fps": 15},
        pytest.param({"thrown": 4}, id="a die that is not in view"),
        pytest.param({"area_px": [[0, 0], [340, 0], [340, 240], [0, 240]]}, id="at the edge"),
    ],
)
def test_throws_in_which_a_die_may_be_missing_for_another_reason_do_not_count(other: dict[str, Any]) -> None:
    dice = ((100, 100), (130, 100), (300, 200))
    assert box_over(truth(*dice)) is not None
    assert box_over(truth(*dice, **other)) is None
    assert box_over(truth(*dice[:2])) is None


def test_a_die_said_to_have_left_is_a_bust_whatever_else_is_asked() -> None:
    count = Trouble("count", "1 die seen, 2 expected.", "Spread the dice.", 1.0)
    left = OffTable(1.0, 1, "A die left the table.", IMAGE)
    events: list[tuple[tuple[Event, ...], str]] = [
        ((count, left), "bust"),
        ((count,), "asked"),
        ((), "neither"),
    ]
    for told, said in events:
        assert verdict(told) == said
