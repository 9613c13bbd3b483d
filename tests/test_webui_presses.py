"""What people press, and a throw that is seen, does to the match."""

from __future__ import annotations

import contextlib
import random
import threading
from collections.abc import Callable, Iterator
from datetime import datetime, tzinfo
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test
from seen_dice import off_table, picture, roll

from engine.game import MoveError
from engine.log import Match
from webui.health import Health
from webui.match.ledger import Ledger, Refused, Stale
from webui.match.presses import Presses
from webui.match.sightings import Sightings
from webui.storage.evidence import Evidence
from webui.storage.store import Change, Store, StoreError


class Table:
    """A match on a real store, with shorthands; `now()` presses with the newest revision."""

    def __init__(self, folder: Path, hands_free: bool = False) -> None:
        self.folder = folder
        self.hands_free = hands_free
        self.told = 0
        self.open()

    def open(self) -> None:
        self.store = Store.open(self.folder)
        self.health = Health()
        self.evidence = Evidence(self.folder / "pictures", 10_000_000, 80)
        self.ledger = Ledger(self.store, self.evidence, self.health, self._tell, self.hands_free)
        self.sightings, self.presses = Sightings(self.ledger), Presses(self.ledger)
        self.ledger.notify(self.sightings.forget_dice, self.sightings.ask_waiting)

    def _tell(self) -> None:
        self.told += 1

    def again(self) -> None:
        """As after a kill: nothing is kept but what is on the disk."""
        self.store.close()
        self.open()

    @property
    def now(self) -> int:
        return self.ledger.board().revision

    @property
    def lines(self) -> tuple[str, ...]:
        return self.ledger.board().lines[2:]

    @property
    def asked(self) -> str:
        question = self.ledger.board().question
        return question.kind if question else ""


@pytest.fixture(params=[False])
def table(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Table]:
    table = Table(tmp_path, hands_free=request.param)
    table.presses.new(0, "morning-roll", ["Ann", "Bo"])
    yield table
    table.evidence.close()
    table.store.close()


hands_free = pytest.mark.parametrize("table", [True], indirect=True, ids=["hands-free"])
"""Played hands-free: throwing again confirms the only keep that fits."""


def test_a_throw_that_is_seen_whole_is_written_at_once_with_its_picture(table: Table) -> None:
    table.sightings.see(roll((1, 2, 3, 4, 6, 6)))
    board = table.ledger.board()
    assert table.lines == ("throw 1 2 3 4 6 6",)
    assert board.throw is not None
    assert board.throw.roll is not None
    assert (board.throw.by, board.throw.newest, board.throw.roll.has_picture) == ("camera", True, True)
    assert board.throw.roll.faces == (1, 2, 3, 4, 6, 6)
    assert table.told == 2


def test_a_die_that_cannot_be_read_is_asked_and_nothing_is_written(table: Table) -> None:
    table.sightings.see(roll((1, 2, None, 4, 6, 6)))
    question = table.ledger.board().question
    assert table.lines == ()
    assert question is not None
    assert (question.kind, question.expected, question.faces) == ("unsure", 6, (1, 2, None, 4, 6, 6))
    assert question.roll.thrown[2].ranking[:2] == (6, 4)


def test_one_tap_answers_and_the_throw_is_written_with_its_picture(table: Table) -> None:
    table.sightings.see(roll((1, 2, None, 4, 6, 6)))
    table.presses.fix(table.now, 2, 6)
    assert table.lines == ("throw 1 2 6 4 6 6 by=fix",)
    throw = table.ledger.board().throw
    assert throw is not None
    assert throw.roll is not None
    assert throw.roll.has_picture


def test_two_dice_that_cannot_be_read_take_two_taps(table: Table) -> None:
    table.sightings.see(roll((1, None, None, 4, 6, 6)))
    table.presses.fix(table.now, 1, 3)
    assert (table.lines, table.asked) == ((), "unsure")
    table.presses.fix(table.now, 2, 3)
    assert table.lines == ("throw 1 3 3 4 6 6 by=fix",)


@pytest.mark.parametrize("faces", [(1, 2, 3, 4, 5), (1, 2, 3, 4, 5, 6, 6), (None,)])
def test_a_wrong_number_of_dice_is_asked(table: Table, faces: tuple[int | None, ...]) -> None:
    table.sightings.see(roll(faces))
    assert (table.lines, table.asked) == ((), "count")
    table.presses.throw(table.now, (1, 2, 3, 4, 5, 6))
    assert table.lines == ("throw 1 2 3 4 5 6 by=fix",)


def test_a_match_that_was_left_is_taken_up_with_its_undo_and_its_question(table: Table) -> None:
    table.sightings.see(roll((1, 2, 3, 4, 6, 6)))
    table.presses.new(table.now, "morning-roll", ["Zoë"])
    table.sightings.see(roll((1, 2, None, 4, 6, 6)))
    table.presses.go_on(table.now, 1)
    assert (table.ledger.board().players, table.asked) == (("Ann", "Bo"), "")
    table.again()
    assert (table.ledger.board().match, table.lines) == (1, ("throw 1 2 3 4 6 6",))
    table.presses.undo(table.now)
    assert table.lines == ("throw 1 2 3 4 6 6", "undo")
    table.presses.go_on(table.now, 2)
    assert (table.ledger.board().players, table.lines, table.asked) == (("Zoë",), (), "unsure")
    table.presses.fix(table.now, 2, 5)
    assert table.lines == ("throw 1 2 5 4 6 6 by=fix",)


