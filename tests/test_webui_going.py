"""The demo is held back by a sheet, a bust and an undo, and let go on by a press."""

from __future__ import annotations

from pathlib import Path

import pytest
from seen_dice import roll

from webui.camera import going
from webui.camera.going import SHEET_S, Going
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
