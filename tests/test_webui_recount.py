"""A throw is counted anew: what is no die is left out, and a die that the camera did not see is added."""

from __future__ import annotations

import pytest
from seen_dice import roll
from test_webui_presses import Table, hands_free, table

from webui.match.board import Question
from webui.match.ledger import Refused, Stale

__all__ = ["table"]


def question(table: Table) -> Question:
    asked = table.ledger.board().question
    assert asked is not None
    return asked


def test_of_too_many_dice_one_that_is_none_leaves_the_throw_with_its_picture(table: Table) -> None:
    table.sightings.see(roll((1, 2, 3, 4, 6, 6, 5)))
    table.presses.no_die(table.now, 2)
    assert table.lines == ("throw 1 2 4 6 6 5 by=fix",)
    throw = table.ledger.board().throw
    assert throw is not None
    assert throw.roll is not None
    assert (throw.roll.faces, throw.roll.has_picture) == ((1, 2, 4, 6, 6, 5), True)
    table.presses.undo(table.now)
    assert (table.asked, question(table).faces, table.lines[-1]) == ("count", (1, 2, 3, 4, 6, 6, 5), "undo")


def test_two_that_are_none_take_two_taps_and_come_back_one_by_one_also_after_a_kill(table: Table) -> None:
    table.sightings.see(roll((1, 2, 3, 4, 6, 6, 5, 5)))
    table.presses.no_die(table.now, 0)
    assert (table.asked, question(table).faces) == ("count", (2, 3, 4, 6, 6, 5, 5))
    table.again()
    table.presses.no_die(table.now, 0)
    assert table.lines == ("throw 3 4 6 6 5 5 by=fix",)
    table.presses.undo(table.now)
    table.again()
    assert question(table).faces == (2, 3, 4, 6, 6, 5, 5)
    table.presses.undo(table.now)
    assert question(table).faces == (1, 2, 3, 4, 6, 6, 5, 5)


def test_of_a_throw_that_was_taken_one_that_is_no_die_leaves_a_question_and_undo_brings_it_back(
    table: Table,
) -> None:
    table.sightings.see(roll((1, 2, 3, 4, 6, 6)))
    table.presses.fix(table.now, 0, 5)
    table.presses.no_die(table.now, 5)
    assert (table.asked, question(table).faces, question(table).expected) == ("count", (5, 2, 3, 4, 6), 6)
    table.presses.undo(table.now)
    assert (table.asked, table.lines[-1]) == ("", "throw 5 2 3 4 6 6 by=fix")
    table.presses.no_die(table.now, 5)
    table.presses.throw(table.now, (5, 2, 3, 4, 6, 1))
    assert table.lines[-1] == "throw 5 2 3 4 6 1 by=fix"


def test_a_bust_by_what_is_no_die_is_taken_back_with_it(table: Table) -> None:
    table.sightings.see(roll((2, 3, 4, 6, 6, 2)))
    assert table.ledger.now.match is not None
    assert table.ledger.now.match.state.player == "Bo"
    table.presses.no_die(table.now, 0)
    assert table.ledger.now.match.state.player == "Ann"
    assert (table.asked, question(table).expected) == ("count", 6)


def test_one_without_a_value_that_is_no_die_leaves_what_is_still_in_doubt(table: Table) -> None:
    table.sightings.see(roll((None, 2, 3, None, 6, 6, 5)))
    table.presses.no_die(table.now, 0)
    assert (table.asked, question(table).faces) == ("unsure", (2, 3, None, 6, 6, 5))
    table.presses.fix(table.now, 2, 1)
    assert table.lines == ("throw 2 3 1 6 6 5 by=fix",)


def test_a_throw_that_waits_behind_the_question_is_taken_up_after_it(table: Table) -> None:
    table.sightings.see(roll((1, None, 3, 4, 6, 6)))
    table.sightings.see(roll((1, 3, 4, 5, 5)))
    table.presses.no_die(table.now, 1)
    assert (table.asked, len(question(table).later)) == ("count", 1)
    table.presses.throw(table.now, (1, 3, 4, 6, 6, 2))
    assert (table.asked, table.lines) == ("which", ("throw 1 3 4 6 6 2 by=fix",))


