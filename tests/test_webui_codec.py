"""A question comes out of the store as it went in, and so does one that version 0.1.0 has written."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.log import Match
from webui.match.board import Question, QuestionKind
from webui.match.codec import read_back, read_question, read_roll, write_back, write_question, write_roll
from webui.match.seen import SeenDie, SeenRoll
from webui.match.take_back import TakeBack
from webui.storage.saved import NEW, Line, SavedRoll

OLD = json.loads((Path(__file__).parent / "questions_0_1_0.json").read_text(encoding="utf-8"))
CHOICE = Match.from_lines(["game morning-roll", "players Ann", "throw 1 5 3 4 6 6"]).state


def seen(number: int | None) -> SeenRoll | None:
    return None if number is None else SeenRoll(number, (), 64, 48)


faces = st.one_of(st.none(), st.integers(1, 6))
rolls = st.builds(SeenRoll, st.integers(1, 9), st.just(()), st.just(64), st.just(48))
lines = st.builds(
    Line, st.sampled_from(["undo", "throw 1 2 3 4 6 6", "keep 1"]), st.none() | st.integers(1, 9)
)
plain = st.builds(
    Question,
    st.sampled_from(get_args(QuestionKind)),
    st.just(CHOICE.to_throw),
    st.lists(faces, max_size=6).map(tuple),
    rolls,
    st.sets(st.integers(0, len(CHOICE.moves) - 1)).map(
        lambda chosen: tuple(CHOICE.moves[n] for n in sorted(chosen))
    ),
    st.lists(rolls, max_size=3).map(tuple),
    st.lists(st.none() | st.integers(0, 5), max_size=6).map(tuple),
)
questions = st.recursive(
    plain,
    lambda inner: st.builds(
        lambda one, before, taken: replace(one, before=before, taken=tuple(taken)),
        plain,
        st.none() | inner,
        st.lists(lines, max_size=2),
    ),
    max_leaves=4,
)


def through_json(thing: Any) -> Any:
    return json.loads(json.dumps(thing))


@given(questions)
def test_a_question_comes_back_as_it_was_with_all_that_was_asked_before(question: Question) -> None:
    assert read_question(through_json(write_question(question)), CHOICE, seen) == question


@given(questions, st.integers(10, 99))
def test_a_throw_that_is_just_written_gets_its_number_wherever_it_stands(
    question: Question, number: int
) -> None:
    new = SeenRoll(NEW, (), 64, 48)
    waiting = replace(question, later=(*question.later, new))
    assert write_question(waiting, number)["later"][-1] == number
    assert write_question(replace(question, roll=new), number)["roll"] == number
    assert write_question(question, number) == write_question(question)


def test_a_question_of_an_older_version_knows_the_line_that_was_taken_back_for_it() -> None:
    stored = write_question(Question("count", 6, (1,), SeenRoll(3, (), 64, 48)))
    stored["before"] = {"line": "throw 1 2 3 4 6 6", "roll": 3}
    read = read_question(stored, CHOICE, seen)
    assert read is not None
    assert (read.before, read.taken) == (None, (Line("throw 1 2 3 4 6 6", 3),))


def test_a_question_about_a_throw_that_is_lost_is_none() -> None:
    question = Question("count", 6, (1,), SeenRoll(3, (), 64, 48))
    assert read_question(write_question(question), CHOICE, lambda _: None) is None
    assert read_question(None, CHOICE, seen) is None


@pytest.mark.parametrize("name", [name for name, told in OLD.items() if told["question"]])
def test_a_question_of_version_0_1_0_means_the_same(name: str) -> None:
    state = Match.from_lines(OLD[name]["lines"]).state
    question = read_question(OLD[name]["question"], state, seen)
    assert question is not None
    assert question.expected == state.to_throw
    assert through_json(write_question(question)) == as_now(OLD[name]["question"])


def as_now(stored: dict[str, Any]) -> dict[str, Any]:
    """The question as it is written today: the line that was taken back for it stands beside the question before."""
    before = stored.get("before")
    if not before:
        return stored
    others = {key: value for key, value in stored.items() if key != "before"}
    if "line" in before:
        return {**others, "taken": [{"text": before["line"], "roll": before["roll"]}]}
    return {**others, "before": as_now(before)}


@pytest.mark.parametrize("name", [name for name, told in OLD.items() if told["back"]])
def test_what_undo_does_after_version_0_1_0_is_the_same(name: str) -> None:
    stored, match = OLD[name]["back"], Match.from_lines(OLD[name]["lines"])
    back = read_back(stored, match, seen)
    left = {**stored, "lines": [], "ask": None} if stored["taken"] else stored
    assert through_json(write_back(back)) == left
    assert read_back(through_json(write_back(back)), match, seen) == back


def test_what_undo_asks_again_is_about_the_match_as_it_is_then() -> None:
    """Which keep was meant: those that fitted before the keep was written, with their points."""
    told = OLD["the keep was said"]
    back = read_back(told["back"], Match.from_lines(told["lines"]), seen)
    assert back.ask is not None
    assert [str(move) for move in back.ask.moves] == ["keep 1", "keep 5"]
    assert [move.points for move in back.ask.moves] == [100, 50]


@given(questions, st.lists(lines, max_size=2), st.booleans())
def test_how_a_press_is_taken_back_comes_back_as_it_was(
    question: Question, again: list[Line], taken: bool
) -> None:
    match = Match.from_lines(["game morning-roll", "players Ann", "throw 1 5 3 4 6 6", "keep 1"])
    back = TakeBack(() if taken else (Line("undo"),), None if taken else question, tuple(again), taken)
    assert read_back(through_json(write_back(back)), match, seen) == back


def test_a_throw_comes_back_as_it_was_seen_and_an_older_one_without_its_newer_facts() -> None:
    corners = ((1.5, 2.0), (9.0, 2.0), (9.0, 10.0), (1.0, 10.0))
    die = SeenDie(None, 0.61, (6, 4, 1, 2, 3, 5), "unsure", "throw", corners)
    roll = SeenRoll(4, (die,), 64, 48, 1, "It left.", way=(corners,), edge=corners, bumped=(2, 3))
    stored = through_json(write_roll(roll))
    assert read_roll(SavedRoll(4, stored, "a"), lambda _, kind: kind == "picture") == roll
    for newer in ("way", "edge", "bumped"):
        del stored[newer]
    older = read_roll(SavedRoll(4, stored, "a"), lambda _, kind: kind == "picture")
    assert older == replace(roll, way=(), edge=(), bumped=())
