"""Twelve moments of a correction: exactly one call each, with what follows from it, and never as a throw."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from seen_dice import roll
from test_webui_presses import Table
from told_calls import Told

from webui.calls.breath import Breath, breath
from webui.match.presses import Presses

START = ("throw 1 4 4 4 6 2", "keep 1 4 4 4")
BUST = (*START, "throw 3 6")


def morning(*lines: str, rounds: int = 1) -> Told:
    told = Told().new("morning-roll", "Ann", "Bo", rounds=rounds)
    for line in lines:
        told.add(line)
    return told


@pytest.mark.parametrize(
    ("moment", "lines", "change", "brief", "rank"),
    [
        ("before the keep", START[:1], ("undo", "throw 1 4 4 4 6 1 by=fix"), "2 is a 1. Turn 600.", 4),
        ("after it", START, ("undo",), "Back: the keep. Turn 500.", 4),
        (
            "after the next throw",
            (*START, "throw 5 6"),
            ("undo", "throw 5 5 by=fix"),
            "6 is a 5. Turn 600.",
            4,
        ),
        (
            "a bust made",
            (*START, "throw 5 6"),
            ("undo", "throw 2 6 by=fix"),
            "5 is a 2. Now a bust: Ann 0.",
            5,
        ),
        ("a bust unmade", BUST, ("undo", "throw 3 5 by=fix"), "6 is a 5. No bust: Ann picks.", 5),
        (
            "a special made",
            ("throw 1 2 3 4 5 5",),
            ("undo", "throw 1 2 3 4 5 6 by=fix"),
            "5 is a 6. A straight, turn 2,500.",
            4,
        ),
        (
            "a special unmade",
            ("throw 1 2 3 4 5 6",),
            ("undo", "throw 1 2 3 4 5 5 by=fix"),
            "6 is a 5. Turn 200.",
            4,
        ),
        ("a stop", ("throw 1 2 2 3 4 6", "stop 1"), ("undo",), "Back: the stop. Turn 100.", 4),
        ("off the table", (*START, "off 1"), ("undo",), "Back: off the table. Ann, two dice.", 4),
        (
            "a win",
            ("throw 1 2 2 3 4 6", "stop 1", "throw 2 2 3 4 6 6"),
            ("undo", "throw 2 2 3 4 6 1 by=fix"),
            "6 is a 1. No bust: Bo picks. No win: Bo goes on.",
            5,
        ),
        (
            "after the match",
            ("throw 1 2 2 3 4 6", "stop 1", "throw 1 2 2 3 4 6", "stop 1"),
            ("undo",),
            "Match open again. No win: Bo goes on.",
            5,
        ),
        (
            "a win made",
            ("throw 1 2 2 3 4 6", "stop 1", "throw 2 2 3 4 6 1"),
            ("undo", "throw 2 2 3 4 6 6 by=fix"),
            "1 is a 6. Now a bust: Bo 0. Ann wins.",
            5,
        ),
    ],
)
def test_a_correction_of_morning_roll_is_one_call_with_what_follows(
    moment: str, lines: tuple[str, ...], change: tuple[str, ...], brief: str, rank: int
) -> None:
    told = morning(*lines).add(*change)
    assert (told.brief, [call.rank for call in told.calls]) == (brief, [rank]), moment
    assert "threw" not in told.full


def test_undo_after_the_next_match_has_begun_brings_the_last_one_back() -> None:
    told = morning("throw 1 2 2 3 4 6", "stop 1", "throw 1 2 2 3 4 6", "stop 1")
    last = told.now.saved
    told.new("morning-roll", "Ann", "Bo", rounds=1)
    assert told.ids == ["match.rematch", "turn.begins"]
    told.take(last)
    assert told.ids == ["undo.match"]


def test_a_match_that_is_taken_up_says_how_it_stands() -> None:
    told = morning(*START, rounds=2)
    left = told.now.saved
    told.new("420", "Cy", "Di").add("throw 6 6 1 1")
    told.take(left)
    assert told.full == "The match of Ann and Bo goes on. Round 1 of 2. Ann is on, 500 so far. Ann 0, Bo 0."


def test_what_is_typed_over_is_said_whole() -> None:
    told = morning("throw 1 4 4 4 6 2").add("undo", "throw 2 2 3 3 4 4 by=fix")
    assert told.brief == "Now two 2s, two 3s and two 4s. Boxcars, turn 2,500."


def test_redo_says_what_is_played_again() -> None:
    told = morning(*START).add("undo").add("keep 1 4 4 4")
    assert told.brief == "Again: the keep. Ann, two dice."
    assert told.full == "Played again: the keep, 1 and three 4s. Ann, two dice."


def test_undo_of_a_fix_says_so_and_not_that_a_die_was_put_right() -> None:
    told = Told().new("morning-roll", "Ann")
    told.add("throw 1 2 2 3 4 6", roll=1).add("undo", "throw 1 2 2 3 4 5 by=fix", roll=1)
    assert told.brief == "6 is a 5. Turn 150."
    told.add("undo", "throw 1 2 2 3 4 6", roll=1)
    assert told.brief == "Back: the fix. Turn 100."


MIDNIGHT = (
    "throw 1 4 4 4 4 5",
    "keep 1 4 4 4 4 5",
    "throw 1 4 6 6 2 2",
    "keep 1 4 6 6",
    "throw 3 3",
    "keep 3",
)


@pytest.mark.parametrize(
    ("lines", "change", "brief"),
    [
        (MIDNIGHT[:3], ("undo", "throw 1 4 6 6 2 1 by=fix"), "2 is a 1. Needs a 1 and a 4."),
        (MIDNIGHT[:5], ("undo", "throw 3 4 by=fix"), "3 is a 4. 12 so far."),
        ((*MIDNIGHT, "throw 2"), ("undo", "throw 6 by=fix"), "2 is a 6. Bo: 21."),
        ((*MIDNIGHT, "throw 2"), ("undo",), "Back: the throw. Bo, one die."),
        (MIDNIGHT[:2], ("undo",), "Back: the keep. Needs a 1 and a 4."),
    ],
)
def test_a_correction_of_midnight_carries_what_follows(
    lines: tuple[str, ...], change: tuple[str, ...], brief: str
) -> None:
    told = Told().new("midnight", "Ann", "Bo")
    for line in lines:
        told.add(line)
    assert told.add(*change).brief == brief


@pytest.mark.parametrize(
    ("lines", "change", "brief", "rank"),
    [
        (("throw 6 6 1 1",), ("undo", "throw 6 6 2 1 by=fix"), "1 is a 2. Hand 15, 5 short.", 4),
        (("throw 6 6 1 1",), ("undo", "throw 6 6 6 1 by=fix"), "1 is a 6. Hand 19, 1 short.", 4),
        (("throw 6 6 5 1",), ("undo", "throw 6 6 5 6 by=fix"), "1 is a 6. Hand 23, over.", 4),
        (("throw 6 6 5 1",), ("undo", "throw 6 6 5 3 by=fix"), "1 is a 3. Twenty: Ann is out.", 5),
        (("throw 6 6 5 3",), ("undo", "throw 6 6 5 1 by=fix"), "3 is a 1. Hand 18, 2 short.", 4),
        (("throw 6 6 1 1",), ("undo",), "Back: the throw. Ann, four dice.", 4),
    ],
)
def test_a_correction_of_420_carries_what_follows(
    lines: tuple[str, ...], change: tuple[str, ...], brief: str, rank: int
) -> None:
    told = Told().new("420", "Ann", "Bo", "Cy")
    for line in lines:
        told.add(line)
    told.add(*change)
    assert (told.brief, [call.rank for call in told.calls]) == (brief, [rank])


def test_the_choice_of_420_is_taken_back_with_the_number_of_dice() -> None:
    told = Told().new("420", "Ann", "Bo")
    for line in ("throw 6 5 5 1", "throw 6 6 1 1", "keep 6 5 5"):
        told.add(line)
    assert told.add("undo").full == "Taken back: the choice, one die again. Hand 17, 3 short."
    assert told.add("keep 6 5 5").full == "Played again: the choice, one die again. Ann, one die."


@pytest.mark.parametrize(
    "press",
    [
        lambda presses, now: presses.lean(now, 0),
        lambda presses, now: presses.no_die(now, 0),
        lambda presses, now: presses.one_more(now),
    ],
    ids=["cocked", "no die", "one more"],
)
def test_what_dice_are_not_is_asked_and_taken_back_with_one_call_and_nobody_threw(
    tmp_path: Path, press: Callable[[Presses, int], None]
) -> None:
    table = Table(tmp_path)
    table.presses.new(0, "morning-roll", ["Ann", "Bo"])
    table.sightings.see(roll((1, 5, 3, 4, 6, 6)))
    table.presses.play(table.now, "keep 1 5")
    table.sightings.see(roll((5, 2, 3, 4)))
    said: list[Breath] = []
    table.ledger.notify(
        table.sightings.forget_dice,
        table.sightings.ask_waiting,
        lambda before, after: said.append(breath(before, after, table.ledger.rolls.seen)),
    )
    press(table.presses, table.now)
    assert [call.slot for call in said[-1].calls] == ["ask"]
    table.presses.undo(table.now)
    assert [call.id for call in said[-1].calls] == ["undo.done"]
    assert table.lines[-1] == "throw 5 2 3 4"
    table.store.close()
