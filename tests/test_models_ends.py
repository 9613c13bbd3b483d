"""What the ends of throws tell of how surely dice are told that do not lie flat."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as some

from models.measure.ends import Seen, limit_for, looked_at, main, rows
from vision.nouns import Floats
from vision.plane.viewpoint import Camera, Somewhere, Viewpoint
from vision.reading.readings import Limits, Readings

CHANCES = some.lists(some.floats(0, 1), min_size=1, max_size=400)


@given(flat=CHANCES, share=some.floats(0, 0.5))
def test_no_more_than_the_share_of_the_flat_dice_reach_the_limit_and_any_lower_one_lets_more(
    flat: list[float], share: float
) -> None:
    chances = np.sort(np.array(flat))
    limit = limit_for(chances, share)
    assert np.count_nonzero(chances >= limit) <= share * len(flat)
    lower = np.nextafter(limit, 0)
    assert np.count_nonzero(chances >= lower) > share * len(flat)


def test_the_table_counts_what_is_called_so_by_how_it_lies() -> None:
    dice = [Seen(True, "flat", 0.01 * number, 0.9) for number in range(100)]
    dice += [
        Seen(True, "cocked", 0.5, 0.9),
        Seen(True, "cocked", 0.995, 0.9),
        Seen(True, "stacked", 0.985, 0.9),
    ]
    first, cocked, stacked = rows(dice)
    assert first == "  of 100 flat dice called so 10.0 %"
    # No flat one of a hundred may be called so at 0.3 %, one at 1 %: the limit is just over the highest, or the next.
    assert cocked == "  cocked      2: found 50.0 %, at 0.3 % 50.0 %, at 1 % 50.0 %"
    assert stacked == "  stacked     1: found 100.0 %, at 0.3 % 0.0 %, at 1 % 100.0 %"


def test_where_there_are_none_nothing_is_said_of_them() -> None:
    first, cocked, _ = rows([])
    assert first.endswith("of 0 flat dice called so -")
    assert cocked == "  cocked      0: found -, at 0.3 % -, at 1 % -"


@pytest.mark.parametrize("written", [{}, {"1-00002.json": {"file": "1-00002.png"}}])
def test_a_folder_without_such_stills_is_a_sentence(
    tmp_path: Path, written: dict[str, object], capsys: pytest.CaptureFixture[str]
) -> None:
    for name, truth in written.items():
        (tmp_path / name).write_text(json.dumps(truth))
    with pytest.raises(SystemExit) as stop:
        main([str(tmp_path), "--seeds", "7"])
    assert stop.value.code == 2
    assert "make them with models.scenes.ends" in capsys.readouterr().err


class Told:
    """A reader that finds four dice, the chance that each does not lie flat greater by a tenth; it notes the camera."""

    limits = Limits(1.0, 0.2, 0.5, 0.9, 0.8, 0.5, 0.6)

    def candidates(self, image: Floats, size_px: float | None, camera: Camera) -> Readings:
        self.camera = camera
        boxes = np.array([[40 + 80 * die, 100, 30, 30, 0.9] for die in range(4)], np.float32)
        chances = np.tile(np.float32([0.99, 0, 0, 0, 0, 0, 0.01]), (4, 1))
        return Readings(boxes, chances, np.array([[0.1 * (1 + die), 0] for die in range(4)], np.float32))

    def limits_for(self, camera: Camera) -> Limits:
        return self.limits.over(camera)


@pytest.mark.parametrize("measured", [False, True])
def test_the_dice_that_lie_in_sight_on_the_table_are_looked_at_as_over_their_table(
    measured: bool, tmp_path: Path
) -> None:
    plane = [[0.5, 0, 0], [0, 0.5, 0], [0, 0, 1]] if measured else None
    area = [[0, 0], [320, 0], [320, 240], [0, 240]]
    facts = {"file": "1-00002.png", "size": [320, 240], "area_px": area, "plane": plane, "die_mm": 16}
    states = [("flat", True), ("cocked", True), ("under", True), ("flat", False)]
    dice = [
        {"state": state, "on": on, "corners": [[x, 85], [x + 30, 85], [x + 30, 115], [x, 115]]}
        for x, (state, on) in zip(range(25, 345, 80), states, strict=True)
    ]
    path, reader = tmp_path / "1-00002.json", Told()
    path.write_text(json.dumps({**facts, "dice": dice}))
    cv2.imwrite(str(tmp_path / "1-00002.png"), np.zeros((240, 320, 3), np.uint8))
    seen = sorted(looked_at(reader, path), key=lambda die: die.tilted)  # type: ignore[arg-type]
    assert [(die.measured, die.state, round(die.tilted, 3)) for die in seen] == [
        (measured, "flat", 0.1),
        (measured, "cocked", 0.2),
    ]
    assert isinstance(reader.camera, Viewpoint if measured else Somewhere)
    assert {die.limit for die in seen} == {0.6 if measured else 0.5}


@pytest.mark.parametrize(
    ("text", "what"),
    [("{}", "not the truth"), ("[1", "not the truth"), ('{"file": "a.png"}', "not the truth")],
)
def test_what_is_no_truth_of_a_still_is_a_sentence(
    text: str, what: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "foo-1.json").write_text(text)
    with pytest.raises(SystemExit) as stop:
        main([str(tmp_path)])
    assert stop.value.code == 2
    assert what in capsys.readouterr().err
