"""A hand that is drawn is the hand that physics knows."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("mujoco", reason="belongs to the 'train' extra: pip install -e .[train]")
from models.scenes.hands import Hand, held_out, laid_out


def hands(count: int = 4) -> list[Hand]:
    rngs = [np.random.default_rng(number) for number in range(count)]
    return [laid_out(held_out(0.2 * number, rng), 0.1, 0.1, number, 0.01) for number, rng in enumerate(rngs)]


@pytest.mark.parametrize("hand", hands())
def test_its_skin_is_closed_looks_outwards_and_holds_as_much_as_lies_inside(hand: Hand) -> None:
    skin = hand.skin()
    a, b, c = (skin.vertices[skin.triangles[:, i]].astype(float) for i in range(3))
    volume = float(np.einsum("ij,ij->i", a, np.cross(b, c)).sum() / 6)
    low, high = skin.vertices.min(axis=0) - 0.002, skin.vertices.max(axis=0) + 0.002
    points = np.random.default_rng(1).uniform(low, high, (60_000, 3))
    inside = float((hand.away(points) < 0).mean() * np.prod(high - low))
    assert volume == pytest.approx(inside, rel=0.04)
    edges = np.sort(np.concatenate([skin.triangles[:, pair] for pair in ((0, 1), (1, 2), (2, 0))]), axis=1)
    assert (np.unique(edges, axis=0, return_counts=True)[1] % 2 == 0).all()
    outward = np.cross(b - a, c - a)
    normal = skin.normals[skin.triangles].mean(axis=1)
    assert np.mean(np.einsum("ij,ij->i", outward, normal) > 0) > 0.995


@pytest.mark.parametrize("hand", hands())
def test_every_bone_lies_under_the_skin_and_the_skin_near_a_bone(hand: Hand) -> None:
    middles = np.array([np.mean([rod.start, rod.end], axis=0) for rod in hand.bones])
    assert (hand.away(middles) < -0.006).all()
    assert np.abs(hand.away(hand.skin().vertices.astype(float))).max() < 0.0005


def test_a_hand_is_as_large_as_hands_are_and_lies_as_high_as_it_is_put() -> None:
    hand = held_out(0.0, np.random.default_rng(2))
    tips = np.array([rod.end for rod in hand.bones])
    assert 0.17 < tips[:, 1].max() + 0.008 < 0.20
    assert 0.075 < np.ptp([rod.end[0] for rod in hand.bones[:4]]) + 2 * 0.0115 < 0.095
    assert laid_out(hand, 0.1, -0.2, 1.0, 0.03).lowest == pytest.approx(0.03)


def test_the_fingers_of_a_closed_hand_come_back_over_its_palm() -> None:
    opened, closed = (held_out(curl, np.random.default_rng(3)) for curl in (0.1, 0.9))
    assert max(rod.end[2] for rod in opened.bones) < 0.06
    tips = [rod.end for rod in closed.bones[5:17]][2::3]
    assert all(tip[2] > 0.02 for tip in tips)
    assert all(tip[1] < knuckle.end[1] + 0.01 for tip, knuckle in zip(tips, closed.bones[:4], strict=True))
