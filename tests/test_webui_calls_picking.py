"""Digits pick by place or by value, each with one effect or one sentence; what is said fits the pick."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from random_matches import thrown
from told_calls import plain

from engine.game import GAMES, State
from engine.log import Match
from webui.calls.call import Call
from webui.calls.game import Pick
from webui.calls.games.all import CALLS
from webui.calls.language import How, english
from webui.calls.picking import Key, faces_of, pressed, usual
from webui.calls.refusing import late, refused


def said(call: Call | None, level: str = "full") -> str:
    assert call is not None
    return plain(english().sentence(call, How(level, "caption")))  # type: ignore[arg-type]


def state_of(*lines: str) -> State:
    return Match.from_lines(lines).state


ROLL = state_of("game morning-roll rounds=1", "players Ann Bo", "throw 1 4 4 4 6 2")
NIGHT = state_of("game midnight rounds=5", "players Bo Ann", "throw 3 1 5 4 2 6")
HAND = state_of("game 420", "players Ann Bo", "throw 6 5 5 1", "throw 6 6 6 6")


def by_value(game: str, state: State, pick: Pick, *keys: str) -> tuple[Pick, list[str], list[str]]:
    """The pick after these digits, and what was said; a digit with a minus gives back."""
    brief, full = [], []
    for key in keys:
        pick, call = pressed(game, state, pick, Key(int(key[-1]), key.startswith("-"), "value"))
        brief.append(said(call, "brief"))
        full.append(said(call))
    return pick, brief, full


def test_midnight_is_picked_by_value_as_its_transcript_says() -> None:
    pick, brief, full = by_value("midnight", NIGHT, (), "1", "4", "6")
    assert brief == ["1: needs a 4.", "1 and 4: 0.", "1, 4 and 6: 6."]
    assert full == [
        "A 1 picked. 1: needs a 4.",
        "A 4 picked. 1 and 4: 0 so far.",
        "A 6 picked. 1, 4 and 6: 6 so far.",
    ]
    assert faces_of("midnight", NIGHT, pick) == (1, 4, 6)
    assert said(refused("midnight", NIGHT, pick, "B")) == "Bank when all six are kept: three dice still open."
    last = state_of(
        "game midnight rounds=5",
        "players Bo Ann",
        "throw 3 1 5 4 2 6",
        "keep 1 4 6",
        "throw 5 2 3",
        "keep 5",
        "throw 6 6",
    )
    pick, brief, full = by_value("midnight", last, (), "6", "6")
    assert brief == ["6: 17.", "Two 6s: 23. B banks 23."]
    assert full[-1] == "A 6 picked. Two 6s: 23. B banks 23."


def test_420_is_picked_by_value_as_its_transcript_says() -> None:
    pick, brief, full = by_value("420", HAND, (), "6")
    assert (brief, full) == (["6 again: 11, needs 15."], ["6 again. 11 stays, and needs to be 15."])
    assert said(refused("420", HAND, pick, "R"), "brief") == "Stays 11, needs 15."
    assert (
        said(refused("420", HAND, pick, "R"))
        == "To throw one die again what stays must make 15; it makes 11."
    )
    pick, brief, full = by_value("420", HAND, pick, "-6", "1")
    assert brief == ["Nothing picked.", "1 again: 16 stays."]
    assert full == ["A 6 back. Nothing picked.", "1 again. 16 stays, 4 wanted from one die."]
    assert said(refused("420", HAND, (), "R")) == "At least one die is thrown again."
    assert said(refused("420", HAND, (), "B")) == "In 420 the throw ends the turn."


def test_morning_roll_begins_with_the_best_keep_and_says_what_the_pick_is_worth() -> None:
    pick = usual("morning-roll", ROLL)
    assert faces_of("morning-roll", ROLL, pick) == (1, 4, 4, 4)
    pick, brief, full = by_value("morning-roll", ROLL, pick, "-1", "-4")
    assert brief == ["Three 4s: 400.", "Two 4s: no score."]
    assert full == [
        "A 1 back. Three 4s: 400, turn 400.",
        "A 4 back. No score for two 4s: keep three or none.",
    ]
    assert said(refused("morning-roll", ROLL, pick, "R")) == "No score for two 4s: keep three or none."
    assert said(refused("morning-roll", ROLL, (), "R")) == "Keep at least one die first."


def test_a_die_is_named_by_its_place_where_it_is_picked_so() -> None:
    pick, call = pressed("morning-roll", ROLL, (), Key(1))
    assert (pick, said(call)) == ((1,), "Die 1, a 1, picked. 1: 100, turn 100.")


@pytest.mark.parametrize(
    ("key", "sentence"),
    [
        (Key(5, style="value"), "No 5 is left to pick."),
        (Key(6, back=True, style="value"), "No 6 is picked."),
    ],
)
def test_a_digit_that_hits_nothing_says_so_and_changes_nothing(key: Key, sentence: str) -> None:
    pick, call = pressed("morning-roll", ROLL, (1,), key)
    assert (pick, said(call)) == ((1,), sentence)


def test_a_place_that_is_kept_or_is_not_there_says_so() -> None:
    later = state_of(
        "game morning-roll rounds=1", "players Ann", "throw 1 4 4 4 6 2", "keep 1", "throw 1 5 5 2 2"
    )
    assert said(pressed("morning-roll", later, (), Key(1))[1]) == "Die 1 is kept."
    assert said(pressed("420", HAND, (), Key(6))[1]) == "There is no die 6 to pick."


def test_while_dice_are_awaited_a_digit_r_and_b_say_so() -> None:
    state = GAMES["morning-roll"].new(["Ann"])
    wanted = "The dice come first: Ann, six dice to throw. T types them."
    told = [
        pressed("morning-roll", state, (), Key(1))[1],
        *(refused("morning-roll", state, (), key) for key in "RB"),
    ]
    assert [said(call) for call in told] == [wanted] * 3


def test_a_special_forbids_to_stop_and_says_why() -> None:
    state = state_of("game morning-roll rounds=1", "players Ann", "throw 1 2 3 4 5 6")
    assert (
        said(refused("morning-roll", state, usual("morning-roll", state), "B"))
        == "A straight forces all six again: no stopping now."
    )


def test_undo_redo_and_late_presses_say_why_they_do_nothing() -> None:
    assert said(refused("420", HAND, (), "U")) == "Nothing to take back yet."
    assert said(refused("420", HAND, (), "Shift+U")) == "Nothing to play again."
    assert said(late("420", HAND), "brief") == "Too late: Ann has thrown."


@given(
    st.sampled_from(sorted(GAMES)),
    st.integers(0, 10_000),
    st.lists(st.tuples(st.integers(1, 6), st.booleans())),
)
def test_every_digit_picks_one_die_of_its_value_or_says_that_there_is_none(
    game: str, seed: int, keys: list[tuple[int, bool]]
) -> None:
    chance = random.Random(seed)
    match = Match.new(game, ["Ann", "Bo"])
    while not match.state.thrown:
        if match.state.outcome:
            return
        match = match.add(thrown(match.state, chance))
    state, pick = match.state, ()
    for digit, back in keys:
        before = faces_of(game, state, pick)
        pick, call = pressed(game, state, pick, Key(digit, back, "value"))
        step = -1 if back else 1
        changed = faces_of(game, state, pick).count(digit) - before.count(digit)
        there = before.count(digit) > 0 if back else state.thrown.count(digit) > before.count(digit)
        assert changed == (step if there else 0)
        assert (call.id == "no.die") == (not there)
        assert set(pick) <= set(CALLS[game].open_dice(state))
        assert said(call)
