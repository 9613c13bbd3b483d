"""The limits that each rule chooses, by readings made up by hand, counted over again in plain loops."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as some

pytest.importorskip("torch", reason="training needs the extra packages of .[train]")

from models.examples.photos import Photo
from models.measure import limits, rendered
from models.measure.limits import Seen, chosen_reading, chosen_tilt, of_temperature, tables
from vision.reading.readings import Limits, Readings

SET = Limits(1.0, look=0.2, die=0.5, ask=0.9, tilted=0.5, tilted_somewhere=0.5, tilted_measured=0.5)


def looked(*dice: tuple[str | None, bool, float, float]) -> rendered.Looked:
    """dice: how each lies (None: none is there), whether it is read rightly, how surely, the chance that it leans."""
    there = [(100.0 * row + 60, 60.0, 40.0, 40.0, 3.0) for row, die in enumerate(dice) if die[0]]
    states = [(lies == "cocked", lies == "stacked") for lies, *_ in dice if lies]
    photo = Photo(
        Path("7-00000-0.jpg"),
        "rendered",
        (100 * len(dice) + 20, 120),
        np.array(there, np.float32).reshape(-1, 5),
        states=np.array(states, np.float32).reshape(-1, 2),
    )
    chances = np.zeros((len(dice), 7), np.float32)
    for row, (_, right, sure, _) in enumerate(dice):
        chances[row, 2 if right else 3], chances[row, 0] = sure, 1 - sure
    boxes = np.array([(100 * row + 60, 60, 40, 40, 1) for row in range(len(dice))], np.float32)
    leans = np.array([(lean, 0) for *_, lean in dice], np.float32).reshape(-1, 2)
    return rendered.Looked(photo, (0.0,) * len(there), Readings(boxes.reshape(-1, 5), chances, leans))


def rows(**of: list[float]) -> dict[float, dict[str, float]]:
    """What each of the values gives, 0.7, 0.8 and so on."""
    counts = dict.fromkeys(("right", "ghosts", "right_percent", "wrong_percent", "mean_logarithm"), 0.0)
    values = zip(*of.values(), strict=True)
    return {0.7 + 0.1 * at: counts | dict(zip(of, each, strict=True)) for at, each in enumerate(values)}


def test_ask_is_the_least_that_keeps_wrong_values_rare_enough() -> None:
    assert chosen_reading("ask", rows(wrong_percent=[0.5, 0.2, 0.1])) == pytest.approx(0.8)
    assert chosen_reading("ask", rows(wrong_percent=[0.5, 0.4, 0.3])) == pytest.approx(0.9)


def test_die_weighs_a_ghost_as_much_as_a_die_read_rightly() -> None:
    assert chosen_reading("die", rows(right=[90, 88, 80], ghosts=[9, 3, 1])) == pytest.approx(0.8)
    assert chosen_reading("die", rows(right=[90, 88, 80], ghosts=[3, 3, 3])) == pytest.approx(0.7)
    assert chosen_reading("die", rows(right=[90, 88, 80], ghosts=[10, 8, 0])) == pytest.approx(0.9)


def test_look_is_the_highest_that_loses_next_to_nothing() -> None:
    assert chosen_reading("look", rows(right_percent=[90.0, 89.95, 89.8])) == pytest.approx(0.8)


@given(
    leans=some.lists(some.integers(0, 100), min_size=1, max_size=12),
    others=some.lists(some.integers(0, 100), max_size=4),
)
def test_few_flat_dice_reach_what_is_chosen_and_too_many_reach_any_less(
    leans: list[int], others: list[int]
) -> None:
    seen = [looked(*(("flat", True, 1.0, lean / 100) for lean in leans))]
    seen += [looked(("cocked", True, 1.0, lean / 100)) for lean in others]
    limit = chosen_tilt(seen, SET)
    # Of so few not a single one may.
    assert all(float(np.float32(lean / 100)) < limit for lean in leans)
    assert limit - 0.011 < max(leans) / 100
    found = sum(float(np.float32(lean / 100)) >= limit for lean in others)
    row = rendered.of_tilt(seen, SET, limit)
    assert row["flat_called_so_percent"] == 0
    assert row["cocked_called_so_percent"] == (round(100 * found / len(others), 2) if others else 0)
    assert (row["flat_dice"], row["cocked_dice"]) == (len(leans), len(others))


def test_a_reader_that_is_too_sure_of_itself_is_cooled_down() -> None:
    # It says 0.99 and is right in three of four cases.
    boastful = Seen([], [looked(("flat", number % 4 > 0, 0.99, 0)) for number in range(40)])
    tried = {value: of_temperature(boastful, SET, value) for value in (0.5, 1.0, 2.0, 4.0)}
    assert chosen_reading("temperature", tried) == 4.0
    assert tried[1.0]["calibration_error_percent"] == pytest.approx(24, abs=0.1)
    assert tried[4.0]["calibration_error_percent"] < 5


def test_dice_that_lean_and_things_that_are_none_count_as_they_should() -> None:
    one = looked(("flat", True, 0.95, 0), ("cocked", False, 0.95, 0), (None, True, 0.95, 0))
    seen = Seen([], [one])
    counts = seen.tally(SET)
    assert (counts.dice, counts.right, counts.wrong, counts.ghosts) == (1, 1, 0, 1)
    assert [right for _, right in seen.believed(SET)] == [1]
    assert sorted(right for _, right in seen.believed(SET, ghosts=True)) == [0, 1]


def test_look_alone_is_looked_at_anew_and_each_table_holds_what_is_set() -> None:
    asked: list[float] = []

    def see(now: Limits) -> Seen:
        asked.append(now.look)
        one = looked(("flat", True, 1.0, 0.1), ("cocked", False, 1.0, 0.9))
        return Seen([], [one], [one], [one])

    found = tables(see, replace(SET, look=0.22, tilted=0.777))
    assert asked[0] == 0.22
    assert sorted(asked[1:]) == sorted({*limits.TRIED["look"], 0.22})
    assert list(found) == list(asdict(SET))
    assert "0.777" in found["tilted"]["tried"]
    assert found["tilted"]["chosen"] == pytest.approx(0.11)
    assert found["tilted_measured"]["tried"]["0.11"]["cocked_called_so_percent"] == 100


@pytest.mark.parametrize("write", [False, True])
def test_the_limits_are_written_only_when_asked(
    write: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    one = looked(("flat", True, 1.0, 0.1), ("cocked", False, 1.0, 0.9))
    monkeypatch.setattr(limits, "eyes", lambda chosen: lambda now: Seen([], [one], [one], [one]))
    before = json.dumps(asdict(SET))
    (tmp_path / "reader.json").write_text(before)
    out = tmp_path / "figures.json"
    command = ["pictures", "--pictures", "7", "--tables", "8", "--weights", str(tmp_path), "--out", str(out)]
    limits.main(command + ["--write"] * write)
    assert "tilted: set 0.5, chosen 0.11" in capsys.readouterr().out
    kept = json.loads(out.read_text())["limits"]
    assert (kept["pictures"], kept["tables"], kept["folds"]) == ([7], [8], [])
    now = Limits.open(tmp_path / "reader.json")
    chosen = {name: table["chosen"] for name, table in kept["of"].items()}
    assert now == (Limits(**chosen) if write else SET)


def test_pictures_that_a_training_learnt_from_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = tmp_path / "trainings" / "all-14"
    record.mkdir(parents=True)
    note = {"truth": {"truth-1.jsonl": "ab"}, "before": [{"truth": {"truth-8.jsonl": "cd"}}]}
    (record / "settings.json").write_text(json.dumps(note))
    with pytest.raises(SystemExit):
        limits.main(["pictures", "--pictures", "7", "--tables", "8", "--weights", str(tmp_path)])
    assert "all-14 learnt from pictures of seed 8" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        limits.main(["pictures", "--pictures", "7", "--tables", "22", "--weights", str(tmp_path)])
    assert "a training learnt from pictures of seed 22" in capsys.readouterr().err


def test_folds_without_photos_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        limits.main(["pictures", "--pictures", "7", "--tables", "8", "--folds", "no-byler=byler"])
    assert "give both --photos and --folds" in capsys.readouterr().err
