from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

pytest.importorskip("mitsuba", reason="rendering needs the extra packages of .[train]")

from hardware.frame import Image
from models.examples.photos import load_rendered
from models.examples.straightened import straight_companies
from models.scenes import played, snapshots, studio
from models.scenes.arrangements import Arrangement
from models.scenes.camera import OPTICS, PINHOLE, Camera, Optics
from models.scenes.dice import DieLook, cube_corners, mesh, tilt_deg
from models.scenes.hands import held_out, laid_out
from models.scenes.physics import Block
from models.scenes.raster import Raster
from models.scenes.truth import Lying, Still, truth
from vision.nouns import Floats
from vision.plane.viewpoint import Somewhere, Viewpoint


@pytest.mark.parametrize("thrown", [False, True])
def test_a_snapshot_depends_on_its_seed_and_number_only(thrown: bool) -> None:
    one, other = snapshots.make(7, 3, thrown), snapshots.make(7, 3, thrown)
    for (image, facts), (picture, said) in zip(one, other, strict=True):
        assert np.array_equal(image, picture)
        assert facts == said


def test_on_most_tables_that_throws_left_a_die_leans_or_lies_on_another_and_others_lie_flat() -> None:
    tables = [played.table(np.random.default_rng([8, number]))[0] for number in range(40)]
    tilts = [[tilt_deg(die.turn) for die in table.lying] for table in tables]
    heights = [[die.place[2] / die.half for die in table.lying] for table in tables]
    leans = [max(table) > 4 for table in tilts]
    upon = [max(table) > 2.5 for table in heights]
    assert np.mean(np.array(leans) | np.array(upon)) > 0.6
    assert min(sum(leans), sum(upon)) >= 5
    assert np.mean(np.concatenate(tilts) < 1) > 0.3


def test_no_slab_beside_dice_lies_in_one() -> None:
    for number in range(150):
        still = snapshots._still(np.random.default_rng([6, number]))
        slabs = still.laid.props
        for die in still.lying:
            corners = cube_corners(die.turn, die.place, 0.8 * die.half, 0.0)
            points = np.concatenate([corners, (corners[:, None] + corners[None]).reshape(-1, 3) / 2])
            for slab in slabs:
                if len(slab.half) == 3:
                    c, s = np.cos(np.radians(slab.turn_deg)), np.sin(np.radians(slab.turn_deg))
                    inward = (points - slab.centre) @ np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
                    assert (np.abs(inward) > slab.half).any(axis=1).all()


def test_every_second_view_of_a_table_is_straightened_from_where_nobody_measured_it(tmp_path: Path) -> None:
    snapshots.main(["--out", str(tmp_path), "--count", "6", "--seed", "7"])
    photos = load_rendered(tmp_path)
    boxes, asked = iter(photos), []

    class Guess:
        """In place of the nets: whoever asks is told of the place of the first picture's camera."""

        def likeliest(self, camera: Somewhere, image: Image, found: Floats) -> Viewpoint:
            asked.append(image)
            assert photos[0].table is not None
            return Viewpoint.of(photos[0].table)

    companies = straight_companies(photos, lambda image: next(boxes).dice[:, :4], Guess())  # type: ignore[arg-type]
    assert len(companies) == len(photos) == 6
    assert [any(np.array_equal(photo.open(), image) for image in asked) for photo in photos] == 3 * [
        True,
        False,
    ]


