"""Which dice are surely there? Scripted numbers, no pictures."""

from __future__ import annotations

import pytest
from scripted import flight, rest, rolls, settle

from vision.throw.settler import Settler


def test_a_die_that_is_found_now_and_then_is_there_when_it_was_seen_to_fly_there() -> None:
    hard, ghost = rest(1, 200, None, looks=8, seen=2), rest(2, 300, None, looks=8, seen=2)
    (roll,) = rolls(settle([hard, ghost, rest(3, 400, 5)], [flight(200), flight(400)], now=3.0, frames=90))
    assert roll.faces == (None, 5)


@pytest.mark.parametrize(
    ("x", "unlike", "faces"),
    [
        pytest.param(236, 0.04, [], id="the side of the die beside it"),
        pytest.param(236, 0.3, [(2,)], id="a die put beside it"),
        pytest.param(300, 0.04, [(2,)], id="a die of the table's colour"),
    ],
)
def test_what_is_found_beside_a_die_and_looks_as_before_is_a_side_of_it(
    x: float, unlike: float, faces: list[tuple[int, ...]]
) -> None:
    settler = Settler(1)
    settle([rest(1, 200)], settler=settler)
    assert not rolls(settle([rest(1, 200, known=True)], settler=settler, now=2.6, hand=True))
    found = [rest(1, 200, known=True, still_s=2.0), rest(7, x, 2, 3.0, 4.0)]
    said = rolls(settle(found, settler=settler, now=4.6, frames=20, fresh=lambda corners: unlike))
    assert [roll.faces for roll in said] == faces