def test_a_match_that_is_over_is_taken_up_for_its_last_line_to_be_undone(table: Table) -> None:
    table.presses.new(table.now, "morning-roll", ["Ann"], rounds=1)
    table.sightings.see(roll((2, 2, 3, 4, 6, 6)))
    table.presses.new(table.now, "morning-roll", ["Ann"], rounds=1)
    table.presses.go_on(table.now, 2)
    assert table.lines == ("throw 2 2 3 4 6 6",)
    table.sightings.see(roll((1, 2, 3, 4, 6, 6)))
    assert table.lines == ("throw 2 2 3 4 6 6",), "nothing is thrown in a match that is over"
    table.presses.undo(table.now)
    table.sightings.see(roll((1, 2, 3, 4, 6, 6)))
    assert table.lines == ("throw 2 2 3 4 6 6", "undo", "throw 1 2 3 4 6 6")


def test_a_match_that_never_was_is_not_taken_up(table: Table) -> None:
    table.presses.new(table.now, "morning-roll", ["Ann"], rounds=1)
    table.presses.new(table.now, "morning-roll", ["Zoë"])
    before = table.ledger.board()
    with pytest.raises(Refused, match="no such match"):
        table.presses.go_on(table.now, 9)
    with pytest.raises(Stale):
        table.presses.go_on(table.now - 1, 1)
    table.presses.go_on(table.now, 3)
    assert table.ledger.board() == before


def test_an_open_question_and_its_picture_are_there_after_a_kill(table: Table) -> None:
    table.sightings.see(roll((1, None, None, 4, 6, 6)))
    table.presses.fix(table.now, 1, 3)
    before = table.ledger.board()
    table.again()
    assert table.ledger.board() == before
    assert before.question is not None
    assert before.question.roll.has_picture


def test_a_throw_again_takes_the_place_of_a_question_about_the_number(table: Table) -> None:
    table.sightings.see(roll((1, 2, 3, 4, 5)))
    table.sightings.see(roll((1, 2, 3, 4, 5, 1)))
    assert (table.lines, table.asked) == (("throw 1 2 3 4 5 1",), "")


def test_dice_are_read_again_without_a_question_only_while_they_are_awaited(table: Table) -> None:
    table.presses.look_again(table.now)
    table.sightings.see(roll((1, 2, 3, 4, 6, 6)))
    with pytest.raises(Refused, match="no dice are awaited"):
        table.presses.look_again(table.now)
    assert table.lines == ("throw 1 2 3 4 6 6",)


@hands_free
def test_a_throw_before_the_answer_waits_and_is_taken_up_after_it(table: Table) -> None:
    table.sightings.see(roll((1, 2, None, 4, 6, 6)))
    table.sightings.see(roll((2, 3, 3, 4, 1), kept=(1,)))
    assert (table.lines, table.asked) == ((), "unsure")
    table.again()
    table.presses.fix(table.now, 2, 6)
    assert table.lines == ("throw 1 2 6 4 6 6 by=fix", "keep 1", "throw 2 3 3 4 1")


def test_what_is_no_throw_can_be_dismissed(table: Table) -> None:
    table.sightings.see(roll((1, 2)))
    table.presses.dismiss(table.now)
    assert (table.lines, table.asked) == ((), "")
    with pytest.raises(Refused, match="Nothing is asked"):
        table.presses.dismiss(table.now)


@hands_free
def test_people_throw_before_they_press_and_the_only_keep_that_fits_is_written(table: Table) -> None:
    table.sightings.see(roll((1, 2, 3, 4, 6, 6)))
    table.sightings.see(roll((2, 2, 2, 4, 5), kept=(1,)))
    assert table.lines == ("throw 1 2 3 4 6 6", "keep 1", "throw 2 2 2 4 5")


@hands_free
def test_dice_aside_decide_between_keeps_of_the_same_number(table: Table) -> None:
    table.sightings.see(roll((1, 5, 3, 4, 6, 6)))
    table.sightings.see(roll((2, 2, 2, 4, 5), kept=(5,)))
    assert table.lines[1:] == ("keep 5", "throw 2 2 2 4 5")


def test_where_several_keeps_fit_the_screen_asks_and_the_answer_writes_both(table: Table) -> None:
    table.sightings.see(roll((1, 5, 3, 4, 6, 6)))
    table.sightings.see(roll((2, 2, 2, 4, 5), kept=(None,)))
    question = table.ledger.board().question
    assert question is not None
    assert (question.kind, [str(move) for move in question.moves]) == ("which", ["keep 1", "keep 5"])
    assert len(table.lines) == 1
    table.again()
    table.presses.play(table.now, "keep 1")
    assert table.lines[1:] == ("keep 1", "throw 2 2 2 4 5")


def test_where_no_keep_fits_the_screen_asks_and_the_choice_stays_open(table: Table) -> None:
    table.sightings.see(roll((1, 2, 3, 4, 6, 6)))
    table.sightings.see(roll((2, 2, 3)))
    question = table.ledger.board().question
    assert question is not None
    assert (question.kind, question.moves) == ("which", ())
    table.presses.dismiss(table.now)
    table.presses.play(table.now, "stop 1")
    assert table.ledger.board().state is not None
    assert table.lines[-1] == "stop 1"


