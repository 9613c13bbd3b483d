"""How throws end: stills of those that are wanted, which show what is said of them."""

from __future__ import annotations

import importlib
import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from off_screen import drawn_off_screen

importlib.import_module("models.scenes")  # first: it says how MuJoCo is to draw

for module in ("mujoco", "scipy", "mitsuba"):
    pytest.importorskip(module, reason="belongs to the 'train' extra: pip install -e .[train]")
clips, ends, throws = (
    importlib.import_module(f"models.scenes.{name}") for name in ("clips", "ends", "throws")
)


def test_every_throw_that_leaves_a_die_leaning_or_on_another_is_wanted_and_none_that_loses_one() -> None:
    endings = {number: clips.ending(number) for number in range(800)}
    wanted = {number for number in endings if ends.wanted(number)}
    assert wanted >= {number for number, ending in endings.items() if ending in ("cocked", "stacked")}
    assert not wanted & {number for number, ending in endings.items() if ending in (None, *throws.OFF)}
    plain = [number for number, ending in endings.items() if ending in ("stays", "touching")]
    assert 0 < len(wanted & set(plain)) < len(plain) / 5


def test_a_still_shows_the_end_of_its_clip() -> None:
    what = clips.clip(1, 2)
    end = ends.end_of(what.incident)
    last = what.incident.length_s - ends.BEFORE_S
    for number, (place, turn) in end.poses(0.0).items():
        np.testing.assert_array_equal(place, what.incident.poses(last)[number][0])
        np.testing.assert_array_equal(turn, what.incident.poses(last)[number][1])
    handed = ends.end_of(replace(what.incident, props=lambda time_s: time_s))
    assert handed.props(0.02) == last + 0.02
    assert (end.gain(0.0), end.shade(0.0)) == (what.incident.gain(last), what.incident.shade(last))


def test_made_twice_a_still_is_written_once_with_its_truth(tmp_path: Path) -> None:
    with drawn_off_screen():
        for number in (1, 2):
            ends.make(tmp_path, 1, number)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["1-00002.json", "1-00002.png"]
    truth = json.loads((tmp_path / "1-00002.json").read_text())
    assert (truth["kind"], truth["thrown"]) == ("stacked", clips.clip(1, 2).thrown)
    assert "stacked" in {die["state"] for die in truth["dice"]}
    shape = cv2.imread(str(tmp_path / truth["file"])).shape
    assert shape == (truth["size"][1], truth["size"][0], 3)
    (tmp_path / "1-00002.png").unlink()
    ends.make(tmp_path, 1, 2)
    assert not (tmp_path / "1-00002.png").exists()
