"""Thrown dice come to rest, and the truth about them is what the physics says."""

from __future__ import annotations

import numpy as np
import pytest

from models.scenes.dice import tilt_deg

pytest.importorskip("mujoco", reason="MuJoCo belongs to the 'train' extra: pip install -e .[train]")
from models.scenes import physics

HALF = 0.008


def thrown(seed: int, bed: physics.Bed) -> physics.Motion:
    rng = np.random.default_rng(seed)
    throw = physics.handful(6, HALF, np.array([0.0, -0.15, 0.05]), 90, 0.5, rng)
    return physics.settle(throw, HALF, 0.2, bed)


def test_six_dice_come_to_rest_flat_apart_and_on_the_table() -> None:
    motion = thrown(3, physics.Bed(bounce=0.4))
    assert motion.rest_s is not None
    assert 0.2 < motion.rest_s < 3
    assert np.allclose(motion.positions[-1][:, 2], HALF, atol=0.0005)
    assert max(tilt_deg(turn) for turn in motion.turns[-1]) < 2
    gaps = np.linalg.norm(motion.positions[-1][:, None] - motion.positions[-1][None], axis=-1) + np.eye(6)
    assert gaps.min() > 1.95 * HALF


def test_nothing_moves_after_rest_and_something_moves_before() -> None:
    motion = thrown(5, physics.Bed(bounce=0.4))
    assert motion.rest_s is not None
    after, _ = motion.at(motion.rest_s)
    before, _ = motion.at(motion.rest_s - 0.05)
    assert np.abs(motion.positions[-1] - after).max() < 0.001
    assert np.abs(motion.positions[-1] - before).max() > 0.0003


def test_a_die_thrown_past_the_edge_falls_to_the_floor() -> None:
    motion = thrown(1, physics.Bed(far=-0.05, drop=0.5))
    assert (motion.positions[-1][:, 2] < -0.4).any()


def test_the_same_seed_throws_the_same_throw() -> None:
    bed = physics.Bed()
    assert np.array_equal(thrown(2, bed).positions, thrown(2, bed).positions)


def test_between_two_samples_a_pose_lies_between_them_and_is_a_rotation() -> None:
    motion = thrown(4, physics.Bed())
    places, turns = motion.at((motion.times[20] + motion.times[21]) / 2)
    assert np.allclose(places, (motion.positions[20] + motion.positions[21]) / 2)
    assert np.allclose(turns @ turns.transpose(0, 2, 1), np.eye(3), atol=1e-9)
