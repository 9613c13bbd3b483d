"""What lies on the tables of the stills is what each way promises."""

from __future__ import annotations

import numpy as np
import pytest

for module in ("mujoco", "mitsuba", "scipy"):
    pytest.importorskip(module, reason="belongs to the 'train' extra: pip install -e .[train]")
from models.scenes import dice  # noqa: E402
from models.scenes.arrangements import Arrangement, Way, arrange, in_hand  # noqa: E402

HALF = 0.008


def tables(way: Way, count: int = 12) -> list[Arrangement]:
    return [arrange(way, HALF, 0.2, np.random.default_rng(number)) for number in range(count)]


def tilts(found: list[Arrangement]) -> np.ndarray:
    return np.array([dice.tilt_deg(turn) for each in found for turn in each.turns])


def test_a_tilted_table_has_dice_that_lean_visibly_and_none_of_which_one_could_not_say() -> None:
    found = tables("tilted")
    assert all((tilts([each]) >= 7).any() for each in found)
    lean = tilts(found)
    assert np.mean(lean >= 7) > 0.35
    assert not ((lean > 1.5) & (lean < 7)).any()


def test_a_stacked_table_has_dice_that_lie_flat_upon_others() -> None:
    found = tables("stacked")
    upper = [place[2] > 2.9 * HALF for each in found for place in each.places]
    assert np.mean(upper) > 0.25
    assert all((each.places[:, 2] > 2.9 * HALF).any() for each in found)


def test_a_hand_holds_dice_by_its_bones_and_those_beside_it_lie_on_the_table() -> None:
    held, beside = 0, 0
    for each in tables("held"):
        assert each.hand is not None
        outlines = [
            dice.cube_corners(turn, place, HALF, 0.2)
            for place, turn in zip(each.places, each.turns, strict=True)
        ]
        # Its flesh gives way to an edge, but nothing reaches into a bone.
        assert min(each.hand.away(outline).min() for outline in outlines) > -0.004
        carried = [in_hand(each.hand, o, p, HALF) for o, p in zip(outlines, each.places, strict=True)]
        assert any(carried)
        for outline, in_it in zip(outlines, carried, strict=True):
            # It touches the hand, or a die that does: no die hangs in the air; or it touches the table.
            assert each.hand.away(outline).min() < 2.2 * HALF if in_it else outline[:, 2].min() < 0.003
        held, beside = held + sum(carried), beside + len(carried) - sum(carried)
    assert held > 12
    assert beside > 4


@pytest.mark.parametrize("way", ["thrown", "poured", "tilted", "stacked", "held"])
def test_no_two_dice_are_in_the_same_place(way: Way) -> None:
    for each in tables(way, 4):
        away = np.linalg.norm(each.places[:, None] - each.places[None], axis=-1)
        # Two cubes' middles are never nearer than an edge; contacts give way by a little.
        assert (away + 10 * np.eye(len(away)) > 2 * HALF * 0.93).all()


@pytest.mark.parametrize("way", ["thrown", "poured", "tilted", "stacked", "held"])
def test_dice_lie_on_the_table_and_not_in_it(way: Way) -> None:
    for each in tables(way, 4):
        for place, turn in zip(each.places, each.turns, strict=True):
            lowest = dice.cube_corners(turn, place, HALF, 0.2)[:, 2].min()
            assert lowest > -0.06 * HALF


def test_a_table_is_the_same_for_the_same_chance() -> None:
    one, other = (arrange("tilted", HALF, 0.2, np.random.default_rng(3)) for _ in range(2))
    assert np.array_equal(one.places, other.places)
    assert one.props == other.props
