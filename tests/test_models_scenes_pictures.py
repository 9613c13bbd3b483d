"""One table, really rendered: the pictures and the truth about them agree."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

for module in ("mujoco", "mitsuba", "scipy"):
    pytest.importorskip(module, reason="belongs to the 'train' extra: pip install -e .[train]")
from models.scenes import dice, pictures, studio, variety  # noqa: E402
from models.scenes.arrangements import Arrangement  # noqa: E402
from models.scenes.camera import OPTICS, Camera, Optics  # noqa: E402
from models.scenes.clutter import FIGURES  # noqa: E402
from models.scenes.truth import Lying, Still  # noqa: E402
from models.scenes.truth import truth as truth_of  # noqa: E402


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """One rough picture a table: what is drawn by chance stays the same."""
    monkeypatch.setattr(pictures, "VIEWS", 1)
    monkeypatch.setattr(pictures, "SAMPLES", 2)


@pytest.mark.usefixtures("quick")
def test_a_stopped_run_goes_on_and_makes_the_same_pictures(tmp_path: Path) -> None:
    whole, stopped = tmp_path / "whole", tmp_path / "stopped"
    pictures.main(["--out", str(whole), "--count", "2", "--seed", "4"])
    pictures.main(["--out", str(stopped), "--count", "1", "--seed", "4"])
    pictures.main(["--out", str(stopped), "--count", "2", "--seed", "4"])
    lines = [(folder / "truth-4.jsonl").read_text() for folder in (whole, stopped)]
    assert lines[0] == lines[1]
    truths = [json.loads(line) for line in lines[0].splitlines()]
    assert len(truths) == 2
    for truth in truths:
        picture = cv2.imread(str(whole / truth["file"]))
        assert picture is not None
        assert list(picture.shape[1::-1]) == truth["size"]
        for die in truth["dice"]:
            x, y, wide, high = die["box"]
            assert min(x, y) >= 0
            assert x + wide <= truth["size"][0] + 0.2
            assert y + high <= truth["size"][1] + 0.2
            assert die["value"] is None if die["state"] == "moving" else 1 <= die["value"] <= 6
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


@pytest.mark.parametrize("optics", OPTICS, ids=lambda optics: optics.name)
def test_a_die_near_the_edge_is_drawn_where_its_outline_is_bent_to(optics: Optics) -> None:
    width, height = size = optics.sizes[0]
    camera = Camera((0, 0, 0.1), (0, 0, 0), optics.across_deg, size, optics=optics)
    right, down, into = camera.axes
    ray = camera.straight(np.array([[0.12 * width, 0.2 * height]]))[0] @ np.stack([right, down]) + into
    place = np.array(camera.place) - ray * (0.092 / ray[2])
    die = Lying(dice.DieLook(rounding=0.1, blank=True), place, np.eye(3), 0.008)
    thing = studio.Thing(
        dice.mesh(die.look, 24), studio.Paint(studio.plain((0.1, 0.1, 0.1))), 0.008, None, tuple(place)
    )
    scene = studio.stage([thing], (), (0.0, 0.0, 0.0))
    hull = cv2.convexHull(die.outline_px(camera).astype(np.float32))
    outline = cv2.fillConvexPoly(np.zeros((height, width), np.uint8), hull.round().astype(np.int32), 1) > 0
    lit = studio.stage([thing], (), (1.0, 1.0, 1.0))
    # fillConvexPoly takes the outline with it: a pixel more all round.
    for drawn in (studio.shown(scene, camera, 1) == 0, studio.shoot(lit, camera, 8, 0).mean(axis=2) < 0.8):
        assert (drawn & outline).sum() / (drawn | outline).sum() > 0.88


@pytest.mark.usefixtures("quick")
def test_pictures_of_figures_show_no_pip_die() -> None:
    for _, facts in pictures.make(12, 0, "figures"):
        assert facts["dice"] == []
        assert facts["kind"] == "figures"
        assert {thing["kind"] for thing in facts["negatives"]} <= set(FIGURES)


@pytest.mark.usefixtures("quick")
def test_a_die_in_a_hand_is_on_its_way_and_has_no_value_and_one_beside_it_has_one() -> None:
    states = []
    for _, facts in pictures.make(1, 0, "held") + pictures.make(1, 4, "held"):
        for die in facts["dice"]:
            assert (die["value"] is None) == (die["state"] == "moving")
            states.append(die["state"])
    assert "moving" in states
    assert "flat" in states


def test_no_camera_is_in_a_cup_or_in_a_hand() -> None:
    cups = 0
    for number in range(12):
        rng = np.random.default_rng([2, number])
        still = pictures._still("clutter" if number % 3 else "held", rng)
        cups += sum(piece.kind == "cup" for piece in still.pieces)
        for _ in range(20):
            place = np.array(pictures.aimed(still, variety.body(rng), rng).place)
            for piece in still.pieces:
                away = np.linalg.norm(piece.thing.arrays()[0] - place, axis=1).min()
                assert away > 0.03
            assert still.laid.hand is None or still.laid.hand.clear(place[None])[0] > 0.03
    assert cups > 0


def test_pictures_of_two_kinds_do_not_mix_in_one_set(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "truth-4.jsonl").write_text('{"number": 0, "kind": "states"}\n')
    with pytest.raises(SystemExit) as stopped:
        pictures.main(["--out", str(tmp_path), "--seed", "4", "--kind", "clutter"])
    assert stopped.value.code == 2
    assert "another kind" in capsys.readouterr().err


def test_a_run_that_was_cut_off_in_the_middle_of_a_line_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def make(seed: int, number: int, kind: str) -> list[tuple[np.ndarray, dict[str, object]]]:
        rows = ({"seed": seed, "number": number, "view": view, "kind": kind} for view in range(3))
        return [(np.zeros((2, 2, 3), np.uint8), row) for row in rows]

    monkeypatch.setattr(pictures, "make", make)
    command, lines = ["--out", str(tmp_path), "--count", "9"], tmp_path / "truth-1.jsonl"
    pictures.main(command)
    whole = lines.read_text()
    for kept in (len(whole) - 5, len(whole) * 5 // 9, 5):
        lines.write_text(whole[:kept])
        pictures.main(command)
        assert lines.read_text() == whole


def _told(lying: list[Lying]) -> list[dict[str, object]]:
    """The truth about dice seen from straight above."""
    camera = Camera((0, 0, 0.4), (0, 0, 0), 12, (200, 200))
    places, turns = np.array([d.place for d in lying]), np.array([d.turn for d in lying])
    things = [
        studio.Thing(
            dice.mesh(d.look, 8), studio.Paint(studio.plain((1, 1, 1))), d.half, d.turn, tuple(d.place)
        )
        for d in lying
    ]
    shown = studio.shown(studio.stage(things, (), (1.0, 1.0, 1.0)), camera, len(lying))
    still = Still("stacked", lying[0].half, Arrangement(places, turns, (), (), 0.1), lying, [])
    found: list[dict[str, object]] = truth_of(still, camera, shown, np.zeros((200, 200, 3), np.uint8))["dice"]
    return found


def _die(value: int, x: float, z: float, emblem: int = 0) -> Lying:
    look = dice.DieLook(rounding=0.1, emblem=emblem)
    return Lying(look, np.array([x, 0, z]), dice.turn_up(look, np.eye(3), value), 0.008)


def test_a_die_upon_another_is_stacked_and_hides_the_face_below() -> None:
    alone, lower, upper = _told([_die(2, -0.025, 0.008), _die(3, 0.01, 0.008), _die(5, 0.016, 0.024)])
    assert [each["state"] for each in (alone, lower, upper)] == ["flat", "flat", "stacked"]
    assert alone["face_visible"] == pytest.approx(1, abs=0.05)
    assert upper["face_visible"] == pytest.approx(1, abs=0.05)
    # 6 of 16 mm to the side: 10 of 16 mm of the lower face are covered, a bit more as it is nearer the camera.
    assert 0.2 < float(str(lower["face_visible"])) < 0.4


def test_an_emblem_is_no_value_that_could_be_read_and_only_where_it_is_on_top() -> None:
    emblem, other = _told([_die(1, -0.02, 0.008, emblem=1), _die(6, 0.02, 0.008, emblem=1)])
    assert emblem["state"] == "emblem"
    assert other["state"] == "flat"
