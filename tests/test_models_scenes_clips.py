"""The clips: what is said to happen in them happens."""

from __future__ import annotations

import importlib
import json
from collections import Counter
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from off_screen import drawn_off_screen

importlib.import_module("models.scenes")  # first: it says how MuJoCo is to draw

for module in ("mujoco", "scipy", "mitsuba"):
    pytest.importorskip(module, reason="belongs to the 'train' extra: pip install -e .[train]")
clips, handling, incidents, physics, sets, shutter, raster, throws = (
    importlib.import_module(f"models.scenes.{name}")
    for name in ("clips", "handling", "incidents", "physics", "sets", "shutter", "raster", "throws")
)
# One throw of each ending, and of each manner.
THROWS = {1: "stays", 2: "stacked", 8: "touching", 42: "cocked", 18: "off by the corner"}


def test_eight_hundred_and_forty_clips_are_all_that_motion_is_judged_on() -> None:
    endings = Counter(clips.ending(number) for number in range(840))
    assert endings.pop(None) == 210
    assert endings.total() == 630
    off = [endings[kind] for kind in clips.OFF]
    assert sum(off) >= 120
    assert min(off) >= 40
    assert endings["cocked"] + endings["stacked"] >= 60
    assert min(endings["cocked"], endings["stacked"]) >= 30
    assert endings["touching"] >= 60
    assert clips.SCENES >= 30


@pytest.mark.parametrize(("number", "ending"), THROWS.items())
def test_a_throw_ends_as_it_says(number: int, ending: str) -> None:
    what = clips.clip(1, number)
    incident, place = what.incident, what.scene.place
    facts = clips.truth(what)
    assert incident.kind == facts["kind"] == ending
    on = len(facts["values"]) + facts["cocked"] + 2 * facts["stacked"]
    assert on + facts["off_table"] == what.thrown
    assert (facts["cocked"] > 0) == (ending == "cocked")
    assert (facts["stacked"] > 0) == (ending == "stacked")
    assert (facts["off_table"] > 0) == ending.startswith("off") == (incident.off_s is not None)
    if ending == "touching":
        flat = list(incident.poses(incident.length_s).values())
        gaps = [incidents.gap(a, b, place.half) for i, a in enumerate(flat) for b in flat[:i]]
        assert -0.1 * place.half < min(gaps) < 0.1 * place.half


@pytest.mark.parametrize("number", [1, 18])
def test_what_stays_on_the_table_lies_still_from_the_rest_on_and_moved_just_before(number: int) -> None:
    what = clips.clip(1, number)
    incident, place = what.incident, what.scene.place
    assert incident.rest_s is not None
    end = {i: p for i, (p, _) in incident.poses(incident.length_s).items() if place.on(p) and place.seen(p)}
    later = [incident.poses(incident.rest_s + wait_s) for wait_s in (0.0, 0.1, 0.5)]
    assert max(np.abs(poses[i][0] - end[i]).max() for poses in later for i in end) <= throws.REST_M
    before = incident.poses(incident.rest_s - 0.1)
    assert max(np.abs(a - b).max() for i in end for a, b in zip(before[i], later[0][i], strict=True)) > 0.0005


def test_a_die_that_creeps_unseen_is_at_rest_and_one_that_hesitates_and_falls_is_not() -> None:
    place = sets.scene(np.random.default_rng(4), books=0).place
    times = np.arange(0, 2, 0.005)
    for speed, falls_s, rest_s in ((0.0022, None, 0.5), (0.0, 1.5, 1.5)):
        along = 0.3 * np.minimum(times - 0.5, 0) + speed * np.maximum(times - 0.5, 0)
        along += 0.01 * (times > falls_s) if falls_s else 0.0
        spots = np.column_stack([along, 0 * times, np.full_like(times, place.half)])[:, None]
        motion = physics.Motion(times, spots, np.tile(np.eye(3), (len(times), 1, 1, 1)), 2.0)
        assert throws.rest_s(place, motion) == pytest.approx(rest_s, abs=0.02)


def test_dice_that_come_from_outside_are_not_seen_before() -> None:
    what = next(
        c for c in (clips.clip(1, number) for number in (0, 1, 4, 6)) if c.incident.manner == "outside"
    )
    assert what.incident.poses(0.3) == {}
    assert not any(what.scene.place.seen(spot) for spot, _ in what.incident.poses(0.4).values())


@pytest.mark.parametrize("kind", handling.KINDS)
def test_where_nobody_throws_dice_move_only_under_a_hand_or_a_little(kind: str) -> None:
    place = sets.scene(np.random.default_rng(3), books=0).place
    incident = handling.idle(place, kind, 4, np.random.default_rng(5))
    before, after = incident.poses(0.0), incident.poses(incident.length_s)
    moved = [
        i for i in after if max(np.abs(a - b).max() for a, b in zip(before[i], after[i], strict=True)) > 1e-9
    ]
    assert incident.rest_s is None
    assert (len(after) < len(before)) == (kind == "picked up")
    assert bool(moved) == (kind in ("slid aside", "nudged", "turned over"))
    turned = [i for i in after if len(set(incidents.values(place.look, [before[i][1], after[i][1]]))) > 1]
    assert bool(turned) == (kind == "turned over")
    assert all(place.on(spot) and place.seen(spot) for spot, _ in after.values())


@pytest.mark.parametrize(("number", "behind"), [(12, False), (13, True)])
def test_the_marked_edge_lies_in_the_picture_though_a_corner_of_the_table_lies_behind_the_camera(
    number: int, behind: bool
) -> None:
    place = sets.scene(np.random.default_rng([5, 77, number]), books=0).place
    left, right, near, far = place.area
    corners = np.array([[left, far, 0], [right, far, 0], [right, near, 0], [left, near, 0]])
    assert np.isnan(place.camera.project(corners)).any() == behind
    edge, (width, height) = sets.marked(place), place.camera.size
    assert len(edge) >= 4
    assert (edge > -1).all()
    assert (edge < [width + 1, height + 1]).all()


def test_the_plane_tells_millimetres_on_the_table() -> None:
    place = sets.scene(np.random.default_rng(4), books=0).place
    spots = np.array([[0.03, 0.02, 0], [-0.05, 0.04, 0], [0.01, -0.03, 0]])
    x, y, w = place.camera.plane() @ np.column_stack([place.camera.project(spots), np.ones(3)]).T
    assert np.allclose(np.column_stack([x / w, y / w]), spots[:, :2] * [1000, -1000], atol=0.05)


def test_the_frames_of_a_written_clip_are_as_its_truth_says(tmp_path: Path) -> None:
    what = clips.clip(1, 3)
    short = replace(what, incident=replace(what.incident, length_s=0.3), fps=15)
    with drawn_off_screen():
        seen = shutter.frames(short.scene, short.incident, 15, short.noise, np.random.default_rng(1))
        shown = list(clips.shown(short.scene.place, short.incident, 15))
        clips.write(tmp_path, "one", seen, 15, {**clips.truth(short), "frames": shown})
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


def test_a_part_of_the_picture_is_drawn_as_in_the_whole() -> None:
    what = clips.clip(1, 3)
    stage, now = what.scene.stage, shutter.state(what.incident, 0.0)
    with drawn_off_screen():
        camera = raster.Raster(stage)
    try:
        window = camera.window(0, now[0])
        whole = camera.shot(now, (0, 0, *stage.camera.size))
        left, top, right, bottom = window
        part, same = camera.shot(now, window).astype(int), whole[top:bottom, left:right].astype(int)
    finally:
        camera.close()
    assert part.std() > 5
    assert np.abs(part - same).mean() < 1
