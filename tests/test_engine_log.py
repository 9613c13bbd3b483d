"""A match as lines: reading, adding, undoing, redoing, and the sentences of what cannot be."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine.game import AmbiguousMove, IllegalMove, MoveError, UnparsableMove
from engine.line import read_players, write_players
from engine.log import Match

ANN = Match.new("morning-roll", ["Ann", "Bo B"])
OPEN = ANN.add("throw 3 1 5 4 2 2")


def test_a_match_is_its_lines() -> None:
    match = OPEN.add("keep 1").add("off 1")
    assert match.lines == (
        "game morning-roll rounds=1 first=seats begins=1 off_table=bust cocked=alone",
        "players Ann 'Bo B'",
        "throw 3 1 5 4 2 2",
        "keep 1",
        "off 1",
    )
    assert Match.from_lines(match.lines) == match


def test_lines_are_kept_in_their_plain_form() -> None:
    assert OPEN.add("  keep   5 1 ").lines[-1] == "keep 1 5"
    assert ANN.add("throw  3 1 5 4 2 2   by=hand").lines[-1] == "throw 3 1 5 4 2 2 by=hand"


def test_the_points_of_a_keep_are_written_where_they_are_named() -> None:
    match = ANN.add("throw 5 5 5 2 3 4").add("stop 5 5 5 points=150")
    assert match.lines[-1] == match.state.lines[-1] == "stop 5 5 5 points=150"
    assert match.state.scores["Ann"] == 150


def test_adding_changes_nothing_in_the_match_before() -> None:
    lines, state = OPEN.lines, OPEN.state
    OPEN.add("keep 1")
    assert (OPEN.lines, OPEN.state) == (lines, state)


def test_a_line_that_cannot_be_leaves_the_match_as_it_was() -> None:
    with pytest.raises(IllegalMove):
        OPEN.add("keep 2")
    assert OPEN.add("keep 1").lines[:-1] == OPEN.lines


# Undo and redo


def test_undo_takes_back_the_last_line_that_stands_again_and_again() -> None:
    match = OPEN.add("keep 1").add("undo")
    assert match.state == OPEN.state
    assert match.add("undo").state == ANN.state
    assert match.lines[-1] == "undo"


def test_undo_stops_at_the_players() -> None:
    with pytest.raises(IllegalMove, match="undo: a line that was played can be taken back; none is left"):
        ANN.add("undo")
    assert not ANN.can_undo
    assert OPEN.can_undo


def test_undo_then_redo_is_the_identity() -> None:
    match = OPEN.add("keep 1").add("throw 5 2 2 3 4")
    back = match.add("undo").add("undo").add("undo")
    forth = back.redo().redo().redo()
    assert (forth.state, forth.standing, forth.states) == (match.state, match.standing, match.states)
    assert not forth.can_redo


def test_redo_is_a_line_like_another_so_that_lines_are_only_added() -> None:
    match = OPEN.add("undo").redo()
    assert match.lines == (*OPEN.lines, "undo", "throw 3 1 5 4 2 2")
    assert Match.from_lines(match.lines) == match


def test_something_else_played_ends_the_redo() -> None:
    match = OPEN.add("keep 1").add("undo").add("keep 5")
    assert not match.can_redo
    with pytest.raises(IllegalMove, match="redo: only what was taken back can be played again; nothing was"):
        match.redo()


def test_a_finished_match_can_be_taken_back() -> None:
    over = Match.new("morning-roll", ["Ann"]).add("throw 1 2 2 3 4 6").add("stop 1")
    assert over.state.outcome
    assert over.add("undo").state.player == "Ann"


def test_a_corrected_misreading_is_an_undo_and_a_throw_by_a_person() -> None:
    match = OPEN.add("undo").add("throw 3 1 5 4 2 1 by=fix").add("stop 1 1")
    assert match.state.scores["Ann"] == 200
    assert not match.state.turns[0].marked


# Faces alone


def test_faces_alone_are_a_throw_where_dice_are_awaited() -> None:
    assert ANN.add("3 1 5 4 2 2") == OPEN


def test_faces_alone_are_ambiguous_where_one_may_keep_or_stop() -> None:
    with pytest.raises(AmbiguousMove, match=r"faces alone are not enough .*; say keep 1 5 or stop 1 5"):
        OPEN.add("1 5")


def test_faces_alone_are_a_keep_where_one_can_only_keep() -> None:
    match = Match.new("midnight", ["Ann"]).add("3 1 5 4 2 2").add("1 4")
    assert match.lines[-2:] == ("throw 3 1 5 4 2 2", "keep 1 4")


# What cannot be


@pytest.mark.parametrize(
    "line",
    [
        "",
        "  ",
        "hello",
        "throw x",
        "throw 1 2 3 4 5 7",
        "throw 123456",
        "keep 0",
        "keep -1",
        "keep 1,5",
        "off",
        "off x",
        "off 1 2",
        "off -1",
        "off 9999",
        "undo 2",
        "keep ١",
        "throw 1 2 3 4 5 6 by=me",
        "KEEP 1",
        "keep 1\x00",
        "throw 1 2 3 4 5 6 by=hand by=hand",
        "keep 1 points=x",
        "9" * 5000,
        "game midnight",
    ],
)
def test_what_is_not_in_the_notation_is_unparsable(line: str) -> None:
    for match in (ANN, OPEN):
        with pytest.raises(UnparsableMove) as caught:
            match.add(line)
        assert len(str(caught.value)) < 400
        assert "\n" not in str(caught.value)


def test_an_error_has_name_rule_fact_and_position() -> None:
    with pytest.raises(IllegalMove) as caught:
        OPEN.add("keep 2 2")
    error = caught.value
    assert (error.name, error.position) == ("keep 2 2", "Ann, after throw 3 1 5 4 2 2")
    assert str(error) == f"{error.name}: {error.rule}; {error.fact} ({error.position})"
    assert (
        error.sentence
        == "Only 1s and 5s score singly, the others in threes or more; 2 dice showing 2 do not score."
    )


@pytest.mark.parametrize(
    "lines",
    [
        [],
        [""],
        ["players Ann"],
        ["game"],
        ["game chess", "players Ann"],
        ["game midnight"],
        ["game midnight", "throw 1 2 3 4 5 6"],
        ["game midnight", "players"],
        ["game midnight", "players Ann Ann"],
        ["game midnight", 'players "Ann'],
        ["game midnight", "players ' '"],
        ["game midnight", "players ''"],
        ["game midnight", f"players {'A' * 61}"],
        ["game midnight rounds", "players Ann"],
        ["game midnight rounds=1 rounds=2", "players Ann"],
        ["game midnight depth=2", "players Ann"],
        *([f"game midnight {word}=2", "players Ann"] for word in ("game", "players", "self", "cls")),
    ],
)
def test_a_match_needs_a_game_its_options_and_players(lines: list[str]) -> None:
    with pytest.raises(MoveError):
        Match.from_lines(lines)


@settings(deadline=None)
@given(st.lists(st.text(), min_size=1, max_size=4, unique=True))
@example(["Ann", "Bo B", "Zoë", "O'Neil", '"', "\\", "山田 太郎", "👩‍👧", "#1", "-", "by=hand", "players"])
def test_names_that_are_allowed_come_back_from_their_line(names: list[str]) -> None:
    try:
        match = Match.new("morning-roll", names)
    except MoveError:
        return
    assert read_players(write_players(names)) == tuple(names)
    assert Match.from_lines(match.lines).state.players == tuple(names)
    assert len("\n".join(match.lines).splitlines()) == 2


@pytest.mark.parametrize(
    "name", ["Zoë", "山田 太郎", "👩‍👧", "O'Neil", "Bo B", "x" * 60, "علی‌رضا", "\U0001fae9"]
)
def test_names_of_any_script_are_welcome(name: str) -> None:
    assert Match.new("morning-roll", [name]).state.player == name


@pytest.mark.parametrize(
    "name", ["", " ", " Ann", "Ann ", "A\nB", "A\x00", "A\u2028B", "A\x85B", "\ud800", "x" * 61]
)
def test_names_that_would_break_a_line_are_refused(name: str) -> None:
    with pytest.raises(UnparsableMove, match="a name has 1 to 60 letters on one line"):
        Match.new("morning-roll", [name])


@pytest.mark.parametrize("name", ["\u200b", "\u2060\u200d", "\u0301", "\u3164", "\u202e"])
def test_names_that_nobody_sees_are_refused(name: str) -> None:
    with pytest.raises(UnparsableMove, match="a name has letters that can be seen; one has none"):
        Match.new("morning-roll", [name])


@pytest.mark.parametrize("name", ["\u202eevil", "evil\u202e", "ev\u2067il"])
def test_a_name_that_turns_the_words_after_it_is_refused_in_words_that_are_not_turned(name: str) -> None:
    with pytest.raises(UnparsableMove) as refused:
        Match.new("morning-roll", ["Ann", name])
    assert not set(str(refused.value)) & set(name) - set("evil")
    assert refused.value.sentence == (
        "A name holds no hidden mark that turns the words after it; 'evil' has one: type it anew, without pasting."
    )
