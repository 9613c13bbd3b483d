"""One table, really rendered: the pictures and the truth about them agree."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

for module in ("mujoco", "mitsuba", "scipy"):
    pytest.importorskip(module, reason="belongs to the 'train' extra: pip install -e .[train]")
from models.scenes import dice, pictures, studio  # noqa: E402
from models.scenes.camera import Camera  # noqa: E402


def test_a_stopped_run_goes_on_and_makes_the_same_pictures(tmp_path: Path) -> None:
    whole, stopped = tmp_path / "whole", tmp_path / "stopped"
    pictures.main(["--out", str(whole), "--count", "6", "--seed", "4"])
    pictures.main(["--out", str(stopped), "--count", "3", "--seed", "4"])
    pictures.main(["--out", str(stopped), "--count", "6", "--seed", "4"])
    lines = [(folder / "truth-4.jsonl").read_text() for folder in (whole, stopped)]
    assert lines[0] == lines[1]
    truths = [json.loads(line) for line in lines[0].splitlines()]
    assert len(truths) == 6
    for truth in truths:
        picture = cv2.imread(str(whole / truth["file"]))
        assert picture is not None
        assert list(picture.shape[1::-1]) == truth["size"]
        for die in truth["dice"]:
            x, y, wide, high = die["box"]
            assert min(x, y) >= 0
            assert x + wide <= truth["size"][0] + 0.2
            assert y + high <= truth["size"][1] + 0.2
            assert 1 <= die["value"] <= 6
            assert 0 < die["visible"] <= 1


def test_the_top_face_lies_in_the_picture_where_the_truth_says() -> None:
    camera = Camera((0, -0.1, 0.3), (0, 0, 0), 20, (160, 120))
    look = dice.DieLook(body=(0.9, 0.9, 0.9), paint=(0.0, 0.0, 0.0), drill=0, rounding=0.1)
    skin = dice.skin(look, 96)
    turn = dice.turn_up(look, np.eye(3), 1)
    die = studio.Thing(dice.mesh(look, 24), studio.Paint(skin.colour), 0.008, turn, (0.01, 0.0, 0.008))
    table = studio.Thing(studio.rectangle(-1, 1, -1, 1, 0), studio.Paint(studio.plain((0.02, 0.2, 0.02))))
    scene = studio.stage([die, table], (), (1.0, 1.0, 1.0))
    light = studio.shoot(scene, camera, 16, 0)
    corners = camera.project(dice.top_corners(turn, np.array([0.01, 0, 0.008]), 0.008))
    face = cv2.fillConvexPoly(np.zeros((120, 160), np.uint8), corners.round().astype(np.int32), 1).astype(
        bool
    )
    shown = studio.shown(scene, camera, 1) == 0
    # fillConvexPoly takes the outline with it, and the true corners are rounded off.
    assert (shown & face).sum() > 0.88 * face.sum()
    x, y = corners.mean(axis=0).round().astype(int)
    # The 1 has its pip in the middle and nothing round it.
    assert light[y, x].mean() < 0.1
    assert light[face].mean() > 0.5
    assert light[~shown].mean() < 0.2
