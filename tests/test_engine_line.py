"""Lines as values: what is written is read back, and what is no line says so in one sentence."""

from __future__ import annotations

import doctest
import re
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine.line
from engine.game import AmbiguousMove, Move, UnparsableMove
from engine.line import Head, Line, read_move

FACES = st.lists(st.integers(1, 6), max_size=6).map(tuple)
LINES = st.one_of(
    st.builds(
        Line, st.just("throw"), FACES.filter(bool), st.sampled_from([None, "hand", "program", "fix", "me"])
    ),
    st.builds(
        Line,
        st.sampled_from(["keep", "stop"]),
        FACES,
        points=st.one_of(st.none(), st.integers(0, 999_999)),
    ),
    st.builds(Line, st.just("off"), number=st.integers(0, 999)),
    st.just(Line("undo")),
)
KEEPS = (Move("keep", (1,)), Move("keep", (4,)))
KEEPS_AND_STOPS = (*KEEPS, Move("stop", (1,)))


def test_the_examples_of_the_docstring_run() -> None:
    assert doctest.testmod(engine.line) == (0, 2)


@given(LINES)
def test_what_is_written_is_read_back(line: Line) -> None:
    assert Line.read(str(line)) == line


@given(st.text())
def test_any_text_is_refused_or_is_a_line_that_reads_back(text: str) -> None:
    with suppress(UnparsableMove):
        line = Line.read(text)
        assert Line.read(str(line)) == line


@given(LINES)
def test_a_line_is_exactly_one_of_throw_move_off_and_undo(line: Line) -> None:
    assert [line.is_throw, line.is_move, line.is_off, line.is_undo].count(True) == 1


def test_the_dice_of_a_throw_stay_in_order_and_those_of_a_keep_do_not() -> None:
    assert Line.read("throw 3 1 2").faces == (3, 1, 2)
    assert Line.read("keep 3 1 2").faces == (1, 2, 3)
    assert str(Line("stop", (5, 1))) == "stop 1 5"


@pytest.mark.parametrize(
    ("by", "marked"), [("", False), (" by=fix", False), (" by=hand", True), (" by=program", True)]
)
def test_typed_and_program_dice_are_marked(by: str, marked: bool) -> None:
    assert Line.read(f"throw 1 2{by}").marked == marked


def test_a_move_and_its_line_are_made_of_each_other() -> None:
    assert Line.read("stop 5 5 5 points=150").move == Move("stop", (5, 5, 5))
    assert Line.read("stop 5 5 5 points=150").move.points == 150
    assert str(Line.of(Move("stop", (5, 5, 5), 150), 500)) == "stop 5 5 5 points=150"
    assert str(Line.of(Move("stop", (5, 5, 5), 500), 500)) == "stop 5 5 5"
    assert str(Line.of(Move("keep", (5,)), 50)) == "keep 5"


def test_faces_alone_are_a_throw_or_the_one_kind_of_choice_that_there_is() -> None:
    alone = Line.read("4 1")
    assert alone.meant(()) == Line("throw", (4, 1))
    assert alone.meant(KEEPS) == Line("keep", (1, 4))
    with pytest.raises(AmbiguousMove, match=r"faces alone are not enough .*; say keep 4 1 or stop 4 1"):
        alone.meant(KEEPS_AND_STOPS)
    assert Line.read("1 5 by=hand").meant(()) == Line("throw", (1, 5), "hand")
    assert Line.read("5 5 points=50").meant(KEEPS) == Line("keep", (5, 5), points=50)


@pytest.mark.parametrize(("text", "moves"), [("1 5 by=hand", KEEPS), ("5 5 points=50", ())])
def test_faces_alone_take_only_what_belongs_to_their_kind(text: str, moves: tuple[Move, ...]) -> None:
    with pytest.raises(UnparsableMove, match="a face is a number from 1 to 6"):
        Line.read(text).meant(moves)


@pytest.mark.parametrize("text", ["throw 1", "off 1", "undo", "1"])
def test_a_choice_is_a_keep_or_a_stop(text: str) -> None:
    with pytest.raises(UnparsableMove, match="a move begins with keep or stop"):
        read_move(text, ())


def test_a_head_is_read_and_written() -> None:
    head = Head.read("game midnight rounds=3  ties=carry", 'players Ann "Bo B"')
    assert head == Head("midnight", ("Ann", "Bo B"), {"rounds": "3", "ties": "carry"})
    assert head.lines == ("game midnight rounds=3 ties=carry", "players Ann 'Bo B'")
    assert Head.read(*head.lines) == head


def test_no_other_file_of_the_engine_takes_a_line_apart() -> None:
    for file in Path(engine.line.__file__).parent.glob("*.py"):
        text = file.read_text(encoding="utf-8")
        if file.name not in ("line.py", "option.py", "solve.py"):
            for call in (".split(", ".startswith(", ".endswith(", ".removeprefix(", ".partition("):
                assert call not in text, f"{file.name} has {call}"


def test_no_file_of_the_program_takes_a_line_of_a_match_apart_as_a_string() -> None:
    apart = re.compile(
        r'startswith\(\(?"(throw|keep|stop|off|game|players)\b|(lines\[-?\d\]|\.text)\.split\('
    )
    compared = re.compile(r'(lines\[-?\d\]|line)(\.text)? [!=]= "(undo|throw|keep|stop|off)')
    files = [*Path(engine.line.__file__).parent.parent.glob("webui/**/*.py")]
    assert len(files) > 200
    found = [
        f"{file.name}: {line.strip()}"
        for file in files
        for line in file.read_text(encoding="utf-8").splitlines()
        if apart.search(line) or compared.search(line)
    ]
    assert found == []