def test_one_kind_of_snapshots_does_not_go_on_where_the_other_left_off(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    go = ["--out", str(tmp_path), "--seed", "5"]
    snapshots.main([*go, "--count", "6", "--played"])
    there = (tmp_path / "truth-5.jsonl").read_text()
    with pytest.raises(SystemExit):
        snapshots.main([*go, "--count", "12"])
    assert "choose another seed" in capsys.readouterr().err
    assert (tmp_path / "truth-5.jsonl").read_text() == there


def test_a_die_is_brighter_or_darker_than_the_table_inside_its_box() -> None:
    """The boxes come from the camera's formulas, the pixels from the rasteriser: they must mean the same place."""
    differing = []
    for image, facts in snapshots.make(7, 0) + snapshots.make(7, 1):
        grey = cv2.cvtColor(image, cv2.COLOR_BGR2LAB).astype(float)
        for die in facts["dice"]:
            x, y, w, h = (round(v) for v in die["box"])
            inner = grey[y + h // 3 : y + 2 * h // 3, x + w // 3 : x + 2 * w // 3]
            if inner.size and die["state"] == "flat":
                differing.append(float(np.linalg.norm(np.median(inner, (0, 1)) - np.median(grey, (0, 1)))))
    assert differing
    assert float(np.median(differing)) > 12


def test_snapshots_are_read_back_as_pictures_to_learn_from(tmp_path: Path) -> None:
    snapshots.main(["--out", str(tmp_path), "--count", "6", "--seed", "7"])
    rows = [json.loads(line) for line in (tmp_path / "truth-7.jsonl").read_text().splitlines()]
    photos = load_rendered(tmp_path)
    assert len(rows) == len(photos) == 6
    for row, photo in zip(rows, photos, strict=True):
        assert photo.open().shape[:2] == photo.size[::-1]
        assert [bool(cocked) for cocked, _ in photo.states] == [die["tilt_deg"] > 4 for die in row["dice"]]  # type: ignore[union-attr]
    snapshots.main(["--out", str(tmp_path), "--count", "6", "--seed", "7"])
    assert len((tmp_path / "truth-7.jsonl").read_text().splitlines()) == 6


def test_a_run_that_was_cut_off_in_the_middle_of_a_line_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def make(seed: int, number: int, thrown: bool) -> list[tuple[np.ndarray, dict[str, object]]]:
        rows = ({"seed": seed, "number": number, "view": view, "kind": "snapshot"} for view in range(6))
        return [(np.zeros((2, 2, 3), np.uint8), row) for row in rows]

    monkeypatch.setattr(snapshots, "make", make)
    command, lines = ["--out", str(tmp_path), "--count", "12"], tmp_path / "truth-21.jsonl"
    snapshots.main(command)
    whole = lines.read_text()
    for kept in (len(whole) - 5, len(whole) * 5 // 9, 5):
        lines.write_text(whole[:kept])
        snapshots.main(command)
        assert lines.read_text() == whole


def test_snapshots_do_not_mix_with_other_pictures_in_one_set(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "truth-7.jsonl").write_text('{"number": 0, "kind": "states"}\n')
    with pytest.raises(SystemExit):
        snapshots.main(["--out", str(tmp_path), "--count", "6", "--seed", "7"])
    assert "another kind" in capsys.readouterr().err


HALF = 0.008


def table(*props: Block, hand: bool = False) -> Still:
    """Three dice in a row, with things between them and the camera, or with a hand over two of them."""
    places = np.array([[x, 0.0, HALF] for x in (-0.04, 0.0, 0.04)])
    held = laid_out(held_out(0.1, np.random.default_rng(1)), 0, 0, 0, 0.0) if hand else None
    held = held and held.moved(np.eye(3), np.array([0.04, -0.13, 0.0]))
    laid = Arrangement(places, np.tile(np.eye(3), (3, 1, 1)), (), props, 0.12, held)
    return Still("thrown", HALF, laid, [Lying(DieLook(), place, np.eye(3), HALF) for place in places], [])


def told(still: Still, camera: Camera) -> tuple[list[dict[str, object]], np.ndarray]:
    raster = Raster(snapshots._set(still, camera, np.random.default_rng(1)))
    shown = raster.shown(snapshots._state(still))
    raster.close()
    facts = truth(still, camera, shown, np.zeros((*camera.size[::-1], 3), np.uint8))
    return facts["dice"], shown


def test_what_a_block_or_a_hand_hides_of_a_die_is_not_visible() -> None:
    camera = Camera((0.0, -0.25, 0.2), (0.0, 0.0, 0.0), 30, (320, 240))
    free, _ = told(table(), camera)
    assert [die["visible"] for die in free] == [pytest.approx(1, abs=0.05)] * 3
    assert [die["face_visible"] for die in free] == [pytest.approx(1, abs=0.05)] * 3
    # A wall as high as the die, just before it, hides its front and not its top.
    behind, _ = told(table(Block((0.04, -0.012, 0.008), (0.012, 0.003, 0.008))), camera)
    assert [die["visible"] for die in behind[:2]] == [die["visible"] for die in free[:2]]
    assert 0.3 < float(str(behind[2]["visible"])) < 0.75
    assert behind[2]["face_visible"] == pytest.approx(1, abs=0.05)
    # One three times as high hides it all, and what is not seen is not told.
    gone, shown = told(table(Block((0.04, -0.012, 0.024), (0.012, 0.003, 0.024))), camera)
    assert len(gone) == 2
    assert not (shown == 2).any()
    fingers, _ = told(table(hand=True), camera)
    assert sum(float(str(die["visible"])) for die in fingers) < 0.6


@pytest.mark.parametrize("optics", [PINHOLE, *OPTICS], ids=lambda optics: optics.name)
def test_the_rasteriser_shows_dice_where_rays_find_them(optics: Optics) -> None:
    camera = Camera((0.05, -0.1, 0.12), (0.01, 0.0, 0.0), optics.across_deg, optics.sizes[0], optics=optics)
    still = table()
    _, shown = told(still, camera)
    things = [
        studio.Thing(mesh(die.look, 14), studio.Paint(studio.plain((1, 1, 1))), HALF, None, tuple(die.place))
        for die in still.lying
    ]
    by_rays = studio.shown(studio.stage(things, (), (1.0, 1.0, 1.0)), camera, 3)
    assert (shown == by_rays).mean() > 0.99
    for number in range(3):
        one, other = shown == number, by_rays == number
        if other.sum() > 50:
            assert (one & other).sum() / (one | other).sum() > 0.9