@pytest.mark.parametrize("table", [True, False], indirect=True, ids=["hands-free", "pressed"])
def test_throws_wait_in_their_order_while_it_is_asked_which_dice_were_kept(table: Table) -> None:
    table.sightings.see(roll((1, 5, 3, 4, 6, 6)))
    table.sightings.see(roll((2, 2, 2, 4, 5), kept=(None,)))
    table.sightings.see(roll((2, 3)))
    table.sightings.see(roll((1, 1, 3, 4, 6, 6)))
    table.again()
    question = table.ledger.board().question
    assert question is not None
    assert (question.kind, question.roll.faces, len(question.later)) == ("which", (2, 2, 2, 4, 5), 2)
    assert table.lines == ("throw 1 5 3 4 6 6",), "nothing is kept by itself"
    table.presses.play(table.now, "keep 1")
    if table.asked:  # played hands-free, the one keep that fits is written
        assert table.lines[1:] == ("keep 1", "throw 2 2 2 4 5")
        table.presses.play(table.now, "keep 2 2 2")
    assert table.lines[1:] == ("keep 1", "throw 2 2 2 4 5", "keep 2 2 2", "throw 2 3", "throw 1 1 3 4 6 6")
    assert table.asked == ""


def test_what_undo_takes_back_is_forgotten_with_the_next_change_and_with_the_match_also_after_a_kill(
    table: Table,
) -> None:
    table.sightings.see(roll((1, 2)))
    table.presses.dismiss(table.now)
    table.presses.new(table.now, "morning-roll", ["Cy"])
    table.presses.go_on(table.now, 1)
    for _ in range(2):
        assert (table.asked, table.ledger.board().undo) == ("", "")
        assert not any(each.asked for each in table.store.matches())
        table.again()
    table.sightings.see(roll((1, 2)))
    table.presses.dismiss(table.now)
    table.sightings.see(roll((1, 2, 3, 4, 6, 6)))
    table.again()
    assert table.ledger.board().undo == "throw 1 2 3 4 6 6"


@pytest.mark.parametrize("waits", [True, False])
def test_a_question_as_older_matches_have_it_is_read_and_can_be_gone_on_with(
    table: Table, waits: bool
) -> None:
    table.sightings.see(roll((1, 5, 3, 4, 6, 6)))
    table.sightings.see(roll((2, 2, 2, 4, 5), kept=(None,)))
    table.sightings.see(roll((2, 3)))
    saved = table.store.load()
    assert saved.question is not None
    before = {**saved.question, "later": saved.question["later"][0] if waits else None}
    table.store.write(saved, Change(question=lambda _: before))
    table.again()
    question, first = table.ledger.board().question, table.ledger.board().match
    assert question is not None
    assert [later.faces for later in question.later] == ([(2, 3)] if waits else [])
    table.presses.new(table.now, "morning-roll", ["Cy"], rounds=1)
    assert first is not None
    table.presses.go_on(table.now, first)
    assert table.ledger.board().question == question


@hands_free
def test_a_die_that_left_unseen_while_a_choice_was_open_is_a_bust_and_the_throw_after_it_is_not_lost(
    table: Table,
) -> None:
    table.sightings.see(roll((1, 2, 3, 4, 6, 6)))
    table.sightings.see(roll((2, 3, 4, 6), kept=(1,)))
    table.sightings.see(roll((1, 2, 3, 3, 4, 6)))
    assert table.asked == "which"
    table.presses.play(table.now, "keep 1")
    assert table.asked == "count"
    table.presses.off(table.now, 1)
    assert table.lines[1:] == ("keep 1", "off 1", "throw 1 2 3 3 4 6")


@hands_free
def test_a_stop_is_written_when_the_next_player_throws_six_and_only_one_stop_fits(table: Table) -> None:
    table.sightings.see(roll((1, 2, 3, 4, 6, 6)))
    table.sightings.see(roll((1, 1, 2, 3, 4, 4)))
    assert table.lines == ("throw 1 2 3 4 6 6", "stop 1", "throw 1 1 2 3 4 4")


@hands_free
def test_a_keep_that_is_thrown_on_with_an_unread_die_is_written_and_the_die_asked(table: Table) -> None:
    table.sightings.see(roll((1, 2, 3, 4, 6, 6)))
    table.sightings.see(roll((2, 2, 2, None, 5), kept=(1,)))
    assert (table.lines[1:], table.asked) == (("keep 1",), "unsure")


def test_a_die_off_the_table_is_written_at_once_and_the_roll_that_follows_adds_its_dice(table: Table) -> None:
    table.sightings.see_off(off_table())
    assert table.lines == ("off 1",)
    table.sightings.see(roll((1, 2, 3, 4, 5), off=1, why="It fell."))
    board = table.ledger.board()
    assert table.lines == ("off 1",)
    assert board.throw is not None
    assert board.throw.roll is not None
    assert (board.throw.off, board.throw.by, board.throw.roll.faces) == (1, "camera", (1, 2, 3, 4, 5))
    assert board.state is not None
    assert board.state.player == "Bo"


def test_a_die_seen_off_only_when_all_lie_still_is_written_too(table: Table) -> None:
    table.sightings.see(roll((1, 2, 3, 4, 5), off=1))
    assert table.lines == ("off 1",)


def test_two_dice_that_leave_one_after_the_other_bust_one_player(table: Table) -> None:
    table.sightings.see_off(off_table())
    table.sightings.see_off(off_table())
    table.sightings.see(roll((1, 2, 3, 4), off=2))
    assert table.lines == ("off 1",)


def test_the_next_throw_may_lose_a_die_again(table: Table) -> None:
    table.sightings.see_off(off_table())
    table.sightings.moving()
    table.sightings.see_off(off_table())
    assert table.lines == ("off 1", "off 1")


def test_an_undone_off_asks_what_the_dice_show(table: Table) -> None:
    table.sightings.see(roll((1, 2, 3, 4, 5, 5), off=1))
    table.presses.undo(table.now)
    question = table.ledger.board().question
    assert question is not None
    assert (question.kind, question.expected, question.faces) == ("off", 6, (1, 2, 3, 4, 5, 5))
    table.presses.throw(table.now, (1, 2, 3, 4, 5, 5))
    assert table.lines == ("off 1", "undo", "throw 1 2 3 4 5 5 by=fix")


