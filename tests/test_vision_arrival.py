"""Which flight brought which die? Scripted numbers, no pictures."""

from __future__ import annotations

import pytest
from scripted import flight, rest, rolls, settle

from vision.following.flight import Flight
from vision.throw.settler import Settler


def test_what_flew_when_the_die_lay_still_already_did_not_bring_it() -> None:
    assert not rolls(settle([rest(1, 200, 3, since=0.5)], [flight(200, end=1.4)]))
    assert rolls(settle([rest(1, 200, 3, since=1.4)], [flight(200, end=1.4)]))


def test_a_die_that_strikes_another_and_is_lost_in_it_was_thrown() -> None:
    """One lay at x = 200; what came there went on as another flight, so that both seem to have lain there."""

    def seen(*came: Flight, count: int = 2) -> list[tuple[int | None, ...]]:
        dice = [rest(2, 300), rest(3, 450)][:count]
        struck = [flight(x, start=(200, 200), origin=1) for x in (300, 450)][:count]
        return [roll.faces for roll in rolls(settle(dice, [*came, *struck]))]

    assert seen(flight(200, end=0.5)) == [(4, 4)]
    # A hand pushes them; what came was never near; it came later; or only one set out from there.
    creeps, far = flight(200, end=0.5), flight(200, end=0.5)
    creeps.free = 1
    far.path = [(t, x - 150, y) for t, x, y in far.path]
    for others in ([], [creeps], [far], [flight(200, end=2.0)]):
        assert not seen(*others)
    assert not seen(flight(200, end=0.5), count=1)
    # One flight that stopped beside two dice is one.
    beside = [flight(200, end=0.5), flight(300, start=(200, 200), origin=1)]
    assert not rolls(settle([rest(2, 300), rest(3, 335)], beside))


@pytest.mark.parametrize(
    ("stopped", "away", "start", "threw"),
    [
        (True, 4, (20, 350), True),
        (False, 4, (20, 350), False),
        (True, 40, (20, 350), False),
        (True, 4, (300, 165), False),
    ],
)
def test_a_die_that_flew_over_a_place_that_a_hand_laid_bare_is_thrown(
    stopped: bool, away: float, start: tuple[float, float], threw: bool
) -> None:
    settler = Settler(1)
    settle([rest(1, 300, 3, since=0.1)], settler=settler, now=0.6)
    flown = flight(320 + away, end=1.4, start=start)
    flown.stopped = stopped
    bare = flight(320, end=1.4, start=(285, 200), origin=1)
    bare.stopped = True
    events = settle([rest(2, 320, 4, since=1.4, now=2.4)], [flown, bare], settler=settler, now=2.4)
    assert bool(rolls(events)) == threw
