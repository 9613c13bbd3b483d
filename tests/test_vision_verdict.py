"""A moment is judged by asking: the answer is a value, and nothing that was asked about is another one afterwards."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scripted import flight, gone, look_at, rest

from vision.nouns import Roll, Trouble, Turned
from vision.throw.case import Case
from vision.throw.episode import Episode
from vision.throw.footprint import Footprints
from vision.throw.leavers import Leavers
from vision.throw.look import Look
from vision.throw.memory import Memory
from vision.throw.verdict import RULES, Verdict, verdict
from vision.throw.wait import COUNT

PLACES = (60, 160, 260, 360, 460, 560, 630)


def judged(look: Look, memory: Memory, expected: int | None, wait_s: float = 0.5) -> Verdict:
    episode = Episode(expected, closed_s=0.2 if memory.dice else float("-inf"), began_s=0.4, said=True)
    return verdict(Case.of(look, memory, episode, Leavers(), None, False, wait_s))


def remembered(*dice: tuple[int, float, int]) -> Memory:
    """These were told of: number, x and value of each."""
    there = [rest(number, x, value) for number, x, value in dice]
    look = look_at(0.2, rests=there)
    return Memory().with_roll(there, [], 0.2).with_all(there, look)


def state(look: Look) -> list[str]:
    """All that is known of its dice and flights."""
    return [repr(one) for one in (*look.rests, *look.flights)]


@st.composite
def looks(draw: st.DrawFn) -> Look:
    numbers = draw(st.lists(st.integers(0, 6), unique=True, max_size=5))
    rests = [
        rest(
            number,
            PLACES[number],
            draw(st.sampled_from([1, 4, None])),
            known=draw(st.booleans()),
            covered=draw(st.booleans()),
        )
        for number in numbers
    ]
    came = [
        flight(PLACES[number], stopped=True, origin=draw(st.sampled_from([None, 0, 3])))
        for number in draw(st.lists(st.integers(0, 6), unique=True, max_size=4))
    ]
    left = [gone()] if draw(st.booleans()) else []
    rooms = draw(st.sampled_from([Footprints(), Footprints((1.0, 2.0), boxes=(1.0, 1.0))]))
    return look_at(
        2.0,
        rests=rests,
        flights=[*came, *left],
        hand=draw(st.booleans()),
        footprints=lambda dice, old, table: rooms if len(dice) == 2 else Footprints(),
    )


@settings(max_examples=150, deadline=None)
@given(looks(), st.sampled_from([None, 1, 2, 3, 6]), st.booleans())
def test_asking_for_a_verdict_changes_nothing_and_asking_again_gives_the_same(
    look: Look, expected: int | None, before: bool
) -> None:
    memory = remembered((0, 60, 4), (3, 330, 1), (9, 500, 4)) if before else Memory()
    was, told = state(look), dict(memory.dice)
    first, second = judged(look, memory, expected), judged(look, memory, expected)
    assert state(look) == was
    assert dict(memory.dice) == told
    assert [type(event) for event in first.events] == [type(event) for event in second.events]
    assert (first.wait, first.counts) == (second.wait, second.counts)
    assert first.memory.dice.keys() == second.memory.dice.keys()
    assert [(one.known, one.tower, one.alone) for one in first.rests] == [
        (one.known, one.tower, one.alone) for one in second.rests
    ]


def test_a_verdict_that_waits_tells_nothing_and_one_that_does_not_leaves_no_die_untold() -> None:
    there = [rest(1, 200, 3)]
    waiting = judged(look_at(1.2, rests=there, flights=[flight(200, stopped=True)]), Memory(), 2)
    assert (waiting.wait, waiting.events, waiting.memory.dice) == (COUNT, (), {})
    told = judged(look_at(2.0, rests=there, flights=[flight(200, stopped=True)]), Memory(), 2)
    assert told.wait is None
    assert [type(event) for event in told.events] == [Roll, Trouble]
    assert set(told.memory.dice) == {1} == told.memory.said
    assert all(one.known for one in told.rests)
    assert not there[0].known


@pytest.mark.parametrize(("value", "said"), [(3, []), (5, [Turned])])
def test_a_die_that_lies_where_it_lay_is_asked_about_if_it_shows_another_value(
    value: int, said: list[type]
) -> None:
    answer = judged(look_at(2.0, rests=[rest(1, 200, value, known=True)]), remembered((1, 200, 3)), None)
    assert [type(event) for event in answer.events] == said


def test_every_rule_says_what_it_was_made_for() -> None:
    said = [(rule.__doc__ or "").strip() for rule in RULES]
    assert len(set(said)) == len(RULES)
    assert all(": " in each and each.endswith(".") for each in said), "what happened: what it is told for"