def test_an_undone_off_of_a_throw_that_was_read_asks_nothing(table: Table) -> None:
    table.sightings.see(roll((1, 2, 3, 4, 5, 5)))
    table.presses.off(table.now, 1)
    table.presses.undo(table.now)
    assert (table.lines, table.asked) == (("throw 1 2 3 4 5 5", "off 1", "undo"), "")
    table.presses.play(table.now, "keep 1")


@hands_free
def test_a_die_off_while_a_choice_is_open_waits_for_the_throw_it_belongs_to(table: Table) -> None:
    table.sightings.see(roll((1, 2, 3, 4, 6, 6)))
    table.sightings.see_off(off_table())
    assert len(table.lines) == 1
    table.sightings.see(roll((2, 2, 2, 4), kept=(1,), off=1))
    assert table.lines[1:] == ("keep 1", "off 1")


def test_a_misread_die_is_put_right_by_an_undo_and_a_throw_and_keeps_its_picture(table: Table) -> None:
    table.sightings.see(roll((1, 2, 3, 4, 6, 6)))
    seen = table.ledger.board().throw
    table.presses.fix(table.now, 5, 4)
    assert table.lines == ("throw 1 2 3 4 6 6", "undo", "throw 1 2 3 4 6 4 by=fix")
    throw = table.ledger.board().throw
    assert throw is not None
    assert seen is not None
    assert (throw.by, throw.roll) == ("fix", seen.roll)


def test_undo_of_a_die_put_right_brings_the_reading_back_and_then_takes_the_throw_back(table: Table) -> None:
    table.sightings.see(roll((1, 2, 3, 4, 6, 6)))
    table.presses.fix(table.now, 5, 4)
    table.presses.fix(table.now, 1, 3)
    table.presses.undo(table.now)
    assert table.lines[-1] == "throw 1 2 3 4 6 4 by=fix"
    table.presses.undo(table.now)
    throw = table.ledger.board().throw
    assert throw is not None
    assert throw.roll is not None
    assert (throw.faces, throw.by, throw.roll.id) == ((1, 2, 3, 4, 6, 6), "camera", 1)
    table.presses.undo(table.now)
    assert table.ledger.board().throw is None
    table.presses.redo(table.now)
    assert table.lines[-1] == "throw 1 2 3 4 6 6"


def test_undo_of_an_answer_never_calls_a_die_off_that_was_said_to_have_stayed(table: Table) -> None:
    table.sightings.see(roll((1, 2, 3, 4, 6), off=1))
    table.presses.undo(table.now)
    table.presses.throw(table.now, (1, 2, 3, 4, 6, 6))
    table.presses.undo(table.now)
    assert (table.lines[-1], table.asked) == ("undo", "off")


def test_undo_of_what_a_die_called_cocked_shows_brings_the_throw_back(table: Table) -> None:
    table.sightings.see(roll((1, 2, 3, 4, 6, 6)))
    table.presses.lean(table.now, 0)
    table.presses.fix(table.now, 0, 5)
    table.presses.undo(table.now)
    assert table.asked == "unsure"
    table.presses.undo(table.now)
    assert (table.lines[-1], table.asked) == ("throw 1 2 3 4 6 6", "")


def test_undo_of_an_answer_asks_what_was_asked_with_all_that_was_answered_before(table: Table) -> None:
    table.sightings.see(roll((1, 1, 5, 5, 5, 2)))
    table.sightings.see(roll((3, 4, None), kept=(5, 5, 5)))
    table.sightings.see(roll((1, 2, 2, 3, 4, 6)))
    which = table.ledger.board().question
    assert which is not None
    assert (which.kind, len(which.later)) == ("which", 1)
    table.presses.play(table.now, "keep 5 5 5")
    table.presses.fix(table.now, 2, 6)
    assert table.lines[1:3] == ("keep 5 5 5", "throw 3 4 6 by=fix")
    table.presses.undo(table.now)
    asked = table.ledger.board().question
    assert asked is not None
    assert (asked.kind, asked.faces, len(asked.later)) == ("unsure", (3, 4, None), 1)


@pytest.mark.parametrize("killed", [False, True])
@pytest.mark.parametrize("answer", ["play", "throw", "fix", "off", "dismiss"])
def test_undo_right_after_any_answer_asks_the_same_question_again_also_after_a_kill(
    table: Table, answer: str, killed: bool
) -> None:
    table.sightings.see(roll((1, 1, 5, 5, None, None)))
    table.presses.fix(table.now, 4, 5)
    if answer == "play":
        table.presses.fix(table.now, 5, 2)
        table.sightings.see(roll((3, 4), kept=(6, 6)))
    before, lines = table.ledger.board().question, table.ledger.now.stands
    assert before is not None
    press = {
        "play": lambda: table.presses.play(table.now, "keep 1 1 5 5"),
        "throw": lambda: table.presses.throw(table.now, (1, 1, 5, 5, 5, 5)),
        "fix": lambda: table.presses.fix(table.now, 5, 3),
        "off": lambda: table.presses.off(table.now, 1),
        "dismiss": lambda: table.presses.dismiss(table.now),
    }
    press[answer]()
    if killed:
        table.again()
    assert table.ledger.board().undo == "answer"
    table.presses.undo(table.now)
    assert (table.ledger.board().question, table.ledger.now.stands) == (before, lines)


