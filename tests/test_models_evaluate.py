"""How right the reader is on rigs it never saw, by readings made up by hand."""

from __future__ import annotations

import json
import sys
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as some

pytest.importorskip("torch", reason="training needs the extra packages of .[train]")

from models.measure import evaluate
from models.measure.evaluate import (
    Looked,
    calibration_error,
    calibration_errors,
    labels_changed,
    relabelled,
    report,
)
from vision.reading.labels import Label, Labelled
from vision.reading.readings import Limits, Readings

LIMITS = Limits(temperature=1, look=0.2, die=0.3, ask=0.6, tilted=2)


def looked(name: str, *dice: tuple[int | None, int, float]) -> Looked:
    """dice: the label's value (None without one), the value read, and how surely."""
    boxes = [(60.0 + 100 * row, 60.0, 40.0, 40.0, 1.0) for row in range(len(dice))]
    labels = [
        Label((x - w / 2, y - h / 2, w, h), true, 40.0)
        for (x, y, w, h, _), (true, _, _) in zip(boxes, dice, strict=True)
        if true is not None
    ]
    chances = np.zeros((len(dice), 7), np.float32)
    for row, (_, value, sure) in enumerate(dice):
        chances[row, value % 6], chances[row, value - 1] = 1 - sure, sure
    found = Readings(np.array(boxes, np.float32), chances, np.zeros((len(dice), 2), np.float32))
    return Looked(Labelled(Path(name), "epanemu", tuple(labels)), (120, 100 * len(dice) + 20, 3), found)


def test_of_the_ghosts_those_where_dice_have_no_label_are_counted_once_more_apart() -> None:
    photos = [looked(name, (3, 3, 0.99), (None, 2, 0.99)) for name in ("dice_54.jpg", "dice_55.jpg")]
    row = report({"epanemu": photos}, {"epanemu": "no-epanemu"}, LIMITS)["epanemu"]
    assert isinstance(row, dict)
    assert (row["ghosts"], row["ghosts_unlabelled"]) == (2, 1)
    assert (row["training"], row["wrong_labels"]) == ("no-epanemu", 0)


def test_calibration_error_of_an_honest_and_of_a_boastful_reader() -> None:
    right = [float(number % 5 > 0) for number in range(1000)]
    assert calibration_error([(0.8, each) for each in right]) == pytest.approx(0, abs=1e-3)
    assert calibration_error([(1.0, each) for each in right]) == pytest.approx(0.2, abs=1e-3)


@given(rows=some.lists(some.tuples(some.floats(0, 1), some.booleans()), min_size=1, max_size=60))
def test_the_calibration_error_is_what_counting_bin_by_bin_in_fractions_gives(
    rows: list[tuple[float, bool]],
) -> None:
    bins: dict[int, list[tuple[float, bool]]] = {}
    for p, right in rows:
        bins.setdefault(min(int(p * 15), 14), []).append((p, right))
    gap = sum(abs(sum(Fraction(p) - right for p, right in each)) for each in bins.values()) / len(rows)
    assert calibration_error([(p, float(right)) for p, right in rows]) == pytest.approx(float(gap), abs=1e-9)


def test_a_ghost_that_is_sure_of_itself_is_miscalibrated_once_ghosts_count() -> None:
    # Nine dice read rightly with p 0.9, and as many ghosts with 0.9 as make it right in every second case.
    photos = [looked("dice_1.jpg", *[(3, 3, 0.9)] * 9, *[(None, 2, 0.9)] * 9)]
    errors = calibration_errors(photos, LIMITS)
    assert errors["calibration_error"] == pytest.approx(0.1, abs=1e-3)
    assert errors["calibration_error_with_ghosts"] == pytest.approx(0.4, abs=1e-3)


def test_a_question_about_what_is_no_die_counts_by_its_p_too() -> None:
    # Below `ask` it has no value, and says 0.5: that is half wrong, not wholly.
    photos = [looked("dice_1.jpg", (3, 3, 0.99), (None, 2, 0.5))]
    errors = calibration_errors(photos, LIMITS)
    assert errors["calibration_error_with_ghosts"] == pytest.approx((0.01 + 0.5) / 2, abs=1e-3)


def test_where_dice_have_no_label_nobody_knows_whether_it_is_a_ghost() -> None:
    photos = [looked("dice_1.jpg", (3, 3, 0.9)), looked("dice_54.jpg", (3, 3, 0.9), (None, 2, 0.9))]
    errors = calibration_errors(photos, LIMITS)
    assert errors["calibration_error_with_ghosts"] == errors["calibration_error"]


def test_only_the_label_known_to_be_wrong_is_put_right() -> None:
    wrong, beside = (253.5, 440.0, 84.5, 74.0), (400.0, 440.0, 84.5, 74.0)
    labels = (Label(wrong, 2, 79.0), Label(beside, 2, 79.0))
    nothing = Readings(*(np.empty((0, columns), np.float32) for columns in (5, 7, 2)))
    looked = [
        Looked(Labelled(Path(name), "byler", labels), (1368, 1368, 3), nothing)
        for name in ("IMG_20191208_111246.jpg", "IMG_20191208_111247.jpg")
    ]
    after = relabelled(looked)
    assert [[label.value for label in one.photo.labels] for one in after] == [[3, 2], [2, 2]]
    assert [one.photo.labels[0].box for one in after] == [wrong, wrong]
    assert labels_changed(looked, after) == 1


@pytest.mark.parametrize(
    ("fold", "said"),
    [
        ("no-byler", "'no-byler' is no fold and its rigs"),
        ("no-byler=", "'no-byler=' is no fold and its rigs"),
        ("no-byler=byller", "no photo is of the rig 'byller': name some of byler"),
        ("no-byler=byler", "no-byler holds no detector.pt"),
    ],
)
def test_a_mistyped_fold_is_refused_and_no_figures_are_written(
    fold: str,
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    entry = {"id": 1, "file_name": "byler/a.png", "rig": "byler"}
    (tmp_path / "annotations.json").write_text(json.dumps({"images": [entry], "annotations": []}))
    monkeypatch.setattr(evaluate, "_TRAININGS", tmp_path)
    out = tmp_path / "figures.json"
    monkeypatch.setattr(sys, "argv", ["evaluate", str(tmp_path), fold, "--out", str(out)])
    with pytest.raises(SystemExit) as stopped:
        evaluate.main()
    assert stopped.value.code == 2
    assert said in capsys.readouterr().err
    assert not out.exists()


def test_who_writes_a_folds_figures_keeps_its_curves_beside_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    fold = tmp_path / "no-epanemu"
    fold.mkdir()
    curve = "step,examples,loss,right_on_what_was_left_out\n100,1600,0.5000,0.9000\n"
    (fold / "reader.csv").write_text(curve)
    seen = {"epanemu": [looked("dice_1.jpg", (3, 3, 0.99))]}, {"epanemu": "no-epanemu"}
    monkeypatch.setattr(evaluate, "_TRAININGS", tmp_path)
    monkeypatch.setattr(evaluate, "look_at", lambda *rest: seen)
    out = tmp_path / "models" / "figures.json"
    out.parent.mkdir()
    monkeypatch.setattr(sys, "argv", ["evaluate", "photos", "no-epanemu=epanemu", "--out", str(out)])
    evaluate.main()
    assert json.loads(out.read_text())["folds"]["epanemu"]["calibration_error_with_ghosts"] == 0.01
    assert (out.parent / "trainings" / "no-epanemu" / "reader.csv").read_text() == curve
    assert "calibration_error" in capsys.readouterr().out
