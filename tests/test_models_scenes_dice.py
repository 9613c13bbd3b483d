"""The dice of the scenes against what is known of real ones."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models.scenes import dice
from models.scenes import skin as skins

LOOKS = (
    dice.DieLook(),
    dice.DieLook(left_handed=True),
    dice.DieLook(turns=(1, 2, 3, 0, 1, 1), two_pitch=0.3),
)


@pytest.mark.parametrize("look", LOOKS)
def test_opposite_faces_add_up_to_seven(look: dice.DieLook) -> None:
    for face, value in enumerate(look.values):
        opposite = int(np.argmin(dice.NORMALS @ dice.NORMALS[face]))
        assert value + look.values[opposite] == 7


def test_the_two_pip_layouts_are_mirror_images() -> None:
    def turning(look: dice.DieLook) -> float:
        one, two, three = (dice.NORMALS[look.values.index(v)] for v in (1, 2, 3))
        return float(np.dot(np.cross(one, two), three))

    # Seen towards their shared corner, 1, 2, 3 run anticlockwise on a right-handed (western) die.
    assert turning(dice.DieLook()) == 1
    assert turning(dice.DieLook(left_handed=True)) == -1


@pytest.mark.parametrize("look", LOOKS)
def test_each_face_carries_as_many_pips_as_its_value_and_they_do_not_run_together(look: dice.DieLook) -> None:
    import cv2

    painted = skins.skin(replace(look, body=(1, 1, 1), paint=(0, 0, 0)), 96).colour[..., 0]
    for face, value in enumerate(look.values):
        tile = painted[face // 3 * 96 : face // 3 * 96 + 96, face % 3 * 96 : face % 3 * 96 + 96]
        spots, _ = cv2.connectedComponents((tile < 0.5).astype(np.uint8))
        assert spots - 1 == value


def test_there_are_24_ways_to_turn_a_cube_onto_itself() -> None:
    turns = dice.quarter_turns()
    assert len({tuple(t.round().astype(int).ravel()) for t in turns}) == 24
    assert np.allclose(np.linalg.det(turns), 1)


@given(st.integers(1, 6), st.integers(0, 10_000), st.booleans())
@settings(max_examples=40, deadline=None)
def test_turning_a_value_up_leaves_the_cube_where_it_was(value: int, seed: int, left: bool) -> None:
    look = dice.DieLook(left_handed=left)
    rotation, _ = np.linalg.qr(np.random.default_rng(seed).standard_normal((3, 3)))
    rotation = rotation * np.linalg.det(rotation)
    turned = rotation @ dice.turn_up(look, rotation, value)
    assert dice.top_value(look, turned) == value
    assert dice.tilt_deg(turned) == pytest.approx(dice.tilt_deg(rotation))
    before = dice.cube_corners(rotation, np.zeros(3), 1.0)
    after = dice.cube_corners(turned, np.zeros(3), 1.0)
    assert np.allclose(np.sort(before.round(6), axis=0), np.sort(after.round(6), axis=0))


def test_the_mesh_is_a_closed_rounded_cube_whose_normals_point_out() -> None:
    look = dice.DieLook(drill=0)
    shape = dice.mesh(look, 24)
    a, b, c = (shape.vertices[shape.triangles[:, i]].astype(float) for i in range(3))
    volume = float(np.einsum("ij,ij->i", a, np.cross(b, c)).sum() / 6)
    core, r = 1 - look.rounding, look.rounding
    rounded = 8 * core**3 + 24 * core**2 * r + 6 * np.pi * core * r**2 + 4 / 3 * np.pi * r**3
    assert volume == pytest.approx(rounded, rel=0.005)
    assert (np.einsum("ij,ij->i", shape.vertices, shape.normals) > 0).all()
    assert np.allclose(np.linalg.norm(shape.normals, axis=1), 1, atol=1e-5)


def test_drilled_pips_are_dimples_and_painted_ones_are_not() -> None:
    def lowest_on_top(drill: float) -> float:
        shape = dice.mesh(dice.DieLook(drill=drill), 48)
        middle = (np.abs(shape.vertices[:, :2]) < 0.1).all(axis=1) & (shape.vertices[:, 2] > 0)
        return float(shape.vertices[middle, 2].min())

    assert lowest_on_top(0.0) == pytest.approx(1.0)
    assert lowest_on_top(0.06) == pytest.approx(0.94, abs=0.002)


def test_an_emblem_takes_the_place_of_the_pips_of_its_face_alone() -> None:
    plain = dice.DieLook(body=(1, 1, 1), paint=(0, 0, 0), seed=3)
    marked = skins.skin(replace(plain, emblem=1), 64).colour
    pipped = skins.skin(plain, 64).colour
    for face, value in enumerate(plain.values):
        tile = np.s_[face // 3 * 64 : face // 3 * 64 + 64, face % 3 * 64 : face % 3 * 64 + 64]
        assert np.array_equal(marked[tile], pipped[tile]) == (value != 1)
    shape = dice.mesh(replace(plain, emblem=1, drill=0.1), 32)
    top = shape.vertices[np.argmax(shape.vertices @ dice.NORMALS[plain.values.index(1)])]
    middle = dice.NORMALS[plain.values.index(1)]
    assert np.abs(shape.vertices - middle).sum(axis=1).min() < 0.1  # no dimple in its middle
    assert np.abs(top).max() == pytest.approx(1)


def test_a_rim_goes_round_every_pip_and_leaves_its_middle() -> None:
    look = dice.DieLook(body=(1, 1, 1), paint=(0, 0, 0), rim=(1, 0, 0))
    painted = skins.skin(look, 96).colour
    face = look.values.index(1)
    tile = painted[face // 3 * 96 : face // 3 * 96 + 96, face % 3 * 96 : face % 3 * 96 + 96]
    edge = 48 + round(1.12 * look.one_pip * 48)
    assert tile[48, 48] == pytest.approx([0, 0, 0])
    assert tile[48, edge] == pytest.approx([1, 0, 0], abs=0.1)
    assert tile[48, 90] == pytest.approx([1, 1, 1])


@pytest.mark.parametrize("rim", [None, (0.8, 0.5, 0.2)])
def test_an_inlaid_pip_is_flush_with_the_face_and_of_another_stuff(
    rim: tuple[float, float, float] | None,
) -> None:
    wood = dice.DieLook(roughness=0.6, drill=0.1, rim=rim, rim_pips=1.2, inlay=dice.Inlay(0.2, 1.0))
    face = wood.values.index(1)
    shape = dice.mesh(wood, 48)
    middle = np.linalg.norm(shape.vertices - dice.NORMALS[face], axis=1) < 0.2
    assert (shape.vertices[middle] @ dice.NORMALS[face]).min() == pytest.approx(1)
    skin = skins.skin(wood, 288)
    tile = np.s_[face // 3 * 288 : face // 3 * 288 + 288, face % 3 * 288 : face % 3 * 288 + 288]
    rough, metal = skin.roughness[tile][..., 0], skin.metallic[tile][..., 0]
    assert (rough[144, 144], metal[144, 144]) == (pytest.approx(0.2), pytest.approx(1.0))
    assert (rough[144, 270], metal[144, 270]) == (pytest.approx(0.6), 0.0)
    at_ring = 144 + round(1.1 * wood.one_pip * 144)
    assert metal[144, at_ring] == pytest.approx(0.0 if rim is None else 1.0, abs=0.01)
    # As much metal as the pips' discs, and their rings, have area: 21 of them on 24 half edges squared.
    disc = np.pi * (wood.pip * (1.0 if rim is None else 1.2)) ** 2
    assert skin.metallic.mean() == pytest.approx(21 * disc / 24, rel=0.02)


def test_a_painted_or_drilled_die_is_of_one_stuff_all_over() -> None:
    skin = skins.skin(dice.DieLook(roughness=0.3, metallic=0.0), 32)
    assert skin.roughness.min() == skin.roughness.max() == np.float32(0.3)
    assert skin.metallic.max() == 0