@pytest.mark.parametrize("killed", [False, True])
@pytest.mark.parametrize("typed", [False, True])
def test_undo_of_corrections_takes_back_one_at_a_time_also_where_two_are_alike(
    table: Table, typed: bool, killed: bool
) -> None:
    faces = (1, 2, 6, 3, 5, 6)
    _rolled(table, faces, typed)
    for value in (4, 3, 4):
        table.presses.fix(table.now, 2, value)

    def third() -> int:
        if killed:
            before = table.ledger.board()
            table.again()
            assert table.ledger.board() == before
        throw = table.ledger.board().throw
        assert throw is not None
        return throw.faces[2]

    assert third() == 4
    table.presses.undo(table.now)
    assert third() == 3
    table.presses.redo(table.now)
    assert third() == 4
    table.presses.undo(table.now)
    assert (third(), table.ledger.board().redo[:13]) == (3, "throw 1 2 4 3")


@pytest.mark.parametrize("typed", [False, True])
def test_undo_passes_no_step_over_where_a_die_was_put_back_to_what_it_was_and_played_on_with(
    table: Table, typed: bool
) -> None:
    faces = (1, 2, 6, 3, 5, 6)
    _rolled(table, faces, typed)
    stations = [_stands_at(table)]
    for value in (4, 6, 4, 6):
        table.presses.fix(table.now, 2, value)
        stations.append(_stands_at(table))
    table.presses.play(table.now, "keep 1 5")
    table.again()
    for station in reversed(stations):
        table.presses.undo(table.now)
        assert _stands_at(table) == station
    for station in stations[1:]:
        table.presses.redo(table.now)
        assert _stands_at(table) == station
    table.presses.redo(table.now)
    assert (table.lines[-1], table.ledger.board().redo) == ("keep 1 5", "")


@pytest.mark.parametrize("killed", [False, True])
@pytest.mark.parametrize("seed", range(3))
def test_undo_walks_back_over_every_press_one_at_a_time_and_redo_walks_there_again(
    table: Table, seed: int, killed: bool
) -> None:
    chance = random.Random(seed)
    table.presses.new(table.now, "morning-roll", ["Ann", "Bo"], rounds=9)
    stations = [_stands_at(table)]
    for step in range(5):
        _throw_and_put_right(table, chance, stations, typed=(seed + step) % 3 != 0)
        state = table.ledger.board().state
        assert state is not None
        if state.moves:
            table.presses.play(table.now, str(chance.choice(state.moves)))
            stations.append(_stands_at(table))
    assert len(stations) > 16
    for station in stations[-2::-1]:
        if killed:
            table.again()
        table.presses.undo(table.now)
        assert (_stands_at(table), table.asked) == (station, "")
    for station in stations[1:]:
        if killed:
            table.again()
        table.presses.redo(table.now)
        assert (_stands_at(table), table.asked) == (station, "")
    assert table.ledger.board().redo == ""


def _throw_and_put_right(table: Table, chance: random.Random, stations: list[object], typed: bool) -> None:
    """A throw, typed in or seen, and three of its dice put right; where each step led is added to the stations."""
    number = table.ledger.now.awaited.dice
    faces = [chance.randint(1, 6) for _ in range(number)]
    _rolled(table, faces, typed)
    stations.append(_stands_at(table))
    die = 0
    for _ in range(3):
        throw = table.ledger.board().throw
        if throw is None or not throw.newest:
            return
        # Often the same die, so that it comes back to what it was just before.
        die = (die + chance.randint(0, 1)) % number
        table.presses.fix(table.now, die, chance.choice(sorted({1, 2, 5} - {throw.faces[die] or 0})))
        stations.append(_stands_at(table))


def _rolled(table: Table, faces: tuple[int, ...], typed: bool) -> None:
    """These dice are thrown: typed in, or seen."""
    if typed:
        table.presses.throw(table.now, faces)
    else:
        table.sightings.see(roll(faces))


def _stands_at(table: Table) -> object:
    board = table.ledger.board()
    return board.state, board.throw and board.throw.faces


def test_dice_of_the_program_stay_marked_when_one_is_put_right_and_undo_brings_them_back(
    table: Table,
) -> None:
    table.presses.let_program_throw(table.now)
    thrown = table.lines[-1]
    first = int(thrown.split()[1])
    table.presses.fix(table.now, 0, first % 6 + 1)
    assert table.lines[-1].endswith("by=hand")
    table.presses.undo(table.now)
    assert (table.lines[-1], table.ledger.board().redo[-7:]) == (thrown, "by=hand")
    table.presses.undo(table.now)
    assert table.ledger.board().throw is None


def test_an_answer_is_no_correction_of_a_throw_that_was_taken_back_before_it(table: Table) -> None:
    table.sightings.see(roll((1, 1, 2, 3, 4, 6)))
    table.presses.undo(table.now)
    table.sightings.see(roll((5, 5, 2, 3, 4, None)))
    table.presses.fix(table.now, 5, 6)
    table.again()
    table.presses.undo(table.now)
    assert (table.lines[-1], table.asked) == ("undo", "unsure")


def test_a_bust_stands_when_a_look_without_dice_follows_it_and_the_next_player_throws(table: Table) -> None:
    table.sightings.see(roll((1, 1, 1, 5, 5, 2)))
    table.presses.play(table.now, "keep 1 1 1 5 5")
    table.sightings.moving()
    table.sightings.see_off(off_table())
    table.sightings.see(roll((), kept=(1, 1, 1, 5, 5)))
    table.sightings.see(roll((1, 2, 3, 4, 4, 6)))
    assert table.lines[-2:] == ("off 1", "throw 1 2 3 4 4 6")


