"""The clips: what is said to happen in them happens."""

from __future__ import annotations

import importlib
import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

importlib.import_module("models.scenes")  # first: it says how MuJoCo is to draw

for module in ("mujoco", "scipy", "mitsuba"):
    pytest.importorskip(module, reason="belongs to the 'train' extra: pip install -e .[train]")
clips, incidents = (
    importlib.import_module("models.scenes.clips"),
    importlib.import_module("models.scenes.incidents"),
)


@pytest.mark.parametrize("number", [0, 4, 5, 16])
def test_a_throw_starts_outside_the_picture_and_ends_as_it_says(number: int) -> None:
    what = clips.clip(1, number)
    incident, place = what.incident, what.place
    assert incident.rest_s is not None
    assert not any(place.seen(spot) for spot, _ in incident.poses(incidents.LEAD_S))
    facts = clips.truth(what)
    assert len(facts["values"]) + facts["cocked"] + facts["off_table"] == what.thrown
    assert (facts["off_table"] > 0) == incident.kind.startswith("off") == (incident.off_s is not None)
    assert (facts["cocked"] > 0) == (incident.kind == "cocked")
    resting, end = incident.poses(incident.rest_s + 0.2), incident.poses(incident.length_s)
    for (spot, _), (last, _) in zip(resting, end, strict=True):
        assert np.abs(spot - last).max() < 0.001


@pytest.mark.parametrize("kind", incidents.IDLE)
def test_in_an_idle_clip_at_most_one_die_moves_and_nobody_throws(kind: str) -> None:
    stage = clips.clip(1, 3)
    incident = incidents.idle(stage.place, kind, 4, np.random.default_rng(5))
    before, after = incident.poses(0.0), incident.poses(incident.length_s)
    moved = [
        np.abs(a[0] - b[0]).max() + np.abs(a[1] - b[1]).max() > 1e-6
        for a, b in zip(before, after, strict=True)
    ]
    assert sum(moved) == (kind in ("slid aside", "nudged", "turned over"))
    values = [incidents.values(stage.place.look, poses) for poses in (before, after)]
    assert (values[0] != values[1]) == (kind == "turned over")
    assert incident.rest_s is None


def test_a_written_clip_has_a_line_of_truth_for_every_frame(tmp_path: Path) -> None:
    what = clips.clip(1, 3)
    short = replace(what, incident=replace(what.incident, length_s=0.3), fps=15)
    try:
        clips.write(tmp_path, "one", short, np.random.default_rng(1))
    except Exception as error:
        if type(error).__module__.startswith("mujoco"):
            pytest.skip(f"no off-screen OpenGL here: {error}")
        raise
    facts = json.loads((tmp_path / "one.json").read_text(encoding="utf-8"))
    film = cv2.VideoCapture(str(tmp_path / "one.mp4"))
    assert film.get(cv2.CAP_PROP_FRAME_COUNT) == len(facts["frames"]) == 4
    there, picture = film.read()
    film.release()
    assert there
    assert list(picture.shape[1::-1]) == facts["size"]
    die = facts["frames"][0][0]
    x, y = (round(v) for v in die["centre"])
    table = np.median(picture.reshape(-1, 3), axis=0)
    face = picture[y - 8 : y + 8, x - 8 : x + 8].reshape(-1, 3)
    assert np.abs(face - table).max() > 40