def test_what_no_camera_saw_or_is_not_there_is_refused_with_a_sentence(table: Table) -> None:
    with pytest.raises(Refused, match="seen no such die"):
        table.presses.no_die(table.now, 0)
    table.presses.throw(table.now, (1, 2, 3, 4, 6, 6))
    with pytest.raises(Refused, match="seen no such die"):
        table.presses.no_die(table.now, 0)
    table.presses.undo(table.now)
    table.sightings.see(roll((1, 2, 3, 4, 6, 6)))
    with pytest.raises(Refused, match="no die in place 7: 6 lie open"):
        table.presses.no_die(table.now, 6)
    with pytest.raises(Refused, match="All 6 dice of this throw are counted"):
        table.presses.one_more(table.now)
    with pytest.raises(Stale):
        table.presses.no_die(table.now - 1, 0)
    table.presses.play(table.now, "keep 1")
    with pytest.raises(Refused, match="seen no such die"):
        table.presses.no_die(table.now, 0)


@hands_free
def test_one_die_more_means_another_keep_and_undo_brings_back_what_was_confirmed(table: Table) -> None:
    table.sightings.see(roll((1, 5, 3, 4, 6, 6)))
    table.sightings.see(roll((2, 3, 4, 6), kept=()))
    assert table.lines[1:] == ("keep 1 5", "throw 2 3 4 6"), "a bust"
    table.presses.one_more(table.now)
    assert [str(move) for move in question(table).moves] == ["keep 1", "keep 5"]
    table.presses.play(table.now, "keep 5")
    assert (table.asked, question(table).expected, question(table).faces) == ("count", 5, (2, 3, 4, 6))
    table.presses.undo(table.now)
    table.presses.undo(table.now)
    assert table.ledger.board().question is None


@hands_free
def test_one_die_more_can_be_taken_back_at_once(table: Table) -> None:
    table.sightings.see(roll((1, 5, 3, 4, 6, 6)))
    table.sightings.see(roll((1, 3, 4, 6)))
    before = table.ledger.board()
    table.presses.one_more(table.now)
    table.again()
    table.presses.undo(table.now)
    after = table.ledger.board()
    assert (after.state, after.question, after.throw and after.throw.faces) == (
        before.state,
        None,
        (1, 3, 4, 6),
    )
    table.presses.play(table.now, "keep 1")
    with pytest.raises(Refused, match="seen no such throw"):
        table.presses.one_more(table.now)


def test_one_die_more_after_a_keep_that_was_pressed_asks_for_the_keep_too(table: Table) -> None:
    table.sightings.see(roll((1, 5, 3, 4, 6, 6)))
    table.presses.play(table.now, "keep 1 5")
    table.sightings.see(roll((2, 3, 4, 1)))
    table.presses.fix(table.now, 3, 5)
    before = table.ledger.board()
    table.presses.one_more(table.now)
    assert [str(move) for move in question(table).moves] == ["keep 1", "keep 5"]
    table.presses.play(table.now, "keep 1")
    assert (table.asked, question(table).expected, question(table).faces) == ("count", 5, (2, 3, 4, 5))
    table.presses.undo(table.now)
    table.presses.undo(table.now)
    after = table.ledger.board()
    assert (after.state, after.question, after.throw and after.throw.faces) == (
        before.state,
        None,
        (2, 3, 4, 5),
    )


def test_one_die_more_while_a_die_is_asked_about_keeps_what_was_answered(table: Table) -> None:
    table.sightings.see(roll((1, 5, 3, 4, 6, 6)))
    table.presses.play(table.now, "keep 1 5")
    table.sightings.see(roll((2, None, 4, None)))
    table.presses.fix(table.now, 1, 3)
    asked = question(table)
    table.presses.one_more(table.now)
    table.presses.play(table.now, "keep 5")
    assert (table.asked, question(table).expected, question(table).faces) == ("count", 5, (2, 3, 4, None))
    table.presses.undo(table.now)
    table.presses.undo(table.now)
    assert question(table) == asked
    assert [line.text for line in table.ledger.now.stands[-1:]] == ["keep 1 5"]


def test_one_die_more_in_420_asks_which_were_thrown_again(table: Table) -> None:
    table.presses.new(table.now, "420", ["Ann", "Bo"], first="seats", dice="one")
    for faces in ((6, 5, 5, 1), (1, 1, 1, 1)):
        table.sightings.see(roll(faces))
    table.presses.play(table.now, "keep 5 5 6")
    table.sightings.see(roll((2,)))
    table.presses.one_more(table.now)
    assert [str(move) for move in question(table).moves] == ["keep 5 5", "keep 5 6"]
