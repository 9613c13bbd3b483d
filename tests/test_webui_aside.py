"""A kept die that passes for a thrown one: as many lie aside as were kept, and their values say which."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from seen_dice import die, picture, roll, seen_throw
from test_webui_sightings import Table

from engine.game import State
from engine.log import Match
from vision.nouns import Turned
from webui.match.aside import told_apart

FACE = st.integers(1, 6)


def awaiting(kept: tuple[int, ...]) -> State:
    """Ann has kept these of six dice, and is to throw the others."""
    faces = " ".join(map(str, (*kept, *[1] * (6 - len(kept)))))
    lines = ("game midnight rounds=1", "players Ann Bo", f"throw {faces}")
    return Match.from_lines(lines).state.play(f"keep {' '.join(map(str, sorted(kept)))}")


@given(st.lists(FACE, min_size=1, max_size=5), st.data())
def test_one_die_that_was_taken_for_another_goes_back_and_the_thrown_one_is_asked_about(
    kept: list[int], data: st.DataObject
) -> None:
    thrown = data.draw(st.lists(FACE, min_size=6 - len(kept), max_size=6 - len(kept)))
    here, there = data.draw(st.integers(0, len(thrown) - 1)), data.draw(st.integers(0, len(kept) - 1))
    assume(thrown[here] != kept[there])
    told, aside = list(thrown), list(kept)
    told[here], aside[there] = kept[there], thrown[here]
    seen = told_apart(seen_throw(told, kept=aside), awaiting(tuple(kept)))
    assert Counter(seen.kept) == Counter(kept)
    asked = [die for die in seen.thrown if die.value is None]
    assert [die.ranking[0] for die in asked] == [thrown[here]]
    assert Counter(die.value or die.ranking[0] for die in seen.thrown) == Counter(thrown)
    assert {die.corners for die in seen.dice} == {die.corners for die in seen_throw(told, kept=aside).dice}


@pytest.mark.parametrize(
    ("thrown", "aside"),
    [
        pytest.param((3, 3, 4), (1, 4, 5), id="all is as it was kept"),
        pytest.param((5, 3, 4), (1, 4), id="one aside is out of sight"),
        pytest.param((5, 3, 4), (1, 4, None), id="one aside was not read"),
        pytest.param(
            (3, 3, 2), (1, 4, 6), id="a kept die shows another value, and none of the thrown has its own"
        ),
        pytest.param((5, 3), (1, 4, 3), id="fewer are thrown than are awaited"),
    ],
)
def test_what_was_told_stays_where_the_values_say_nothing_else(
    thrown: tuple[int, ...], aside: tuple[int, ...]
) -> None:
    seen = seen_throw(thrown, kept=aside)
    assert told_apart(seen, awaiting((1, 4, 5))) == seen
    assert told_apart(seen, None) == seen


def test_at_the_table_the_die_that_was_thrown_is_asked_about_and_the_throw_counts_as_it_is_answered(
    tmp_path: Path,
) -> None:
    table = Table(tmp_path)
    table.presses.new(0, "morning-roll", ["Ann", "Bo"])
    table.sightings.see(roll((1, 1, 5, 2, 3, 4)))
    table.presses.play(table.now, "keep 1 1 5")
    table.sightings.see(roll((5, 3, 4), kept=(1, 1, 3)))
    assert table.asked == "unsure"
    assert table.board.question is not None
    assert table.board.question.faces == (None, 3, 4)
    assert table.board.question.roll.kept == (1, 1, 5)
    table.presses.throw(table.now, (3, 3, 4))
    assert table.lines[-1].startswith("throw 3 3 4")
    table.close()


def test_a_kept_die_that_is_known_to_show_another_value_is_no_thrown_one_for_the_rest_of_its_turn(
    tmp_path: Path,
) -> None:
    table = Table(tmp_path)
    table.presses.new(0, "morning-roll", ["Ann"])
    table.sightings.see(roll((1, 5, 2, 3, 4, 6)))
    table.presses.play(table.now, "keep 1 5")
    table.sightings.see_turned(Turned(2.0, 1, die(4, "keep"), True, picture()))
    table.sightings.see(roll((1, 2, 3, 4), kept=(4, 5)))
    assert (table.asked, table.lines[-1]) == ("", "throw 1 2 3 4")
    table.presses.play(table.now, "keep 1")
    table.sightings.see(roll((1, 2, 3), kept=(4, 1, 5)))
    assert (table.asked, table.lines[-1]) == ("", "throw 1 2 3")
    table.close()