@hands_free
def test_a_die_off_the_table_confirms_no_keep_where_no_die_was_thrown(table: Table) -> None:
    table.sightings.see(roll((1, 1, 1, 5, 2, 3)))
    table.presses.play(table.now, "keep 1 1 1 5")
    table.sightings.see(roll((5, 3), kept=(1, 1, 1, 5)))
    table.sightings.see(roll((), off=1))
    assert (table.lines[-1], table.asked) == ("throw 5 3", "which")


def test_a_throw_is_taken_once_when_the_disk_fails_as_soon_as_it_is_written(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_: int) -> None:
        raise StoreError("The disk is broken.", "Bring another.")

    monkeypatch.setattr(table.store, "roll", broken)
    table.sightings.see(roll((1, 2, None, 4, 6, 6)))
    assert table.asked == "unsure"
    table.presses.lean(table.now, 2)
    table.presses.undo(table.now)
    assert (table.asked, table.lines) == ("unsure", ())


def test_undo_of_an_answer_asks_again_and_then_takes_the_question_back(table: Table) -> None:
    table.sightings.see(roll((1, 2, None, 4, 6, 6)))
    table.presses.fix(table.now, 2, 6)
    table.presses.undo(table.now)
    question = table.ledger.board().question
    assert question is not None
    assert (question.kind, question.faces) == ("unsure", (1, 2, None, 4, 6, 6))
    table.presses.fix(table.now, 2, 5)
    assert table.lines[-1] == "throw 1 2 5 4 6 6 by=fix"
    table.presses.undo(table.now)
    table.presses.undo(table.now)
    assert (table.asked, table.ledger.board().throw) == ("", None)


def test_a_match_is_begun_or_gone_on_with_whatever_was_thrown_meanwhile_but_not_twice(table: Table) -> None:
    seen = table.now
    table.sightings.see(roll((1, 2, 3, 4, 6, 6)))
    table.presses.new(seen, "morning-roll", ["Zoë"])
    with pytest.raises(Stale):
        table.presses.new(seen, "morning-roll", ["Zoë"])
    seen = table.now
    table.sightings.see(roll((1, 2, 3, 4, 6, 6)))
    table.presses.go_on(seen, 1)
    with pytest.raises(Stale):
        table.presses.go_on(seen, 2)
    assert table.ledger.board().match == 1


def test_a_misreading_that_was_a_bust_can_be_put_right_too(table: Table) -> None:
    table.sightings.see(roll((2, 2, 3, 4, 6, 6)))
    board = table.ledger.board()
    assert board.state is not None
    assert (board.state.player, board.state.bust) == ("Bo", True)
    table.presses.fix(table.now, 0, 1)
    state = table.ledger.board().state
    assert state is not None
    assert (state.player, state.thrown) == ("Ann", (1, 2, 3, 4, 6, 6))


def test_a_fix_that_changes_nothing_writes_nothing(table: Table) -> None:
    table.sightings.see(roll((1, 2, 3, 4, 6, 6)))
    before = table.now
    table.presses.fix(before, 0, 1)
    assert table.now == before


@pytest.mark.parametrize(
    ("die", "value", "why"), [(6, 1, "no die in place 7"), (0, 7, "1 to 6"), (0, 0, "1 to 6")]
)
def test_a_fix_of_what_is_not_there_is_refused(table: Table, die: int, value: int, why: str) -> None:
    table.sightings.see(roll((1, 2, 3, 4, 6, 6)))
    with pytest.raises(Refused, match=why):
        table.presses.fix(table.now, die, value)
    assert len(table.lines) == 1


def test_dice_typed_in_are_marked_as_such(table: Table) -> None:
    table.presses.throw(table.now, (1, 2, 3, 4, 6, 6))
    table.presses.play(table.now, "stop 1")
    state = table.ledger.board().state
    assert table.lines[0] == "throw 1 2 3 4 6 6 by=hand"
    assert state is not None
    assert state.turns[0].marked


def test_dice_that_were_typed_in_and_then_seen_are_one_throw(table: Table) -> None:
    table.presses.throw(table.now, (1, 2, 3, 4, 6, 6))
    table.sightings.see(roll((6, 1, 2, 3, 4, 6)))
    throw = table.ledger.board().throw
    assert table.lines == ("throw 1 2 3 4 6 6 by=hand",)
    assert throw is not None
    assert throw.roll is not None


def test_undo_takes_back_line_after_line_and_redo_brings_each_back(table: Table) -> None:
    table.sightings.see(roll((1, 2, 3, 4, 6, 6)))
    table.presses.play(table.now, "keep 1")
    table.sightings.see(roll((1, 2, 3, 4, 6)))
    whole = table.ledger.board()
    for _ in range(3):
        table.presses.undo(table.now)
    assert table.ledger.board().undo == ""
    table.again()
    for _ in range(3):
        table.presses.redo(table.now)
    board = table.ledger.board()
    assert (board.state, board.throw, board.redo) == (whole.state, whole.throw, "")


def test_a_correction_that_was_taken_back_comes_again_with_redo(table: Table) -> None:
    table.sightings.see(roll((1, 2, 3, 4, 6, 6)))
    table.presses.fix(table.now, 1, 5)
    put_right = table.ledger.board()
    for _ in range(2):
        table.presses.undo(table.now)
        table.again()
        board = table.ledger.board()
        assert (board.throw and board.throw.faces, board.redo) == (
            (1, 2, 3, 4, 6, 6),
            "throw 1 5 3 4 6 6 by=fix",
        )
        table.presses.redo(table.now)
        board = table.ledger.board()
        assert (board.state, board.throw, board.redo) == (put_right.state, put_right.throw, "")
    table.presses.undo(table.now)
    table.presses.undo(table.now)
    assert table.ledger.board().redo == "throw 1 2 3 4 6 6"


