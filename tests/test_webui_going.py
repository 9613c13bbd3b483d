"""The demo is held back by a sheet, a bust and an undo, and let go on by a press."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from seen_dice import roll

from engine.four_twenty_odds import FourTwentyOdds
from engine.game import Move, State
from engine.log import Match
from hardware.demo import FACTS, FOLDER
from webui.camera import going
from webui.camera.going import BY_ITSELF_S, SHEET_S, Expected, Going
from webui.health import Health
from webui.match.ledger import Ledger
from webui.match.meaning import thrown_on
from webui.match.open_match import Awaited
from webui.match.presses import Presses
from webui.match.sightings import Sightings
from webui.odds import best_keep
from webui.storage.evidence import Evidence
from webui.storage.store import Store

PLAY, HALT = Awaited(6, revision=4), Awaited(6, halts=True, revision=4)

CHOICE, ALL_SCORE = (
    Awaited(revision=7, choice=Match.new("morning-roll", ["Ann", "Bo"]).add(throw))
    for throw in ("throw 1 1 5 2 3 4", "throw 1 1 1 5 5 5")
)
MOST_TURNS = 1000
"""Turns of a match of 420 at most: it takes 60 with six players, and 122 at most of those tried."""


def state_of(ledger: Ledger) -> State:
    state = ledger.board().state
    assert state
    return state


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    now = [1000.0]
    monkeypatch.setattr(going.time, "monotonic", lambda: now[0])
    return now


@pytest.fixture
def hands_free(tmp_path: Path) -> Iterator[Ledger]:
    """The ledger of a table where a throw before a press confirms the keep."""
    store = Store.open(tmp_path)
    yield Ledger(store, Evidence(tmp_path / "pictures", 10_000_000, 80), Health(), hands_free=True)
    store.close()


def test_an_open_sheet_holds_the_demo_until_it_is_closed_or_nobody_is_there_any_more(
    clock: list[float],
) -> None:
    held = Going()
    assert not held.waits(PLAY)
    held.look(4, sheet=True, seen=False)
    assert held.waits(PLAY)
    held.look(4, sheet=False, seen=False)
    assert not held.waits(PLAY)
    held.look(4, sheet=True, seen=False)
    clock[0] += SHEET_S
    assert not held.waits(PLAY)


def test_what_halts_waits_for_somebody_who_has_seen_just_that(clock: list[float]) -> None:
    held = Going()
    assert held.waits(HALT)
    held.look(3, sheet=False, seen=True)
    assert held.waits(HALT), "that was of the board before"
    held.look(4, sheet=False, seen=True)
    assert not held.waits(HALT)
    assert held.waits(Awaited(6, halts=True, revision=5))


def test_a_bust_and_an_undo_halt_and_dice_that_lean_are_thrown_again_beside_the_others(
    tmp_path: Path,
) -> None:
    store = Store.open(tmp_path)
    ledger = Ledger(store, Evidence(tmp_path / "pictures", 10_000_000, 80), Health())
    presses, sightings = Presses(ledger), Sightings(ledger)
    presses.new(0, "morning-roll", ["Ann", "Bo"])
    assert not ledger.now.awaited.halts
    sightings.see(roll((1, 2, 2, 3, 4, 6)))
    presses.play(ledger.board().revision, "keep 1")
    assert (ledger.now.awaited.dice, ledger.now.awaited.lying, ledger.now.awaited.halts) == (5, (1,), False)
    sightings.see(roll((5, 3, 2, 4, 6), kept=(1,)))
    presses.lean(ledger.board().revision, 0)
    leaning = ledger.now.awaited
    assert (leaning.dice, leaning.again, sorted(leaning.lying)) == (1, True, [1, 2, 3, 4, 6])
    presses.undo(ledger.board().revision)
    presses.undo(ledger.board().revision)
    assert (ledger.now.awaited.dice, ledger.now.awaited.halts) == (5, True)
    sightings.see(roll((3, 3, 2, 4, 6), kept=(1,)))
    bust = ledger.now.awaited
    assert (bust.dice, bust.lying, bust.halts) == (6, (), True)
    store.close()


def test_a_demo_that_throws_by_itself_does_so_three_seconds_after_a_choice_opened_and_never_over_a_sheet(
    clock: list[float],
) -> None:
    held = Going()
    assert held.expected(CHOICE) == Expected(0, (), False)
    clock[0] += BY_ITSELF_S
    assert held.expected(CHOICE).dice == 0, "nobody has asked for it"
    held.by_itself = True
    assert held.expected(CHOICE) == Expected(3, (1, 1, 5), False)
    held.look(7, sheet=True, seen=False)
    assert held.expected(CHOICE).waits
    held.look(7, sheet=False, seen=False)
    later = replace(CHOICE, revision=8)
    assert held.expected(later).dice == 0
    clock[0] += BY_ITSELF_S - 0.1
    assert held.expected(later).dice == 0
    clock[0] += 0.2
    assert held.expected(later).dice == 3
    assert held.expected(replace(later, choice=None, asking=True)).dice == 0, "a question is answered first"


def test_what_was_chosen_stays_while_its_dice_are_on_their_way(clock: list[float]) -> None:
    held = Going()
    held.by_itself = True
    held.expected(CHOICE)
    clock[0] += BY_ITSELF_S
    assert held.expected(CHOICE).lying == (1, 1, 5)
    held.choose = lambda match: Move("keep", (1,))
    assert held.expected(CHOICE).lying == (1, 1, 5)
    held.expected(replace(CHOICE, revision=8))
    clock[0] += BY_ITSELF_S
    assert held.expected(replace(CHOICE, revision=8)).lying == (1,)


def go_on(ledger: Ledger, held: Going, clock: list[float]) -> Expected:
    """What the demo throws once it has waited, and has pressed what is to be pressed."""
    held.expected(ledger.now.awaited)
    clock[0] += BY_ITSELF_S
    held.keep(ledger.now.awaited)
    return held.expected(ledger.now.awaited)


@pytest.mark.parametrize(
    ("game", "options"), [("morning-roll", {}), ("midnight", {}), ("420", {"dice": "one"})]
)
def test_the_throw_of_what_the_first_keep_leaves_confirms_it_in_every_game(
    hands_free: Ledger, clock: list[float], game: str, options: dict[str, object]
) -> None:
    held = Going()
    held.by_itself = True
    Presses(hands_free).new(0, game, ["Ann", "Bo"], **options)
    while not (state := state_of(hands_free)).moves:
        Sightings(hands_free).see(roll((1, 5, 2, 2, 4, 6)[: state.to_throw]))
    expected, lines = go_on(hands_free, held, clock), len(hands_free.board().lines)
    Sightings(hands_free).see(roll((1, 5, 2, 6, 6, 6)[: expected.dice], kept=expected.lying))
    assert hands_free.now.question is None
    assert hands_free.board().lines[lines] == str(state.moves[0])


def test_dice_of_which_each_player_has_four_are_kept_by_a_press_as_the_film_has_those_of_one_player(
    hands_free: Ledger, clock: list[float]
) -> None:
    presses, held = Presses(hands_free), Going()
    held.by_itself, held.press = True, presses.play
    held.choose = lambda match: Move("keep", (5, 6))
    presses.new(0, "420", ["Ann", "Bo"], first="seats", dice="own")
    for hand in ((5, 4, 6, 3), (5, 5, 6, 2)):
        Sightings(hands_free).see(roll(hand))
    assert go_on(hands_free, held, clock) == Expected(2, (5, 6), False)
    assert hands_free.board().lines[-1] == "keep 5 6"


@pytest.mark.parametrize("dice", ["own", "one"])
@pytest.mark.parametrize("players", range(2, 7))
def test_with_the_throws_of_its_film_the_demo_by_itself_plays_420_to_its_end(
    hands_free: Ledger, clock: list[float], four_twenty_odds: FourTwentyOdds, dice: str, players: int
) -> None:
    films = json.loads((FOLDER / FACTS).read_text(encoding="utf-8"))["chapters"]
    drawn, presses, held = random.Random(players), Presses(hands_free), Going()
    held.by_itself, held.press = True, presses.play
    held.choose = lambda match: best_keep(match.state, four_twenty_odds)
    presses.new(0, "420", ["Ann", "Bo", "Cy", "Dee", "Eve", "Flo"][:players], first="seats", dice=dice)
    while not (state := state_of(hands_free)).outcome:
        assert len(state.turns) < MOST_TURNS
        expected = go_on(hands_free, held, clock)
        film = drawn.choice([film for film in films if film["thrown"] == expected.dice])
        Sightings(hands_free).see(roll(film["values"], kept=expected.lying, off=film["off_table"]))
        assert hands_free.now.question is None


def test_where_each_keep_would_be_asked_about_the_demo_by_itself_keeps_and_throws_on(
    hands_free: Ledger, clock: list[float]
) -> None:
    presses, sightings, held = Presses(hands_free), Sightings(hands_free), Going()
    held.press, held.by_itself = presses.play, True
    presses.new(0, "morning-roll", ["Ann", "Bo"])
    sightings.see(roll((1, 5, 2, 2, 3, 6)))
    presses.play(hands_free.board().revision, "keep 1 5")
    sightings.see(roll((1, 1, 1, 2), kept=(1, 5)))
    presses.play(hands_free.board().revision, "keep 1 1 1")
    sightings.see(roll((5,), kept=(1, 5, 1, 1, 1)))
    hot = hands_free.now.awaited
    assert hot.choice
    assert thrown_on(hot.choice.state, hot.choice.state.moves[0]) is None, "six dice may be the next player's"
    held.keep(hot)
    clock[0] += BY_ITSELF_S - 0.1
    held.keep(hot)
    assert hands_free.now.awaited == hot, "the choice is open yet"
    clock[0] += 0.2
    held.look(hot.revision, sheet=True, seen=False)
    held.keep(hot)
    assert hands_free.now.awaited == hot, "somebody reads a sheet"
    held.look(hot.revision, sheet=False, seen=False)
    held.keep(hot)
    assert (hands_free.now.awaited.dice, hands_free.now.awaited.lying) == (6, ())
    held.keep(hot)  # somebody else was quicker
    assert held.expected(hands_free.now.awaited) == Expected(6, (), False)


def test_without_going_by_itself_nothing_is_pressed_and_a_keep_that_a_throw_confirms_never_is(
    clock: list[float],
) -> None:
    pressed, held = list[str](), Going()
    held.press = lambda revision, move: pressed.append(move)
    held.keep(ALL_SCORE)
    clock[0] += BY_ITSELF_S
    held.keep(ALL_SCORE)
    held.by_itself = True
    held.keep(replace(ALL_SCORE, choice=None, asking=True))
    held.keep(replace(CHOICE, revision=ALL_SCORE.revision - 1))
    clock[0] += BY_ITSELF_S
    held.keep(replace(CHOICE, revision=ALL_SCORE.revision - 1))
    assert pressed == []
    held.keep(ALL_SCORE)
    clock[0] += BY_ITSELF_S
    held.keep(ALL_SCORE)
    assert pressed == ["keep 1 1 1 5 5 5"]


def test_the_last_bank_of_a_match_of_midnight_is_pressed_by_the_demo_by_itself(
    hands_free: Ledger, clock: list[float]
) -> None:
    presses, sightings, held = Presses(hands_free), Sightings(hands_free), Going()
    held.press, held.by_itself = presses.play, True
    presses.new(0, "midnight", ["Ann"], rounds=1)
    while not state_of(hands_free).outcome:
        expected = go_on(hands_free, held, clock)
        if expected.dice:
            sightings.see(roll((4, 1, 6, 5, 3, 2)[: expected.dice], kept=expected.lying))
