"""The figures on rendered pictures, against pictures and readings made up by hand."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from models.examples.photos import HIDDEN, Photo
from models.measure import rendered
from vision.reading.readings import Limits, Readings

LIMITS = Limits(temperature=1, look=0.2, die=0.5, ask=0.9, tilted=0.5)
NONE = np.zeros((0, 5), np.float32)


def looked(
    dice: list[tuple[float, int, str]],
    read: list[tuple[float, int, float, float]],
    size: float = 40,
    lean: float = 10,
) -> rendered.Looked:
    """dice: x, value and state of what is there; read: x, value, chances of cocked and stacked of what is found."""
    rows = [(x, 100, size, size, value) for x, value, _ in dice]
    states = [(state == "cocked", state == "stacked") for _, _, state in dice]
    photo = Photo(
        Path("8-00001-0.jpg"),
        "rendered",
        (640, 200),
        np.array(rows, np.float32).reshape(-1, 5),
        states=np.array(states, np.float32).reshape(-1, 2),
    )
    chances, stances = np.zeros((len(read), 7), np.float32), np.zeros((len(read), 2), np.float32)
    for row, (_, value, cocked, stacked) in enumerate(read):
        chances[row, value - 1], stances[row] = 1, (cocked, stacked)
    boxes = np.array([(x, 100, size, size, 1) for x, *_ in read], np.float32).reshape(-1, 5)
    return rendered.Looked(photo, (lean,) * len(dice), Readings(boxes, chances, stances))


def test_each_state_is_counted_by_what_it_was_called() -> None:
    one = looked(
        [(60, 3, "flat"), (160, 4, "flat"), (260, 5, "cocked"), (360, 6, "cocked"), (460, 2, "stacked")],
        [(60, 3, 0, 0), (160, 4, 0.9, 0), (260, 5, 0.9, 0), (360, 6, 0.1, 0), (460, 2, 0.8, 0)],
    )
    rows = rendered.of_dice([one], LIMITS)
    assert (rows["flat_dice"], rows["cocked_dice"], rows["stacked_dice"]) == (2, 2, 1)
    assert rows["flat_right_percent"] == 50
    assert rows["flat_called_cocked_percent"] == 50
    assert rows["cocked_called_cocked_percent"] == 50
    assert rows["cocked_given_a_value_percent"] == 50
    assert rows["stacked_called_stacked_percent"] == 0
    assert rows["stacked_called_cocked_percent"] == 100
    assert rows["ghosts"] == rows["questions"] == 0


def test_what_leans_plainly_is_counted_once_more_apart() -> None:
    slightly = looked([(60, 3, "cocked")], [(60, 3, 0, 0)], lean=10)
    plainly = looked([(60, 3, "cocked"), (160, 2, "flat")], [(60, 3, 0.9, 0), (160, 2, 0, 0)], lean=15)
    rows = rendered.of_dice([slightly, plainly], LIMITS)
    assert (rows["cocked_dice"], rows["plainly_cocked_dice"]) == (2, 1)
    assert rows["cocked_called_cocked_percent"] == 50
    assert rows["plainly_cocked_called_cocked_percent"] == 100


def test_a_die_that_was_missed_was_not_found_as_such() -> None:
    rows = rendered.of_dice([looked([(60, 3, "cocked"), (260, 3, "flat")], [])], LIMITS)
    assert rows["cocked_called_cocked_percent"] == 0
    assert rows["flat_right_percent"] == rows["flat_wrong_percent"] == 0


def test_a_die_hardly_seen_or_too_small_counts_neither_way_and_is_no_ghost() -> None:
    hidden = looked([(60, HIDDEN, "flat")], [(60, 3, 0, 0)])
    small = looked([(60, 3, "flat")], [(60, 4, 0, 0)], size=20)
    rows = rendered.of_dice([hidden, small], LIMITS)
    assert rows["flat_dice"] == 0
    assert rows["ghosts"] == 0


def test_a_value_where_nothing_lies_is_a_ghost() -> None:
    assert (
        rendered.of_dice([looked([(60, 3, "flat")], [(60, 3, 0, 0), (360, 2, 0, 0)])], LIMITS)["ghosts"] == 1
    )
    assert rendered.of_none([looked([], [(60, 3, 0, 0), (160, 3, 0.9, 0)])], LIMITS) == {
        "pictures": 1,
        "ghosts": 1,
        "questions": 1,
    }


def test_the_tally_of_flat_dice_counts_each_once_and_what_is_none() -> None:
    one = looked(
        [(60, 3, "flat"), (160, 4, "flat"), (260, 5, "flat"), (360, 6, "flat"), (460, 2, "cocked")],
        [(60, 3, 0, 0), (160, 3, 0, 0), (260, 5, 0.9, 0), (460, 3, 0, 0), (560, 1, 0, 0)],
    )
    counts = rendered.tally([one], LIMITS)
    assert (counts.dice, counts.right, counts.wrong, counts.asked, counts.missed) == (4, 1, 1, 1, 1)
    assert (counts.photos, counts.ghosts, counts.questions) == (1, 1, 0)
