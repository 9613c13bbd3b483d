"""The demo is held back by a sheet, a bust and an undo, and let go on by a press."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from seen_dice import roll

from webui.camera import going
from webui.camera.going import BY_ITSELF_S, SHEET_S, Expected, Going
from webui.health import Health
from webui.match.ledger import Ledger
from webui.match.open_match import Awaited
from webui.match.presses import Presses
from webui.match.sightings import Sightings
from webui.storage.evidence import Evidence
from webui.storage.store import Store

PLAY, HALT = Awaited(6, revision=4), Awaited(6, halts=True, revision=4)


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
    choice, held = Awaited(0, revision=7, on=3, on_lying=(1, 1, 5)), Going()
    assert held.expected(choice) == Expected(0, (), False)
    clock[0] += BY_ITSELF_S
    assert held.expected(choice).dice == 0, "nobody has asked for it"
    held.by_itself = True
    assert held.expected(choice) == Expected(3, (1, 1, 5), False)
    held.look(7, sheet=True, seen=False)
    assert held.expected(choice).waits
    held.look(7, sheet=False, seen=False)
    later = replace(choice, revision=8)
    assert held.expected(later).dice == 0
    clock[0] += BY_ITSELF_S - 0.1
    assert held.expected(later).dice == 0
    clock[0] += 0.2
    assert held.expected(later).dice == 3
    assert held.expected(replace(later, asking=True)).dice == 0, "a question is answered first"


@pytest.mark.parametrize("game", ["morning-roll", "midnight", "420"])
def test_what_is_thrown_on_is_what_the_first_keep_leaves_in_every_game(hands_free: Ledger, game: str) -> None:
    presses, sightings = Presses(hands_free), Sightings(hands_free)
    presses.new(0, game, ["Ann", "Bo"])
    while not (state := hands_free.now.match.state).moves:  # type: ignore[union-attr]
        sightings.see(roll((1, 5, 2, 2, 4, 6)[: state.to_throw]))
    awaited = hands_free.now.awaited
    assert awaited.dice == 0 < awaited.on
    sightings.see(roll((1, 5, 2, 6, 6, 6)[: awaited.on], kept=awaited.on_lying if game != "420" else ()))
    assert hands_free.now.match is not None
    assert len(hands_free.now.match.standing) > 2, "it was kept by throwing"


def test_dice_that_all_score_are_not_thrown_on_with_the_keep_that_would_be_asked_about(
    hands_free: Ledger,
) -> None:
    Presses(hands_free).new(0, "morning-roll", ["Ann", "Bo"])
    Sightings(hands_free).see(roll((1, 1, 1, 5, 5, 5)))
    awaited = hands_free.now.awaited
    assert awaited.on < 6, "six dice may be the next player's"
    Sightings(hands_free).see(roll((2, 2, 3, 4, 6)[: awaited.on], kept=awaited.on_lying))
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
    assert (hot.dice, hot.on, hot.keep) == (0, 0, "keep 5")
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
    hot = Awaited(0, revision=7, keep="keep 5")
    held.keep(hot)
    clock[0] += BY_ITSELF_S
    held.keep(hot)
    held.by_itself = True
    held.keep(replace(hot, asking=True))
    held.keep(Awaited(0, revision=7, on=3))
    assert pressed == []
    held.keep(hot)
    assert pressed == ["keep 5"]


def test_the_last_bank_of_a_match_of_midnight_is_pressed_by_the_demo_by_itself(
    hands_free: Ledger, clock: list[float]
) -> None:
    presses, sightings, held = Presses(hands_free), Sightings(hands_free), Going()
    held.press, held.by_itself = presses.play, True
    presses.new(0, "midnight", ["Ann"], rounds=1)
    while not (state := hands_free.now.match.state).outcome:  # type: ignore[union-attr]
        awaited = hands_free.now.awaited
        held.keep(awaited)
        clock[0] += BY_ITSELF_S
        held.keep(awaited)
        dice = held.expected(hands_free.now.awaited).dice
        if dice:
            sightings.see(roll((4, 1, 6, 5, 3, 2)[:dice], kept=held.expected(hands_free.now.awaited).lying))
    assert state.outcome
