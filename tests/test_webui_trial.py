"""Test throws: each is judged by itself, three right ones in a row are a pass, and none of them reaches a match."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from second_clock import SecondClock
from seen_dice import roll

from webui.setup.trial import OPEN_S, THROWS, Trial


@pytest.fixture
def clock() -> SecondClock:
    return SecondClock(100.0)


@pytest.fixture
def told() -> list[str]:
    return []


@pytest.fixture
def trial(clock: SecondClock, told: list[str]) -> Trial:
    return Trial(lambda: told.append("changed"), clock)


def test_a_trial_is_on_only_while_a_page_asks_for_it(trial: Trial, clock: SecondClock) -> None:
    assert not trial.on
    trial.open()
    assert trial.on
    clock.now_s += OPEN_S
    assert not trial.on
    trial.open()
    trial.close()
    assert not trial.on


def test_three_throws_with_every_die_read_are_a_pass_and_no_more_are_awaited(
    trial: Trial, told: list[str]
) -> None:
    for n in range(THROWS):
        assert not trial.tried.done
        assert trial.awaited.dice == 6
        trial.see(replace(roll((1, 2, 3, 4, 5, 6)), time_s=5.25 + n, span_s=(1.0 + n, 5.0 + n)))
    assert trial.tried.done
    assert trial.awaited.dice == 0
    assert trial.tried.took_s == pytest.approx(0.25)
    assert len(told) == THROWS


@given(st.lists(st.sampled_from(["right", "five", "unsure", "off", "wrong", "none"]), max_size=8))
def test_the_pass_is_of_the_newest_three_whatever_came_before(kinds: list[str]) -> None:
    trial = Trial(lambda: None)
    seen = {
        "right": roll((1, 1, 1, 1, 1, 1)),
        "five": roll((1, 1, 1, 1, 1)),
        "unsure": roll((1, 1, 1, 1, 1, None)),
        "off": roll((1, 1, 1, 1, 1), off=1),
        "wrong": roll((2, 2, 2, 2, 2, 2)),
        "none": roll(()),
    }
    for kind in kinds:
        trial.see(seen[kind])
        if kind == "wrong":
            trial.call_wrong()
    counted = [kind for kind in kinds if kind != "none"][-THROWS:]
    assert trial.tried.done == (counted == ["right"] * THROWS)
    assert len(trial.tried.throws) == len(counted)


def test_as_many_dice_are_awaited_as_are_asked_for(trial: Trial) -> None:
    trial.begin(4)
    assert trial.awaited.dice == 4
    trial.see(roll((1, 2, 3, 4)))
    assert trial.tried.is_right(trial.tried.throws[0])
    for dice in (0, 7):
        with pytest.raises(ValueError, match="1 to 6 dice"):
            trial.begin(dice)


def test_calling_wrong_before_the_first_throw_changes_nothing(trial: Trial) -> None:
    trial.call_wrong()
    assert trial.tried.throws == ()
