"""Questions: each is said once, whole, with its answers; the one that is answered is not true any more."""

from __future__ import annotations

from dataclasses import replace

import pytest
from counted_words import Counted
from seen_dice import seen_throw
from told_calls import plain

from engine.log import Match
from engine.move import Move
from webui.calls.asking import ask
from webui.calls.language import How, english
from webui.match.board import Question

STATE = Match.from_lines(["game morning-roll rounds=1", "players Ann Bo"]).state
KEPT = Match.from_lines(
    ["game morning-roll rounds=1", "players Ann Bo", "throw 1 1 2 3 4 6", "keep 1 1", "throw 5 5 1 2"]
).state
UNSURE = Question("unsure", 6, (1, 2, None, 3, 4, 4), seen_throw((1, 2, None, 3, 4, 4)))
LEANS = Question("unsure", 6, (1, 2, None, 3, 4, 4), seen_throw((1, 2, None, 3, 4, 4), "cocked"))
STACKED = Question("unsure", 6, (1, None, None, 3, 4, 4), seen_throw((1, None, None, 3, 4, 4), "stacked"))
FEW = Question("count", 6, (1, 2, 3, 4, 4), seen_throw((1, 2, 3, 4, 4)))
MANY = Question(
    "count", 6, (1, 2, 3, 4, 4, 5, 5), seen_throw((1, 2, 3, 4, 4, 5, 5)), later=(seen_throw((1,)),)
)
ONE = Question("which", 0, (2, 3), seen_throw((2, 3)), (Move("keep", (5, 5)),))
TWO = Question("which", 0, (2, 3), seen_throw((2, 3)), (Move("keep", (5, 5)), Move("keep", (1, 5))))
NONE = Question("which", 0, (2, 3, 4, 4, 4), seen_throw((2, 3, 4, 4, 4)))
OTHERS = Question("which", 0, (2,), replace(seen_throw((2,)), hand="Bo"))
STAYED = Question("off", 6, (1, 2, 3, 4, 4, 6), seen_throw((1, 2, 3, 4, 4, 6)))
TURNED = Question("turned", 0, (5,), seen_throw((3,)), places=(1,))
KEPT_OVER = Question("turned", 0, (1,), seen_throw((4,)), places=(None,))


@pytest.mark.parametrize(
    ("asks", "id_", "brief", "full"),
    [
        (
            UNSURE,
            "ask.unsure",
            "Die 6: 6 or 4?",
            "Die 6: a 6 or a 4? Beside it 1, 2, 3 and two 4s. Press what it shows.",
        ),
        (
            LEANS,
            "ask.cocked",
            "Cocked: throw it again.",
            "A die leans and has no value. Throw it again, the others stay. F if it lies flat.",
        ),
        (
            STACKED,
            "ask.stacked",
            "Stacked: throw them again.",
            "Two dice lie on others and have no value: throw them again, the others stay. F if flat.",
        ),
        (
            FEW,
            "ask.count",
            "Five seen, six expected.",
            "Five seen, six expected. Spread them and press R, or T to type. O: off the table.",
        ),
        (
            MANY,
            "ask.count",
            "Seven seen, six expected.",
            "Seven seen, six expected. Take away what does not belong, then R, or T. 1 more waits.",
        ),
        (
            STAYED,
            "ask.stayed",
            "Stayed on: what shows?",
            "So it stayed on the table. R looks again, T types the dice.",
        ),
    ],
)
def test_a_question_about_the_awaited_throw(asks: Question, id_: str, brief: str, full: str) -> None:
    check(asks, STATE, id_, brief, full)


@pytest.mark.parametrize(
    ("asks", "id_", "brief", "full"),
    [
        (
            ONE,
            "ask.which",
            "Kept two 5s?",
            "Thrown before a keep was said. Did Ann keep two 5s? R yes, X no throw.",
        ),
        (
            TWO,
            "ask.whichof",
            "Which were kept?",
            "Thrown before a keep was said. 1: two 5s. 2: 1 and 5. X: no throw.",
        ),
        (
            NONE,
            "ask.throw",
            "Was that a throw?",
            "Five dice came, and no keep of Ann leaves five. X forgets it, T types, O off.",
        ),
        (
            OTHERS,
            "ask.hand",
            "Dice of Bo?",
            "One die came from the hand of Bo, and Ann is on turn. X forgets it.",
        ),
        (
            TURNED,
            "ask.turned",
            "5 became 3: nudged?",
            "Die 6 lay still and turned over: 5 became 3. R leaves 5, 3 takes 3.",
        ),
        (
            KEPT_OVER,
            "ask.keptover",
            "Kept 1 turned over.",
            "A kept 1 turned over and shows 4. It counts as 1: turn it back, then R.",
        ),
    ],
)
def test_a_question_about_an_open_throw(asks: Question, id_: str, brief: str, full: str) -> None:
    check(asks, KEPT, id_, brief, full)


def check(asks: Question, state: object, id_: str, brief: str, full: str) -> None:
    call = ask(asks, "morning-roll", state, "1/2")  # type: ignore[arg-type]
    said = [plain(english().sentence(call, How(level, "caption"))) for level in ("brief", "full")]  # type: ignore[arg-type]
    assert (call.id, call.rank, call.to, *said) == (id_, 5, "table", brief, full)
    assert Counted().words_of(call, How("brief")) <= 6
    assert Counted().words_of(call, How("full")) <= 26
