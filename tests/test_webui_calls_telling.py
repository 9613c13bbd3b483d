"""The reading keys: H the dice, E the standing, S what can be done. They have words for every state."""

from __future__ import annotations

import pytest
from random_matches import told_at_random
from seen_dice import seen_throw
from told_calls import plain

from engine.log import Match
from webui.calls import telling
from webui.calls.call import Call
from webui.calls.language import How, english
from webui.calls.telling import Asked
from webui.match.board import Question

MORNING = ("game morning-roll rounds=2", "players Ann Bo")
MOST_TOLD = 45
"""Words of an answer; a tenth more than a person may want to hear at once."""


def asked(*lines: str, **more: object) -> Asked:
    match = Match.from_lines(lines)
    return Asked(match.game, match.state, **more)  # type: ignore[arg-type]


def said(call: Call, level: str = "full") -> str:
    return plain(english().sentence(call, How(level, "caption")))  # type: ignore[arg-type]


def test_h_tells_the_dice_the_pick_and_what_is_kept_and_then_by_place() -> None:
    roll = asked(*MORNING, "throw 1 4 4 4 6 2")
    assert said(telling.dice(roll)) == "1, 2, three 4s and 6; picked 1 and three 4s, 500. None kept."
    again = asked(*MORNING, "throw 1 4 4 4 6 2", again=True)
    assert said(telling.dice(again)) == "By place: 1, 2, 4, 4, 4, 6. None kept."
    later = asked(*MORNING, "throw 1 4 4 4 6 2", "keep 1", "throw 2 2 3 5 1", pick=(), again=True)
    assert (
        said(telling.dice(later))
        == "By place: die 2 is a 1, die 3 a 2, die 4 a 2, die 5 a 3, die 6 a 5. Kept 1."
    )
    waits = asked(*MORNING, "throw 1 4 4 4 6 2", "keep 1")
    assert said(telling.dice(waits)) == "No dice yet: Ann, five dice to throw. Kept 1."
    assert said(telling.dice(asked(*MORNING, moving=True))) == "Rolling."


def test_h_tells_the_hands_of_420() -> None:
    hands = asked("game 420", "players Ann Bo", "throw 6 5 5 1", "throw 6 6 6 6", pick=(4,))
    assert said(telling.dice(hands)) == "Ann: 1, two 5s and 6; again 1. Bo over."


def test_e_tells_the_standing_from_the_best() -> None:
    lines = (*MORNING, "throw 1 2 2 3 4 6", "stop 1", "throw 5 2 2 3 4 6", "stop 5", "throw 1 2 2 3 4 6")
    assert said(telling.standing(asked(*lines))) == "Round 2 of 2. Ann is on, 100 so far. Ann 100, Bo 50."
    night = ("game midnight rounds=5", "players Ann Bo", "throw 1 4 4 4 4 5", "keep 1 4 4 4 4 5")
    assert (
        said(telling.standing(asked(*night)))
        == "Round 1 of 5. Bo is on, 0 so far. 17 to beat. Rounds: Ann 0, Bo 0."
    )
    hands = ("game 420", "players Ann Bo Cy", "throw 6 5 5 4", "throw 6 6 6 6")
    assert said(telling.standing(asked(*hands))) == "Round 2. Cy is on. Out: Ann. Bo over."


def test_s_tells_the_keys_that_act_now_the_main_one_first() -> None:
    roll = asked(*MORNING, "throw 1 4 4 4 6 2", "keep 1 4 4 4", "throw 3 5", undo=True)
    assert said(telling.choices(roll), "brief") == "R: throw one die. B: stop with 550."
    assert said(telling.choices(roll)) == "R: throw one die. B: stop with 550. 1 to 6: pick. U: undo."
    hand = asked("game 420", "players Ann Bo", "throw 6 5 5 1", "throw 6 6 6 6")
    assert said(telling.choices(hand), "brief") == (
        "All four; three, leaving a 5 or 6; two, leaving two 5s or 5 and 6; the 1."
    )
    assert said(telling.choices(asked(*MORNING)), "brief") == "Throw: Ann, six dice. T: type the dice."
    night = asked("game midnight rounds=1", "players Ann", "throw 1 4 6 6 6 6", pick=(1, 2, 3, 4, 5, 6))
    assert said(telling.choices(night), "brief") == "B: bank 24."


def test_s_tells_the_question_while_one_is_open() -> None:
    question = Question("count", 6, (1, 2), seen_throw((1, 2)))
    call = telling.choices(asked(*MORNING, question=question))
    assert (call.id, call.rank, call.to) == ("ask.count", 2, "own")


@pytest.mark.parametrize("game", ["morning-roll", "midnight", "420"])
def test_every_state_has_an_answer_of_at_most_45_words(game: str) -> None:
    for seed in range(6):
        for told in told_at_random(game, seed, most=40):
            match = told.now.match
            assert match
            for again in (False, True):
                wants = Asked(game, match.state, again=again, undo=True)
                for call in (telling.dice(wants), telling.standing(wants), telling.choices(wants)):
                    for level in ("brief", "full"):
                        assert said(call, level)
                        assert len(said(call, level).split()) <= MOST_TOLD, said(call, level)