def test_redo_waits_for_the_answer_to_a_question(table: Table) -> None:
    table.sightings.see(roll((1, 2, 3, 4, 6, 6)))
    table.presses.undo(table.now)
    table.sightings.see(roll((1, 2)))
    assert table.ledger.board().redo == ""
    with pytest.raises(Refused, match="Answer the question first"):
        table.presses.redo(table.now)
    assert table.asked == "count"


def test_undo_of_a_question_takes_back_the_question_alone(table: Table) -> None:
    table.sightings.see(roll((1, 2, 3, 4, 6, 6)))
    table.presses.play(table.now, "keep 1")
    table.sightings.see(roll((1, 2)))
    assert table.ledger.board().undo == "question"
    table.presses.undo(table.now)
    assert (table.asked, table.lines[-1]) == ("", "keep 1")


def test_nothing_to_take_back_is_a_sentence(table: Table) -> None:
    with pytest.raises(MoveError, match="can be taken back"):
        table.presses.undo(table.now)
    with pytest.raises(MoveError, match="taken back"):
        table.presses.redo(table.now)


PRESSES: list[tuple[Callable[[Presses, int], None], str]] = [
    (lambda presses, revision: presses.play(revision, "stop 1"), "Ann has already stopped"),
    (lambda presses, revision: presses.play(revision, "keep 1"), "Ann has already rolled on"),
    (lambda presses, revision: presses.off(revision, 1), "Ann has already lost a die off the table"),
    (lambda presses, revision: presses.undo(revision), "Somebody has already taken something back"),
    (lambda presses, revision: presses.fix(revision, 0, 5), "Ann has already thrown"),
    (lambda presses, revision: presses.new(revision, "morning-roll", ["Zoë"]), "A match has already begun"),
]


@pytest.mark.parametrize(("press", "sentence"), PRESSES)
def test_two_browsers_that_press_at_once_do_it_once(
    table: Table, press: Callable[[Presses, int], None], sentence: str
) -> None:
    table.sightings.see(roll((1, 2, 3, 4, 6, 6)))
    revision = table.now
    gate, refusals = threading.Barrier(2), []

    def browser() -> None:
        gate.wait()
        try:
            press(table.presses, revision)
        except Stale as stale:
            refusals.append(str(stale))

    browsers = [threading.Thread(target=browser) for _ in range(2)]
    for each in browsers:
        each.start()
    for each in browsers:
        each.join()
    assert refusals == [f"{sentence}. Here is the board now; nothing was changed."]
    assert table.now == revision + 1


def test_a_full_disk_changes_nothing_is_said_and_the_throw_can_be_seen_again(table: Table) -> None:
    limit(table, pages=1)
    long = roll((1, 2, 3, 4, 6, 6), why="long " * 20_000)
    with pytest.raises(StoreError):
        table.sightings.see(long)
    assert table.lines == ()
    assert [each.code for each in table.health.troubles()] == ["store"]
    assert list((table.folder / "pictures").iterdir()) == []
    limit(table, pages=100_000)
    table.sightings.see(long)
    assert (table.lines, table.health.troubles()) == (("throw 1 2 3 4 6 6",), ())


def limit(table: Table, pages: int) -> None:
    """SQLite behaves as on a disk with room for so many pages (never fewer than it has)."""
    from sqlalchemy import event

    def set_limit(connection: object, _record: object, _proxy: object) -> None:
        connection.execute(f"PRAGMA max_page_count={pages}")  # type: ignore[attr-defined]

    event.listen(table.store._engine, "checkout", set_limit)


def test_a_picture_that_cannot_be_kept_does_not_lose_the_throw(table: Table) -> None:
    pictures = table.folder / "pictures"
    pictures.rmdir()
    table.sightings.see(roll((1, 2, 3, 4, 6, 6)))
    board = table.ledger.board()
    assert table.lines == ("throw 1 2 3 4 6 6",)
    assert [each.code for each in table.health.troubles()] == ["evidence"]
    assert board.throw is not None
    assert board.throw.roll is not None
    assert not board.throw.roll.has_picture
    pictures.mkdir()
    table.presses.play(table.now, "keep 1")
    table.sightings.see(roll((1, 1, 2, 3, 4)))
    assert table.health.troubles() == ()


def test_the_oldest_pictures_make_room(tmp_path: Path) -> None:
    evidence = Evidence(tmp_path, 3 * 1024, 80)
    names = [evidence.keep(picture(shade=shade)) for shade in range(0, 200, 20)]
    there = [name for name in names if evidence.has(name)]
    assert there == names[-len(there) :]
    assert 0 < sum(path.stat().st_size for path in tmp_path.iterdir()) <= 3 * 1024
    evidence.forget_all_but(names[-1:])
    assert [path.name for path in tmp_path.iterdir()] == names[-1:]


