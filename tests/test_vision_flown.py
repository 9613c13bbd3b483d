"""Which dice came by themselves: those that were seen to, and those that came to rest with them."""

from __future__ import annotations

import pytest
from scripted import flight, rest, rolls, settle

from vision.nouns import Floats


def unlike(*places: float) -> dict[str, object]:
    """A look in which only these places, x in px, look unlike before the throw."""

    def fresh(corners: Floats) -> float:
        return float(any(abs(corners[:, 0].mean() - x) < 20 for x in places))

    return {"fresh": fresh}


@pytest.mark.parametrize("value", [6, None])
@pytest.mark.parametrize("expected", [1, None])
def test_what_looks_as_before_beside_a_throw_is_no_die_of_it(value: int | None, expected: int | None) -> None:
    there = [rest(1, 200), rest(2, 440, value)]
    (roll,) = rolls(settle(there, [flight(200, stopped=True)], expected, frames=20, **unlike(200)))
    assert (roll.faces, roll.kept) == ((4,), (value,))


@pytest.mark.parametrize("value", [6, None])
def test_what_was_not_seen_to_come_and_looks_unlike_before_is_a_die_of_the_throw(value: int | None) -> None:
    there = [rest(1, 200), rest(2, 440, value)]
    (roll,) = rolls(settle(there, [flight(200, stopped=True)], frames=20, **unlike(200, 440)))
    assert roll.faces == (4, value)


def test_a_die_that_was_seen_to_come_is_thrown_though_its_place_looks_as_before() -> None:
    came = [flight(200, stopped=True), flight(440, stopped=True)]
    (roll,) = rolls(settle([rest(1, 200), rest(2, 440, 6)], came, frames=20, **unlike(200)))
    assert roll.faces == (4, 6)
