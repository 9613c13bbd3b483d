"""Decoys: drawn things that are no dice with pips."""

from __future__ import annotations

import numpy as np
import pytest

from models.examples.decoys import _solids, decoy, dotted_cloth, faces_of


@pytest.mark.parametrize("corners", _solids(), ids=len)
def test_a_solid_has_as_many_faces_as_euler_says_and_all_look_outwards(corners: np.ndarray) -> None:
    faces = faces_of(corners)
    edges = sum(len(face) for face in faces) // 2
    assert len(corners) - edges + len(faces) == 2
    for face in faces:
        spots = corners[face]
        out = np.cross(spots[1] - spots[0], spots[2] - spots[1])
        assert out @ spots.mean(axis=0) > 0


def test_a_decoy_lies_in_the_middle_of_its_piece_and_the_same_chance_draws_the_same() -> None:
    for seed in range(40):
        one, other = (decoy(np.random.default_rng(seed), 48) for _ in range(2))
        assert np.array_equal(one, other)
        rows, columns = np.nonzero(one[:, :, 3] > 127)
        assert one.shape == (48, 48, 4)
        assert len(rows)
        assert abs(np.mean(rows) - 23.5) < 14
        assert abs(np.mean(columns) - 23.5) < 14


def test_dotted_cloth_has_more_than_one_paint() -> None:
    cloth = dotted_cloth(np.random.default_rng(1), 64)
    assert cloth.shape == (64, 64, 3)
    assert len(np.unique(cloth.reshape(-1, 3), axis=0)) > 1