def test_a_clock_that_was_set_back_does_not_make_the_newest_pictures_the_oldest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class SetBack(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> datetime:
            return datetime(2020, 1, 1, tzinfo=tz)

    evidence = Evidence(tmp_path, 3 * 1024, 80)
    names = [evidence.keep(picture(shade=shade)) for shade in range(0, 100, 20)]
    monkeypatch.setattr("webui.storage.evidence.datetime", SetBack)
    names += [evidence.keep(picture(shade=shade)) for shade in range(100, 200, 20)]
    there = [name for name in names if evidence.has(name)]
    assert len(there) > 1
    assert there == names[-len(there) :]
    assert len(Evidence(tmp_path, 3 * 1024, 80).keep(picture())) == len(names[-1])


def test_dice_seen_without_a_match_or_after_its_end_are_no_throw(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.sightings.see(roll((1, 2, 3, 4, 6, 6)))
    table.sightings.see_off(off_table())
    assert table.now == 0
    table.presses.new(0, "morning-roll", ["Ann"])
    table.sightings.see(roll((2, 2, 3, 4, 6, 6)))
    revision = table.now
    table.sightings.see(roll((1, 2, 3, 4, 6, 6)))
    table.sightings.see_off(off_table())
    assert table.now == revision
    with pytest.raises(MoveError):
        table.presses.throw(revision, (1, 2, 3, 4, 5, 6))
    table.store.close()


def test_without_a_match_a_press_is_refused_with_a_sentence(tmp_path: Path) -> None:
    table = Table(tmp_path)
    with pytest.raises(Refused, match="Begin one first"):
        table.presses.play(0, "keep 1")
    table.store.close()


faces = st.lists(st.sampled_from([1, 2, 3, 4, 5, 6, None]), min_size=0, max_size=7)


class AnyEvening(RuleBasedStateMachine):
    """Whatever is seen and pressed, and however often we are killed: the lines are a legal match, and all are there."""

    folder: Path

    def __init__(self) -> None:
        super().__init__()
        import tempfile

        self.place = tempfile.TemporaryDirectory()
        self.table = Table(Path(self.place.name))
        self.table.presses.new(0, "morning-roll", ["Ann", "Bo"], rounds=3)
        self.before: tuple[str, ...] = self.table.ledger.board().lines

    def press(self, do: Callable[[Presses, int], None]) -> None:
        with contextlib.suppress(MoveError, Refused):
            do(self.table.presses, self.table.now)

    @rule(faces=faces, kept=faces, off=st.sampled_from([0, 0, 0, 1]))
    def seen(self, faces: list[int | None], kept: list[int | None], off: int) -> None:
        self.table.sightings.see(roll(faces, kept, off))

    @rule(data=st.data())
    def seen_as_awaited(self, data: st.DataObject) -> None:
        count = self.table.ledger.now.awaited.dice
        self.table.sightings.see(roll(data.draw(st.lists(st.integers(1, 6), min_size=count, max_size=count))))

    @rule()
    def off(self) -> None:
        self.table.sightings.see_off(off_table())

    @rule()
    def moving(self) -> None:
        self.table.sightings.moving()

    @rule(data=st.data())
    def play(self, data: st.DataObject) -> None:
        state = self.table.ledger.board().state
        if state and state.moves:
            move = data.draw(st.sampled_from(state.moves))
            self.press(lambda presses, revision: presses.play(revision, str(move)))

    @rule(die=st.integers(0, 7), value=st.integers(0, 7))
    def fix(self, die: int, value: int) -> None:
        self.press(lambda presses, revision: presses.fix(revision, die, value))

    @rule(die=st.integers(0, 6))
    def lean(self, die: int) -> None:
        self.press(lambda presses, revision: presses.lean(revision, die))

    @rule()
    def called_off(self) -> None:
        self.press(lambda presses, revision: presses.off(revision, 1))

    @rule(kind=st.sampled_from(["undo", "redo", "dismiss"]))
    def step(self, kind: str) -> None:
        self.press(lambda presses, revision: getattr(presses, kind)(revision))

    @rule()
    def killed(self) -> None:
        before = self.table.ledger.board()
        self.table.again()
        assert self.table.ledger.board() == before

    @invariant()
    def lines_only_grow_and_tell_the_state(self) -> None:
        board = self.table.ledger.board()
        assert board.lines[: len(self.before)] == self.before
        self.before = board.lines
        assert Match.from_lines(board.lines).state == board.state
        if board.question:
            assert board.question.kind == "which" or board.question.expected > 0

    @invariant()
    def all_that_is_known_is_on_the_disk(self) -> None:
        assert self.table.store.load() == self.table.ledger.now.saved

    def teardown(self) -> None:
        self.table.store.close()
        self.place.cleanup()


def test_any_evening_leaves_a_legal_match_and_loses_nothing() -> None:
    run_state_machine_as_test(
        AnyEvening, settings=settings(max_examples=6, stateful_step_count=25, deadline=None)
    )


@pytest.mark.parametrize("on", [True, False])
def test_whether_throwing_confirms_the_only_keep_is_switched_at_the_table(tmp_path: Path, on: bool) -> None:
    table = Table(tmp_path, hands_free=not on)
    table.presses.new(0, "morning-roll", ["Ann"])
    table.presses.confirm_by_throwing(on)
    assert table.ledger.board().by_throw == on
    table.sightings.see(roll((1, 2, 2, 3, 4, 6)))
    table.sightings.see(roll((3, 3, 2, 4, 6), kept=(1,)))
    question = table.ledger.board().question
    assert (question is None) == on
    assert ("keep 1" in table.ledger.board().lines) == on


def test_a_die_that_left_before_a_keep_was_said_is_a_bust_in_one_press(tmp_path: Path) -> None:
    table = Table(tmp_path, hands_free=True)
    table.presses.new(0, "morning-roll", ["Ann", "Bo"])
    table.sightings.see(roll((1, 2, 2, 3, 4, 6)))
    table.sightings.see(roll((3, 3, 2, 4)))
    board = table.ledger.board()
    assert board.question is not None
    assert (board.question.kind, board.question.moves) == ("which", ())
    table.presses.off(board.revision, 1, (1,))
    assert table.ledger.board().lines[-2:] == ("keep 1", "off 1")
    table.presses.undo(table.ledger.board().revision)
    asked = table.ledger.board().question
    assert asked is not None
    assert asked.kind == "which"
    with pytest.raises(Refused, match="Say first which dice"):
        table.presses.off(table.ledger.board().revision, 1)
