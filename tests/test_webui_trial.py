"""A trial of teaching: no die of a photo is both taught and judged, and what is measured is what the reader does."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.photo import open_photo
from models.measure.strange import SETS, Drawn
from vision.learning.example import Example
from vision.reading.detector import Detector
from vision.reading.faces import open_faces
from vision.reading.labels import Label, Labelled, load_labels
from vision.reading.reader import Reader
from vision.reading.readings import Limits
from vision.reading.score import score
from webui import cli
from webui.trial.pool import Die, dice_of, drawn, mistaught, parted
from webui.trial.remembered import Remembered
from webui.trial.table import drawing_of, table_of
from webui.trial.trial import GHOSTS, OUTCOMES, Counts, Row, jobs_of, judge

MODELS = Path(__file__).parents[1] / "models"
CROP = np.zeros((48, 48, 3), np.uint8)


@cache
def faces() -> Remembered:
    return Remembered(open_faces(MODELS))


@cache
def reader() -> Reader:
    return Reader(Detector.open(MODELS / "detector.onnx"), faces(), Limits.open(MODELS / "reader.json"))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Eight labelled pictures of one set of dice with a star for the 1 and a heart for the 6."""
    folder, random = tmp_path_factory.mktemp("stars"), np.random.default_rng([1, 7])
    one = Drawn.any(SETS["a star for 1, a heart for 6"], random)
    images, rows, half = [], [], one.side / 2 * 1.15
    for number in range(8):
        values = [int(each) for each in random.permutation(6) + 1]
        picture, middles = one.picture(values, random)
        cv2.imwrite(str(folder / f"{number}.png"), picture)
        images.append({"id": number, "file_name": f"{number}.png", "rig": "stars"})
        for value, (x, y) in zip(values, middles, strict=True):
            box = [float(x - half), float(y - half), 2 * half, 2 * half]
            rows.append({"image_id": number, "bbox": box, "category_id": value, "box": "die"})
    (folder / "annotations.json").write_text(json.dumps({"images": images, "annotations": rows}))
    return folder


@settings(max_examples=30, deadline=None)
@given(st.lists(st.integers(1, 6), min_size=1, max_size=12), st.integers(0, 30), st.integers(0, 99))
def test_a_photo_is_taught_or_judged_and_never_both(counts: list[int], number: int, seed: int) -> None:
    examples = {}
    dice = []
    for place, count in enumerate(counts):
        photo = Labelled(Path(f"{place}.jpg"), "rig", ())
        for each in range(count):
            crop = np.full_like(CROP, len(dice))
            example = drawn_example(crop, photo.path.name)
            examples[example.key] = photo.path
            dice.append(Die(photo, Label((9.0 * each, 0, 30, 30), 1, 30), CROP, example))
    taught, photos = drawn(dice, number, np.random.default_rng(seed))
    assert len(taught) == min(number, len(dice))
    assert not {examples[each.key] for each in taught} & {photo.path for photo in photos}


def drawn_example(
    crop: np.ndarray[tuple[int, ...], np.dtype[np.uint8]], roll: str, value: int = 1
) -> Example:
    return Example(crop, value, "shown", roll)


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 60), st.integers(0, 9))
def test_one_in_ten_is_taught_another_value_and_the_others_are_not(number: int, seed: int) -> None:
    right = [drawn_example(np.full_like(CROP, n), str(n), n % 6 + 1) for n in range(number)]
    wrong = mistaught(right, np.random.default_rng(seed))
    assert sum(a.value != b.value for a, b in zip(right, wrong, strict=True)) == number // 10


def test_dice_of_two_colours_are_two_sets() -> None:
    photo = Labelled(Path("1.jpg"), "rig", ())
    paints = [np.full_like(CROP, (200, 30, 30)), np.full_like(CROP, (30, 30, 200))]
    dice = [Die(photo, Label((9.0 * n, 0, 30, 30), 1, 30), paints[n % 2], None) for n in range(10)]
    sets = [die.of for die in parted(dice, 2)]
    assert sets in ([0, 1] * 5, [1, 0] * 5)
    assert {die.of for die in parted(dice, 1)} == {0}


def test_a_net_that_remembers_answers_as_the_net_does() -> None:
    net, batch = open_faces(MODELS), np.random.default_rng(1).normal(size=(5, 3, 48, 48)).astype(np.float32)
    remembered = Remembered(net)
    remembered(batch[2:4])
    answers, features = remembered.seen(batch)
    assert np.allclose(answers, net(batch), atol=1e-4)
    assert np.allclose(features, net.seen(batch)[1], atol=1e-4)


def test_a_trial_counts_what_the_reader_reads_with_what_was_taught_and_without(folder: Path) -> None:
    photos = load_labels(folder)
    dice = dice_of(photos, reader())
    jobs = jobs_of("stars", dice, reader(), [0, 24], 1, 2)
    rows = judge(jobs, reader())
    none, some = rows[Row("stars", "taught", 0)][0], rows[Row("stars", "taught", 24)][0]
    assert none.taught == none.untaught
    assert some.taught["right"] > some.untaught["right"]
    job = next(job for job in jobs if job.row == Row("stars", "taught", 24))
    assert len(job.photos) == 2
    assert sum(some.taught[outcome] for outcome in OUTCOMES) == 12


def test_a_trial_counts_the_values_that_are_told_where_no_die_is(folder: Path) -> None:
    photos = [replace(photo, labels=photo.labels[1:]) for photo in load_labels(folder)]
    jobs = jobs_of("stars", dice_of(photos, reader()), reader(), [0], 1, 2)
    (counts,) = judge(jobs, reader())[Row("stars", "taught", 0)]
    plain = [score(photo.labels, reader().read(open_photo(photo.path))) for photo in jobs[0].photos]
    assert counts.untaught[GHOSTS] == sum(each.tally.ghosts for each in plain) > 0


def test_the_table_has_a_line_a_row_and_the_drawing_one_for_the_mean_and_one_a_draw() -> None:
    draw = Counts(Counter(right=9, wrong=1, ghosts=2), Counter(right=8, asked=2))
    rows = {Row("stars", "taught", number): [draw, draw] for number in (0, 20)}
    rows[Row("stars", "one in ten taught wrong", 20)] = [draw]
    table = table_of(rows)
    assert "| stars | taught | 20 | 10 | 90.0 ± 0.0 (80.0) | 0.0 ± 0.0 (20.0) |" in table
    assert "| 20.0 ± 0.0 (0.0) |" in table
    assert table.count("| stars |") == 3
    assert drawing_of(rows).count("<polyline") == 3


def test_the_verb_prints_the_table_and_draws_it(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plot = folder / "plot.svg"
    given = [
        "evaluate",
        str(folder),
        "--teach",
        "0",
        "--draws",
        "1",
        "--judged",
        "1",
        "--most",
        "4",
        "--plot",
        str(plot),
    ]
    assert cli.main(given) == 0
    assert "| stars | taught | 0 | 6 |" in capsys.readouterr().out
    assert plot.read_text().startswith("<svg")
    assert cli.main(["evaluate", str(folder), "--teach", "5", "--rigs", "moon"]) == 2
    assert "no photo of a rig 'moon'" in capsys.readouterr().err
